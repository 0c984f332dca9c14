"""Settings from a file: TOML, strict, typed and ranged.

Whatever is wrong is one `ConfigError` that names file, key, what was expected and what was given. Reading
never writes.
"""

from __future__ import annotations

import ipaddress
import stat
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec.inspect import BoolType, FloatType, IntType, LiteralType, StrType, Type, VarTupleType, type_info

from controller.files.toml_file import ConfigError, has_nul, read_toml, shown, similar
from controller.settings.pin_clashes import pin_clashes
from controller.settings.settings import (
    PATTERNS,
    Config,
    MqttSettings,
    Section,
    TableSettings,
    TagSettings,
    WebSettings,
    expanded,
)

FILES = (
    ("tiles", "file"),
    ("board", "calibration"),
    ("lights", "map"),
    ("mqtt", "ca_file"),
    ("mqtt", "password_file"),
)
"""The settings that name a file; relative paths start at the settings file."""

SECRETS = {("kiosk", "pin")}
"""The settings whose values no message repeats."""

_Kind = TypeVar("_Kind", bound=Section)


def load(path: Path | None = None, settings: Iterable[tuple[str, str]] = ()) -> Config:
    """The settings of a file (or the defaults), with `settings` of dotted keys and TOML values put over them.

    Raises `ConfigError`.
    """
    if path is None:
        return with_settings(Config(), settings)
    data = _beside(path, read_toml(path))
    for key, text in settings:
        _put(data, key, _parse_value(str(path), key, text), str(path))
    return checked(data, str(path))


def _beside(path: Path, data: dict[str, Any]) -> dict[str, Any]:
    """The settings of a file with the names of other files taken as ones beside it."""
    for section, key in FILES:
        values = data.get(section)
        if isinstance(values, dict) and isinstance(values.get(key), str) and values[key]:
            file = path.parent / expanded(values[key])
            data = {**data, section: {**values, key: str(file)}}
    return data


def with_settings(config: Config, settings: Iterable[tuple[str, str]], source: str = "settings") -> Config:
    """The settings with overrides, checked together; `source` takes the place of a file name in errors.

    Raises `ConfigError`.
    """
    data = msgspec.to_builtins(config)
    for key, text in settings:
        _put(data, key, _parse_value(source, key, text), source)
    return checked(data, source)


def exposed(path: Path | None, config: Config) -> str:
    """Advice about a file with secrets that every user can read; empty for any other."""
    if path is None or config == without_secrets(config) or not path.stat().st_mode & stat.S_IROTH:
        return ""
    named = ", ".join(".".join(secret) for secret in sorted(SECRETS))
    return f"{path}: every user can read {named}: sudo chgrp tablier {path} && sudo chmod 640 {path}"


def without_secrets(config: Config) -> Config:
    """The settings as they may be recorded, or shown to strangers."""
    for section, key in SECRETS:
        values = getattr(config, section)
        config = msgspec.structs.replace(config, **{section: msgspec.structs.replace(values, **{key: ""})})
    return config


def with_setting(config: Config, key: str, text: str, source: str = "settings") -> Config:
    """The settings with one more: a dotted key and a TOML value. Raises `ConfigError`."""
    return with_settings(config, [(key, text)], source)


def _parse_value(source: str, key: str, text: str) -> object:
    try:
        parsed = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):  # beside the errors of TOML, Python's own for endless numbers
        parsed = {}
    if parsed.keys() != {"value"}:
        got = "something else" if tuple(key.split(".")) in SECRETS else shown(text)[1:-1]
        raise ConfigError(f'{source}: {key}: expected a TOML value (5, true, "text"), got {got}')
    return parsed["value"]


def _put(data: dict[str, Any], key: str, value: object, source: str) -> None:
    section, dot, name = key.partition(".")
    if not dot:
        raise ConfigError(f"{source}: {key}: expected a key with its section, such as play.settle_ms")
    inside = data.setdefault(section, {})
    if not isinstance(inside, dict):
        raise ConfigError(f"{source}: {section}: expected a section, got {shown(inside)}")
    inside[name] = value


def checked(data: Mapping[str, Any], source: str) -> Config:
    """The settings of these sections; `source` is what messages call them. Raises `ConfigError`."""
    sections: dict[str, Section] = {}
    known = get_type_hints(Config)
    for name, values in data.items():
        if name not in known:
            raise ConfigError(f"{source}: {name}: unknown section{similar(name, known)}")
        if not isinstance(values, dict):
            raise ConfigError(f"{source}: {name}: expected a section, got {shown(values)}")
        sections[name] = checked_section(name, known[name], values, source)
    config = Config(**sections)  # type: ignore[arg-type]
    for key, expected, value in _misfits(config):
        raise ConfigError(f"{source}: {key}: expected {expected}, got {shown(value)}")
    return config


