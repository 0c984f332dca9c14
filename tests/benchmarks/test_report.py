from __future__ import annotations

import json

import pytest

from benchmarks.machine import cpu_model
from benchmarks.report import BUDGETS, Json, as_text, rows, table

RESULTS: Json = {
    "frame_to_light_ms": {"p50": 0.9, "p99": 2.0},
    "decision_ms": {"masterplan": {"p50": 0.4, "p99": 3.1}, "forma": {"p50": 0.6, "p99": 5.5}},
    "frame_ms": {"p50": 2.1, "p99": 8.5},
    "legal_us": {"masterplan": 4.3, "forma": 400, "massai": 28, "cites": 3.8},
    "playouts_per_s": {"masterplan": 1260, "forma": 31.5},
    "bridges_ms": {"p50": 0.1, "p99": 4.9, "max": 30},
    "bridges_worst_ms": 201,
    "bridges_stopped": 0,
    "idle_cpu_percent": 2.1,
    "rss_mib": 53.7,
    "ready_s": 0.18,
    "flood": {"stored_ms": 12, "longest_look_ms": 51, "told": 200_000},
    "half_open": {"one_address_ms": 6, "many_addresses_ms": 2500},
    "script_speedup": 385,
    "details": {"idle_cpu_percent": {"quiet": 1.8, "blinking": 2.1}},
}


def test_every_budget_is_held_against_its_figure_and_nothing_else() -> None:
    held = {row.name: row.verdict for row in rows(RESULTS) if row.budget}
    assert held == {
        "frame_to_light_ms.p99": "OVER",
        "decision_ms.masterplan.p99": "PASS",
        "decision_ms.forma.p99": "OVER",
        "frame_ms.p99": "OVER",
        "legal_us.masterplan": "PASS",
        "legal_us.forma": "OVER",
        "legal_us.massai": "PASS",
        "legal_us.cites": "PASS",
        "bridges_ms.p99": "PASS",
        "bridges_worst_ms": "OVER",
        "bridges_stopped": "PASS",
        "idle_cpu_percent": "PASS",
        "rss_mib": "PASS",
        "ready_s": "PASS",
        "flood.stored_ms": "PASS",
        "flood.longest_look_ms": "OVER",
        "half_open.one_address_ms": "PASS",
        "half_open.many_addresses_ms": "OVER",
    }
    assert {row.budget for row in rows(RESULTS)} - {None} == set(BUDGETS)


def test_the_table_has_a_line_for_each_figure() -> None:
    lines = table(RESULTS).splitlines()
    assert len(lines) == 30
    assert lines[1].split() == ["frame_to_light_ms.p99", "2", "<", "2", "ms", "OVER"]
    assert lines[12].split() == ["playouts_per_s.masterplan", "1,260"]


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
