"""The names of the kinds of pieces and their places."""

from __future__ import annotations

from typing import Final

from texts import _

CALLED: Final = {
    "house white": _("the white house"),
    "house yellow": _("the yellow house"),
    "park": _("the park"),
    "tower": _("the tower"),
    "element blue": _("the blue element"),
    "element yellow": _("the yellow element"),
    "element red": _("the red element"),
    "element green": _("the green element"),
    "obstacle": _("the obstacle"),
    "tower white": _("the white tower"),
    "marker blue": _("the blue marker"),
    "marker yellow": _("the yellow marker"),
    "marker red": _("the red marker"),
    "marker green": _("the green marker"),
    "hut dark": _("the dark hut"),
    "hut light": _("the light hut"),
}
"""Every kind but the blocks of Cités Nouvelles, which are named by letter and number."""

SIDES: Final = {
    "n": _("north"),
    "ne": _("north-east"),
    "e": _("east"),
    "se": _("south-east"),
    "s": _("south"),
    "sw": _("south-west"),
    "w": _("west"),
    "nw": _("north-west"),
}
"""The sides and corners of a cell, by the names of `engines.grid.DIRECTIONS`."""
