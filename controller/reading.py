"""What a change of the board means: one action, several, a takeback, or nothing that the rules know. Pure.

The board at rest is compared with the position. Every way in which legal actions lead from the position to
exactly this board is found; the order in which pieces moved decides between ways that only the order tells
apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise, takewhile

from controller.play import Play
from controller.search import ONE_PIECE_MS, TOGETHER_MS, Board, Order, Patience, Reached, reach
from engines.game import Action
from hardware.ports import sites_in

MOST_STEPS = 200
"""When so many actions have been tried, the board is given up and mended piece by piece. Six towers lifted at
once take 192; boards that nobody saw change, or whose pieces can mean many things, could take millions."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand the board: so many plies taken back, then these actions.

    `premature` are the sites of pieces that were set too early and are not understood yet.
    """

    back: int
    actions: tuple[Action, ...]
    premature: int = 0


def read(play: Play, board: Board) -> tuple[Reading, ...]:
    """The ways to understand a board that differs from the position; none if no rule explains it."""
    patience = Patience(MOST_STEPS)
    found = _forward(play, board, patience)
    if found or board.is_dark:
        return found
    is_swept = bool(board.lifted & ~board.differing(play))
    if play.table.takes_back_by_hand and not is_swept:
        found = _takeback(play, board) or _mended_turn(play, board, patience)
    return found or _all_but_the_latest(play, board, patience)


def _takeback(play: Play, board: Board) -> tuple[Reading, ...]:
    """The fewest plies whose takeback leaves exactly this board; of several turns the last must have gone
    first."""
    for back in range(1, _by_hand(play) + 1):
        if not board.differing(play.back(back)):
            return (Reading(back, ()),) if _is_last_first(play, back, board) else ()
    return ()


def _by_hand(play: Play) -> int:
    """How many of the last plies hands can take back."""
    return sum(1 for _ in takewhile(lambda ply: play.is_by_hand(ply.action), reversed(play.plies)))


def _is_last_first(play: Play, back: int, board: Board) -> bool:
    """Whether the pieces of the last plies were taken back turn by turn."""
    moved: dict[int, int] = {}
    turn, actor = 0, play.plies[-1].actor
    differing = board.differing(play)
    for index in range(len(play.plies) - 1, len(play.plies) - 1 - back, -1):
        ply = play.plies[index]
        turn, actor = turn + (ply.actor != actor), ply.actor
        before = play.plies[index - 1].closed if index else play.table.closed(play.start)
        for site in sites_in((before ^ ply.closed) & differing):
            at_ms = board.since.get(site, 0)
            moved[turn] = min(moved.get(turn, at_ms), at_ms)
    times = list(moved.values())
    return all(one + TOGETHER_MS < other for one, other in pairwise(times))


def _mended_turn(play: Play, board: Board, patience: Patience) -> tuple[Reading, ...]:
    """The last turn played otherwise: its pieces were moved on before the next player acted."""
    length = play.turn_length
    if not play.closed & ~board.closed or not length:
        return ()
    return _forward(play.back(length), board, patience, back=length)


def _all_but_the_latest(play: Play, board: Board, patience: Patience) -> tuple[Reading, ...]:
    """What was played before a piece was set too early: before a required park, say. The rest must wait."""
    extra = board.differing(play) & board.closed
    hopeless = play.table.hopeless(play.position, extra)
    early = [premature for premature in _latest(extra, board.since) if not hopeless & ~premature]
    reached = reach(play, board, Order.TURN_BY_TURN, patience) if early else {}
    for premature in early:
        ways = list(reached.get(premature, {}).values())
        if len(ways) == 1:
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
    ways = list(reached.get(0, {}).values())
    if len(ways) < 2:
        return tuple(Reading(back, way) for way in ways)
    firsts = dict.fromkeys(way[0] for way in ways)
    return tuple(Reading(back, (first,), board.differing(play.after(first))) for first in firsts)


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
    if as_seen or differing.bit_count() < 2:
        return as_seen
    indulgent = found(Order.ENDED_LATE)
    if not indulgent:
        return ()
    return found(Order.TURN_BY_TURN) or found(Order.BEGUN_IN_TURN) or indulgent
