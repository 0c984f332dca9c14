"""What a board at rest means: how long the judgement takes, on boards of every kind that hands can leave."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.figures import Spread, spread
from benchmarks.games import GRID, game_length, random_play
from controller import showing, step
from controller.play import Play
from controller.session import Session
from controller.tables.table import GameTable
from controller.tracker import Tracker
from controller.view import Phase
from hardware.ports import sites_in

SEED = 5
PLAYS = 100
SETTLE_MS = 600
HAND_MS = 300
"""From one piece to the next: slow enough to be two pieces, not a crooked one."""
LONGEST_TURN = 6


@dataclass(frozen=True, slots=True)
class Board:
    """A board that hands have left: its closed sites, and those that they touched, in order, if that was
    seen."""

    closed: int
    touched: tuple[int, ...]
    is_seen: bool = True


Hands = Callable[[Play, random.Random], Board | None]
"""What hands do to the board of a play; `None` where they cannot."""


def decision_ms(table: GameTable[Any]) -> Spread:
    """Milliseconds of processor time to judge a board at rest and to say what lights and screen show then."""
    return spread([_judge_ms(session) for session in _sessions(table)])


def _judge_ms(session: Session) -> float:
    due_ms = session.due_ms()
    assert due_ms is not None
    begun_ns = time.thread_time_ns()
    judged, _ = step.tick(session, due_ms)
    showing.view(judged)
    return (time.thread_time_ns() - begun_ns) / 1e6


def _sessions(table: GameTable[Any]) -> Iterator[Session]:
    """Boards of every kind at random moments of random games."""
    dice = random.Random(SEED)
    for _ in range(PLAYS):
        play = random_play(table, dice, dice.randrange(game_length(table.game, dice)))
        for hands in HANDS:
            board = hands(play, dice)
            if board is not None and board.closed != play.closed:
                yield session_at(unasked(play), board)


def unasked(play: Play) -> Play:
    """The same play, its latest positions made anew: nothing that was asked of them before is remembered."""
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
    """A session that has seen this board come about, and is about to judge it."""
    since = {site: number * HAND_MS for number, site in enumerate(board.touched)}
    tracker = Tracker(GRID, closed=board.closed, settled=play.closed, since=since)
    return Session(
        {play.table.game.name: play.table},
        tracker,
        SETTLE_MS,
        phase=Phase.PLAYING,
        play=play,
        judged=(play.closed, ()),
        is_seen=True,
        is_dark=not board.is_seen,
    )


def _after(play: Play, actions: int, dice: random.Random) -> Play:
    for _ in range(actions):
        legal = play.position.legal()
        if not legal:
            break
        play = play.after(dice.choice(legal))
    return play


def _left(play: Play, closed: int, dice: random.Random) -> Board:
    """A board with its changed sites touched in any order."""
    touched = sites_in(play.closed ^ closed)
    dice.shuffle(touched)
    return Board(closed, tuple(touched))


def one_action(play: Play, dice: random.Random) -> Board:
    """One legal action."""
    return _left(play, _after(play, 1, dice).closed, dice)


def whole_turn(play: Play, dice: random.Random) -> Board:
    """All that a player does until it is another's turn, set down in any order."""
    after = play
    for _ in range(LONGEST_TURN):
        after = _after(after, 1, dice)
        if after.position.turn != play.position.turn:
            break
    return _left(play, after.closed, dice)


def two_turns(play: Play, dice: random.Random) -> Board:
    """Several actions of both players that the table has not seen one by one."""
    return _left(play, _after(play, 2 + dice.randrange(LONGEST_TURN), dice).closed, dice)


def takeback(play: Play, dice: random.Random) -> Board | None:
    """The board as it was some plies ago."""
    if not play.plies:
        return None
    return _left(play, play.back(1 + dice.randrange(min(8, len(play.plies)))).closed, dice)


def mended_turn(play: Play, dice: random.Random) -> Board | None:
    """The last turn taken back and another played in its place."""
    if not play.turn_length:
        return None
    return _left(play, _after(play.back(play.turn_length), play.turn_length, dice).closed, dice)


def wrong_pieces(play: Play, dice: random.Random) -> Board:
    """Pieces set down anywhere."""
    return _left(play, play.closed | _some(~play.closed, 1, 10, dice), dice)


def missing_pieces(play: Play, dice: random.Random) -> Board:
    """Pieces lifted, whichever."""
    return _left(play, play.closed & ~_some(play.closed, 1, 4, dice), dice)


def moved_pieces(play: Play, dice: random.Random) -> Board:
    """Pieces lifted and as many set down elsewhere."""
    lifted, put = _some(play.closed, 1, 4, dice), _some(~play.closed, 1, 4, dice)
    return _left(play, (play.closed | put) & ~lifted, dice)


def turn_and_wrong_piece(play: Play, dice: random.Random) -> Board:
    """A whole turn, and pieces that belong to nothing."""
    right = whole_turn(play, dice)
    return _left(play, right.closed | _some(~right.closed, 1, 3, dice), dice)


def unseen_turns(play: Play, dice: random.Random) -> Board:
    """Actions of both players while the table was without power."""
    return Board(two_turns(play, dice).closed, (), is_seen=False)


def unseen_wrong_pieces(play: Play, dice: random.Random) -> Board:
    """Pieces set down anywhere while the table was without power."""
    return Board(play.closed | _some(~play.closed, 1, 10, dice), (), is_seen=False)


def cleared(play: Play, _dice: random.Random) -> Board:
    """All pieces lifted at once, a sleeve's way through the board."""
    return Board(0, tuple(sites_in(play.closed)))


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
)


def _some(sites: int, least: int, most: int, dice: random.Random) -> int:
    """Some of these sites, or fewer where there are not so many."""
    among = sites_in(sites & GRID.all_sites)
    chosen = dice.sample(among, min(dice.randint(least, most), len(among)))
    return sum(1 << site for site in chosen)
