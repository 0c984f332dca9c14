"""The review of a game: a graph that grows, the actions with which the game turned, each on lights and
screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.model.records import Finish, Played, Start
from controller.model.thinking import Unanswered
from controller.model.view import Meaning
from controller.review.file import FOLDER
from controller.review.judgement import MOST_MS, REVIEW
from hardware.ports import Button
from tests.controller.screens.samples.sessions import vector_game
from tests.controller.shell.at_the_shell import AtTheShell

WHOLE = "the end: towers are scored, ties give nothing"


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    return AtTheShell(tmp_path)


@pytest.fixture
def resigned(table: AtTheShell) -> AtTheShell:
    """A short game of Masterplan that is over."""
    table.begin()
    table.put("d4.ne", "f6.n", "c3.n", "e5")
    table.touch("pause", "end", "resign-yellow")
    return table


@pytest.fixture
def past(table: AtTheShell) -> AtTheShell:
    """A whole game among those of the past, on its first replay screen."""
    header, texts = vector_game("masterplan", WHOLE)
    result = {"winner": "white", "reason": "", "score": {"white": 17, "yellow": 13}}
    table.journal.apply([Start(header), *map(Played, texts), Finish(result)], 0)
    table.touch("past", "past-1")
    return table


def known(table: AtTheShell) -> int:
    """For how many positions the graph has a point."""
    assert table.view.graph is not None
    return len(table.view.graph.curves[0].points)


def think(table: AtTheShell) -> None:
    """Time passes until nothing is thought any more."""
    while table.thinker.thinking is not None:
        table.wait(MOST_MS)


def test_the_review_begins_on_the_results_screen_and_its_graph_grows(resigned: AtTheShell) -> None:
    resigned.touch("review")
    assert resigned.phase == "review"
    assert known(resigned) == 0
    assert resigned.view.ask == ("Still analysing: 5 positions left",)
    assert resigned.thinker.thinking is not None
    assert resigned.thinker.thinking.purpose == REVIEW
    resigned.wait(MOST_MS)
    assert known(resigned) == 1
    think(resigned)
    assert known(resigned) == 5
    resigned.touch("back")
    assert resigned.phase == "over"


def test_what_was_thought_once_is_kept(resigned: AtTheShell, tmp_path: Path) -> None:
    resigned.touch("review")
    think(resigned)
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == ["1.json"]
    shown = resigned.view.graph
    resigned.touch("back", "review")
    assert resigned.thinker.thinking is None
    assert resigned.view.graph == shown


def test_whoever_leaves_early_finds_what_was_thought_so_far(resigned: AtTheShell) -> None:
    resigned.touch("review")
    resigned.wait(2 * MOST_MS)
    before = known(resigned)
    assert 2 <= before < 5
    resigned.touch("back")
    assert resigned.thinker.thinking is None
    resigned.touch("review")
    assert known(resigned) == before


def test_a_position_that_no_one_can_think_about_is_left_out(resigned: AtTheShell) -> None:
    resigned.thinker.is_silent = True
    resigned.touch("review")
    for _step in range(5):
        asked = resigned.thinker.thinking
        assert asked is not None
        resigned.thinker.cancel(asked.name)
        resigned.daemon.handle(Unanswered(resigned.now_ms, *asked.name, "it broke"), resigned.now_ms)
        if resigned.thinker.thinking is None:
            break
    assert resigned.view.ask == ("No single action turned this game.",)


def test_an_answer_to_another_review_is_no_ones(resigned: AtTheShell) -> None:
    resigned.thinker.is_silent = True
    resigned.touch("review")
    resigned.daemon.handle(Unanswered(resigned.now_ms, REVIEW, 4, "it broke"), resigned.now_ms)
    assert resigned.view.ask == ("Still analysing: 5 positions left",)


def test_a_game_that_is_not_over_has_no_review(table: AtTheShell) -> None:
    table.begin()
    table.put("d4.ne")
    table.touch("pause", "leave", "past", "past-1")
    assert "review" not in table.buttons


def test_a_game_of_the_past_is_reviewed_from_its_replay_and_leads_back_to_it(past: AtTheShell) -> None:
    past.touch("replay-on", "review")
    assert past.phase == "review"
    past.touch("back")
    assert past.phase == "replay"
    assert past.view.heading == "Action 1 of 53"


def test_a_turn_is_shown_on_lights_and_screen_with_what_would_have_been_better(past: AtTheShell) -> None:
    past.touch("review")
    think(past)
    cards = [choice for choice in past.view.choices if "−" in choice.note]
    assert cards
    past.touch(cards[0].id)
    ply = int(cards[0].id.removeprefix("turn-"))
    assert past.view.heading == f"Action {ply} of 53"
    assert past.view.ask[0].startswith("Winning chance −")
    assert past.view.ask[1].startswith("Better: ")
    meanings = {lit.meaning for _site, lit in past.view.lights}
    assert {Meaning.HINT, Meaning.LAST} <= meanings
    assert "review" not in past.buttons
    past.touch("replay-back")
    assert Meaning.HINT not in {lit.meaning for _site, lit in past.view.lights}
    past.touch("back")
    assert past.phase == "review"


def test_the_graph_numbers_the_turns_as_the_cards_do(past: AtTheShell) -> None:
    past.touch("review")
    think(past)
    graph = past.view.graph
    assert graph is not None
    assert [mark.text for mark in graph.marks] == [str(n + 1) for n in range(len(graph.marks))]
    assert [f"turn-{mark.ply}" for mark in graph.marks[:3]] == [choice.id for choice in past.view.choices]
    if len(graph.marks) > 3:
        past.touch("page-on")
        assert [f"turn-{mark.ply}" for mark in graph.marks[3:]] == [choice.id for choice in past.view.choices]


def test_a_button_of_the_panel_closes_the_review_and_the_thinking(resigned: AtTheShell) -> None:
    resigned.touch("review")
    resigned.tell(Button(resigned.now_ms, "undo"))
    assert resigned.phase == "over"
    assert resigned.thinker.thinking is None


def test_an_attack_that_was_never_revealed_is_not_reviewed(table: AtTheShell) -> None:
    texts = ("setup dark b2 b3 c3 c4 d4", "setup light e1 e3 e4 f2 g3", "attack e3")
    result = {"winner": "light", "reason": "dark resigned", "score": {"dark": 5, "light": 5}}
    table.journal.apply([Start({"game": "massai"}), *map(Played, texts), Finish(result)], 0)
    table.touch("past", "past-1", "review")
    assert table.view.graph is not None
    assert table.view.graph.plies == 2
