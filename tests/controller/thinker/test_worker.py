"""The work of one thinking process, without the process."""

from __future__ import annotations

from controller.thinker.wire import Work
from controller.thinker.worker import CurrentWork, found_for
from engines.games import GAMES

WORK = Work(
    1, "masterplan", GAMES["masterplan"].start({"game": "masterplan"}).state(), "white", "strong", nodes=20
)


def test_work_that_no_one_wants_any_more_is_dropped_without_an_answer() -> None:
    task = CurrentWork()
    task.tell(WORK)
    found = found_for(WORK, task)
    assert found is not None
    assert found.options
    task.tell(Work(2))
    assert found_for(WORK, task) is None
