"""The figures beside their budgets, as a table for people and as `bench.json` for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Budget:
    """The upper limit of a figure. `path` leads to it in `bench.json`; `*` stands for each game."""

    path: tuple[str, ...]
    limit: float
    unit: str


BUDGETS = (
    Budget(("frame_to_light_ms", "p99"), 2, "ms"),
    Budget(("decision_ms", "*", "p99"), 5, "ms"),
    Budget(("frame_ms", "p99"), 8, "ms"),
    Budget(("legal_us", "masterplan"), 60, "µs"),
    Budget(("legal_us", "forma"), 400, "µs"),
    Budget(("legal_us", "massai"), 60, "µs"),
    Budget(("legal_us", "cites"), 20, "µs"),
    Budget(("bridges_ms", "p99"), 5, "ms"),
    Budget(("bridges_worst_ms",), 200, "ms"),
    Budget(("bridges_stopped",), 1, ""),
    Budget(("idle_cpu_percent",), 3, "%"),
    Budget(("rss_mib",), 120, "MiB"),
    Budget(("ready_s",), 2, "s"),
    Budget(("flood", "stored_ms"), 500, "ms"),
    Budget(("flood", "longest_look_ms"), 50, "ms"),
    Budget(("half_open", "*"), 2000, "ms"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A figure by its dotted name, and its budget, if any."""

    name: str
    value: float
    budget: Budget | None

    @property
    def verdict(self) -> str:
        """`PASS` below the budget, `OVER` from it on; empty without one."""
        if self.budget is None:
            return ""
        return "PASS" if self.value < self.budget.limit else "OVER"


def rows(results: Json) -> list[Row]:
    """All figures of the results, in their order."""
    return [Row(".".join(path), value, _budget_for(path)) for path, value in _leaves(results, ())]


def table(results: Json) -> str:
    """The figures in columns: name, value, budget, verdict."""
    lines = []
    for row in rows(results):
        limit = f"< {row.budget.limit:g} {row.budget.unit}".rstrip() if row.budget else ""
        lines.append(f"{row.name:<44} {row.value:>12,g}  {limit:<10} {row.verdict}".rstrip())
    return "\n".join(lines)


def as_text(results: Json, machine: Json) -> str:
    """The content of `bench.json`: the figures, and their machine."""
    return json.dumps({**results, "machine": machine}, indent=2) + "\n"


def _leaves(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], float]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    else:
        yield path, value


def _budget_for(path: tuple[str, ...]) -> Budget | None:
    for budget in BUDGETS:
        if len(budget.path) == len(path) and all(
            b in ("*", p) for b, p in zip(budget.path, path, strict=True)
        ):
            return budget
    return None
