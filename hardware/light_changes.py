"""What is to be sent so that lights that show one picture show another."""

from __future__ import annotations

BRIDGED_LIGHTS = 4
"""Two changed runs with so few unchanged lights between go as one: the frame around a run is as long."""


def changed_runs(shown: bytes | None, wanted: bytes) -> list[tuple[int, bytes]]:
    """The runs of lights that differ: the number of the first light, and the colours, three bytes each.

    Both are whole pictures of one size; `shown` is None if nobody knows what the lights show.
    """
    if shown is None:
        return [(0, wanted)]
    if shown == wanted:
        return []
    differ = [light for light in range(len(wanted) // 3) if _differs(shown, wanted, light)]
    runs: list[tuple[int, int]] = []
    for light in differ:
        if runs and light - runs[-1][1] <= BRIDGED_LIGHTS + 1:
            runs[-1] = (runs[-1][0], light)
        else:
            runs.append((light, light))
    return [(first, wanted[3 * first : 3 * last + 3]) for first, last in runs]


def _differs(shown: bytes, wanted: bytes, light: int) -> bool:
    start = 3 * light
    return shown[start : start + 3] != wanted[start : start + 3]
