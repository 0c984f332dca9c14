"""The contacts under a simulated table: reeds that bounce, stick or are pulled weakly, and line noise.

No clock: every time is an argument in microseconds, and idle time costs nothing. Random events are drawn when
they happen, so a seed gives the same edges however often the contacts are sampled.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random

from engines.record import record

Happening = Callable[[int], None]
"""An event; it receives its time in microseconds."""


@record
class Physics:
    """The measures of the simulated world. Distances lie between the centres of a magnet and of a reed.

    A reed closes when a magnet comes nearer than `pull_in_mm` and opens when it is beyond `drop_out_mm`. Each
    reed's two distances vary by up to `spread_mm`. The defaults let a piece half way between two sites close
    both, one or none, and one that is pushed on mostly close the next site before it leaves the last.
    """

    pitch_mm: float = 20.0
    pull_in_mm: float = 9.5
    drop_out_mm: float = 12.0
    spread_mm: float = 1.0
    hover_mm: float = 6.0
    bounce_us: int = 1_000
    landing_us: int = 8_000
    """The magnets of one piece touch down within this time after the first."""
    jump_us: int = 40_000
    """A bumped piece is in the air for at most this time."""
    weak_us: tuple[int, int] = (5_000, 400_000)
    """The shortest and longest time for which a weakly pulled reed keeps its state."""
    glitch_us: tuple[int, int] = (50, 3_000)
    """The duration of most false closings or openings: shorter than any debouncing."""
    long_glitch_us: int = 15_000
    long_glitch_share: float = 0.02


class Agenda:
    """Scheduled events in order of time; at equal times, in order of planning."""

    def __init__(self) -> None:
        self.now_us = 0
        self._planned: list[tuple[int, int, Happening]] = []
        self._serial = count()

    def at(self, at_us: int, happening: Happening) -> None:
        """Schedule an event. One in the past happens at the next `advance`."""
        heapq.heappush(self._planned, (at_us, next(self._serial), happening))

    def advance(self, to_us: int) -> None:
        """Run everything up to `to_us`. Raises ValueError if that is in the past."""
        if to_us < self.now_us:
            raise ValueError(f"time cannot go back from {self.now_us} to {to_us} µs")
        while self._planned and self._planned[0][0] <= to_us:
            at_us, _, happening = heapq.heappop(self._planned)
            self.now_us = max(self.now_us, at_us)
            happening(at_us)
        self.now_us = to_us

    @property
    def next_us(self) -> int | None:
        """The time of the next event, if any."""
        return self._planned[0][0] if self._planned else None


class Reeds:
    """One reed for each of `size` sites. Magnets `pull` and `release` them; faults are laid over that."""

    def __init__(self, size: int, physics: Physics, agenda: Agenda, random: Random) -> None:
        self.bounce_us = physics.bounce_us
        self._size = size
        self._physics = physics
        self._agenda = agenda
        self._random = random
        self._pulls = [0] * size
        """The number of magnets that pull each reed now."""
        self._plan = [0] * size
        """Counts each reed's plans; edges of an older plan are cancelled."""
        self._contacts = 0
        self._weak = 0
        self._stuck_open = 0
        self._stuck_closed = 0
        self._ghosts: dict[int, int] = {}
        """Ghost sites, each by the site whose contact closes it."""
        self._glitches = 0
        self._noise_rate = 0.0
        self._noise_plan = 0

    @property
    def closed(self) -> int:
        """The set of sites whose contacts are closed now."""
        closed = (self._contacts ^ self._glitches) & ~self._stuck_open | self._stuck_closed
        for site, other in self._ghosts.items():
            closed |= (closed >> other & 1) << site
        return closed

    @property
    def broken(self) -> int:
        """The set of sites that stick, are pulled weakly, or are ghosts of others."""
        return self._weak | self._stuck_open | self._stuck_closed | sum(1 << site for site in self._ghosts)

    def pull(self, site: int, at_us: int) -> None:
        """One more magnet pulls this reed."""
        self._pulls[site] += 1
        if self._pulls[site] == 1:
            self._change(site, at_us)

    def release(self, site: int, at_us: int) -> None:
        """One magnet fewer pulls this reed."""
        self._pulls[site] -= 1
        if self._pulls[site] == 0:
            self._change(site, at_us)

    def stick(self, site: int, closed: bool) -> None:
        """The contact is welded shut, or broken."""
        bit = 1 << site
        self._stuck_open = self._stuck_open & ~bit if closed else self._stuck_open | bit
        self._stuck_closed = self._stuck_closed | bit if closed else self._stuck_closed & ~bit

    def weaken(self, site: int, at_us: int) -> None:
        """From now on a magnet closes this reed only sometimes, and briefly."""
        self._weak |= 1 << site
        if self._pulls[site]:
            self._change(site, at_us)

    def ghost(self, site: int, other: int) -> None:
        """From now on a site reads closed as long as another one does."""
        self._ghosts[site] = other

    def heal(self, site: int, at_us: int) -> None:
        """Repair it: neither stuck nor weakly pulled, and no ghost."""
        self._ghosts.pop(site, None)
        bit = 1 << site
        self._stuck_open &= ~bit
        self._stuck_closed &= ~bit
        if self._weak & bit:
            self._weak &= ~bit
            self._change(site, at_us)

    def noise(self, edges_per_s: float, at_us: int) -> None:
        """Set the rate of false edges per second, anywhere. A glitch has two edges."""
        self._noise_rate = edges_per_s
        self._noise_plan += 1
        self._plan_glitch(at_us)

    def _change(self, site: int, at_us: int) -> None:
        """The pull on a reed has changed: its plan is cancelled, and it goes to the new state."""
        self._plan[site] += 1
        is_pulled = self._pulls[site] > 0
        if is_pulled and self._weak >> site & 1:
            self._waver(site, self._plan[site], at_us)
        elif is_pulled != bool(self._contacts >> site & 1):
            self._plan_edges(site, is_pulled, at_us)

    def _plan_edges(self, site: int, closed: bool, at_us: int) -> None:
        """Go to a state at once, then bounce away from it and back a few times within the bounce time."""
        self._set(site, self._plan[site], closed, at_us)
        edges = 2 * self._random.randint(1, 3)
        times = sorted(self._random.randint(1, self.bounce_us) for _ in range(edges if self.bounce_us else 0))
        for number, offset_us in enumerate(times):
            state = closed if number % 2 else not closed
            self._agenda.at(at_us + offset_us, partial(self._set, site, self._plan[site], state))

    def _waver(self, site: int, plan: int, at_us: int) -> None:
        """A weakly pulled reed closes or opens, and plans to do the other."""
        if plan != self._plan[site]:
            return
        is_closed = bool(self._contacts >> site & 1)
        self._set(site, plan, not is_closed, at_us)
        stays_us = self._random.randint(*self._physics.weak_us)
        self._agenda.at(at_us + stays_us, partial(self._waver, site, plan))

    def _set(self, site: int, plan: int, closed: bool, _at_us: int) -> None:
        if plan == self._plan[site]:
            bit = 1 << site
            self._contacts = self._contacts | bit if closed else self._contacts & ~bit

    def _plan_glitch(self, at_us: int) -> None:
        if self._noise_rate:
            wait_us = round(self._random.expovariate(self._noise_rate / 2) * 1_000_000)
            self._agenda.at(at_us + wait_us, partial(self._glitch, self._noise_plan))

    def _glitch(self, plan: int, at_us: int) -> None:
        """Noise on a line: for a moment a contact reads as its opposite."""
        if plan != self._noise_plan:
            return
        is_long = self._random.random() < self._physics.long_glitch_share
        shortest, longest = self._physics.glitch_us
        length_us = self._random.randint(shortest, self._physics.long_glitch_us if is_long else longest)
        bit = 1 << self._random.randrange(self._size)
        self._flip(bit, at_us)
        self._agenda.at(at_us + length_us, partial(self._flip, bit))
        self._plan_glitch(at_us)

    def _flip(self, bit: int, _at_us: int) -> None:
        self._glitches ^= bit
