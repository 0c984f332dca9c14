from __future__ import annotations

import pytest

from controller.simulation.killing import Killed, Killer, Point


@pytest.fixture
def deaths() -> list[str]:
    return []


@pytest.fixture
def killer(deaths: list[str]) -> Killer:
    return Killer(lambda: deaths.append("dead"))


def test_no_one_dies_where_no_one_lies_in_wait(killer: Killer, deaths: list[str]) -> None:
    for point in Point:
        killer.passing(point)
    assert deaths == []


def test_the_program_dies_when_it_passes_the_point_for_the_last_time(
    killer: Killer, deaths: list[str]
) -> None:
    killer.lie_in_wait(Point.SHOW, 2)
    killer.passing(Point.SHOW)
    assert killer.is_next(Point.SHOW)
    killer.passing(Point.COMMIT)
    with pytest.raises(Killed):
        killer.passing(Point.SHOW)
    assert deaths == ["dead"]


def test_it_dies_once(killer: Killer) -> None:
    killer.lie_in_wait(Point.SHOW, 1)
    killer.lie_in_wait(Point.EVENT, 1)
    with pytest.raises(Killed):
        killer.passing(Point.SHOW)
    killer.passing(Point.EVENT)


def test_no_handler_of_errors_keeps_a_dead_program_alive(killer: Killer) -> None:
    assert not issubclass(Killed, Exception)
    with pytest.raises(Killed):
        killer.kill()
