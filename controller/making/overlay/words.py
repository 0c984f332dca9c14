"""The texts around what is printed: the ruler's, and which page it is."""

from __future__ import annotations

from typing import Final

RULER: Final = "This ruler must measure 100 mm. Print at 100 %, not “fit to page”."

PART_WORDS: Final = {
    "board": "board",
    "tiles": "tiles",
    "elements": "elements",
    "pads": "pads",
    "cards": "cards with the rules",
}
"""The name of each part of a game, on paper and in file names."""


def of_board(column: int, columns: int, row: int, rows: int) -> str:
    """The name of a page of a board, counted from 1, from the upper left."""
    if columns == rows == 1:
        return "the whole board"
    return f"column {column} of {columns}, row {row} of {rows}"


def of_pages(page: int, pages: int) -> str:
    """The name of a page of several alike, counted from 1."""
    return f"page {page} of {pages}"
