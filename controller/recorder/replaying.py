"""Replays a recording with the same program, which must come to the same decisions.

A replay begins where the recording holds the complete state of the table, and runs until something was
withheld or lost; then it begins again at the next state. The outcome counts these stretches.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Final

import msgspec

from controller.daemon.daemon import Daemon, started
from controller.games import tables_for
from controller.journal.errors import JournalError
from controller.journal.file import JournalFile, in_memory
from controller.journal.holdings import Holdings, KeptGame
from controller.journal.journal import Journal
from controller.journal.seal import LogLine
from controller.recorder import checkpoint
from controller.recorder.recorder import decision
from controller.recorder.recording import (
    AnyRecord,
    Decided,
    Head,
    LostRecord,
    RecordingError,
    SensorsRecord,
    Shone,
    StateRecord,
    ThoughtRecord,
    Ticked,
    Told,
    Touched,
    Withheld,
    event_of,
    records_in,
    unpacked,
)
from controller.referee import session
from controller.referee.session import Effects
from controller.referee.session_parts import UnfinishedGame
from controller.settings.config import checked
from controller.settings.settings import Config
from controller.shell.model.state import Shell
from controller.tables.tiles import Tiles
from engines.record import record
from hardware.ports import SensorFrame

log = logging.getLogger(__name__)

LONGEST_REASON: Final = 300
LONGEST: Final = 3_000
"""The most characters shown of a difference."""


@dataclass(slots=True)
class ReplayResult:
    """The result of a replay. `difference` describes the first one, if any."""

    stretches: int = 0
    inputs: int = 0
    decisions: int = 0
    pictures: int = 0
    left_out: int = 0
    difference: str = ""


@dataclass(slots=True)
class ReplayStep:
    """A recorded event, if it is recorded, and its effects."""

    where: str
    found: AnyRecord
    lights: list[bytes] = field(default_factory=list)
    decided: Decided | None = None


@record
class HandledEvent:
    """An event, and the time at which the table handled it."""

    event: session.Event
    now_ms: int


class _Journal(Journal):
    """A journal in memory, whose disk fails when that of the recorded table did."""

    refusal = ""

    def apply(self, effects: Iterable[object], wall_ms: int, game_id: int | None = None) -> int | None:
        """See `Journal`."""
        if self.refusal:
            raise JournalError(self.refusal)
        found: Effects = tuple(effects)  # type: ignore[arg-type]
        return super().apply(found, wall_ms, game_id)


class _Lights:
    """Lights that keep their pictures, without repeated ones."""

    def __init__(self, shown: bytes) -> None:
        self.pictures: list[bytes] = []
        self._shown = shown

    def show(self, frame: bytes) -> None:
        """See `Lights`."""
        if frame != self._shown:
            self._shown = frame
            self.pictures.append(frame)


class Stretch:
    """A table that continues from a recorded state. Raises `RecordingError` if that is not possible."""

    def __init__(self, head: Head, state: StateRecord) -> None:
        try:
            config = checked(head.config, "its settings")
            start = checkpoint.read(state.state)
            tiles = Tiles(head.kinds, head.marks)
            tables = tables_for(config.table.grid, config.table.cell_sites, config.pads, tiles)
            shell = checkpoint.restored(start, tables)
            self._grid = config.table.grid
            self._shown = unpacked(state.lights)
            self._lights = _Lights(self._shown)
            with ExitStack() as held:
                self._journal = held.enter_context(_journal_of(shell))
                self._daemon = _daemon_of(config, shell, self._journal, self._lights)
                held.pop_all()
        except RecordingError:
            raise
        except Exception as error:  # the whole table is made of it: any error is possible
            log.debug("replay: an invalid state", exc_info=True)
            raise RecordingError(f"its state is another version's, or no table's: {_named(error)}") from error

    def close(self) -> None:
        """Close the table's journal."""
        self._journal.close()

    def differs(self, step: ReplayStep, told: HandledEvent | Ticked) -> str:
        """Replay a step. Returns the difference in words, or an empty text."""
        before = self._daemon.shell
        if (
            isinstance(told, HandledEvent)
            and isinstance(told.event, SensorFrame)
            and told.event.closed >> self._grid.size
        ):
            raise RecordingError("a set of sites reaches over the table")
        self._journal.refusal = step.decided.trouble if step.decided else ""
        self._lights.pictures.clear()
        try:
            self._do(told)
        except Exception as error:  # the top of a nested program: its failures are what a replay looks for
            log.debug("replay: the program fails", exc_info=True)
            return f"the program fails now: {_named(error)}"
        after = self._daemon.shell
        decided = decision(after) if after is not before else None
        wanted, got = _plain(step.decided), _plain(decided)
        if wanted != got:
            return f"it decided {wanted}, and decides {got} now"
        pictures = self._new(step.lights)
        if checkpoint.is_of_the_past(before) or checkpoint.is_of_the_past(after):
            return ""
        return "" if pictures == self._lights.pictures else "the lights show something else now"

    def _do(self, told: HandledEvent | Ticked) -> None:
        """Raises any error of the program."""
        if isinstance(told, Ticked):
            self._daemon.tick(told.now_ms)
        else:
            self._daemon.handle(told.event, told.now_ms)

    def _new(self, lights: list[bytes]) -> list[bytes]:
        """The recorded pictures, without repeated ones."""
        new = []
        for one in map(unpacked, lights):
            if one != self._shown:
                new.append(one)
            self._shown = one
        return new


