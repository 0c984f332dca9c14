"""The settings: any bytes are settings that hold together, or one error that names the file."""

from __future__ import annotations

import math
from contextlib import suppress
from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.files.toml_file import ConfigError
from controller.settings.calibration_file import calibration_for
from controller.settings.config import load, with_setting
from controller.settings.light_map_file import light_map_for
from controller.settings.preferences import Preferences
from controller.settings.settings import Config
from tests.fuzz.rubbish import fuzzed, mutated
from tests.fuzz.toml import documents, refused_or, values

EXAMPLES = tuple(file.read_bytes() for file in sorted(Path("examples").glob("*.toml")))
SECTIONS = {name: kind.__struct_fields__ for name, kind in get_type_hints(Config).items()}
KEYS = [f"{section}.{key}" for section, keys in SECTIONS.items() for key in keys]


def usable(config: Config) -> None:
    """All values of the settings can be read."""
    for section in get_type_hints(Config):
        given_values = msgspec.to_builtins(getattr(config, section)).values()
        assert not any(isinstance(value, float) and math.isnan(value) for value in given_values)
    assert config.board_spec.grid.size
    assert len(config.tag_ports) <= len(config.tags.ports)
    assert config.read_sites >= 0
    assert config.lights.electrics.sent(b"\xff" * 3)
    Preferences.of(config)
    for path in (config.journal.file, config.tiles.path, config.lights.map_file):
        assert path is None or path.name
    for needs_file in (calibration_for, light_map_for):
        with suppress(ConfigError):
            needs_file(config)


@fuzzed
@given(data=mutated(EXAMPLES) | documents(SECTIONS))
def test_any_file_is_settings_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    config = refused_or(load, tmp_path_factory.mktemp("settings") / "tablier.toml", data)
    if config is not None:
        assert isinstance(config, Config)
        usable(config)


@fuzzed
@given(key=st.sampled_from(KEYS) | st.text(max_size=20), text=values() | st.text(max_size=30))
def test_any_setting_is_taken_or_refused(key: str, text: str) -> None:
    with suppress(ConfigError):
        usable(with_setting(Config(), key, text))
