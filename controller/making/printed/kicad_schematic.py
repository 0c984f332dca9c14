"""A board's circuit as KiCad's schematic of version 6: a box for each part, with a label at each joined pin.

A pin's kind is what KiCad's electrical rules go by.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.shapes import Point
from controller.making.printed.kicad_board import LIBRARY, mm, stamp
from controller.making.printed.layout import Placed, PrintedBoard
from controller.making.wiring.circuit import GAP, End, Part

GRID: Final = 2.54
ACROSS: Final = 33 * GRID
"""From one column of boxes to the next: labels stand on both sides of them."""
FIRST: Final = (20 * GRID, 10 * GRID)
FOOT: Final = 265.0
"""A column of boxes ends here, on a sheet of A3."""

SUPPLIES: Final = ("VCC", "GND", "VDD", "VSS")
_FONT: Final = "(effects (font (size 1.27 1.27))"


def schematic_file(layout: PrintedBoard) -> bytes:
    """The `.kicad_sch` of a board."""
    return "".join(f"{line}\n" for line in _SchematicWriter(layout).lines()).encode()


def kind_of(part: Part, pin: str) -> str:
    """The electrical kind of a pin: what drives, what must be driven, what is fed."""
    if part.name == "Raspberry Pi Pico":
        return "power_out" if pin == "3V3(OUT)" else "bidirectional" if pin.startswith("GP") else "passive"
    if not part.name.startswith(("74", "Light ")):
        return "passive"
    if pin in SUPPLIES:
        return "power_in"
    return "output" if pin.startswith("Q") or pin in ("1Y", "DOUT") else "input"


class _SchematicWriter:
    """Writes one schematic."""

    def __init__(self, layout: PrintedBoard) -> None:
        self._layout = layout
        self._symbols: dict[object, str] = {}
        self._signals = {
            end: net.signal if len(net.ends) > 1 else "" for net in layout.circuit.nets for end in net.ends
        }

    def lines(self) -> Iterator[str]:
        """The file, line by line."""
        name = self._layout.name
        boxes = list(self._boxes())
        yield "(kicad_sch (version 20211123) (generator tablier)"
        yield f"  (uuid {stamp(name, 'sheet')})"
        yield '  (paper "A3")'
        yield f'  (title_block (title "{self._layout.title}"))'
        yield "  (lib_symbols"
        yield from self._library()
        yield "  )"
        for one, at in boxes:
            yield from self._symbol(one, at)
        yield from self._flags()
        yield '  (sheet_instances (path "/" (page "1")))'
        yield "  (symbol_instances"
        for one, _ in boxes:
            value = f'(value "{one.value}") (footprint "{LIBRARY}:{one.footprint.name}")'
            yield f'    (path "/{stamp(name, "symbol", one.ref)}" (reference "{one.ref}") (unit 1) {value})'
        for number, net in enumerate(self._fed(), 1):
            value = '(value "PWR_FLAG") (footprint "")'
            yield f'    (path "/{stamp(name, "flag", net)}" (reference "#FLG{number}") (unit 1) {value})'
        yield "  ))"

    def _boxes(self) -> Iterator[tuple[Placed, Point]]:
        """Every part with the middle of its upper edge on the sheet."""
        x, y = FIRST
        for one in self._layout.placed:
            high = (_slots(self._layout.part(one)) + 4) * GRID
            if y + high > FOOT:
                x, y = x + ACROSS, FIRST[1]
            yield one, (x, y)
            y += high

    def _fed(self) -> list[str]:
        """The nets that feed parts and get their power from outside, which needs KiCad's flag."""
        kinds: dict[str, set[str]] = {}
        for part in self._layout.circuit.parts:
            for pin in part.pins:
                signal = self._signals[End(part.name, pin)]
                kinds.setdefault(signal, set()).add(kind_of(part, pin))
        return sorted(net for net, of in kinds.items() if net and "power_in" in of and "power_out" not in of)

    # Symbols

    def _library(self) -> Iterator[str]:
        for one in self._layout.placed:
            part = self._layout.part(one)
            key = _shape(part)
            if key not in self._symbols:
                same = sum(name.startswith(one.footprint.name) for name in self._symbols.values())
                name = self._symbols[key] = f"{one.footprint.name}_{same + 1}"
                pins = [*_pins(part)]
                yield from _box(name, part, pins)
        yield f'    (symbol "{LIBRARY}:PWR_FLAG" (power) (in_bom no) (on_board no)'
        yield from _properties("#FLG", "PWR_FLAG", "", (0, 0), "      ")
        yield '      (symbol "PWR_FLAG_0_0"'
        yield from _pin("power_out", "pwr", "1", (0, 0), 90, 0.0)
        yield "      )"
        yield "    )"

    def _symbol(self, one: Placed, at: Point) -> Iterator[str]:
        part = self._layout.part(one)
        name = self._symbols[_shape(part)]
        mark = stamp(self._layout.name, "symbol", one.ref)
        yield f'  (symbol (lib_id "{LIBRARY}:{name}") (at {_at(at)} 0) (unit 1)'
        yield f"    (in_bom yes) (on_board yes) (uuid {mark})"
        yield from _properties(one.ref, one.value, f"{LIBRARY}:{one.footprint.name}", at, "    ")
        yield "  )"
        for pin, (x, y), is_right in _pins(part):
            where = at[0] + x, at[1] + y
            signal = self._signals[End(part.name, pin)]
            if signal:
                yield self._label(signal, where, is_right, f"{one.ref} {pin}")
            else:
                yield f"  (no_connect (at {_at(where)}) (uuid {stamp(mark, pin)}))"

    def _label(self, signal: str, at: Point, is_right: bool, who: str) -> str:
        turned, side = (0, "left") if is_right else (180, "right")
        mark = stamp(self._layout.name, "label", who)
        return (
            f'  (global_label "{signal}" (shape passive) (at {_at(at)} {turned})'
            f" {_FONT} (justify {side})) (uuid {mark}))"
        )

    def _flags(self) -> Iterator[str]:
        for number, net in enumerate(self._fed(), 1):
            at = FIRST[0] + (number - 1) * 20 * GRID, FIRST[1] - 3 * GRID
            yield f'  (symbol (lib_id "{LIBRARY}:PWR_FLAG") (at {_at(at)} 0) (unit 1)'
            yield f"    (in_bom no) (on_board no) (uuid {stamp(self._layout.name, 'flag', net)})"
            yield from _properties(f"#FLG{number}", "PWR_FLAG", "", at, "    ")
            yield "  )"
            yield self._label(net, at, True, f"flag {net}")


