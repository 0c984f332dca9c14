"""The mapping from sensors to sites, if the wiring differs from the grid.

Boards number their sensors as they are wired; all other code uses the sites of the table. A calibration
translates between them where a board's sensor events arrive.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from hardware.ports import DeviceEvent, Emit, SensorFrame

_BYTE = 8


@dataclass(frozen=True)
class Calibration:
    """`sites[sensor]` is the site of a sensor: each site once. Raises ValueError otherwise."""

    sites: tuple[int, ...]

    def __post_init__(self) -> None:
        if sorted(self.sites) != list(range(len(self.sites))):
            raise ValueError("a calibration names each site of the table exactly once")

    @classmethod
    def straight(cls, size: int) -> Calibration:
        """Every sensor lies under the site with its own number."""
        return cls(tuple(range(size)))

    @classmethod
    def moving(cls, size: int, moved: Mapping[int, int]) -> Calibration:
        """The sensors in `moved` lie under the sites that it names, all others under their own number.

        Raises ValueError if a site would then have two sensors, or none.
        """
        return cls(tuple(moved.get(sensor, sensor) for sensor in range(size)))

    @property
    def moved(self) -> dict[int, int]:
        """The sensors that do not lie under their own number, and their sites."""
        return {sensor: site for sensor, site in enumerate(self.sites) if sensor != site}

    @property
    def sensors(self) -> tuple[int, ...]:
        """The sensor that lies under each site."""
        by_site = dict(zip(self.sites, range(len(self.sites)), strict=True))
        return tuple(by_site[site] for site in range(len(self.sites)))

    def then(self, other: Calibration) -> Calibration:
        """This calibration, corrected by one that was found while this one was in use."""
        return Calibration(tuple(other.sites[site] for site in self.sites))

    def site_set(self, closed: int) -> int:
        """The sites with a magnet, from the set of closed sensors.

        Eight sensors at a time, by tables made at the first call: a frame of 576 costs some microseconds.
        """
        found = 0
        for table, byte in zip(self._tables, closed.to_bytes(len(self._tables), "little"), strict=True):
            if byte:
                found |= table[byte]
        return found

    def emitting(self, emit: Emit) -> Emit:
        """The emitter for a board, so that `emit` receives sites."""
        if not self.moved:
            return emit

        def told(event: DeviceEvent) -> None:
            if isinstance(event, SensorFrame):
                event = replace(event, closed=self.site_set(event.closed))
            emit(event)

        return told

    @cached_property
    def _tables(self) -> list[list[int]]:
        """For each eight sensors in a row: the closed sites for each of their 256 states."""
        tables = []
        for first in range(0, len(self.sites), _BYTE):
            table = [0]
            for site in self.sites[first : first + _BYTE]:
                table += [closed | 1 << site for closed in table]
            tables.append(table)
        return tables
