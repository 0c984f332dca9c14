"""The light map file: any bytes are a map with a light for each site, or one error that names the file."""

from __future__ import annotations

import pytest
from hypothesis import given

from controller.settings import light_map_file
from hardware.lights.light_map import MOST_LIGHTS, LightMap
from hardware.ports import Grid
from tests.fuzz.rubbish import fuzzed, mutated
from tests.fuzz.toml import documents, refused_or

GRID = Grid(3, 2)
EXAMPLES = (
    b"[[panels]]\ncolumns = 2\nrows = 2\n\n"
    b'[[panels]]\nx = 2\ny = 0\ncolumns = 1\nrows = 2\nskip = 3\nwiring = "rows"\n',
    b"lights = [\n  [5, 4, 3],\n  [0, 1, 2],\n]\n",
)
PANEL = ("x", "y", "columns", "rows", "wiring", "start", "runs", "skip")
SECTIONS = {"": ("lights",), "[panels]": PANEL, "panels": PANEL}


@fuzzed
@given(data=mutated(EXAMPLES) | documents(SECTIONS))
def test_any_file_is_a_map_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("lights") / "lights.toml"
    found = refused_or(lambda file: light_map_file.load(file, GRID), path, data)
    if found is not None:
        assert isinstance(found, LightMap)
        assert len(set(found.places)) == GRID.size
        assert 0 <= min(found.places) <= max(found.places) < MOST_LIGHTS
        assert len(found.arranged(bytes(3 * GRID.size))) == 3 * found.lights
