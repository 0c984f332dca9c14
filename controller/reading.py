"""What a change of the board means: one action, several, a takeback, or nothing that the rules know. Pure.

The board at rest is compared with the position. Every way in which legal actions lead from the position to
exactly this board is found; the order in which pieces moved decides between ways that only the order tells
apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise, permutations, takewhile

from controller.play import Play
from controller.search import LONG_AGO, ONE_PIECE_MS, TOGETHER_MS, Board, Order, Patience, Reached, reach
from engines.game import Action
from hardware.ports import sites_in

PAUSE_MS = 250
"""A hand that sets one piece and then another is away from the board for so long."""

LATE_MS = 3_000
"""A part of a large piece that did not lie flat may close so long after the rest of it was read."""


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


def read(play: Play, board: Board, *, is_friendly: bool = False) -> tuple[Reading, ...]:
    """The ways to understand a board that differs from the position; none if no rule explains it.

    With `is_friendly` pieces can be taken back by hand also where the game is strict.
    """
    patience = Patience(play.table.most_steps(play.position))
    found = _forward(play, board, patience)
    if board.is_dark:
        return found
    found = (*found, *_late_part(play, board))
    is_by_hand = is_friendly or play.table.takes_back_by_hand(play.position)
    if not found and is_by_hand and not board.lifted & ~board.differing(play):
        found = _takeback(play, board) or _mended_turn(play, board, patience)
    if not found and play.table.is_order_free(play.position):
        return _all_that_fits(reach(play, board, Order.ENDED_LATE, patience))
    return found or _all_but_the_latest(play, board, patience)


def _takeback(play: Play, board: Board) -> tuple[Reading, ...]:
    """The fewest plies whose takeback leaves exactly this board; of several turns the last must have gone
    first."""
    for back in range(1, _by_hand(play) + 1):
        then = play.back(back)
        if play.table.may_return(play.position, then.position) and not board.differing(then):
            return (Reading(back, ()),) if _is_last_first(play, back, board) else ()
    return ()


def _by_hand(play: Play) -> int:
    """How many of the last plies hands can take back."""
    return sum(1 for _ in takewhile(lambda ply: play.is_by_hand(ply.action), reversed(play.plies)))


def _is_last_first(play: Play, back: int, board: Board) -> bool:
    """Whether the pieces of the last plies were taken back turn by turn, and of each ply one at least.

    A board can be as it was though nobody has touched what was played last: one piece has come since where
    another had left, and that is lifted as if it went back.
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


def _mended_turn(play: Play, board: Board, patience: Patience) -> tuple[Reading, ...]:
    """The last turn played otherwise: its pieces were moved on before the next player acted.

    Those of its pieces that never moved are what they were.
    """
    length = play.turn_length
    if not play.closed & board.differing(play) or not length:
        return ()
    before = play.back(length)
    stayed = (play.closed ^ before.closed) & board.closed & ~board.lifted
    known = {site: play.table.kind(play.position, site) for site in sites_in(stayed)}
    return _forward(before, replace(board, kinds={**known, **board.kinds}), patience, back=length)


