"""What a change of the board means: one action, several, a takeback, or nothing that the rules know. Pure.

The board at rest is compared with the position. Every way in which legal actions lead from the position to
exactly this board is found; the order in which pieces moved decides between ways that only the order tells
apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from typing import Any

from controller.play import Play
from controller.tracker import adjacent
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

    `premature` are the sites of pieces that were set too early and are not understood yet.
    """

    back: int
    actions: tuple[Action, ...]
    premature: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on a table at rest.

    `closed` are the sites that hold a piece, `since` when sites changed, where that was seen; `kinds` the
    pieces that were read, and `lifted` the sites whose pieces were off the board together. With `is_dark` the
    change was made while nobody looked: then nothing is taken back on its word alone.
    """

    closed: int
    since: Mapping[int, int] = field(default_factory=dict)
    kinds: Mapping[int, str] = field(default_factory=dict)
    lifted: int = 0
    is_dark: bool = False


def read(play: Play, board: Board) -> tuple[Reading, ...]:
    """The ways to understand a board that differs from the position; none if no rule explains it."""
    reached = _reached(play, board)
    found = _readings(reached)
    if found or board.is_dark:
        return found
    if play.table.takes_back_by_hand:
        found = _takeback(play, board) or _mended_turn(play, board)
    return found or _all_but_the_latest(play, board, reached)


def crooked_pairs(play: Play, board: Board) -> list[tuple[int, int]]:
    """The neighbouring superfluous sites that closed at one time: a piece that stands on both."""
    extra = sites_in(_extra(play, board))
    return [
        (one, other)
        for index, one in enumerate(extra)
        for other in extra[index + 1 :]
        if _is_one_piece(play, one, other, board.since)
    ]


def _extra(play: Play, board: Board) -> int:
    """The sites with pieces that the position does not have there."""
    return play.differing(board.closed, board.kinds) & board.closed


def _is_one_piece(play: Play, one: int, other: int, since: Mapping[int, int]) -> bool:
    if one not in since or other not in since:
        return False
    return adjacent(play.table.grid, one, other) and abs(since[one] - since[other]) <= ONE_PIECE_MS


def _takeback(play: Play, board: Board) -> tuple[Reading, ...]:
    """The fewest plies whose takeback leaves exactly this board.

    A sleeve that sweeps pieces away leaves an earlier board too, at once or while they are put back. So no
    other piece may have been off the board with these, and of several turns the last must have gone first.
    """
    if board.lifted & ~play.differing(board.closed, board.kinds):
        return ()
    for back in range(1, _by_hand(play) + 1):
        if not play.back(back).differing(board.closed, board.kinds):
            return (Reading(back, ()),) if _is_last_first(play, back, board) else ()
    return ()


def _by_hand(play: Play) -> int:
    """How many of the last plies hands can take back."""
    return sum(1 for _ in takewhile(lambda ply: play.is_by_hand(ply.action), reversed(play.plies)))


def _is_last_first(play: Play, back: int, board: Board) -> bool:
    """Whether the pieces of the last plies were taken back turn by turn."""
    moved: dict[int, int] = {}
    turn, actor = 0, play.plies[-1].actor
    differing = play.differing(board.closed, board.kinds)
    for index in range(len(play.plies) - 1, len(play.plies) - 1 - back, -1):
        ply = play.plies[index]
        turn, actor = turn + (ply.actor != actor), ply.actor
        before = play.plies[index - 1].closed if index else play.table.closed(play.start)
        for site in sites_in((before ^ ply.closed) & differing):
            at_ms = board.since.get(site, 0)
            moved[turn] = min(moved.get(turn, at_ms), at_ms)
    times = list(moved.values())
    return all(one < other for one, other in pairwise(times))


def _mended_turn(play: Play, board: Board) -> tuple[Reading, ...]:
    """The last turn played otherwise: its pieces were moved on before the next player acted."""
    length = play.turn_length
    if not play.closed & ~board.closed or not length:
        return ()
    return _readings(_reached(play.back(length), board), back=length)


def _all_but_the_latest(play: Play, board: Board, reached: _Reached) -> tuple[Reading, ...]:
    """What was played before a piece was set too early: before a required park, say. The rest must wait."""
    since = board.since
    extra = sorted(sites_in(_extra(play, board)), key=lambda site: since.get(site, 0))
    premature = 0
    for before, site in zip(reversed(extra[:-1]), reversed(extra), strict=False):
        premature |= 1 << site
        if since.get(site, 0) - since.get(before, 0) > ONE_PIECE_MS:
            readings = _readings(reached, unexplained=premature)
            if len(readings) == 1:
                return (Reading(0, readings[0].actions, premature),)
    return ()


def _readings(reached: _Reached, back: int = 0, unexplained: int = 0) -> tuple[Reading, ...]:
    """The ways by which a search has reached the board, but for the sites that it leaves unexplained."""
    return tuple(Reading(back, actions) for actions in reached.get(unexplained, {}).values())


def _reached(play: Play, board: Board) -> _Reached:
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


_Reached = dict[int, dict[Position[Any], tuple[Action, ...]]]
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
        self.reached: _Reached = {0: {}}

    def grow(self, position: Position[Any], actions: tuple[Action, ...], turn: _Turn) -> None:
        """Look at a position that these actions reach, the last of them in this turn."""
        here = (position, turn)
        self.steps += 1
        if turn.first_ms < turn.before_ms or here in self._visited or self._is_enough:
            return
        self._visited.add(here)
        left = self._table.differing(position, self._board.closed, self._board.kinds)
        self.reached.setdefault(left, {}).setdefault(position, actions)
        if self._is_too_late(left, turn):
            return
        for at_ms, action in self._ways(position, left):
            after, _ = position.after(action)
            self.grow(after, (*actions, action), turn.next(position.turn, at_ms))

    def _ways(self, position: Position[Any], left: int) -> list[tuple[int, Action]]:
        """The actions that bring the board nearer, with the times of their moves, the earliest first."""
        missing, extra = left & self._table.closed(position), left & self._board.closed
        ways = []
        for action in self._table.readings(position, missing, extra, self._board.kinds):
            sites = self._table.touched(position, action)
            if not self._is_crooked(extra, sites):
                moved = (self._board.since.get(site, 0) for site in sites_in(sites))
                ways.append((max(moved, default=0), action))
        return sorted(ways, key=lambda way: way[0])

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
