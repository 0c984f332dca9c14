"""The light map: every wiring by a strip drawn by hand, every wrong map by what is said of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.lights.light_map import (
    MOST_LIGHTS,
    LightMap,
    LightMapError,
    LightPanel,
    MappedLights,
    StripPath,
    of_panels,
    of_rows,
    of_wiring,
)
from hardware.lights.lights import DimmedLights, Electrics
from hardware.ports import Grid

GRID = Grid(3, 2)


def drawn(light_map: LightMap, grid: Grid = GRID) -> list[list[int]]:
    """The lights as they are seen from above, the north first."""
    rows = [light_map.places[start : start + grid.columns] for start in range(0, grid.size, grid.columns)]
    return [list(row) for row in reversed(rows)]


@pytest.mark.parametrize(
    ("wiring", "seen"),
    [
        (StripPath(), [[5, 4, 3], [0, 1, 2]]),
        (StripPath("rows"), [[3, 4, 5], [0, 1, 2]]),
        (StripPath(start="south-east"), [[3, 4, 5], [2, 1, 0]]),
        (StripPath(start="north-west"), [[0, 1, 2], [5, 4, 3]]),
        (StripPath(start="north-east"), [[2, 1, 0], [3, 4, 5]]),
        (StripPath("rows", "north-east"), [[2, 1, 0], [5, 4, 3]]),
        (StripPath(runs="north-south"), [[1, 2, 5], [0, 3, 4]]),
        (StripPath("rows", runs="north-south"), [[1, 3, 5], [0, 2, 4]]),
        (StripPath(start="north-east", runs="north-south"), [[4, 3, 0], [5, 2, 1]]),
        (StripPath("rows", "south-east", "north-south"), [[5, 3, 1], [4, 2, 0]]),
    ],
)
def test_a_strip_runs_as_it_is_wired(wiring: StripPath, seen: list[list[int]]) -> None:
    assert drawn(of_wiring(GRID, wiring)) == seen


def test_panels_follow_each_other_each_wired_in_its_own_way() -> None:
    grid = Grid(4, 2)
    west, east = (
        LightPanel(0, 0, 2, 2),
        LightPanel(2, 0, 2, 2, StripPath("rows", "north-east", "north-south")),
    )
    assert drawn(of_panels(grid, [east, west]), grid) == [[7, 6, 2, 0], [4, 5, 3, 1]]


def test_a_skipped_light_belongs_to_no_site_and_stays_dark() -> None:
    light_map = of_panels(Grid(2, 1), [LightPanel(0, 0, 1, 1, skip=1), LightPanel(1, 0, 1, 1, skip=2)])
    assert (light_map.places, light_map.lights, light_map.panels) == ((1, 4), 5, (2, 3))
    dark = bytes(3)
    assert light_map.arranged(b"abcdef") == dark + b"abc" + dark + dark + b"def"


def test_a_table_of_numbers_is_read_as_it_is_seen_from_above() -> None:
    light_map = of_rows(GRID, [[6, 5, 4], [1, 2, 3]])
    assert (light_map.places, light_map.lights) == ((1, 2, 3, 6, 5, 4), 7)


@pytest.mark.parametrize(
    ("panels", "said"),
    [
        ([LightPanel(0, 0, 2, 2)], "the site in column 3 from the west, row 1 from the south has no light"),
        (
            [LightPanel(0, 0, 3, 2), LightPanel(2, 1, 1, 1)],
            "panel 2 overlaps panel 1 at the site in column 3 from the",
        ),
        ([LightPanel(1, 0, 3, 2)], "panel 1 reaches over the edge: columns 1 to 3 of 3"),
        ([LightPanel(0, 1, 3, 2)], "panel 1 reaches over the edge: rows 1 to 2 of 2"),
        (
            [LightPanel(0, 0, 3, 2, skip=MOST_LIGHTS)],
            f"expected a light from 0 to {MOST_LIGHTS - 1}, got 1200",
        ),
        ([], "column 1 from the west, row 1 from the south has no light"),
    ],
)
def test_panels_that_are_no_map_are_refused(panels: list[LightPanel], said: str) -> None:
    with pytest.raises(LightMapError, match=said):
        of_panels(GRID, panels)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([[0, 1, 2]], "expected 2 rows, got 1"),
        ([[0, 1, 2], [3, 4]], "row 2 from the north: expected 3 lights, got 2"),
        (
            [[0, 1, 2], [3, 4, 2]],
            "column 3 from the west, row 2 from the south has light 2, "
            "which the site in column 3 from the west, row 1 from the south has already",
        ),
        ([[0, 1, 2], [3, 4, -1]], "column 3 from the west, row 1 from the south: expected a light from 0"),
        ([[0, 1, 2], [3, 4, 1200]], "expected a light from 0 to 1199, got 1200"),
    ],
)
def test_a_table_that_is_no_map_is_refused(rows: list[list[int]], said: str) -> None:
    with pytest.raises(LightMapError, match=said):
        of_rows(GRID, rows)


wirings = st.builds(
    StripPath,
    st.sampled_from(["serpentine", "rows"]),
    st.sampled_from(["south-west", "south-east", "north-west", "north-east"]),
    st.sampled_from(["east-west", "north-south"]),
)


@given(st.integers(1, 32), st.integers(1, 32), wirings)
def test_every_wiring_gives_each_site_its_own_light(columns: int, rows: int, wiring: StripPath) -> None:
    light_map = of_wiring(Grid(columns, rows), wiring)
    assert sorted(light_map.places) == list(range(columns * rows))
    picture = bytes(number % 251 for number in range(3 * columns * rows))
    arranged = light_map.arranged(picture)
    for site, place in enumerate(light_map.places):
        assert arranged[3 * place : 3 * place + 3] == picture[3 * site : 3 * site + 3]


class Shown:
    """Lights that remember."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def show(self, frame: bytes) -> None:
        self.frames.append(frame)


def test_the_map_goes_together_with_a_dimmer() -> None:
    shown = Shown()
    mapped = MappedLights(shown, of_wiring(Grid(1, 2), StripPath(start="north-west")))
    DimmedLights(mapped, Electrics(brightness=0.5, gamma=1.0, cap_ma=60_000), shown).show(
        bytes([2, 4, 6, 8, 10, 12])
    )
    assert shown.frames == [bytes([4, 5, 6, 1, 2, 3])]
