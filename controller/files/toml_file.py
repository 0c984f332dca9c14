"""Reading TOML that people write, and saying what is wrong with it; writing files that people may change."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from controller.files.bounded_file import opened

MOST_BYTES = 1 << 18
"""The longest file that is read: longer than any written by hand."""

MOST_DOTS = 200
"""No line has more: for a key of thousands of parts `tomllib` takes minutes."""

_LONGEST = 60
_LONGEST_TEXT = 2_000
_DEEPEST = 3
_MOST_BITS = 200


class ConfigError(Exception):
    """The settings are invalid. The text names file, key, what was expected and what was given; it is
    shortened if the file makes it endless."""

    def __init__(self, text: str) -> None:
        super().__init__(text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}...")


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a file. Raises `ConfigError`."""
    return parsed(path, read_text(path))


def parsed(path: Path, text: str) -> dict[str, Any]:
    """The content of a file's text. Raises `ConfigError`."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            raise ConfigError(f"{path}:{number}: the line has more dots than any that can be read")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(_complaint(path, text, str(error))) from error
    except ValueError as error:  # Python's own, for a number of thousands of digits
        raise ConfigError(f"{path}: a number in it is too long to be read") from error
    except RecursionError:
        raise ConfigError(f"{path}: lists or sections are nested too deeply to be read") from None


def read_text(path: Path) -> str:
    """The text of a file, its lines ended as on this computer. Raises `ConfigError`, also for a text that is
    longer than people write."""
    try:
        with opened(path) as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ConfigError(f"{path}: is longer than {MOST_BYTES} bytes, which no such file is")
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigError(
            f"{path}:{line}: expected UTF-8 text, got the byte {error.object[error.start]:#04x}"
        ) from error


def write_text(path: Path, text: str, mode: int = 0o666) -> None:
    """Write a file in one step: a reader sees the old one or the new one. Who may read it, `mode` says, and
    the umask. Raises `ConfigError`."""
    beside = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.unlink(missing_ok=True)
        with open(beside, "w", encoding="utf-8", opener=partial(os.open, mode=mode)) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from error


def _complaint(path: Path, text: str, error: str) -> str:
    """`tomllib` gives the line only in words."""
    what, _, where = error.partition(" (at ")
    if line := re.match(r"line (\d+), column (\d+)", where):
        return f"{path}:{line[1]}: not TOML at column {line[2]}: {what}"
    return f"{path}:{text.count(chr(10)) + 1}: not TOML at its end: {what}"


def similar(name: str, known: Iterable[str]) -> str:
    """Similar names for an unknown one, or all names."""
    from difflib import get_close_matches

    close = get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]}?" if close else f"; known are {', '.join(sorted(known))}"


def has_nul(value: object) -> bool:
    """Whether a text, or one in a list, has the character that no name of a file may have."""
    if isinstance(value, list | tuple):
        return any(map(has_nul, value))
    return isinstance(value, str) and "\0" in value


def shown(value: object, depth: int = 0) -> str:
    """A value in TOML notation, shortened if it is long or deeply nested."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a section"
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return "a very long number"
    if isinstance(value, str):
        value = f'"{value}"'
    if isinstance(value, list | tuple):
        inner = (shown(one, depth + 1) for one in value[:_LONGEST])
        value = f"[{', '.join(inner)}]" if depth < _DEEPEST else "[...]"
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
