"""The search for actions that lead from a position to a board, in orders consistent with the observed times.
Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import accumulate, islice
from operator import attrgetter, or_
from types import EllipsisType
from typing import Any

from controller.referee.board_at_rest import LONG_AGO, ONE_PIECE_MS, TOGETHER_MS, BoardAtRest, crooked_pairs
from controller.referee.play import Play
from controller.tables.lazy import Lazy
from engines.game import Action, Position
from hardware.ports import sites_in

ENOUGH = 2
"""The positions after a first action that show that there are several. Of ways by large pieces those by the
fewest are sought, and these may come last: all are tried."""

TOLD_IN_FULL = 4
"""The most changed sites of which a question tells all actions. Of more it tells the first."""

FEW_PIECES = 6
"""The most new pieces of which any may be the wrong one. Of more, only those before the first wrong one are
played: after it the turns may be others'."""

Actions = tuple[Action, ...]
Reached = dict[int, list[Actions]]
"""The result of a search: the unexplained sites, and for them one way to each of the positions; if none are
unexplained, for each first action that makes a difference."""


def reach(
    play: Play, board: BoardAtRest, order: PieceOrder, patience: Patience, *, is_whole: bool = True
) -> Reached:
    """The result of a search for actions from the play's position to the board, in this order; nothing if the
    search gives up. Unless the board `is_whole`, a part of it may remain unexplained."""
    differing = board.differing(play)
    if differing.bit_count() > play.table.most_changes:
        return {}
    is_pruned = is_whole and play.table.is_one_piece_an_action
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


_STRICT = (PieceOrder.AS_SEEN, PieceOrder.TURN_BY_TURN)
"""A turn begins only after the last piece of the one before."""


_Turn = tuple[str | None, int, int, int]
"""A turn in a search: its player, the times of its first and last piece, and its earliest start."""


def _next_turn(turn: _Turn, actor: str | None, at_ms: int, order: PieceOrder) -> _Turn:
    """The turn after one more action."""
    own, first_ms, last_ms, before_ms = turn
    if actor == own and order is not PieceOrder.AS_SEEN:
        return actor, min(first_ms, at_ms), max(last_ms, at_ms), before_ms
    return actor, at_ms, at_ms, last_ms if order in _STRICT else first_ms


