"""The fit of Massaï's evaluation to fast games, and its file."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from benchmarks.massai_play import Moment, fast_game, json_text, started
from benchmarks.massai_weights import Turn, fitted, main, tables, turns
from engines.massai.huts import CELLS
from opponents.massai.river import Stage
from opponents.massai.value import FILE, PLACES, read


def test_the_file_is_as_the_script_writes_it() -> None:
    assert len(read()) == PLACES
    assert json_text(tables(read())) == FILE.read_text(encoding="utf-8")


def test_a_fast_game_ends_with_its_winner() -> None:
    dark, light = (sum(CELLS[cell] for cell in some.split()) for some in ("a2 b2 c2 d2 d3", "g1 h1 h2 h3 h4"))
    *before, last = fast_game(started(dark, light, False, False), 0.0, Random(2))
    assert last == Moment(last.river, float(last.river.winner == 0))
    assert last.river.stage is Stage.OVER
    assert last.dark == 1.0
    assert before[0].dark > 0.5
    assert all(moment.river.stage is Stage.TURN and 0 <= moment.dark <= 1 for moment in before)


def test_the_turns_of_a_game_are_worth_more_to_the_winner() -> None:
    some = turns(1)
    assert len(some) > 5
    assert min(turn.worth for turn in some) < 0.5 < max(turn.worth for turn in some)


def test_the_fit_finds_the_worth_of_a_weight() -> None:
    some = [Turn((place, 2), 0.8 if place else 0.2) for place in (0, 1) for _turn in range(300)]
    weights = fitted(some, Random(3))
    assert weights[1] - weights[0] == pytest.approx(2.77, abs=0.3)
    assert weights[3] == 0


def test_the_same_games_give_the_same_weights(tmp_path: Path) -> None:
    files = tmp_path / "one", tmp_path / "other"
    for jobs, file in enumerate(files, 1):
        main(file, 8, jobs)
    one, other = (read(file) for file in files)
    assert one == other
    assert any(one)
