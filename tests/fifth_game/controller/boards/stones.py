"""The printed board of Stones."""

from __future__ import annotations

from controller.boards.plate import Plate, site_marks
from controller.boards.printed import Printed
from controller.boards.shapes import Drawing


def board(plate: Plate) -> Drawing:
    """The whole sheet."""
    return Drawing(plate.sheet.w, plate.sheet.h, tuple(site_marks(plate)))


PRINTED = Printed(board)
