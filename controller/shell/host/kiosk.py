"""The host's page, behind a PIN. Pure.

The settings lead there, and so does a hidden gesture: six taps on the screen's upper corners in turn,
beginning on the left, within some seconds, in the menu or in a pause. Without a PIN in the settings the page
is open to everyone, but it cannot end the program, and the gesture does nothing.
"""

from __future__ import annotations

from typing import Final

from controller.model.view import Choice, Phase, View
from controller.shell.host import computer, condition, lock, masking, settings, testing
from controller.shell.model import pages
from controller.shell.model.layers import HostPage, PinPad, SettingsPage
from controller.shell.model.requests import EndProgram, Tapped
from controller.shell.model.screen import Screen, left_soon
from controller.shell.model.state import Answer, Gesture, Shell
from engines.record import replace
from texts import _, _n

TAPS: Final = ("left", "right") * 3
GESTURE_MS: Final = 6_000
MOST_DIGITS: Final = 8
FIRST_LOCK_MS: Final = 2_000
LONGEST_LOCK_MS: Final = 300_000
"""The lock after a wrong PIN doubles with each further wrong one, up to this."""

_DIGITS: Final = tuple(Choice(f"digit-{digit}", str(digit)) for digit in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0))
ERASE: Final = Choice("erase", _("Erase"))
ENTER: Final = Choice("enter", _("Enter"), on=True)
SELF_TEST: Final = Choice("self-test", _("Self-test of the table"))
END: Final = Choice("end-program", _("End the program"))
REALLY: Final = Choice("end-really", _("Yes, end it"))


def gestured(shell: Shell, tap: Tapped) -> Shell:
    """The shell after a tap that may be part of the gesture."""
    if not shell.kiosk.pin or shell.layer is not None or shell.phase not in (Phase.MENU, Phase.PAUSED):
        return shell
    gesture = shell.gesture
    if not gesture.taps or tap.at_ms - gesture.since_ms > GESTURE_MS:
        gesture = Gesture(0, tap.at_ms)
    if tap.corner != TAPS[gesture.taps]:
        return replace(shell, gesture=Gesture(int(tap.corner == TAPS[0]), tap.at_ms))
    if gesture.taps + 1 == len(TAPS):
        return lock.asked(replace(shell, gesture=Gesture()), PinPad(), tap.at_ms)
    return replace(shell, gesture=replace(gesture, taps=gesture.taps + 1))


# The PIN


def pin_view(shell: Shell, layer: PinPad) -> View:
    """The keys, and how many were touched, but never which. While they are locked there are none."""
    if layer.locked_s:
        return _locked_view(layer)
    return pages.own(
        Phase.PIN,
        heading=_("The host's PIN"),
        ask=("• " * len(layer.entered) if layer.entered else _("Touch its digits"),),
        choices=_DIGITS,
        controls=(pages.BACK, ERASE, ENTER),
    )


def _locked_view(layer: PinPad) -> View:
    """Why there are no keys, and for how long."""
    wrong = (_("That is not it."),) if layer.is_wrong else ()
    wait = _n(
        "The keys are locked for another second", "The keys are locked for {number} seconds", layer.locked_s
    )
    return pages.own(
        Phase.PIN,
        heading=_("The host's PIN"),
        ask=(*wrong, wait, _("The host can unlock them at the computer.")),
    )


def pin_pressed(shell: Shell, layer: PinPad, button_id: str, at_ms: int) -> Answer:
    """A touch on the keys."""
    if layer.locked_s:
        return Answer(shell)
    if button_id == ERASE.id:
        return Answer(shell.under(replace(layer, entered=layer.entered[:-1], is_wrong=False)))
    digit = button_id.removeprefix("digit-")
    if digit != button_id and len(layer.entered) < MOST_DIGITS:
        return Answer(shell.under(replace(layer, entered=layer.entered + digit, is_wrong=False)))
    return _entered(shell, layer, at_ms) if button_id == ENTER.id and layer.entered else Answer(shell)


