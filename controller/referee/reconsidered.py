"""Takebacks, changes and returns by hand: the changes of the board that change the past. Pure.

A piece in an unchanged place is the same piece. So a piece that stayed, one that was pushed to the next site
and one that returns to its own spot keep their owners, whatever else came onto the board meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import reduce
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any

from controller.model.tracker import adjacent, is_pushed
from controller.referee.board_at_rest import PAUSE_MS, TOGETHER_MS, BoardAtRest
from controller.referee.play import Play
from engines.game import Action, Position
from engines.record import record, replace
from hardware.ports import sites_in

if TYPE_CHECKING:
    from controller.referee.interpretation import Interpretation

Forward = Callable[[Play, BoardAtRest, int], "tuple[Interpretation, ...]"]
"""Finds the ways from an earlier play, after a number of plies taken back, to a board."""


def plies_taken_back(play: Play, board: BoardAtRest) -> int:
    """The fewest plies whose takeback leaves exactly this board; 0 if there are none. Of several turns the
    last must have gone first."""
    table = play.table
    for back, (then, closed) in enumerate(_moments_before(play), start=1):
        differing = (closed ^ board.closed) & table.ground
        if differing and differing & ~table.ignored(then):
            continue
        if not table.differing(then, board.closed, board.kinds):
            return back if _may_go(play, back) and _is_last_first(play, back, board) else 0
    return 0


def _may_go(play: Play, back: int) -> bool:
    """Whether hands may take back the last plies."""
    befores = (then for then, _closed in _moments_before(play))
    return all(
        play.table.is_taken_back_by_hand(ply.action) and play.table.may_return(play.position, then)
        for ply, then in zip(play.plies[: -back - 1 : -1], befores, strict=False)
    )


def _moments_before(play: Play) -> Iterator[tuple[Position[Any], int]]:
    """The positions before the last plies, and the sites that are closed in them, the latest first."""
    for ply in play.plies[-2::-1]:
        yield ply.position, ply.closed
    if play.plies:
        yield play.start, play.table.closed(play.start)


def _is_last_first(play: Play, back: int, board: BoardAtRest) -> bool:
    """Whether the pieces of the last plies were taken back turn by turn, and at least one of each ply.

    A board can equal an earlier one without a takeback: one piece has come since where another had left, and
    is lifted again.
    """
    moved: dict[int, int] = {}
    turn, actor = 0, play.plies[-1].actor
    differing = board.differing(play)
    for index in range(len(play.plies) - 1, len(play.plies) - 1 - back, -1):
        ply = play.plies[index]
        turn, actor = turn + (ply.actor != actor), ply.actor
        before = play.plies[index - 1].closed if index else play.table.closed(play.start)
        changed = before ^ ply.closed
        if changed and not changed & differing:
            return False
        for site in sites_in(changed & differing):
            at_ms = board.since.get(site, 0)
            moved[turn] = min(moved.get(turn, at_ms), at_ms)
    times = list(moved.values())
    return all(one + TOGETHER_MS < other for one, other in pairwise(times))


@record
class Mended:
    """The last turn played differently: its pieces were moved on. `gone` are the sites that they left, `read`
    those where readers know the piece."""

    play: Play
    before: Play
    board: BoardAtRest
    gone: int
    read: Collection[int]

    @property
    def left_ms(self) -> int:
        """When the first of them left."""
        return min((self.board.since.get(site, 0) for site in sites_in(self.gone)), default=0)

    @property
    def earlier(self) -> int:
        """The new pieces that stood before the first of the turn's left, and may be another player's: none of
        them is that one."""
        since, before_ms = self.board.since, self.left_ms - TOGETHER_MS
        new = sites_in(self.board.superfluous(self.play)) if self.gone else ()
        return sum(1 << site for site in new if since.get(site, 0) < before_ms and self._is_anyones(site))

    def _is_anyones(self, site: int) -> bool:
        """Whether a new piece may be that of the player who follows: it is not read, and the rules allow it,
        or may when something else is done or one of the turn's is not beside it any more."""
        table, now = self.play.table, self.play.position
        if site in self.read:
            return False
        is_beside = any(adjacent(table.grid, site, left) for left in sites_in(self.gone))
        is_bound = is_beside or bool(table.tasks(now)) or table.has_large_pieces(now)
        return is_bound or bool(table.candidates(now, 0, 1 << site))

    def is_followed(self, interpretation: Interpretation) -> bool:
        """Whether players other than the turn's act in an interpretation."""
        actor, befores = self.play.plies[-1].actor, self.before.befores(interpretation.actions)
        return any(self.play.table.actor(position, action) != actor for position, action in befores)

    def is_possible(self, interpretation: Interpretation) -> bool:
        """Whether every piece that stayed can be what an interpretation takes it for."""
        return self.keeps_whole(interpretation) and self.keeps_owners(interpretation)

    def keeps_whole(self, interpretation: Interpretation) -> bool:
        """Whether no large piece has become a smaller one where it stands: a square of it is not seen."""
        table = self.play.table
        if not table.has_large_pieces(self.before.position):
            return True
        wholes = self._untouched_pieces()
        pieces = [
            table.touched(position, action)
            for position, action in self.before.befores((*interpretation.actions, *interpretation.later))
        ]
        return not any(seen & whole == seen != whole for seen in pieces for whole in wholes)

    def _untouched_pieces(self) -> list[int]:
        """The sites of each piece of the turn of which some squares have stayed."""
        stayed = self.board.closed & ~self.board.lifted
        turn = [ply.action for ply in self.play.plies[len(self.before.plies) :]]
        wholes = [self.play.table.touched(position, action) for position, action in self.before.befores(turn)]
        return [whole for whole in wholes if whole & stayed and whole & self.gone]

    def keeps_owners(self, interpretation: Interpretation) -> bool:
        """Whether no earlier piece is taken for one that was moved: as many of its kind as have left come to
        other sites. If the order is free, the meaning of the rest is not known yet."""
        table, earlier, at = self.play.table, self.earlier, self.before.position
        if not earlier or (interpretation.premature and not interpretation.later and table.is_order_free(at)):
            return True
        moved = Counter(table.kind(self.play.position, site) for site in sites_in(self.gone))
        kinds, is_taken = set(moved), False
        actions = (*interpretation.actions, *interpretation.later)
        for position, action in self.before.befores(actions):
            for hand in table.hands(position, action):
                is_taken |= hand.verb == "put" and bool(hand.sites & earlier) and hand.kind in kinds
                moved[hand.kind] -= hand.verb == "put" and not hand.sites & earlier
        return not is_taken or not +moved


