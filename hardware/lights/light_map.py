"""The mapping of sites to lights of the strip: rows, a serpentine, several panels, or any order.

Pure: a picture in the order of the grid goes in, one in the order of the strip comes out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Literal

from engines.record import record
from hardware.lights.lights import REPEATED
from hardware.ports import Grid, Lights

Pattern = Literal["serpentine", "rows"]
Corner = Literal["south-west", "south-east", "north-west", "north-east"]
Runs = Literal["east-west", "north-south"]

WINDOW = 256
"""The length of a table of `bytes.translate`, the quickest way to put bytes in another order."""

MOST_LIGHTS = 1200
"""The longest strip: its picture just fits into the 32 KiB that SPI can accept at once."""


class LightMapError(Exception):
    """The light map is invalid: a site without a light, or two sites at one light. The text says which."""


@record
class StripPath:
    """The path of a strip over a rectangle of sites.

    It begins in the corner `start` and lies in parallel straight runs, `east-west` or `north-south`. In a
    serpentine each run begins at the end of the one before; by `rows` all begin at the same side.
    """

    pattern: Pattern = "serpentine"
    start: Corner = "south-west"
    runs: Runs = "east-west"

    def order(self, columns: int, rows: int) -> Iterator[tuple[int, int]]:
        """The column and row of each light, from the first on the strip to the last."""
        lies_along = self.runs == "east-west"
        length, count = (columns, rows) if lies_along else (rows, columns)
        for run in range(count):
            turns = self.pattern == "serpentine" and run % 2
            for step in range(length):
                along = length - 1 - step if turns else step
                x, y = (along, run) if lies_along else (run, along)
                yield (
                    columns - 1 - x if self.start.endswith("east") else x,
                    rows - 1 - y if self.start.startswith("north") else y,
                )


@record
class LightPanel:
    """A rectangle of sites with a strip of its own: `x`, `y` is its south-western site, from 0.

    `skip` lights before it on the strip belong to no site.
    """

    x: int
    y: int
    columns: int
    rows: int
    wiring: StripPath = StripPath()
    skip: int = 0


@record
class LightMap:
    """`places[site]` is the number of the site's light on the strip, from 0.

    `panels` are the numbers of lights on each piece of the strip, in the order of the chain.
    """

    places: tuple[int, ...]
    panels: tuple[int, ...]
    _parts: tuple[tuple[int, bytes], ...] = field(init=False, repr=False, compare=False)
    """The strip in parts whose bytes are near each other in a picture: where a window of `WINDOW` bytes of it
    begins, and the place of each byte in the window."""

    @property
    def lights(self) -> int:
        """The number of lights on the strip."""
        return sum(self.panels)

    def __post_init__(self) -> None:
        sources = [3 * len(self.places)] * self.lights  # after the picture: a light that belongs to no site
        for site, place in enumerate(self.places):
            sources[place] = 3 * site
        object.__setattr__(self, "_parts", tuple(_parts_of(sources)))

    def arranged(self, frame: bytes) -> bytes:
        """A picture of three bytes for each site, as three bytes for each light of the strip."""
        seen = frame + bytes(WINDOW)
        return b"".join([places.translate(seen[begin : begin + WINDOW]) for begin, places in self._parts])


def _parts_of(sources: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    """The parts of a strip, from where each of its lights lies in a picture."""
    part: list[int] = []
    first = last = 0
    for source in sources:
        first, last = (min(first, source), max(last, source)) if part else (source, source)
        if last - first > WINDOW - 3:
            yield _part(part)
            part, first, last = [], source, source
        part.append(source)
    yield _part(part)


def _part(sources: list[int]) -> tuple[int, bytes]:
    begin = min(sources)
    return begin, bytes([source - begin + colour for source in sources for colour in (0, 1, 2)])


class MappedLights:
    """Lights whose strip does not run in the order of the grid. Keeps the duties of `Lights`."""

    def __init__(self, inner: Lights, light_map: LightMap) -> None:
        self._inner = inner
        self._arranged = lru_cache(REPEATED)(light_map.arranged)

    def show(self, frame: bytes) -> None:
        """Show a picture of three bytes (red, green, blue) for each site."""
        self._inner.show(self._arranged(frame))


def of_wiring(grid: Grid, wiring: StripPath) -> LightMap:
    """The map of one strip over the whole table."""
    return of_panels(grid, [LightPanel(0, 0, grid.columns, grid.rows, wiring)])


def of_panels(grid: Grid, panels: Iterable[LightPanel]) -> LightMap:
    """The map of panels that are chained in this order. Raises `LightMapError`."""
    places: dict[int, int] = {}
    sizes: list[int] = []
    owners: dict[int, int] = {}
    light = 0
    for number, panel in enumerate(panels, 1):
        _check_within(grid, panel, number)
        light += panel.skip
        sizes.append(panel.skip + panel.columns * panel.rows)
        for x, y in panel.wiring.order(panel.columns, panel.rows):
            site = grid.site(panel.x + x, panel.y + y)
            if site in places:
                raise LightMapError(f"panel {number} overlaps panel {owners[site]} at {_named(grid, site)}")
            places[site] = light
            owners[site] = number
            light += 1
    if missing := set(range(grid.size)) - places.keys():
        raise LightMapError(f"{_named(grid, min(missing))} has no light: no panel covers it")
    return LightMap(_checked(grid, [places[site] for site in range(grid.size)]), tuple(sizes))


def of_rows(grid: Grid, rows: Sequence[Sequence[int]]) -> LightMap:
    """The map of a table from above: the light of each site, from 0, by rows from the north.

    Raises `LightMapError`.
    """
    if len(rows) != grid.rows:
        raise LightMapError(f"expected {grid.rows} rows, got {len(rows)}")
    for number, row in enumerate(rows, 1):
        if len(row) != grid.columns:
            raise LightMapError(
                f"row {number} from the north: expected {grid.columns} lights, got {len(row)}"
            )
    places = _checked(grid, [light for row in reversed(rows) for light in row])
    return LightMap(places, (max(places) + 1,))


def _checked(grid: Grid, places: Sequence[int]) -> tuple[int, ...]:
    sites: dict[int, int] = {}
    for site, light in enumerate(places):
        if not 0 <= light < MOST_LIGHTS:
            raise LightMapError(
                f"{_named(grid, site)}: expected a light from 0 to {MOST_LIGHTS - 1}, got {_shown(light)}"
            )
        if light in sites:
            raise LightMapError(
                f"{_named(grid, site)} has light {light}, which {_named(grid, sites[light])} has already"
            )
        sites[light] = site
    return tuple(places)


def _shown(number: int) -> str:
    """A number as text; Python refuses to write one with thousands of digits."""
    return str(number) if number.bit_length() <= 64 else "a very long number"


def _check_within(grid: Grid, panel: LightPanel, number: int) -> None:
    for name, first, size, sites in (
        ("columns", panel.x, panel.columns, grid.columns),
        ("rows", panel.y, panel.rows, grid.rows),
    ):
        if first + size > sites:
            raise LightMapError(
                f"panel {number} reaches over the edge: {name} {first} to {first + size - 1} of {sites}"
            )


def _named(grid: Grid, site: int) -> str:
    """A site as text, counted from 1 for people."""
    column, row = grid.column_row(site)
    return f"the site in column {column + 1} from the west, row {row + 1} from the south"
