"""A circuit as a drawing: boxes in columns, and wires in the channels between them.

A wire has its own track in a channel. All positions are computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.inks import CUT, INK, QUIET, mixed, tint
from controller.boards.shapes import Anchor, Area, Disc, Drawing, Ink, Path, Point, Rectangle, Shape, TextLine
from controller.boards.type import width
from controller.making.wiring.circuit import GAP, Circuit, End, Net, Part
from controller.making.wiring.ground import on_ground
from controller.model.signs import Rgb
from engines.record import record

PITCH: Final = 5.6
"""The distance of pins."""
TRACK: Final = 3.4
"""The distance of wires in a channel."""
SIZE: Final = 3.1
SMALL: Final = 2.6
BETWEEN: Final = PITCH
"""The gap between two parts of a column. All heights are multiples of the pitch, so that wires can run
straight."""
PAD: Final = 2.2
WIRE: Final = 0.55
DOT: Final = 0.9

RED: Final[Rgb] = (190, 40, 30)
ORANGE: Final[Rgb] = (176, 104, 0)
RAIL_COLOURS: Final = {"GND": INK, "3.3 V": ORANGE, "own 3.3 V": ORANGE, "5 V": RED}
SUPPLY_COLOURS: Final = {"ground": INK, "+5 V": RED}
"""Power wires have their usual colours."""
WIRE_COLOURS: Final[tuple[Rgb, ...]] = (
    (0, 90, 150),
    (0, 120, 90),
    (170, 70, 0),
    (150, 70, 120),
    (40, 130, 180),
    (110, 100, 0),
    (90, 60, 160),
)
"""For neighbouring wires; each is distinct from its neighbours, and readable on white."""

BODY: Final = Ink(fill=tint((0, 114, 178), 0.09), line=INK, width=0.35)


@record
class _Pin:
    """A pin's place: its tip, and the channel that it faces; -1 for a tip that faces left."""

    tip: Point
    channel: int
    looks: int
    number: str


@record
class _Gap:
    """The space between two columns: its bounds, and the position of its first wire."""

    left: float
    right: float
    first_track: float


def drawn(circuit: Circuit) -> Drawing:
    """The drawing of a circuit, on white ground."""
    return on_ground(_Layout(circuit).shapes(), circuit.title)


