"""The tile file: any bytes are tiles, or one error that names the file."""

from __future__ import annotations

import pytest
from hypothesis import given

from controller.games import tables_for
from controller.settings import tile_file
from controller.settings.settings import Config
from controller.tables.tiles import Tiles
from engines.cites.blocks import NAMES
from tests.fuzz.rubbish import fuzzed, mutated
from tests.fuzz.toml import documents, refused_or

EXAMPLES = (
    b'[tiles]\n"04A2B1C9" = "H12"\n"04A2B1D0" = "house white"\n\n[decorations]\nD5 = "pool"\nD6 = "lawn"\n',
    b'[tiles]\n"E0:04:01" = "tower"\n"1" = "park"\n"2" = "park"\n',
)
KINDS = [kind for table in tables_for(Config().table.grid, 3, 4).values() for kind in table.pieces]
SECTIONS = {"tiles": ("04A2B1C9", "04", "²"), "decorations": ("D1", "D5", "D16"), "": ("tiles",)}


@fuzzed
@given(data=mutated(EXAMPLES) | documents(SECTIONS))
def test_any_file_is_tiles_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("tiles") / "tiles.toml"
    found = refused_or(lambda file: tile_file.load(file, [*KINDS, *NAMES]), path, data)
    if found is not None:
        assert isinstance(found, Tiles)
        tile_file.save(path, found)
        assert tile_file.load(path, [*KINDS, *NAMES]) == found
