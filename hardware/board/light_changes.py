"""The messages that change one picture of the lights into another.

Pictures of a table have few colours, so a frame has a palette and runs of lights: as few bytes as possible,
since reading them takes a board most time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hardware.board.light_runs import KEPT, MOST_IN_A_RUN
from hardware.board.messages import MAX_COLOURS, Lights
from hardware.board.wire import MAX_PAYLOAD
from hardware.lights.colour_order import wired_colour
from hardware.lights.lights import REPEATED

COMPARED_LIGHTS = 24
"""Lights compared at once: most of a picture is unchanged."""

LIGHT_BITS = 24
"""Three colours of a light, of eight bits each."""

HEAD = 5
"""The length of a payload before its palette, in bytes."""

Run = tuple[int, int, bytes]
"""The first light, the number of lights, and their colour: red, green, blue."""


@lru_cache(REPEATED)
def light_messages(shown: bytes | None, wanted: bytes, order: str) -> tuple[Lights, ...]:
    """The messages that turn one picture into another on a strip with this colour order; the last one shows
    it.

    Both are complete pictures of the same size, red, green and blue a light; `shown` is None if the state of
    the lights is unknown.
    """
    packing = _Packing(order)
    for first, count, colour in changed_runs(shown, wanted):
        packing.add(first, count, wired_colour(colour, order))
    return tuple(packing.finished())


def changed_runs(shown: bytes | None, wanted: bytes) -> list[Run]:
    """The runs of lights of one colour that differ."""
    runs: list[Run] = []
    if shown == wanted:
        return runs
    for light in _changed_lights(shown, wanted):
        colour = wanted[3 * light : 3 * light + 3]
        if runs:
            first, count, before = runs[-1]
            if first + count == light and before == colour:
                runs[-1] = (first, count + 1, colour)
                continue
        runs.append((light, 1, colour))
    return runs


class _Packing:
    """Packs runs into messages, in rising order."""

    def __init__(self, order: str) -> None:
        self._width = len(order)
        self._done: list[Lights] = []
        self._first = self._at = 0
        self._palette: list[bytes] = []
        self._runs = bytearray()

    def add(self, first: int, count: int, colour: bytes) -> None:
        """Paint this many lights with a colour in the strip's order."""
        if not self._palette:
            self._begin(first)
        if not self._has_room(first, count, colour):
            self._end(is_last=False)
            self._begin(first)
        if colour not in self._palette:
            self._palette.append(colour)
        self._run(KEPT, first - self._at)
        self._run(self._palette.index(colour), count)
        self._at = first + count

    def finished(self) -> list[Lights]:
        """All messages."""
        if self._palette:
            self._end(is_last=True)
        return self._done

    def _has_room(self, first: int, count: int, colour: bytes) -> bool:
        colours = len(self._palette) + (colour not in self._palette)
        runs = len(self._runs) + _bytes_of(first - self._at) + _bytes_of(count)
        return colours <= MAX_COLOURS and HEAD + colours * self._width + runs <= MAX_PAYLOAD

    def _run(self, colour: int, count: int) -> None:
        whole, rest = divmod(count, MOST_IN_A_RUN)
        self._runs += bytes([colour << 4 | MOST_IN_A_RUN - 1]) * whole
        if rest:
            self._runs.append(colour << 4 | rest - 1)

    def _begin(self, first: int) -> None:
        self._first = self._at = first
        self._palette = []
        self._runs = bytearray()

    def _end(self, *, is_last: bool) -> None:
        palette = b"".join(self._palette)
        self._done.append(Lights(self._first, self._width, palette, bytes(self._runs), is_last))


def _bytes_of(count: int) -> int:
    return -(-count // MOST_IN_A_RUN)


def _changed_lights(shown: bytes | None, wanted: bytes) -> Iterator[int]:
    first, beyond = _reach(shown, wanted)
    for start in range(first, beyond, COMPARED_LIGHTS):
        end = min(start + COMPARED_LIGHTS, beyond)
        if _differ(shown, wanted, start, end):
            yield from (light for light in range(start, end) if _differ(shown, wanted, light, light + 1))


def _reach(shown: bytes | None, wanted: bytes) -> tuple[int, int]:
    """The first light that may differ, and the number after the last."""
    if shown is None:
        return 0, len(wanted) // 3
    changed = int.from_bytes(shown, "little") ^ int.from_bytes(wanted, "little")
    return ((changed & -changed).bit_length() - 1) // LIGHT_BITS, -(-changed.bit_length() // LIGHT_BITS)


def _differ(shown: bytes | None, wanted: bytes, first: int, end: int) -> bool:
    return shown is None or shown[3 * first : 3 * end] != wanted[3 * first : 3 * end]
