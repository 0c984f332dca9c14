"""What is to be sent so that lights that show one picture show another."""

from __future__ import annotations

from collections.abc import Iterator

BRIDGED_LIGHTS = 4
"""Two changed runs with so few unchanged lights between go as one: the frame around a run is as long."""

COMPARED_LIGHTS = 24
"""So many lights are compared at once, since most of a picture stays as it is."""


def changed_runs(shown: bytes | None, wanted: bytes) -> list[tuple[int, bytes]]:
    """The runs of lights that differ: the number of the first light, and the colours, three bytes each.

    Both are whole pictures of one size; `shown` is None if nobody knows what the lights show.
    """
    if shown is None:
        return [(0, wanted)]
    if shown == wanted:
        return []
    runs: list[tuple[int, int]] = []
    for light in _changed_lights(shown, wanted):
        if runs and light - runs[-1][1] <= BRIDGED_LIGHTS + 1:
            runs[-1] = (runs[-1][0], light)
        else:
            runs.append((light, light))
    return [(first, wanted[3 * first : 3 * last + 3]) for first, last in runs]


def _changed_lights(shown: bytes, wanted: bytes) -> Iterator[int]:
    lights = len(wanted) // 3
    for start in range(0, lights, COMPARED_LIGHTS):
        end = min(start + COMPARED_LIGHTS, lights)
        if _differ(shown, wanted, start, end):
            yield from (light for light in range(start, end) if _differ(shown, wanted, light, light + 1))


def _differ(shown: bytes, wanted: bytes, first: int, end: int) -> bool:
    return shown[3 * first : 3 * end] != wanted[3 * first : 3 * end]
