"""`python -m benchmarks.promptness [REQUESTS] [LOAD] [NICENESS]`: how late a thinking process answers.

Each request asks for the strongest action in a position of a random game, while `LOAD` other processes keep
the cores busy. They give way to the table by `NICENESS`: 5 as on a computer that it is installed on, 0 as
beside `tablier play` on a desktop. *Late* is the time from the end of the asked second to the answer. *After
a cancel* is the same for a request of 50 ms that is made at once after another was cancelled.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from benchmarks.searching import mid_games
from controller.model.thinking import Answer, Request
from controller.thinker.pool import Pool
from engines.game import Position
from engines.games import GAMES
from opponents.thought import Level

SECOND_MS = 1_000
SHORT_MS = 50
BUSY = "import os; os.nice({})\nwhile True: pass"


@contextmanager
def busy(load: int, niceness: int) -> Iterator[None]:
    """This many processes that do nothing, without a rest."""
    others = [subprocess.Popen((sys.executable, "-c", BUSY.format(niceness))) for _other in range(load)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


class Asking:
    """A pool of one process for a game, and the time that its answers take."""

    def __init__(self, game: str) -> None:
        self._game = GAMES[game]
        self.pool = Pool(1)
        self._answers: list[Answer] = []
        self._numbers = count(1)
        self.pool.start(self._answers.append)

    def ask(self, position: Position[Any], for_ms: int) -> tuple[str, int]:
        """Begin a request; returns its name."""
        request = Request(
            "play", next(self._numbers), self._game, position, str(position.turn), Level.STRONG, for_ms
        )
        self.pool.think(request)
        return request.name

    def late_ms(self, position: Position[Any], for_ms: int) -> float:
        """How much later than asked an answer comes."""
        begun_s = time.monotonic()
        self.ask(position, for_ms)
        while not self._answers:
            self.pool.poll(time.monotonic_ns() // 1_000_000)
            time.sleep(0.001)
        self._answers.clear()
        return 1000 * (time.monotonic() - begun_s) - for_ms

    def after_cancel_ms(self, position: Position[Any]) -> float:
        """How much later than asked an answer comes after another request was cancelled."""
        name = self.ask(position, 60_000)
        end_s = time.monotonic() + SECOND_MS / 1000 * random.uniform(0.5, 1.5)
        while time.monotonic() < end_s:
            self.pool.poll(time.monotonic_ns() // 1_000_000)
            time.sleep(0.01)
        self.pool.cancel(name)
        return self.late_ms(position, SHORT_MS)


def told(what: str, times_ms: list[float]) -> str:
    """The middle and the longest of some times."""
    times_ms = sorted(times_ms)
    return f"{what}: {times_ms[len(times_ms) // 2]:.0f} ms in the middle, {times_ms[-1]:.0f} ms at most"


def main(requests: int, load: int, niceness: int) -> None:
    """Print how late the answers come, for each game."""
    for game in GAMES:
        asking = Asking(game)
        positions = [position for _round in range(requests) for position in mid_games(game)][:requests]
        asking.late_ms(positions[0], SHORT_MS)
        with busy(load, niceness):
            late = [asking.late_ms(position, SECOND_MS) for position in positions]
            cancelled = [asking.after_cancel_ms(position) for position in positions]
        asking.pool.stop()
        print(
            f"{game}, {requests} requests, load {load}: {told('late', late)}; "
            f"{told('after a cancel', cancelled)}"
        )


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*given, *(20, 2, 5)[len(given) :])
