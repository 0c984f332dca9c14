"""The parts on the perforated board: all there, none over another, each within the board."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from controller.boards.shapes import Area
from controller.making.parts.parts import parts
from controller.making.wiring.perfboard import STEP, Perfboard, perfboard
from controller.making.wiring.perfboard_picture import perfboards
from controller.settings.config import load
from tests.controller.making.collisions import collisions
from tests.controller.making.overlay.printed import EXAMPLES

LINES = (3, 8, 9, 20, 24, 32)


def area(board: Perfboard, holes: tuple[tuple[int, int], ...]) -> Area:
    xs, ys = zip(*(board.at(hole) for hole in holes), strict=True)
    return Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).grown(STEP * 0.45)


@pytest.mark.parametrize("lines", LINES)
def test_no_part_lies_on_another_or_over_the_edge_or_on_a_spacer(lines: int) -> None:
    board = perfboard(lines, lines)
    width, height = board.size
    areas = {part.name: area(board, part.holes) for part in board.parts}
    areas["Raspberry Pi Pico"] = board.pico
    assert len(areas) == len(board.parts)
    for (one, first), (other, second) in combinations(areas.items(), 2):
        assert not first.meets(second), (one, other)
    for name, place in areas.items():
        assert place.x > 0 < place.y, name
        assert place.right < width, name
        assert place.top < height, name
        assert not any(place.meets(Area.around(spacer, 6.0)) for spacer in board.spacers), name


@pytest.mark.parametrize("example", ["tablier", "forma-20x20", "chessboard-8x8", "trial-3x3"])
def test_every_part_of_the_list_has_its_place(example: str) -> None:
    config = load(EXAMPLES / f"{example}.toml")
    listed = {item.what: item.quantity for item in parts(config)}
    board = perfboard(config.table.grid.rows, config.table.grid.columns)
    kinds = Counter(part.name.partition(" no. ")[0].partition(",")[0] for part in board.parts)
    for kind, what in (
        ("74HC595", "74HC595"),
        ("74HC165", "74HC165"),
        ("74AHCT125", "74AHCT125"),
        ("100 nF", "capacitor 100 nF"),
        ("22 kΩ", "resistor 22 kΩ"),
        ("470 Ω", "resistor 470 Ω"),
        ("plug", "plug of 8 ways, with its pin strip"),
    ):
        assert kinds[kind] == int(listed[what]), kind
    assert f"{board.size[0]:g} × {board.size[1]:g} mm" == listed["perforated board"]


def test_chips_and_pico_have_the_pins_of_their_kind() -> None:
    board = perfboard(24, 24)
    for part in board.parts:
        columns = {column for column, _ in part.holes}
        rows = sorted({row for _, row in part.holes})
        if part.name.startswith("74HC"):
            assert (len(part.holes), len(columns), rows[1] - rows[0]) == (16, 8, 3)  # 7.62 mm apart
        if part.name == "Raspberry Pi Pico":
            assert (len(part.holes), len(columns), rows[1] - rows[0]) == (40, 20, 7)  # 17.78 mm apart
            assert part.holes[0][0] == part.holes[39][0] == min(columns)  # pins 1 and 40 beside the USB


def test_a_resistor_stands_beside_the_pin_of_its_column() -> None:
    """The nearest 74HC165 has the highest columns, and A to H are its lowest to its highest."""
    places = {part.name: part.holes for part in perfboard(24, 24).parts}
    for plug, first in (("plug, columns 17 to 24", 17), ("plug, columns 1 to 8", 1)):
        for number, (column, row) in enumerate(places[plug]):
            assert places[f"22 kΩ, column {first + number}"][0] == (column, row - 1)


def test_the_picture_is_legible() -> None:
    assert list(collisions(perfboards())) == []
