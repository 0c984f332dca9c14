"""The printed things of a game: its board, and blocks of pieces to cut out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from controller.boards.plate import Plate
from controller.boards.shapes import Drawing
from engines.record import record


@record
class Block:
    """Drawings of equal size that are cut out along their seams, from the left and from the lower edge."""

    name: str
    drawings: tuple[Drawing, ...]
    seams: tuple[tuple[Sequence[float], Sequence[float]], ...] = ()


def _no_blocks(plate: Plate) -> tuple[Block, ...]:
    return ()


@record
class Printed:
    """`board` is the whole sheet of the simulated table; `on_paper` is the one to print, if it differs."""

    board: Callable[[Plate], Drawing]
    on_paper: Callable[[Plate], Drawing] | None = None
    blocks: Callable[[Plate], tuple[Block, ...]] = _no_blocks
