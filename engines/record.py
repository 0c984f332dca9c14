"""The values of the rules: small, compared by their content, never changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import replace  # the type checker knows its fields

__all__ = ["moment", "record", "replace"]

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """A dataclass with slots that is frozen for the type checker alone: to make a value costs a fifth of the
    time that a frozen one takes. Methods of its own are kept."""
    return _with_methods(cls, "__init__", "__eq__", "__hash__")


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def moment(cls: type[T]) -> type[T]:
    """A record that is compared by identity: a whole state, in which each moment is another."""
    return _with_methods(cls, "__init__")


def _with_methods(cls: type[T], *names: str) -> type[T]:
    made = dataclass(slots=True, init=False, eq=False, repr=False)(cls)
    for name in names:
        if name not in vars(made):
            setattr(made, name, _made_when_called(made, name))
    if made.__repr__ is object.__repr__:
        made.__repr__ = _shown  # type: ignore[method-assign]
    return made


def _made_when_called(cls: type[Any], name: str) -> Callable[..., Any]:
    """A method that its first call puts in its own place. To compile all of them took a quarter of the
    program's start, which calls one in ten."""

    def method(self: object, *values: object, **named: object) -> Any:
        source, known = _SOURCES[name](cls)
        exec(source, known)  # noqa: S102 - of names of fields alone
        made = known[name]
        made.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, made)
        return made(self, *values, **named)

    return method


def _init_source(cls: type[Any]) -> tuple[str, dict[str, Any]]:
    """The text of `__init__`, and what it refers to."""
    known: dict[str, Any] = {"MISSING": MISSING}
    given, lines = ["self"], []
    for one in fields(cls):
        name = value = one.name
        first = _first(one, known)
        if not one.init:
            value = first
        elif one.default_factory is not MISSING:
            given.append(f"{name}=MISSING")
            value = f"{first} if {name} is MISSING else {name}"
        else:
            given.append(f"{name}={first}" if first else name)
        lines += [f" self.{name} = {value}"] if value else []
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    return "\n".join((f"def __init__({', '.join(given)}):", *lines, " pass")), known


def _first(one: Field[Any], known: dict[str, Any]) -> str:
    """What a field begins with if it is not given; empty if nothing."""
    if one.default is not MISSING:
        known[f"default_{one.name}"] = one.default
        return f"default_{one.name}"
    if one.default_factory is not MISSING:
        known[f"new_{one.name}"] = one.default_factory
        return f"new_{one.name}()"
    return ""


def _eq_source(cls: type[Any]) -> tuple[str, dict[str, Any]]:
    """The text of `__eq__`."""
    names = [one.name for one in fields(cls) if one.compare]
    return (
        "def __eq__(self, other):\n"
        " if other.__class__ is self.__class__:\n"
        f"  return {_values('self', names)} == {_values('other', names)}\n"
        " return NotImplemented"
    ), {}


def _hash_source(cls: type[Any]) -> tuple[str, dict[str, Any]]:
    """The text of `__hash__`."""
    names = [one.name for one in fields(cls) if (one.compare if one.hash is None else one.hash)]
    return f"def __hash__(self):\n return hash({_values('self', names)})", {}


def _values(of: str, names: Iterable[str]) -> str:
    return f"({''.join(f'{of}.{name},' for name in names)})"


_SOURCES: dict[str, Callable[[type[Any]], tuple[str, dict[str, Any]]]] = {
    "__init__": _init_source,
    "__eq__": _eq_source,
    "__hash__": _hash_source,
}


def _shown(one: object) -> str:
    """A record as a call that makes it."""
    shown = (f"{part.name}={getattr(one, part.name)!r}" for part in fields(one) if part.repr)  # type: ignore[arg-type]
    return f"{type(one).__qualname__}({', '.join(shown)})"


if not TYPE_CHECKING:

    def replace(one: T, /, **changes: Any) -> T:
        """A copy of a record with other values of these fields, in half to a sixth of the time of
        `dataclasses.replace`: a judgement of the board makes fifty copies."""
        copy, ended = _copier(type(one))
        new = copy(one)
        for name, value in changes.items():
            setattr(new, name, value)
        if ended is not None:
            ended(new)
        return new


@cache
def _copier(cls: type[T]) -> tuple[Callable[[T], T], Callable[[T], None] | None]:
    """What copies a record of this class, as lines that set one field each; fields that are worked out begin
    anew. And its `__post_init__`, if it has one."""
    known: dict[str, Any] = {"cls": cls, "make": cls.__new__}
    lines = ["def copy(one):", " new = make(cls)"]
    for part in fields(cls):  # type: ignore[arg-type]
        value = f"one.{part.name}" if part.init else _first(part, known)
        lines += [f" new.{part.name} = {value}"] if value else []
    exec("\n".join((*lines, " return new")), known)  # noqa: S102 - of names of fields alone
    return known["copy"], getattr(cls, "__post_init__", None)
