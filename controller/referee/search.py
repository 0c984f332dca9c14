"""The search for actions that lead from a position to a board, in orders consistent with the observed times.
Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple

from controller.model.tracker import adjacent
from controller.referee.play import Play
from controller.tables.lazy import Lazy
from engines.game import Action, Position
from engines.record import record
from hardware.ports import sites_in

ONE_PIECE_MS = 80
"""Neighbouring sites that close within this time are one tilted piece, not two pieces."""

PAUSE_MS = 250
"""The pause of a hand between setting two pieces."""

TOGETHER_MS = 50
"""The order of two pieces that moved within this time is unknown."""

ENOUGH = 2
"""The ways on after a first action that show that there are several. Of ways by large pieces those by the
fewest are sought, and these may come last: all are tried."""

LONG_AGO = -1_000_000
"""Before any observation."""

Reached = dict[int, list[tuple[Action, ...]]]
"""The result of a search: the unexplained sites, and for them one way to each of the positions."""


@record
class Returning:
    """Pieces that hands have taken back and that may return to their spots: their identities, by site, the
    number of plies that were left, and that number with the later ones that stood again."""

    plies: int = 0
    since: int = 0
    kinds: Mapping[int, str] = field(default_factory=dict)


@record
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
    _differing: list[tuple[Play, int]] = field(init=False, compare=False, repr=False)
    """The sites that differ, for each play that was asked about."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_differing", [])

    def differing(self, play: Play) -> int:
        """The sites that differ from a play's position."""
        for known, sites in self._differing:
            if known is play:
                return sites
        sites = play.differing(self.closed, self.kinds)
        self._differing.append((play, sites))
        return sites

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
    is_pruned = is_whole and play.table.is_one_site_an_action
    same = (one for one in patience.searches if one.finds_the_same(play, board, order, is_pruned=is_pruned))
    search = next(same, None)
    if search is not None:
        patience.steps -= search.steps
    else:
        search = _Search(patience.paths(play, board), order, patience, is_pruned=is_pruned)
        search.begin()
    return {} if patience.is_over else search.reached


@dataclass(slots=True)
class Patience:
    """The remaining number of actions to try for one board, in all its searches, and the finished ones. They
    share their knowledge of positions."""

    steps: int
    searches: list[_Search] = field(default_factory=list)
    known: list[_Paths] = field(default_factory=list)

    def anew(self, steps: int) -> Patience:
        """Other patience for the same board."""
        return Patience(steps, self.searches, self.known)

    def paths(self, play: Play, board: BoardAtRest) -> _Paths:
        """The ways from a play to a board."""
        found = next((one for one in self.known if one.play is play and one.board is board), None)
        if found is None:
            found = _Paths(play, board)
            self.known.append(found)
        return found

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


class _Turn(NamedTuple):
    """A turn in a search: its player, the times of its first and last piece, and its earliest start."""

    actor: str | None
    first_ms: int
    last_ms: int
    before_ms: int

    def next(self, actor: str | None, at_ms: int, order: PieceOrder) -> _Turn:
        """The turn after one more action."""
        own, first_ms, last_ms, before_ms = self
        if actor == own and order is not PieceOrder.AS_SEEN:
            return _Turn(actor, min(first_ms, at_ms), max(last_ms, at_ms), before_ms)
        is_strict = order is PieceOrder.AS_SEEN or order is PieceOrder.TURN_BY_TURN
        return _Turn(actor, at_ms, at_ms, last_ms if is_strict else first_ms)


class _Node:
    """A position on the way to a board, with the sites where the board differs from it."""

    __slots__ = ("is_simultaneous", "left", "position", "ways")

    def __init__(self, position: Position[Any], left: int, *, is_simultaneous: bool) -> None:
        self.position = position
        self.left = left
        self.is_simultaneous = is_simultaneous
        self.ways: Sequence[_Way] | None = None
        """The ways on from here, once they are known."""


class _Way:
    """An action that reduces the difference, its player, the time of its last move, and the sites that it
    touches."""

    __slots__ = ("action", "actor", "at_ms", "then", "touched")

    def __init__(self, action: Action, actor: str | None, at_ms: int, touched: int) -> None:
        self.action = action
        self.actor = actor
        self.at_ms = at_ms
        self.touched = touched
        self.then: _Node | None = None
        """The position after it, once it is known."""


