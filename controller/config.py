"""The settings of a table: TOML, strict, typed and ranged.

Every setting has a default, so that no file at all describes the simulated reference table. Whatever is wrong
is one `ConfigError` that names file, key, what was expected and what was given. Reading never writes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta
from msgspec.inspect import FloatType, IntType, LiteralType, StrType, Type, type_info

from controller.toml_file import ConfigError, read_toml, shown, similar
from hardware.board_protocol import BoardSpec
from hardware.lights import Electrics
from hardware.ports import Grid

PICO_PORT = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_*-if00"
MEMORY = ":memory:"


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table of the TOML file. The annotations are the checks."""


class TableSettings(_Section, frozen=True):
    """The grid of sites, how many sites of it make one side of a cell, and what can tell pieces apart.

    `pads` are the tag readers beside the board, one for each seat; with `identity` there is one under every
    site too.
    """

    columns: Annotated[int, Meta(ge=1, le=32)] = 24
    rows: Annotated[int, Meta(ge=1, le=32)] = 24
    cell_sites: Literal[1, 3] = 3
    pads: Annotated[int, Meta(ge=0, le=4)] = 4
    identity: Literal["none", "tags"] = "none"

    @property
    def grid(self) -> Grid:
        """The grid of sites."""
        return Grid(self.columns, self.rows)


class BoardSettings(_Section, frozen=True):
    """Where sensor frames come from. `port` is a name or a glob, of which the first match is taken."""

    kind: Literal["simulated", "serial"] = "simulated"
    port: Annotated[str, Meta(min_length=1)] = PICO_PORT
    debounce_ms: Annotated[int, Meta(ge=1, le=50)] = 5
    scan_hz: Annotated[int, Meta(ge=50, le=1000)] = 500


class TileSettings(_Section, frozen=True):
    """Where it is written which tag is which piece. Empty: the simulated table's own tags are known, and a
    real table knows none."""

    file: str = ""

    @property
    def path(self) -> Path | None:
        """The tile file, or `None` where the settings name none."""
        return Path(self.file).expanduser() if self.file else None


class LightSettings(_Section, frozen=True):
    """The lights and what they may draw. The currents are those of one light of the strip's datasheet."""

    kind: Literal["board", "neopixel", "none"] = "board"
    pin: Annotated[str, Meta(min_length=1)] = "D10"
    brightness: Annotated[float, Meta(ge=0, le=1)] = 0.2
    gamma: Annotated[float, Meta(ge=1, le=3)] = 2.2
    cap_ma: Annotated[int, Meta(ge=100, le=60000)] = 4000
    channel_ma: Annotated[float, Meta(ge=1, le=60)] = 20.0
    idle_ma: Annotated[float, Meta(ge=0, le=5)] = 1.0

    @property
    def electrics(self) -> Electrics:
        """What these lights may draw."""
        return Electrics(self.brightness, self.gamma, self.cap_ma, self.channel_ma, self.idle_ma)


class ScreenSettings(_Section, frozen=True):
    """The touchscreen's picture as people see it, and how far it is turned clockwise on the panel."""

    kind: Literal["window", "fullscreen", "none"] = "window"
    width: Annotated[int, Meta(ge=480, le=3840)] = 1024
    height: Annotated[int, Meta(ge=480, le=3840)] = 600
    rotation: Literal[0, 90, 180, 270] = 0


class PlaySettings(_Section, frozen=True):
    """How the table referees.

    `touch` says whether pieces can be taken back by hand where a game's sheet says that what is touched is
    played. `clock_s` are the seconds for each action, or for each player's whole game.
    """

    settle_ms: Annotated[int, Meta(ge=100, le=5000)] = 600
    touch: Literal["sheet", "friendly"] = "sheet"
    clock: Literal["off", "move", "game"] = "off"
    clock_s: Annotated[int, Meta(ge=5, le=86_400)] = 60


class JournalSettings(_Section, frozen=True):
    """Where games are kept. Empty for the user's data folder, `:memory:` for nowhere."""

    path: str = ""

    @property
    def file(self) -> Path | None:
        """The journal's file, or `None` where nothing is to be kept."""
        if self.path == MEMORY:
            return None
        if self.path:
            return Path(self.path).expanduser()
        from platformdirs import user_data_path

        return user_data_path("tablier", appauthor=False) / "journal.sqlite"


class SimulationSettings(_Section, frozen=True):
    """The simulated table. An equal seed gives equal bounces."""

    seed: Annotated[int, Meta(ge=0, le=2**32 - 1)] = 1


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """All settings, checked."""

    table: TableSettings = TableSettings()
    board: BoardSettings = BoardSettings()
    tiles: TileSettings = TileSettings()
    lights: LightSettings = LightSettings()
    screen: ScreenSettings = ScreenSettings()
    play: PlaySettings = PlaySettings()
    journal: JournalSettings = JournalSettings()
    simulation: SimulationSettings = SimulationSettings()

    @property
    def pads(self) -> int:
        """How many tag readers there are beside the board: only the simulated table has any."""
        return self.table.pads if self.board.kind == "simulated" else 0

    @property
    def has_identity(self) -> bool:
        """Whether a reader lies under every site: only the simulated table has such."""
        return self.table.identity == "tags" and self.board.kind == "simulated"

    @property
    def board_spec(self) -> BoardSpec:
        """What the board must be for these settings."""
        return BoardSpec(
            self.table.grid,
            has_lights=self.lights.kind == "board",
            debounce_ms=self.board.debounce_ms,
            scans_per_s=self.board.scan_hz,
        )