class _Node:
    """A position on the way to a board, with the sites where the board differs from it."""

    __slots__ = ("is_simultaneous", "left", "outcomes", "position", "ways")

    def __init__(self, position: Position[Any]) -> None:
        self.position = position
        self.left = 0
        self.is_simultaneous = False
        self.ways: Sequence[_Way] | None = None
        """The ways on from here, once they are known."""
        self.outcomes: Collection[Hashable] | EllipsisType | None = ...
        """See `GameTable.outcomes`, once they are known."""


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
        self._read = sum(map((1).__lshift__, board.kinds))
        self._times: dict[int, int] = {}
        self.rank: dict[Action, int] = {}
        """The actions of the last way found: without times their order is tried first."""
        self._nodes: dict[Position[Any], _Node] = {}
        self.start = self._node(play.position)

    @cached_property
    def hopeless(self) -> int:
        """The new pieces that no action explains."""
        return self._table.hopeless(self.play.position, self.board.superfluous(self.play))

    @cached_property
    def are_few(self) -> bool:
        """Whether the new pieces are so few that any of them may be the wrong one. Those that fit no rule do
        not count, nor is it known of large pieces how many there are."""
        pieces = self.board.superfluous(self.play) & ~self.hopeless
        return not self._table.is_one_piece_an_action or pieces.bit_count() <= FEW_PIECES

    def _node(self, position: Position[Any]) -> _Node:
        new = _Node(position)
        node = self._nodes.setdefault(position, new)  # a position of much detail is hashed only once
        if node is new:
            node.left = self._table.differing(position, self.board.closed, self.board.kinds)
            node.is_simultaneous = self._table.is_simultaneous(position)
        return node

    def outcomes(self, node: _Node) -> Collection[Hashable] | None:
        """All positions of the board that a position may lead to, if they are known."""
        if node.outcomes is ...:
            closed = self.board.closed
            node.outcomes = self._table.outcomes(node.position, node.left & ~closed, node.left & closed)
        return node.outcomes

    def commute(self, one: _Way, other: _Way) -> bool:
        """Whether two first actions may as well be made in the other order."""
        after_one, after_other = self.after(self.start, one), self.after(self.start, other)
        if after_one.position.turn != other.actor or after_other.position.turn != one.actor:
            return False
        ends = [
            self.after(node, way)
            for node, then in ((after_one, other), (after_other, one))
            for way in self.ways(node)
            if way.action == then.action
        ]
        return len(ends) == 2 and ends[0] is ends[1]

    def unowned(self, node: _Node) -> Hashable:
        """What decides which actions lead on from a position to the board: without readers perhaps not whose
        the pieces are."""
        return node if self.board.kinds else self._table.unowned(node.position) or node

    def ends_turn(self, first: _Way) -> bool:
        """Whether the turn is another's after a first action."""
        return self.after(self.start, first).position.turn != first.actor

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
        ways = self._ways_by(position, left)
        return sorted(ways, key=_moved_ms) if self.board.since else Lazy(ways)

    def _ways_by(self, position: Position[Any], left: int) -> Iterator[_Way]:
        """The actions whose pieces lie on unexplained sites."""
        table, board, times = self._table, self.board, self._times
        extra = left & board.closed
        missing = left & table.closed(position) if board.kinds else left ^ extra
        first = self._earliest(position, extra) if board.since else 0
        among = table.near(position, extra, first) if first and not self._read else extra
        actions = table.candidates(position, missing, among, board.kinds)
        if self.rank:
            actions = sorted(actions, key=lambda action: self.rank.get(action, len(self.rank)))
        for action in actions:
            touched = table.touched(position, action)
            if first and not touched & first and touched & ~self._read:
                continue
            if self._crooked and self._is_crooked(extra, touched):
                continue
            at_ms = times.get(touched)
            if at_ms is None:
                at_ms = times[touched] = self._moved_ms(touched)
            yield _Way(action, table.actor(position, action), at_ms, touched)

    def _moved_ms(self, touched: int) -> int:
        """The time of the last change of these sites."""
        since = self.board.since
        return max([since.get(site, 0) for site in sites_in(touched)], default=0)

    def _earliest(self, position: Position[Any], extra: int) -> int:
        """If pieces are large, the sites that closed first: an action must explain one of them, because turns
        come one by one. Identified pieces need not, each is its player's. 0 if any action will do."""
        if not extra or not self._table.has_large_pieces(position):
            return 0
        since = self.board.since
        times = [(since.get(site, 0), site) for site in sites_in(extra)]
        last_ms = min(times)[0] + ONE_PIECE_MS
        return sum(1 << site for at_ms, site in times if at_ms <= last_ms)

    def _is_crooked(self, extra: int, sites: int) -> bool:
        """Whether one tilted piece covers a new site of an action and another new site."""
        for pair in self._crooked:
            covered = pair & sites
            if covered and covered != pair and covered & extra:
                return True
        return False