_moved_ms, _actor = attrgetter("at_ms"), attrgetter("actor")


class _Paths:
    """All positions met on the way from a play to a board, each once, and the ways between them. They do not
    depend on the order of pieces, so all searches share them."""

    def __init__(self, play: Play, board: BoardAtRest) -> None:
        self.play, self.board = play, board
        self._table = play.table
        self._crooked = [1 << one | 1 << other for one, other in crooked_pairs(play, board)]
        self._read = sum(1 << site for site in board.kinds)
        self._times: dict[int, int] = {}
        self._nodes: dict[Position[Any], _Node] = {}
        self.start = self._node(play.position)

    def _node(self, position: Position[Any]) -> _Node:
        node = self._nodes.get(position)
        if node is None:
            left = self._table.differing(position, self.board.closed, self.board.kinds)
            node = _Node(position, left, is_simultaneous=self._table.is_simultaneous(position))
            self._nodes[position] = node
        return node

    def after(self, node: _Node, way: _Way) -> _Node:
        """The position after a way."""
        then = way.then
        if then is None:
            position, _ = node.position.after(way.action)
            then = way.then = self._node(position)
        return then

    def ways(self, node: _Node) -> Sequence[_Way]:
        """The actions that reduce the difference, with the times of their moves, the earliest first."""
        ways = node.ways
        if ways is None:
            ways = node.ways = self._ways(node.position, node.left)
        return ways

    def _ways(self, position: Position[Any], left: int) -> Sequence[_Way]:
        since = self.board.since
        if self._table.is_order_free(position):
            for site in sorted(sites_in(left), key=lambda site: since.get(site, 0)):
                if one := Lazy(self._ways_by(position, left, 1 << site)):
                    return one
            return ()
        ways = self._ways_by(position, left, left)
        return sorted(ways, key=_moved_ms) if since else Lazy(ways)

    def _ways_by(self, position: Position[Any], left: int, sites: int) -> Iterator[_Way]:
        """The actions whose pieces lie on these of the unexplained sites."""
        table, board = self._table, self.board
        extra = left & board.closed
        first = self._earliest(position, extra)
        missing = sites & table.closed(position)
        for action in table.candidates(position, missing, sites & board.closed, board.kinds):
            touched = table.touched(position, action)
            if first and not touched & first and touched & ~self._read:
                continue
            if self._crooked and self._is_crooked(extra, touched):
                continue
            at_ms = self._times.get(touched)
            if at_ms is None:
                at_ms = self._times[touched] = self._moved_ms(touched)
            yield _Way(action, table.actor(position, action), at_ms, touched)

    def _moved_ms(self, touched: int) -> int:
        """The time of the last change of these sites."""
        since = self.board.since
        return max([since.get(site, 0) for site in sites_in(touched)], default=0)

    def _earliest(self, position: Position[Any], extra: int) -> int:
        """If pieces are large, the sites that closed first: an action must explain one of them, because turns
        come one by one. Identified pieces need not, each is its player's. 0 if any action will do."""
        since = self.board.since
        if not extra or not since or not self._table.has_large_pieces(position):
            return 0
        times = [(since.get(site, 0), site) for site in sites_in(extra)]
        last_ms = min(times)[0] + ONE_PIECE_MS
        return sum(1 << site for at_ms, site in times if at_ms <= last_ms)

    def _is_crooked(self, extra: int, sites: int) -> bool:
        """Whether one tilted piece covers a new site of an action and another new site."""
        return any(pair & sites & extra and pair & ~sites for pair in self._crooked)


