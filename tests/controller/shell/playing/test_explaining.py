"""Why: a touch on the picture of the board is answered in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.ports import sites_in
from tests.controller.shell.at_the_shell import AtTheShell


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    table = AtTheShell(tmp_path)
    table.begin()
    return table


def test_a_house_says_what_it_scored_and_a_park_why(table: AtTheShell) -> None:
    table.put("d4.ne", "f6.n", "c3.n", "e5")
    table.touch_cell("cell-3,3")
    assert table.view.ask == ("House on d4 north-east: +2 as it faces the park on e5",)
    table.touch_cell("cell-5,5")
    assert table.view.ask == ("House on f6 north: +1 as it is beside the park on e5",)
    table.touch_cell("cell-4,4")
    assert table.view.ask == ("Park on e5: White 2, Yellow 1",)
    table.touch_cell("cell-2,2")
    assert table.view.ask == ("House on c3 north: nothing yet. It scores when a park comes beside it.",)


def test_a_cell_that_needs_a_park_says_why(table: AtTheShell) -> None:
    table.put("d4.ne", "f6.n", "c3.n")
    table.touch_cell("cell-4,4")
    assert "row of four" in table.view.ask[0]


def test_a_free_cell_says_what_a_house_would_score_and_how_many_are_left(table: AtTheShell) -> None:
    table.put("d4.ne")
    table.touch_cell("cell-0,0")
    assert table.view.ask == (
        "A house may stand on a1. It scores when a park comes beside it. Yellow has 14 houses left.",
    )


def test_an_answer_goes_by_itself_and_changes_nothing(table: AtTheShell) -> None:
    table.put("d4.ne")
    before = table.view.ask
    table.touch_cell("cell-3,3")
    assert table.view.ask != before
    table.wait(10_000)
    assert table.view.ask == before
    assert table.journal.actions(1) == ["house d4 ne"]


def test_a_piece_that_is_wrong_says_why_it_is_refused(table: AtTheShell) -> None:
    table.put("d4.ne", "d4.s")
    assert table.phase == "correcting"
    table.touch_cell("cell-3,3")
    (site,) = sites_in(table.daemon.session.table.sites("d4.s"))
    position = table.daemon.session.current.position
    assert table.view.ask == (table.daemon.session.table.objection(position, site),)


def test_a_hut_says_from_where_it_can_be_attacked(tmp_path: Path) -> None:
    massai = AtTheShell(tmp_path).daemon.session.tables["massai"]
    position = massai.game.start({"game": "massai"})
    for text in ("setup dark a3 b3 c3 c4 d3", "setup light e4 f4 g4 g5 h5"):
        position, _events = position.after(massai.game.parse(text))
    answers = {cell: massai.why(position, (), massai.sites(cell)) for cell in ("d3", "a3", "d4", "h1")}
    assert answers == {
        "d3": "Dark's hut on d3: Light can attack it from e4.",
        "a3": "Dark's hut on a3: no hut of Light touches it, so it is safe.",
        "d4": "Dark may build on d4: it touches c3, c4, d3.",
        "h1": massai.against(position, massai.game.parse("build h1")),
    }


def test_an_element_a_marker_and_a_free_cell_say_their_points(tmp_path: Path) -> None:
    forma = AtTheShell(tmp_path).daemon.session.tables["forma"]
    position, events = forma.game.start({"game": "forma", "players": 4}), []
    for text in (
        "tower k10",
        "start",
        "place d4 d5 e4 f4 f5",
        "place c8",
        "place c2",
        "place h7",
        "place e6",
    ):
        position, more = position.after(forma.game.parse(text))
        events += more
    answers = [forma.why(position, events, forma.sites(cell)) for cell in ("d4", "e5", "d6", "k10")]
    assert answers == [
        "Blue: an element of 5 squares, 5 points.",
        "Blue closed the last side of e5: 10 points",
        "d6 is open here: north, west. Who closes its last open side gets 10 points.",
        "k10 is open here: north, east, south, west. Who closes its last open side gets 50 points.",
    ]
