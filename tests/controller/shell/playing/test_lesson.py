"""The lessons: their positions keep the rules, and a learner at the table plays each to its end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.games import tables_for
from controller.model.view import Meaning
from controller.tables.lesson import LessonStep
from controller.tables.table import GameTable
from controller.view.figures import play_of
from controller.view.light_picture import strongest
from engines.game import Action
from hardware.ports import Grid, sites_in
from tests.controller.shell.at_the_shell import AtTheShell

GAMES = ("masterplan", "forma", "massai", "cites")
LANGUAGES = ("en", "de", "fr")


def tables() -> dict[str, GameTable[Any, Any]]:
    return tables_for(Grid(24, 24), 3, 4)


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    return AtTheShell(tmp_path)


def at_step(table: AtTheShell, game: str, number: int) -> None:
    """The lesson's step with this number, from 1."""
    table.touch("lessons", f"lesson-{game}", *["page-on"] * (number - 1))


def play(table: AtTheShell, game: GameTable[Any, Any], step: LessonStep) -> None:
    """Do the first thing that is right: by hand, where hands can, else on the screen."""
    position = play_of(game, step.figure)
    action = game.game.parse(step.accepted[0])
    touched = game.touched(position.position, action)
    if touched and not step.offered:
        table.closed = position.closed ^ touched
        table.see()
        table.wait(5_000)
    elif step.offered:
        table.touch(f"try-{step.offered.index(step.accepted[0])}")
    else:
        touch_cell(table, action)


def touch_cell(table: AtTheShell, action: Action) -> None:
    """Touch the cell of an action on the picture."""
    board = table.view.board
    assert board is not None
    cell = str(action).split()[-1]
    column, row = board.column_names.index(cell[0]), board.row_names.index(cell[1:])
    table.touch_cell(board.cell_id(column, row))


@pytest.mark.parametrize("name", GAMES)
def test_every_position_keeps_the_rules_and_every_answer_is_legal_in_it(name: str) -> None:
    game = tables()[name]
    for step in game.lesson:
        position = play_of(game, step.figure).position
        for text in (*step.accepted, *step.offered):
            assert game.against(position, game.game.parse(text)) == "", (step.title, text)
        assert not step.offered or set(step.accepted) <= set(step.offered), step.title
        assert bool(step.answer) == bool(step.accepted), step.title


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_begins_with_the_aim_and_has_something_to_do_in_most_steps(name: str) -> None:
    lesson = tables()[name].lesson
    assert lesson[0].title == "The aim"
    assert 8 <= len(lesson) <= 12
    assert sum(bool(step.accepted) for step in lesson) >= len(lesson) / 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_learner_plays_each_lesson_to_its_end(tmp_path: Path, name: str, language: str) -> None:
    table = AtTheShell(tmp_path, ("screen.language", f'"{language}"'))
    game = table.daemon.session.tables[name]
    table.touch("lessons", f"lesson-{name}")
    for number, step in enumerate(game.lesson, 1):
        assert str(number) in table.view.notice.split()
        if step.accepted:
            play(table, game, step)
            assert not table.buttons[-1].startswith("try-"), (step.title, table.view.ask)
            assert len(table.view.ask) >= len(step.answer), step.title
            assert table.daemon.shown.shell.layer.made in step.accepted, (step.title, table.view.ask)  # type: ignore[union-attr]
        if number < len(game.lesson):
            assert table.view.controls[-1].on
            table.touch("page-on")
    assert list(table.journal.games()) == []
    table.touch("back", "back")
    assert table.phase == "menu"


@pytest.mark.parametrize("name", GAMES)
def test_the_last_step_leads_to_the_set_up_of_its_game(table: AtTheShell, name: str) -> None:
    at_step(table, name, len(tables()[name].lesson))
    table.touch("play")
    assert (table.phase, table.view.title) == ("setup", tables()[name].title)


def test_a_step_can_be_skipped_and_repeated(table: AtTheShell) -> None:
    at_step(table, "masterplan", 3)
    assert table.view.heading == "In turn"
    table.touch("page-back")
    assert table.view.heading == "A house"
    table.touch("page-on", "page-on", "page-back")
    assert table.view.heading == "In turn"


