"""The report as text and as a picture."""

from __future__ import annotations

import pytest

from controller.self_test.findings import Conclusions, Findings, Verdict, judge
from controller.self_test.picture import _LOOKS, painted
from controller.self_test.report import ADVICE, runs, text_of
from hardware.ports import Grid

GRID = Grid(8, 8)
ALL = tuple(range(GRID.size))


def judged(answers: dict[int, int], **found: object) -> Conclusions:
    fine = {site: 1 << site for site in ALL}
    return judge(Findings(GRID, True, answers={**fine, **answers}, **found))  # type: ignore[arg-type]


def lines(sensors: dict[int, int]) -> list[str]:
    return list(runs(GRID, sensors))


def test_sites_that_answer_one_beside_the_other_are_one_line() -> None:
    assert lines({site: site + 8 for site in range(8)}) == ["@0,0 to @7,0 answer as @0,1 to @7,1"]


def test_a_row_that_is_turned_round_is_one_line() -> None:
    assert lines({site: 7 - site for site in range(8)}) == ["@0,0 to @7,0 answer as @7,0 to @0,0"]


def test_a_row_that_is_wired_as_a_column_is_one_line() -> None:
    assert lines({site: 8 * site for site in range(1, 8)}) == ["@1,0 to @7,0 answer as @0,1 to @0,7"]


def test_a_line_ends_with_its_row() -> None:
    assert len(lines({site: site ^ 16 for site in range(16)})) == 2


def test_a_pair_is_two_lines() -> None:
    assert lines({3: 4, 4: 3}) == ["@3,0 answers as @4,0", "@4,0 answers as @3,0"]


def test_what_is_wrong_with_the_lights_is_reported() -> None:
    text = " ".join(text_of(judged({}, dark=1 << 9, is_disordered=True), ALL).split())
    assert "Lights: they are not in order" in text
    assert "dark, of a wrong colour or elsewhere: @1,1." in text
    assert "Lights:  not tested." in text_of(judge(Findings(GRID)), ALL)


def test_every_verdict_has_a_look_and_every_fault_an_advice() -> None:
    assert set(_LOOKS) == set(Verdict)
    assert set(ADVICE) == set(Verdict) - {Verdict.FINE, Verdict.UNTESTED}


def test_no_line_is_longer_than_a_terminal() -> None:
    answers = {3: 0, 9: 1 << 9 | 1 << 10, 12: 1 << 12 | 1 << 40}
    text = text_of(
        judged(answers, dark=0xFFF, is_disordered=True, stuck=1 << 20, ghosts={21: 1 << 50}),
        ALL,
        masked=1 << 3,
    )
    for verdict in ("DEAD", "STUCK", "GHOSTING", "NEIGHBOURS", "NO DIODE"):
        assert f"{verdict}, 1:" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("answers", "more"),
    [({27: 0}, {}), ({27: 1 << 27 | 1 << 60}, {}), ({}, {"stuck": 1 << 27}), ({}, {"dark": 1 << 27})],
)
def test_a_fault_changes_the_picture_at_its_site_and_in_the_legend(
    answers: dict[int, int], more: dict[str, object]
) -> None:
    fine, faulty = painted(judged({})), painted(judged(answers, **more))
    width, height = fine.get_size()
    changed = [
        (x, y)
        for x in range(0, width, 3)
        for y in range(0, height, 3)
        if fine.get_at((x, y)) != faulty.get_at((x, y))
    ]
    on_table = {(x - 50) // 105 for x, _ in changed if x < 900}
    assert on_table == {3}
    assert any(x > 900 for x, _ in changed)