def load(path: Path | None = None, settings: Iterable[tuple[str, str]] = ()) -> Config:
    """The settings of a file (or the defaults), with `settings` of dotted keys and TOML values put over them.

    Raises `ConfigError`.
    """
    if path is None:
        return with_settings(Config(), settings)
    data = _beside(path, read_toml(path))
    for key, text in settings:
        _put(data, key, _parse_value(str(path), key, text), str(path))
    return _checked(data, str(path))


def _beside(path: Path, data: dict[str, Any]) -> dict[str, Any]:
    """The settings of a file with the name of the tile file taken as one beside it."""
    tiles = data.get("tiles")
    if isinstance(tiles, dict) and isinstance(tiles.get("file"), str) and tiles["file"]:
        file = path.parent / Path(tiles["file"]).expanduser()
        return {**data, "tiles": {**tiles, "file": str(file)}}
    return data


def with_settings(config: Config, settings: Iterable[tuple[str, str]], source: str = "settings") -> Config:
    """The settings with others put over them, checked together; `source` is named where a file would be.

    Raises `ConfigError`.
    """
    data = msgspec.to_builtins(config)
    for key, text in settings:
        _put(data, key, _parse_value(source, key, text), source)
    return _checked(data, source)


def with_setting(config: Config, key: str, text: str, source: str = "settings") -> Config:
    """The settings with one more: a dotted key and a TOML value. Raises `ConfigError`."""
    return with_settings(config, [(key, text)], source)


def _parse_value(source: str, key: str, text: str) -> object:
    try:
        parsed = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        parsed = {}
    if parsed.keys() != {"value"}:
        raise ConfigError(f'{source}: {key}: expected a TOML value (5, true, "text"), got {text}')
    return parsed["value"]


def _put(data: dict[str, Any], key: str, value: object, source: str) -> None:
    section, dot, name = key.partition(".")
    if not dot:
        raise ConfigError(f"{source}: {key}: expected a key with its section, such as play.settle_ms")
    inside = data.setdefault(section, {})
    if not isinstance(inside, dict):
        raise ConfigError(f"{source}: {section}: expected a section, got {shown(inside)}")
    inside[name] = value


def _checked(data: Mapping[str, Any], source: str) -> Config:
    sections: dict[str, _Section] = {}
    known = get_type_hints(Config)
    for name, values in data.items():
        if name not in known:
            raise ConfigError(f"{source}: {name}: unknown section{similar(name, known)}")
        if not isinstance(values, dict):
            raise ConfigError(f"{source}: {name}: expected a section, got {shown(values)}")
        sections[name] = _section(name, known[name], values, source)
    config = Config(**sections)  # type: ignore[arg-type]
    for key, expected, value in _misfits(config):
        raise ConfigError(f"{source}: {key}: expected {expected}, got {shown(value)}")
    return config


def _section(name: str, kind: type[_Section], values: Mapping[str, Any], source: str) -> _Section:
    hints = get_type_hints(kind, include_extras=True)
    checked = {}
    for key, value in values.items():
        if key not in hints:
            raise ConfigError(f"{source}: {name}.{key}: unknown key{similar(key, hints)}")
        try:
            checked[key] = msgspec.convert(value, hints[key])
        except msgspec.ValidationError as error:
            expected = _expected(type_info(hints[key]), value) or str(error)
            raise ConfigError(f"{source}: {name}.{key}: expected {expected}, got {shown(value)}") from error
    return kind(**checked)


def _misfits(config: Config) -> Iterator[tuple[str, str, object]]:
    """Settings that are each in their range and do not fit together: key, what was expected, value."""
    table, board, lights, screen = config.table, config.board, config.lights, config.screen
    for key, sites in (("columns", table.columns), ("rows", table.rows)):
        if sites < table.cell_sites:
            yield f"table.{key}", f"at least {table.cell_sites} (table.cell_sites)", sites
    scan_ms = 1000 / board.scan_hz
    if board.debounce_ms < 2 * scan_ms:
        yield "board.debounce_ms", f"at least {2 * scan_ms:g} (two scans at board.scan_hz)", board.debounce_ms
    dark_ma = lights.idle_ma * table.grid.size
    if lights.kind != "none" and lights.cap_ma < dark_ma:
        why = f"{table.grid.size} dark lights at lights.idle_ma"
        yield "lights.cap_ma", f"at least {dark_ma:g} ({why})", lights.cap_ma
    if screen.width < 800 and screen.height < 800:
        yield "screen.width", "at least 800, or a screen.height of at least 800", screen.width


def _expected(info: Type, value: object) -> str:
    """What a setting of this type must be, in words; the broken bound alone where only that is wrong."""
    if isinstance(info, LiteralType):
        return "one of " + ", ".join(shown(one) for one in info.values)
    if isinstance(info, StrType):
        return "a text that is not empty" if info.min_length else "a text"
    if isinstance(info, IntType | FloatType):
        return _expected_number(info, value)
    return ""


def _expected_number(info: IntType | FloatType, value: object) -> str:
    fits = type(value) is int or (isinstance(info, FloatType) and type(value) is float)
    if fits and info.le is not None and value > info.le:  # type: ignore[operator]
        return f"at most {info.le}"
    if fits and info.ge is not None and value < info.ge:  # type: ignore[operator]
        return f"at least {info.ge}"
    kind = "a whole number" if isinstance(info, IntType) else "a number"
    return f"{kind} from {info.ge} to {info.le}"
