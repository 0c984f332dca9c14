"""The words of the window around the table."""

from __future__ import annotations

from typing import Final

from texts import _

AUTO: Final = _("As the game asks")
CLEAR: Final = _("Clear the table")
TABLE: Final = _("Drag a piece to its place, or click a spot. A click lifts it, the right button pushes.")
SQUARES: Final = _("Drag an element to the board, or click it and then a cell. A click on a piece lifts it.")
ELEMENT: Final = _("Turn it: mouse wheel, right button or R. Flip it: F. Let it go over the board.")
HELD: Final = _("Let it go where it belongs, or beside the table. With Shift it lies just there.")
TILES: Final = _("Drag a tile to its pad, or click the pad. Click a tile there: it is lifted.")
ON_THE_SCREEN: Final = _("Continue on the touchscreen.")


def hide_or_show(is_open: bool, owner: str) -> str:
    """The button that turns a player's tiles up, or down again."""
    if is_open:
        return _("Hide the tiles of {player}", player=owner)
    return _("{player}: see my tiles", player=owner)
