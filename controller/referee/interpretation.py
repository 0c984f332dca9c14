"""Interprets a change of the board: one action, several, a takeback, or nothing that the rules know.
Pure.

The board at rest is compared with the position. Every way in which legal actions lead from the position to
exactly this board is found; the order in which pieces moved decides between ways that differ only in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import islice, permutations
from typing import Any

from controller.referee.board_at_rest import (
    LONG_AGO,
    ONE_PIECE_MS,
    PAUSE_MS,
    TOGETHER_MS,
    BoardAtRest,
    crooked_pairs,
    overhanging,
)
from controller.referee.play import Play
from controller.referee.reconsidered import mended_turn, plies_taken_back, returned
from controller.referee.search import ENOUGH, TOLD_IN_FULL, Actions, Patience, PieceOrder, Reached, reach
from controller.referee.succession import moments, succession
from engines.game import Action, Position
from engines.record import record, replace
from hardware.ports import sites_in

MOST_ARRANGED = 11
"""The most ways to set new pieces in any order between which people may choose."""

LATE_MS = 3_000
"""How long after the rest of a large piece was read a tilted part of it may still close."""


@record
class Interpretation:
    """One interpretation of the board: a number of plies taken back, then these actions.

    `premature` are the sites of pieces that are not explained yet; `later` is their interpretation, if there
    is only one. If it `is_doubtful` people are asked even if it is the only one.
    """

    back: int
    actions: tuple[Action, ...]
    premature: int = 0
    is_doubtful: bool = False
    later: tuple[Action, ...] = ()


def interpret(play: Play, board: BoardAtRest, *, is_friendly: bool = False) -> tuple[Interpretation, ...]:
    """The interpretations of a board that differs from the position; none if no rule explains it.

    With `is_friendly` pieces can be taken back by hand also in strict games.
    """
    patience = Patience(play.table.most_steps(play.position))
    found = _forward(play, board, patience)
    if not board.is_dark and overhanging(play, board):
        return ()
    found = _with_the_past(play, board, found, patience)
    if board.is_dark:
        return found or _interpret_in_the_dark(play, board)
    if found:
        return found
    changed = _third(play, patience)
    found = _taken_back(play, board, changed, is_friendly=is_friendly)
    return found or _in_part(play, board, patience, is_given_up=patience.is_over or changed.is_over)


def goes_on(play: Play, board: BoardAtRest) -> bool:
    """Whether a board, seen as it came about, has an interpretation that takes nothing back (see
    `interpret`)."""
    if overhanging(play, board):
        return False
    patience = Patience(play.table.most_steps(play.position))
    found = _with_the_past(play, board, _forward(play, board, patience), patience)
    if found:
        return any(not one.back for one in found)
    is_part = bool(_in_part(play, board, patience, is_given_up=patience.is_over))
    return is_part and not _taken_back(play, board, _third(play, patience))


def _third(play: Play, patience: Patience) -> Patience:
    """What is left of the patience for a changed turn. Of 578 that were understood, among 8,559 random boards
    of Masterplan and Massaï, seven took more."""
    return patience.anew(min(play.table.most_steps(play.position) // 3, patience.steps))


def _in_part(
    play: Play, board: BoardAtRest, patience: Patience, *, is_given_up: bool
) -> tuple[Interpretation, ...]:
    """The part of a board that can be played, if the board as a whole has no meaning."""
    if play.table.is_order_free(play.position):
        return _all_that_fits(play, board)
    less = patience.anew(play.table.most_steps(play.position) // 2)
    found = _some(play, board, less)
    is_searched = (
        board.differing(play).bit_count() <= play.table.most_changes and less.paths(play, board).are_few
    )
    if found or (is_searched and not (is_given_up or less.is_over)):
        return found
    return _one_by_one(play, board)


def interpret_end(play: Play, board: BoardAtRest) -> tuple[Interpretation, ...]:
    """The interpretations of a board after the end: only pieces that were taken back before the last actions
    and are on their spots again change it. Everything else is people clearing the table."""
    patience = Patience(play.table.most_steps(play.position))
    return returned(play, board, partial(_onward, patience))


def _interpret_in_the_dark(play: Play, board: BoardAtRest) -> tuple[Interpretation, ...]:
    """The playable part of new pieces that readers have identified, even if the change was not observed."""
    differing = board.differing(play)
    if differing & ~board.closed or any(site not in board.kinds for site in sites_in(differing)):
        return ()
    if play.table.is_order_free(play.position):
        return _all_that_fits(play, board)
    return _some(play, board, Patience(play.table.most_steps(play.position) // 2))


def _one_by_one(play: Play, board: BoardAtRest) -> tuple[Interpretation, ...]:
    """More pieces than a search can handle, in the order in which they were set. If a piece is missing
    nothing is played."""
    if board.differing(play) & ~board.closed & ~play.table.liftable(play.position):
        return ()
    one = succession(play, board)
    if one.left & ~board.closed:
        return ()
    if one.questions:
        touched = play.table.touched
        left = one.left
        return tuple(Interpretation(0, (way,), left & ~touched(play.position, way)) for way in one.questions)
    return (Interpretation(0, one.actions, one.left),) if one.actions else ()


def _with_the_past(
    play: Play, board: BoardAtRest, found: tuple[Interpretation, ...], patience: Patience
) -> tuple[Interpretation, ...]:
    """The interpretations without takebacks, and those in which new pieces belong to earlier or taken-back
    actions. Where that was not observed, it is not more likely than any other."""
    if not board.is_dark:
        found = (*found, *_late_part(play, board, patience))
    if not board.returning.kinds:
        return found
    same = returned(play, board, partial(_onward, patience))
    is_sure = same and len(play.plies) == board.returning.plies and not board.is_dark
    return same if is_sure else _different(play, (*found, *same))


def _different(play: Play, ways: tuple[Interpretation, ...]) -> tuple[Interpretation, ...]:
    """The interpretations that lead to different games; of several that do not, the first."""
    if len(ways) < 2:
        return ways
    found = dict[tuple[Position[Any], int], Interpretation]()
    for one in ways:
        then = reduce(Play.after, (*one.actions, *one.later), play.back(one.back)).position
        found.setdefault((then, 0 if one.later else one.premature), one)
    return tuple(found.values())


def _taken_back(
    play: Play, board: BoardAtRest, patience: Patience, *, is_friendly: bool = False
) -> tuple[Interpretation, ...]:
    """The interpretations in which hands have taken something back, if they may."""
    is_by_hand = is_friendly or play.table.takes_back_by_hand(play.position)
    if not is_by_hand or board.lifted & ~board.differing(play):
        return ()
    if back := plies_taken_back(play, board):
        return (Interpretation(back, ()),)
    ways = mended_turn(play, board, partial(_onward, patience))
    return () if any(_stands(play, way) for way in ways) else ways


def _stands(play: Play, interpretation: Interpretation) -> bool:
    """Whether an interpretation takes back exactly the actions that it plays again."""
    last = play.plies[len(play.plies) - interpretation.back :]
    return interpretation.actions == tuple(ply.action for ply in last)


def _onward(patience: Patience, play: Play, board: BoardAtRest, back: int) -> tuple[Interpretation, ...]:
    return _forward(play, board, patience, back)


def _of_fewest_pieces(
    play: Play, board: BoardAtRest, found: tuple[Interpretation, ...]
) -> tuple[Interpretation, ...]:
    """Of interpretations by large pieces those with the fewest, because one piece may close its sites one by
    one.

    One with more stays if each piece closed several sites at once, and after a pause: then people are asked.
    """
    if not found or not play.table.has_large_pieces(play.position):
        return found
    fewest = min(len(one.actions) for one in found)
    return tuple(
        replace(one, is_doubtful=_has_parts(play, board, one))
        for one in found
        if len(one.actions) == fewest or _is_one_by_one(play, board, one)
    )


def _has_parts(play: Play, board: BoardAtRest, interpretation: Interpretation) -> bool:
    """Whether an action of a single site may be part of another's piece, by the times: of a piece that fits
    no rule as a whole, and was not set flat."""
    sites = [sites_in(play.table.touched(play.position, action)) for action in interpretation.actions]
    return any(
        play.table.may_be_one_piece(play.position, one[0], site)
        and abs(board.since.get(one[0], 0) - board.since.get(site, 0)) < PAUSE_MS
        for one, other in permutations(sites, 2)
        if len(one) == 1
        for site in other
    )


def _is_one_by_one(play: Play, board: BoardAtRest, interpretation: Interpretation) -> bool:
    """Whether each action closed several sites at once, with a pause before the next."""
    last_ms = LONG_AGO - PAUSE_MS
    for action in interpretation.actions:
        times = [board.since.get(site, 0) for site in sites_in(play.table.touched(play.position, action))]
        is_at_once = len(times) > 1 and max(times) - min(times) <= ONE_PIECE_MS
        if not is_at_once or min(times) - last_ms < PAUSE_MS:
            return False
        last_ms = max(times)
    return True


def _late_part(play: Play, board: BoardAtRest, patience: Patience) -> tuple[Interpretation, ...]:
    """The last action with more sites: its piece was tilted at first, and was read as a smaller one.

    A square may be pressed down at any time, even while others play on; then people are asked.
    """
    table = play.table
    if not play.plies or not table.has_large_pieces(play.before) or play.closed & ~board.closed:
        return ()
    extra = board.superfluous(play)
    if not extra:
        return ()
    first = table.touched(play.before, play.plies[-1].action)
    if not first:
        return ()
    found = []
    beside = table.near(play.before, extra, first)
    for part in dict.fromkeys((extra, *(1 << site for site in sites_in(beside)))):
        ways = table.on_exactly(play.before, first | part, board.kinds)
        if not ways or (part != extra and not _is_apart(play, board, part)):
            continue
        last_ms = max(board.since.get(site, 0) for site in sites_in(part))
        is_late = last_ms - board.acted_ms > LATE_MS
        if not (is_late and part & (part - 1)):
            for way in ways:
                found += _with_the_rest(play, board, way, patience, is_doubtful=is_late)
    return tuple(found)


def _is_apart(play: Play, board: BoardAtRest, part: int) -> bool:
    """Whether no piece on another new site has closed this one too."""
    since, (one,) = board.since, sites_in(part)
    return not any(
        abs(since.get(one, 0) - since.get(other, 0)) < PAUSE_MS
        and play.table.may_be_one_piece(play.position, one, other)
        for other in sites_in(board.superfluous(play) & ~part)
    )


def _with_the_rest(
    play: Play, board: BoardAtRest, way: Action, patience: Patience, *, is_doubtful: bool
) -> list[Interpretation]:
    """The last action played in this other way, and then everything else on the board."""
    then = play.back(1).after(way)
    if not board.differing(then):
        return [Interpretation(1, (way,), is_doubtful=is_doubtful)]
    onward = _forward(then, board, patience)
    return [replace(one, back=1, actions=(way, *one.actions), is_doubtful=True) for one in onward]


def _all_that_fits(play: Play, board: BoardAtRest) -> tuple[Interpretation, ...]:
    """The most actions that the rules allow, if their order does not matter; none if there are too many
    ways."""
    differing, touched = board.differing(play), partial(play.table.touched, play.position)
    ways = [*islice(_in_any_order(play, board), MOST_ARRANGED + 1)]
    if differing.bit_count() > play.table.most_changes or not all(ways) or len(ways) > MOST_ARRANGED:
        return ()
    found = [Interpretation(0, way, differing & ~sum(map(touched, way))) for way in ways]
    left = min((one.premature for one in found), key=int.bit_count)
    return tuple(one for one in found if one.premature == left)


def _in_any_order(play: Play, board: BoardAtRest) -> Iterator[Actions]:
    """The ways to set the new pieces, in the order of their setting, if that does not matter."""
    since, crooked = board.since, {site for pair in crooked_pairs(play, board) for site in pair}
    straight = [site for site in sites_in(board.superfluous(play)) if site not in crooked]
    straight.sort(key=lambda site: since.get(site, 0))
    return play.table.arrangements(play.position, straight, board.kinds)


def _arranged(play: Play, board: BoardAtRest) -> list[Actions]:
    """Some of the ways to explain the whole board, if the order of actions does not matter: enough to show
    which first actions there are."""
    number = board.differing(play).bit_count()
    whole = (way for way in _in_any_order(play, board) if len(way) == number)
    return [*islice(whole, ENOUGH if number > TOLD_IN_FULL else ENOUGH + 1)]


def _is_part_of(play: Play, board: BoardAtRest, sites: int, actions: tuple[Action, ...]) -> bool:
    """Whether the sites may belong to a large piece that these actions explain only in part."""
    table, position = play.table, play.position
    if not table.has_large_pieces(position):
        return False
    kinds, among = table.as_played(position, board.kinds), sites_in(sites)
    return any(
        kinds.get(site) in (None, kinds.get(other)) and table.may_be_one_piece(position, site, other)
        for action in actions
        for other in sites_in(table.touched(position, action))
        for site in among
    )


def _some(play: Play, board: BoardAtRest, patience: Patience) -> tuple[Interpretation, ...]:
    """The playable ones of several new pieces: all before one that was set too early (such as before a
    required park); or else all that the rules allow. The rest must wait."""
    extra = board.superfluous(play)
    missing = board.differing(play) & ~extra
    if not extra & (extra - 1) or (missing and not play.table.may_leave_new(play.position, missing, extra)):
        return ()
    reached = reach(play, board, PieceOrder.TURN_BY_TURN, patience, is_whole=False)
    if not reached:
        return ()
    paths = patience.paths(play, board)
    early = [premature for premature in _latest(extra, board.since) if not paths.hopeless & ~premature]
    for premature in early:
        ways = reached.get(premature, [])
        if len(ways) == 1 and not _is_part_of(play, board, premature, ways[0]):
            return (Interpretation(0, ways[0], premature),)
    if not paths.are_few:
        return ()
    if missing:
        reached = _with_read_pieces_left(reached, board)
    return _most(play, board, extra, reached)


def _with_read_pieces_left(reached: Reached, board: BoardAtRest) -> Reached:
    """The interpretations that leave only pieces identified by readers: if one was also lifted, none of the
    others may be it."""
    return {
        left: ways
        for left, ways in reached.items()
        if not left & ~board.closed and all(site in board.kinds for site in sites_in(left))
    }


def _most(play: Play, board: BoardAtRest, extra: int, reached: Reached) -> tuple[Interpretation, ...]:
    """The interpretations that play as many of the new pieces as the rules allow, if that is unambiguous."""
    left = [(sites.bit_count(), sites) for sites, ways in reached.items() if ways and sites != extra]
    fewest = [sites for number, sites in left if number == min(left)[0]]
    if len(fewest) != 1:
        return ()
    ways = reached[fewest[0]]
    if any(_is_part_of(play, board, fewest[0], way) for way in ways):
        return ()
    firsts = dict.fromkeys(way[0] for way in ways)
    if len(firsts) == 1 and len(ways) == 1:
        return (Interpretation(0, ways[0], fewest[0]),)
    touched = {play.table.touched(play.position, first) for first in firsts}
    if len(touched) > 1:
        return ()
    return tuple(Interpretation(0, (first,), extra & ~min(touched)) for first in firsts)


def _latest(extra: int, since: Mapping[int, int]) -> list[int]:
    """The last of these pieces, the last two, and so on, at each pause before them."""
    order = sorted(sites_in(extra), key=lambda site: since.get(site, 0))
    latest, early = 0, []
    for before, site in zip(reversed(order[:-1]), reversed(order), strict=False):
        latest |= 1 << site
        if since.get(site, 0) - since.get(before, 0) > ONE_PIECE_MS:
            early.append(latest)
    return early


def _interpretations(
    play: Play, reached: Reached, board: BoardAtRest, back: int = 0
) -> tuple[Interpretation, ...]:
    """The interpretations by which a search from the play's position has reached a board.

    If the board can be several positions, people are asked action by action: each interpretation is one first
    action, with those of its turn that follow it in any case, and the rest waits.
    """
    ways = tuple(Interpretation(back, way) for way in reached.get(0, ()))
    if play.table.has_large_pieces(play.position):
        return _of_fewest_pieces(play, board, ways)
    if len(ways) < 2:
        return ways
    onward: dict[Action, list[tuple[Action, ...]]] = {}
    for way in ways:
        onward.setdefault(way.actions[0], []).append(way.actions)
    found = []
    for several in onward.values():
        sure = several[0][:1] if len(several) == 1 else _sure(play, board, several)
        is_told = len(several) == 1 and board.differing(play).bit_count() <= TOLD_IN_FULL
        then = reduce(_after, sure, play.position)
        premature = play.table.differing(then, board.closed, board.kinds)
        found.append(Interpretation(back, sure, premature, later=several[0][1:] if is_told else ()))
    return tuple(found)


def _sure(play: Play, board: BoardAtRest, ways: Sequence[tuple[Action, ...]]) -> tuple[Action, ...]:
    """The first action of these ways, which is the same, with those of its turn that follow it in all of them
    and that are each the only meaning of their sites.

    The search does not find all ways, so that an action of another player may have been another's.
    """
    table, sure, then = play.table, [ways[0][0]], play.position
    actor, is_order_free = table.actor(then, sure[0]), table.is_order_free(then)
    for step in zip(*(way[1:] for way in ways), strict=False):
        then = _after(then, sure[-1])
        if len(set(step)) > 1 or not (is_order_free or table.actor(then, step[0]) == actor):
            break
        sites = table.touched(then, step[0])
        if len(table.candidates(then, sites & table.closed(then), sites & board.closed, board.kinds)) != 1:
            break
        sure.append(step[0])
    return tuple(sure)


def _after(position: Position[Any], action: Action) -> Position[Any]:
    return position.after(action)[0]


def _one_large_piece(play: Play, board: BoardAtRest, back: int) -> tuple[Interpretation, ...]:
    """The ways in which everything new is a single large piece, however slowly its squares were pressed
    down."""
    table, differing = play.table, board.differing(play)
    if not table.has_large_pieces(play.position) or differing & ~board.closed:
        return ()
    return tuple(
        Interpretation(back, (way,))
        for way in table.on_exactly(play.position, differing, board.kinds)
        if not board.differing(play.after(way))
    )


def _are_parts_set_flat(play: Play, board: BoardAtRest) -> bool:
    """Whether several squares closed at each of several moments: each may be a piece of its own."""
    since = board.since
    parts = moments(play, board, sorted(sites_in(board.differing(play)), key=lambda site: since.get(site, 0)))
    sizes = [part.bit_count() for part in parts]
    return len(sizes) > 1 and min(sizes) > 1


def _is_at_once(sites: int, board: BoardAtRest) -> bool:
    """Whether the order in which these sites changed is unknown: it was one moment, or unobserved."""
    times = [board.since.get(site, 0) for site in sites_in(sites)]
    return max(times, default=0) - min(times, default=0) <= TOGETHER_MS


def _forward(play: Play, board: BoardAtRest, patience: Patience, back: int = 0) -> tuple[Interpretation, ...]:
    """The interpretations of a board without a takeback, or only of actions that are no longer in the
    play."""
    differing = board.differing(play)
    missing, extra = differing & ~board.closed, differing & board.closed
    if play.table.is_out_of_reach(play.position, missing, extra) or play.table.hopeless(play.position, extra):
        return ()
    if play.table.is_order_free(play.position):
        return _interpretations(play, {0: _arranged(play, board)}, board, back)
    return _in_turns(play, board, patience, back)


def _in_turns(play: Play, board: BoardAtRest, patience: Patience, back: int) -> tuple[Interpretation, ...]:
    """The interpretations of a board without a takeback, by actions whose order matters.

    The strictest explanation is the most likely, so the orders are tried from the strictest on. A board that
    the least strict does not explain is rejected quickly, though.
    """
    whole = _one_large_piece(play, board, back)
    if whole and not _are_parts_set_flat(play, board):
        return whole

    def found(order: PieceOrder) -> tuple[Interpretation, ...]:
        return _interpretations(play, reach(play, board, order, patience), board, back)

    as_seen = found(PieceOrder.AS_SEEN)
    if whole and patience.is_over:
        return tuple(replace(one, is_doubtful=True) for one in whole)
    if as_seen or _is_at_once(board.differing(play), board):
        return as_seen
    indulgent = found(PieceOrder.ENDED_LATE)
    if not indulgent:
        return ()
    return found(PieceOrder.TURN_BY_TURN) or found(PieceOrder.BEGUN_IN_TURN) or indulgent
