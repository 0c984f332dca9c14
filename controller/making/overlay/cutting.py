"""Cuts a drawing larger than a page into the fewest pieces, along its seams if possible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from engines.record import record

_CLOSE: Final = 1e-6


@record
class Cuts:
    """A length in pieces: the bounds of each, and the quality of the seams used, 0 for the best."""

    pieces: tuple[tuple[float, float], ...]
    grade: int


def cut(length: float, room: float, overlap: float, seams: Sequence[Sequence[float]]) -> Cuts:
    """Cut a length into the fewest pieces. All but the last continue for an `overlap` beyond their end, and a
    piece with its overlap is at most `room` long. `seams` are the better and the worse places for a cut."""
    if length <= room + _CLOSE:
        return Cuts(((0.0, length),), 0)
    fewest = math.ceil((length - overlap - _CLOSE) / (room - overlap))
    for grade, places in enumerate(seams):
        ends = _along(length, room, overlap, places)
        if len(ends) == fewest:
            return Cuts(_pieces(ends), grade)
    each = min(length / fewest, room - overlap)
    equal = (each * piece for piece in range(1, fewest))
    return Cuts(_pieces([*equal, length]), len(seams))


def _along(length: float, room: float, overlap: float, places: Sequence[float]) -> list[float]:
    """The ends of pieces, each as long as the seams allow; none if these lie too far apart."""
    ends: list[float] = []
    at = 0.0
    while length - at > room + _CLOSE:
        within = [place for place in places if at < place <= at + room - overlap + _CLOSE]
        if not within:
            return []
        at = max(within)
        ends.append(at)
    return [*ends, length]


def _pieces(ends: Sequence[float]) -> tuple[tuple[float, float], ...]:
    return tuple(zip((0.0, *ends), ends, strict=False))
