"""A table that is a process of its own: `table_program.py`. It is stopped, killed and started anew."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from benchmarks.broker import IS_HERE as HAS_BROKER
from benchmarks.broker import Broker
from tests.controller.web.serving import free_port

ROOT: Final = Path(__file__).parents[4]
WITHIN_S: Final = 120.0
MODULE: Final = "tests.controller.web.evening.table_program"

SETTINGS: Final = """
[journal]
path = "{folder}/games/journal.sqlite"

[screen]
kind = "none"

[play]
settle_ms = 150

[web]
listen = "network"
address = "http://127.0.0.1:{port}/"
port = {port}

[mqtt]
broker = "{broker}"
port = {broker_port}
table = "t1"
"""


class Refused(Exception):
    """The person at the table could not do it."""


class RealTable:
    """The program, and what its person sees and does. What stands on the table outlives it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.broker = Broker(folder) if HAS_BROKER else None
        self._settings = folder / "tablier.toml"
        self._pieces: list[Any] = []
        self._process: subprocess.Popen[str] | None = None
        self._errors = (folder / "errors").open("a")
        self.kills = 0

    def start(self) -> None:
        """Start the broker and the program, and wait for the board and the page."""
        if self.broker is not None and not self._settings.exists():
            self.broker.start()
        text = SETTINGS.format(
            folder=self.folder,
            port=self.port,
            broker="127.0.0.1" if self.broker else "",
            broker_port=self.broker.port if self.broker else 1883,
        )
        self._settings.write_text(text, encoding="utf-8")
        self._process = subprocess.Popen(
            [sys.executable, "-m", MODULE, str(self._settings)],
            cwd=ROOT,
            env={**os.environ, "XDG_RUNTIME_DIR": str(self.folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self._say(self._pieces)
        self.until(lambda: self.look()["board"])

    @property
    def pid(self) -> int:
        """The process's number."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """SIGKILL. When this returns the process is gone."""
        assert self._process is not None
        self._process.kill()
        assert self._process.wait(WITHIN_S) == -signal.SIGKILL
        self._hang_up()
        self.kills += 1

    def _hang_up(self) -> None:
        assert self._process is not None
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()

    def hang(self, *, is_hung: bool) -> None:
        """The process gets no time any more, or goes on."""
        os.kill(self.pid, signal.SIGSTOP if is_hung else signal.SIGCONT)

    def stop(self) -> None:
        """End everything."""
        self._errors.close()
        if self._process is not None and self._process.poll() is None:
            self.hang(is_hung=False)
            self._process.terminate()
            try:
                self._process.wait(WITHIN_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                raise
            finally:
                self._hang_up()
        if self.broker is not None:
            self.broker.kill()

    @property
    def log(self) -> str:
        """Everything that it has logged and complained of."""
        return "".join((self.folder / name).read_text(encoding="utf-8") for name in ("log", "errors"))

    @property
    def public(self) -> set[str]:
        """The hashes of the public pictures, as they would be with other secrets."""
        return set((self.folder / "public").read_text(encoding="ascii").split())

    @property
    def journal(self) -> bytes:
        """The journal's file, with what was written beside it."""
        files = (self.folder / "games").glob("journal.sqlite*")
        return b"".join(one.read_bytes() for one in sorted(files))

    # The person at it

    def order(self, name: str, *arguments: Any) -> Any:
        """Something that the person does. Raises `Refused`."""
        self._say([name, arguments])
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, f"the program has ended: {self.log[-2_000:]}"
        answer = json.loads(line)
        self._pieces = answer["pieces"]
        if "refused" in answer:
            raise Refused(answer["refused"])
        return answer["found"]

    def _say(self, what: Any) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()

    def look(self) -> dict[str, Any]:
        """The table at this moment; see `Hands.look`."""
        return dict(self.order("look"))

    def touch(self, *names: str) -> None:
        """Touch what the screen shows."""
        self.order("touch", *names)

    def until(self, holds: Callable[[], bool], why: Callable[[], object] = lambda: "") -> None:
        """Wait until something is so."""
        end_s = time.monotonic() + WITHIN_S
        while not holds():
            assert time.monotonic() < end_s, why() or self.look()
            time.sleep(0.05)
