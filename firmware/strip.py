"""The NeoPixels of a table, in the order of the strip."""

import time

import micropython
import rp2

from firmware.node import LIGHT_US, PAUSE_US
from firmware.ws2812 import HZ, ws2812

_MACHINE = 0  # of the PIO, and the number of its data request, which paces the DMA
_BYTES = 0  # the DMA's size of one transfer; the PIO's queue sees a byte in each quarter of a word


class Strip:
    """Paints pictures on a strip of so many lights at a `machine.Pin`."""

    def __init__(self, pin, lights):
        self._wire = bytearray(3 * lights)
        self._lasts_us = LIGHT_US * lights + PAUSE_US
        self._begun = 0
        self._machine = rp2.StateMachine(_MACHINE, ws2812, freq=HZ, sideset_base=pin)
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(size=_BYTES, inc_write=False, treq_sel=_MACHINE)

    def show(self, colours):
        """Send three bytes (red, green, blue) for each light, while the program goes on."""
        self.finish()
        _paint(self._wire, colours, len(self._wire))
        self._begun = time.ticks_us()
        self._dma.config(
            read=self._wire, write=self._machine, count=len(self._wire), ctrl=self._control, trigger=True
        )

    def finish(self):
        """Wait until the lights show the picture that was sent last."""
        went_us = time.ticks_diff(time.ticks_us(), self._begun)
        if 0 <= went_us < self._lasts_us:  # after 9 minutes the clock may say anything: at worst a short wait
            time.sleep_us(self._lasts_us - went_us)


@micropython.viper
def _paint(into: ptr8, colours: ptr8, count: int):  # noqa: F821 - viper's own types
    for at in range(0, count, 3):
        into[at] = colours[at + 1]  # a NeoPixel takes green first
        into[at + 1] = colours[at]
        into[at + 2] = colours[at + 2]
