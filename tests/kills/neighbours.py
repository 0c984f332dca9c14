"""Other programs that read a running table's journal at random moments, and go away again.

The shell of SQLite makes a backup, or only looks in; a browser looks at past games on the table's page. While
the table is alive, they must not change the stored data.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
import urllib.request
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random

LONGEST_PAUSE_S = 0.25
OPEN_AND_CLOSE = (
    "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM log').fetchall()"
)
PAGES = ("/games/en", "/games/en/1/1", "/games/1.jsonl")
HAS_SHELL = shutil.which("sqlite3") is not None


class Neighbours:
    """A thread that lets them come, while a journal is not `left_alone`."""

    def __init__(self, journal: Path, page: int, seed: int) -> None:
        self.visits: Counter[str] = Counter()
        self._journal = journal
        self._page = page
        self._dice = Random(seed)
        self._ending = threading.Event()
        self.left_alone = threading.Lock()
        """While it is held no neighbour comes, and none is still there."""
        self._thread = threading.Thread(target=self._live, name="neighbours")

    def start(self) -> None:
        """From now on they come."""
        self._thread.start()

    def stop(self) -> None:
        """They come no more."""
        self._ending.set()
        self._thread.join()

    def _live(self) -> None:
        ways: Mapping[str, Callable[[], None]] = {
            "a page": self._look_at_a_page,
            "an open and close": self._open_and_close,
            **({"a backup": self._back_up} if HAS_SHELL else {}),
        }
        while not self._ending.wait(LONGEST_PAUSE_S * self._dice.random()):
            with self.left_alone:
                if self._journal.exists():
                    way = self._dice.choice(list(ways))
                    ways[way]()
                    self.visits[way] += 1

    def _look_at_a_page(self) -> None:
        address = f"http://127.0.0.1:{self._page}{self._dice.choice(PAGES)}"
        with suppress(OSError), urllib.request.urlopen(address, timeout=2) as answer:
            answer.read()

    def _open_and_close(self) -> None:
        self._run(sys.executable, "-c", OPEN_AND_CLOSE, str(self._journal))

    def _back_up(self) -> None:
        copy = self._journal.parent.parent / "neighbours.copy"
        self._run("sqlite3", str(self._journal), f".backup '{copy}'")

    @staticmethod
    def _run(*words: str) -> None:
        subprocess.run(words, capture_output=True, check=False, timeout=60)
