"""Many pieces, set one after the other faster than the board comes to rest: played in the order of their
setting. Pure.

If each piece's time determines its turn no search is needed, so the only limit is the number of pieces.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.referee.board_at_rest import ONE_PIECE_MS, PAUSE_MS, TOGETHER_MS, BoardAtRest
from controller.referee.play import Play
from engines.game import Action
from engines.record import record
from hardware.ports import sites_in

MOST_DUE = 12
"""No turn requires more parks and towers."""


@record
class Succession:
    """The actions that were made one after the other, and the sites that they leave unexplained. If the first
    piece is ambiguous, its interpretations are the `questions`."""

    play: Play
    actions: tuple[Action, ...]
    left: int
    questions: tuple[Action, ...] = ()


def succession(play: Play, board: BoardAtRest) -> Succession:
    """As much as the rules allow of the pieces, in exactly the order of setting. Within a turn the order is
    free: a park may come after the next player's house."""
    steps = _steps(play, board)
    left, actions = board.differing(play), list[Action]()
    while steps:
        actor = play.plies[-1].actor if play.plies and actions else None
        ways = _next(play, board, steps, actor)
        if not ways:
            break
        if len(ways) > 1:
            return Succession(play, tuple(actions), left, () if actions else ways)
        made = play.table.touched(play.position, ways[0])
        steps = [one & ~made for one in steps if one & ~made]
        play, left = play.after(ways[0]), left & ~made
        actions.append(ways[0])
    return Succession(play, tuple(actions), left)


def _next(play: Play, board: BoardAtRest, steps: list[int], actor: str | None) -> tuple[Action, ...]:
    """The interpretations of the first step or, if it is impossible, of a later one in the same turn."""
    for step in steps:
        ways = _ways(play, board, step)
        if step != steps[0]:
            ways = tuple(way for way in ways if play.table.actor(play.position, way) == actor)
        if ways:
            return ways
        if actor is None:
            break
    return ()


def _ways(play: Play, board: BoardAtRest, step: int) -> tuple[Action, ...]:
    """The interpretations of a step; of several pieces at one moment only a single playable one counts,
    because the order of more is unknown."""
    table, position = play.table, play.position
    missing = step & ~board.closed
    if table.has_large_pieces(position):
        return () if missing else tuple(table.on_exactly(position, step, board.kinds))
    ways = table.candidates(position, missing, step & board.closed, board.kinds)
    whole = tuple(way for way in ways if table.touched(position, way) == step)
    return whole or (tuple(ways) if not missing and len(ways) == 1 else ())


def _steps(play: Play, board: BoardAtRest) -> list[int]:
    """The changed sites, step by step in the order of time; empty if that is unknown.

    A step is a piece that was set, or one that was lifted and set elsewhere. Squares that may be one large
    piece, and did not close apart, end the certain part.
    """
    since, differing = board.since, sites_in(board.differing(play))
    if any(site not in since for site in differing):
        return []
    steps: list[int] = []
    for part in moments(play, board, sorted(differing, key=lambda site: since[site])):
        if steps and not part & ~board.closed and not steps[-1] & board.closed:
            steps[-1] |= part
        elif steps and _may_be_one(play, board, steps[-1], part):
            return steps[:-1]
        else:
            steps.append(part)
    return steps


def moments(play: Play, board: BoardAtRest, sites: list[int]) -> Iterator[int]:
    """The changed sites, moment by moment."""
    together_ms = ONE_PIECE_MS if play.table.has_large_pieces(play.position) else TOGETHER_MS
    part, last_ms = 0, 0
    for site in sites:
        at_ms = board.since.get(site, 0)
        if part and at_ms - last_ms > together_ms:
            yield part
            part = 0
        part, last_ms = part | 1 << site, at_ms
    if part:
        yield part


def _may_be_one(play: Play, board: BoardAtRest, before: int, part: int) -> bool:
    """Whether two moments may be one tilted or askew piece."""
    is_large, since = play.table.has_large_pieces(play.position), board.since
    apart_ms = PAUSE_MS if is_large else ONE_PIECE_MS
    pairs = [
        (site, other)
        for site in sites_in(before)
        for other in sites_in(part)
        if since[other] - since[site] <= apart_ms
    ]
    kinds = play.table.as_played(play.position, board.kinds) if pairs else board.kinds
    return any(
        (site not in kinds or kinds[site] == kinds.get(other, kinds[site]))
        and play.table.may_be_one_piece(play.position, site, other)
        for site, other in pairs
    )


def when_done(play: Play) -> Play:
    """The play after all parks and towers that the rules require."""
    table = play.table
    for _ in range(MOST_DUE):
        due = [task.sites & ~play.closed for task in table.tasks(play.position)]
        ways = [way for sites in due if sites for way in table.candidates(play.position, 0, sites)]
        if not ways:
            return play
        play = play.after(ways[0])
    return play


def waiting(play: Play, board: BoardAtRest) -> int:
    """The new pieces that become playable, in the order of their setting, once the rules' requirements are
    met: they may stay."""
    done = when_done(play)
    if done is play:
        return 0
    closed = board.closed | done.closed & ~play.closed
    later = succession(done, BoardAtRest(closed, board.since, board.kinds))
    return board.superfluous(play) & ~later.left if later.actions else 0
