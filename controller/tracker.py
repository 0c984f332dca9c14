"""What the sensors say, freed from what hands and bad magnets do to it. Pure; knows no game.

The tracker keeps the board as it was at the last rest, which sites have changed since and when. Nothing is
decided before every change has lasted for the settle time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hardware.ports import Grid, sites_in

BLIP_MS = 80
"""A change that is undone within this time was no hand: noise, or a bump of the table."""

SLIDE_MS = 250
"""A site that closes so soon before or after its neighbour opens has been reached by sliding."""

SLIDE_FACTOR = 2.5
"""How much longer than the settle time a slid piece must rest: it may still be on its way."""

WEAK_CHANGES, WEAK_WINDOW_MS = 6, 6_000
"""So many changes of one site in this time make it a weak one: no hand sets and lifts so often."""

READ_MS = 1_500
"""So long a piece waits for its reader to tell what it is. One whose tag is broken is judged without."""

WEAK_REST_MS = 4_000
"""A weak site that has kept its state for so long is believed again."""


Picture = tuple[int, tuple[tuple[int, str], ...]]
"""All that the sensors tell at one moment: the set of closed sites, and the pieces that were read."""


@dataclass(frozen=True, slots=True)
class Tracker:
    """The sensors' state. Sets of sites are integers, times milliseconds.

    `closed` is the last frame; `settled` the board at the last rest; `since` when each site that differs from
    it changed; `earlier` when the sites changed that were judged at a rest before, but not yet understood;
    `moved_ms` when the last real excursion ended. `masked` sites are broken: their state is `confirmed` by
    people. `weak` sites toggle: they count as closed, for something must be near them. `readers` are the
    sites that have a tag reader, `tagged` those where it sees a tag, and `kinds` tells the pieces that bear
    the tags.
    """

    grid: Grid
    closed: int = 0
    settled: int = 0
    since: Mapping[int, int] = field(default_factory=dict)
    earlier: Mapping[int, int] = field(default_factory=dict)
    moved_ms: int = -1_000_000
    slid: bool = False
    masked: int = 0
    confirmed: int = 0
    weak: int = 0
    readers: int = 0
    tagged: int = 0
    kinds: Mapping[int, str] = field(default_factory=dict)
    changes: tuple[tuple[int, int], ...] = field(default=(), repr=False)

    @property
    def board(self) -> int:
        """The sites that are held to be closed."""
        return (self.closed | self.tagged | self.weak) & ~self.masked | self.confirmed & self.masked

    @property
    def picture(self) -> Picture:
        """All that the sensors tell."""
        return self.board, tuple(sorted(self.kinds.items()))

    def read(self, site: int, kind: str | None, now_ms: int) -> Tracker:
        """The tracker after a reader saw a piece of this kind, or with `None` none any more."""
        if self.kinds.get(site) == kind:
            return self
        kinds = {other: seen for other, seen in self.kinds.items() if other != site}
        tagged = self.tagged & ~(1 << site)
        if kind is not None:
            kinds[site] = kind
            tagged |= 1 << site
        tracker = replace(self, kinds=kinds, tagged=tagged)._noted(self.board, now_ms)
        if kind is not None and site not in tracker.since:  # one piece for another
            return replace(tracker, since={**tracker.since, site: now_ms})
        return tracker

    def unread(self, now_ms: int) -> Tracker:
        """The tracker when no reader tells anything any more."""
        return replace(self, kinds={}, tagged=0)._noted(self.board, now_ms)

    def seen(self, closed: int, now_ms: int) -> Tracker:
        """The tracker after a frame."""
        changed = closed ^ self.closed
        if not changed:
            return self._calmed(now_ms) if self.weak else self
        recent = tuple(c for c in self.changes if now_ms - c[1] < WEAK_WINDOW_MS)
        recent += tuple((site, now_ms) for site in sites_in(changed & ~self.masked))
        tracker = replace(self, closed=closed, changes=recent, weak=self.weak | _toggling(recent, changed))
        return tracker._noted(self.board, now_ms)._calmed(now_ms)

    def mask(self, sites: int, confirmed: int, now_ms: int) -> Tracker:
        """The tracker with exactly these sites taken as broken, and these of them holding a piece."""
        tracker = replace(self, masked=sites, confirmed=confirmed & sites, weak=self.weak & ~sites)
        return tracker._noted(self.board, now_ms)

    @property
    def order(self) -> Mapping[int, int]:
        """When each site changed that is not yet understood."""
        return {**self.earlier, **self.since}

    def rested(self) -> Tracker:
        """The tracker when the present board has been judged."""
        return replace(self, settled=self.board, since={}, earlier=self.order, slid=False)

    def understood(self) -> Tracker:
        """The tracker when the present board has been judged and is right."""
        return replace(self.rested(), earlier={})

    def rests_at_ms(self, settle_ms: int) -> int:
        """When the board will have been at rest for the settle time, if nothing more changes."""
        wait_ms = round(settle_ms * SLIDE_FACTOR) if self.slid else settle_ms
        unread = self.readers & self.closed & ~self.tagged
        read_ms = max(wait_ms, READ_MS)
        rests = (at + (read_ms if unread >> site & 1 else wait_ms) for site, at in self.since.items())
        return max([self.moved_ms + settle_ms, *rests])

    def _noted(self, before: int, now_ms: int) -> Tracker:
        """With the difference between the boards of two frames written down, site by site."""
        since = dict(self.since)
        moved_ms, slid = self.moved_ms, self.slid
        for site in sites_in(before ^ self.board):
            left_ms = since.pop(site, None)
            if left_ms is None:
                since[site] = now_ms
            elif now_ms - left_ms > BLIP_MS:
                moved_ms = now_ms
            slid = slid or self._is_sliding(site, now_ms)
        return replace(self, since=since, moved_ms=moved_ms, slid=slid)

    def _is_sliding(self, site: int, now_ms: int) -> bool:
        """Whether a neighbour has just changed the other way: one piece passes from one to the other."""
        is_closed = self.closed >> site & 1
        return any(
            self.closed >> other & 1 != is_closed and adjacent(self.grid, site, other)
            for other, at_ms in self.changes
            if now_ms - at_ms <= SLIDE_MS
        )

    def _calmed(self, now_ms: int) -> Tracker:
        """Without the weak sites that have kept their state."""
        last = dict(self.changes)
        calm = 0
        for site in sites_in(self.weak):
            if now_ms - last.get(site, -WEAK_REST_MS) >= WEAK_REST_MS:
                calm |= 1 << site
        if not calm:
            return self
        return replace(self, weak=self.weak & ~calm)._noted(self.board, now_ms)


def adjacent(grid: Grid, one: int, other: int) -> bool:
    """Whether two different sites touch, by a side or a corner."""
    if one >= grid.size or other >= grid.size:
        return False  # a tag reader lies apart
    x, y = grid.column_row(one)
    other_x, other_y = grid.column_row(other)
    return one != other and abs(x - other_x) <= 1 and abs(y - other_y) <= 1


def _toggling(changes: tuple[tuple[int, int], ...], among: int) -> int:
    """The sites among these that changed more often than a hand would."""
    counts: dict[int, int] = {}
    for site, _ in changes:
        counts[site] = counts.get(site, 0) + 1
    return sum(1 << site for site in sites_in(among) if counts.get(site, 0) >= WEAK_CHANGES)
