"""The piece that a click sets down, in positions played at the table's own pace."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.games import tables_for
from controller.model.hands import Hands, Pads
from controller.model.view import Phase
from controller.referee.pads import laying_of
from controller.referee.play import Play
from controller.referee.session import Session, first_session
from controller.simulation.window.piece_choice import kind_for
from hardware.ports import Grid
from opponents.thought import Level

FIGURE_4 = ("house d4 ne", "house f6 n", "house c3 n")
"""After these a park is missing on e5."""


def session(*actions: str, cell_sites: int = 3, **options: object) -> Session:
    """A session in which these actions have been played and the board is as the position says."""
    grid = Grid(8 * cell_sites, 8 * cell_sites)
    tables = tables_for(grid, cell_sites)
    play = Play.resume(tables["masterplan"], {"game": "masterplan", "options": options}, actions)
    first = first_session(tables, grid, 600, {})
    return replace(first, phase=Phase.PLAYING, play=play)


def kind(at: Session, place: str) -> str:
    return kind_for(at, at.table.sites(place).bit_length() - 1)


def test_it_is_a_house_of_whose_turn_it_is() -> None:
    assert kind(session(), "d4.ne") == "house white"
    assert kind(session("house d4 ne"), "f6.n") == "house yellow"


def test_it_is_the_park_where_a_park_is_asked_for() -> None:
    assert kind(session(*FIGURE_4), "e5") == "park"


def test_it_is_the_tower_where_a_tower_is_asked_for() -> None:
    at = session("house d4 n", "house d5 n", "house e4 n")
    assert kind(at, "e5") == "tower"


def test_it_is_the_next_players_house_while_a_park_is_still_missing() -> None:
    assert kind(session(*FIGURE_4), "g7.w") == "house yellow"


def test_it_is_a_house_where_the_rules_allow_none() -> None:
    assert kind(session("house d4 ne"), "d4.sw") == "house yellow"


@pytest.mark.parametrize(
    ("place", "expected"), [("d4.ne", "house white"), ("f6.n", "house yellow"), ("e5", "park")]
)
def test_it_is_what_stood_there_where_a_piece_is_missing(place: str, expected: str) -> None:
    assert kind(session(*FIGURE_4, "park e5"), place) == expected


def test_a_forgotten_park_is_a_park_although_the_table_asks_for_nothing() -> None:
    assert kind(session(*FIGURE_4, assist=False), "e5") == "park"


def test_a_site_that_is_a_whole_cell_gets_what_the_game_wants_there() -> None:
    assert kind(session(*FIGURE_4, cell_sites=1), "e5") == "park"
    assert kind(session("house d4 ne", cell_sites=1), "h8") == "house yellow"


def test_before_a_game_it_is_the_first_piece_of_the_games() -> None:
    at = replace(session(), play=None, phase=Phase.MENU)
    assert kind(at, "a1") == "house white"


def cites(*actions: str, row: tuple[str, ...] = ()) -> Session:
    """A session of Cités Nouvelles in which the computer has shown this row."""
    grid = Grid(24, 24)
    tables = tables_for(grid, 3, 2)
    header, computers = tables["cites"].header({"players": 2, "contre": False}), {"p2": Level.EASY}
    turned_up = ("turnup D15", "turnup P15")
    play = Play.resume(
        tables["cites"], header, (*turned_up, *actions), (), computers, Hands({(1, "p2"): row})
    )
    return replace(first_session(tables, grid, 600, {}), phase=Phase.PLAYING, play=play)


def test_it_is_another_tile_each_time_where_a_hand_is_shown() -> None:
    row: tuple[str, ...] = ()
    for _ in range(15):
        row = (*row, kind(cites(row=row), "pad.p2"))
    assert len(set(row)) == 15
    assert len({tile[0] for tile in row}) > 2


def test_it_is_the_tile_that_the_computer_plays() -> None:
    row = tuple(f"T{number}" for number in range(1, 16))
    at = cites("choose H", "choose M", "play H9", row=row)
    action = at.current.table.game.parse("play T4")
    pads = Pads(laying=laying_of(at.current, "p2", action))
    assert kind(replace(at, pads=pads), "pad.p2") == "T4"


def test_it_is_no_tile_that_the_computer_holds() -> None:
    row = tuple(f"M{number}" for number in range(1, 16))
    at = cites("choose H", "choose M", row=row)
    assert kind(at, "pad.p1") == "P1"
