"""One thinking process from the table's side: started in a thread of its own, with lines in both
directions."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock, Thread
from typing import Final

WORKER: Final = (sys.executable, "-P", "-m", "tablier.thinker")

LAST_S: Final = 2.0
"""Longest wait for a process that was killed."""


class LineProcess:
    """A process that answers in lines. `heard` receives each of them, and finally `None`, from another
    thread. Only `close` waits for the process."""

    def __init__(self, command: Sequence[str], heard: Callable[[LineProcess, bytes | None], None]) -> None:
        self._command = command
        self._heard = heard
        self._lock = Lock()
        self._waiting: bytes | None = None
        self._running: subprocess.Popen[bytes] | None = None
        self._is_killed = False
        self._thread = Thread(target=self._run, name="thinker", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """The process's number, once it runs."""
        return self._running.pid if self._running else None

    def tell(self, line: bytes) -> None:
        """Send a line; an earlier one that was not sent yet, because the process is still being started, is
        dropped."""
        with self._lock:
            if self._running is None:
                self._waiting = line
            else:
                self._write(self._running, line)

    def kill(self) -> None:
        """End the process at once, whatever it does."""
        with self._lock:
            self._is_killed = True
            if self._running is not None:
                self._running.kill()

    def close(self) -> None:
        """End it, and wait until it has ended."""
        self.kill()
        self._thread.join(LAST_S)

    def _run(self) -> None:
        try:
            with subprocess.Popen(  # noqa: S603 - this program's own
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                process_group=0,  # Ctrl-C and a closed terminal are for the table, which ends its thinkers
            ) as running:
                self._listen(running)
        except OSError:
            pass  # it could not be started: its end is reported below
        finally:
            self._heard(self, None)

    def _listen(self, running: subprocess.Popen[bytes]) -> None:
        assert running.stdin is not None
        assert running.stdout is not None
        os.set_blocking(running.stdin.fileno(), False)
        with self._lock:
            self._running = running
            if self._is_killed:
                running.kill()
            elif self._waiting is not None:
                self._write(running, self._waiting)
        rest = b""
        while chunk := os.read(running.stdout.fileno(), 1 << 16):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._heard(self, line)

    def _write(self, running: subprocess.Popen[bytes], line: bytes) -> None:
        """Send a line, or kill a process that accepts none."""
        assert running.stdin is not None
        sent = 0
        with suppress(OSError):
            sent = os.write(running.stdin.fileno(), line)
        if sent < len(line):
            running.kill()
