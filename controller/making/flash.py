"""Install the firmware on the microcontroller: copy it with mpremote, start it, and check its hello.

A board that runs any version of the Tablier firmware is asked to return to MicroPython's prompt. One that is
at the prompt, or never had a firmware, is used as it is.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from engines.record import record
from firmware import VERSION
from hardware.board.hello import require_match
from hardware.board.messages import PROTOCOL, AskHello, AskPrompt, Hello
from hardware.board.protocol import BoardSpec
from hardware.board.serial_port import PortError, SerialPort, find_port
from hardware.board.wire import Decoder, Encoder
from hardware.ports import DeviceError, Grid

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path("firmware/main.py")
PACKAGES = ("firmware", "hardware")
OWN_SETTINGS = "board_settings.py"
OWN_GRID = Grid(24, 24)
"""The firmware's default board (firmware/settings.py)."""

HELLO_MS = 3_000
"""How long a board that was just plugged in may take to answer."""
LEAVES_MS = 3_000
COMES_MS = 15_000
"""How long the computer may take to find a restarted board."""
STEP_MS = 50
COPY_S = 120

BY_HAND = "Connect GP15 to ground, unplug the board, plug it in again, and repeat this command."
"""The manual way to the prompt, which always works (`HELD_PIN` of firmware/main.py)."""

_CLEAR = """
import os
for name in {folders}:
    try:
        os.mkdir(name)
    except OSError:
        pass
try:
    os.remove("main.py")
except OSError:
    pass
print("{own_settings}" in os.listdir())
"""
"""`main.py` is copied last: after an interrupted copy the board starts at the prompt, not in an incomplete
program."""


class FlashError(DeviceError):
    """The firmware could not be installed. The text says why, and what to do."""


@record
class FlashSurroundings:
    """The outside world of a flash: clock, sleep and output."""

    now_ms: Callable[[], int]
    sleep_ms: Callable[[int], None]
    tell: Callable[[str], None]


def firmware_files() -> tuple[Path, ...]:
    """The files for the board, relative to `ROOT`: the program and everything of ours that it imports."""
    found: dict[Path, None] = {}
    waiting = [PROGRAM]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found[file] = None
            packages = (folder / "__init__.py" for folder in file.parents[:-1])
            waiting += [*packages, *_imported(ast.parse((ROOT / file).read_text()))]
    return tuple(sorted(found))


def folders_of(files: Iterable[Path]) -> list[Path]:
    """The folders for these files, parents first."""
    return sorted({folder for file in files for folder in file.parents[:-1]})


