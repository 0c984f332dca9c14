"""The program's update, for its host: from where it was cloned, or from a USB stick. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.host import HostAnswered
from controller.model.view import Choice, Phase, View
from controller.shell.model import pages
from controller.shell.model.computer_pages import ComputerPage, Levels, StoragePage, UpdatePage, WifiPage
from controller.shell.model.requests import Found, OrderHost
from controller.shell.model.screen import Screen, left_soon
from controller.shell.model.state import Answer, Shell
from engines.record import replace
from hardware.host.port import HostState, ReadStatus, Source, Update
from texts import Text, _

UPDATE: Final = Choice("update", _("Update"))
REALLY: Final = Choice("update-really", _("Yes, update"))
SOURCES: Final = {
    Source.GIT: Choice("update-git", _("From the network")),
    Source.USB: Choice("update-usb", _("From a USB stick"), note=_("With a file tablier.bundle")),
}

AGAIN_MS: Final = 2_000
"""The interval of refreshes while the page is open."""

_WORDS: Final = {
    "fetching": _("Looking for a newer version."),
    "installing": _("The new version is being installed. The table goes on meanwhile, then restarts."),
    "starting": _("The new version starts."),
    "newest": _("This is the newest version already."),
    "back": _("The new version could not be installed, or did not start. The previous version is back."),
    "back interrupted": _("An update was interrupted. The previous version is back."),
    "failed no-clone": _("This program is no clone of git."),
    "failed changed": _("The program's files were changed by hand. Nothing was updated."),
    "failed no-branch": _("The program is at an earlier version. Nothing was updated."),
    "failed no-remote": _("Git does not know from where this program was cloned."),
    "failed no-network": _("The place that it was cloned from cannot be reached."),
    "failed not-newer": _("The version that was found does not follow this one. Nothing was updated."),
    "failed no-stick": _("There is no USB stick with a file tablier.bundle."),
    "failed no-bundle": _("The file on the stick holds no version of this program."),
    "failed stopped": _("The update has stopped. The log of the service tablier-update says why."),
}
"""The words of `./update`, with their details."""


def begun(shell: Shell, state: HostState) -> Answer:
    """The page."""
    return Answer(shell.under(UpdatePage(state, shell.hands_ms + AGAIN_MS)))


def note(update: Update) -> Text | str:
    """The version, or that there is no update."""
    return _("Unavailable") if update.cannot else update.version


def view(shell: Shell, layer: UpdatePage) -> View:
    """The version, how far an update is, and the ways to one; or the question before it."""
    update = layer.state.update
    if layer.asks is not None:
        return pages.own(
            Phase.UPDATE,
            heading=_("Update the program?"),
            ask=(_("The table then restarts. A game goes on afterwards. Leave the power on."),),
            choices=(REALLY,),
            before=(view(shell, replace(layer, asks=None)),),
        )
    return pages.own(
        Phase.UPDATE,
        heading=UPDATE.label,
        ask=(layer.trouble or update.cannot or _state(update),),
        choices=tuple(SOURCES.values()) if _may_begin(update) else (),
    )


def _may_begin(update: Update) -> bool:
    return not update.cannot and not update.is_under_way


def _state(update: Update) -> Text | str:
    """How far the update is, in words."""
    if update.word == "done":
        return _("Updated to version {version}.", version=update.detail)
    told = _WORDS.get(f"{update.word} {update.detail}".strip())
    return told or _("This is version {version}.", version=update.version)


def pressed(shell: Shell, layer: UpdatePage, button_id: str, at_ms: int) -> Answer:
    """A touch on the page."""
    if layer.asks is not None:
        if button_id != REALLY.id:
            return Answer(shell)
        order = OrderHost(layer.asks)
        return Answer(shell.under(replace(layer, asks=None)), requests=(order,))
    asked = [source for source, choice in SOURCES.items() if choice.id == button_id]
    if not asked or not _may_begin(layer.state.update):
        return Answer(shell)
    return Answer(shell.under(replace(layer, asks=asked[0], trouble="")))


def to_computer(shell: Shell, layer: Levels | StoragePage | WifiPage | UpdatePage) -> Answer:
    """The page of the computer that another one was opened from."""
    return Answer(shell.under(ComputerPage(layer.state)))


def _back(shell: Shell, layer: UpdatePage) -> Answer:
    return to_computer(shell, layer) if layer.asks is None else Answer(shell.under(replace(layer, asks=None)))


def _again(shell: Shell, layer: UpdatePage, now_ms: int) -> Answer:
    """The page when a refresh is due."""
    layer = replace(layer, next_ms=now_ms + AGAIN_MS)
    return Answer(shell.under(layer), requests=(OrderHost(ReadStatus()),))


def _answered(shell: Shell, layer: UpdatePage, found: Found) -> Answer:
    if not isinstance(found, HostAnswered):
        return Answer(shell)
    layer = replace(layer, state=found.state or layer.state)
    if isinstance(found.order, Source):
        layer = replace(layer, trouble=found.trouble)
    return Answer(shell.under(layer))


SCREEN: Final = Screen(
    UpdatePage,
    view,
    pressed,
    _back,
    due_ms=lambda shell, layer: layer.next_ms,
    passed=_again,
    left_ms=left_soon,
    answered=_answered,
)