class _Layout:
    """The layout of a circuit. `y` falls from 0 downwards."""

    def __init__(self, circuit: Circuit) -> None:
        self._circuit = circuit
        self._columns = 1 + max(part.column for part in circuit.parts)
        self._channel_of = {
            End(part.name, pin): part.column + side
            for part in circuit.parts
            for side, pins in ((0, part.left), (1, part.right))
            for pin in pins
        }
        self._widths = [
            max(map(_box_width, self._in_column(column)), default=0) for column in range(self._columns)
        ]
        self._channels = list(self._laid_channels())
        self._pins = dict(self._laid_pins())

    def shapes(self) -> Iterator[Shape]:
        """Wires first, boxes and words on top of them."""
        for number, channel in enumerate(self._channels):
            for track, one in enumerate(self._wires_in(number)):
                colour = WIRE_COLOURS[self._circuit.nets.index(one) % len(WIRE_COLOURS)]
                colour = SUPPLY_COLOURS.get(one.signal, colour)
                yield from self._wire(one, channel.first_track + track * TRACK, colour)
        for one in self._circuit.nets:
            if not one.is_wire:
                for end in one.ends:
                    yield from self._stub(self._pins[end], one.signal)
        for column in range(self._columns):
            yield from self._column(column)

    def _in_column(self, column: int) -> list[Part]:
        return [part for part in self._circuit.parts if part.column == column]

    def _wires_in(self, channel: int) -> list[Net]:
        return [one for one in self._circuit.nets if one.is_wire and self._channel(one) == channel]

    def _channel(self, one: Net) -> int:
        channels = {self._channel_of[end] for end in one.ends}
        assert len(channels) == 1, f"{self._circuit.name}: {one.signal} leads through a part"
        return channels.pop()

    # Layout

    def _laid_channels(self) -> Iterator[_Gap]:
        at = 0.0
        for number in range(self._columns + 1):
            if number:
                at += self._widths[number - 1]
            west = self._words_room(number, looks=1)
            tracks = TRACK * max(0, len(self._wires_in(number)) - 1)
            east = self._words_room(number, looks=-1)
            yield _Gap(at, at + west + tracks + east, at + west)
            at += west + tracks + east

    def _words_room(self, channel: int, looks: int) -> float:
        """The width of the words at the pins that face a channel."""
        least = 0.0 if channel in (0, self._columns) else TRACK
        rooms = (
            self._pin_room(one, end)
            for one in self._circuit.nets
            for end in one.ends
            if self._channel_of[end] == channel and self._looks(end) == looks
        )
        return max(least, *rooms, least)

    def _pin_room(self, one: Net, end: End) -> float:
        number = SMALL * width("00", False) if self._number(end) else 0
        if not one.is_wire:
            return number + SIZE * width(one.signal, False) + 4 * PAD
        is_named = self._looks(end) == 1 or self._looks(one.ends[0]) == self._looks(one.ends[-1])
        return number + (SIZE * width(one.signal, False) + PAD if is_named else 0) + 2 * PAD

    def _looks(self, end: End) -> int:
        return 1 if end.pin in self._circuit.part(end.part).right else -1

    def _number(self, end: End) -> str:
        number = self._circuit.part(end.part).numbers.get(end.pin)
        return "" if number is None else str(number)

    def _tops(self, column: int) -> Iterator[tuple[Part, float]]:
        """The parts of a column, and the `y` of their upper edges."""
        y = 0.0
        for part in self._in_column(column):
            y -= part.drop * PITCH
            yield part, y
            y -= _box_height(part) + BETWEEN

    def _laid_pins(self) -> Iterator[tuple[End, _Pin]]:
        for column in range(self._columns):
            before, after = self._channels[column], self._channels[column + 1]
            for part, top in self._tops(column):
                for x, side, pins in ((before.right, 0, part.left), (after.left, 1, part.right)):
                    for slot, pin in enumerate(pins):
                        if pin != GAP:
                            end = End(part.name, pin)
                            y = top - _head(part) - (slot + 0.5) * PITCH
                            yield end, _Pin((x, y), column + side, 2 * side - 1, self._number(end))

    # Drawing

    def _column(self, column: int) -> Iterator[Shape]:
        left, right = self._channels[column].right, self._channels[column + 1].left
        for part, top in self._tops(column):
            height = _box_height(part)
            yield Rectangle(Area(left, top - height, right - left, height), BODY, 1.2)
            middle = (left + right) / 2
            yield TextLine((middle, top - 0.55 * PITCH), part.name, SIZE, INK, is_bold=True)
            if part.note:
                yield TextLine((middle, top - 1.35 * PITCH), part.note, SMALL, QUIET)
            for pin in part.pins:
                yield _pin_name(self._pins[End(part.name, pin)], pin)

    def _wire(self, one: Net, x: float, colour: Rgb) -> Iterator[Shape]:
        ink = Ink(line=colour, width=WIRE)
        pins = [self._pins[end] for end in one.ends]
        heights = [pin.tip[1] for pin in pins]
        if len(pins) == 2 and heights[0] == heights[1]:
            yield Path((pins[0].tip, pins[1].tip), ink)
        else:
            yield from (Path((pin.tip, (x, pin.tip[1])), ink) for pin in pins)
        for pin in pins:
            yield from _number(pin)
            if pin.looks == 1 or all(other.looks == -1 for other in pins):
                yield _beside(pin, one.signal, colour)
        if min(heights) < max(heights):
            yield Path(((x, min(heights)), (x, max(heights))), ink)
        for height in set(heights):
            if _branches(heights, height) > 2:
                yield Disc((x, height), DOT, Ink(fill=colour))

    def _stub(self, pin: _Pin, signal: str) -> Iterator[Shape]:
        colour = RAIL_COLOURS.get(signal, QUIET)
        x, y = pin.tip
        long = 2 * PAD + (SMALL * width("00", False) if pin.number else 0)
        yield Path((pin.tip, (x + pin.looks * long, y)), Ink(line=colour, width=WIRE))
        yield from _number(pin)
        at = (x + pin.looks * (long + PAD / 2), y)
        yield TextLine(at, signal, SIZE, colour, anchor=_anchor(pin.looks), is_bold=signal in RAIL_COLOURS)


def _branches(heights: list[float], height: float) -> int:
    """The number of lines that meet at this height of a wire's track."""
    return heights.count(height) + (height > min(heights)) + (height < max(heights))


def _pin_name(pin: _Pin, name: str) -> TextLine:
    x, y = pin.tip
    return TextLine((x - pin.looks * PAD / 1.5, y), name, SIZE, CUT, anchor=_anchor(-pin.looks))


def _number(pin: _Pin) -> Iterator[TextLine]:
    if pin.number:
        x, y = pin.tip
        at = (x + pin.looks * PAD / 2, y + SMALL * 0.62)
        yield TextLine(at, pin.number, SMALL * 0.85, mixed(QUIET, INK, 0.3), anchor=_anchor(pin.looks))


def _beside(pin: _Pin, signal: str, colour: Rgb) -> TextLine:
    x, y = pin.tip
    shift = PAD + (SMALL * width(pin.number, False) + PAD / 2 if pin.number else 0)
    return TextLine(
        (x + pin.looks * shift, y + SIZE * 0.66), signal, SIZE * 0.9, colour, anchor=_anchor(pin.looks)
    )


def _anchor(looks: int) -> Anchor:
    return Anchor.START if looks == 1 else Anchor.END


def _head(part: Part) -> float:
    return 2 * PITCH if part.note else PITCH


def _box_height(part: Part) -> float:
    return _head(part) + max(len(part.left), len(part.right), 1) * PITCH


def _box_width(part: Part) -> float:
    names = [SIZE * width(name, False) for name in part.left] or [0.0]
    others = [SIZE * width(name, False) for name in part.right] or [0.0]
    heads = (SIZE * width(part.name, True), SMALL * width(part.note, False))
    return max(max(names) + max(others) + 4 * PAD, *(head + 2 * PAD for head in heads))
