"""A Pico with MicroPython and its file system: the stand-in for installing a firmware.

It runs on the wall clock. Its flash is a folder; a `main.py` there runs on the stand-in for the pins,
otherwise MicroPython's own prompt answers. Its port has one name and a new terminal after each start, as a
USB port with a udev link has.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path

from hardware.ports import Grid
from hardware.simulated.firmware import FirmwareEnded, MicroPythonBoard
from hardware.simulated.pseudo_terminal import link_port, open_raw

STEP_S = 0.002
_END_S = 5.0

_PROMPTS_MACHINE = '''"""MicroPython's `machine` at the prompt: a reset ends the process."""

import sys


def reset():
    sys.exit()
'''


class SimulatedPico:
    """A Pico that is plugged in from `plug` to `unplug`; also a context manager.

    `flash` is the folder of its file system, `port` the name of its serial port, `starts` counts its starts.
    Raises MicroPythonMissing if MicroPython cannot run.
    """

    def __init__(self, grid: Grid) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tablier-pico-")
        self.flash = self._made("flash")
        self.port = str(Path(self._folder.name) / "port")
        self.starts = 0
        (self._made("prompt") / "machine.py").write_text(_PROMPTS_MACHINE)
        self._board = MicroPythonBoard(grid, flash=self.flash)
        self._unplugged = threading.Event()
        self._is_there = threading.Event()
        """Set once its port has appeared after plugging in."""
        self._thread: threading.Thread | None = None

    def plug(self) -> None:
        """Give it power: it starts, and its port appears."""
        self._unplugged.clear()
        self._is_there.clear()
        self._thread = threading.Thread(target=self._live, name="simulated Pico", daemon=True)
        self._thread.start()
        self._is_there.wait(_END_S)

    def unplug(self) -> None:
        """Cut its power; its flash stays."""
        self._unplugged.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def __enter__(self) -> SimulatedPico:
        self.plug()
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()
        self._board.stop()
        self._folder.cleanup()

    def _made(self, name: str) -> Path:
        folder = Path(self._folder.name) / name
        folder.mkdir()
        return folder

    def _live(self) -> None:
        """The thread: one start after the other, as long as there is power."""
        while not self._unplugged.is_set():
            self.starts += 1
            if not (self.flash / "main.py").exists() or self._is_left_by_its_program():
                self._answer_at_the_prompt()

    def _is_left_by_its_program(self) -> bool:
        """Run its program to the end. Returns whether the prompt follows, not another start."""
        self._board.start()
        began_s = time.monotonic()
        try:
            self._link(self._board.port)
            while not self._unplugged.wait(STEP_S):
                self._board.advance(round(1e6 * (time.monotonic() - began_s)), 0)
        except FirmwareEnded as ended:
            return not ended.starts_again
        finally:
            self._unlink()
            self._board.kill()
        return False

    def _answer_at_the_prompt(self) -> None:
        """MicroPython's prompt, until a command restarts the board."""
        with ExitStack() as opened:
            its_end, held = open_raw()
            opened.callback(os.close, held)
            self._link(os.ttyname(held))
            opened.callback(self._unlink)
            with os.fdopen(its_end, "rb", buffering=0):
                process = self._spawned(its_end)
            opened.callback(process.wait, _END_S)
            opened.callback(process.kill)
            while process.poll() is None and not self._unplugged.wait(STEP_S):
                pass

    def _spawned(self, terminal: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-I", "-m", "micropython_unix"],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env=os.environ | {"MICROPYPATH": f"{Path(self._folder.name) / 'prompt'}:.frozen"},
            cwd=self.flash,
            start_new_session=True,
        )

    def _link(self, terminal: str) -> None:
        link_port(Path(self.port), terminal)
        self._is_there.set()

    def _unlink(self) -> None:
        Path(self.port).unlink(missing_ok=True)
