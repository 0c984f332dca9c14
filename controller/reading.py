"""What a change of the board means: one action, several, a takeback, or nothing that the rules know. Pure.

The board at rest is compared with the position. Every way in which legal actions lead from the position to
exactly this board is found; the order in which pieces moved decides between ways that only the order tells
apart.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, permutations, takewhile

from controller.play import Play
from controller.search import (
    LONG_AGO,
    ONE_PIECE_MS,
    Board,
    Reached,
    Reading,
    crooked_pairs,
    extra_sites,
    reached_from,
    ways_to,
)
from hardware.ports import sites_in

__all__ = ["Board", "Reading", "crooked_pairs", "read"]

PAUSE_MS = 250
"""A hand that sets one piece and then another is away from the board for so long."""

LATE_MS = 3_000
"""A part of a large piece that did not lie flat may close so long after the rest of it was read."""


def read(play: Play, board: Board, *, is_friendly: bool = False) -> tuple[Reading, ...]:
    """The ways to understand a board that differs from the position; none if no rule explains it.

    With `is_friendly` pieces can be taken back by hand also where the game is strict.
    """
    reached = reached_from(play, board)
    found = _of_fewest_pieces(play, board, ways_to(reached))
    if board.is_dark:
        return found
    found = (*found, *_late_part(play, board))
    if not found and (is_friendly or play.table.takes_back_by_hand(play.position)):
        found = _takeback(play, board) or _mended_turn(play, board)
    if not found and play.table.is_order_free(play.position):
        return _all_that_fits(reached)
    return found or _all_but_the_latest(play, board, reached)


def _takeback(play: Play, board: Board) -> tuple[Reading, ...]:
    """The fewest plies whose takeback leaves exactly this board.

    A sleeve that sweeps pieces away leaves an earlier board too, at once or while they are put back. So no
    other piece may have been off the board with these, and of several turns the last must have gone first.
    """
    if board.lifted & ~play.differing(board.closed, board.kinds):
        return ()
    for back in range(1, _by_hand(play) + 1):
        then = play.back(back)
        if then.differing(board.closed, board.kinds):
            continue
        if play.table.may_return(play.position, then.position):
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
    """The last turn played otherwise: its pieces were moved on before the next player acted.

    Those of its pieces that never moved are what they were.
    """
    length = play.turn_length
    if not play.closed & play.differing(board.closed, board.kinds) or not length:
        return ()
    before = play.back(length)
    stayed = (play.closed ^ before.closed) & board.closed & ~board.lifted
    known = {site: play.table.kind(play.position, site) for site in sites_in(stayed)}
    board = replace(board, kinds={**known, **board.kinds})
    return ways_to(reached_from(before, board), back=length)


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
    table, extra = play.table, extra_sites(play, board)
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


def _all_but_the_latest(play: Play, board: Board, reached: Reached) -> tuple[Reading, ...]:
    """What was played before a piece was set too early: before a required park, say. The rest must wait."""
    since = board.since
    extra = sorted(sites_in(extra_sites(play, board)), key=lambda site: since.get(site, 0))
    premature = 0
    for before, site in zip(reversed(extra[:-1]), reversed(extra), strict=False):
        premature |= 1 << site
        if since.get(site, 0) - since.get(before, 0) > ONE_PIECE_MS:
            readings = ways_to(reached, unexplained=premature)
            if len(readings) == 1 and not _is_part_of(play, premature, readings[0]):
                return (Reading(0, readings[0].actions, premature),)
    return ()


def _is_part_of(play: Play, sites: int, reading: Reading) -> bool:
    """Whether the sites may belong to a large piece of which the reading knows only a part."""
    table, position = play.table, play.position
    if not table.has_large_pieces(position):
        return False
    return any(
        table.may_be_one_piece(position, site, other)
        for action in reading.actions
        for other in sites_in(table.touched(position, action))
        for site in sites_in(sites)
    )