def test_what_the_rules_refuse_is_refused_with_their_reason(table: AtTheShell) -> None:
    at_step(table, "masterplan", 5)
    masterplan = tables()["masterplan"]
    table.closed = masterplan.sites("e5.n")
    table.see()
    table.wait(1_000)
    assert "row of four" in table.view.ask[0]
    meanings = {site: lit.meaning for site, lit in strongest(table.view.lights).items()}
    (wrong,), (right,) = sites_in(masterplan.sites("e5.n")), sites_in(masterplan.sites("e5"))
    assert (meanings[wrong], meanings[right]) == (Meaning.WRONG, Meaning.HINT)
    table.closed = 0
    table.see()
    table.wait(1_000)
    assert table.view.ask == masterplan.lesson[4].lines
    table.closed = masterplan.sites("e5")
    table.see()
    table.wait(1_000)
    assert "Park on e5: White 2, Yellow 1" in table.view.ask


def test_another_legal_action_is_answered_with_a_hint(table: AtTheShell) -> None:
    at_step(table, "masterplan", 6)
    table.closed = tables()["masterplan"].sites("b2.n")
    table.see()
    table.wait(1_000)
    assert table.view.ask[0].startswith("In which corner does b2 touch a1?")
    assert ("house", "yellow") in drawn_in(table, 1, 1)
    assert (Meaning.WRONG, "×") in signs_in(table, 1, 1)


def drawn_in(table: AtTheShell, column: int, row: int) -> set[tuple[str, str | None]]:
    """The pieces in a cell of the picture, and whose they are."""
    assert table.view.board is not None
    marks = table.view.board.marks
    return {(mark.shape, mark.player) for mark in marks if (int(mark.x), int(mark.y)) == (column, row)}


def signs_in(table: AtTheShell, column: int, row: int) -> set[tuple[Meaning, str]]:
    """The signs in a cell of the picture, with their texts."""
    assert table.view.board is not None
    middles = ((sign, sign.x + sign.size / 2, sign.y + sign.size / 2) for sign in table.view.board.signs)
    return {(sign.lit.meaning, sign.lit.text) for sign, x, y in middles if (int(x), int(y)) == (column, row)}


def test_pieces_that_stand_on_the_table_are_drawn_in_their_colours(table: AtTheShell) -> None:
    """The light of a piece just set goes out when the board rests: on the picture it hides the piece."""
    at_step(table, "massai", 3)
    massai = tables()["massai"]
    table.closed = play_of(massai, massai.lesson[2].figure).closed
    table.see()
    assert (Meaning.ECHO, "") in signs_in(table, 0, 2)
    table.wait(1_000)
    assert table.view.board is not None
    assert {sign.lit.meaning for sign in table.view.board.signs} == set()


def test_half_an_element_is_no_mistake(table: AtTheShell) -> None:
    at_step(table, "forma", 5)
    forma = tables()["forma"]
    table.closed = forma.sites("d4") | forma.sites("e4")
    table.see()
    table.wait(1_000)
    assert table.view.ask == forma.lesson[4].lines


def test_pieces_of_an_earlier_step_are_to_be_taken_off_and_hinder_nothing(table: AtTheShell) -> None:
    masterplan = tables()["masterplan"]
    table.closed = masterplan.sites("h8.n")
    table.see()
    table.wait(1_000)
    at_step(table, "masterplan", 2)
    assert table.view.ask[0] == "Take off what blinks orange"
    table.closed |= masterplan.sites("d4.ne")
    table.see()
    table.wait(1_000)
    assert "A house stands on the middle of a side or in a corner of any free cell." in table.view.ask


def test_pieces_that_do_not_stand_on_the_table_glow_in_their_colours(table: AtTheShell) -> None:
    at_step(table, "massai", 3)
    massai = tables()["massai"]
    glowing = {massai.place(site): lit.player for site, lit in table.view.lights}
    assert (glowing["a3"], glowing["e4"]) == ("dark", "light")


def test_a_touch_on_another_cell_is_answered(table: AtTheShell) -> None:
    at_step(table, "massai", 4)
    table.touch_cell("cell-0,0")
    assert table.view.ask[0] == "The light hut on e4 touches two dark ones: choose the one on d4."
    assert signs_in(table, 0, 0) == {(Meaning.WRONG, "")}
