"""A hint: the best actions as lights and in words, for whoever asks, until something happens."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.games import tables_for
from controller.model.thinking import Considered, Unanswered
from controller.model.view import Lit, Meaning
from controller.referee.play import Play
from controller.referee.session import Pressed
from controller.shell.playing import hinting
from hardware.ports import Grid, sites_in
from opponents.thought import Option
from tests.controller.shell.at_the_shell import AtTheShell

HINT = Lit(Meaning.HINT)


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    return AtTheShell(tmp_path)


@pytest.fixture
def hinted(table: AtTheShell) -> AtTheShell:
    """A game of Masterplan in which a hint is shown."""
    table.begin()
    table.put("d4.ne")
    table.touch("hint")
    table.wait(hinting.THINK_MS)
    return table


def lit(table: AtTheShell) -> list[int]:
    """The sites that a hint lights."""
    return [site for site, one in table.view.lights if one == HINT]


def numbers(table: AtTheShell) -> list[str]:
    """The numbers on the board picture."""
    assert table.view.board is not None
    return sorted(sign.lit.text for sign in table.view.board.signs if sign.lit.text)


def test_a_hint_shows_the_best_actions_as_lights_in_words_and_by_number(hinted: AtTheShell) -> None:
    assert 1 <= len(hinted.view.ask) <= hinting.MOST
    assert hinted.view.ask[0].startswith("1. House on ")
    assert len(lit(hinted)) == len(hinted.view.ask)
    assert numbers(hinted) == [str(n + 1) for n in range(len(hinted.view.ask))]


def test_the_thinking_is_done_elsewhere_and_the_game_goes_on_meanwhile(table: AtTheShell) -> None:
    table.begin()
    table.touch("hint")
    assert table.view.ask == ("The table thinks about a hint",)
    assert table.thinker.thinking is not None
    assert table.thinker.thinking.purpose == hinting.HINTS
    table.put("d4.ne")
    assert table.journal.actions(1) == ["house d4 ne"]
    assert table.thinker.thinking is None
    assert lit(table) == []


def test_the_first_piece_that_is_touched_takes_the_hint_away(hinted: AtTheShell) -> None:
    hinted.closed ^= hinted.daemon.session.table.sites("f6.n")
    hinted.see()
    assert lit(hinted) == []
    hinted.wait(1_000)
    assert hinted.journal.actions(1) == ["house d4 ne", "house f6 n"]


def test_any_touch_takes_the_hint_away(hinted: AtTheShell) -> None:
    hinted.touch("hint-off")
    assert lit(hinted) == []
    assert "hint" in hinted.buttons


def test_a_touch_beside_all_buttons_takes_it_away_too(hinted: AtTheShell) -> None:
    hinted.tell(Pressed(hinted.now_ms, "cell-1,1"))
    assert lit(hinted) == []
    assert hinted.journal.actions(1) == ["house d4 ne"]


def test_a_hint_goes_by_itself(hinted: AtTheShell) -> None:
    hinted.wait(hinting.SHOWN_MS - hinting.THINK_MS)
    assert lit(hinted) != []
    hinted.wait(hinting.THINK_MS + 1)
    assert lit(hinted) == []


def test_an_answer_that_does_not_come_is_not_waited_for(table: AtTheShell) -> None:
    table.begin()
    table.thinker.is_silent = True
    table.touch("hint")
    table.wait(hinting.THINK_MS + hinting.PATIENCE_MS)
    assert table.view.ask == ("The table has no advice now.",)
    assert table.thinker.thinking is None
    table.wait(hinting.REFUSED_MS)
    assert "hint" in table.buttons


def test_no_one_is_left_waiting_where_nothing_was_found(table: AtTheShell) -> None:
    table.begin()
    table.thinker.is_silent = True
    table.touch("hint")
    table.daemon.handle(Unanswered(table.now_ms, hinting.HINTS, 1, "it broke"), table.now_ms)
    assert table.view.ask == ("The table has no advice now.",)


def test_an_answer_to_an_earlier_question_is_no_ones(hinted: AtTheShell) -> None:
    hinted.thinker.is_silent = True
    hinted.touch("hint-off", "hint")
    options = (Option(hinted.daemon.session.table.game.parse("house a1 n"), 1.0, (0.5, 0.5)),)
    hinted.daemon.handle(Considered(hinted.now_ms, hinting.HINTS, 1, "masterplan", options), hinted.now_ms)
    assert hinted.view.ask == ("The table thinks about a hint",)


def test_hints_can_be_turned_off(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("play.hints", "false"))
    table.begin()
    assert "hint" not in table.buttons
    table.tell(Pressed(table.now_ms, "hint"))
    assert table.thinker.thinking is None


def test_no_one_is_advised_while_the_table_asks_for_something(table: AtTheShell) -> None:
    table.begin()
    table.put("d4.ne", "f6.n", "c3.n")
    assert table.view.ask == ("Park on e5",)
    assert "hint" not in table.buttons


def test_the_computer_gets_no_hint(table: AtTheShell) -> None:
    table.touch("game-masterplan", "seat-white", "start")
    table.wait(1_000)
    assert table.daemon.session.computer == "white"
    assert "hint" not in table.buttons


def test_what_is_chosen_in_secret_gets_no_hint_and_the_table_says_why(table: AtTheShell) -> None:
    table.begin("massai")
    assert table.phase == "secret"
    table.touch("hint")
    assert table.view.ask == ("What is chosen in secret gets no hint: everybody sees this screen.",)
    assert table.thinker.thinking is None
    table.wait(hinting.REFUSED_MS)
    table.touch("reveal")
    assert "hint" not in table.buttons


def test_hidden_hands_get_no_hint_and_the_table_says_why(table: AtTheShell) -> None:
    table.begin("cites")
    table.touch("hint")
    assert table.view.ask == ("There are no hints here: nobody may know which tiles you hold.",)


# Advice


def advised(game: str, actions: list[str], *options: tuple[str, float, float]) -> list[str]:
    """Options of a search: their texts, their shares of the thinking, and the mover's expected results."""
    table = tables_for(Grid(24, 24), 3, 4)[game]
    header = table.header({option.name: option.values[0][0] for option in table.options})
    play = Play.resume(table, header, actions)
    found = [Option(table.game.parse(text), share, (result, 1 - result)) for text, share, result in options]
    return [advice.words for advice in hinting.advices(play, found)]


