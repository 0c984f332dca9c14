"""Views of the pages about this computer."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller import shell
from controller.model.view import Phase, View
from controller.referee.session import first_session
from controller.shell import Shell
from controller.shell.model.computer_pages import Computer, Levels, StoragePage
from controller.shell.model.state import Kiosk, Layer
from hardware.host.port import NOT_ALLOWED, HostState, Power, Storage
from tests.controller.screens.samples.sessions import GRID, SETTLE_MS
from texts import _

_KIOSK: Final = Kiosk(pin="1234", has_backlight=True, has_sound=True)
_STATE: Final = HostState(Storage(31_000_000_000, 22_400_000_000, 4_200_000, 118_000_000), {})
_REFUSED: Final = HostState(
    Storage(31_000_000_000, 400_000_000, 4_200_000, 118_000_000, is_read_only=True),
    dict.fromkeys(Power, NOT_ALLOWED),
    NOT_ALLOWED,
    _("There is no sound card."),
)


def _over(layer: Layer, kiosk: Kiosk = _KIOSK) -> View:
    session = replace(first_session({}, GRID, SETTLE_MS, {}), phase=Phase.MENU)
    return shell.view(Shell(session, kiosk=kiosk, layer=layer))


COMPUTER_SAMPLES: Final[dict[str, View]] = {
    "computer": _over(Computer(_STATE)),
    "computer-looking": _over(Computer()),
    "computer-not-allowed": _over(Computer(_REFUSED)),
    "computer-without-a-pin": _over(Computer(_STATE), replace(_KIOSK, pin="")),
    "computer-shutting-down": _over(Computer(_STATE, asks=Power.SHUT_DOWN)),
    "computer-restarting": _over(Computer(_STATE, asks=Power.RESTART)),
    "computer-going-down": _over(Computer(_STATE, ordered=Power.SHUT_DOWN)),
    "computer-refused": _over(Computer(_STATE, trouble=_("systemd-logind does not answer."))),
    "levels": _over(Levels(_STATE)),
    "levels-some": _over(Levels(_REFUSED)),
    "levels-none": _over(Levels(_REFUSED), replace(_KIOSK, has_lights=False)),
    "storage": _over(StoragePage(_STATE)),
    "storage-almost-full": _over(StoragePage(_REFUSED)),
    "storage-none": _over(StoragePage(replace(_STATE, storage=None))),
}
"""One of each."""