def mended_turn(play: Play, board: BoardAtRest, forward: Forward) -> tuple[Interpretation, ...]:
    """The last turn played differently, perhaps with the next player's actions since.

    If others have acted since, people are asked whose each piece is, unless only one way leaves everyone's
    pieces theirs. A piece that was pushed aside after others had acted was not moved by its player: it goes
    back.
    """
    length = play.turn_length or _nobodys_length(play)
    if not length or (play.turn_length and not play.closed & board.differing(play)):
        return ()
    before, gone = play.back(length), play.closed & ~board.closed & board.differing(play)
    stayed = play.closed & ~before.closed & board.closed & ~board.lifted
    known = play.kinds(stayed)
    pushed = _pushed(play, board, gone)
    moved = {site: play.table.kind(play.position, left) for site, left in pushed.items()}
    asked = _asked_for(play, board) if pushed else {}
    read = board.kinds.keys()
    board = replace(board, kinds={**known, **moved, **asked, **board.kinds})
    mended = Mended(play, before, board, gone, read)
    order = _in_order(before, play, _unchanged(play, board) | gone)
    order |= {site: order[left] for site, left in pushed.items() if left in order}
    ordered = replace(board, since={**board.since, **order})
    ways = tuple(filter(mended.is_possible, forward(before, ordered, length)))
    if len(ways) == 1 and not mended.is_followed(ways[0]):
        return ways
    if pushed and mended.earlier:
        return ()
    new = ordered.differing(before) & ~sum(map((1).__lshift__, order))
    if not new & (new - 1):  # it came after all others, in any order
        return _whole(ways)
    anyhow = forward(before, replace(board, since=order), length)
    return _whole(tuple(filter(mended.is_possible, anyhow)))


def _nobodys_length(play: Play) -> int:
    """How many of the last plies were no player's, such as the towers that are taken off at the end."""
    last = reversed(play.plies)
    theirs = (ply.actor is None and play.table.is_taken_back_by_hand(ply.action) for ply in last)
    return sum(takewhile(bool, theirs))


def _unchanged(play: Play, board: BoardAtRest) -> int:
    """The sites that are as the play left them."""
    return ~(play.closed ^ board.closed) & ~board.lifted


