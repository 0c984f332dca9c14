"""A touch panel: a finger taps each point that is written into a FIFO, as `x y` from 0 to 1 of the panel.
After a second point, `x y x y`, it taps while another finger rests there.

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


class Hand:
    """The fingers of a panel."""

    def __init__(self, panel: UInput) -> None:
        self._panel = panel
        self._number = 0

    def put(self, slot: int, u: float, v: float) -> None:
        """A finger comes down, at a place from 0 to 1 of the panel."""
        self._number += 1
        x, y = int(u * WIDTH), int(v * HEIGHT)
        self._panel.write(ecodes.EV_KEY, ecodes.BTN_TOUCH, 1)
        self._tell((ecodes.ABS_MT_SLOT, slot), (ecodes.ABS_MT_TRACKING_ID, self._number))
        # Linux reports no value that stays as it was, and a program that has just started does not know it.
        self._tell((ecodes.ABS_MT_POSITION_X, x + 1), (ecodes.ABS_MT_POSITION_Y, y + 1))
        self._tell((ecodes.ABS_MT_POSITION_X, x), (ecodes.ABS_MT_POSITION_Y, y))
        self._tell((ecodes.ABS_X, x), (ecodes.ABS_Y, y))
        self._panel.syn()

    def lift(self, slot: int) -> None:
        """A finger goes up. The one in slot 0 is the last."""
        self._tell((ecodes.ABS_MT_SLOT, slot), (ecodes.ABS_MT_TRACKING_ID, -1))
        if not slot:
            self._panel.write(ecodes.EV_KEY, ecodes.BTN_TOUCH, 0)
        self._panel.syn()

    def _tell(self, *values: tuple[int, int]) -> None:
        for code, value in values:
            self._panel.write(ecodes.EV_ABS, code, value)


def tap(hand: Hand, u: float, v: float, *resting: float) -> None:
    """A finger comes down and goes up, perhaps while another rests."""
    if resting:
        hand.put(0, *resting)
    slot = 1 if resting else 0
    hand.put(slot, u, v)
    time.sleep(DOWN_S)
    hand.lift(slot)
    if resting:
        hand.lift(0)


def main(fifo: str) -> None:
    """Tap until it is unplugged."""
    os.mkfifo(fifo)
    with UInput(CAN, name="touch panel", input_props=[ecodes.INPUT_PROP_DIRECT]) as panel:
        hand = Hand(panel)
        while True:
            with open(fifo) as points:  # noqa: PTH123 - a FIFO
                for line in points:
                    tap(hand, *map(float, line.split()))


main(sys.argv[1])
