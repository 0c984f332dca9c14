"""The boards' circuits and layouts are those of the table: pins, places, walls, and the wiring by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import pytest

from controller.boards.plate import PITCH
from controller.boards.shapes import Area
from controller.making.building import section
from controller.making.printed import files, module, registers
from controller.making.printed.layout import EDGE, PrintedBoard, Screw
from controller.making.printed.router import NoWay, routed
from controller.making.wiring.circuit import Circuit, End
from controller.making.wiring.circuits import lights
from controller.making.wiring.register_circuits import sensors
from hardware.lights.light_map import of_panels
from hardware.ports import Grid
from hardware.simulated.micropython.registers import Registers

MODULE = module.layout()
REGISTERS = registers.unrouted()


def kept(name: str) -> bytes:
    return (files.FOLDER / name).read_bytes()


def without_tracks(board: bytes) -> list[str]:
    return [line for line in board.decode().splitlines() if not line.startswith(("  (segment", "  (via"))]


def signal_of(circuit: Circuit, end: End) -> str:
    return next(one.signal for one in circuit.nets if end in one.ends)


def net_of(circuit: Circuit, end: End) -> frozenset[End]:
    return next(frozenset(one.ends) for one in circuit.nets if end in one.ends)


@pytest.mark.parametrize("name", files.files_of(MODULE))
def test_the_files_of_the_module_are_what_its_source_makes(name: str) -> None:
    assert kept(name) == files.files_of(MODULE)[name], "run make boards"


@pytest.mark.parametrize("name", files.files_of(REGISTERS))
def test_the_files_of_the_registers_are_what_their_source_makes(name: str) -> None:
    """Finding the tracks takes long; KiCad's own check looks at them."""
    made = files.files_of(REGISTERS)[name]
    assert without_tracks(kept(name)) == without_tracks(made), "run make boards"


def test_the_board_joins_what_is_joined_by_hand() -> None:
    board = registers.circuit()
    names = {"Lights": {"DIN": "data", "5 V": "5 V", "GND": "GND"}}
    for drawn in (sensors(), lights()):
        for one in drawn.nets:
            ends = [End(end.part, names.get(end.part, {}).get(end.pin, end.pin)) for end in one.ends]
            known = [end for end in ends if end.pin in dict(_pins(board)).get(end.part, ())]
            for first, second in product(known, known):
                assert second in net_of(board, first), (one.signal, first, second)


def _pins(circuit: Circuit) -> list[tuple[str, tuple[str, ...]]]:
    return [(part.name, part.pins) for part in circuit.parts]


def test_every_row_and_column_has_a_pin_and_every_column_its_resistor() -> None:
    board = registers.circuit()
    for part, line in (("Rows", "row"), ("Columns", "column")):
        for number in range(1, 25):
            ends = next(one.ends for one in board.nets if one.signal == f"{line} {number}")
            assert sum(end.part.startswith(f"{part} no.") for end in ends) == 1
            assert sum(end.part == f"R 22 kΩ, column {number}" for end in ends) == (line == "column")


def test_a_site_leads_from_its_row_by_reed_and_diode_to_its_column() -> None:
    circuit = module.circuit()
    for column, row in product(range(4), range(4)):
        place = f"{column + 1}.{row + 1}"
        assert End("West 1", "row 1") in net_of(circuit, End("Reed 1.1", "lead"))
        assert signal_of(circuit, End(f"Reed {place}", "lead")) == f"row {row + 1}"
        contact = {End(f"Reed {place}", "wire"), End(f"Diode {place}", "A")}
        assert net_of(circuit, End(f"Diode {place}", "A")) == contact
        assert signal_of(circuit, End(f"Diode {place}", "K")) == f"column {column + 1}"
        assert signal_of(circuit, End(f"Light {place}", "VDD")) == "5 V"
        assert signal_of(circuit, End(f"Capacitor {place}", "2")) == "GND"


def test_the_lights_are_chained_as_the_settings_panel_says() -> None:
    circuit = module.circuit()
    places = of_panels(Grid(4, 4), [module.panel(0, 0)]).places
    by_number = {light: site for site, light in enumerate(places)}
    names = [f"Light {site % 4 + 1}.{site // 4 + 1}" for _, site in sorted(by_number.items())]
    assert signal_of(circuit, End(names[0], "DIN")) == "data in"
    for name, after in pairwise(names):
        assert net_of(circuit, End(name, "DOUT")) == {End(name, "DOUT"), End(after, "DIN")}
    assert signal_of(circuit, End(names[-1], "DOUT")) == "data out"


