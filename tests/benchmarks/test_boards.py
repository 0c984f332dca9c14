"""The boards that decisions are measured on, and the games that they come from."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from benchmarks.decisions import (
    HAND_MS,
    HANDS,
    Board,
    Hands,
    half_of_what_is_asked,
    kinds_on,
    mended_turn,
    moment,
    session_at,
    takeback,
    unasked,
    whole_turn,
    wrong_pieces,
    wrong_tiles,
)
from benchmarks.games import OPENINGS, PAD_SITES, header_of, opening, random_play, tables
from benchmarks.running import is_blinking, is_quiet, play_where
from controller.referee.play import Play
from controller.tables.table import GameTable
from engines.game import Game
from engines.games import GAMES
from hardware.ports import sites_in

TABLES = [pytest.param(table, id=table.game.name) for table in tables()]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_can_be_played_from_its_opening(game: Game[Any]) -> None:
    assert opening(game).legal()


@pytest.mark.parametrize("table", TABLES)
def test_equal_dice_give_equal_games(table: GameTable[Any, Any]) -> None:
    one, other = (random_play(table, random.Random(3), 12) for _ in range(2))
    assert one.position == other.position
    assert one.header == header_of(table.game)
    assert len(one.plies) == 12 + len(OPENINGS[table.game.name].played if table.game.name in OPENINGS else ())


LEFT_OUT = {
    ("masterplan", wrong_tiles),
    ("masterplan", half_of_what_is_asked),
    ("forma", wrong_tiles),
    ("forma", half_of_what_is_asked),
    ("massai", wrong_tiles),
}
"""The kinds of boards that a game cannot have: no tags are read, or actions ask for nothing more by hand."""


@cache
def _moments(table: GameTable[Any, Any]) -> list[Play]:
    dice = random.Random(8)
    return [moment(table, dice) for _ in range(25)]


def _some_boards(table: GameTable[Any, Any], hands: Hands) -> list[tuple[Play, Board]]:
    dice = random.Random(8)
    return [(play, board) for play in _moments(table) if (board := hands(play, dice)) is not None]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("hands", HANDS, ids=lambda hands: hands.__name__)
def test_every_kind_of_board_is_about_to_be_judged_in_each_game_that_has_it(
    table: GameTable[Any, Any], hands: Hands
) -> None:
    boards = _some_boards(table, hands)
    assert bool(boards) != ((table.game.name, hands) in LEFT_OUT)
    for play, board in boards:
        session = session_at(unasked(play), board)
        assert session.due_ms() is not None
        assert session.tracker.snapshot == (board.closed, tuple(sorted(board.kinds.items())))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("hands", HANDS, ids=lambda hands: hands.__name__)
def test_what_hands_touched_is_what_differs(table: GameTable[Any, Any], hands: Hands) -> None:
    for play, board in _some_boards(table, hands):
        touched = [site for piece in board.touched for site in sites_in(piece)]
        assert len(set(touched)) == len(touched)
        assert board.closed & PAD_SITES == sum(1 << site for site in board.kinds)
        if board.is_seen and not board.is_asked:
            old = kinds_on(play)
            both = old.keys() & board.kinds.keys()
            exchanged = sum(1 << site for site in both if old[site] != board.kinds[site])
            assert sum(board.touched) == play.closed ^ board.closed | exchanged
        assert bool(touched) == board.is_seen


def test_the_squares_of_an_element_are_touched_at_once() -> None:
    (forma,) = [table for table in tables() if table.game.name == "forma"]
    boards = _some_boards(forma, mended_turn)
    assert any(piece.bit_count() > 1 for _, board in boards for piece in board.touched)


def test_a_session_is_about_to_judge_its_board() -> None:
    dice = random.Random(1)
    play = random_play(tables()[0], dice, 20)
    board = wrong_pieces(play, dice)
    assert board is not None
    session = session_at(play, board)
    assert session.tracker.board == board.closed
    assert session.due_ms() == (len(board.touched) - 1) * HAND_MS + session.settle_ms


@pytest.mark.parametrize("table", TABLES)
def test_an_unasked_play_is_the_same_with_new_positions(table: GameTable[Any, Any]) -> None:
    play = random_play(table, random.Random(4), 12)
    anew = unasked(play)
    assert anew == play
    assert anew.position is not play.position
    assert anew.closed == play.closed


def test_a_takeback_leaves_an_earlier_board() -> None:
    play = random_play(tables()[0], random.Random(1), 20)
    board = takeback(play, random.Random(1))
    assert board is not None
    assert board.closed in {play.back(plies).closed for plies in range(1, 9)}


def test_a_whole_turn_brings_the_other_player_to_move() -> None:
    play = play_where(is_quiet)
    board = whole_turn(play, random.Random(2))
    assert board is not None
    assert board.closed & play.closed == play.closed
    assert board.closed != play.closed


def test_the_measured_tables_are_what_they_are_called() -> None:
    assert not play_where(is_quiet).position.need()
    assert play_where(is_blinking).position.need()
