"""The cost of the journal: `python -m benchmarks.journal` prints it as JSON. Wall clock, and processor time.

A commit without a keeper and with one that brings the log in after every commit; the bringing in itself; a
start with many games, and the verification of all of them.
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import chain, repeat
from pathlib import Path

import msgspec

from benchmarks.figures import percentile, rounded
from controller.journal import check as journal_check
from controller.journal.file import another_connection
from controller.journal.journal import Journal
from controller.journal.keeper import brought_in
from controller.model.records import Effect, Finish, Played, Start

HEADER = {"game": "masterplan", "overlap": True}
RESULT = {"winner": "white", "reason": "all houses are built", "score": {"white": 33, "yellow": 21}}
ACTIONS = 300
ACTIONS_A_GAME = 44
GAMES = (2_000, 10_000)


def commits(folder: Path) -> dict[str, object]:
    """Commits one after the other; the log is brought in after each fifth, timed separately."""
    with (
        Journal.open(folder / "commits.sqlite") as journal,
        closing(another_connection(folder / "commits.sqlite")) as keeper,
    ):
        game = journal.start_game(HEADER, 0)
        brought = []
        for number in range(ACTIONS):
            journal.play(game, "house d4 ne", number)
            if number % 5 == 4:
                brought.append(_ms(lambda: brought_in(keeper)))
        took = [us / 1000 for us in list(journal.took_us)[-ACTIONS:]]
        return {
            "commit_ms": {"p50": rounded(percentile(took, 50)), "p99": rounded(percentile(took, 99))},
            "log_into_file_ms": {
                "p50": rounded(percentile(brought, 50)),
                "p99": rounded(percentile(brought, 99)),
            },
        }


def many(folder: Path, games: int) -> dict[str, float]:
    """A start, a list of the games and a verification of all of them, in milliseconds of processor time."""
    path = folder / f"{games}.sqlite"
    write(path, finished=games)
    with Journal.open(path, keep_games=games) as journal:
        figures = {
            "megabytes": rounded(path.stat().st_size / 1e6),
            "list_ms": rounded(_cpu_ms(journal.games)),
            "look_through_ms": rounded(_cpu_ms(lambda: journal_check.is_whole(journal.file.connection))),
        }
    return {**figures, "open_ms": rounded(_cpu_ms(lambda: Journal.open(path, keep_games=games).close()))}


def write(path: Path, finished: int, unfinished: Sequence[Sequence[Effect]] = ()) -> None:
    """A new journal of this many finished games, then of unfinished ones with these effects each."""
    plays = [Played(f"house d{number % 8 + 1} ne") for number in range(ACTIONS_A_GAME)]
    over: list[Effect] = [Start(HEADER), *plays, Finish(RESULT)]
    with Journal.open(None, keep_games=finished + len(unfinished)) as written:
        for number, effects in enumerate(chain(repeat(over, finished), unfinished)):
            written.apply(effects, number)
        with closing(sqlite3.connect(path)) as copy:
            written.file.connection.backup(copy)
    Journal.open(path, keep_games=finished + len(unfinished)).close()


def _ms(do: Callable[[], object]) -> float:
    began = time.perf_counter()
    do()
    return (time.perf_counter() - began) * 1000


def _cpu_ms(do: Callable[[], object]) -> float:
    began = time.process_time()
    do()
    return (time.process_time() - began) * 1000


def main() -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory(prefix="tablier-", dir=Path.cwd()) as folder:
        figures = commits(Path(folder))
        figures["games"] = {str(games): many(Path(folder), games) for games in GAMES}
    print(msgspec.json.format(msgspec.json.encode(figures)).decode())


if __name__ == "__main__":
    main()
