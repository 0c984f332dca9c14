"""The keys for the password of a Wi-Fi network. Pure.

The password is in no `repr`, and no recording has the touches on this page.
"""

from __future__ import annotations

from typing import Final

from controller.model.view import Choice, Phase, View
from controller.shell.model import keys, pages
from controller.shell.model.computer_pages import WifiKey
from controller.shell.model.keys import BIG, ERASE, SMALL, SPACE
from controller.shell.model.requests import OrderHost
from controller.shell.model.screen import Screen, left_soon
from controller.shell.model.state import Answer, Shell
from engines.record import replace
from hardware.host.port import Join
from texts import _

SHORTEST: Final = 8
LONGEST: Final = 63
"""The lengths of a password (IEEE 802.11, passphrase)."""

_SIGNS: Final = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ "
_OTHERS: Final = Choice("keys-signs", "!?&")
_KEYS: Final = (SMALL, BIG, _OTHERS)
_SHOW: Final = Choice("show-password", _("Show"))
_HIDE: Final = Choice("show-password", _("Hide"))
_JOIN: Final = Choice("join", _("Join"), on=True)


def view(shell: Shell, layer: WifiKey) -> View:
    """The keys, and the password, or a dot for each of its characters."""
    seen = layer.entered.replace(" ", SPACE) if layer.is_shown else _dots(len(layer.entered))
    if layer.is_short:
        seen = _("It has at least {number} characters.", number=SHORTEST)
    return View(
        Phase.WIFI_KEY,
        heading=layer.network,
        ask=(seen or _("Type its password"),),
        choices=tuple(_keys(shell, layer)),
        controls=(
            pages.BACK,
            *(one for one in _KEYS if one.id != f"keys-{layer.keys}"),
            _HIDE if layer.is_shown else _SHOW,
            ERASE,
            _JOIN,
        ),
        places=(pages.BACK, *_KEYS, _SHOW, ERASE, _JOIN),
    )


def _dots(number: int) -> str:
    """A dot for each character, in fours."""
    dots = "•" * number
    return " ".join(dots[at : at + 4] for at in range(0, number, 4))


def _keys(shell: Shell, layer: WifiKey) -> list[Choice]:
    letters = keys.letters(shell.preferences.language)
    return keys.keys({"small": letters, "big": letters.upper(), "signs": _SIGNS}[layer.keys])


def pressed(shell: Shell, layer: WifiKey, button_id: str, at_ms: int) -> Answer:
    """A touch on the keys."""
    if button_id != _JOIN.id:
        return Answer(shell.under(_after(shell, replace(layer, is_short=False), button_id)))
    if len(layer.entered) < SHORTEST:
        return Answer(shell.under(replace(layer, is_short=True)))
    below = replace(layer.below, joining=layer.network)
    return Answer(shell.under(below), requests=(OrderHost(Join(layer.network, layer.entered)),))


def _after(shell: Shell, layer: WifiKey, button_id: str) -> WifiKey:
    """The page after a key."""
    if button_id == _SHOW.id:
        return replace(layer, is_shown=not layer.is_shown)
    if button_id == ERASE.id:
        return replace(layer, entered=layer.entered[:-1])
    if button_id in [one.id for one in _KEYS]:
        return replace(layer, keys=button_id.removeprefix("keys-"))
    typed = keys.character(button_id, _keys(shell, layer))
    return replace(layer, entered=(layer.entered + typed)[:LONGEST])


SCREEN: Final = Screen(
    WifiKey, view, pressed, lambda shell, layer: Answer(shell.under(layer.below)), left_ms=left_soon
)
