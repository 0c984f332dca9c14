"""The boards that decisions are measured on, and the games that they come from."""

from __future__ import annotations

import random
from typing import Any

import pytest

from benchmarks.decisions import (
    HAND_MS,
    HANDS,
    Hands,
    session_at,
    takeback,
    unasked,
    whole_turn,
    wrong_pieces,
)
from benchmarks.games import OPENINGS, header_of, opening, random_play, tables
from benchmarks.running import is_blinking, is_quiet, play_where
from controller.tables.table import GameTable
from engines.game import Game
from engines.games import GAMES
from hardware.ports import sites_in

TABLES = [pytest.param(table, id=table.game.name) for table in tables()]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_can_be_played_from_its_opening(game: Game[Any]) -> None:
    assert opening(game).legal()


@pytest.mark.parametrize("table", TABLES)
def test_equal_dice_give_equal_games(table: GameTable[Any]) -> None:
    one, other = (random_play(table, random.Random(3), 12) for _ in range(2))
    assert one.position == other.position
    assert one.header == header_of(table.game)
    assert len(one.plies) == 12 + len(OPENINGS[table.game.name].played if table.game.name in OPENINGS else ())


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("hands", HANDS, ids=lambda hands: hands.__name__)
def test_what_hands_touched_is_what_differs(table: GameTable[Any], hands: Hands) -> None:
    dice = random.Random(8)
    play = random_play(table, dice, 15)
    board = hands(play, dice)
    assert board is not None
    assert sorted(board.touched) == (sites_in(play.closed ^ board.closed) if board.is_seen else [])


def test_a_session_is_about_to_judge_its_board() -> None:
    dice = random.Random(1)
    play = random_play(tables()[0], dice, 20)
    board = wrong_pieces(play, dice)
    session = session_at(play, board)
    assert session.tracker.board == board.closed
    assert session.due_ms() == (len(board.touched) - 1) * HAND_MS + session.settle_ms


@pytest.mark.parametrize("table", TABLES)
def test_an_unasked_play_is_the_same_with_new_positions(table: GameTable[Any]) -> None:
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
    assert board.closed & play.closed == play.closed
    assert board.closed != play.closed


def test_the_measured_tables_are_what_they_are_called() -> None:
    assert not play_where(is_quiet).position.need()
    assert play_where(is_blinking).position.need()
