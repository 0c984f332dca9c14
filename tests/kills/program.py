"""`tablier play` in a process of its own, killed at any moment and started again."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

WITHIN_S = 60.0
ROOT = Path(__file__).parents[2]
MAIN = "from controller.cli import main; main()"
_STORED = re.compile(r"time=\S+ level=info logger=controller\.daemon\.daemon message=(?P<message>\".*\")")


class Program:
    """One run of the program, from its start to its end. Every line of its log is reported at once."""

    def __init__(self, settings: Path, main: str = MAIN) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", main, "-v", "play", "--config", str(settings)],
            cwd=ROOT,
            env={**os.environ, "XDG_RUNTIME_DIR": str(settings.parent)},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        """All lines until now."""
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    @property
    def is_up(self) -> bool:
        """Whether it has greeted the board."""
        return any(" sites, " in line for line in self.said)

    @property
    def stored(self) -> list[str]:
        """The entries that it has reported as stored, in order."""
        found = map(_STORED.fullmatch, self.said)
        said = [json.loads(line["message"]) for line in found if line is not None]
        return [words.removeprefix("journal: ") for words in said if words.startswith("journal: ")]

    def end(self) -> None:
        """SIGTERM, as systemd ends it. When this returns the process is gone."""
        self._process.terminate()
        self._process.wait(WITHIN_S)

    def kill(self) -> None:
        """SIGKILL. When this returns the process is gone, and all its lines are here."""
        self._process.kill()
        self._process.wait(WITHIN_S)
        self._reader.join()
        assert self._process.stderr is not None
        self._process.stderr.close()

    def _read(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.said.append(line.rstrip("\n"))
