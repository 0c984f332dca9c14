"""What the search for actions is spared."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from benchmarks.decisions import sessions
from benchmarks.games import tables
from controller.referee.interpretation import interpret
from controller.referee.tasks import board_of
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
