"""The program of the Raspberry Pi Pico under a table, for MicroPython.

The board holds this file as `main.py`, beside the folders `firmware` and `hardware` with the files it
imports, all copied unchanged (`tablier flash` does it). With `HELD_PIN` held to ground while the board
starts, or when the host has asked for it, the program is skipped and the MicroPython prompt answers: the way
to install another one.
"""

import os
import sys
import time

import machine
import micropython

from firmware.link import Link
from firmware.matrix import Matrix
from firmware.node import Node
from firmware.strip import Strip
from firmware.tags import Selector, Sweep, sites_of_readers
from firmware.usb import taking, writable

try:
    import board_settings as settings
except ImportError:
    from firmware import settings

NAP_US = 500  # the longest delay of bytes from the host
SKIP_ONCE = "skip_once"  # a file that makes the next start end at the prompt
READ_PER_SCAN = 1024  # the most bytes processed between two scans
WATCHDOG_REASON = 0x40058008  # why the RP2040 started; `reset_cause` cannot distinguish it
TIMED_OUT = 1  # a watchdog reset, not a start that the program asked for


class Clock:
    """Microseconds since the start. `ticks_us` alone wraps after 18 minutes."""

    def __init__(self):
        self._ticks = time.ticks_us()
        self._now_us = 0

    def now_us(self):
        ticks = time.ticks_us()
        self._now_us += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now_us


def output(pin, level=0):
    return machine.Pin(pin, machine.Pin.OUT, value=level)


def open_matrix():
    bus = machine.SPI(
        settings.SPI,
        baudrate=settings.SPI_HZ,
        sck=machine.Pin(settings.SCK_PIN),
        mosi=machine.Pin(settings.MOSI_PIN),
        miso=machine.Pin(settings.MISO_PIN),
    )
    latch, load = output(settings.LATCH_PIN), output(settings.LOAD_PIN)
    return Matrix(settings.COLUMNS, settings.ROWS, bus, latch, load, settings.SETTLE_US)


def open_strip():
    return Strip(machine.Pin(settings.LIGHTS_PIN), settings.LIGHTS)


def open_tags(log):
    """The sweep over the tag readers; None for a table without any."""
    if not settings.TAG_READERS:
        return None
    bus = machine.SPI(
        settings.TAG_SPI,
        baudrate=settings.TAG_SPI_HZ,
        sck=machine.Pin(settings.TAG_SCK_PIN),
        mosi=machine.Pin(settings.TAG_MOSI_PIN),
        miso=machine.Pin(settings.TAG_MISO_PIN),
    )
    off, latch = output(settings.TAG_OFF_PIN, 1), output(settings.TAG_LATCH_PIN)
    outputs = 1 + max([select for select, _, _ in settings.TAG_READERS])
    selector = Selector(bus, latch, off, outputs)
    sites = sites_of_readers(settings.TAG_READERS, settings.COLUMNS, settings.ROWS)
    return Sweep([(selector.chip(select), site) for select, site in sites], log)


def serve(node, link, sweep, clock, until_us):
    """Serve the host and read tags until the next scan is due."""
    room = READ_PER_SCAN
    while True:
        link.send()
        data = link.read() if room > 0 else b""
        if data:
            room -= len(data)
            node.receive(data, clock.now_us())
        if sweep is not None and sweep.step(node.closed, clock.now_us()):
            node.tagged(sweep.seen, clock.now_us())
        left_us = until_us - clock.now_us()
        if left_us <= 0:
            return
        if not data:
            time.sleep_us(min(left_us, NAP_US))


def was_hung():
    """Whether the watchdog restarted the board."""
    return machine.reset_cause() == machine.WDT_RESET and bool(machine.mem32[WATCHDOG_REASON] & TIMED_OUT)


def run(node, link, matrix, sweep, clock):
    """Scan at an even pace until the host asks for the prompt; late scans are not made up for."""
    watchdog = machine.WDT(timeout=settings.WATCHDOG_MS)
    node.started(clock.now_us())
    if was_hung():
        node.log("started again by the watchdog")
    due_us = clock.now_us()
    while not node.wants_prompt:
        watchdog.feed()
        began_us = clock.now_us()
        closed = matrix.scan()
        now_us = clock.now_us()
        node.scanned(closed, now_us, now_us - began_us)
        due_us = max(due_us + node.scan_us, now_us)
        serve(node, link, sweep, clock, due_us)


def is_skipped_once():
    """Whether the program, before this start, asked to be skipped. That holds for one start only."""
    try:
        os.remove(SKIP_ONCE)  # noqa: PTH107 - MicroPython has no pathlib
    except OSError:
        return False
    return True


def start_at_prompt():
    """Restart without this program: only a restart stops the watchdog."""
    with open(SKIP_ONCE, "w"):  # noqa: PTH123
        pass
    machine.reset()


def main():
    if not machine.Pin(settings.HELD_PIN, machine.Pin.IN, machine.Pin.PULL_UP).value():
        print("Tablier is skipped: its boot pin is held.")
        return
    if is_skipped_once():
        print("Tablier is skipped: the host has asked for it.")
        return
    micropython.kbd_intr(-1)  # a byte 3 from the host is data, not Ctrl-C
    clock, outgoing = Clock(), sys.stdout.buffer
    link = Link(taking(sys.stdin.buffer), outgoing, writable(outgoing), clock.now_us)
    readers = len(settings.TAG_READERS)
    strip = open_strip()
    node = Node(settings.COLUMNS, settings.ROWS, settings.LIGHTS, link.write, strip.show, tag_readers=readers)
    try:
        run(node, link, open_matrix(), open_tags(node.log), clock)
        strip.finish()
        start_at_prompt()
    except Exception as error:
        node.log("stopped: " + repr(error))
        raise  # to the prompt, which prints it; then the watchdog restarts the board


main()
