"""The sensors' state, filtered from hands and bad magnets. Pure; knows no game.

The tracker keeps the board as it was at the last rest, which sites have changed since and when. Nothing is
decided before every change has lasted for the settle time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from itertools import dropwhile, pairwise, takewhile

from engines.record import record, replace
from hardware.ports import Grid, sites_in

BLIP_MS = 80
"""A change that is undone within this time was no hand: noise, or a bump of the table."""

SLIDE_MS = 250
"""A site that closes within this time before or after its neighbour opens has been reached by sliding."""

SLIDE_FACTOR = 2.5
"""How much longer than the settle time a slid piece must rest: it may still be moving."""

WEAK_CHANGES = ((4, 1_500), (6, 6_000))
"""This many changes of one site within this time make it a weak one: no hand sets and lifts that often."""

JUMP_MS = 60
"""A change this soon after the last is the end of a blip or of a jump, and counts for neither."""

WEAK_GAP_MS = 500
"""How long a weak site that opens still counts as closed: its magnet is still there, only too weak."""

WEAK_SETTLE_MS = 700
"""The shortest rest of a site that has turned out to be weak: a dithering hand has gone by then."""

READ_MS = 1_500
"""Longest wait for a reader to identify a piece. A piece with a broken tag is interpreted without."""

LIFT_MS = 300
"""How long a reader still sees a tag after its sensor has opened, as when a hand lifts the piece."""

WEAK_REST_MS = 4_000
"""A weak site that has kept its state for this long is trusted again."""


Snapshot = tuple[int, tuple[tuple[int, str], ...]]
"""The sensors at one moment: the set of closed sites, and the identified pieces by site."""


@record
class Tracker:
    """The sensors' state. Sets of sites are integers, times milliseconds.

    `closed` is the last frame; `settled` the board at the last rest; `since` when each site that differs from
    it changed; `earlier` when the sites changed that were judged at an earlier rest, but not yet understood;
    `moved_ms` when the last real excursion ended. `masked` sites are broken: their state is `confirmed` by
    people. `weak` sites toggle; of these `held` count as closed, because a magnet must be near them.
    `readers` are the sites that have a tag reader, `tagged` those where it sees a tag, and `kinds` the pieces
    of the tags. `lifting` are the sites whose sensor has opened while the reader still sees the tag, with the
    times. `remembered` are the sites where only a reader that is away now saw a piece. `board` are the sites
    that count as closed, by all this.
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
    held: int = 0
    readers: int = 0
    tagged: int = 0
    kinds: Mapping[int, str] = field(default_factory=dict)
    lifting: Mapping[int, int] = field(default_factory=dict)
    remembered: int = 0
    changes: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    board: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        believed = (self.closed | self.tagged | self.held | self.remembered) & ~self.masked
        object.__setattr__(self, "board", believed | self.confirmed & self.masked)

    @property
    def snapshot(self) -> Snapshot:
        """Everything that the sensors see."""
        return self.board, tuple(sorted(self.kinds.items()))

    def read(self, site: int, kind: str | None, now_ms: int) -> Tracker:
        """The tracker after a reader saw a piece of this kind, or `None` for no piece."""
        remembered = self.remembered & ~(1 << site)
        if self.kinds.get(site) == kind and remembered == self.remembered:
            return self
        kinds = {other: seen for other, seen in self.kinds.items() if other != site}
        tagged = self.tagged & ~(1 << site)
        if kind is not None:
            kinds[site] = kind
            tagged |= 1 << site
        lifting = {other: at_ms for other, at_ms in self.lifting.items() if other != site}
        tracker = replace(self, kinds=kinds, tagged=tagged, lifting=lifting, remembered=remembered)
        tracker = tracker._noted(self.board, now_ms)
        if kind is not None and site not in tracker.since:  # one piece for another
            return replace(tracker, since={**tracker.since, site: now_ms})
        return tracker

    def unread(self, now_ms: int) -> Tracker:
        """The tracker when the readers have gone. No hand has lifted the pieces on the board that only they
        saw, under a broken sensor or beside a good one."""
        unseen = self.tagged & self.grid.all_sites & ~self.closed & ~sum(1 << site for site in self.lifting)
        remembered = self.remembered | unseen
        tracker = replace(self, kinds={}, tagged=0, lifting={}, remembered=remembered)
        return tracker._noted(self.board, now_ms)

    def reread(self, now_ms: int) -> Tracker:
        """The tracker when all readers are back and have reported."""
        return replace(self, remembered=0)._noted(self.board, now_ms) if self.remembered else self

    def seen(self, closed: int, now_ms: int) -> Tracker:
        """The tracker after a frame."""
        changed = closed ^ self.closed
        if not changed:
            calmed = self._weakened(0, now_ms)
            return self if calmed is self else calmed._noted(self.board, now_ms)
        recent = tuple(dropwhile(lambda change: now_ms - change[1] >= WEAK_CHANGES[-1][1], self.changes))
        recent += tuple((site, now_ms) for site in sites_in(changed & ~self.masked))
        lifting = {site: at_ms for site, at_ms in self.lifting.items() if not changed >> site & 1}
        lifting |= dict.fromkeys(sites_in(changed & ~closed & self.tagged & ~self.masked), now_ms)
        remembered = self.remembered & ~changed
        tracker = replace(self, closed=closed, changes=recent, lifting=lifting, remembered=remembered)
        return tracker._weakened(_toggling(recent, changed), now_ms)._noted(self.board, now_ms)

    def mask(self, sites: int, confirmed: int, now_ms: int) -> Tracker:
        """The tracker with exactly these sites masked, and these of them holding a piece."""
        believed = ~sites
        tracker = replace(
            self,
            masked=sites,
            confirmed=confirmed & sites,
            weak=self.weak & believed,
            held=self.held & believed,
        )
        return tracker._noted(self.board, now_ms)

    @property
    def order(self) -> Mapping[int, int]:
        """When each site changed that is not yet understood."""
        return {**self.earlier, **self.since}

    def rested(self) -> Tracker:
        """The tracker after the judgement of the present board."""
        return replace(self, settled=self.board, since={}, earlier=self.order, slid=False, lifting={})

    def understood(self) -> Tracker:
        """The tracker after a judgement that the present board is right."""
        return replace(self.rested(), earlier={})

    @property
    def is_moving(self) -> bool:
        """Whether a site has changed since the last rest, or a piece may just be lifted from one."""
        return bool(self.since or self.lifting)

    def rests_at_ms(self, settle_ms: int) -> int:
        """When the board will have been at rest for the settle time, if nothing more changes."""
        wait_ms = round(settle_ms * SLIDE_FACTOR) if self.slid else settle_ms
        unread = self.readers & self.closed & ~self.tagged
        lifted = (at_ms + LIFT_MS for at_ms in self.lifting.values())
        changed = [max(self.since.values()) + wait_ms] if self.since else []
        longer = (self._rests_at_ms(site, wait_ms) for site in self.since if (self.weak | unread) >> site & 1)
        return max([self.moved_ms + settle_ms, *changed, *longer, *lifted])

    def _rests_at_ms(self, site: int, wait_ms: int) -> int:
        """When an unread or a weak site will have been at rest, which may have to rest longer than others. A
        weak one that is open now may soon be trusted."""
        if self.readers & self.closed & ~self.tagged & 1 << site:
            wait_ms = max(wait_ms, READ_MS)
        if not self.weak >> site & 1:
            return self.since[site] + wait_ms
        weak_ms = max(wait_ms, WEAK_SETTLE_MS)
        rests_ms = self.since[site] + weak_ms
        if self.closed >> site & 1:
            return rests_ms
        doubt_ms = 1 if self.held >> site & 1 else weak_ms
        return max(rests_ms, dict(self.changes).get(site, 0) + WEAK_GAP_MS + doubt_ms)

    def _noted(self, before: int, now_ms: int) -> Tracker:
        """The tracker with the difference between two frames recorded, site by site."""
        since = dict(self.since)
        moved_ms, slid = self.moved_ms, self.slid
        for site in sites_in(before ^ self.board):
            left_ms = since.pop(site, None)
            if left_ms is None:  # a weak site has opened when its magnet went, not when that was believed
                is_weak = self.weak >> site & 1 and not self.closed >> site & 1
                since[site] = dict(self.changes).get(site, now_ms) if is_weak else now_ms
            elif now_ms - left_ms > BLIP_MS:
                moved_ms = now_ms
            slid = slid or self._is_sliding(site, now_ms)
        return replace(self, since=since, moved_ms=moved_ms, slid=slid)

    def _is_sliding(self, site: int, now_ms: int) -> bool:
        """Whether a neighbour has just changed the other way: one piece passes from one to the other."""
        is_closed = self.closed >> site & 1
        latest = takewhile(lambda change: now_ms - change[1] <= SLIDE_MS, reversed(self.changes))
        return any(
            self.closed >> other & 1 != is_closed and adjacent(self.grid, site, other) for other, _ in latest
        )

    def _weakened(self, toggling: int, now_ms: int) -> Tracker:
        """The tracker with these sites weak too, and without those that have kept their state."""
        if not self.weak | toggling:
            return self
        last = dict(self.changes)
        weak = held = 0
        for site in sites_in(self.weak | toggling):
            quiet_ms = now_ms - last.get(site, now_ms - WEAK_REST_MS)
            if quiet_ms < WEAK_REST_MS:
                weak |= 1 << site
            if quiet_ms < WEAK_GAP_MS:
                held |= 1 << site
        if weak == self.weak and held == self.held:
            return self
        new = [site for site in sites_in(weak & ~self.weak) if site in self.since]
        return replace(self, weak=weak, held=held, since={**self.since, **dict.fromkeys(new, now_ms)})


