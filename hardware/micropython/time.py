"""MicroPython's `time` on the stand-in table's clock, with a Pico's short ticks."""

from table import table

_PERIOD = 1 << 30


def ticks_us():
    return table.now_us % _PERIOD


def ticks_diff(end, start):
    half = _PERIOD // 2
    return (end - start + half) % _PERIOD - half


def sleep_us(microseconds):
    table.pass_time(microseconds)
