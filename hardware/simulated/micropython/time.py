"""MicroPython's `time` on the stand-in table's clock, with a Pico's short ticks.

They start a second before they wrap, so that every run meets the wrap that a Pico meets every 18 minutes.
"""

from table import table

_PERIOD = 1 << 30
_FIRST = _PERIOD - 1000000


def ticks_us():
    return (table.now_us + _FIRST) % _PERIOD


def ticks_diff(end, start):
    half = _PERIOD // 2
    return (end - start + half) % _PERIOD - half


def sleep_us(microseconds):
    table.pass_time(microseconds)
