"""The tile file: which tag is which piece. TOML, strict.

    [tiles]
    "04A2B1C9" = "H12"
    "04A2B1D0" = "house white"

    [decorations]
    D5 = "pool"
    D6 = "lawn"

`[decorations]` is for a set of Cités Nouvelles whose lawns, pools and trees are not numbered as usual: it
names those that differ. Whatever is wrong is one `ConfigError` that names file, key, what was expected and
what was given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from controller.files.toml_file import ConfigError, read_toml, shown, write_text
from controller.games import KINDS, MARKINGS, SINGLES
from controller.settings.settings import Config
from controller.tables.tiles import NO_TILES, Marking, Tiles

TAG = re.compile(r"[0-9A-Za-z][0-9A-Za-z:._ -]{0,63}")
"""A tag as its reader reports it: a number, in one format for each type of reader."""


def tiles_for(config: Config) -> Tiles:
    """The table's known tags: from its tile file, or the kinds that the board's own readers give. Raises
    `ConfigError`."""
    if config.tiles.path is not None:
        return load(config.tiles.path, KINDS)
    if config.board.has_readers:
        return Tiles({kind: kind for kind in KINDS})
    return NO_TILES


def load(path: Path, kinds: Iterable[str]) -> Tiles:
    """The tiles of a file. `kinds` are those that the games have. Raises `ConfigError`."""
    return _checked(read_toml(path), str(path), frozenset(kinds))


def save(path: Path, tiles: Tiles) -> None:
    """Write a tile file in one step: a reader sees the old one or the new one. Raises `ConfigError`."""
    lines = ["# Which tag is which piece. Made by `tablier enrol`.", "", "[tiles]"]
    lines += [f'"{tag}" = "{kind}"' for tag, kind in tiles.kinds.items()]
    for marking in MARKINGS:
        if differing := marking.differing(tiles.marks):
            lines += ["", f"[{marking.section}]", *(f'{name} = "{mark}"' for name, mark in differing.items())]
    write_text(path, "\n".join([*lines, ""]))


def _checked(data: Mapping[str, Any], source: str, kinds: frozenset[str]) -> Tiles:
    known = sorted(["tiles", *(marking.section for marking in MARKINGS)])
    for section, values in data.items():
        if section not in known:
            raise ConfigError(f"{source}: {section}: unknown section; known are {', '.join(known)}")
        if not isinstance(values, dict):
            raise ConfigError(f"{source}: {section}: expected a section, got {shown(values)}")
    of_tags = _kinds(data.get("tiles", {}), source, kinds)
    marks: dict[str, str] = {}
    for marking in MARKINGS:
        marks |= _marks(marking, data.get(marking.section, {}), source)
    return Tiles(of_tags, marks)


def _kinds(values: Mapping[str, Any], source: str, kinds: frozenset[str]) -> dict[str, str]:
    checked: dict[str, str] = {}
    bearers: dict[str, str] = {}
    for tag, kind in values.items():
        if not TAG.fullmatch(tag):
            raise ConfigError(
                f"{source}: tiles: expected a tag of up to 64 letters and digits, got {shown(tag)}"
            )
        if not isinstance(kind, str) or kind not in kinds:
            raise ConfigError(
                f'{source}: tiles.{tag}: expected a piece, such as "H12" or "house white", got {shown(kind)}'
            )
        if kind in bearers:
            raise ConfigError(
                f"{source}: tiles.{tag}: {kind} has the tag {bearers[kind]} already: there is only one {kind}"
            )
        if kind in SINGLES:
            bearers[kind] = tag
        checked[tag] = kind
    return checked


def _marks(marking: Marking, values: Mapping[str, Any], source: str) -> dict[str, str]:
    """The marks in a section that are not the usual ones."""
    section, pieces = marking.section, list(marking.usual)
    for piece, mark in values.items():
        if piece not in pieces:
            known = f"{pieces[0]} to {pieces[-1]}"
            raise ConfigError(f"{source}: {section}.{piece}: unknown key; known are {known}")
        if not isinstance(mark, str) or mark not in marking.plurals:
            expected = ", ".join(marking.plurals)
            raise ConfigError(f"{source}: {section}.{piece}: expected one of {expected}, got {shown(mark)}")
    of_pieces, usual = marking.all_of(values), list(marking.usual.values())
    for mark, plural in marking.plurals.items():
        bearers = [piece for piece in pieces if of_pieces[piece] == mark]
        if len(bearers) != usual.count(mark):
            expected = f"{usual.count(mark)} {plural}"
            found, names = len(bearers), " ".join(bearers)
            raise ConfigError(f"{source}: {section}: expected {expected} in all, got {found} ({names})")
    return marking.differing(values)
