"""Shrinks a failing game: its table script without everything irrelevant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from controller.simulation.scripts.runner import MakeRig
from controller.simulation.storm.evening import GameFailure, replayed

MOST_TRIES = 400
"""The most tries to find a shorter script."""

CHECK = "expect meant"

Lines = tuple[str, ...]


def shrunk(lines: Sequence[str], failure: GameFailure, make_rig: MakeRig) -> Lines:
    """The fewest of these lines, in their order, that fail in the same way, within a limited number of tries.

    The lines up to the choice of the game stay. Larger parts are left out first (Zeller's delta debugging).
    """
    begin = 1 + next((at for at, line in enumerate(lines) if line.startswith("game ")), len(lines) - 1)
    head = tuple(lines[:begin])
    left = MOST_TRIES

    def fails(rest: Sequence[str]) -> bool:
        nonlocal left
        left -= 1
        found = replayed((*head, *rest, CHECK), make_rig)
        return found is not None and found.is_like(failure)

    rest = tuple(lines[begin:])
    without_checks = tuple(line for line in rest if line != CHECK)
    if fails(without_checks):
        rest = without_checks
    size = max(1, len(rest) // 2)
    while left > 0:
        shorter = next((part for part in _without(rest, size) if left > 0 and fails(part)), None)
        if shorter is not None:
            rest = shorter
        elif size == 1:
            break
        else:
            size = max(1, size // 2)
    return (*head, *rest, CHECK)


def _without(lines: Lines, size: int) -> Iterator[Lines]:
    """The lines with each part of this size left out, the last part first: the failure came last, so earlier
    lines may stay unchanged."""
    for end in range(len(lines), 0, -size):
        yield lines[: max(0, end - size)] + lines[end:]
