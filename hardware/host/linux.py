"""The computer that this program runs on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from hardware.host import power, programs, updating, wifi
from hardware.host.port import (
    NOT_ALLOWED,
    HostOrder,
    HostState,
    Join,
    Power,
    ReadStatus,
    Source,
    Storage,
    SwitchWifiOn,
)
from hardware.host.updating import Places
from hardware.screen.backlight import is_backlight_here, is_settable
from hardware.sound.sound import is_card_here
from texts import _

PLACES: Final = Places(Path(__file__).resolve().parents[2])
"""Of this program."""


class LinuxHost:
    """See `HostComputer`. `storage` reads the disk with the games; `places` are those of its update."""

    def __init__(
        self,
        storage: Callable[[], Storage | None],
        run: programs.Run = programs.run,
        places: Places = PLACES,
    ) -> None:
        self._storage = storage
        self._run = run
        self._places = places

    def look(self, *, is_scan: bool = False) -> HostState:
        """See `HostComputer`."""
        reasons = {one: power.reason_against(self._run, one) for one in Power}
        return HostState(
            storage=self._storage(),
            cannot={one: reason for one, reason in reasons.items() if reason},
            backlight=_against_brightness(),
            update=updating.look(self._run, self._places),
            wifi=wifi.look(self._run, is_scan=is_scan),
            sound="" if is_card_here() else _("There is no sound card."),
        )

    def carry_out(self, order: HostOrder) -> None:
        """See `HostComputer`."""
        match order:
            case Power():
                power.order(self._run, order)
            case Join():
                wifi.join(self._run, order)
            case SwitchWifiOn():
                wifi.switch_on(self._run)
            case Source():
                updating.begin(self._run, order)
            case ReadStatus():
                pass


def _against_brightness() -> str:
    if not is_backlight_here():
        return _("This screen has no light that a program can set.")
    return "" if is_settable() else NOT_ALLOWED