def test_a_table_of_eight_columns_is_read_on_the_strip_that_says_17_to_24() -> None:
    """The program of an 8 × 8 table shifts one byte; three chips of each sort hang on the chains."""
    chains = Registers(24, 24)
    for row, column in product(range(8), range(8)):
        chains.contacts = [1 << 16 + column if number == row else 0 for number in range(24)]
        chains.exchange(bytes([1 << row]))
        chains.latch(0)
        chains.load(1000)
        assert chains.exchange(bytes(1)) == bytes([1 << column])
    strip = registers.circuit()
    ends = next(one.ends for one in strip.nets if one.signal == "column 17")
    assert End("Columns no. 1", "A") in ends


def pins_at(layout: PrintedBoard, edge: str) -> dict[str, tuple[float, float]]:
    """Where the lines leave the module at an edge."""
    found: dict[str, tuple[float, float]] = {}
    for one in layout.placed:
        if one.part.startswith(edge):
            part = layout.part(one)
            pads = {pad.number: pad for pad in one.footprint.pads}
            for pin in part.pins:
                place = one.place(pads[str(part.numbers[pin])].at)
                found[f"{pin} {one.part[-1]}"] = place
    return found


@pytest.mark.parametrize(("edge", "other", "step"), [("East", "West", (80, 0)), ("North", "South", (0, 80))])
def test_facing_pins_of_two_modules_are_as_far_apart_as_a_jumper(
    edge: str, other: str, step: tuple[int, int]
) -> None:
    here, there = pins_at(MODULE, edge), pins_at(MODULE, other)
    for line, (x, y) in here.items():
        far_x, far_y = there[line.replace("data out", "data in")]
        across, along = (far_x + step[0] - x, far_y + step[1] - y)
        assert sorted((round(across, 6), round(along, 6))) == [0, 2.54], line


def parts_above(layout: PrintedBoard) -> list[tuple[str, Area]]:
    found = []
    for one in layout.placed:
        if not one.footprint.is_below:
            area = one.footprint.area
            corners = [one.place((x, y)) for x in (area.x, area.right) for y in (area.y, area.top)]
            west, south = (min(corner[axis] for corner in corners) for axis in (0, 1))
            east, north = (max(corner[axis] for corner in corners) for axis in (0, 1))
            found.append((one.ref, Area(west, south, east - west, north - south)))
    return found


def test_no_part_stands_where_a_wall_of_the_light_grid_stands() -> None:
    half = section.WALL / 2
    for ref, area in parts_above(MODULE):
        for number in range(5):
            wall = number * PITCH
            assert area.right <= wall - half or area.x >= wall + half, ref
            assert area.top <= wall - half or area.y >= wall + half, ref
    for screw in MODULE.screws:
        assert all(min(at % PITCH, -at % PITCH) >= half + screw.head / 2 for at in screw.at)


def test_reeds_stand_in_the_middles_of_their_sites() -> None:
    places = {one.at for one in MODULE.placed if one.part.startswith("Reed")}
    assert places == {(10 + 20 * column, 10 + 20 * row) for column in range(4) for row in range(4)}


def test_nothing_is_soldered_where_the_laths_lie() -> None:
    for lath in module.LATHS:
        for one in MODULE.placed:
            for pad in one.footprint.pads:
                x, _ = one.place(pad.at)
                assert not pad.drill or abs(x - lath) > module.LATH / 2 + pad.size[0] / 2, one.ref


def test_the_edge_is_kept_free() -> None:
    (x, y), (width, height) = MODULE.origin, MODULE.size
    for track in MODULE.tracks:
        for at in (track.start, track.end):
            margin = EDGE + track.width / 2
            assert x + margin <= at[0] <= x + width - margin
            assert y + margin <= at[1] <= y + height - margin


def test_a_router_that_finds_no_way_says_so() -> None:
    wall = tuple(Screw((2.0 * number, 36.0), 1.0, 4.0) for number in range(55))
    with pytest.raises(NoWay):
        routed(replace(REGISTERS, screws=wall))
