from __future__ import annotations

import json

import pytest

from benchmarks.machine import cpu_model
from benchmarks.report import BUDGETS, PI_4, Json, as_text, rows, table

KERNEL = {"kernel_ms": 0.5}
RESULTS: Json = {
    "frame_to_light_ms": {"p50": 0.9, "p99": 1.0, "max": 4.5, **KERNEL},
    "decision_ms": {
        "masterplan": {"cold": {"p50": 0.4, "p99": 1.4, "max": 5.5, **KERNEL}},
        "forma": {
            "cold": {"p50": 0.6, "p99": 1.5, "max": 4, **KERNEL},
            "warm": {"p50": 0.5, "p99": 1.3, "max": 4, **KERNEL},
        },
    },
    "frame_ms": {"p99": 3.5, **KERNEL},
    "legal_us": {"forma": {"cold": {"p99": 4990, **KERNEL}, "warm": {"p99": 4000, **KERNEL}}},
    "playouts_per_s": {"forma": {"mean": 250, **KERNEL}},
    "bridges_ms": {"p99": 4.9, "max": 30, **KERNEL},
    "bridges_worst_ms": {"p50": 80, "max": 101, **KERNEL},
    "bridges_stopped": 0,
    "idle_cpu_percent": {
        "quiet": {"4_frames": {"mean": 1.1, **KERNEL}, "100_frames": {"mean": 1.9, **KERNEL}}
    },
    "rss_mib": 53.7,
    "ready_s": {
        "1_game": {"p50": 0.18, "max": 0.41, **KERNEL},
        "2000_games_100_unfinished": {"p50": 0.4, **KERNEL},
    },
    "flood": {"stored_ms": 12, "longest_look_ms": 51, "told": 200_000, **KERNEL},
    "half_open": {"one_address_ms": 6, "many_addresses_ms": 2500, **KERNEL},
}


def test_every_budget_is_held_against_its_figure_and_nothing_else() -> None:
    held = {row.name: row.verdict for row in rows(RESULTS) if row.budget}
    assert held == {
        "frame_to_light_ms.p99": "OVER",
        "decision_ms.masterplan.cold.p99": "PASS",
        "decision_ms.masterplan.cold.max": "OVER",
        "decision_ms.forma.cold.p99": "OVER",
        "decision_ms.forma.cold.max": "PASS",
        "decision_ms.forma.warm.p99": "PASS",
        "decision_ms.forma.warm.max": "PASS",
        "frame_ms.p99": "OVER",
        "legal_us.forma.cold.p99": "PASS",
        "bridges_ms.p99": "PASS",
        "bridges_worst_ms.max": "OVER",
        "bridges_stopped": "PASS",
        "idle_cpu_percent.quiet.4_frames.mean": "OVER",
        "idle_cpu_percent.quiet.100_frames.mean": "PASS",
        "rss_mib": "PASS",
        "ready_s.1_game.p50": "PASS",
        "ready_s.2000_games_100_unfinished.p50": "OVER",
        "flood.stored_ms": "PASS",
        "flood.longest_look_ms": "OVER",
        "half_open.one_address_ms": "PASS",
        "half_open.many_addresses_ms": "OVER",
    }
    assert {row.budget for row in rows(RESULTS)} - {None} == set(BUDGETS)


@pytest.mark.parametrize(
    ("name", "in_kernels", "on_a_pi_4"),
    [
        ("frame_to_light_ms.p99", 2.0, 5.0),
        ("legal_us.forma.cold.p99", 9.98, 24_950),
        ("playouts_per_s.forma.mean", 8.0, 50.0),
        ("idle_cpu_percent.quiet.4_frames.mean", 22.0, 5.5),
        ("ready_s.1_game.p50", 360.0, 0.9),
        ("rss_mib", None, None),
        ("flood.told", None, None),
    ],
)
def test_a_figure_is_a_multiple_of_the_kernel_and_reckoned_for_a_slower_core(
    name: str, in_kernels: float | None, on_a_pi_4: float | None
) -> None:
    (row,) = (row for row in rows(RESULTS) if row.name == name)
    assert row.in_kernels == (in_kernels and pytest.approx(in_kernels))
    assert row.reckoned(PI_4) == (on_a_pi_4 and pytest.approx(on_a_pi_4))


def test_the_table_has_a_line_for_each_figure() -> None:
    head, _line, *figures = table(RESULTS).splitlines()
    assert [cell.strip() for cell in head.split("|")][-3:-1] == ["reckoned for a Pi 4 (×5)", "Zero 2 W (×10)"]
    assert len(figures) == len(rows(RESULTS)) == 32
    shown = [cell.strip() for cell in figures[1].split("|")[1:-1]]
    assert shown == ["`frame_to_light_ms.p99`", "1", "2", "< 1 ms", "OVER", "5", "10"]


def test_the_file_holds_the_figures_and_the_machine() -> None:
    held = json.loads(as_text(RESULTS, {"cpu": "Cortex-A76"}))
    assert held == {**RESULTS, "machine": {"cpu": "Cortex-A76"}}


@pytest.mark.parametrize(
    ("texts", "model"),
    [
        (["Raspberry Pi 5 Model B Rev 1.0\0", "processor\t: 0\n"], "Raspberry Pi 5 Model B Rev 1.0"),
        (["processor\t: 0\nmodel name\t: AMD EPYC 9R14\nflags\t: fpu\n"], "AMD EPYC 9R14"),
    ],
)
def test_the_processor_is_called_as_its_kernel_calls_it(texts: list[str], model: str) -> None:
    assert cpu_model(texts) == model
