"""The search for legal actions that lead from a position to a board. Pure.

All ways forward are tried in which the players moved in turn, as far as the order of their pieces was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.play import Play
from engines.game import Action, Position
from hardware.ports import sites_in

MOST_READINGS = 64
"""The search stops here: nobody can be asked to choose among more."""

MOST_STEPS = 250
"""A search that has tried so many actions gives up, and the board is mended piece by piece. Six towers lifted
at once take 193; boards that nobody saw change, or whose pieces can mean many things, could take millions."""

ONE_PIECE_MS = 80
"""Neighbouring sites that close within this time are one crooked piece, not two that were set."""

LONG_AGO = -1
"""Before anything that was seen: when the turn began that the position is in."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand the board: so many plies taken back, then these actions.

    `premature` are the sites of pieces that were set too early and are not understood yet. Of a way that
    `is_doubtful` people are asked even where there is no other.
    """

    back: int
    actions: tuple[Action, ...]
    premature: int = 0
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on a table at rest.

    `closed` are the sites that hold a piece, `since` when sites changed, where that was seen; `kinds` the
    pieces that were read, and `lifted` the sites whose pieces were off the board together. With `is_dark` the
    change was made while nobody looked: then nothing is taken back on its word alone. `acted_ms` is when the
    last action was read.
    """

    closed: int
    since: Mapping[int, int] = field(default_factory=dict)
    kinds: Mapping[int, str] = field(default_factory=dict)
    lifted: int = 0
    is_dark: bool = False
    acted_ms: int = 0


def crooked_pairs(play: Play, board: Board) -> list[tuple[int, int]]:
    """The neighbouring superfluous sites that closed at one time: a piece that stands on both."""
    extra = sites_in(extra_sites(play, board))
    return [
        (one, other)
        for index, one in enumerate(extra)
        for other in extra[index + 1 :]
        if _is_one_piece(play, one, other, board.since)
    ]


def extra_sites(play: Play, board: Board) -> int:
    """The sites with pieces that the position does not have there."""
    return play.differing(board.closed, board.kinds) & board.closed


def _is_one_piece(play: Play, one: int, other: int, since: Mapping[int, int]) -> bool:
    if one not in since or other not in since:
        return False
    is_at_once = abs(since[one] - since[other]) <= ONE_PIECE_MS
    return is_at_once and play.table.may_be_one_piece(play.position, one, other)


def ways_to(reached: Reached, back: int = 0, unexplained: int = 0) -> tuple[Reading, ...]:
    """The ways by which a search has reached the board, but for the sites that it leaves unexplained."""
    return tuple(Reading(back, actions) for actions in reached.get(unexplained, {}).values())


def reached_from(play: Play, board: Board) -> Reached:
    """What actions reach on the way from the play's position to the board, in orders that fit what was
    seen."""
    if play.differing(board.closed, board.kinds).bit_count() > play.table.most_changes:
        return {}
    search = _Search(play, board)
    search.grow(play.position, (), _Turn(play.plies[-1].actor if play.plies else None, LONG_AGO, LONG_AGO))
    return search.reached if search.steps <= MOST_STEPS else {}


@dataclass(frozen=True, slots=True)
class _Turn:
    """Whose turn it is in a search, when its first piece moved, and when that of the turn before it did."""

    actor: str | None
    first_ms: int
    before_ms: int

    def next(self, actor: str | None, at_ms: int) -> _Turn:
        """The turn after one more action."""
        if actor == self.actor:
            return _Turn(actor, min(self.first_ms, at_ms), self.before_ms)
        return _Turn(actor, at_ms, self.first_ms)


Reached = dict[int, dict[Position[Any], tuple[Action, ...]]]
"""What a search came to: the sites left unexplained, and for them the positions and one way to each."""


class _Search:
    """All ways forward to a board in which the players moved in turn. Ways to equal positions are one.

    Within a turn the pieces may have been set in any order: a park before the house that calls for it.
    """

    def __init__(self, play: Play, board: Board) -> None:
        self._table = play.table
        self._board = board
        differing = play.differing(board.closed, board.kinds)
        self._changes = [(site, board.since.get(site, 0)) for site in sites_in(differing)]
        self._crooked = [1 << one | 1 << other for one, other in crooked_pairs(play, board)]
        self._visited: set[tuple[Position[Any], _Turn]] = set()
        self.steps = 0
        self.reached: Reached = {0: {}}

    def grow(
        self, position: Position[Any], actions: tuple[Action, ...], turn: _Turn, made: int | None = None
    ) -> None:
        """Look at a position that these actions reach, the last of them in this turn.

        `made` are the sites that the last action's own moves leave to be explained. The position after it may
        lie otherwise: what it changes besides is asked for afterwards.
        """
        here = (position, turn)
        self.steps += 1
        if turn.first_ms < turn.before_ms or here in self._visited or self._is_enough:
            return
        self._visited.add(here)
        left = self._table.differing(position, self._board.closed, self._board.kinds)
        for unexplained in (left, left if made is None else made):
            self.reached.setdefault(unexplained, {}).setdefault(position, actions)
        if self._is_too_late(left, turn):
            return
        for at_ms, action in self._ways(position, left):
            after, _ = position.after(action)
            made = left & ~self._table.touched(position, action)
            self.grow(after, (*actions, action), turn.next(position.turn, at_ms), made)

    def _ways(self, position: Position[Any], left: int) -> list[tuple[int, Action]]:
        """The actions that bring the board nearer, with the times of their moves, the earliest first."""
        missing, extra = left & self._table.closed(position), left & self._board.closed
        ways = []
        for action in self._table.readings(position, missing, extra, self._board.kinds):
            sites = self._table.touched(position, action)
            if not self._is_crooked(extra, sites):
                moved = (self._board.since.get(site, 0) for site in sites_in(sites))
                ways.append((max(moved, default=0), action))
        ways.sort(key=lambda way: way[0])
        if ways and self._table.is_order_free(position):
            first = self._table.touched(position, ways[0][1])
            return [way for way in ways if self._table.touched(position, way[1]) == first]
        return self._of_the_earliest(position, extra, ways)

    def _of_the_earliest(
        self, position: Position[Any], extra: int, ways: list[tuple[int, Action]]
    ) -> list[tuple[int, Action]]:
        """Of ways by large pieces those that explain a site that closed first: turns come one by one."""
        if not extra or not self._table.has_large_pieces(position):
            return ways
        since = self._board.since
        first_ms = min(since.get(site, 0) for site in sites_in(extra))
        first = sum(1 << site for site in sites_in(extra) if since.get(site, 0) - first_ms <= ONE_PIECE_MS)
        return [way for way in ways if self._table.touched(position, way[1]) & first]

    @property
    def _is_enough(self) -> bool:
        return len(self.reached[0]) >= MOST_READINGS or self.steps > MOST_STEPS

    def _is_too_late(self, left: int, turn: _Turn) -> bool:
        """Whether a site changed before the last turn began and is not explained yet: no later turn can be
        its."""
        return self._table.is_one_site_an_action and any(
            left >> site & 1 and at_ms < turn.before_ms for site, at_ms in self._changes
        )

    def _is_crooked(self, extra: int, sites: int) -> bool:
        """Whether one piece covers a new site of an action and another new site."""
        return any(pair & sites & extra and pair & ~sites for pair in self._crooked)