def _imported(tree: ast.AST) -> Iterator[Path]:
    """The files of our own packages that a module imports at run time, at any place in it."""
    names: list[str] = []
    for node in _nodes_that_run(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    for name in names:
        file = Path(*name.split(".")).with_suffix(".py")
        if file.parts[0] in PACKAGES and (ROOT / file).is_file():
            yield file


def _nodes_that_run(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes except those under `if TYPE_CHECKING`, which is false on the board."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        yield node
        yield from _nodes_that_run(node)


def flash(pattern: str, spec: BoardSpec, hands: FlashSurroundings) -> None:
    """Install the firmware on the board at the port that `pattern` names. Its hello must match `spec`.

    Raises `FlashError`, `PortError` or `SettingsMismatch`.
    """
    port = _found(pattern)
    _ask_for_the_prompt(port, hands)
    port = awaited(pattern, hands)
    _copy(port, spec, hands)
    hello = _greeted(pattern, hands)
    require_match(spec, hello)
    hands.tell(
        f"The board answers: firmware {hello.firmware}, protocol {hello.protocol}, "
        f"{hello.columns} × {hello.rows} sites, {hello.lights} lights. It is ready."
    )


def _found(pattern: str) -> str:
    try:
        return find_port(pattern)
    except PortError as error:
        raise FlashError(
            f"{error} A new Pico needs MicroPython first: hold its BOOTSEL button while you plug it in, and "
            "copy the file from https://micropython.org/download/RPI_PICO to the drive that appears."
        ) from error


def _ask_for_the_prompt(port: str, hands: FlashSurroundings) -> None:
    """Make a running firmware return to the prompt. If none answers there is nothing to do."""
    with SerialPort(port) as line:
        hello = _heard(line, hands)
        if hello is None:
            hands.tell("No firmware answers. It is brought to whatever is there.")
            return
        hands.tell(f"The board has firmware {hello.firmware}, protocol {hello.protocol}.")
        line.write(Encoder().encode(AskPrompt()))
        until_ms = hands.now_ms() + LEAVES_MS
        try:
            while hands.now_ms() < until_ms:
                line.read()
        except PortError:
            return  # it has restarted
    raise FlashError(f"The firmware on the board does not leave by itself. {BY_HAND}")


def _heard(line: SerialPort, hands: FlashSurroundings) -> Hello | None:
    """The hello from the other end, if one arrives in time."""
    decoder = Decoder()
    line.write(Encoder().encode(AskHello()))
    until_ms = hands.now_ms() + HELLO_MS
    while hands.now_ms() < until_ms:
        for message in decoder.receive(line.read()):
            if isinstance(message, Hello):
                return message
    return None


def awaited(pattern: str, hands: FlashSurroundings) -> str:
    """The port, as soon as it is back and can be opened: for a moment the old one's name outlives it, and the
    new one's name is there before this user may open it.
    """
    until_ms = hands.now_ms() + COMES_MS
    while hands.now_ms() < until_ms:
        try:
            with SerialPort(find_port(pattern)) as line:
                return line.name
        except PortError:
            hands.sleep_ms(STEP_MS)
    raise FlashError("The board has not come back. Unplug it, plug it in again, and repeat this command.")


def _copy(port: str, spec: BoardSpec, hands: FlashSurroundings) -> None:
    """Copy all files to the board, `main.py` last, and restart it. The maker's own settings stay."""
    files = firmware_files()
    folders = {
        folder: [ROOT / file for file in files if file.parent == folder and file != PROGRAM]
        for folder in folders_of(files)
    }
    clear = _CLEAR.format(folders=tuple(map(str, folders)), own_settings=OWN_SETTINGS)
    has_own = _mpremote(port, ["exec", clear]).split()[-1:] == ["True"]
    hands.tell(f"Copying {len(files)} files …")
    with tempfile.TemporaryDirectory(prefix="tablier-") as made:
        commands: list[str] = []
        for folder, sources in folders.items():
            commands += ["cp", *map(str, sources), f":{folder}/", "+"]
        if has_own:
            hands.tell(f"Its own {OWN_SETTINGS} stays as it is.")
        elif text := own_settings(spec):
            own = Path(made) / OWN_SETTINGS
            own.write_text(text)
            commands += ["cp", str(own), f":{OWN_SETTINGS}", "+"]
            hands.tell(f"It gets a {OWN_SETTINGS} for {spec.grid.columns} × {spec.grid.rows} sites.")
        program = shutil.copy(ROOT / PROGRAM, made)
        _mpremote(port, [*commands, "cp", program, f":{PROGRAM.name}", "+", "reset"])


def own_settings(spec: BoardSpec) -> str:
    """The settings lines that a board needs in addition to its defaults to match `spec`, if any."""
    lights = spec.grid.size if spec.has_lights else 0
    if spec.grid == OWN_GRID and spec.has_lights:
        return ""
    numbers = f"COLUMNS, ROWS, LIGHTS = {spec.grid.columns}, {spec.grid.rows}, {lights}"
    return f"from firmware.settings import *\n\n{numbers}\n"


def _mpremote(port: str, commands: Sequence[str]) -> str:
    """The output of mpremote. It is run as a program, since its functions are no public API yet."""
    # The program was stopped at the prompt; mpremote's automatic soft reset would start it again.
    line = [sys.executable, "-m", "mpremote", "connect", port, "resume", *commands]
    try:
        done = subprocess.run(line, capture_output=True, text=True, check=True, timeout=COPY_S)  # noqa: S603
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout).strip().splitlines()
        raise FlashError(_failed(said[-1] if said else f"mpremote ended with {error.returncode}")) from error
    except subprocess.TimeoutExpired as error:
        raise FlashError(_failed(f"nothing was heard for {COPY_S} s")) from error
    return done.stdout


def _failed(why: str) -> str:
    return f"The firmware could not be copied ({why}). {BY_HAND}"


def _greeted(pattern: str, hands: FlashSurroundings) -> Hello:
    """The hello of the new firmware."""
    until_ms = hands.now_ms() + COMES_MS
    reason = ""
    while hands.now_ms() < until_ms:
        try:
            with SerialPort(awaited(pattern, hands)) as line:
                if hello := _heard(line, hands):
                    return hello
        except PortError as error:  # it is still starting
            reason = f" {error}"
        hands.sleep_ms(STEP_MS)
    raise FlashError(
        f"Firmware {VERSION} (protocol {PROTOCOL}) was copied, and the board does not answer.{reason} "
        f"Look at its {OWN_SETTINGS}, if it has one; `mpremote` shows what it says."
    )
