"""The values of the rules: small, compared by their content, never changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """A dataclass with slots that is frozen for the type checker alone: to make one costs a fifth of the time
    that a frozen one takes, and a game makes thousands in a second. It keeps a `repr` that it inherits."""
    has_own = cls.__repr__ is not object.__repr__
    return dataclass(slots=True, unsafe_hash=True, repr=not has_own)(cls)
