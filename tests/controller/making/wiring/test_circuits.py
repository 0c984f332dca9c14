"""The one description of every connection, against the settings, the data sheets and chips that shift."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from gpiozero.pins.mock import MockFactory

from controller.making.wiring import circuits, register_circuits
from controller.making.wiring.circuit import Circuit, CircuitError, End, Part, net
from controller.making.wiring.modules import (
    HEADER,
    IN_CHIP,
    LETTERS,
    OUT_CHIP,
    PICO,
    SHIFTER,
    chips_for,
    place_of_column,
    place_of_row,
)
from controller.settings.config import load
from controller.settings.settings import Config
from firmware import settings
from hardware.ports import Grid

PICO_NAME, PI_NAME = "Raspberry Pi Pico", "Raspberry Pi"

FIRMWARE = {
    "SCK_PIN": {("74HC595 no. 1", "SRCLK"), ("74HC595 no. 3", "SRCLK"), ("74HC165 no. 1", "CLK")},
    "MOSI_PIN": {("74HC595 no. 1", "SER")},
    "MISO_PIN": {("74HC165 no. 1", "QH")},
    "LATCH_PIN": {("74HC595 no. 1", "RCLK"), ("74HC595 no. 3", "RCLK")},
    "LOAD_PIN": {("74HC165 no. 1", "SH/LD"), ("74HC165 no. 3", "SH/LD")},
    "LIGHTS_PIN": {("74AHCT125", "1A")},
    "HELD_PIN": set(),
    "TAG_SCK_PIN": {("74HC595 no. 1", "SRCLK"), ("MFRC522 no. 1", "SCK"), ("MFRC522 no. 2", "SCK")},
    "TAG_MOSI_PIN": {("74HC595 no. 1", "SER"), ("MFRC522 no. 1", "MOSI"), ("MFRC522 no. 2", "MOSI")},
    "TAG_MISO_PIN": {("MFRC522 no. 1", "MISO"), ("MFRC522 no. 2", "MISO")},
    "TAG_LATCH_PIN": {("74HC595 no. 1", "RCLK")},
    "TAG_OFF_PIN": {("74HC595 no. 1", "OE"), ("R 10 kΩ, OE", "1")},
}
"""The destination of each pin of `firmware/settings.py`, by its comment there."""


def circuit_with(end: End) -> Circuit:
    return next(one for one in circuits.all_circuits() if any(end in net_.ends for net_ in one.nets))


def joined(circuit: Circuit, end: End) -> set[tuple[str, str]]:
    ends = next(one.ends for one in circuit.nets if end in one.ends)
    return {(other.part, other.pin) for other in ends if other != end}


def test_every_pin_of_the_firmwares_settings_is_reported() -> None:
    named = {name for name in dir(settings) if name.endswith("_PIN")}
    assert named == set(FIRMWARE)


@pytest.mark.parametrize("name", FIRMWARE)
def test_a_pin_of_the_firmware_goes_where_its_settings_say(name: str) -> None:
    end = End(PICO_NAME, f"GP{getattr(settings, name)}")
    assert joined(circuit_with(end), end) >= FIRMWARE[name]


def test_the_pins_of_the_board_on_spi_are_those_of_the_programs_settings() -> None:
    board, circuit = Config().board, register_circuits.sensors_on_pi()
    clock, out, back, select = board.wiring.bus_pins
    goes_to = {
        clock: ("74HC595 no. 1", "SRCLK"),
        out: ("74HC595 no. 1", "SER"),
        back: ("74HC165 no. 1", "QH"),
        board.latch_pin: ("74HC595 no. 1", "RCLK"),
        board.load_pin: ("74HC165 no. 1", "SH/LD"),
    }
    for pin, other in goes_to.items():
        assert other in joined(circuit, End(PI_NAME, pin))
    assert not joined(circuit, End(PI_NAME, select))


def test_the_pins_of_the_panel_and_the_other_buses_can_be_set_together() -> None:
    wiring = circuits.PANEL
    pairs = {
        "panel.turn_pin": wiring.turn,
        "panel.undo_pin": wiring.undo,
        "panel.turn_light_pin": wiring.turn_light,
        "panel.undo_light_pin": wiring.undo_light,
        "panel.buzzer_pin": wiring.buzzer,
        "board.kind": "spi",
        "lights.kind": "spi",
        "lights.spi": "/dev/spidev1.0",
    }
    config = load(None, [(key, f'"{value}"') for key, value in pairs.items()])
    assert config.panel.wiring == wiring
    drawn = {net_.ends[0].pin for net_ in circuits.panel().nets if net_.ends[0].part == PI_NAME}
    assert drawn == {*wiring.buttons.values(), *wiring.lights.values(), wiring.buzzer, "GND"}


def test_the_header_is_the_one_that_gpiozero_knows() -> None:
    info = MockFactory().board_info
    for name, number in HEADER.items():
        found = {pin.number for _, pin in info.find_pin({"3.3 V": "3V3", "5 V": "5V"}.get(name, name))}
        assert number in found, name


def test_no_two_pins_of_a_part_have_one_number() -> None:
    for numbers, most in ((PICO, 40), (HEADER, 40), (OUT_CHIP, 16), (IN_CHIP, 16), (SHIFTER, 14)):
        assert len(set(numbers.values())) == len(numbers)
        assert all(1 <= number <= most for number in numbers.values())


def test_the_picos_pins_are_numbered_around_its_grounds() -> None:
    grounds = {3, 8, 13, 18, 23, 28, 33, 38}
    assert [PICO[f"GP{gp}"] for gp in range(23)] == [n for n in range(1, 30) if n not in grounds]
    assert (PICO["GP26"], PICO["GP27"], PICO["GP28"]) == (31, 32, 34)


@dataclass
class Chip:
    """A 74HC595 or a 74HC165 by its data sheet: eight bits, the first is that of A."""

    bits: list[int] = field(default_factory=lambda: [0] * 8)

    def clock(self, bit: int) -> int:
        """A rising edge: a bit goes in at A, and the one of H comes out."""
        self.bits = [bit, *self.bits]
        return self.bits.pop()


def shifted(chain: list[Chip], data: bytes) -> bytes:
    """Bytes through a chain, the highest bit first; the first of `chain` is nearest to the input."""
    came = 0
    for number in range(8 * len(data)):
        bit = int.from_bytes(data, "big") >> (8 * len(data) - 1 - number) & 1
        for chip in chain:
            bit = chip.clock(bit)
        came = came << 1 | bit
    return came.to_bytes(len(data), "big")


@pytest.mark.parametrize("rows", [8, 20, 24, 32])
def test_a_row_is_driven_by_the_output_that_the_tables_name(rows: int) -> None:
    chips = chips_for(rows)
    for row in range(rows):
        chain = [Chip() for _ in range(chips)]
        shifted(chain, (1 << row).to_bytes(chips, "big"))  # as firmware/matrix.py sends it
        driven = [
            (number, f"Q{letter}")
            for number, chip in enumerate(chain, 1)
            for letter, bit in zip(LETTERS, chip.bits, strict=True)
            if bit
        ]
        assert driven == [place_of_row(row)]


@pytest.mark.parametrize("columns", [8, 20, 24, 32])
def test_a_column_is_read_by_the_input_that_the_tables_name(columns: int) -> None:
    chips = chips_for(columns)
    for column in range(columns):
        chain = [Chip() for _ in range(chips)]
        number, letter = place_of_column(column, columns)
        chain[number - 1].bits[LETTERS.index(letter)] = 1
        came = shifted(chain[::-1], bytes(chips))  # the farthest first: the nearest's QH is what comes in
        assert int.from_bytes(came, "big") & (1 << columns) - 1 == 1 << column


def test_every_row_and_column_of_the_chips_that_are_drawn_is_named_once() -> None:
    grid = Grid(settings.COLUMNS, settings.ROWS)
    named = [
        net_.signal
        for net_ in register_circuits.sensors().nets
        if net_.signal.startswith(("row ", "column "))
    ]
    assert len(named) == len(set(named)) == 32
    assert {f"row {grid.rows}", "row 1", f"column {grid.columns}", "column 1"} <= set(named)


def test_the_farthest_register_is_tied_high_as_the_settings_expect() -> None:
    assert Config().board.chain_end == "high"
    for circuit in (register_circuits.sensors(), register_circuits.sensors_on_pi()):
        end = End("74HC165 no. 3", "SER")
        assert [one.signal for one in circuit.nets if end in one.ends] == ["3.3 V"]


def test_a_pin_that_a_part_does_not_have_is_named() -> None:
    with pytest.raises(CircuitError, match="Pico has no pin GP99"):
        Part("Pico", 0, (), ("GP1",))["GP99"]


def test_a_pin_in_two_nets_is_named() -> None:
    part = Part("Chip", 0, ("A",), ("B",))
    with pytest.raises(CircuitError, match="pin A of Chip is in two nets"):
        Circuit("c", "C", (part,), (net("x", part["A"]), net("y", part["A"], part["B"])))


def test_a_pin_of_which_nothing_is_said_is_named() -> None:
    part = Part("Chip", 0, ("A",), ("B",))
    with pytest.raises(CircuitError, match="nothing is said of"):
        Circuit("c", "C", (part,), (net("x", part["A"]),))


def test_a_pin_of_a_part_that_is_not_there_is_named() -> None:
    with pytest.raises(CircuitError, match="there is no pin A of Chip"):
        Circuit("c", "C", (), (net("x", End("Chip", "A")),))
