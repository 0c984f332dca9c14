"""The touchscreen's screens: `draw` makes a picture of a view, `Painter` paints it, the other modules query
it."""

import os

# pygame prints a greeting on standard output, which belongs to the program's own output.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from controller.screens.compose import draw
from controller.screens.layout.picture import Picture
from controller.screens.painting.paint import Painter
from controller.screens.queries import find, hit, next_redraw_ms, pressable, texts

__all__ = ["Painter", "Picture", "draw", "find", "hit", "next_redraw_ms", "pressable", "texts"]
