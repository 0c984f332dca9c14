"""The NeoPixels of a table, in the order of the strip."""

import time

import rp2

from firmware.node import BYTE_US, PAUSE_US
from firmware.ws2812 import HZ, ws2812
from hardware.board.messages import WIDTHS

_MACHINE = 0  # of the PIO, and the number of its data request, which paces the DMA
_BYTES = 0  # the DMA's size of one transfer; the PIO's queue sees a byte in each quarter of a word


class Strip:
    """Shows pictures on a strip of this many lights at a `machine.Pin`."""

    def __init__(self, pin, lights):
        self._wire = bytearray(WIDTHS[-1] * lights)
        self._begun = self._lasts_us = 0
        self._machine = rp2.StateMachine(_MACHINE, ws2812, freq=HZ, sideset_base=pin)
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(size=_BYTES, inc_write=False, treq_sel=_MACHINE)

    def show(self, picture):
        """Send bytes in the lights' format, three or four each, while the program goes on."""
        self.finish()
        count = len(picture)
        self._wire[:count] = picture
        self._begun = time.ticks_us()
        self._lasts_us = BYTE_US * count + PAUSE_US
        self._dma.config(read=self._wire, write=self._machine, count=count, ctrl=self._control, trigger=True)

    def finish(self):
        """Wait until the lights show the last picture."""
        went_us = time.ticks_diff(time.ticks_us(), self._begun)
        if 0 <= went_us < self._lasts_us:  # after 9 minutes the clock has wrapped: at worst a short wait
            time.sleep_us(self._lasts_us - went_us)
