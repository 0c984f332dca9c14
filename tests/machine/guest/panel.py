"""A touch panel: a finger taps each point that is written into a FIFO, as `x y` from 0 to 1 of the panel.

It is a multitouch device of type B, as the drivers of the Raspberry Pi's panels are.
"""

import os
import sys
import time

from evdev import AbsInfo, UInput, ecodes

WIDTH, HEIGHT = 1280, 720
"""Its own steps, which are no pixels of any screen."""
DOWN_S = 0.15

ACROSS = AbsInfo(0, 0, WIDTH - 1, 0, 0, 0)
DOWN = AbsInfo(0, 0, HEIGHT - 1, 0, 0, 0)
CAN = {
    ecodes.EV_KEY: [ecodes.BTN_TOUCH],
    ecodes.EV_ABS: [
        (ecodes.ABS_X, ACROSS),
        (ecodes.ABS_Y, DOWN),
        (ecodes.ABS_MT_SLOT, AbsInfo(0, 0, 9, 0, 0, 0)),
        (ecodes.ABS_MT_POSITION_X, ACROSS),
        (ecodes.ABS_MT_POSITION_Y, DOWN),
        (ecodes.ABS_MT_TRACKING_ID, AbsInfo(0, 0, 65535, 0, 0, 0)),
    ],
}


def tap(panel: UInput, x: int, y: int, number: int) -> None:
    """A finger comes down and goes up."""
    down = [(ecodes.ABS_MT_SLOT, 0), (ecodes.ABS_MT_TRACKING_ID, number)]
    down += [
        (ecodes.ABS_MT_POSITION_X, x),
        (ecodes.ABS_MT_POSITION_Y, y),
        (ecodes.ABS_X, x),
        (ecodes.ABS_Y, y),
    ]
    panel.write(ecodes.EV_KEY, ecodes.BTN_TOUCH, 1)
    for code, value in down:
        if code in (ecodes.ABS_MT_POSITION_X, ecodes.ABS_MT_POSITION_Y):
            # Linux tells no value that stays as it was, and a program that has just started does not know it.
            panel.write(ecodes.EV_ABS, code, value + 1)
        panel.write(ecodes.EV_ABS, code, value)
    panel.syn()
    time.sleep(DOWN_S)
    panel.write(ecodes.EV_ABS, ecodes.ABS_MT_TRACKING_ID, -1)
    panel.write(ecodes.EV_KEY, ecodes.BTN_TOUCH, 0)
    panel.syn()


def main(fifo: str) -> None:
    """Tap until it is unplugged."""
    os.mkfifo(fifo)
    with UInput(CAN, name="touch panel", input_props=[ecodes.INPUT_PROP_DIRECT]) as panel:
        number = 0
        while True:
            with open(fifo) as points:  # noqa: PTH123 - a FIFO
                for line in points:
                    x, y = map(float, line.split())
                    number += 1
                    tap(panel, int(x * WIDTH), int(y * HEIGHT), number)


main(sys.argv[1])
