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
from engines.massai.huts import names
from engines.record import replace
from hardware.ports import sites_in

TABLES = [pytest.param(table, id=table.game.name) for table in tables()]
BOARDS = 60


@pytest.mark.parametrize(("spared", "otherwise"), [("is_out_of_reach", False), ("may_leave_new", True)])
@pytest.mark.parametrize("table", TABLES)
def test_a_board_that_is_out_of_reach_has_no_meaning(
    table: GameTable[Any, Any], spared: str, otherwise: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(table), "most_steps", lambda table, position: 1_000)
    for session in islice(sessions(table), BOARDS):
        quick = interpret(session.current, board_of(session))
        with monkeypatch.context() as patient:
            patient.setattr(type(table), spared, lambda *_: otherwise)
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


def test_moved_huts_leave_no_new_one_unexplained() -> None:
    (table,) = (one for one in tables() if one.game.name == "massai")
    play = max((session.current for session in sessions(table)), key=lambda play: play.closed.bit_count())
    position = play.position
    assert position.score() == {"dark": 15, "light": 15}
    lifted = [next(site for site in map(table.sites, names(huts))) for huts in position.huts]
    new = [1 << site for site in sites_in(table.ground & ~play.closed)]
    first, second = lifted if position.turn == "dark" else reversed(lifted)
    assert not table.may_leave_new(position, first | second, new[0] | new[1])
    assert table.may_leave_new(position, first, new[0] | new[1])


def test_what_follows_in_masterplan_does_not_depend_on_whose_the_houses_are() -> None:
    (table,) = (one for one in tables() if one.game.name == "masterplan")
    for session in islice(sessions(table), BOARDS):
        position = session.current.position
        other = replace(position, homes=position.homes[::-1])
        assert table.unowned(other) == table.unowned(position)
        assert set(other.legal()) == set(position.legal())
        for action in position.legal():
            assert table.unowned(other.after(action)[0]) == table.unowned(position.after(action)[0])


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
