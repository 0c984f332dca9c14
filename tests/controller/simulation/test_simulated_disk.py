"""A journal on a disk that is slow, full or failing, and what is left of it when the program dies."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from controller.journal.errors import JournalError, JournalFull
from controller.journal.journal import Journal
from controller.model.records import Played, Start
from controller.simulation.killing import Killed, Killer, Point
from controller.simulation.simulated_disk import Condition, SimulatedDisk
from tests.owner import owned

HEADER = {"game": "masterplan"}


class Desk:
    """A journal with one action on a simulated disk, in a folder."""

    def __init__(self, folder: Path, seed: int = 0) -> None:
        self.file, self.copy = folder / "journal.sqlite", folder / "copy.sqlite"
        self.stalled_ms: list[int] = []
        self.noted = 0
        self.killer = Killer(lambda: self.disk.keep(self.file, self.copy))
        self.disk = SimulatedDisk(self.killer, self.stalled_ms.append, self._note, Random(seed))
        self.journal = owned(Journal.open(self.file, self.disk.connect))
        self.journal.apply([Start(HEADER), Played("house d4 ne")], 0)

    def _note(self) -> None:
        self.noted += 1

    def play(self) -> None:
        """One more action."""
        self.journal.play(1, "house f6 n", 0)

    def die(self, point: Point, times: int = 1) -> list[str]:
        """Die at a point of one more action; gives what the next start finds."""
        self.killer.lie_in_wait(point, times)
        with pytest.raises(Killed):
            self.play()
        with Journal.open(self.copy) as left:
            assert left.notice == ""
            return left.actions(1)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.mark.parametrize(
    ("condition", "error"), [(Condition.FULL, JournalFull), (Condition.FAILING, JournalError)]
)
def test_what_a_bad_disk_refuses_is_not_stored_and_can_be_stored_later(
    desk: Desk, condition: Condition, error: type[JournalError]
) -> None:
    desk.disk.condition = condition
    with pytest.raises(error):
        desk.play()
    assert desk.journal.actions(1) == ["house d4 ne"]
    desk.disk.condition = Condition.SOUND
    desk.play()
    assert desk.journal.actions(1) == ["house d4 ne", "house f6 n"]


def test_a_slow_disk_takes_its_time_for_a_commit(desk: Desk) -> None:
    desk.disk.condition, desk.disk.slow_ms = Condition.SLOW, 900
    desk.play()
    assert desk.stalled_ms == [900]


@pytest.mark.parametrize("times", range(1, 5))
def test_who_dies_before_a_statement_has_stored_nothing(desk: Desk, times: int) -> None:
    assert desk.die(Point.STATEMENT, times) == ["house d4 ne"]


def test_who_dies_before_the_commit_has_stored_nothing(desk: Desk) -> None:
    assert desk.die(Point.COMMIT) == ["house d4 ne"]


def test_who_dies_after_the_commit_has_stored_everything(desk: Desk) -> None:
    assert desk.die(Point.STORED) == ["house d4 ne", "house f6 n"]


def test_who_dies_in_the_commit_has_stored_all_or_nothing(tmp_path: Path) -> None:
    found = set()
    for seed in range(20):
        folder = tmp_path / str(seed)
        folder.mkdir()
        desk = Desk(folder, seed)
        found.add(tuple(desk.die(Point.TORN)))
        assert desk.noted == 1
    assert ("house d4 ne",) in found
    assert found <= {("house d4 ne",), ("house d4 ne", "house f6 n")}


def test_the_journal_may_be_killed_at_any_statement_of_its_start(tmp_path: Path) -> None:
    died = 0
    desk = Desk(tmp_path)
    for times in range(1, 60):
        desk.journal.close()
        desk.killer.lie_in_wait(Point.STATEMENT, times)
        try:
            Journal.open(desk.file, desk.disk.connect).close()
        except Killed:
            died += 1
            with Journal.open(desk.copy) as left:
                assert left.actions(1) == ["house d4 ne"]
        else:
            break
    assert died > 5