class _Search:
    """All ways forward to a board in which the players moved in turn. Ways to equal positions count as one.

    Within a turn the pieces may have been set in any order, such as a park before the house that requires it.
    """

    def __init__(self, paths: _Paths, order: PieceOrder, patience: Patience, *, is_pruned: bool) -> None:
        self._patience = patience
        self._is_pruned = is_pruned
        self._paths = paths
        self._order = order
        self._is_large = paths.play.table.has_large_pieces(paths.play.position)
        since = paths.board.since
        self._changes = [(1 << site, since.get(site, 0)) for site in sites_in(paths.start.left)]
        self._visited: dict[_Node, set[_Turn]] = {}
        self._enough = 0
        self._is_turn_longer = False
        self.steps = 0
        self.reached: Reached = {0: []}

    def finds_the_same(self, play: Play, board: BoardAtRest, order: PieceOrder, *, is_pruned: bool) -> bool:
        """Whether another search would find the same: if no turn here has a second action, nor continues the
        last one, all orders are one."""
        paths = self._paths
        is_same = paths.play is play and paths.board is board and self._is_pruned == is_pruned
        return is_same and (self._order is order or not self._is_turn_longer)

    def begin(self) -> None:
        """Search from the play's position."""
        play, start, patience = self._paths.play, self._paths.start, self._patience.steps
        last = play.plies[-1].actor if play.plies else None
        turn = _Turn(last if self._order is PieceOrder.ENDED_LATE else None, LONG_AGO, LONG_AGO, LONG_AGO)
        ways = self._paths.ways(start)
        for some in (ways,) if self._is_large else zip(ways, strict=True):
            if self._patience.is_over:
                break
            self._enough = len(self.reached[0]) + ENOUGH
            self._try(some, start, (), turn)
        self.steps = patience - self._patience.steps
        if not self._patience.is_over:
            self._is_turn_longer |= last in map(_actor, ways)
            self._patience.searches.append(self)

    def _try(self, ways: Sequence[_Way], before: _Node, actions: tuple[Action, ...], turn: _Turn) -> None:
        """Explore the positions after one more action of this turn or the next.

        A position may change more than the action's own moves: the rest is requested afterwards.
        """
        reached = self.reached
        for way, then in self._to_try(ways, before, turn):
            node = self._paths.after(before, way)
            turns = self._visited.get(node)
            if turns is None:
                turns = self._visited[node] = set()
            elif then in turns:
                continue
            made = (*actions, way.action)
            if not turns:
                for unexplained in {node.left, before.left & ~way.touched}:
                    reached.setdefault(unexplained, []).append(made)
            turns.add(then)
            if node.left and not self._is_too_late(node.left, then):
                self._try(self._paths.ways(node), node, made, then)

    def _to_try(self, ways: Sequence[_Way], before: _Node, turn: _Turn) -> Iterator[tuple[_Way, _Turn]]:
        """The ways, each with its turn, until there are enough or patience is over. By large pieces all are
        tried: if they are too many, nothing is."""
        patience, whole = self._patience, self.reached[0]
        possible: Iterable[tuple[_Way, _Turn]] = self._in_order(ways, before, turn)
        if self._is_large:
            possible = list(islice(possible, patience.steps + 1))
            patience.steps -= len(possible)
        for one in possible:
            if not self._is_large:
                if len(whole) >= self._enough:
                    break
                patience.steps -= 1
            if patience.steps < 0:
                break
            yield one

    def _in_order(self, ways: Sequence[_Way], before: _Node, turn: _Turn) -> Iterator[tuple[_Way, _Turn]]:
        """Those of the ways that the order of pieces allows, each with its turn."""
        is_simultaneous = before.is_simultaneous
        if is_simultaneous:
            turn = turn._replace(first_ms=LONG_AGO, last_ms=LONG_AGO)
        for way in ways:
            self._is_turn_longer |= way.actor == turn.actor
            then = turn.next(way.actor, LONG_AGO if is_simultaneous else way.at_ms, self._order)
            if then.first_ms >= then.before_ms - TOGETHER_MS:
                yield way, then

    def _is_too_late(self, left: int, turn: _Turn) -> bool:
        """Whether an unexplained site changed before the last turn began: no later turn can explain it."""
        if not self._is_pruned:
            return False
        first_ms = turn.before_ms - TOGETHER_MS
        return any(left & site for site, at_ms in self._changes if at_ms < first_ms)


def crooked_pairs(play: Play, board: BoardAtRest) -> list[tuple[int, int]]:
    """The neighbouring superfluous sites that closed at one time: a piece that stands on both."""
    since = board.since
    extra = [*filter(since.__contains__, sites_in(board.superfluous(play)))]
    return [
        (one, other)
        for index, one in enumerate(extra)
        for other in extra[index + 1 :]
        if abs(since[one] - since[other]) <= ONE_PIECE_MS
        and play.table.may_be_one_piece(play.position, one, other)
    ]


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
