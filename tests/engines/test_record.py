"""Records with other values of some fields."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field

import pytest

from engines.record import moment, record, replace


@record
class Cell:
    """A record that works out a field from the others."""

    column: int
    row: int = 0
    place: tuple[int, int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", (self.column, self.row))


@record
class Asked:
    """A record that keeps what has been asked of it."""

    number: int
    _answer: int | None = field(default=None, init=False, compare=False)


@moment
class Table:
    """A state with a single field."""

    pieces: int


@dataclass(frozen=True)
class Frozen:
    """A frozen class without slots."""

    names: tuple[str, ...]
    size: int = 1


def test_fields_are_replaced_kept_and_worked_out_anew() -> None:
    cell = Cell(3, 4)
    moved = replace(cell, row=7)
    assert (moved, moved.place) == (Cell(3, 7), (3, 7))
    assert (cell, cell.place) == (Cell(3, 4), (3, 4))


def test_what_was_kept_is_forgotten_in_a_copy() -> None:
    asked = Asked(3)
    object.__setattr__(asked, "_answer", 9)
    assert replace(asked, number=4)._answer is None
    assert (asked._answer, replace(asked)._answer) == (9, None)


def test_a_frozen_one_stays_frozen() -> None:
    larger = replace(Frozen(("a",)), size=2)
    assert larger == Frozen(("a",), 2)
    with pytest.raises(FrozenInstanceError):
        larger.size = 3  # type: ignore[misc]


def test_a_moment_equals_itself_alone() -> None:
    now = Table(3)
    assert replace(now, pieces=4).pieces == 4
    assert len({now, now, replace(now), Table(3)}) == 3


def test_a_field_that_there_is_not_cannot_be_replaced() -> None:
    with pytest.raises(AttributeError, match="height"):
        replace(Cell(3), height=1)  # type: ignore[call-arg]
