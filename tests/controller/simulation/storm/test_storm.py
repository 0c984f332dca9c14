"""A short storm, and tables that a storm finds wanting."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.settings.settings import Config
from controller.simulation.scripts.runner import MakeRig
from controller.simulation.scripts.runner import run as run_script
from controller.simulation.scripts.script import load
from controller.simulation.storm.faults import FAULTS
from controller.simulation.storm.game import StormyGame
from controller.simulation.storm.run import FAILED, HELD, Storm, run
from engines.names import NAMES
from tests.controller.simulation.storm.broken_tables import (
    committing_after_show,
    with_delta_frames,
    without_settling,
)

SEED, SHORT, LONG = 2, 8, 400
ALL_WELL = "wrong 0, lost 0, stuck 0, early 0, told 0, owner 0, clock 0, touch 0, crashed 0\n"
ALL, GAMES = tuple(FAULTS), NAMES


def storm(folder: Path, games: int, *, jobs: int = 1, faults: tuple[str, ...] = ALL) -> tuple[int, str]:
    """The result of a storm: its exit status, and its output."""
    out = io.StringIO()
    status = run(Storm(SEED, games, faults), jobs, folder, out)
    return status, out.getvalue()


def test_a_short_storm_breaks_nothing(tmp_path: Path) -> None:
    status, printed = storm(tmp_path, SHORT)
    assert status == HELD, printed
    assert printed.endswith(ALL_WELL)


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_a_long_storm_breaks_nothing(tmp_path: Path) -> None:
    status, printed = storm(tmp_path, LONG, jobs=2)
    assert status == HELD, printed


def test_a_storm_without_faults_is_no_storm_and_breaks_nothing(tmp_path: Path) -> None:
    status, printed = storm(tmp_path, 1, faults=("clock",))
    assert status == HELD, printed


def test_the_same_seed_makes_the_same_storm_on_any_number_of_processes(tmp_path: Path) -> None:
    assert storm(tmp_path, 3) == storm(tmp_path, 3, jobs=2)


def test_the_same_seed_and_number_make_the_same_game() -> None:
    one, other = (StormyGame(SEED, 2, ALL, GAMES).play() for _ in range(2))
    assert one == other
    assert StormyGame(SEED + 1, 2, ALL, GAMES).play().lines != one.lines


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_happens_and_breaks_nothing(fault: str) -> None:
    for number in range(20):
        report = StormyGame(SEED, number, (fault,), ("masterplan",)).play()
        assert report.failure is None, (report.lines, report.failure)
        if report.harms[fault]:
            return
    pytest.fail("it never happened")


BROKEN = {
    "commit after show": (committing_after_show, "early", "masterplan", ALL, 2),
    "no settle": (without_settling, "wrong", "masterplan", ALL, 2),
    "delta frames": (with_delta_frames, "wrong", "masterplan", ("lose", "kill", "board"), 3),
}
MOST_GAMES = 3


@pytest.mark.parametrize(("break_it", "kind", "game", "faults", "seed"), BROKEN.values(), ids=BROKEN.keys())
def test_a_storm_finds_a_broken_table_and_a_script_shows_it(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    break_it: Callable[[pytest.MonkeyPatch], MakeRig],
    kind: str,
    game: str,
    faults: tuple[str, ...],
    seed: int,
) -> None:
    make_rig = break_it(monkeypatch)
    monkeypatch.setattr("controller.simulation.storm.run.MOST_SHRUNK", 1)
    monkeypatch.setattr("controller.simulation.storm.shrink.MOST_TRIES", 16)
    out = io.StringIO()
    assert run(Storm(seed, MOST_GAMES, faults, (game,)), 1, tmp_path, out, make_rig) == FAILED
    printed = out.getvalue()
    (file,) = tmp_path.glob("*.table")
    assert file.read_text(encoding="utf-8") in printed
    assert run_script(load(file), Config(), make_rig) is not None
    monkeypatch.undo()
    assert run_script(load(file), Config()) is None
    assert f"{kind} 0" not in printed, printed
