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
from controller.settings.settings import Config
from controller.tables import KINDS
from controller.tables.tiles import NO_TILES, Tiles
from engines.cites.blocks import ALL, NAMES, TRUMPS, USUAL_DECORATIONS, Decorations, mask_of_names, names_in

TAG = re.compile(r"[0-9A-Za-z][0-9A-Za-z:._ -]{0,63}")
"""A tag as its reader reports it: a number, in one format for each type of reader."""

BLOCKS = frozenset(NAMES)
"""The pieces of which there is only one: the blocks of Cités Nouvelles."""

TYPES = {"lawn": "lawns", "pool": "pools", "tree": "trees"}
"""The types of decorations, with their plurals."""

OF_EACH = 5
"""The number of lawns, pools and trees."""


def tiles_for(config: Config) -> Tiles:
    """The table's known tags: from its tile file, or the simulated pieces' own kinds. Raises
    `ConfigError`."""
    if config.tiles.path is not None:
        return load(config.tiles.path, KINDS)
    if config.is_simulated:
        return Tiles({kind: kind for kind in KINDS})
    return NO_TILES


def load(path: Path, kinds: Iterable[str]) -> Tiles:
    """The tiles of a file. `kinds` are those that the games have. Raises `ConfigError`."""
    return _checked(read_toml(path), str(path), frozenset(kinds))


def save(path: Path, tiles: Tiles) -> None:
    """Write a tile file in one step: a reader sees the old one or the new one. Raises `ConfigError`."""
    lines = ["# Which tag is which piece. Made by `tablier enrol`.", "", "[tiles]"]
    lines += [f'"{tag}" = "{kind}"' for tag, kind in tiles.kinds.items()]
    differing = _differing(tiles.decorations)
    if differing:
        lines += ["", "[decorations]", *(f'{name} = "{kind}"' for name, kind in differing.items())]
    write_text(path, "\n".join([*lines, ""]))


def type_of(block: int, decorations: Decorations) -> str:
    """The type of a decoration: `lawn`, `pool` or `tree`."""
    of_types = zip(TYPES, decorations.types, strict=True)
    return next(word for word, (_, of_type) in of_types if of_type >> block & 1)


def _checked(data: Mapping[str, Any], source: str, kinds: frozenset[str]) -> Tiles:
    for section, values in data.items():
        if section not in ("tiles", "decorations"):
            raise ConfigError(f"{source}: {section}: unknown section; known are decorations, tiles")
        if not isinstance(values, dict):
            raise ConfigError(f"{source}: {section}: expected a section, got {shown(values)}")
    of_tags = _kinds(data.get("tiles", {}), source, kinds)
    return Tiles(of_tags, _decorations(data.get("decorations", {}), source))


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
        if kind in BLOCKS:
            bearers[kind] = tag
        checked[tag] = kind
    return checked


def _decorations(values: Mapping[str, Any], source: str) -> Decorations:
    usual = {name: type_of(NAMES.index(name), USUAL_DECORATIONS) for name in names_in(TRUMPS)}
    for name, kind in values.items():
        if name not in usual:
            raise ConfigError(f"{source}: decorations.{name}: unknown key; known are D1 to D15")
        if not isinstance(kind, str) or kind not in TYPES:
            raise ConfigError(
                f"{source}: decorations.{name}: expected one of {', '.join(TYPES)}, got {shown(kind)}"
            )
    types = usual | dict(values)
    masks = [mask_of_names(name for name, kind in types.items() if kind == word) for word in TYPES]
    for several, mask in zip(TYPES.values(), masks, strict=True):
        if mask.bit_count() != OF_EACH:
            raise ConfigError(
                f"{source}: decorations: expected {OF_EACH} {several}, got {mask.bit_count()} "
                f"({' '.join(names_in(mask & ALL))})"
            )
    return Decorations(*masks)


def _differing(decorations: Decorations) -> dict[str, str]:
    """The decorations that are not what they usually are."""
    types = {name: type_of(NAMES.index(name), decorations) for name in names_in(TRUMPS)}
    usual = {name: type_of(NAMES.index(name), USUAL_DECORATIONS) for name in names_in(TRUMPS)}
    return {name: kind for name, kind in types.items() if kind != usual[name]}
