"""The search for actions that lead from a position to a board, in orders consistent with the observed times.
Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from controller.model.tracker import adjacent
from controller.referee.play import Play
from engines.game import Action, Position
from hardware.ports import sites_in

ONE_PIECE_MS = 80
"""Neighbouring sites that close within this time are one tilted piece, not two pieces."""

PAUSE_MS = 250
"""The pause of a hand between setting two pieces."""

TOGETHER_MS = 50
"""The order of two pieces that moved within this time is unknown."""

MOST_WAYS = 64
"""The most ways by large pieces that are tried after each first one."""

LONG_AGO = -1_000_000
"""Before any observation."""

Reached = dict[int, dict[Position[Any], tuple[Action, ...]]]
"""The result of a search: the unexplained sites, and for them the positions and one way to each."""


@dataclass(frozen=True, slots=True)
class Returning:
    """Pieces that hands have taken back and that may return to their spots: their identities, by site, and
    the number of plies then."""

    plies: int = 0
    kinds: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardAtRest:
    """The state of a table at rest.

    `closed` are the sites that hold a piece, `since` when sites changed, if that was observed; `kinds` the
    identified pieces. `lifted` are the sites whose pieces were off the board together: a sleeve that sweeps
    pieces away may leave an earlier board too, at once or while they are put back, so nothing is taken back
    while some of them have returned. Nor is it with `is_dark`, when the change was unobserved. `acted_ms` is
    the time of the last action, `returning` the pieces that hands have taken back last.
    """

    closed: int
    since: Mapping[int, int] = field(default_factory=dict)
    kinds: Mapping[int, str] = field(default_factory=dict)
    lifted: int = 0
    is_dark: bool = False
    acted_ms: int = 0
    returning: Returning = field(default_factory=Returning)

    def differing(self, play: Play) -> int:
        """The sites that differ from a play's position."""
        return play.differing(self.closed, self.kinds)

    def superfluous(self, play: Play) -> int:
        """The sites with pieces that a play's position does not have."""
        return self.differing(play) & self.closed


def reach(
    play: Play, board: BoardAtRest, order: PieceOrder, patience: Patience, *, is_whole: bool = True
) -> Reached:
    """The result of a search for actions from the play's position to the board, in this order; nothing if the
    search gives up. Unless the board `is_whole`, a part of it may remain unexplained."""
    differing = board.differing(play)
    if differing.bit_count() > play.table.most_changes:
        return {}
    search = _Search(play, board, differing, order, patience, is_whole=is_whole)
    search.begin()
    return {} if patience.is_over else search.reached


@dataclass(slots=True)
class Patience:
    """The remaining number of actions to try for one board, in all its searches."""

    steps: int

    @property
    def is_over(self) -> bool:
        """Whether the search for the board is given up."""
        return self.steps < 0