class _Search:
    """All ways forward to a board in which the players moved in turn. Ways to equal positions count as one,
    but ways to the whole board only if they begin alike.

    Within a turn the pieces may have been set in any order, such as a park before the house that requires it.
    If it `is_pruned` only ways to the whole board are sought.
    """

    def __init__(self, paths: _Paths, order: PieceOrder, patience: Patience, *, is_pruned: bool) -> None:
        play, board, left = paths.play, paths.board, paths.start.left
        self._patience = patience
        self._is_pruned = is_pruned
        self._paths = paths
        self._order = order
        self._is_unseen = is_pruned and not board.since
        """Whether nothing is known of the order, so that what is known of a position may be used without the
        owners of its pieces."""
        self._is_large = play.table.has_large_pieces(play.position)
        self._are_several = bool(left & (left - 1))
        """Whether more than one site differs."""
        self._moments: list[int] = []
        """When the sites changed, in order; empty if that is of no use (see `_lost`)."""
        self._changed = [0]
        """The sites that had changed before each of these moments, and last all of them."""
        self._hopeless = 0
        """The new pieces that remain unexplained in any case."""
        if board.since and self._are_several and play.table.is_one_piece_an_action:
            changes = sorted((board.since.get(site, 0), 1 << site) for site in sites_in(left))
            self._moments = [at_ms for at_ms, _site in changes]
            self._changed = [*accumulate((site for _at_ms, site in changes), or_, initial=0)]
            self._hopeless = 0 if is_pruned else paths.hopeless
        is_every_turn_one_piece = is_pruned and play.table.is_one_action_a_turn
        self._is_strict = is_every_turn_one_piece and order is PieceOrder.AS_SEEN and bool(self._moments)
        """Whether each action must explain the piece that moved next."""
        self._fewest_left = left.bit_count() if not is_pruned and paths.are_few else 0
        """The fewest sites that a way so far leaves unexplained; 0 if no piece may be passed over."""
        self._is_ambiguous = False
        """Whether several ways leave so few, and different ones."""
        self._known: set[_Node] = set()
        """The positions to which a way has been kept."""
        self._visited: dict[tuple[_Node, _Turn], dict[_Node, Actions]] = {}
        """The positions of the board that others lead to, with the actions from there, if all are known. A
        way may end where it began: equal tiles are turned up again."""
        self._unowned: dict[tuple[Hashable, _Turn], dict[_Node, Actions]] = {}
        """The same without the owners of the pieces: some of them, or none if there are none."""
        self._found: dict[_Node, Actions] = {}
        """Those after the present first action, with all actions to them."""
        self._outcomes: set[Hashable] = set()
        """What these may still lead to (see `GameTable.outcomes`)."""
        self._others: set[_Node] = set()
        """Those after other first actions, if it is enough that this one leads to another."""
        self._is_one_enough = False
        """Whether it is enough that this one leads to any: it is told alone, whatever follows."""
        self._is_turn_longer = False
        """Whether a turn has a second action, or continues the last one: then other orders may find more."""
        self._cuts = 0
        """How many positions were left before all ways on from them had been tried."""
        self.steps = 0
        """The number of actions that it has tried."""
        self.reached: Reached = {0: []}

    def finds_the_same(self, play: Play, board: BoardAtRest, order: PieceOrder, *, is_pruned: bool) -> bool:
        """Whether another search would find the same: if no turn here has a second action, nor continues the
        last one, all orders are one."""
        paths = self._paths
        if paths.play is not play or paths.board is not board or self._is_pruned != is_pruned:
            return False
        return self._order is order or not self._is_turn_longer

    def begin(self) -> None:
        """Search from the play's position."""
        play, start, patience = self._paths.play, self._paths.start, self._patience.steps
        last = play.plies[-1].actor if play.plies else None
        actor = last if self._order is PieceOrder.ENDED_LATE else None
        turn = (actor, LONG_AGO, LONG_AGO, LONG_AGO)
        outcomes = self._paths.outcomes(start) if self._is_pruned and self._are_several else None
        ways = self._paths.ways(start) if outcomes is None or outcomes else ()
        by_first: list[dict[_Node, Actions]] = []
        ends: set[_Node] = set()
        for some in (ways,) if self._is_large else zip(ways, strict=True):
            if self._patience.is_over or (ends and outcomes is not None and len(outcomes) == 1):
                break
            self._found, self._outcomes = {}, set()
            self._others = set(ends) if start.left.bit_count() > TOLD_IN_FULL else set()
            self._is_one_enough = len(self._others) >= ENOUGH and self._paths.ends_turn(some[0])
            self._try(some, start, (), turn)
            by_first += [self._found] if self._found else []
            ends.update(self._found)
        self.steps = patience - self._patience.steps
        if len(ends) < ENOUGH:
            del by_first[1:]
        elif len(by_first) > 1:
            by_first = self._told_apart(by_first)
        for found in by_first:
            self.reached[0] += found.values()
        if not self._patience.is_over:
            self._is_turn_longer |= last in map(_actor, ways)
            self._patience.searches.append(self)

    def _told_apart(self, by_first: list[dict[_Node, Actions]]) -> list[dict[_Node, Actions]]:
        """Without the first actions that may as well come second."""
        ways = {way.action: way for way in self._paths.ways(self._paths.start)}
        kept: list[_Way] = []
        told = []
        for found in by_first:
            way = ways[next(iter(found.values()))[0]]
            if not any(self._paths.commute(other, way) for other in kept):
                kept.append(way)
                told.append(found)
        return told

    def _try(
        self, ways: Sequence[_Way], before: _Node, actions: Actions, turn: _Turn
    ) -> dict[_Node, Actions]:
        """Explore the positions after one more action of this turn or the next. Gives those that are the
        board, each with the actions to it.

        A position may change more than the action's own moves: the rest is requested afterwards.
        """
        found: dict[_Node, Actions] = {}
        patience, is_large = self._patience, self._is_large
        possible = self._in_order(ways, before, turn)
        for way, then in self._all_or_none(possible) if is_large else possible:
            if not is_large:
                if self._found and self._is_enough(before):
                    break
                patience.steps -= 1
            if patience.steps < 0:
                break
            node = way.then or self._paths.after(before, way)
            onward = self._visited.get((node, then))
            if onward is None and self._is_unseen:
                onward = self._known_unowned(node, then)
            if onward is None:
                onward = self._explore(node, then, before.left & ~way.touched, (*actions, way.action))
            for end, rest in onward.items():
                self._found.setdefault(end, (*actions, way.action, *rest))
                found.setdefault(end, (way.action, *rest))
        return found

    def _all_or_none(self, possible: Iterator[tuple[_Way, _Turn]]) -> list[tuple[_Way, _Turn]]:
        """The ways by large pieces: all are tried, and none if they are too many."""
        ways = [*islice(possible, self._patience.steps + 1)]
        self._patience.steps -= len(ways)
        return ways

    def _explore(self, node: _Node, turn: _Turn, left: int, made: Actions) -> dict[_Node, Actions]:
        """The positions that are the board, from this one on. The last action itself leaves these sites."""
        cuts = self._cuts
        onward = self._visited[node, turn] = self._reach(node, left, made)
        if node.left and not self._is_too_late(node, turn):
            onward |= self._try(self._paths.ways(node), node, made, turn)
        self._cuts += bool(self._found) and self._is_enough(node)
        is_part = self._cuts > cuts
        if is_part:
            del self._visited[node, turn]
        if self._is_unseen and is_part is bool(onward):
            self._unowned[self._paths.unowned(node), turn] = onward
        return onward

    def _known_unowned(self, node: _Node, turn: _Turn) -> dict[_Node, Actions] | None:
        """What is known of the way on from other positions with the same pieces, if that is enough."""
        known = self._unowned.get((self._paths.unowned(node), turn))
        return known if self._is_one_enough or not known else None

    def _reach(self, node: _Node, left: int, made: Actions) -> dict[_Node, Actions]:
        """Keep the way to a position, by the sites that it leaves itself or without what it changes besides
        the action's own moves. Gives the position if it is the board."""
        if not self._is_pruned and node not in self._known:
            self._known.add(node)
            self._keep({node.left, left}, made)
        if node.left and left:
            return {}
        self._found.setdefault(node, made)
        if self._are_several:
            self._outcomes.update(self._paths.outcomes(node) or ())
        if not self._is_large and not self._paths.board.since:
            self._paths.rank = {action: number for number, action in enumerate(made)}
        return {node: ()}

    def _keep(self, lefts: set[int], made: Actions) -> None:
        """Keep a way by each of these sets of sites that it leaves."""
        for sites in filter(None, lefts):
            number = sites.bit_count()
            is_another = number == self._fewest_left and sites not in self.reached
            self._is_ambiguous = number >= self._fewest_left and (self._is_ambiguous or is_another)
            self._fewest_left = min(number, self._fewest_left)
            self.reached.setdefault(sites, []).append(made)

    def _is_enough(self, node: _Node) -> bool:
        """Whether nothing more is sought from a position, now that something has been found: with this first
        action that is enough, or all that the position may lead to."""
        if self._is_large:
            return False
        if self._is_one_enough or len(self._found) >= ENOUGH:
            return True
        if self._others and not self._found.keys() <= self._others:
            return True
        outcomes = self._paths.outcomes(node) if self._is_pruned and self._are_several else None
        return outcomes is not None and self._outcomes.issuperset(outcomes)

    def _in_order(self, ways: Sequence[_Way], before: _Node, turn: _Turn) -> Iterator[tuple[_Way, _Turn]]:
        """Those of the ways that the order of pieces allows, each with its turn."""
        own, _first_ms, _last_ms, before_ms = turn
        is_simultaneous, order = before.is_simultaneous, self._order
        is_strict = self._is_strict
        if is_simultaneous:
            turn = (own, LONG_AGO, LONG_AGO, before_ms)
        for way in ways:
            if way.actor == own:
                self._is_turn_longer = True
            if is_strict and self._lost(before.left & ~way.touched, way.at_ms):
                continue
            then = _next_turn(turn, way.actor, LONG_AGO if is_simultaneous else way.at_ms, order)
            if then[1] >= then[3] - TOGETHER_MS:
                yield way, then

    def _lost(self, left: int, first_ms: int) -> int:
        """How many of these sites at least remain unexplained by actions from a moment on: they changed
        before it, and no piece that moved from or to them changed another site since."""
        early = (left & self._changed[bisect_left(self._moments, first_ms - TOGETHER_MS)]).bit_count()
        if not early:
            return 0
        new = (left & self._paths.board.closed).bit_count()
        return max(0, early - new) + max(0, early + new - left.bit_count())

    def _is_too_late(self, node: _Node, turn: _Turn) -> bool:
        """Whether more sites must remain unexplained than after other ways (see `_lost`). If several ways
        leave equally many, only those that leave fewer are sought."""
        if not self._moments:
            return False
        actor, begun_ms, last_ms, before_ms = turn
        if self._order is PieceOrder.AS_SEEN or node.position.turn != actor:
            first_ms = last_ms if self._order in _STRICT else begun_ms
        else:
            first_ms = before_ms
        left = node.left & ~self._hopeless
        lost = self._lost(left, first_ms)
        hopeless = (node.left ^ left).bit_count()
        if not lost or lost + hopeless + self._is_ambiguous <= self._fewest_left:
            return False
        self._is_turn_longer |= node.position.turn == actor
        return True
