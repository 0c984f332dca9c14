"""The real program with the real firmware, killed with SIGKILL. `make kills` does it thousands of times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kills.evening import Evening
from tests.needs import needs_micropython

pytestmark = needs_micropython

KILLS, SEED = 10, 7
MANY, ANOTHER_SEED = 300, 8


def survive(folder: Path, kills: int, seed: int) -> Evening:
    evening = Evening(folder, seed)
    try:
        while evening.counts.kills.total() < kills:
            evening.kill()
    finally:
        evening.close()
    return evening


def test_a_killed_program_has_lost_nothing_and_told_nothing_too_early(tmp_path: Path) -> None:
    evening = survive(tmp_path, KILLS, SEED)
    assert evening.counts.kills.total() == KILLS
    assert evening.counts.played
    assert evening.neighbours.visits.total()


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_program_that_is_killed_all_evening_has_lost_nothing(tmp_path: Path) -> None:
    counts = survive(tmp_path, MANY, ANOTHER_SEED).counts
    assert counts.games
    assert counts.not_stored, "no kill came before a commit"
    assert counts.not_told, "no kill came right after one"
