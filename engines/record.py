"""The values of the rules: small, compared by their content, never changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import replace  # the type checker knows its fields

__all__ = ["moment", "record", "replace"]

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """A dataclass with slots that is frozen for the type checker alone: to make a value costs a fifth of the
    time that a frozen one takes, and to make the class, at each start, half. A `repr` of its own is kept."""
    return _with_repr(dataclass(slots=True, unsafe_hash=True, repr=False)(cls))


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def moment(cls: type[T]) -> type[T]:
    """A record that is compared by identity: a whole state, in which each moment is another."""
    return _with_repr(dataclass(slots=True, eq=False, repr=False)(cls))


def _with_repr(made: type[T]) -> type[T]:
    if made.__repr__ is object.__repr__:
        made.__repr__ = _shown  # type: ignore[method-assign]
    return made


def _shown(one: object) -> str:
    """A record as a call that makes it."""
    shown = (f"{part.name}={getattr(one, part.name)!r}" for part in fields(one) if part.repr)  # type: ignore[arg-type]
    return f"{type(one).__qualname__}({', '.join(shown)})"


if not TYPE_CHECKING:

    def replace(one: T, /, **changes: Any) -> T:
        """A copy of a record or frozen dataclass with other values of these fields, in less than a third
        of the time of `dataclasses.replace`: a judgement of the board makes fifty copies."""
        copy, ended = _copier(type(one))
        if copy is None:
            return dataclasses.replace(one, **changes)
        new = copy(one)
        for name, value in changes.items():
            setattr(new, name, value)
        if ended is not None:
            ended(new)
        return new


@cache
def _copier(cls: type[T]) -> tuple[Callable[[T], T] | None, Callable[[T], None] | None]:
    """What copies a record of this class, as lines that set one field each; fields that are worked out begin
    anew. And its `__post_init__`. `None` for a frozen class."""
    if cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        return None, None
    made: dict[str, Any] = {"cls": cls, "make": cls.__new__}
    lines = ["def copy(one):", " new = make(cls)"]
    for part in fields(cls):  # type: ignore[arg-type]
        if part.init:
            lines.append(f" new.{part.name} = one.{part.name}")
        elif part.default is not MISSING:
            made[f"first_{part.name}"] = part.default
            lines.append(f" new.{part.name} = first_{part.name}")
    exec("\n".join((*lines, " return new")), made)  # noqa: S102 - the lines above, of fields' names alone
    return made["copy"], getattr(cls, "__post_init__", None)
