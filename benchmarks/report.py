"""The figures beside their budgets, as a table for people and as `bench.json` for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

KERNEL = "kernel_ms"
"""The key of the reference kernel's time among the figures that were measured beside it."""

PI_4, ZERO_2_W = 5, 10
"""Times by which a core of a Raspberry Pi 4 and of a Zero 2 W is reckoned to be slower than the development
machine's. Nothing was measured on either."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The upper limit of a figure. `path` leads to it in `bench.json`; `*` stands for any name."""

    path: tuple[str, ...]
    limit: float
    unit: str


BUDGETS = (
    Budget(("frame_to_light_ms", "p99"), 1, "ms"),
    Budget(("decision_ms", "*", "*", "p99"), 1.5, "ms"),
    Budget(("decision_ms", "*", "*", "max"), 5, "ms"),
    Budget(("frame_ms", "p99"), 3, "ms"),
    Budget(("legal_us", "*", "cold", "p99"), 5000, "µs"),
    Budget(("bridges_ms", "p99"), 5, "ms"),
    Budget(("bridges_worst_ms", "max"), 100, "ms"),
    Budget(("bridges_stopped",), 1, ""),
    Budget(("idle_cpu_percent", "*", "4_frames", "mean"), 1, "%"),
    Budget(("idle_cpu_percent", "*", "100_frames", "mean"), 2, "%"),
    Budget(("rss_mib",), 90, "MiB"),
    Budget(("ready_s", "1_game", "p50"), 0.4, "s"),
    Budget(("ready_s", "2000_games_100_unfinished", "p50"), 0.4, "s"),
    Budget(("flood", "stored_ms"), 500, "ms"),
    Budget(("flood", "longest_look_ms"), 50, "ms"),
    Budget(("half_open", "one_address_ms"), 2000, "ms"),
    Budget(("half_open", "many_addresses_ms"), 2000, "ms"),
)

_MS = {"_ms": 1.0, "_us": 0.001, "_s": 1000.0, "_percent": 10.0}
"""Milliseconds of one unit, by the ends of the figures' names. A percent of a core is ten a second."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure by its dotted name, its budget, if any, and the kernel's time beside it, if it ran."""

    path: tuple[str, ...]
    value: float
    budget: Budget | None
    kernel_ms: float | None = None

    @property
    def name(self) -> str:
        """The path with dots."""
        return ".".join(self.path)

    @property
    def verdict(self) -> str:
        """`PASS` below the budget, `OVER` from it on; empty without one."""
        if self.budget is None:
            return ""
        return "PASS" if self.value < self.budget.limit else "OVER"

    @property
    def ms(self) -> float | None:
        """The work behind the figure in milliseconds: of one item for a rate, in a second for a percentage;
        `None` if it is no such figure."""
        for name in reversed(self.path):
            if name == "messages_per_s":  # as many as are sent
                return None
            if name.endswith("_per_s"):
                return 1000 / self.value if self.value else None
            for unit, ms in _MS.items():
                if name.endswith(unit):
                    return ms * self.value
        return None

    @property
    def in_kernels(self) -> float | None:
        """The work as a multiple of the reference kernel's; `None` where that did not run beside it."""
        return self.ms / self.kernel_ms if self.ms is not None and self.kernel_ms else None

    def reckoned(self, times_slower: float) -> float | None:
        """The figure on a core this many times slower, in its own unit; `None` if it does not matter."""
        if self.in_kernels is None:
            return None
        is_rate = any(name.endswith("_per_s") for name in self.path)
        return self.value / times_slower if is_rate else self.value * times_slower


def rows(results: Json) -> list[Row]:
    """All figures of the results, in their order."""
    return [
        Row(path, value, _budget_for(path), kernel_ms)
        for path, value, kernel_ms in _leaves(results, (), None)
        if path[-1] != KERNEL
    ]


_HEAD = ("figure", "value", "× kernel", "budget", "", "reckoned for a Pi 4 (×5)", "Zero 2 W (×10)")


def table(results: Json) -> str:
    """The figures in columns, as a table of Markdown."""
    lines = [_HEAD, ("---",) * len(_HEAD), *map(_cells, rows(results))]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |"
        for line in lines
    )


def _cells(row: Row) -> tuple[str, ...]:
    limit = f"< {row.budget.limit:g} {row.budget.unit}".rstrip() if row.budget else ""
    others = (row.reckoned(PI_4), row.reckoned(ZERO_2_W))
    return (
        f"`{row.name}`",
        _number(row.value),
        _number(row.in_kernels),
        limit,
        row.verdict,
        *map(_number, others),
    )


def _number(value: float | None) -> str:
    return "" if value is None else f"{float(f'{value:.3g}'):,.10g}"


def as_text(results: Json, machine: Json) -> str:
    """The content of `bench.json`: the figures, and their machine."""
    return json.dumps({**results, "machine": machine}, indent=2) + "\n"


def _leaves(
    value: Any, path: tuple[str, ...], kernel_ms: float | None
) -> Iterator[tuple[tuple[str, ...], float, float | None]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key), value.get(KERNEL, kernel_ms))
    else:
        yield path, value, kernel_ms


def _budget_for(path: tuple[str, ...]) -> Budget | None:
    for budget in BUDGETS:
        if len(budget.path) == len(path) and all(
            b in ("*", p) for b, p in zip(budget.path, path, strict=True)
        ):
            return budget
    return None
