"""The judgement of a board at rest: its duration, on boards of every kind that hands can leave."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from benchmarks.caches import empty
from benchmarks.figures import ColdAndWarm, pooled
from benchmarks.games import GRID, PAD_SITES, game_length, random_play
from controller.model.tracker import Tracker
from controller.referee import step
from controller.referee.play import Play
from controller.referee.session import Session
from controller.referee.session_parts import DeviceStates
from controller.tables.table import GameTable
from controller.view import showing
from engines.game import Action
from hardware.ports import sites_in

SEED = 5
PLAYS = 100
SETTLE_MS = 600
HAND_MS = 300
"""From one piece to the next: slow enough to be two pieces, not a tilted one."""
LONGEST_TURN = 6


@dataclass(frozen=True, slots=True)
class Board:
    """A board left by hands: its closed sites, and the pieces read on the pads.

    `touched` are the sites that hands touched, piece by piece in order, if that was seen: the magnets of one
    piece move together. `is_asked`: the table had a request after the last action.
    """

    closed: int
    kinds: Mapping[int, str] = field(default_factory=dict)
    touched: tuple[int, ...] = ()
    is_seen: bool = True
    is_asked: bool = False


Hands = Callable[[Play, random.Random], Board | None]
"""A change of a play's board by hands; `None` if it is impossible now, or in this game."""


def decision_ms(table: GameTable[Any, Any]) -> ColdAndWarm:
    """Milliseconds of processor time to judge a board at rest, including the resulting lights and screen.

    Cold: of a position that has never been asked anything. Warm: as at a table, which has shown the position
    before hands change the board, unless it had no power.
    """
    return ColdAndWarm(
        pooled(_judge_ms(one) for one in sessions(table)),
        pooled(_judge_ms(one, is_shown=True) for one in sessions(table)),
    )


def _judge_ms(session: Session, *, is_shown: bool = False) -> float:
    due_ms = session.due_ms()
    assert due_ms is not None
    empty("engines")
    if is_shown and not session.judgement.is_dark:
        showing.view(session)
    begun_ns = time.thread_time_ns()
    judged, _ = step.tick(session, due_ms)
    showing.view(judged)
    return (time.thread_time_ns() - begun_ns) / 1e6


def sessions(table: GameTable[Any, Any]) -> Iterator[Session]:
    """Boards of every kind at random moments of random games, each about to be judged."""
    dice = random.Random(SEED)
    for _ in range(PLAYS):
        play = moment(table, dice)
        for hands in HANDS:
            board = hands(play, dice)
            if board is not None:
                yield session_at(unasked(play), board)


def moment(table: GameTable[Any, Any], dice: random.Random) -> Play:
    """A random moment of a random game at which the board is judged: no choice on the screen is due."""
    while True:
        play = random_play(table, dice, dice.randrange(game_length(table.game, dice)))
        due = [one for one in table.selections(play.position) if one.button is None]
        if not due and play.position.legal():
            return play


def unasked(play: Play) -> Play:
    """The same play, with its latest positions recreated, to clear their caches."""
    restore = play.table.game.restore
    kept = len(play.plies) - LONGEST_TURN
    return replace(
        play,
        start=restore(play.start.state()),
        plies=tuple(
            ply if number < kept else replace(ply, position=restore(ply.position.state()))
            for number, ply in enumerate(play.plies)
        ),
    )


def session_at(play: Play, board: Board) -> Session:
    """A session that has seen this board come about, before its judgement."""
    since = {site: n * HAND_MS for n, piece in enumerate(board.touched) for site in sites_in(piece)}
    settled, kinds = _before(play, board)
    session = Session(
        {play.table.game.name: play.table},
        _tracker(settled, kinds),
        SETTLE_MS,
        play=play.back(1) if board.is_asked else play,
        devices=DeviceStates(is_board_seen=True),
    ).right()
    if board.is_asked:
        session = session.advanced_to(replace(play, left=()))
    tracker = replace(_tracker(board.closed, board.kinds), settled=settled, since=since)
    return replace(session, tracker=tracker, judgement=replace(session.judgement, is_dark=not board.is_seen))


def _tracker(closed: int, kinds: Mapping[int, str]) -> Tracker:
    tagged = sum(1 << site for site in kinds)
    return Tracker(GRID, closed & GRID.all_sites, settled=closed, tagged=tagged, kinds=kinds)


def _before(play: Play, board: Board) -> tuple[int, Mapping[int, str]]:
    """The board at rest before the hands: right, or as the last action's own moves left it."""
    if not board.is_asked:
        return play.closed, kinds_on(play)
    action, before = play.plies[-1].action, play.back(1)
    touched = play.table.touched(before.position, action)
    read = {
        site: hand.kind
        for hand in play.table.hands(before.position, action)
        for site in sites_in(hand.sites & PAD_SITES)
    }
    return before.closed ^ touched, {**kinds_on(before), **read}


