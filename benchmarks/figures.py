"""Statistics of measured values, each beside a reference kernel that ran in the same moments."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from controller.daemon.main_loop import MOST_NEW, tidy

KERNEL_STEPS = 2000
KERNEL_EVERY_S = 0.05


@dataclass(frozen=True, slots=True)
class Spread:
    """All values of a figure pooled, none left out: the median, the value that only one in a hundred exceeds,
    and the largest. `kernel_ms` is the median of the kernel's runs between the values."""

    p50: float
    p99: float
    max: float
    kernel_ms: float


@dataclass(frozen=True, slots=True)
class ColdAndWarm:
    """A figure the first time that a position is asked, and once it has been asked before."""

    cold: Spread
    warm: Spread


@dataclass(frozen=True, slots=True)
class Mean:
    """A total divided by a total, and the kernel's median while it was measured."""

    mean: float
    kernel_ms: float


class _Record(NamedTuple):
    number: int
    lowest: int


def kernel() -> int:
    """The reference: fixed work in pure Python like that of the rules. Sets of cells are shifted and masked,
    records made and kept in a dictionary. It must never change, or no two runs can be compared."""
    board = (1 << 400) - 1
    cells, records = 0x5A5A5A5A, dict[int, _Record]()
    for number in range(KERNEL_STEPS):
        cells = (cells << 7 ^ cells >> 3 ^ number) & board
        records[number & 255] = _Record(number, cells & -cells)
    return sum(record.lowest for record in records.values())


def kernel_ms() -> float:
    """Milliseconds of processor time for one run of the kernel."""
    begun_ns = time.thread_time_ns()
    kernel()
    return (time.thread_time_ns() - begun_ns) / 1e6


@dataclass
class Kernel:
    """Runs the kernel between the values of a figure, at most twenty times a second."""

    ms: list[float] = field(default_factory=list)
    _next_s: float = 0.0

    def pace(self) -> None:
        """Run it, if it is time."""
        if time.perf_counter() >= self._next_s:
            self.ms.append(kernel_ms())
            self._next_s = time.perf_counter() + KERNEL_EVERY_S

    @property
    def p50(self) -> float:
        """The median of its runs, in milliseconds."""
        return percentile(self.ms, 50)


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest of the values that at least `percent` of them do not exceed (the nearest rank).

    Raises ValueError if there are none.
    """
    if not values:
        raise ValueError("no values were measured")
    return sorted(values)[max(math.ceil(percent / 100 * len(values)), 1) - 1]


def spread(values: Sequence[float], kernel_ms: float) -> Spread:
    """Median, 99th percentile and maximum, by the nearest rank."""
    return Spread(percentile(values, 50), percentile(values, 99), max(values), kernel_ms)


def pooled(values: Iterable[float]) -> Spread:
    """The spread of values that are measured as they are asked for; the kernel runs between them.

    Garbage is looked for as in the running program: not among objects from before the first value, and
    between the values.
    """
    beside, measured, thresholds = Kernel(), list[float](), gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(MOST_NEW, *thresholds[1:])
    for value in values:
        measured.append(value)
        tidy()
        beside.pace()
    gc.set_threshold(*thresholds)
    gc.unfreeze()
    return spread(measured, beside.p50)


def rounded(value: float) -> float:
    """Three significant digits, the limit of any measurement here; whole numbers from a hundred on."""
    short = float(f"{value:.3g}")
    return round(short) if abs(short) >= 100 else short
