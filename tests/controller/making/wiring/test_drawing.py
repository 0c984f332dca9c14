"""Drawings of circuits: all is legible, and every wire that is described is drawn."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from controller.boards.shapes import Path, TextLine
from controller.making.wiring.circuit import Circuit, Part, net
from controller.making.wiring.circuits import all_circuits
from controller.making.wiring.drawing import drawn
from controller.making.wiring.ground import as_svg
from controller.making.wiring.pictures import matrix, serpentine
from tests.controller.making.collisions import collisions

CIRCUITS = {circuit.name: circuit for circuit in all_circuits()}


@pytest.mark.parametrize("name", CIRCUITS)
def test_no_word_lies_on_another_or_under_a_wire(name: str) -> None:
    assert list(collisions(drawn(CIRCUITS[name]))) == []


@pytest.mark.parametrize("name", CIRCUITS)
def test_every_part_pin_and_signal_is_named_in_the_drawing(name: str) -> None:
    circuit = CIRCUITS[name]
    words = [shape.text for shape in drawn(circuit).shapes if isinstance(shape, TextLine)]
    assert {part.name for part in circuit.parts} <= set(words)
    for part in circuit.parts:
        for pin in part.pins:
            assert pin in words
    assert {one.signal for one in circuit.nets} <= set(words)


@pytest.mark.parametrize("name", CIRCUITS)
def test_a_drawing_is_an_svg_of_its_own_size(name: str) -> None:
    drawing = drawn(CIRCUITS[name])
    root = ElementTree.fromstring(as_svg(drawing, name))
    assert float(root.attrib["width"].removesuffix("mm")) == pytest.approx(drawing.width, abs=0.001)
    assert all(drawing.area.grown(0.01).meets(shape.bounds) for shape in drawing.shapes)


def two(first: Part, second: Part, *pairs: tuple[str, str]) -> Circuit:
    nets = tuple(net(f"{a}{b}", first[a], second[b]) for a, b in pairs)
    return Circuit("two", "Two", (first, second), nets)


def test_pins_beside_each_other_are_joined_by_one_straight_line() -> None:
    circuit = two(Part("One", 0, (), ("A",)), Part("Other", 1, ("B",)), ("A", "B"))
    lines = [shape.points for shape in drawn(circuit).shapes if isinstance(shape, Path)]
    assert len(lines) == 1
    (_, y), (_, other_y) = lines[0]
    assert y == other_y


def test_wires_that_would_lie_on_each_other_are_noticed() -> None:
    crossed = two(Part("One", 0, (), ("A", "B")), Part("Other", 1, ("C", "D")), ("B", "C"), ("A", "D"))
    assert any("two wires lie on each other" in words for words in collisions(drawn(crossed)))


def test_a_word_under_a_wire_is_noticed() -> None:
    drawing = drawn(two(Part("One", 0, (), ("A",)), Part("Other", 1, ("B",)), ("A", "B")))
    wire = next(shape for shape in drawing.shapes if isinstance(shape, Path))
    (x, y), _ = wire.points
    spoilt = type(drawing)(
        drawing.width, drawing.height, (*drawing.shapes, TextLine((x + 2, y), "AB", 3, (0, 0, 0)))
    )
    assert any("a line runs through “AB”" in words for words in collisions(spoilt))


def test_the_serpentine_is_numbered_as_the_program_counts_the_lights() -> None:
    places = {
        shape.text: shape.at
        for shape in serpentine().shapes
        if isinstance(shape, TextLine) and shape.text.isdigit()
    }
    assert len(places) == 32
    assert places["1"][1] == places["8"][1] < places["9"][1] == places["16"][1]
    assert places["8"][0] == places["9"][0] > places["16"][0] == places["1"][0]


def test_the_matrix_has_a_diode_from_each_reed_to_its_column() -> None:
    shapes = matrix().shapes
    diodes = [shape for shape in shapes if isinstance(shape, Path) and shape.closed]
    assert len(diodes) == 9
    for diode in diodes:
        base, also_base, point = (x for x, _ in diode.points)
        assert base == also_base < point
