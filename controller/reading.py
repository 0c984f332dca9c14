"""What a change of the board means: one action, several, a takeback, or nothing that the rules know. Pure.

The board at rest is compared with the position. Every way in which legal actions lead from the position to
exactly this board is found; the order in which pieces moved decides between ways that only the order tells
apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from controller.play import Play
from controller.search import ONE_PIECE_MS, TOGETHER_MS, Order, Patience, Reached, reach
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


def read(
    play: Play, board: int, since: Mapping[int, int], *, lifted: int = 0, is_dark: bool = False
) -> tuple[Reading, ...]:
    """The ways to understand a board at rest that differs from the position; none if no rule explains it.

    `since` tells when sites changed, where that was seen. `lifted` are the sites whose pieces were off the
    board together: a sleeve that sweeps pieces away leaves an earlier board too, at once or while they are
    put back, so nothing is taken back while some of them have returned. Nor is it with `is_dark`, when the
    change was made while nobody looked.
    """
    patience = Patience(MOST_STEPS)
    found = _forward(play, board, since, patience)
    if found or is_dark:
        return found
    is_swept = bool(lifted & ~(play.closed ^ board))
    back = () if is_swept else _takeback(play, board, since) or _mended_turn(play, board, since, patience)
    return back or _all_but_the_latest(play, board, since, patience)


def _takeback(play: Play, board: int, since: Mapping[int, int]) -> tuple[Reading, ...]:
    """The fewest plies whose takeback leaves exactly this board; of several turns the last must have gone
    first."""
    closed = [play.table.closed(play.start), *(ply.closed for ply in play.plies[:-1])]
    for back, sites in enumerate(reversed(closed), start=1):
        if sites == board:
            return (Reading(back, ()),) if _is_last_first(play, back, board, since) else ()
    return ()


def _is_last_first(play: Play, back: int, board: int, since: Mapping[int, int]) -> bool:
    """Whether the pieces of the last plies were taken back turn by turn."""
    moved: dict[int, int] = {}
    turn, actor = 0, play.plies[-1].actor
    for index in range(len(play.plies) - 1, len(play.plies) - 1 - back, -1):
        ply = play.plies[index]
        turn, actor = turn + (ply.actor != actor), ply.actor
        before = play.plies[index - 1].closed if index else play.table.closed(play.start)
        for site in sites_in((before ^ ply.closed) & (play.closed ^ board)):
            at_ms = since.get(site, 0)
            moved[turn] = min(moved.get(turn, at_ms), at_ms)
    times = list(moved.values())
    return all(one + TOGETHER_MS < other for one, other in pairwise(times))


def _mended_turn(play: Play, board: int, since: Mapping[int, int], patience: Patience) -> tuple[Reading, ...]:
    """The last turn played otherwise: its pieces were moved on before the next player acted."""
    length = play.turn_length
    if not play.closed & ~board or not length:
        return ()
    return _forward(play.back(length), board, since, patience, back=length)


def _all_but_the_latest(
    play: Play, board: int, since: Mapping[int, int], patience: Patience
) -> tuple[Reading, ...]:
    """What was played before a piece was set too early: before a required park, say. The rest must wait."""
    extra = board & ~play.closed
    hopeless = play.table.hopeless(play.position, extra)
    early = [premature for premature in _latest(extra, since) if not hopeless & ~premature]
    reached = reach(play, board, since, Order.TURN_BY_TURN, patience) if early else {}
    for premature in early:
        ways = list(reached.get(board & ~premature, {}).values())
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


def _readings(play: Play, reached: Reached, board: int, back: int = 0) -> tuple[Reading, ...]:
    """The ways by which a search from the play's position has reached a board.

    Where the board can be several positions, people are asked action by action: each reading is one first
    action, and the rest waits.
    """
    ways = list(reached.get(board, {}).values())
    if len(ways) < 2:
        return tuple(Reading(back, way) for way in ways)
    firsts = dict.fromkeys(way[0] for way in ways)
    return tuple(Reading(back, (first,), board ^ play.after(first).closed) for first in firsts)


def _forward(
    play: Play, board: int, since: Mapping[int, int], patience: Patience, back: int = 0
) -> tuple[Reading, ...]:
    """The readings of a board in which nothing is taken back, or only what is not in the play any more.

    What needs the least indulgence is what was meant: the orders are tried from the strictest on. A board
    that the least strict does not explain is soon told, though.
    """

    if play.table.hopeless(play.position, board & ~play.closed):
        return ()

    def found(order: Order) -> tuple[Reading, ...]:
        return _readings(play, reach(play, board, since, order, patience), board, back)

    as_seen = found(Order.AS_SEEN)
    if as_seen or (play.closed ^ board).bit_count() < 2:
        return as_seen
    indulgent = found(Order.ENDED_LATE)
    if not indulgent:
        return ()
    return found(Order.TURN_BY_TURN) or found(Order.BEGUN_IN_TURN) or indulgent
