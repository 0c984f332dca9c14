"""The magnets of a simulated table, and the reeds that each of them pulls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from math import hypot, sqrt
from random import Random

from hardware.ports import Grid
from hardware.simulated.reeds import Agenda, Physics, Reeds

Place = tuple[float, float]
"""Millimetres east and north of the middle of site 0."""
Steps = tuple[float, float]
"""Columns and rows from one place to another."""


@dataclass(slots=True, eq=False)
class Magnet:
    """A magnet, the sites it pulls, and a count of its handlings: each one cancels earlier plans."""

    place: Place
    pulls: set[int] = field(default_factory=set)
    handled: int = 0


class Field:
    """Updates the reeds when a magnet comes near enough or goes too far, with the hysteresis of each reed."""

    def __init__(self, grid: Grid, physics: Physics, agenda: Agenda, reeds: Reeds, random: Random) -> None:
        self._grid = grid
        self._pitch_mm = physics.pitch_mm
        self._agenda = agenda
        self._reeds = reeds
        offsets = [random.uniform(-physics.spread_mm, physics.spread_mm) for _ in range(grid.size)]
        self._pull_in_mm = [physics.pull_in_mm + offset for offset in offsets]
        self._drop_out_mm = [physics.drop_out_mm + offset for offset in offsets]
        self._reach_mm = physics.drop_out_mm + physics.spread_mm

    def middle(self, site: int, shift: Steps = (0.0, 0.0)) -> Place:
        """The centre of a site, or a place this many columns and rows off it."""
        x, y = self._grid.column_row(site)
        return (x + shift[0]) * self._pitch_mm, (y + shift[1]) * self._pitch_mm

    def fall(self, magnet: Magnet, wait_us: int, at_us: int) -> None:
        """The magnet touches down at its place, after a while."""
        if wait_us:
            self._agenda.at(at_us + wait_us, partial(self._land_if, magnet, magnet.handled))
        else:
            self.land(magnet, at_us)

    def land(self, magnet: Magnet, at_us: int, height_mm: float = 0.0) -> None:
        """The magnet is there, or at this height above."""
        for site in self._near(magnet.place, magnet.place):
            east, north = self._from(magnet.place, site)
            if hypot(east, north, height_mm) <= self._pull_in_mm[site]:
                self._pull(magnet, site, at_us)

    def lift(self, magnet: Magnet, at_us: int) -> None:
        """The magnet is removed at once."""
        magnet.handled += 1
        for site in sorted(magnet.pulls):
            self._release(magnet, site, at_us)

    def jump(self, magnet: Magnet, in_air_us: int, at_us: int) -> None:
        """The magnet leaves the table and falls back to its place."""
        self.lift(magnet, at_us)
        self.fall(magnet, in_air_us, at_us)

    def slide(self, magnet: Magnet, end: int, steps: Steps, over_us: int, at_us: int) -> None:
        """The magnet moves over these steps to the site `end`, straight and at constant speed."""
        magnet.handled += 1
        magnet.place = self.middle(end)
        start, way = self._came(end, steps)
        for site in self._near(start, magnet.place):
            leaves = self._crossings(start, way, site, self._drop_out_mm[site])
            if site not in magnet.pulls:
                inside = self._crossings(start, way, site, self._pull_in_mm[site])
                if inside is None or inside[0] > 1 or inside[1] < 0:
                    continue
                self._plan(magnet, site, True, at_us + max(0, round(inside[0] * over_us)))
            if leaves is not None and 0 <= leaves[1] <= 1:
                self._plan(magnet, site, False, at_us + round(leaves[1] * over_us))

    def passes(self, end: int, steps: Steps, site: int) -> bool:
        """Whether a magnet on this way to the site `end` passes over another site."""
        start, way = self._came(end, steps)
        inside = self._crossings(start, way, site, self._pull_in_mm[site])
        return inside is not None and inside[0] <= 1 and inside[1] >= 0

    def _came(self, end: int, steps: Steps) -> tuple[Place, Place]:
        """The start of the way to a site, and the way, in millimetres."""
        way = (steps[0] * self._pitch_mm, steps[1] * self._pitch_mm)
        return self.middle(end, (-steps[0], -steps[1])), way

    def _crossings(self, start: Place, way: Place, site: int, radius_mm: float) -> tuple[float, float] | None:
        """When a way enters and leaves the circle around a site; 0 is the start and 1 the end of the way."""
        east, north = self._from(start, site)
        length = hypot(*way)
        if not length:
            return None
        along = -(east * way[0] + north * way[1]) / length
        aside = (east * way[1] - north * way[0]) / length
        if abs(aside) > radius_mm:
            return None
        half = sqrt(radius_mm**2 - aside**2)
        return (along - half) / length, (along + half) / length

    def _near(self, start: Place, end: Place) -> Iterator[int]:
        """The sites that a magnet between these places could pull, rising."""
        columns, rows = (self._span(start[axis], end[axis]) for axis in (0, 1))
        for y in range(max(0, rows[0]), min(self._grid.rows, rows[1] + 1)):
            for x in range(max(0, columns[0]), min(self._grid.columns, columns[1] + 1)):
                yield self._grid.site(x, y)

    def _span(self, start_mm: float, end_mm: float) -> tuple[int, int]:
        low, high = min(start_mm, end_mm) - self._reach_mm, max(start_mm, end_mm) + self._reach_mm
        return int(low // self._pitch_mm), int(high // self._pitch_mm) + 1

    def _from(self, place: Place, site: int) -> Place:
        x, y = self.middle(site)
        return place[0] - x, place[1] - y

    def _plan(self, magnet: Magnet, site: int, pulls: bool, at_us: int) -> None:
        self._agenda.at(at_us, partial(self._pass_if, magnet, magnet.handled, site, pulls))

    def _pass_if(self, magnet: Magnet, handled: int, site: int, pulls: bool, at_us: int) -> None:
        if handled == magnet.handled:
            (self._pull if pulls else self._release)(magnet, site, at_us)

    def _land_if(self, magnet: Magnet, handled: int, at_us: int) -> None:
        if handled == magnet.handled:
            self.land(magnet, at_us)

    def _pull(self, magnet: Magnet, site: int, at_us: int) -> None:
        magnet.pulls.add(site)
        self._reeds.pull(site, at_us)

    def _release(self, magnet: Magnet, site: int, at_us: int) -> None:
        magnet.pulls.discard(site)
        self._reeds.release(site, at_us)
