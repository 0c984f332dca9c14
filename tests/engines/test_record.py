"""Records: their methods, and copies with other values of some fields."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, field
from typing import Any

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


class Fields:
    """Every kind of field that a record may have."""

    name: str
    size: int = 1
    parts: list[int] = field(default_factory=list, hash=False)
    note: str = field(default="", compare=False)
    kept: int = field(default=7, init=False)
    found: list[int] = field(default_factory=list, init=False, compare=False)


Made = record(type("Made", (Fields,), {**vars(Fields), "__qualname__": "Made"}))
Common = dataclass(unsafe_hash=True)(type("Common", (Fields,), {**vars(Fields)}))


@record
class Even:
    """A record with a comparison of its own."""

    number: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Even) and (self.number - other.number) % 2 == 0

    def __hash__(self) -> int:
        return self.number % 2


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
    made = Made("a")
    made.found.append(3)
    other = replace(made, size=5)
    assert (other.name, other.size, other.kept, other.found) == ("a", 5, 7, [])


def test_a_moment_equals_itself_alone() -> None:
    now = Table(3)
    assert replace(now, pieces=4).pieces == 4
    assert len({now, now, replace(now), Table(3)}) == 3


def test_a_field_that_there_is_not_cannot_be_replaced() -> None:
    with pytest.raises(AttributeError, match="height"):
        replace(Cell(3), height=1)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("values", "named"),
    [
        (("a",), {}),
        (("a", 2), {"note": "n"}),
        (("a",), {"parts": [1], "size": 3}),
        (("a", 1, [2], "n"), {}),
    ],
)
def test_a_record_is_made_and_compared_like_a_common_dataclass(
    values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    made, common = Made(*values, **named), Common(*values, **named)
    names = ("name", "size", "parts", "note", "kept", "found")
    assert [getattr(made, name) for name in names] == [getattr(common, name) for name in names]
    assert hash(made) == hash(common)
    others = [("a",), ("a", 2), ("b",), ("a", 1, [2]), ("a", 1, [], "other")]
    assert [made == Made(*other) for other in others] == [common == Common(*other) for other in others]
    assert made != common
    assert made.found is not Made(*values, **named).found


@pytest.mark.parametrize(("values", "named"), [((), {}), (("a", 1, [], "n", 5), {}), (("a",), {"kept": 1})])
def test_a_record_refuses_what_a_common_dataclass_refuses(
    values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    with pytest.raises(TypeError) as common:
        Common(*values, **named)
    for _try in range(2):
        with pytest.raises(TypeError) as made:
            Made(*values, **named)
        assert str(made.value) == str(common.value).replace("Fields", "Made").replace("Common", "Made")


def test_a_method_is_compiled_by_its_first_call_alone() -> None:
    fresh = record(type("Fresh", (), {"__annotations__": {"size": int}}))
    first = vars(fresh)["__init__"], vars(fresh)["__eq__"], vars(fresh)["__hash__"]
    one, other = fresh(1), fresh(2)
    init = vars(fresh)["__init__"]
    assert init is not first[0]
    assert (vars(fresh)["__eq__"], vars(fresh)["__hash__"]) == first[1:]
    assert (one == other, one == fresh(1), hash(one) == hash(fresh(1))) == (False, True, True)
    assert vars(fresh)["__init__"] is init
    assert vars(fresh)["__eq__"] is not first[1]


def test_comparisons_of_its_own_are_kept() -> None:
    assert (Even(1) == Even(3), Even(1) == Even(2), len({Even(1), Even(3), Even(2)})) == (True, False, 2)


def test_records_are_copied_and_packed_before_any_is_made() -> None:
    cell = Cell(1, 2)
    assert pickle.loads(pickle.dumps(cell)) == copy.copy(cell) == copy.deepcopy(cell) == cell
