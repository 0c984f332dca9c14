"""The signal of NeoPixels, made by the Pico's PIO while its program goes on."""
# ruff: noqa: F821 - the words of the PIO's assembler

import rp2

HZ = 8_000_000  # ten ticks of 125 ns are one bit


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
    fifo_join=rp2.PIO.JOIN_TX,
)
def ws2812():
    # A 0 is high for 375 ns and low for 875, a 1 high for 750 and low for 500: WS2812 and WS2812B take both.
    wrap_target()
    label("bit")
    out(x, 1).side(0)[3]  # without data the program waits here, and the line stays low
    jmp(not_x, "zero").side(1)[2]
    jmp("bit").side(1)[2]
    label("zero")
    nop().side(0)[2]
    wrap()
