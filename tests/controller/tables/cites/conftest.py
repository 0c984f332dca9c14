"""A table for tests about tiles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.controller.tables.cites.at_the_tiles import AtTheTiles


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AtTheTiles]:
    table = AtTheTiles(tmp_path)
    yield table
    table.rig.close()