def _shape(part: Part) -> object:
    """The properties that must be equal for two parts to share a symbol."""
    pins = tuple((pin, part.numbers.get(pin), kind_of(part, pin)) for pin in part.pins)
    return part.left, part.right, pins


def _slots(part: Part) -> int:
    return max(len(part.left), len(part.right))


def _width(part: Part) -> float:
    names = [max(map(len, side), default=0) for side in (part.left, part.right)]
    return max(4, -(-sum(names) // 2) + 2) // 2 * 2 * GRID


def _pins(part: Part) -> Iterator[tuple[str, Point, bool]]:
    """Each pin with its end, from the middle of the box's upper edge, and whether it is on the right."""
    reach = _width(part) / 2 + GRID
    for is_right, side in ((False, part.left), (True, part.right)):
        for slot, pin in enumerate(side, 1):
            if pin != GAP:
                yield pin, (reach if is_right else -reach, slot * GRID), is_right


def _box(name: str, part: Part, pins: list[tuple[str, Point, bool]]) -> Iterator[str]:
    half, foot = _width(part) / 2, (_slots(part) + 1) * GRID
    yield f'    (symbol "{LIBRARY}:{name}" (in_bom yes) (on_board yes)'
    yield from _properties("U", name, "", (0, 0), "      ")
    yield f'      (symbol "{name}_0_1"'
    ends = f"(start {mm(-half)} 0) (end {mm(half)} {mm(-foot)})"
    yield f"        (rectangle {ends} (stroke (width 0.254) (type default)) (fill (type background)))"
    yield "      )"
    yield f'      (symbol "{name}_1_1"'
    for pin, (x, y), is_right in pins:
        number = str(part.numbers.get(pin, pin))
        yield from _pin(kind_of(part, pin), pin, number, (x, -y), 180 if is_right else 0, GRID)
    yield "      )"
    yield "    )"


def _pin(kind: str, name: str, number: str, at: Point, turned: int, length: float) -> Iterator[str]:
    yield f"        (pin {kind} line (at {_at(at)} {turned}) (length {mm(length)})"
    yield f'          (name "{name}" {_FONT})) (number "{number}" {_FONT})))'


def _properties(ref: str, value: str, footprint: str, at: Point, indent: str) -> Iterator[str]:
    x, y = at
    high = y - 0.5 * GRID if at != (0, 0) else 0.5 * GRID
    for number, (key, text, where, hidden) in enumerate(
        (
            ("Reference", ref, (x - GRID, high), ""),
            ("Value", value, (x + 1.5 * GRID, high), ""),
            ("Footprint", footprint, at, " hide"),
            ("Datasheet", "", at, " hide"),
        )
    ):
        yield f'{indent}(property "{key}" "{text}" (id {number}) (at {_at(where)} 0) {_FONT}{hidden}))'


def _at(point: Point) -> str:
    return f"{mm(point[0])} {mm(point[1])}"
