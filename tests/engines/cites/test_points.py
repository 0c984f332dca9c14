"""The table of points of Cités Nouvelles line by line, and what a lot has room for."""

from __future__ import annotations

import pytest

from engines.cites.blocks import USUAL_DECORATIONS, Decorations, mask_of_names, names_in
from engines.cites.points import Marks, is_finished, marks, placings

SIX = "D1 D2 D6 D7 D11 D12"


def lot(buildings: range | int, decorations: str = "") -> int:
    numbers = range(1, buildings + 1) if isinstance(buildings, int) else buildings
    return mask_of_names([*(f"H{number}" for number in numbers), *decorations.split()])


@pytest.mark.parametrize(
    ("before", "after", "points", "line"),
    [
        (lot(0), lot(0), 0, "blocks placed"),
        (lot(0), lot(1), 10, "blocks placed"),
        (lot(0), lot(9, SIX), 150, "blocks placed"),
        (lot(0), lot(10, "D1 D2 D6 D7 D11"), 150, "blocks placed"),
        (lot(0), lot(15), 150, "blocks placed"),
        (lot(4, "D1"), lot(9, "D1 D2 D6"), 70, "blocks placed"),
        (lot(0), lot(10, SIX), 300, "finished at once"),
        (lot(0), lot(11, SIX), 310, "finished at once"),
        (lot(0), lot(14, SIX), 340, "finished at once"),
        (lot(0), lot(15, SIX), 350, "finished at once with all fifteen"),
        (lot(1), lot(10, SIX), 150, "finished over several rounds"),
        (lot(0, "D1"), lot(10, SIX), 150, "finished over several rounds"),
        (lot(0, "D1"), lot(14, SIX), 190, "finished over several rounds"),
        (lot(9), lot(12, SIX), 170, "finished over several rounds"),
        (lot(10), lot(12, SIX), 170, "finished over several rounds"),
        (lot(12), lot(14, SIX), 170, "finished over several rounds"),
        (lot(13), lot(13, SIX), 150, "finished over several rounds"),
        (lot(14), lot(15, SIX), 250, "finished over several rounds with all fifteen"),
        (lot(0, "D1"), lot(15, SIX), 250, "finished over several rounds with all fifteen"),
        (lot(15), lot(15, SIX), 250, "finished over several rounds with all fifteen"),
        (lot(15, "D1 D2 D6 D7 D11"), lot(15, SIX), 250, "finished over several rounds with all fifteen"),
    ],
)
def test_every_line_of_the_table_gives_its_points(before: int, after: int, points: int, line: str) -> None:
    assert marks(before, after, USUAL_DECORATIONS) == Marks(points, line)


@pytest.mark.parametrize("missing", SIX.split())
def test_a_lot_without_one_decoration_is_not_finished(missing: str) -> None:
    assert is_finished(lot(10, SIX), USUAL_DECORATIONS)
    assert not is_finished(lot(15, SIX) & ~mask_of_names([missing]), USUAL_DECORATIONS)


def test_nine_buildings_are_too_few() -> None:
    assert not is_finished(lot(9, SIX), USUAL_DECORATIONS)


def chosen(lot_before: int, taken: str) -> list[str]:
    options = placings(lot_before, mask_of_names(taken.split()), USUAL_DECORATIONS)
    return [" ".join(names_in(option)) for option in options]


@pytest.mark.parametrize(
    ("before", "taken", "expected"),
    [
        (lot(3), "", [""]),
        (lot(3), "D1 D2 D6 D15", ["D1 D2 D6 D15"]),
        (lot(3), "D1 D2 D3", ["D1 D2", "D1 D3", "D2 D3"]),
        (lot(3, "D5"), "D1 D2 D3", ["D1", "D2", "D3"]),
        (lot(3, "D4 D5"), "D1 D2 D3 D8", ["D8"]),
        (lot(3, "D5 D6"), "D1 D2 D7 D8", ["D1 D7", "D1 D8", "D2 D7", "D2 D8"]),
    ],
)
def test_of_each_type_as_many_go_on_a_lot_as_have_room(before: int, taken: str, expected: list[str]) -> None:
    assert chosen(before, taken) == expected


def test_all_fifteen_trumps_can_be_placed_in_a_thousand_ways() -> None:
    assert len(set(chosen(0, " ".join(f"D{number}" for number in range(1, 16))))) == 10**3


def test_a_table_may_have_other_numbers_on_its_lawns_pools_and_trees() -> None:
    by_turns = Decorations(*(mask_of_names(f"D{n}" for n in range(first, 16, 3)) for first in (1, 2, 3)))
    assert is_finished(lot(10, "D1 D4 D2 D5 D3 D6"), by_turns)
    assert not is_finished(lot(10, "D1 D2 D7 D8 D11 D13"), by_turns)
    assert len(placings(0, mask_of_names(["D1", "D2", "D3"]), by_turns)) == 1
    assert len(placings(0, mask_of_names(["D1", "D4", "D7"]), by_turns)) == 3