def kinds_on(play: Play) -> dict[int, str]:
    """The pieces on the pads of a play whose board is right."""
    return {site: play.table.kind(play.position, site) for site in sites_in(play.closed & PAD_SITES)}


def _by_hand(play: Play) -> list[Action]:
    """The legal actions that hands make on the board or on a pad."""
    table, position = play.table, play.position
    return [action for action in position.legal() or () if table.touched(position, action)]


def _after(play: Play, actions: int, dice: random.Random) -> Play:
    """The play after several actions by hand, or fewer if the screen must be used before."""
    for _ in range(actions):
        legal = _by_hand(play)
        if not legal:
            break
        play = play.after(dice.choice(legal))
    return play


def _pieces(play: Play, plies: int) -> list[int]:
    """The sites of the pieces that hands moved in the last plies, piece by piece."""
    befores = [play.back(back).position for back in range(plies, 0, -1)]
    last = play.plies[len(play.plies) - plies :]
    return [
        hand.sites
        for before, ply in zip(befores, last, strict=True)
        for hand in play.table.hands(before, ply.action)
    ]


def _left(
    play: Play, closed: int, kinds: Mapping[int, str], pieces: Iterable[int], dice: random.Random
) -> Board | None:
    """A board with its changed pieces moved in any order; `None` if it is unchanged."""
    old = kinds_on(play)
    changed = play.closed ^ closed
    changed |= sum(1 << site for site in old.keys() & kinds.keys() if old[site] != kinds[site])
    touched = []
    for piece in pieces:
        if piece & changed:
            touched.append(piece & changed)
            changed &= ~piece
    touched += [1 << site for site in sites_in(changed)]
    dice.shuffle(touched)
    return Board(closed, kinds, tuple(touched)) if touched else None


def _played(play: Play, after: Play, dice: random.Random) -> Board | None:
    """The board of a later play."""
    pieces = _pieces(after, len(after.plies) - len(play.plies))
    return _left(play, after.closed, kinds_on(after), pieces, dice)


def _disturbed(play: Play, closed: int, pieces: Iterable[int], dice: random.Random) -> Board | None:
    """A board with other sites closed; a piece lifted off a pad is no longer read."""
    kinds = {site: kind for site, kind in kinds_on(play).items() if closed >> site & 1}
    return _left(play, closed, kinds, pieces, dice)


def one_action(play: Play, dice: random.Random) -> Board | None:
    """One legal action."""
    return _played(play, _after(play, 1, dice), dice)


def _whole_turn(play: Play, dice: random.Random) -> Play:
    after = play
    for _ in range(LONGEST_TURN):
        after = _after(after, 1, dice)
        if after.position.turn != play.position.turn:
            break
    return after


def whole_turn(play: Play, dice: random.Random) -> Board | None:
    """All actions of a player until the turn changes, in any order."""
    return _played(play, _whole_turn(play, dice), dice)


def two_turns(play: Play, dice: random.Random) -> Board | None:
    """Several actions of several players that the table has not seen one by one."""
    return _played(play, _after(play, 2 + dice.randrange(LONGEST_TURN), dice), dice)


def takeback(play: Play, dice: random.Random) -> Board | None:
    """The board as it was some plies ago."""
    if not play.plies:
        return None
    back = 1 + dice.randrange(min(8, len(play.plies)))
    then = play.back(back)
    return _left(play, then.closed, kinds_on(then), _pieces(play, back), dice)


def mended_turn(play: Play, dice: random.Random) -> Board | None:
    """The last turn taken back and another played in its place."""
    if not play.turn_length:
        return None
    before = play.back(play.turn_length)
    other = _after(before, play.turn_length, dice)
    pieces = [*_pieces(other, len(other.plies) - len(before.plies)), *_pieces(play, play.turn_length)]
    return _left(play, other.closed, kinds_on(other), pieces, dice)


def wrong_pieces(play: Play, dice: random.Random) -> Board | None:
    """Pieces set down at random."""
    pieces = _anywhere(play, play.closed, 10, dice)
    return _disturbed(play, play.closed | sum(pieces), pieces, dice)


def missing_pieces(play: Play, dice: random.Random) -> Board | None:
    """Pieces lifted at random."""
    pieces = _standing(play, 4, dice)
    return _disturbed(play, play.closed & ~sum(pieces), pieces, dice)


