"""From what closed to verdicts, a calibration and the sites that cannot be believed."""

from __future__ import annotations

import pytest

from controller.self_test.findings import Conclusions, Findings, Verdict, judge
from hardware.ports import Grid, sites_in

GRID = Grid(6, 5)


def found(
    answers: dict[int, list[int]] | None = None,
    stuck: int = 0,
    ghosts: dict[int, int] | None = None,
    untested: tuple[int, ...] = (),
) -> Conclusions:
    """A table on which all is fine, but for these answers."""
    all_fine = {site: 1 << site for site in range(GRID.size) if site not in untested}
    wrong = {site: sum(1 << one for one in closed) for site, closed in (answers or {}).items()}
    return judge(Findings(GRID, True, stuck=stuck, answers={**all_fine, **wrong}, ghosts=ghosts or {}))


def verdicts(judged: Conclusions) -> dict[int, Verdict]:
    return {site: one for site, one in enumerate(judged.verdicts) if one is not Verdict.FINE}


def test_a_table_without_faults_has_nothing_to_mask_or_move() -> None:
    judged = found()
    assert judged.is_all_fine(range(GRID.size))
    assert (verdicts(judged), judged.broken, judged.calibration.moved) == ({}, 0, {})


@pytest.mark.parametrize(
    ("answers", "expected", "broken"),
    [
        ({8: []}, {8: Verdict.DEAD}, [8]),
        ({8: [8, 9]}, {8: Verdict.NEIGHBOURS}, []),
        ({8: [8, 9, 14]}, {8: Verdict.NEIGHBOURS}, []),
        ({8: [8, 20]}, {8: Verdict.GHOSTING}, [20]),
        ({8: [8, 20], 20: [8, 20]}, {8: Verdict.GHOSTING, 20: Verdict.GHOSTING}, [8, 20]),
        ({8: [20]}, {8: Verdict.GHOSTING}, [8, 20]),
        ({8: [20], 20: [8]}, {8: Verdict.SWAPPED, 20: Verdict.SWAPPED}, []),
        ({8: [20], 20: []}, {8: Verdict.SWAPPED, 20: Verdict.DEAD}, [20]),
        (
            {8: [20], 9: [20], 20: []},
            {8: Verdict.GHOSTING, 9: Verdict.GHOSTING, 20: Verdict.DEAD},
            [8, 9, 20],
        ),
    ],
)
def test_each_fault_has_its_name_and_its_sites_to_mask(
    answers: dict[int, list[int]], expected: dict[int, Verdict], broken: list[int]
) -> None:
    judged = found(answers)
    assert verdicts(judged) == expected
    assert sites_in(judged.broken) == broken


def test_a_sensor_that_is_closed_on_the_empty_table_is_stuck() -> None:
    judged = found(stuck=1 << 8, untested=(8,))
    assert verdicts(judged) == {8: Verdict.STUCK}
    assert sites_in(judged.broken) == [8]


def test_a_diode_that_is_missing_masks_nothing_for_any_rectangle_can_ghost() -> None:
    judged = found(ghosts={8: 1 << 20, 9: 0})
    assert verdicts(judged) == {8: Verdict.NO_DIODE}
    assert judged.broken == 0


def test_exchanged_wires_become_a_calibration() -> None:
    calibration = found({8: [20], 20: [8]}).calibration
    assert calibration.moved == {8: 20, 20: 8}


def test_one_half_of_an_exchange_determines_the_other() -> None:
    judged = found({8: [20]}, untested=(20,))
    assert judged.calibration.moved == {20: 8, 8: 20}
    assert verdicts(judged) == {8: Verdict.SWAPPED, 20: Verdict.UNTESTED}


def test_a_ring_of_three_is_closed_by_what_is_left() -> None:
    judged = found({1: [2], 2: [3]}, untested=(3,))
    assert judged.calibration.moved == {2: 1, 3: 2, 1: 3}


def test_a_dark_light_or_a_wrong_order_is_a_fault_too() -> None:
    answers = {site: 1 << site for site in range(GRID.size)}
    assert not judge(Findings(GRID, dark=1, answers=answers)).is_all_fine(range(GRID.size))
    assert not judge(Findings(GRID, is_disordered=True, answers=answers)).is_all_fine(range(GRID.size))


def test_only_the_sites_that_were_wanted_count() -> None:
    judged = judge(Findings(GRID, answers={3: 1 << 3}))
    assert judged.is_all_fine([3])
    assert not judged.is_all_fine([3, 4])