def test_an_action_that_is_much_worse_is_no_advice() -> None:
    said = advised("masterplan", [], ("house d4 n", 0.6, 0.5), ("house e5 n", 0.4, 0.39))
    assert len(said) == 1


def test_what_was_hardly_thought_about_is_no_advice() -> None:
    said = advised("masterplan", [], ("house d4 n", 0.98, 0.5), ("house e5 n", 0.02, 0.9))
    assert len(said) == 1


def test_several_spots_of_one_cell_are_one_place() -> None:
    said = advised(
        "masterplan",
        [],
        ("house d4 n", 0.4, 0.5),
        ("house d4 s", 0.3, 0.5),
        ("house e5 n", 0.2, 0.5),
        ("house a1 n", 0.05, 0.5),
        ("house h1 n", 0.05, 0.5),
    )
    assert [one.split(":")[0] for one in said] == [
        "1. House on d4 north",
        "2. House on e5 north",
        "3. House on a1 north",
    ]


def test_attacks_are_one_piece_of_advice_that_does_not_say_where() -> None:
    begun = ["setup dark c2 c3 c4 d2 d4", "setup light e3 e4 f2 f3 g3"]
    said = advised("massai", begun, ("attack e3", 0.4, 0.5), ("attack e4", 0.3, 0.5), ("build b3", 0.3, 0.5))
    assert said == [
        "1. Attack: can be meant for 2 huts, 1 of them can be guarded",
        "2. Hut on b3: the own chain lacks 5 huts",
    ]


def test_the_stars_of_an_element_have_one_number_between_them() -> None:
    table = tables_for(Grid(24, 24), 3, 4)["forma"]
    header = table.header({option.name: option.values[0][0] for option in table.options})
    play = Play.resume(table, header, ["tower k10", "start"])
    options = [Option(table.game.parse("place b2 b3 b4"), 1.0, (0.25,) * 4)]
    board = hinting.signed(table.marks(play.position), table, list(hinting.advices(play, options)))
    assert sorted((sign.x, sign.y, sign.lit.text) for sign in board.signs) == [
        (1, 1, ""),
        (1, 2, "1"),
        (1, 3, ""),
    ]


def test_what_must_be_mended_outshines_a_hint(hinted: AtTheShell) -> None:
    hint = hinted.daemon.shell.hint
    assert hint is not None
    board = hinted.view.board
    assert board is not None
    (site, *_others) = sites_in(hint.advices[0].sites)
    table = hinted.daemon.session.table
    wrong = [sign for sign in board.signs if not sign.lit.text]
    x, y, size = table.corner(site)
    busy = replace(board, signs=(*wrong, replace(wrong[0], x=x, y=y, size=size, lit=Lit(Meaning.WRONG))))
    signed = hinting.signed(busy, table, hint.advices[:1])
    assert [sign.lit.meaning for sign in signed.signs if (sign.x, sign.y) == (x, y)] == [Meaning.WRONG]
