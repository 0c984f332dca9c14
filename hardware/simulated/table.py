"""A table without hardware: pieces with magnets, the reeds under them, and the hands that move them.

The model is strict: it refuses what is impossible at a real table. It has no clock. A scanner calls `closed`
with a time, and `next_change_us` for how long the answer holds. Times are microseconds and never run back; a
time before the last one raises ValueError.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, product
from random import Random

from engines.record import record, replace
from hardware.ports import Grid
from hardware.simulated.magnets import Field, Magnet, Steps
from hardware.simulated.reeds import Agenda, Physics, Reeds
from hardware.simulated.wiring import Wiring


class ImpossibleAct(Exception):
    """Hands cannot do this, or the table does not have this place. The text says which."""


@record
class Piece:
    """A piece on the table. `sites` are the places of its magnets, or their targets while it slides; no
    sensor sees `kind`.

    `label` is its own tag, if any. `shift` is its present offset from these sites, in columns and rows: (0,
    0) for a piece at rest, (0.5, 0) for one that was set askew, anything for a sliding one.
    """

    kind: str
    sites: tuple[int, ...]
    shift: Steps = (0.0, 0.0)
    label: str = ""

    def tag(self, tags: Mapping[str, str]) -> str:
        """Its tag: its label, or else the one that `tags` has for its kind, or else its kind."""
        return self.label or tags.get(self.kind, self.kind)


@dataclass(slots=True)
class _Lying:
    """A piece, its magnets, and the sites that it blocks.

    A sliding one makes its `steps` from `since_us` to `until_us`.
    """

    piece: Piece
    magnets: list[Magnet]
    covers: tuple[int, ...]
    steps: Steps = (0.0, 0.0)
    since_us: int = 0
    until_us: int = 0

    def at(self, now_us: int) -> Piece:
        """The piece in its present place."""
        if now_us >= self.until_us:
            return self.piece
        left = (self.until_us - now_us) / (self.until_us - self.since_us)
        x, y = self.piece.shift
        return replace(self.piece, shift=(x - left * self.steps[0], y - left * self.steps[1]))


class SimulatedTable:
    """Pieces, reeds and hands on a grid. The same seed and the same hands give the same contacts."""

    def __init__(self, grid: Grid, seed: int = 0, physics: Physics | None = None) -> None:
        self.grid = grid
        self.wiring = Wiring(grid)
        self._physics = physics or Physics()
        self._random = Random(seed)  # noqa: S311 - a world to be repeated, no secret
        self._agenda = Agenda()
        self._reeds = Reeds(grid.size, self._physics, self._agenda, self._random)
        self._field = Field(grid, self._physics, self._agenda, self._reeds, self._random)
        self._lying: dict[int, _Lying] = {}
        self._serial = count()

    # Scanning

    def closed(self, at_us: int) -> int:
        """The set of sites that read closed at that time through the wiring, with bounces."""
        self._agenda.advance(at_us)
        return self.wiring.seen(self._reeds.closed)

    def next_change_us(self, after_us: int) -> int | None:
        """The contacts stay as they are at `after_us` at least until this time; for ever if it is None."""
        self._agenda.advance(after_us)
        return self._agenda.next_us

    @property
    def now_us(self) -> int:
        """The latest time given to the table."""
        return self._agenda.now_us

    # Seeing

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces on the table, in the order of setting down."""
        return tuple(lying.at(self._agenda.now_us) for lying in self._lying.values())

    def piece_on(self, site: int) -> Piece | None:
        """The piece on this site, if any."""
        self._require_site(site)
        found = self._find(site)
        return None if found is None else self._lying[found].at(self._agenda.now_us)

    # Hands

    def put(self, sites: Sequence[int], kind: str, at_us: int, label: str = "") -> None:
        """Set a piece down with one magnet on each of these sites, and `label` on its tag.

        Raises TableError for an occupied site, for no site, one named twice, or one outside the table.
        """
        self._require_free(sites)
        self._set_down(Piece(kind, tuple(sites), label=label), tuple(sites), at_us)

    def put_between(self, site: int, other: int, kind: str, at_us: int) -> None:
        """Set a piece down askew, half way from `site` to a neighbour: it closes both, one or none.

        Raises TableError if these are not two free neighbours.
        """
        self._require_free((site, other))
        (x, y), (to_x, to_y) = self.grid.column_row(site), self.grid.column_row(other)
        if max(abs(to_x - x), abs(to_y - y)) != 1:
            raise ImpossibleAct(f"{self._name(site)} and {self._name(other)} are no neighbours")
        self._set_down(Piece(kind, (site,), ((to_x - x) / 2, (to_y - y) / 2)), (site, other), at_us)

    def lift(self, sites: Sequence[int], at_us: int) -> tuple[Piece, ...]:
        """Lift every piece on one of these sites, and return them.

        Raises TableError if one of the sites has none.
        """
        found = dict.fromkeys(self._require_piece(site) for site in sites)
        self._agenda.advance(at_us)
        lifted = []
        for serial in found:
            lying = self._lying.pop(serial)
            lifted.append(lying.at(at_us))
            for magnet in lying.magnets:
                self._field.lift(magnet, at_us)
        return tuple(lifted)

    def slide(self, start: int, end: int, over_us: int, at_us: int) -> None:
        """Push the piece on `start` straight, until its magnet from there lies on `end`.

        Raises TableError if nothing is there, a piece is in the way, or part of it would leave the table.
        """
        serial = self._require_piece(start)
        self._require_site(end)
        if over_us <= 0:
            raise ImpossibleAct(f"a slide takes time, not {over_us} µs")
        self._agenda.advance(at_us)
        lying = self._lying[serial]
        shift_x, shift_y = lying.at(at_us).shift
        (x, y), (to_x, to_y) = self.grid.column_row(start), self.grid.column_row(end)
        sites = tuple(self._moved(site, to_x - x, to_y - y) for site in lying.piece.sites)
        steps = (to_x - x - shift_x, to_y - y - shift_y)
        self._require_way(serial, sites, steps)
        piece = replace(lying.piece, sites=sites, shift=(0.0, 0.0))
        self._lying[serial] = _Lying(piece, lying.magnets, sites, steps, at_us, at_us + over_us)
        for magnet, site in zip(lying.magnets, sites, strict=True):
            self._field.slide(magnet, site, steps, over_us, at_us)

    def hover(self, site: int, over_us: int, at_us: int) -> None:
        """Hold a piece close enough over a site to close it, then remove it."""
        self._require_site(site)
        if over_us <= 0:
            raise ImpossibleAct(f"a piece is held over a site for a time, not for {over_us} µs")
        self._agenda.advance(at_us)
        magnet = Magnet(self._field.middle(site))
        self._field.land(magnet, at_us, height_mm=self._physics.hover_mm)
        self._agenda.at(at_us + over_us, partial(self._field.lift, magnet))

    def bump(self, at_us: int) -> None:
        """The table is knocked: every piece at rest jumps, each for its own time, and falls back to its
        place."""
        self._agenda.advance(at_us)
        for lying in self._lying.values():
            if lying.until_us <= at_us:
                in_air_us = self._random.randint(self._physics.jump_us // 4, self._physics.jump_us)
                for magnet in lying.magnets:
                    self._field.jump(magnet, in_air_us, at_us)

    # Faults

    @property
    def broken(self) -> int:
        """The sites with wrong readings: stuck, weakly pulled, or ghosts."""
        return self._reeds.broken

    def stuck(self, site: int, closed: bool, at_us: int) -> None:
        """The contact of a site stays closed, or open, regardless of pieces."""
        self._require_site(site)
        self._agenda.advance(at_us)
        self._reeds.stick(site, closed)

    def weak(self, site: int, at_us: int) -> None:
        """A magnet on this site closes it only sometimes from now on."""
        self._require_site(site)
        self._agenda.advance(at_us)
        self._reeds.weaken(site, at_us)

    def ghost(self, site: int, other: int, at_us: int) -> None:
        """A site reads closed whenever another one does: their wires touch, or a line is not discharged."""
        self._require_site(site)
        self._require_site(other)
        self._agenda.advance(at_us)
        self._reeds.ghost(site, other)

    def heal(self, site: int, at_us: int) -> None:
        """The site works again: neither stuck nor weak, and no ghost."""
        self._require_site(site)
        self._agenda.advance(at_us)
        self._reeds.heal(site, at_us)

    def noise(self, edges_per_s: float, at_us: int) -> None:
        """Set the rate of false edges per second over the whole board; 0 ends it."""
        if edges_per_s < 0:
            raise ImpossibleAct(f"noise is a number of edges a second from 0, not {edges_per_s}")
        self._agenda.advance(at_us)
        self._reeds.noise(edges_per_s, at_us)

    def bounce(self, for_us: int, at_us: int) -> None:
        """Contacts that change from now on bounce for up to this time."""
        if for_us < 0:
            raise ImpossibleAct(f"contacts bounce for a time from 0 µs, not {for_us}")
        self._agenda.advance(at_us)
        self._reeds.bounce_us = for_us

    def _set_down(self, piece: Piece, covers: tuple[int, ...], at_us: int) -> None:
        self._agenda.advance(at_us)
        magnets = []
        for number, site in enumerate(piece.sites):
            magnet = Magnet(self._field.middle(site, piece.shift))
            wait_us = self._random.randint(0, self._physics.landing_us) if number else 0
            self._field.fall(magnet, wait_us, at_us)
            magnets.append(magnet)
        self._lying[next(self._serial)] = _Lying(piece, magnets, covers)

    def _moved(self, site: int, columns: int, rows: int) -> int:
        x, y = self.grid.column_row(site)
        if not (0 <= x + columns < self.grid.columns and 0 <= y + rows < self.grid.rows):
            raise ImpossibleAct(f"a part of the piece would leave the table from {self._name(site)}")
        return self.grid.site(x + columns, y + rows)

    def _find(self, site: int) -> int | None:
        for serial, lying in self._lying.items():
            if site in lying.covers:
                return serial
        return None

    def _require_site(self, site: int) -> None:
        if not 0 <= site < self.grid.size:
            raise ImpossibleAct(
                f"site {site} is not on a table of {self.grid.columns} × {self.grid.rows}: "
                f"sites are 0 to {self.grid.size - 1}"
            )

    def _require_free(self, sites: Sequence[int]) -> None:
        if not sites or len(set(sites)) != len(sites):
            raise ImpossibleAct(
                f"a piece lies on one site or on several different ones, not on {list(sites)}"
            )
        for site in sites:
            found = self.piece_on(site)
            if found is not None:
                raise ImpossibleAct(f"on {self._name(site)} lies {found.kind} already")

    def _require_piece(self, site: int) -> int:
        self._require_site(site)
        found = self._find(site)
        if found is None:
            raise ImpossibleAct(f"there is no piece on {self._name(site)}")
        return found

    def _require_way(self, serial: int, sites: Sequence[int], steps: Steps) -> None:
        """The magnets' way must be free; `sites` is where they arrive."""
        others = [lying for key, lying in self._lying.items() if key != serial]
        for lying in others:
            for end, site in product(sites, lying.covers):
                if self._field.passes(end, steps, site):
                    raise ImpossibleAct(
                        f"{lying.piece.kind} lies on the way to {self._name(end)}: {self._name(site)}"
                    )

    def _name(self, site: int) -> str:
        x, y = self.grid.column_row(site)
        return f"@{x},{y}"
