"""The disk with the games: what is free, and what the table uses of it. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Phase, View
from controller.shell.host.computer import STORAGE
from controller.shell.host.updating import to_computer
from controller.shell.model import pages
from controller.shell.model.computer_pages import StoragePage
from controller.shell.model.screen import Screen, left_soon
from controller.shell.model.state import Shell
from hardware.host.port import Storage
from texts import Text, _

LITTLE: Final = 0.05
"""A disk with a smaller free share is called almost full."""


def view(shell: Shell, layer: StoragePage) -> View:
    """The faults first, then the sizes."""
    storage = layer.state.storage
    ask = (_("No games are kept on a disk here."),) if storage is None else tuple(_lines(storage))
    return pages.own(Phase.STORAGE, heading=STORAGE.label, ask=ask)


def _lines(storage: Storage) -> list[Text]:
    lines = []
    if storage.is_read_only:
        lines.append(_("The disk can only be read. No game is kept until it is mended."))
    if storage.free < LITTLE * storage.size:
        lines.append(_("The disk is almost full."))
    return [
        *lines,
        _("Free: {free} of {size}", free=_amount(storage.free), size=_amount(storage.size)),
        _("The games, with their backups: {size}", size=_amount(storage.journal)),
        _("The flight recorder: {size}", size=_amount(storage.recorder)),
    ]


def _amount(number: int) -> Text:
    """A size in the unit in which it is read best."""
    if number < 1_000_000:
        return _("{number} kB", number=-(-number // 1_000))
    if number < 1_000_000_000:
        return _("{number} MB", number=round(number / 1_000_000))
    return _("{number} GB", number=round(number / 1_000_000_000))


SCREEN: Final = Screen(StoragePage, view, back=to_computer, left_ms=left_soon)