def checked_section(name: str, kind: type[_Kind], values: Mapping[str, Any], source: str) -> _Kind:
    """One section of a file as its kind says. Raises `ConfigError`."""
    hints = get_type_hints(kind, include_extras=True)
    checked = {}
    for key, value in values.items():
        if key not in hints:
            raise ConfigError(f"{source}: {name}.{key}: unknown key{similar(key, hints)}")
        if has_nul(value):
            raise ConfigError(f"{source}: {name}.{key}: expected a text without the character NUL")
        try:
            checked[key] = msgspec.convert(value, hints[key])
        except (msgspec.ValidationError, ValueError) as error:  # the second for an endless number
            expected = _expected(type_info(hints[key]), value) or str(error)
            got = "something else" if (name, key) in SECRETS else shown(value)
            raise ConfigError(f"{source}: {name}.{key}: expected {expected}, got {got}") from None
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
    if config.has_lights and lights.cap_ma < dark_ma:
        why = f"{table.grid.size} dark lights at lights.idle_ma"
        yield "lights.cap_ma", f"at least {dark_ma:g} ({why})", lights.cap_ma
    if screen.width < 800 and screen.height < 800:
        yield "screen.width", "at least 800, or a screen.height of at least 800", screen.width
    if board.kind == "spi" and lights.kind == "board":
        yield "lights.kind", 'another kind, as board.kind is "spi" and has no lights', lights.kind
    if board.kind == "spi" and config.has_identity:
        yield "table.identity", '"none", as board.kind is "spi" and reads no tags', table.identity
    if bool(config.kiosk.night_from) != bool(config.kiosk.night_to):
        yield "kiosk.night_to", "a time of day with kiosk.night_from, or neither", config.kiosk.night_to
    yield from _proxy_misfits(config.web)
    yield from _broker_misfits(config.mqtt)
    yield from _tag_misfits(config)
    yield from pin_clashes(config)


def _proxy_misfits(web: WebSettings) -> Iterator[tuple[str, str, object]]:
    for proxy in web.proxies:
        if not _is_network(proxy):
            yield "web.proxies", 'addresses, or networks such as "192.168.1.0/24"', proxy


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


def _broker_misfits(mqtt: MqttSettings) -> Iterator[tuple[str, str, object]]:
    """MQTT settings that contradict each other."""
    if mqtt.commands and not (mqtt.username and mqtt.password_file):
        why = "as mqtt.commands needs a broker that asks for it"
        yield "mqtt.username", f"a name with a mqtt.password_file, {why}", mqtt.username
    if mqtt.ca_file and not mqtt.tls:
        yield "mqtt.ca_file", "nothing, as mqtt.tls is false", mqtt.ca_file


def _tag_misfits(config: Config) -> Iterator[tuple[str, str, object]]:
    """Settings of the serial tag readers that contradict each other."""
    table, tags = config.table, config.tags
    readers = table.pads + len(tags.sites)
    if tags.kind == "none":
        for key, values in (("ports", tags.ports), ("sites", tags.sites)):
            if values:
                yield f"tags.{key}", 'nothing, as tags.kind is "none"', values
        return
    if config.board.has_readers:
        yield "tags.kind", f'"none", as board.kind is "{config.board.kind}"', tags.kind
    if not readers:
        yield "tags.kind", '"none", as table.pads is 0 and tags.sites is empty', tags.kind
    if len(tags.ports) != readers:
        yield "tags.ports", f"{readers} (table.pads, and one for each of tags.sites)", tags.ports
    yield from _place_misfits(table, tags)


def _place_misfits(table: TableSettings, tags: TagSettings) -> Iterator[tuple[str, str, object]]:
    """Ports and sites of the tag readers that contradict the board or each other."""
    places = {f"{x},{y}" for x in range(table.columns) for y in range(table.rows)}
    last = f"{table.columns - 1},{table.rows - 1}"
    for place in tags.sites:
        if place not in places:
            yield "tags.sites", f'sites from "0,0" to "{last}" (table.columns, table.rows)', place
    for key, values in (("ports", tags.ports), ("sites", tags.sites)):
        if len(set(values)) < len(values):
            yield f"tags.{key}", "another one for each reader", values


def _expected(info: Type, value: object) -> str:
    """The expected value of a setting, in words; only the violated bound if the type is right."""
    if isinstance(info, LiteralType):
        return "one of " + ", ".join(shown(one) for one in info.values)
    if isinstance(info, BoolType):
        return "true or false"
    if isinstance(info, StrType):
        return PATTERNS.get(info.pattern or "", "a text that is not empty" if info.min_length else "a text")
    if isinstance(info, VarTupleType):
        return "a list of texts"
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