def adjacent(grid: Grid, one: int, other: int) -> bool:
    """Whether two different sites touch, by a side or a corner."""
    if one >= grid.size or other >= grid.size:
        return False  # a tag reader lies apart
    columns = grid.columns
    is_near = abs(one // columns - other // columns) <= 1 and abs(one % columns - other % columns) <= 1
    return is_near and one != other


def _toggling(changes: tuple[tuple[int, int], ...], among: int) -> int:
    """The sites among these that have changed more often than a hand could."""
    return sum(1 << site for site in sites_in(among) if _is_toggling([at for s, at in changes if s == site]))


def _is_toggling(times_ms: list[int]) -> bool:
    """Whether changes of one site at these times, the last being now, are too many."""
    if len(times_ms) < WEAK_CHANGES[0][0]:  # the fewest
        return False
    counted = [at for before, at in pairwise([-JUMP_MS, *times_ms]) if at - before >= JUMP_MS]
    return any(
        sum(times_ms[-1] - at < window_ms for at in counted) >= number for number, window_ms in WEAK_CHANGES
    )


def is_pushed(grid: Grid, changed_ms: Mapping[int, int], left: int, came: int) -> bool:
    """Whether a piece was pushed from one site to the next: it arrived there when it left the other.

    `changed_ms` are the times at which sites changed.
    """
    if left not in changed_ms or came not in changed_ms or not adjacent(grid, left, came):
        return False
    return abs(changed_ms[came] - changed_ms[left]) <= SLIDE_MS
