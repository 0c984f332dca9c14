"""Faults that a table script causes at a table, at once or after a delay."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from controller.simulation.killing import Point
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from controller.simulation.simulated_disk import Condition
from hardware.simulated.harmed_line import HarmedLine

Site = Callable[[str], int]
"""The site of a place, by the place names of the game on the table. Raises `Refused`."""

PLACES = {"stuck": 1, "heal": 1, "ghost": 2, "weak": 1}
"""How many places come first among a fault's words."""


def happen(rig: Rig, verb: str, values: tuple[Any, ...], site: Site) -> None:
    """Cause a fault; a killed program is waited for. Raises `Refused` if the fault is impossible."""
    rig.harms += 1
    _HARMS[verb](rig, *_with_sites(verb, values, site))
    rig.run_for(0)


def happen_later(rig: Rig, wait_ms: int, verb: str, values: tuple[Any, ...], site: Site) -> None:
    """Cause a fault after a delay, if it is possible then. Raises `Refused` for a wrong place."""
    values = _with_sites(verb, values, site)

    def now() -> None:
        rig.harms += 1
        with suppress(Refused):
            _HARMS[verb](rig, *values)

    rig.after(wait_ms, now)


def _with_sites(verb: str, values: tuple[Any, ...], site: Site) -> tuple[Any, ...]:
    count = PLACES.get(verb, 0)
    return (*map(site, values[:count]), *values[count:])


def _unplug(rig: Rig, device: str) -> None:
    _require_device(rig, device)
    if device in rig.unplugged:
        raise Refused(f"the {device} is unplugged already")
    rig.unplug(device)


def _plug(rig: Rig, device: str) -> None:
    _require_device(rig, device)
    if device not in rig.unplugged:
        raise Refused(f"the {device} is not unplugged")
    rig.plug(device)


def _require_device(rig: Rig, device: str) -> None:
    if device == "rfid" and not rig.pads.has_readers:
        raise Refused("this table has no tag readers")


def _line(rig: Rig, *, is_sent: bool) -> HarmedLine:
    return rig.board.to_board if is_sent else rig.board.from_board


def _clock(rig: Rig, jump_s: int) -> None:
    rig.wall_ahead_ms += 1000 * jump_s


def _disk(rig: Rig, condition: Condition, slow_ms: int) -> None:
    rig.storage.disk.condition = condition
    rig.storage.disk.slow_ms = slow_ms


def _kill(rig: Rig, point: Point | None, times: int) -> None:
    if point is not None:
        rig.storage.killer.lie_in_wait(point, times)
    elif rig.daemon is not None:
        rig.kill()


_HARMS: dict[str, Callable[..., None]] = {
    "stuck": lambda rig, site, is_closed: rig.table.stuck(site, is_closed, rig.now_us),
    "heal": lambda rig, site: rig.table.heal(site, rig.now_us),
    "ghost": lambda rig, site, other: rig.table.ghost(site, other, rig.now_us),
    "noise": lambda rig, edges_per_s: rig.table.noise(edges_per_s, rig.now_us),
    "bounce": lambda rig, for_ms: rig.table.bounce(1000 * for_ms, rig.now_us),
    "weak": lambda rig, site: rig.table.weak(site, rig.now_us),
    "unplug": _unplug,
    "plug": _plug,
    "corrupt": lambda rig, count, is_sent: _line(rig, is_sent=is_sent).corrupt(count),
    "lose": lambda rig, count, is_sent: _line(rig, is_sent=is_sent).lose(count),
    "clock": _clock,
    "disk": _disk,
    "kill": _kill,
}
