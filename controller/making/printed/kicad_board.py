"""A board as KiCad's file of version 6, which later versions read too. Their `y` runs downwards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from controller.boards.shapes import Area, Point
from controller.making.printed.layout import VIA, Pad, Placed, PrintedBoard, PrintedText, Track, Via

SHEET: Final = (40.0, 140.0)
"""The place of the board's lower left corner on the sheet."""

LIBRARY: Final = "tablier"
LAYERS: Final = (
    (0, "F.Cu", "signal"),
    (31, "B.Cu", "signal"),
    (34, "B.Paste", "user"),
    (35, "F.Paste", "user"),
    (36, "B.SilkS", "user"),
    (37, "F.SilkS", "user"),
    (38, "B.Mask", "user"),
    (39, "F.Mask", "user"),
    (40, "Dwgs.User", "user"),
    (44, "Edge.Cuts", "user"),
    (45, "Margin", "user"),
    (46, "B.CrtYd", "user"),
    (47, "F.CrtYd", "user"),
    (48, "B.Fab", "user"),
    (49, "F.Fab", "user"),
)

_FONT: Final = "(effects (font (size 0.8 0.8) (thickness 0.12)))"


def stamp(*names: object) -> str:
    """An identifier that is always the same for the same thing."""
    return str(uuid5(NAMESPACE_URL, "/".join(("tablier", *map(str, names)))))


def board_file(layout: PrintedBoard) -> bytes:
    """The `.kicad_pcb` of a board."""
    return "".join(f"{line}\n" for line in _BoardWriter(layout).lines()).encode()


