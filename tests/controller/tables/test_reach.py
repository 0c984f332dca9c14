"""What the search for actions is spared."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from benchmarks.decisions import sessions
from benchmarks.games import tables
from controller.referee.interpretation import interpret
from controller.referee.tasks import board_of
from controller.tables.lazy import Lazy
from controller.tables.table import GameTable

TABLES = [pytest.param(table, id=table.game.name) for table in tables()]
BOARDS = 60


@pytest.mark.parametrize("table", TABLES)
def test_a_board_that_is_out_of_reach_has_no_meaning(
    table: GameTable[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(table), "most_steps", lambda table, position: 1_000)
    for session in islice(sessions(table), BOARDS):
        quick = interpret(session.current, board_of(session))
        with monkeypatch.context() as patient:
            patient.setattr(type(table), "is_out_of_reach", lambda *_: False)
            assert interpret(session.current, board_of(session)) == quick


def test_huts_lifted_before_all_are_built_are_out_of_reach() -> None:
    (table,) = (one for one in tables() if one.game.name == "massai")
    play = next(session.current for session in sessions(table))
    huts = play.position.score()
    assert max(huts.values()) < 12
    lifted = play.closed & -play.closed
    new = table.ground & ~play.closed
    assert table.is_out_of_reach(play.position, lifted, new & -new)
    assert not table.is_out_of_reach(play.position, 0, new & -new)


@pytest.mark.parametrize("table", TABLES)
def test_no_action_lifts_a_piece_that_is_not_liftable(table: GameTable[Any, Any]) -> None:
    plays = {id(session.current): session.current for session in islice(sessions(table), BOARDS)}
    for play in plays.values():
        ways = table.candidates(play.position, play.closed, table.ground & ~play.closed)
        lifted = (table.touched(play.position, way) & play.closed for way in ways)
        assert not any(sites & ~table.liftable(play.position) for sites in lifted)


def test_ways_are_made_as_far_as_they_are_read() -> None:
    made = list[int]()
    ways = Lazy(made.append(number) or number for number in range(5))  # type: ignore[func-returns-value]
    one, other = iter(ways), iter(ways)
    assert ways
    assert made == [0]
    assert [value for _ in range(2) for value in (next(one), next(other))] == [0, 0, 1, 1]
    assert made == [0, 1]
    assert (ways[-1], ways[1:3], len(ways), [*other], [*one]) == (4, [1, 2], 5, [2, 3, 4], [2, 3, 4])
