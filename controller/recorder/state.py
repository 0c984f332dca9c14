"""Records as plain values and back, field by field, as their metadata says (`controller.model.checkpoints`).

A record is a dataclass. One in a field of another is written as a part of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, get_type_hints

import msgspec

from controller.model.checkpoints import APART, CHECKPOINT, FLEETING

R = TypeVar("R")


def is_settled(record: Any) -> bool:
    """Whether all fleeting fields of a record, and of its nested records, have their defaults."""
    kind: Any = type(record)
    return all(value_of(record) == default for value_of, default in _fleeting(kind))


def written(record: Any) -> dict[str, Any]:
    """The state of a record: its fields by name. Values that are not records are left as they are."""
    kind: Any = type(record)
    state = {}
    for name, hint in _written(kind).items():
        value = getattr(record, name)
        state[name] = written(value) if is_dataclass(hint) else value
    return state


def read(kind: type[R], state: object, **apart: object) -> R:
    """The record of a JSON state, with the fields that are stored separately. A missing field gets its
    default. Raises `msgspec.ValidationError`."""
    values: dict[str, Any] = msgspec.convert(state, dict[str, Any])
    of: Any = kind
    hints = _written(of)
    if unknown := values.keys() - hints.keys():
        raise msgspec.ValidationError(f"{kind.__name__} has no {min(unknown)}")
    try:
        return kind(**{name: _value(hints[name], value) for name, value in values.items()}, **apart)
    except (TypeError, ValueError) as error:
        raise msgspec.ValidationError(f"{kind.__name__}: {error}") from error


def _value(hint: Any, value: object) -> object:
    if isinstance(hint, type) and is_dataclass(hint):
        return read(hint, value)
    return msgspec.convert(value, hint, str_keys=True)


@cache
def _written(kind: Any) -> Mapping[str, Any]:
    """The types of a record's stored fields, by name."""
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in _fields(kind) if CHECKPOINT not in each.metadata}


@cache
def _fleeting(kind: Any) -> tuple[tuple[attrgetter[Any], Any], ...]:
    """The fleeting fields of a record and of its nested records, with their defaults."""
    return tuple((attrgetter(path), default) for path, default in _paths(kind))


def _paths(kind: Any) -> list[tuple[str, Any]]:
    hints = get_type_hints(kind)
    paths = []
    for each in _fields(kind):
        if each.metadata == FLEETING:
            paths.append((each.name, _default(each)))
        elif each.metadata != APART and is_dataclass(hints[each.name]):
            paths += [(f"{each.name}.{path}", default) for path, default in _paths(hints[each.name])]
    return paths


def _fields(kind: Any) -> tuple[Field[Any], ...]:
    return tuple(each for each in fields(kind) if each.init)


def _default(each: Field[Any]) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()
