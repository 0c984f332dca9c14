"""The one list of games, in the order of menus. Every part of a game is found by its name: it is that of its
folder or file in each room."""

from __future__ import annotations

from typing import Final

NAMES: Final = (
    "masterplan",
    "forma",
    "massai",
    "cites",
)  # fmt: skip
