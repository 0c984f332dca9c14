"""Reading TOML that people write, and saying what is wrong with it; writing files that people may change."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_LONGEST = 60


class ConfigError(Exception):
    """Settings that cannot be used. The text names file, key, what was expected and what was given."""


def read_toml(path: Path) -> dict[str, Any]:
    """What a file says. Raises `ConfigError`."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigError(
            f"{path}:{line}: expected UTF-8 text, got the byte {error.object[error.start]:#04x}"
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(_complaint(path, str(error))) from error


def write_text(path: Path, text: str) -> None:
    """Write a file in one step: a reader sees the old one or the new one. Raises `ConfigError`."""
    beside = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from error


def _complaint(path: Path, text: str) -> str:
    """`tomllib` gives the line only in words."""
    what, _, where = text.partition(" (at ")
    if line := re.match(r"line (\d+), column (\d+)", where):
        return f"{path}:{line[1]}: not TOML at column {line[2]}: {what}"
    return f"{path}:{path.read_text(encoding='utf-8').count(chr(10)) + 1}: not TOML at its end: {what}"


def similar(name: str, known: Iterable[str]) -> str:
    """What somebody may have meant by an unknown name, or all that there are."""
    from difflib import get_close_matches

    close = get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]}?" if close else f"; known are {', '.join(sorted(known))}"


def shown(value: object) -> str:
    """A value as TOML writes it, cut where it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a section"
    if isinstance(value, str):
        value = f'"{value}"'
    if isinstance(value, list | tuple):
        value = f"[{', '.join(map(shown, value))}]"
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
