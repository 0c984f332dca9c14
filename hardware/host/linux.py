"""The computer that this program runs on."""

from __future__ import annotations

from collections.abc import Callable

from hardware.host import power, programs, wifi
from hardware.host.port import NOT_ALLOWED, HostOrder, HostState, Join, Look, Power, Storage, SwitchWifiOn
from hardware.screen.backlight import is_backlight_here, is_settable
from hardware.sound.sound import is_card_here
from texts import _


class LinuxHost:
    """See `HostComputer`. `storage` reads the disk with the games."""

    def __init__(self, storage: Callable[[], Storage | None], run: programs.Run = programs.run) -> None:
        self._storage = storage
        self._run = run

    def look(self, *, is_scan: bool = False) -> HostState:
        """See `HostComputer`."""
        reasons = {one: power.reason_against(self._run, one) for one in Power}
        return HostState(
            storage=self._storage(),
            cannot={one: reason for one, reason in reasons.items() if reason},
            backlight=_against_brightness(),
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
            case Look():
                pass


def _against_brightness() -> str:
    if not is_backlight_here():
        return _("This screen has no light that a program can set.")
    return "" if is_settable() else NOT_ALLOWED