def _in_order(before: Play, play: Play, sites: int) -> dict[int, int]:
    """Times before any observation for these sites, in the order in which the plies since an earlier play
    changed them. They are so far apart that two pieces are not taken for one."""
    times = dict[int, int]()
    plies, closed = play.plies[len(before.plies) :], before.closed
    for number, ply in enumerate(plies, start=-len(plies)):
        times |= dict.fromkeys(sites_in((ply.closed ^ closed) & sites), number * PAUSE_MS)
        closed = ply.closed
    return times


def _whole(interpretations: tuple[Interpretation, ...]) -> tuple[Interpretation, ...]:
    """The interpretations; a single one with all the actions that it implies."""
    if len(interpretations) != 1 or not interpretations[0].later:
        return interpretations
    only = interpretations[0]
    return (replace(only, actions=(*only.actions, *only.later), premature=0, later=()),)


def _pushed(play: Play, board: BoardAtRest, gone: int) -> dict[int, int]:
    """The pieces that a sleeve has pushed: they came to a neighbouring site at the moment at which they left
    their own. Gives the sites that they left, by their new ones."""
    if play.table.has_large_pieces(play.position):
        return {}
    since, new = board.since, sites_in(board.superfluous(play))
    return {
        site: left for left in sites_in(gone) for site in new if is_pushed(play.table.grid, since, left, site)
    }


def _asked_for(play: Play, board: BoardAtRest) -> dict[int, str]:
    """The new pieces on sites where the table asked for one, by what it asked for: a hand that obeys and
    pushes its house with the sleeve has not set another piece."""
    table, new, kinds = play.table, board.superfluous(play), dict[int, str]()
    for sites in (task.sites & new for task in table.tasks(play.position)):
        ways = table.candidates(play.position, 0, sites) if sites else ()
        if len(ways) == 1:
            kinds |= play.after(ways[0]).kinds(sites)
    return kinds


def returned(play: Play, board: BoardAtRest, forward: Forward) -> tuple[Interpretation, ...]:
    """The interpretations in which taken-back pieces on their own spots are what they were, even if something
    else was played since."""
    back, since_then = (len(play.plies) - then for then in (board.returning.plies, board.returning.since))
    sites = [site for site in board.returning.kinds if board.superfluous(play) >> site & 1]
    if not sites or not 0 <= since_then <= play.turn_length:
        return ()
    before, same = play.back(back), sum(1 << site for site in sites)
    known = {site: board.returning.kinds[site] for site in sites}
    stayed = play.closed & ~before.closed & board.closed & ~board.lifted
    stood = play.kinds(stayed)
    since = {
        **board.since,
        **dict.fromkeys(sites, (-back - 1) * PAUSE_MS),
        **_in_order(before, play, _unchanged(play, board)),
    }

    def found(kinds: Mapping[int, str]) -> tuple[Interpretation, ...]:
        return forward(before, replace(board, kinds={**kinds, **known, **board.kinds}, since=since), back)

    # A piece that has stood since then keeps its interpretation, unless the returned pieces change it.
    ways = tuple(one for one in found(stood) if _uses(before, one, same)) if stood else ()
    if not ways:
        anyhow = found({})
        return tuple(one for one in anyhow if _uses(before, one, same)) or anyhow
    return (*ways, *(other for one in ways for other in _with_another_last(play, before, one)))


def _with_another_last(play: Play, before: Play, interpretation: Interpretation) -> list[Interpretation]:
    """The interpretation with another piece without an owner as its last, if only the returned pieces allow
    that: no sensor distinguishes a tower from the park that was the only possible piece without them."""
    *first, last = interpretation.actions
    then, table = reduce(Play.after, first, before), play.table
    sites = table.touched(then.position, last)
    if interpretation.later or play.plies[-1].action != last or sites & (sites - 1):
        return []

    def kinds(position: Position[Any]) -> dict[str, Action]:
        ways = table.candidates(position, 0, sites)
        return {hand.kind: way for way in ways for hand in table.hands(position, way)}

    alone = kinds(play.before)
    others = {kind: way for kind, way in kinds(then.position).items() if kind not in alone}
    return [
        replace(interpretation, actions=(*first, way))
        for kind, way in others.items()
        if not table.owner(play.position, kind)
    ]


def _uses(before: Play, interpretation: Interpretation, sites: int) -> bool:
    """Whether each of these pieces is a piece of the game after an interpretation, or waits for its own: none
    is ignored, as a piece in an enclosed cell is."""
    then = reduce(Play.after, (*interpretation.actions, *interpretation.later), before)
    return not sites & ~interpretation.premature & ~then.closed
