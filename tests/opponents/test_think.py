from __future__ import annotations

import gc
import subprocess
import sys
from random import Random

import pytest

from benchmarks.matches import opening
from engines.games import GAMES
from opponents import search
from opponents.think import think
from opponents.thought import Budget, Level
from tests.opponents.hashes import said_under_any_hashes

MASTERPLAN = GAMES["masterplan"].start({"game": "masterplan"})


def test_a_game_is_imported_when_it_is_thought_about() -> None:
    shown = "import sys, opponents.think; print(sorted(name for name in sys.modules if 'masterplan' in name))"
    run = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_no_one_thinks_for_a_stranger() -> None:
    with pytest.raises(ValueError, match="'red' has no seat here; the seats are white, yellow"):
        think(MASTERPLAN, "red", Level.EASY, Random(1), Budget(10))


def test_no_one_thinks_when_the_game_is_over() -> None:
    state = MASTERPLAN.state() | {"stage": "towers", "score": {"white": 3, "yellow": 2}}
    over = GAMES["masterplan"].restore(state)
    with pytest.raises(ValueError, match="the game is over"):
        think(over, "white", Level.EASY, Random(1), Budget(10))


@pytest.mark.parametrize("level", Level)
def test_what_is_thought_may_be_played_and_is_the_same_for_equal_seeds(level: Level) -> None:
    thoughts = [think(MASTERPLAN, "white", level, Random(7), Budget(300)) for _time in range(2)]
    assert thoughts[0] == thoughts[1]
    for option in thoughts[0].options:
        MASTERPLAN.check(option.action)


def test_a_stronger_level_thinks_more() -> None:
    nodes = [think(MASTERPLAN, "white", level, Random(7), Budget(300)).nodes for level in Level]
    assert nodes == sorted(nodes)
    assert nodes[-1] > nodes[-2] > nodes[-3]


def test_the_hashes_of_texts_do_not_matter() -> None:
    program = """
from random import Random
from engines.games import GAMES
from opponents.think import think
from opponents.thought import Budget, Level
start = GAMES["masterplan"].start({"game": "masterplan"})
thought = think(start, "white", Level.STRONG, Random(1), Budget(200))
print([(str(option.action), option.share) for option in thought.options])
"""
    assert "house" in said_under_any_hashes(program)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_thought_is_freed_when_it_is_dropped_without_a_search_for_cycles(game: str) -> None:
    """Thinking processes have no such search: it stops them for too long."""
    position = opening(game, Random(1))
    gc.disable()
    try:
        think(position, str(position.turn), Level.STRONG, Random(1), Budget(30))
        assert not any(isinstance(one, search._Node) for one in gc.get_objects())
    finally:
        gc.enable()
