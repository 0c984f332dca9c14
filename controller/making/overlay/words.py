"""All printed texts except the games' own: names, places, summaries."""

from __future__ import annotations

from typing import Final

RULER: Final = "This ruler must measure 100 mm. Print at 100 %, not “fit to page”."
LOT_ROOM: Final = "finished with 10 buildings, 2 lawns, 2 pools and 2 trees"

PART_WORDS: Final = {"board": "board", "tiles": "tiles", "elements": "elements"}
"""The name of each part of a game, on paper and in file names."""


def of_board(column: int, columns: int, row: int, rows: int) -> str:
    """The name of a page of a board, counted from 1, from the upper left."""
    if columns == rows == 1:
        return "the whole board"
    return f"column {column} of {columns}, row {row} of {rows}"


def of_pages(page: int, pages: int) -> str:
    """The name of a page of several alike, counted from 1."""
    return f"page {page} of {pages}"


def bank(player: str) -> str:
    """The bank of a player of Massaï."""
    return f"{player}’s bank"
