"""A desk for each test: a window without a display, or on an X server with a real mouse."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.settings.settings import Config
from tests.controller.window_desk import Desk, RealDesk, real_x_server


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with closing(Desk(tmp_path, Config())) as made:
        yield made


@pytest.fixture
def real_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealDesk]:
    with real_x_server(monkeypatch), closing(RealDesk(tmp_path, Config())) as made:
        yield made
