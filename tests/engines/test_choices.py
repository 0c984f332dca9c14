"""Legal actions that are made when they are asked for."""

from __future__ import annotations

import pytest

from engines.choices import ActionTable, Choices, Made
from engines.massai.actions import BUILDS, PASS, Build, Guard
from engines.massai.huts import BOARD, CELLS


def test_choices_are_those_of_the_list_then_those_of_each_table_by_cell() -> None:
    table = ActionTable(BUILDS.__getitem__, BOARD)
    some = CELLS["a2"] | CELLS["c4"] | CELLS["h6"]
    choices = Choices([PASS], [table] * 3, [some, 0, CELLS["a1"]])
    expected = [PASS, *(BUILDS[CELLS[name]] for name in ("a2", "c4", "h6", "a1"))]
    assert len(choices) == 5
    assert list(choices) == expected
    assert [choices[place] for place in range(-5, 5)] == expected * 2
    assert choices[1:3] == expected[1:3]
    for place in (5, -6):
        with pytest.raises(IndexError):
            choices[place]


def test_a_table_makes_one_action_without_the_others_and_keeps_all_once_it_has_listed_them() -> None:
    made = []

    def make(cell: int) -> Build:
        made.append(cell)
        return Build(cell)

    table = ActionTable(make, CELLS["a1"] | CELLS["a3"])
    assert Choices((), [table], [CELLS["a3"]])[0] == Build(CELLS["a3"])
    assert made == [CELLS["a3"]]
    first, second = (list(table.on(CELLS["a3"])) for _ in range(2))
    assert first == [Build(CELLS["a3"])]
    assert second[0] is first[0]
    assert made == [CELLS["a3"], CELLS["a1"], CELLS["a3"]]


def test_actions_of_values_are_a_sequence() -> None:
    guards = Made(Guard, [0, 1, 3])
    assert len(guards) == 3
    assert list(guards) == [guards[0], *guards[1:]] == [Guard(0), Guard(1), Guard(3)]