def _pin_back(shell: Shell, layer: PinPad) -> Answer:
    is_setting = layer.wish and layer.wish[0] != masking.WISH
    return Answer(shell.under(SettingsPage() if is_setting else None))


def _entered(shell: Shell, layer: PinPad, at_ms: int) -> Answer:
    from hmac import compare_digest  # it opens the system's cryptography, which no start needs

    if compare_digest(layer.entered.encode(), shell.kiosk.pin.encode()):
        shell = replace(shell, wrong_pins=0)
        return _granted(shell, layer.wish, at_ms)
    lock_ms = min(FIRST_LOCK_MS << min(shell.wrong_pins, 16), LONGEST_LOCK_MS)
    shell = replace(shell, wrong_pins=shell.wrong_pins + 1, locked_ms=at_ms + lock_ms)
    return Answer(lock.asked(shell, replace(layer, entered="", is_wrong=True), at_ms))


def _granted(shell: Shell, wish: tuple[str, str] | None, at_ms: int) -> Answer:
    """The PIN was right: the wish is carried out, or the host's page opens."""
    if wish is None:
        return Answer(shell.under(HostPage()))
    if wish == settings.HOST_WISH:
        return Answer(shell.under(HostPage()))
    if wish[0] == masking.WISH:
        return masking.granted(shell, wish[1], at_ms)
    return settings.granted(shell, wish)


# The host's page


def host_view(shell: Shell, layer: HostPage) -> View:
    """The host's page."""
    if layer.is_ending:
        return pages.own(
            Phase.HOST,
            heading=_("End the program?"),
            ask=(_("The table stays dark until the program is started again."),),
            choices=(REALLY,),
            before=(host_view(shell, HostPage()),),
        )
    end = (END,) if shell.kiosk.pin else ()
    choices = (condition.CONDITION, computer.COMPUTER, SELF_TEST, *end, _names(shell))
    ask = (_("A game that is on the table waits meanwhile."),)
    return pages.own(Phase.HOST, heading=_("For the host"), ask=ask, choices=choices)


def _names(shell: Shell) -> Choice:
    """Whether people may have names: another touch changes it."""
    now = dict(settings.NAMES.values)[shell.preferences.names]
    words = _("{option}: {value}", option=settings.NAMES.label, value=now)
    return Choice(settings.NAMES.name, words)


def host_pressed(shell: Shell, layer: HostPage, button_id: str, at_ms: int) -> Answer:
    """A touch on the host's page."""
    if layer.is_ending:
        is_sure = button_id == REALLY.id
        return Answer(shell.under(None), requests=(EndProgram(),)) if is_sure else Answer(shell)
    is_end = button_id == END.id and shell.kiosk.pin
    return (
        Answer(shell.under(HostPage(is_ending=True))) if is_end else _opened(shell, layer, button_id, at_ms)
    )


def _opened(shell: Shell, layer: HostPage, button_id: str, at_ms: int) -> Answer:
    """The shell after a button of the host's page that ends nothing."""
    match button_id:
        case condition.CONDITION.id:
            return condition.begun(shell, at_ms)
        case computer.COMPUTER.id:
            return computer.begun(shell)
        case SELF_TEST.id:
            return Answer(testing.begun(shell, at_ms))
        case settings.NAMES.name:
            return settings.set_to(shell, layer, settings.NAMES, not shell.preferences.names)
    return Answer(shell)


PIN_SCREEN: Final = Screen(
    PinPad,
    pin_view,
    pin_pressed,
    _pin_back,
    due_ms=lock.counts_ms,
    passed=lambda shell, layer, now_ms: Answer(lock.asked(shell, layer, now_ms)),
    left_ms=left_soon,
)

HOST_SCREEN: Final = Screen(
    HostPage,
    host_view,
    host_pressed,
    lambda shell, layer: Answer(shell.under(HostPage() if layer.is_ending else None)),
    left_ms=left_soon,
)