class _BoardWriter:
    """Writes one board."""

    def __init__(self, layout: PrintedBoard) -> None:
        self._layout = layout
        # KiCad names the net of a free pin so, and compares it with the schematic.
        free = {pad: f"unconnected-({pad[0]}-{end.pin}-Pad{pad[1]})" for pad, end in layout.pads()}
        self._nets = {**free, **layout.nets()}
        self._numbers = {name: number for number, name in enumerate(sorted(set(self._nets.values())), 1)}

    def lines(self) -> Iterator[str]:
        """The file, line by line."""
        yield "(kicad_pcb (version 20211014) (generator tablier)"
        yield "  (general (thickness 1.6))"
        yield '  (paper "A4")'
        yield f'  (title_block (title "{self._layout.title}"))'
        yield "  (layers"
        yield from (f'    ({number} "{name}" {kind})' for number, name, kind in LAYERS)
        yield "  )"
        yield f"  (setup (pad_to_mask_clearance 0.05) (aux_axis_origin {self._at(self._layout.origin)}))"
        yield '  (net 0 "")'
        yield from (f'  (net {number} "{name}")' for name, number in self._numbers.items())
        for one in self._layout.placed:
            yield from self._footprint(one)
        yield from self._screws()
        yield from self._outline()
        yield from (self._words(one) for one in self._layout.words)
        yield from (self._track(one) for one in self._layout.tracks)
        yield from (self._via(one) for one in self._layout.vias)
        yield ")"

    def _at(self, point: Point) -> str:
        x, y = point
        return f"{mm(SHEET[0] + x)} {mm(SHEET[1] - y)}"

    def _footprint(self, one: Placed) -> Iterator[str]:
        name, kind = self._layout.name, one.footprint
        attribute = "smd" if kind.is_smd else "through_hole"
        yield f'  (footprint "{LIBRARY}:{kind.name}" (layer "F.Cu") (tedit 0) (tstamp {stamp(name, one.ref)})'
        yield f"    (at {self._at(one.at)}{_angle(one.turned)})"
        yield f'    (descr "{kind.note}")'
        yield f'    (path "/{stamp(name, "symbol", one.ref)}")'
        yield f"    (attr {attribute})"
        area = kind.area
        yield self._text(one, "reference", one.ref, kind.label, "F.SilkS" if kind.named else "F.Fab")
        yield self._text(one, "value", one.value, area.middle, "F.Fab")
        yield self._box(one, area.grown(0.1), "B.CrtYd" if kind.is_below else "F.CrtYd", 0.05)
        yield self._box(one, area.grown(-0.1), "F.Fab", 0.1)
        if kind.dot is not None:
            yield self._dot(one, kind.dot)
        yield from (self._pad(one, pad) for pad in kind.pads)
        yield "  )"

    def _text(self, one: Placed, kind: str, text: str, at: Point, layer: str) -> str:
        where = f"{mm(at[0])} {mm(-at[1])}{_angle(one.turned)}"
        name = stamp(self._layout.name, one.ref, kind)
        return f'    (fp_text {kind} "{text}" (at {where}) (layer "{layer}") {_FONT} (tstamp {name}))'

    def _box(self, one: Placed, area: Area, layer: str, width: float) -> str:
        corners = f"(start {mm(area.x)} {mm(-area.top)}) (end {mm(area.right)} {mm(-area.y)})"
        name = stamp(self._layout.name, one.ref, layer)
        return f'    (fp_rect {corners} (layer "{layer}") (width {width}) (fill none) (tstamp {name}))'

    def _pad(self, one: Placed, pad: Pad) -> str:
        shape = "circle" if pad.drill else "rect"
        kind = f"thru_hole {'rect' if pad.number == '1' else shape}" if pad.drill else "smd rect"
        layers = '"*.Cu" "*.Mask"' if pad.drill else '"F.Cu" "F.Paste" "F.Mask"'
        drill = f" (drill {mm(pad.drill)})" if pad.drill else ""
        name = self._nets.get((one.ref, pad.number))
        joined = f' (net {self._numbers[name]} "{name}")' if name else ""
        where = f"{mm(pad.at[0])} {mm(-pad.at[1])}{_angle(one.turned)}"
        size = " ".join(map(mm, pad.size))
        mark = stamp(self._layout.name, one.ref, "pad", pad.number)
        return (
            f'    (pad "{pad.number}" {kind} (at {where}) (size {size}){drill}'
            f" (layers {layers}){joined} (tstamp {mark}))"
        )

    def _dot(self, one: Placed, at: Point) -> str:
        x, y = mm(at[0]), mm(-at[1])
        circle = f"(center {x} {y}) (end {mm(at[0] + 0.2)} {y})"
        mark = stamp(self._layout.name, one.ref, "dot")
        return f'    (fp_circle {circle} (layer "F.SilkS") (width 0.1) (fill solid) (tstamp {mark}))'

    def _screws(self) -> Iterator[str]:
        for number, screw in enumerate(self._layout.screws, 1):
            mark, size = stamp(self._layout.name, "screw", number), mm(screw.diameter)
            yield f'  (footprint "{LIBRARY}:Screw" (layer "F.Cu") (tedit 0) (tstamp {mark})'
            yield f"    (at {self._at(screw.at)})"
            yield "    (attr board_only exclude_from_pos_files exclude_from_bom)"
            for kind, text in (("reference", f"H{number}"), ("value", "screw")):
                where = f'(at 0 0) (layer "F.Fab") {_FONT} (tstamp {stamp(mark, kind)})'
                yield f'    (fp_text {kind} "{text}" {where})'
            circle = f"(center 0 0) (end {mm(screw.head / 2)} 0)"
            head = f'(layer "F.CrtYd") (width 0.05) (fill none) (tstamp {stamp(mark, "head")})'
            yield f"    (fp_circle {circle} {head})"
            hole = (
                f'(size {size} {size}) (drill {size}) (layers "*.Cu" "*.Mask") (tstamp {stamp(mark, "hole")})'
            )
            yield f'    (pad "" np_thru_hole circle (at 0 0) {hole})'
            yield "  )"

    def _outline(self) -> Iterator[str]:
        (x, y), (width, height) = self._layout.origin, self._layout.size
        ends = f"(start {self._at((x, y + height))}) (end {self._at((x + width, y))})"
        mark = stamp(self._layout.name, "outline")
        yield f'  (gr_rect {ends} (layer "Edge.Cuts") (width 0.1) (fill none) (tstamp {mark}))'

    def _words(self, one: PrintedText) -> str:
        mirror = " (justify mirror)" if one.side == "B" else ""
        font = f"(effects (font (size {one.size} {one.size}) (thickness {mm(0.15 * one.size)})){mirror})"
        mark = stamp(self._layout.name, "words", one.text, one.at)
        where = f'(at {self._at(one.at)}) (layer "{one.side}.SilkS")'
        return f'  (gr_text "{one.text}" {where} {font} (tstamp {mark}))'

    def _track(self, one: Track) -> str:
        ends = f"(start {self._at(one.start)}) (end {self._at(one.end)}) (width {mm(one.width)})"
        mark = stamp(self._layout.name, "track", one)
        return f'  (segment {ends} (layer "{one.side}.Cu") (net {self._numbers[one.net]}) (tstamp {mark}))'

    def _via(self, one: Via) -> str:
        size, drill = VIA
        mark = stamp(self._layout.name, "via", one)
        return (
            f'  (via (at {self._at(one.at)}) (size {size}) (drill {drill}) (layers "F.Cu" "B.Cu")'
            f" (net {self._numbers[one.net]}) (tstamp {mark}))"
        )


def mm(length: float) -> str:
    """A length without needless zeros."""
    return f"{round(length, 4) + 0.0:.4f}".rstrip("0").rstrip(".")


def _angle(degrees: int) -> str:
    return f" {degrees}" if degrees else ""