def replay(files: Iterable[tuple[str, bytes]], going_on: Callable[[], None] = lambda: None) -> ReplayResult:
    """Replay recordings, given with their names, the oldest first. It ends at the first difference.
    `going_on` is called before each step.

    Raises `RecordingError` if they cannot be read.
    """
    with closing(_Again()) as again:
        for step in _steps(files):
            going_on()
            again.take(step)
            if again.outcome.difference:
                break
    return again.outcome


class _Again:
    """Replays the steps of a recording, from one stretch to the next."""

    def __init__(self) -> None:
        self.outcome = ReplayResult()
        self._head: Head | None = None
        self._closed = 0
        self._stretch: Stretch | None = None

    def close(self) -> None:
        """End the current stretch."""
        if self._stretch is not None:
            self._stretch.close()
            self._stretch = None

    def take(self, step: ReplayStep) -> None:
        """Replay one step. Raises `RecordingError`, which says where."""
        try:
            self._take(step)
        except RecordingError as error:
            raise RecordingError(f"{step.where}: {error}") from error

    def _take(self, step: ReplayStep) -> None:
        match step.found:
            case Head() as head:
                if self._head is None or self._head.run != head.run:
                    self.close()
                self._head = head
            case StateRecord() as state:
                self._begin(step, state)
            case LostRecord():
                self.close()
            case Withheld():
                self.close()
                self.outcome.left_out += 1
            case Ticked() as ticked:
                self._live(step, ticked)
            case SensorsRecord() | Told() | ThoughtRecord() | Touched() as told:
                event = event_of(told, self._closed)
                if isinstance(event, SensorFrame):
                    self._closed = event.closed
                self._live(step, HandledEvent(event, told.now_ms))

    def _begin(self, step: ReplayStep, state: StateRecord) -> None:
        if self._head is None:
            raise RecordingError("a recording begins with its head")
        if self._stretch is None:
            self.outcome.stretches += 1
            self._stretch = Stretch(self._head, state)

    def _live(self, step: ReplayStep, told: HandledEvent | Ticked) -> None:
        outcome = self.outcome
        if self._stretch is None:
            outcome.left_out += 1
            return
        difference = self._stretch.differs(step, told)
        outcome.inputs += 1
        outcome.decisions += step.decided is not None
        outcome.pictures += len(step.lights)
        if difference:
            outcome.difference = f"{step.where}: {_words(told)[:LONGEST_REASON]}: {difference[:LONGEST]}"


def _steps(files: Iterable[tuple[str, bytes]]) -> Iterator[ReplayStep]:
    """The recorded events, each with its effects.

    The last one before the end, or before another start of the program, may have been cut off by a kill: it
    is left out if it has no effects.
    """
    step: ReplayStep | None = None
    run = ""
    for where, entry in chain.from_iterable(_numbered(name, data) for name, data in files):
        if isinstance(entry, Shone | Decided):
            _add(step, entry)
            continue
        is_start = isinstance(entry, Head) and entry.run != run
        run = entry.run if isinstance(entry, Head) else run
        if step is not None and (step.decided is not None or not is_start):
            yield step
        step = ReplayStep(where, entry)
    if step is not None and step.decided is not None:
        yield step


def _add(step: ReplayStep | None, record: Shone | Decided) -> None:
    """Add an effect to its step, if the step's beginning is there."""
    if step is None:
        return
    if isinstance(record, Shone):
        step.lights.append(record.lights)
    else:
        step.decided = record


def _numbered(name: str, data: bytes) -> Iterator[tuple[str, AnyRecord]]:
    for number, entry in enumerate(records_in(data, name), 1):
        yield f"{name}, record {number}", entry


def _journal_of(shell: Shell) -> _Journal:
    """A journal that holds the games of a table."""
    kept: dict[int, KeptGame] = {}
    line_ids = count(1)
    for number, game in sorted(_games_of(shell).items()):
        header = msgspec.json.encode(game.header, enc_hook=str).decode()
        lines = tuple(LogLine(next(line_ids), "play", text, 0, 0) for text in game.actions)
        kept[number] = KeptGame(number, header, 0, lines)
    held = Holdings(kept, last_game=max(kept, default=0), last_line=next(line_ids) - 1)
    return _Journal(JournalFile.of("", in_memory(held)))


def _games_of(shell: Shell) -> dict[int, UnfinishedGame]:
    """A table's open games, by number."""
    games = dict(shell.session.unfinished.games)
    if shell.session.play is not None and shell.session.game_id is not None:
        games[shell.session.game_id] = UnfinishedGame.of(shell.session.play)
    return games


def _daemon_of(config: Config, shell: Shell, journal: Journal, board_lights: _Lights) -> Daemon:
    """A daemon that continues from there, without access to files."""
    no_tiles = msgspec.structs.replace(config.tiles, file="")
    fresh = started(msgspec.structs.replace(config, tiles=no_tiles), journal, board_lights, (), lambda: 0)
    size = (config.screen.width, config.screen.height)
    return Daemon(shell, journal, board_lights, size, lambda: 0, fresh.shell_requests, fresh.brightness)


def _plain(decided: Decided | None) -> dict[str, object]:
    """A decision for comparing and reading. Disk failures are worded differently in a replay."""
    if decided is None:
        return {}
    values = msgspec.structs.asdict(decided)
    return {**values, "trouble": bool(decided.trouble)}


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:LONGEST_REASON]


def _words(told: HandledEvent | Ticked) -> str:
    """A step in words."""
    return f"at {told.now_ms} ms, {told.event}" if isinstance(told, HandledEvent) else f"at {told.now_ms} ms"