class PieceOrder(Enum):
    """The orders of pieces that a search allows, the strictest first.

    `AS_SEEN`: each action after the one before. `TURN_BY_TURN`: any order within a turn, one player after the
    other. `BEGUN_IN_TURN`: a player may still set a park while the next has begun. `ENDED_LATE`: the turn
    that the position is in may be ended by pieces that came after others.
    """

    AS_SEEN = "as seen"
    TURN_BY_TURN = "turn by turn"
    BEGUN_IN_TURN = "begun in turn"
    ENDED_LATE = "ended late"


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn in a search: its player, the times of its first and last piece, and its earliest start."""

    actor: str | None
    first_ms: int
    last_ms: int
    before_ms: int

    def next(self, actor: str | None, at_ms: int, order: PieceOrder) -> _Turn:
        """The turn after one more action."""
        if actor == self.actor and order is not PieceOrder.AS_SEEN:
            return _Turn(actor, min(self.first_ms, at_ms), max(self.last_ms, at_ms), self.before_ms)
        is_strict = order in (PieceOrder.AS_SEEN, PieceOrder.TURN_BY_TURN)
        return _Turn(actor, at_ms, at_ms, self.last_ms if is_strict else self.first_ms)


class _Search:
    """All ways forward to a board in which the players moved in turn. Ways to equal positions count as one.

    Within a turn the pieces may have been set in any order, such as a park before the house that requires it.
    """

    def __init__(
        self,
        play: Play,
        board: BoardAtRest,
        differing: int,
        order: PieceOrder,
        patience: Patience,
        *,
        is_whole: bool,
    ) -> None:
        self._patience = patience
        self._is_pruned = is_whole and play.table.is_one_site_an_action
        self._play = play
        self._board = board
        self._differing = differing
        self._order = order
        self._changes = [(site, board.since.get(site, 0)) for site in sites_in(differing)]
        self._crooked = [1 << one | 1 << other for one, other in crooked_pairs(play, board)]
        self._visited: dict[Position[Any], list[_Turn]] = {}
        self._enough = 0
        self.reached: Reached = {0: {}}

    def begin(self) -> None:
        """Search from the play's position."""
        play = self._play
        is_begun = self._order is PieceOrder.ENDED_LATE and bool(play.plies)
        is_large = play.table.has_large_pieces(play.position)
        turn = _Turn(play.plies[-1].actor if is_begun else None, LONG_AGO, LONG_AGO, LONG_AGO)
        differing = self._differing
        for at_ms, action in self._ways(play.position, differing):
            # After each first action two ways on are enough: then it is known that there are several. Of ways
            # by large pieces those by the fewest are sought, and these may come last.
            self._enough = len(self.reached[0]) + (MOST_WAYS if is_large else 2)
            self._try(play.position, differing, action, (), self._next(turn, play.position, action, at_ms))

    def _next(self, turn: _Turn, position: Position[Any], action: Action, at_ms: int) -> _Turn:
        if self._play.table.is_simultaneous(position):
            at_ms, turn = LONG_AGO, replace(turn, first_ms=LONG_AGO, last_ms=LONG_AGO)
        return turn.next(self._play.table.actor(position, action), at_ms, self._order)

    def _try(
        self,
        before: Position[Any],
        differing: int,
        action: Action,
        actions: tuple[Action, ...],
        turn: _Turn,
    ) -> None:
        """Explore the position after one more action of this turn. `differing` are the sites where the board
        differs from the position before.

        The position may change more than the action's own moves: the rest is requested afterwards.
        """
        if turn.first_ms < turn.before_ms - TOGETHER_MS or self._is_enough:
            return
        self._patience.steps -= 1
        position, _ = before.after(action)
        actions = (*actions, action)
        turns = self._visited.setdefault(position, [])
        if turn in turns:
            return
        table = self._play.table
        left = table.differing(position, self._board.closed, self._board.kinds)
        if not turns:
            for unexplained in {left, differing & ~table.touched(before, action)}:
                self.reached.setdefault(unexplained, {}).setdefault(position, actions)
        turns.append(turn)
        if not left or self._is_too_late(left, turn):
            return
        for at_ms, action in self._ways(position, left):
            self._try(position, left, action, actions, self._next(turn, position, action, at_ms))

    def _ways(self, position: Position[Any], left: int) -> list[tuple[int, Action]]:
        """The actions that reduce the difference, with the times of their moves, the earliest first."""
        table, since = self._play.table, self._board.since
        if table.is_order_free(position):
            for site in sorted(sites_in(left), key=lambda site: since.get(site, 0)):
                if ways := self._ways_by(position, left, 1 << site):
                    return ways
            return []
        ways = self._ways_by(position, left, left)
        ways.sort(key=lambda way: way[0])
        return self._of_the_earliest(position, left & self._board.closed, ways)

    def _ways_by(self, position: Position[Any], left: int, sites: int) -> list[tuple[int, Action]]:
        """The actions whose pieces lie on these of the unexplained sites."""
        table, since, board = self._play.table, self._board.since, self._board
        ways = []
        extra = left & board.closed
        for action in table.readings(
            position, sites & table.closed(position), sites & board.closed, board.kinds
        ):
            touched = table.touched(position, action)
            if not self._is_crooked(extra, touched):
                moved_ms = max((since.get(site, 0) for site in sites_in(touched)), default=0)
                ways.append((moved_ms, action))
        return ways

    def _of_the_earliest(
        self, position: Position[Any], extra: int, ways: list[tuple[int, Action]]
    ) -> list[tuple[int, Action]]:
        """Of ways by large pieces those that explain a site that closed first: turns come one by one. An
        identified piece is its player's, whenever it came."""
        table, since = self._play.table, self._board.since
        if not extra or not table.has_large_pieces(position):
            return ways
        first_ms = min(since.get(site, 0) for site in sites_in(extra))
        first = sum(1 << site for site in sites_in(extra) if since.get(site, 0) - first_ms <= ONE_PIECE_MS)
        read = sum(1 << site for site in self._board.kinds)
        touched = [(way, table.touched(position, way[1])) for way in ways]
        return [way for way, sites in touched if sites & first or not sites & ~read]

    @property
    def _is_enough(self) -> bool:
        return len(self.reached[0]) >= self._enough or self._patience.is_over

    def _is_too_late(self, left: int, turn: _Turn) -> bool:
        """Whether an unexplained site changed before the last turn began: no later turn can explain it."""
        return self._is_pruned and any(
            left >> site & 1 and at_ms < turn.before_ms - TOGETHER_MS for site, at_ms in self._changes
        )

    def _is_crooked(self, extra: int, sites: int) -> bool:
        """Whether one tilted piece covers a new site of an action and another new site."""
        return any(pair & sites & extra and pair & ~sites for pair in self._crooked)


def crooked_pairs(play: Play, board: BoardAtRest) -> list[tuple[int, int]]:
    """The neighbouring superfluous sites that closed at one time: a piece that stands on both."""
    extra = sites_in(board.superfluous(play))
    return [
        (one, other)
        for index, one in enumerate(extra)
        for other in extra[index + 1 :]
        if _is_one_piece(play, one, other, board.since)
    ]


def _is_one_piece(play: Play, one: int, other: int, since: Mapping[int, int]) -> bool:
    if one not in since or other not in since:
        return False
    is_at_once = abs(since[one] - since[other]) <= ONE_PIECE_MS
    return is_at_once and play.table.may_be_one_piece(play.position, one, other)


def overhanging(play: Play, board: BoardAtRest) -> int:
    """The sites beside the printed board that a new piece of several squares covers, lying across its
    edge."""
    beside = sites_in(board.closed & ~play.table.ground & play.table.grid.all_sites)
    if not beside or not play.table.has_large_pieces(play.position):
        return 0
    since, extra = board.since, sites_in(board.superfluous(play))
    return sum(
        1 << site
        for site in beside
        if site in since
        and any(
            adjacent(play.table.grid, site, other) and abs(since.get(other, 0) - since[site]) <= PAUSE_MS
            for other in extra
        )
    )
