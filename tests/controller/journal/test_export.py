from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.journal.export import requests
from controller.journal.journal import Journal
from engines.protocol import Referee

HEADER = {"game": "massai", "options": {"orthogonal": False, "all_fifteen": False}}
DARK, LIGHT = "setup dark b2 b3 c3 c4 d4", "setup light e1 e3 e4 f2 g3"
ATTACK = "attack e4"


def told(*moves: str | int) -> list[dict[str, object]]:
    """The requests after the header."""
    header, *rest = requests(HEADER, moves)
    assert header == HEADER
    return rest


def played(*texts: str) -> list[dict[str, object]]:
    return [{"play": text} for text in texts]


def test_a_set_up_is_not_reported_before_both_are_in() -> None:
    assert told(DARK) == []
    assert told(LIGHT) == []
    assert told(DARK, LIGHT) == played(DARK, LIGHT)


def test_an_attack_is_not_reported_before_the_guards_are_in() -> None:
    assert told(DARK, LIGHT, ATTACK) == played(DARK, LIGHT)
    assert told(DARK, LIGHT, ATTACK, "guard") == played(DARK, LIGHT, ATTACK, "guard")


def test_an_attack_that_was_taken_back_before_the_guards_is_never_reported() -> None:
    assert told(DARK, LIGHT, ATTACK, 1, "build d5") == played(DARK, LIGHT, "build d5")
    assert told(DARK, LIGHT, "build d5", "attack d5", 2, "build c5") == [
        *played(DARK, LIGHT, "build d5"),
        {"undo": 1},
        *played("build c5"),
    ]


def test_a_set_up_that_was_changed_is_reported_as_it_was_in_the_end() -> None:
    other = "setup dark a1 a2 a3 b1 b2"
    assert told(other, 1, DARK, LIGHT) == played(DARK, LIGHT)


def test_what_was_revealed_once_stays_reported() -> None:
    everything = played(DARK, LIGHT, ATTACK, "guard")
    assert told(DARK, LIGHT, ATTACK, "guard", 1) == [*everything, {"undo": 1}]
    assert told(DARK, LIGHT, ATTACK, "guard", 2, "attack e3") == [*everything, {"undo": 2}]
    assert told(DARK, LIGHT, 1) == [*played(DARK, LIGHT), {"undo": 1}]


@pytest.mark.parametrize(
    "moves",
    [
        (DARK, LIGHT, "build d5", "attack d5", 2, ATTACK, "guard e4", 1, 1, "build c5"),
        (LIGHT, 1, DARK, 1, LIGHT, DARK, ATTACK, 1, ATTACK, "guard", 3, DARK),
    ],
)
def test_the_referee_can_replay_what_is_reported(moves: tuple[str | int, ...]) -> None:
    referee = Referee()
    answers = [json.loads(referee.answer(json.dumps(request))) for request in requests(HEADER, moves)]
    assert [answer for answer in answers if not answer["ok"]] == []


def test_a_game_that_the_rules_do_not_know_is_exported_whole() -> None:
    header = {"game": "chess"}
    assert requests(header, ["e4", 1, "d4"]) == [header, {"play": "e4"}, {"undo": 1}, {"play": "d4"}]


def test_the_journal_keeps_what_its_export_does_not_contain(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        game = journal.start_game(HEADER, 1)
        for text in (DARK, LIGHT, ATTACK):
            journal.play(game, text, 2)
        lines = journal.export(game)
        assert [json.loads(line) for line in lines] == [HEADER, *played(DARK, LIGHT)]
        assert "e4" not in "".join(lines).replace(LIGHT, "")
        assert journal.actions(game) == [DARK, LIGHT, ATTACK]