def moved_pieces(play: Play, dice: random.Random) -> Board | None:
    """Pieces lifted and as many set down elsewhere."""
    lifted, put = _standing(play, 4, dice), _anywhere(play, play.closed, 4, dice)
    return _disturbed(play, (play.closed | sum(put)) & ~sum(lifted), [*lifted, *put], dice)


def turn_and_wrong_piece(play: Play, dice: random.Random) -> Board | None:
    """A whole turn, plus unrelated pieces."""
    after = _whole_turn(play, dice)
    wrong = _anywhere(play, after.closed | play.closed, 3, dice)
    pieces = [*_pieces(after, len(after.plies) - len(play.plies)), *wrong]
    return _left(play, after.closed | sum(wrong), kinds_on(after), pieces, dice)


def unseen_turns(play: Play, dice: random.Random) -> Board | None:
    """Actions of several players while the table was without power."""
    board = two_turns(play, dice)
    return board and replace(board, touched=(), is_seen=False)


def unseen_wrong_pieces(play: Play, dice: random.Random) -> Board | None:
    """Pieces set down at random while the table was without power."""
    board = wrong_pieces(play, dice)
    return board and replace(board, touched=(), is_seen=False)


def cleared(play: Play, _dice: random.Random) -> Board | None:
    """All pieces lifted at once, as by a sleeve across the board."""
    touched = tuple(1 << site for site in sites_in(play.closed))
    return Board(0, {}, touched) if touched else None


def wrong_tiles(play: Play, dice: random.Random) -> Board | None:
    """Random pieces on random pads, replacing any pieces there."""
    if not play.table.tiles.need_readers:
        return None
    pads = _some(PAD_SITES, 4, dice)
    kinds = {**kinds_on(play), **{site: dice.choice(play.table.pieces) for site in pads}}
    return _left(play, play.closed | sum(1 << site for site in pads), kinds, (), dice)


def half_of_what_is_asked(play: Play, dice: random.Random) -> Board | None:
    """Some of the tasks after the last action: pieces set, lifted, or about to be exchanged."""
    exchanged = play.table.exchanged(play.before, play.position) if play.plies else 0
    wanted = play.asked | exchanged
    if not wanted:
        return None
    settled, kinds = _before(play, Board(0, is_asked=True))
    done = _some(wanted, 4, dice)
    closed = settled ^ sum(1 << site for site in done)
    read = {site: kind for site, kind in {**kinds_on(play), **kinds}.items() if closed >> site & 1}
    return Board(closed, read, tuple(1 << site for site in done), is_asked=True)


HANDS: tuple[Hands, ...] = (
    one_action,
    whole_turn,
    two_turns,
    takeback,
    mended_turn,
    wrong_pieces,
    missing_pieces,
    moved_pieces,
    turn_and_wrong_piece,
    unseen_turns,
    unseen_wrong_pieces,
    cleared,
    wrong_tiles,
    half_of_what_is_asked,
)


def _some(sites: int, most: int, dice: random.Random) -> list[int]:
    """Some of these sites, or fewer if there are not enough."""
    among = sites_in(sites)
    return dice.sample(among, min(dice.randint(1, most), len(among)))


def _anywhere(play: Play, taken: int, most: int, dice: random.Random) -> list[int]:
    """The sites of pieces on free sites of the board, each of a currently possible form."""
    actions = _by_hand(play)
    forms = [
        hand.sites & GRID.all_sites
        for action in dice.sample(actions, min(most, len(actions)))
        for hand in play.table.hands(play.position, action)
        if hand.verb == "put" and hand.sites & GRID.all_sites
    ] or [1]
    pieces = []
    for _ in range(dice.randint(1, most)):
        piece = _shifted(dice.choice(forms), dice)
        if not piece & taken:
            pieces.append(piece)
            taken |= piece
    return pieces


def _shifted(form: int, dice: random.Random) -> int:
    """The same form anywhere on the grid."""
    places = [GRID.column_row(site) for site in sites_in(form)]
    columns, rows = zip(*places, strict=True)
    east = dice.randint(-min(columns), GRID.columns - 1 - max(columns))
    north = dice.randint(-min(rows), GRID.rows - 1 - max(rows))
    return sum(1 << GRID.site(column + east, row + north) for column, row in places)


def _standing(play: Play, most: int, dice: random.Random) -> list[int]:
    """The sites of standing pieces: those of a placed element, or single sites."""
    whole = {site: hand for hand in _pieces(play, len(play.plies)) for site in sites_in(hand)}
    pieces: list[int] = []
    for site in _some(play.closed, most, dice):
        piece = whole.get(site, 1 << site) & play.closed
        if piece not in pieces:
            pieces.append(piece)
    return pieces
