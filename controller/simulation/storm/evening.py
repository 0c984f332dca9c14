"""A table script that is carried out line by line, under observation, and its failure."""

from __future__ import annotations

import logging
import os
import re
import tempfile
import traceback
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from controller.referee.play import Play
from controller.settings.settings import Config
from controller.simulation.killing import Killed
from controller.simulation.people.retrying_player import RetryingPlayer
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from controller.simulation.scripts.expectations import Unmet
from controller.simulation.scripts.runner import MakeRig, Runner
from controller.simulation.scripts.script import parse
from controller.simulation.truth import WrongClock, WrongOwner, WrongTouch
from controller.simulation.witness import Lost, SecretTold, ShownTooEarly
from engines.record import record
from hardware.simulated.table import ImpossibleAct

KINDS = {
    Unmet: "wrong",
    Lost: "lost",
    Refused: "stuck",
    ImpossibleAct: "stuck",
    ShownTooEarly: "early",
    SecretTold: "told",
    WrongOwner: "owner",
    WrongClock: "clock",
    WrongTouch: "touch",
}
"""The kinds of failures, by exception; any other exception is a crash of the program."""

CRASHED = "crashed"

MEMORY = Path("/dev/shm")  # noqa: S108 - a new folder in it is made by `tempfile`
"""Linux's in-memory file system: no real disk delays, and failing disks are simulated."""

MOST_FRAMES = 3
"""The most functions named for a crash without a message."""


@record
class GameFailure:
    """A failure: its kind (one of `KINDS`, or `CRASHED`), and its description."""

    kind: str
    reason: str

    def is_like(self, other: GameFailure) -> bool:
        """Whether two failures have one cause, as far as their texts show."""
        return self.kind == other.kind and _gist(self.reason) == _gist(other.reason)


def _gist(reason: str) -> str:
    """The text without its particulars, and without the screen's lines below its heading."""
    return re.sub(r"'[^']*'|\d+", "", reason.split(" / ", maxsplit=1)[0])


class Evening:
    """A table on which lines are carried out. Made by `evening`."""

    def __init__(self, runner: Runner, messages: list[str]) -> None:
        self.lines: list[str] = []
        self._runner = runner
        self._messages = messages

    @property
    def rig(self) -> Rig:
        """The table."""
        return self._runner.rig

    @property
    def play(self) -> Play | None:
        """The current game."""
        return self.rig.running.session.play

    @property
    def people(self) -> RetryingPlayer:
        """The players."""
        return self._runner.people

    def do(self, *lines: str) -> None:
        """Carry out lines. Raises any failure."""
        for line in lines:
            self.lines.append(line)
            for command in parse(line, "storm").commands:
                self._runner.do(command)
                self._require_silence()

    def _require_silence(self) -> None:
        """The log must contain no secret. Raises `SecretTold`."""
        messages, self._messages[:] = self._messages[:], []
        play = self.play if self._runner.has_power else None
        if play is None or not play.position.secret_plies:
            return
        for ply in play.plies[-play.position.secret_plies :]:
            if any(str(ply.action) in message for message in messages):
                raise SecretTold("the log tells what was chosen in secret")


@contextmanager
def evening(make_rig: MakeRig) -> Iterator[Evening]:
    """A new table, closed at the end."""
    where = MEMORY if os.access(MEMORY, os.W_OK) else None
    with (
        tempfile.TemporaryDirectory(prefix="tablier-", dir=where) as folder,
        _heard() as messages,
        closing(Runner(Config(), Path(folder) / "journal.sqlite", make_rig)) as runner,
    ):
        yield Evening(runner, messages)


def replayed(lines: Iterable[str], make_rig: MakeRig) -> GameFailure | None:
    """The failure of these lines, if any."""
    with evening(make_rig) as table:
        try:
            table.do(*lines)
        except (Exception, Killed) as error:  # noqa: BLE001 - whatever it is, it is told as what failed
            return failure_of(error)
    return None


def failure_of(error: BaseException) -> GameFailure:
    """The failure for an exception. A crash without a message is described by its place."""
    kind = next((kind for cause, kind in KINDS.items() if isinstance(error, cause)), CRASHED)
    words = f"{type(error).__name__}: {str(error) or _place(error)}" if kind == CRASHED else str(error)
    return GameFailure(kind, words)


def _place(error: BaseException) -> str:
    """The functions in which an exception was raised, the innermost last: different places are different
    failures."""
    return " > ".join(frame.name for frame in traceback.extract_tb(error.__traceback__)[-MOST_FRAMES:])


class _Ears(logging.Handler):
    """Collects all log messages of the program."""

    def __init__(self, messages: list[str]) -> None:
        super().__init__(logging.INFO)
        self._messages = messages

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        self._messages.append(record.getMessage())


@contextmanager
def _heard() -> Iterator[list[str]]:
    """Collect log messages from now on, instead of their usual handlers."""
    messages: list[str] = []
    ears = _Ears(messages)
    loggers = [logging.getLogger(name) for name in ("controller", "hardware")]
    before = [(one.level, one.propagate) for one in loggers]
    for one in loggers:
        one.addHandler(ears)
        one.setLevel(logging.INFO)
        one.propagate = False
    try:
        yield messages
    finally:
        for one, (level, propagate) in zip(loggers, before, strict=True):
            one.removeHandler(ears)
            one.setLevel(level)
            one.propagate = propagate