def _of_fewest_pieces(play: Play, board: Board, found: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Of ways by large pieces those with the fewest, for one piece may close its sites one by one.

    A way by more stays if each piece closed several sites at once, and after a pause: then people are asked.
    """
    if not found or not play.table.has_large_pieces(play.position):
        return found
    fewest = min(len(one.actions) for one in found)
    return tuple(
        replace(one, is_doubtful=_has_parts(play, board, one))
        for one in found
        if len(one.actions) == fewest or _is_one_by_one(play, board, one)
    )


def _has_parts(play: Play, board: Board, reading: Reading) -> bool:
    """Whether an action of a single site may be a part of another's piece, to judge by the times: of a piece
    that fits no rule as a whole, and did not come down flat."""
    sites = [sites_in(play.table.touched(play.position, action)) for action in reading.actions]
    return any(
        play.table.may_be_one_piece(play.position, one[0], site)
        and abs(board.since.get(one[0], 0) - board.since.get(site, 0)) < PAUSE_MS
        for one, other in permutations(sites, 2)
        if len(one) == 1
        for site in other
    )


def _is_one_by_one(play: Play, board: Board, reading: Reading) -> bool:
    """Whether each action closed several sites, all at once, and there was a pause before the next."""
    last_ms = LONG_AGO - PAUSE_MS
    for action in reading.actions:
        times = [board.since.get(site, 0) for site in sites_in(play.table.touched(play.position, action))]
        is_at_once = len(times) > 1 and max(times) - min(times) <= ONE_PIECE_MS
        if not is_at_once or min(times) - last_ms < PAUSE_MS:
            return False
        last_ms = max(times)
    return True


def _late_part(play: Play, board: Board) -> tuple[Reading, ...]:
    """The last action with more sites: its piece did not lie flat at first, and was read as a smaller one."""
    table, extra = play.table, board.superfluous(play)
    if not play.plies or not extra or play.closed & ~board.closed or not table.has_large_pieces(play.before):
        return ()
    first = table.touched(play.before, play.plies[-1].action)
    if not first or any(board.since.get(site, 0) - board.acted_ms > LATE_MS for site in sites_in(extra)):
        return ()
    whole = first | extra
    ways = table.readings(play.before, 0, whole, board.kinds)
    return tuple(Reading(1, (way,)) for way in ways if table.touched(play.before, way) == whole)


def _all_that_fits(reached: Reached) -> tuple[Reading, ...]:
    """As much as the rules allow of actions that come to the same in any order."""
    left = min((sites for sites, ways in reached.items() if ways), key=int.bit_count, default=0)
    return tuple(Reading(0, actions, left) for actions in reached.get(left, {}).values() if actions)


def _is_part_of(play: Play, sites: int, actions: tuple[Action, ...]) -> bool:
    """Whether the sites may belong to a large piece of which these actions know only a part."""
    table, position = play.table, play.position
    if not table.has_large_pieces(position):
        return False
    return any(
        table.may_be_one_piece(position, site, other)
        for action in actions
        for other in sites_in(table.touched(position, action))
        for site in sites_in(sites)
    )


def _all_but_the_latest(play: Play, board: Board, patience: Patience) -> tuple[Reading, ...]:
    """What was played before a piece was set too early: before a required park, say. The rest must wait."""
    extra = board.superfluous(play)
    hopeless = play.table.hopeless(play.position, extra)
    early = [premature for premature in _latest(extra, board.since) if not hopeless & ~premature]
    reached = reach(play, board, Order.TURN_BY_TURN, patience) if early else {}
    for premature in early:
        ways = list(reached.get(premature, {}).values())
        if len(ways) == 1 and not _is_part_of(play, premature, ways[0]):
            return (Reading(0, ways[0], premature),)
    return ()


def _latest(extra: int, since: Mapping[int, int]) -> list[int]:
    """The last of these pieces, the last two, and so on, wherever time has passed before them."""
    order = sorted(sites_in(extra), key=lambda site: since.get(site, 0))
    latest, early = 0, []
    for before, site in zip(reversed(order[:-1]), reversed(order), strict=False):
        latest |= 1 << site
        if since.get(site, 0) - since.get(before, 0) > ONE_PIECE_MS:
            early.append(latest)
    return early


def _readings(play: Play, reached: Reached, board: Board, back: int = 0) -> tuple[Reading, ...]:
    """The ways by which a search from the play's position has reached a board.

    Where the board can be several positions, people are asked action by action: each reading is one first
    action, and the rest waits.
    """
    ways = tuple(Reading(back, way) for way in reached.get(0, {}).values())
    if play.table.has_large_pieces(play.position):
        return _of_fewest_pieces(play, board, ways)
    if len(ways) < 2:
        return ways
    firsts = dict.fromkeys(way.actions[0] for way in ways)
    return tuple(Reading(back, (first,), board.differing(play.after(first))) for first in firsts)


def _is_at_once(sites: int, board: Board) -> bool:
    """Whether no order in which these sites changed is known: it was one moment, or nobody looked."""
    times = [board.since.get(site, 0) for site in sites_in(sites)]
    return max(times, default=0) - min(times, default=0) <= TOGETHER_MS


def _forward(play: Play, board: Board, patience: Patience, back: int = 0) -> tuple[Reading, ...]:
    """The readings of a board in which nothing is taken back, or only what is not in the play any more.

    What needs the least indulgence is what was meant: the orders are tried from the strictest on. A board
    that the least strict does not explain is soon told, though.
    """
    differing = board.differing(play)
    if play.table.hopeless(play.position, differing & board.closed):
        return ()

    def found(order: Order) -> tuple[Reading, ...]:
        return _readings(play, reach(play, board, order, patience), board, back)

    as_seen = found(Order.AS_SEEN)
    if as_seen or _is_at_once(differing, board):
        return as_seen
    indulgent = found(Order.ENDED_LATE)
    if not indulgent:
        return ()
    return found(Order.TURN_BY_TURN) or found(Order.BEGUN_IN_TURN) or indulgent
