"""How WS2812 lights interpret the signal on their data line, strictly by the data sheet.

A signal is a row of (level, nanoseconds). `SignalError` says where it is invalid for these lights.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engines.record import record

Signal = Iterable[tuple[int, int]]


class SignalError(Exception):
    """The data sheet does not allow this pulse or pause."""


@record
class Timing:
    """The shortest and longest times of a data sheet, in nanoseconds. `reset_ns` low ends a picture.

    Source: WS2812 and WS2812B data sheets of Worldsemi, tolerance 150 ns each; the reset of WS2812B V5.
    """

    zero_high_ns: tuple[int, int]
    zero_low_ns: tuple[int, int]
    one_high_ns: tuple[int, int]
    one_low_ns: tuple[int, int]
    reset_ns: int = 280_000


WS2812: Final = Timing((200, 500), (650, 950), (550, 850), (450, 750), reset_ns=50_000)
WS2812B: Final = Timing((250, 550), (700, 1000), (650, 950), (300, 600))


def joined(levels: Signal) -> Iterator[tuple[int, int]]:
    """A signal with equal neighbouring levels joined."""
    last, lasts_ns = 0, 0
    for level, for_ns in levels:
        if level != last:
            if lasts_ns:
                yield last, lasts_ns
            last, lasts_ns = level, 0
        lasts_ns += for_ns
    if lasts_ns:
        yield last, lasts_ns


def of_bits(data: bytes, bit_hz: float) -> Iterator[tuple[int, int]]:
    """The signal of bytes that are clocked out, the highest bit first."""
    begun = 0
    for number in range(1, 8 * len(data) + 1):
        ends = round(number * 1e9 / bit_hz)
        yield data[(number - 1) // 8] >> (7 - (number - 1) % 8) & 1, ends - begun
        begun = ends


def pictures(signal: Signal, timing: Timing = WS2812B, bits: int = 24) -> list[bytes]:
    """The pictures that the first lights receive from a signal, with `bits` per light, in wire order.

    The line is low before it. Raises `SignalError` for a pulse or a pause out of tolerance, a picture with an
    incomplete byte, and a last picture without a reset.
    """
    found: list[bytes] = []
    taken: list[int] = []
    high_ns = at_ns = 0
    for level, for_ns in joined(signal):
        if level:
            high_ns = for_ns
        elif high_ns:
            is_end = for_ns >= timing.reset_ns
            taken.append(_bit(high_ns, None if is_end else for_ns, timing, at_ns))
            if is_end:
                found.append(_bytes(taken, bits))
                taken.clear()
            high_ns = 0
        at_ns += for_ns
    if taken or high_ns:
        raise SignalError(f"no reset of {timing.reset_ns} ns behind {len(taken)} bits")
    return found


def _bit(high_ns: int, low_ns: int | None, timing: Timing, at_ns: int) -> int:
    """A bit from its high time and the following low time, which is `None` before a reset."""
    for bit, (high, low) in enumerate(
        ((timing.zero_high_ns, timing.zero_low_ns), (timing.one_high_ns, timing.one_low_ns))
    ):
        if high[0] <= high_ns <= high[1] and (low_ns is None or low[0] <= low_ns <= low[1]):
            return bit
    pause = "a reset" if low_ns is None else f"{low_ns} ns low"
    raise SignalError(f"{high_ns} ns high and {pause} at {at_ns} ns is no bit")


def _bytes(taken: list[int], bits: int) -> bytes:
    if len(taken) % bits:
        raise SignalError(f"a picture of {len(taken)} bits: no whole number of lights of {bits} bits")
    return int("".join(map(str, taken)), 2).to_bytes(len(taken) // 8, "big")
