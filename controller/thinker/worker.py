"""A thinking process: it receives work on its standard input, and answers on its standard output.

Run as `python -m tablier.thinker`, by `controller.thinker.pool` only. It gives way to the table, has limited
memory, and ends with its parent.
"""

from __future__ import annotations

import gc
import os
import resource
import sys
import time
from contextlib import suppress
from random import Random
from threading import Condition, Thread
from typing import BinaryIO, Final

from controller.thinker.room import room_here
from controller.thinker.wire import Work, WorkResult, found_of, line_of, work_in
from engines.games import GAMES
from opponents.think import think
from opponents.thought import Budget, Level

NICENESS: Final = 5
"""How much more it gives way than the table. The service has -5: there it is equal to other programs, and
answers on time beside them."""

ANSWERING: Final = 0.05
"""The part of the time that is left for making the answer and freeing the tree."""


class CurrentWork:
    """The current work: the latest received."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._work = Work(0)

    def tell(self, work: Work) -> None:
        """Something else is wanted now."""
        with self._changed:
            self._work = work
            self._changed.notify()

    def is_wanted(self, number: int) -> bool:
        """Whether a work is still the one."""
        return self._work.number == number

    def next_after(self, number: int) -> Work:
        """Another work than this one, when there is any."""
        with self._changed:
            self._changed.wait_for(lambda: self._work.number != number and bool(self._work.game))
            return self._work


class _UnwantedError(Exception):
    """Other work has arrived. The answer is not made: that alone takes some hundredths of a second."""


def found_for(work: Work, task: CurrentWork) -> WorkResult | None:
    """Think until the time is over; `None` if other work arrives before. Errors are reported by a fixed word:
    their text may contain secrets."""
    end_s = time.monotonic() + work.for_s * (1 - ANSWERING)

    def is_over() -> bool:
        if not task.is_wanted(work.number):
            raise _UnwantedError
        return time.monotonic() >= end_s

    try:
        game = GAMES[work.game]
        position = game.restore(work.state)
        seen = [(game.restore(state), game.parse(action)) for state, action in work.seen]
        random = Random(work.seed)  # noqa: S311 - chance in a game, no secret
        budget = Budget(work.nodes, is_over)
        hand = frozenset(work.hand)
        thought = think(position, work.seat, Level(work.level), random, budget, hand, seen)
        return found_of(work.number, thought)
    except _UnwantedError:
        return None
    except Exception as error:  # noqa: BLE001 - the process's top: it goes on, and reports to the table
        return WorkResult(work.number, failure=type(error).__name__)


def read(source: BinaryIO, task: CurrentWork) -> None:
    """Receive work, and end the process when the parent is gone."""
    for line in source:
        task.tell(work_in(line))
    os._exit(0)


def give_way() -> None:
    """Let everything else go first, and take no more room than is granted: beyond that this process fails,
    and the table goes on without it."""
    most = room_here().bytes_each
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def main() -> None:
    """Think, until the parent is gone.

    Nothing in a search refers back, so that all of it is freed when it is dropped. Looking for cycles in it
    stopped the search for a tenth of a second, and answers and cancels with it.
    """
    give_way()
    gc.disable()
    task = CurrentWork()
    Thread(target=read, args=(sys.stdin.buffer, task), name="told", daemon=True).start()
    number = 0
    while True:
        work = task.next_after(number)
        number = work.number
        found = found_for(work, task)
        if found is not None:
            sys.stdout.buffer.write(line_of(found))
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
