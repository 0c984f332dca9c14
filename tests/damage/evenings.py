"""Evenings at a table: real games in a journal, and the state in which a program left it.

An evening is played by a process of its own, `python -m tests.damage.evenings FOLDER STATE SEED`. It reports
an entry as stored after the journal has stored it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from controller.games import tables_for
from controller.journal.journal import Journal
from controller.model.records import Effect, Finish, Hand, Mask, Played, Start, Undo, Used
from controller.referee.play import Play
from controller.settings.settings import Config
from controller.simulation.chance import any_action
from controller.simulation.refused import Refused
from opponents.thought import Level

ROOT = Path(__file__).parents[2]
FILE = "journal.sqlite"
OLDER = "older.sqlite"
"""Beside the folder of an evening: the journal's file as it was after the first start."""
PLAYED = ("masterplan", "forma", "massai")
PLAYERS = {"masterplan": "white", "forma": "p1", "massai": "dark"}
MOST_ACTIONS = 40


class State(StrEnum):
    """How the program has ended."""

    CLOSED = "closed in order"
    MID_TURN = "killed in a game"
    CHECKPOINTED = "killed after a checkpoint"
    FIRST = "killed in the first game of all"
    LONG = "killed after many games"


STARTS = {State.FIRST: 1}
"""How often the program was started; else three times."""
GAMES = {State.FIRST: 0, State.LONG: 14}
"""This many games are finished at each start; otherwise two."""
AFTER_CHECKPOINT = 3
"""This many actions follow it."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A journal as a program has left it: its folder, what the program has said to be stored of each game,
    and the journal's file as it was after the first start, if there was another."""

    state: State
    seed: int
    folder: Path
    said: dict[int, list[str]]

    @property
    def older(self) -> Path | None:
        """See `OLDER`."""
        file = self.folder.parent / OLDER
        return file if file.exists() else None

    def __str__(self) -> str:
        return f"{self.state}, seed {self.seed}"


def played(folder: Path, state: State, seed: int) -> Evening:
    """Let an evening be played in a new folder."""
    where = folder / f"{state.name.lower()}-{seed}" / "games"
    where.mkdir(parents=True)
    words = [sys.executable, "-m", "tests.damage.evenings", str(where), state.name, str(seed)]
    run = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, check=False)
    assert run.returncode == (0 if state is State.CLOSED else -signal.SIGKILL), run.returncode
    said: dict[int, list[str]] = {}
    for line in run.stdout.splitlines():
        game, texts = json.loads(line)
        said.setdefault(game, []).extend(texts)
    return Evening(state, seed, where, said)


class _Evening:
    """The program's side of it."""

    def __init__(self, folder: Path, state: State, seed: int) -> None:
        self._path = folder / FILE
        self._state = state
        self._dice = Random(f"{state} {seed}")
        self._wall_ms = 1_700_000_000_000
        self._tables = tables_for(Config().table.grid, 3)

    def play(self) -> None:
        """All starts of the program. It is killed in the last one, unless the state asks for an orderly
        end."""
        starts = STARTS.get(self._state, 3)
        for number in range(1, starts + 1):
            journal = Journal.open(self._path)
            for _ in range(GAMES.get(self._state, 2)):
                self._game(journal, MOST_ACTIONS, is_finished=True)
            if number == starts and self._state is not State.CLOSED:
                self._last_game(journal)
                os.kill(os.getpid(), signal.SIGKILL)
            self._game(journal, self._dice.randint(3, 15), is_finished=False)
            journal.close()
            if number == 1:
                shutil.copyfile(self._path, self._path.parent.parent / OLDER)

    def _last_game(self, journal: Journal) -> None:
        actions = self._actions(journal, PLAYED[0], {})
        for _ in range(self._dice.randint(8, 20)):
            next(actions)
        if self._state is State.CHECKPOINTED:
            journal._file.connection.execute("PRAGMA wal_checkpoint(FULL)")
            for _ in range(AFTER_CHECKPOINT):
                next(actions)

    def _game(self, journal: Journal, most: int, *, is_finished: bool) -> None:
        name = self._dice.choice(PLAYED)
        computers = {"yellow": Level.EASY} if name == "masterplan" and self._dice.random() < 0.5 else {}
        numbers = list(islice(self._actions(journal, name, computers), most))
        if is_finished:
            self._apply(journal, [Finish({"winner": None, "reason": "given up"})], numbers[-1])

    def _actions(self, journal: Journal, name: str, computers: dict[str, Level]) -> Iterator[int]:
        """Play a game; gives its number after each action."""
        table = self._tables[name]
        header = table.header({option.name: option.values[0][0] for option in table.options})
        play = Play.begin(table, header)
        game = self._apply(journal, [Start(header, computers)])
        while True:
            yield game
            if play.plies and self._dice.random() < 0.08:
                play = play.back(1)
                self._apply(journal, [Undo(1)], game)
                continue
            if play.position.outcome() is not None:
                return
            try:
                action = any_action(play, self._dice)
            except Refused:
                return
            play = play.after(action)
            self._apply(journal, [Played(str(action)), *self._beside(name)], game)

    def _beside(self, name: str) -> list[Effect]:
        """The data beside the actions, stored now and then."""
        number = self._dice.randrange(12)
        if number == 0:
            return [Mask(self._dice.randrange(24), self._dice.randrange(24))]
        if number <= 3:
            return [Used({PLAYERS[name]: self._dice.randrange(90_000)})]
        return [Hand(1, PLAYERS[name], ("H12", "M3"))] if number == 4 else []

    def _apply(self, journal: Journal, effects: list[Effect], game: int | None = None) -> int:
        self._wall_ms += self._dice.randrange(60_000)
        number = journal.apply(effects, self._wall_ms, game)
        assert number is not None
        print(json.dumps([number, [text for one in effects if (text := words_of(one))]]), flush=True)
        return number


def words_of(effect: Any) -> str:
    """An entry of a game's log, as it is compared; nothing for what is none."""
    match effect:
        case Played(text):
            return f"play {text}"
        case Undo(plies):
            return f"undo {plies}"
        case Finish():
            return "finish"
    return ""


if __name__ == "__main__":
    folder, state, seed = sys.argv[1:]
    _Evening(Path(folder), State[state], int(seed)).play()
