"""The flight recorder: the last hour of the table's events, views and decisions.

The main loop only hands over objects; a thread turns them into records and writes them. If the thread falls
behind, records are dropped and counted: a recorder never delays a game, and a failing disk never ends one.
Not recorded are touches while a PIN is asked for or a secret choice is made, and, while the table knows
hidden hands, the tiles on readers and the computer's thoughts.
"""

from __future__ import annotations

import logging
import os
import time
from collections import deque
from collections.abc import Callable
from threading import Event, Thread
from typing import Final

import msgspec

from controller.daemon.daemon import Daemon
from controller.daemon.shown import Shown
from controller.files.ring import PARTS, Ring
from controller.model.host import HostAnswered
from controller.model.phones import SeatChose
from controller.model.thinking import Considered, Unanswered
from controller.recorder import checkpoint
from controller.recorder.recording import (
    MAGIC,
    Decided,
    Head,
    LostRecord,
    Record,
    SensorsRecord,
    Shone,
    StateRecord,
    Ticked,
    Touched,
    Withheld,
    framed,
    is_secret,
    packed,
    record_of,
    sites_as_bytes,
    thought,
)
from controller.referee import session
from controller.referee.pads import keeps_hands
from controller.referee.session import Pressed
from controller.release import RELEASE
from controller.settings.config import without_secrets
from controller.settings.settings import Config
from controller.settings.tile_file import tiles_for
from controller.shell.model.state import Shell
from controller.shell.playing.chances import CHANCES
from hardware.ports import Lights, SensorFrame, TagRead, Touch

log = logging.getLogger(__name__)

WRITE_S: Final = 0.25
"""The writing interval. A killed program loses the events since the last one."""

LAST_S: Final = 2.0
"""How long the end of the program waits for the last records."""

MOST_WAITING: Final = 5_000
"""The longest queue for the thread."""

Made = Callable[[], Record | None]
"""An object from the main loop: it makes a record, in the recorder's thread."""


class Recorder:
    """Writes records into a ring of files.

    `head` makes the first record of each file. If the disk fails, the recorder is off from then on, which is
    logged once; without a `ring` it is off from the start.
    """

    def __init__(self, ring: Ring | None, minutes: int, head: Callable[[], Head]) -> None:
        self._ring = ring
        self._part_s = 60 * minutes / (PARTS - 1)
        self._part_ends_s = 0.0
        self._head = head
        self._waiting: deque[Made] = deque()
        self._closed: int | None = None
        self._ending = Event()
        self._thread = Thread(target=self._run, name="recorder", daemon=True)
        self.is_on = ring is not None
        self.wants_state = True
        """Whether the state at the next quiet moment is wanted: only there can a replay begin."""
        self.dropped = 0
        """The number of dropped records."""
        self._told_dropped = 0

    def __enter__(self) -> Recorder:
        if self._ring is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Write the remaining records, and end the thread."""
        self._ending.set()
        if self._ring is not None:
            self._thread.join(LAST_S)

    def put(self, made: Made) -> None:
        """Queue an object without waiting."""
        if not self.is_on:
            return
        if len(self._waiting) >= MOST_WAITING:
            self.dropped += 1
            return
        self._waiting.append(made)

    def sensors(self, frame: SensorFrame, now_ms: int) -> SensorsRecord:
        """The record of a sensor frame. Called in the recorder's thread."""
        is_same = frame.closed == self._closed
        self._closed = frame.closed
        return SensorsRecord(now_ms, frame.at_ms, None if is_same else sites_as_bytes(frame.closed))

    def state(self, shell: Shell, lights: bytes) -> StateRecord | None:
        """The record of a moment, if it is quiet. Called in the recorder's thread."""
        captured = checkpoint.captured(shell)
        self.wants_state = captured is None
        return None if captured is None else StateRecord(captured, packed(lights))

    def _run(self) -> None:
        try:
            while not self._ending.wait(WRITE_S):
                self.write(time.monotonic())
            self.write(time.monotonic())
        except OSError as error:
            log.error("recorder: is off, its files cannot be written: %s", error.strerror)
        except Exception:  # a thread's top; a game goes on without its recorder
            log.exception("recorder: is off, by a fault of this program")
        finally:
            self.is_on = False
            self._waiting.clear()
            if self._ring is not None:
                self._ring.close()

    def write(self, now_s: float) -> None:
        """Write all queued records; called by the thread. `now_s` is a monotonic time. Raises `OSError`."""
        ring = self._ring
        if ring is None:
            return
        if ring.is_full or now_s >= self._part_ends_s:
            self._part_ends_s = now_s + self._part_s
            ring.begin()
            self._closed = None
            self.wants_state = True
            ring.write(MAGIC + framed(self._head()))
        found: list[bytes] = []
        for _ in range(len(self._waiting)):
            record = self._waiting.popleft()()
            if record is not None:
                found.append(framed(record))
        if self.dropped > self._told_dropped:
            found.append(framed(LostRecord(self.dropped - self._told_dropped)))
            self._told_dropped = self.dropped
            self.wants_state = True
        if found:
            ring.write(b"".join(found))


class RecordedLights:
    """Lights that record their pictures. Keeps the duties of `Lights`."""

    def __init__(self, inner: Lights, recorder: Recorder) -> None:
        self._inner = inner
        self._recorder = recorder
        self.shown = b""
        self.ticking_ms: int | None = None
        """The time of the current tick, as long as it has had no effect."""

    def show(self, frame: bytes) -> None:
        """Show a picture of three bytes a light."""
        self.note_tick()
        self.shown = frame
        self._recorder.put(lambda: Shone(packed(frame)))
        self._inner.show(frame)

    def note_tick(self) -> None:
        """A tick has an effect: it is recorded before that effect."""
        if self.ticking_ms is not None:
            now_ms, self.ticking_ms = self.ticking_ms, None
            self._recorder.put(lambda: Ticked(now_ms))


class Recorded:
    """A daemon whose events, ticks and decisions are all recorded."""

    def __init__(self, daemon: Daemon, lights: RecordedLights, recorder: Recorder) -> None:
        self._daemon = daemon
        self._lights = lights
        self._recorder = recorder

    @property
    def shown(self) -> Shown:
        """The current view."""
        return self._daemon.shown

    def next_ms(self) -> int | None:
        """When `tick` has something to do next."""
        return self._daemon.next_ms()

    def handle(self, event: session.Event, now_ms: int) -> None:
        """Handle an event."""
        shell = self._daemon.shell
        self._offer_state(shell, now_ms)
        self._heard(event, now_ms, shell)
        self._daemon.handle(event, now_ms)
        self._decided(shell)

    def tick(self, now_ms: int) -> None:
        """Handle the passing of time."""
        shell = self._daemon.shell
        self._offer_state(shell, now_ms)
        self._lights.ticking_ms = now_ms
        self._daemon.tick(now_ms)
        if self._daemon.shell is not shell:
            self._lights.note_tick()
            self._decided(shell)
        self._lights.ticking_ms = None

    def _heard(self, event: session.Event, now_ms: int, shell: Shell) -> None:
        recorder = self._recorder
        match event:
            case SensorFrame():
                recorder.put(lambda: recorder.sensors(event, now_ms))
            case TagRead() if keeps_hands(shell.session):
                recorder.wants_state = True
                recorder.put(lambda: Withheld(now_ms))
            case Touch() | Pressed() if checkpoint.is_withheld(shell):
                recorder.wants_state = True
                recorder.put(lambda: Withheld(now_ms))
            case SeatChose() | HostAnswered():
                recorder.wants_state = True
                recorder.put(lambda: Withheld(now_ms))
            case Touch(at_ms, x, y):
                recorder.put(lambda: Touched(now_ms, at_ms, x, y))
            case Considered(at_ms, purpose, number) if purpose == CHANCES:
                # Nothing at the table depends on them, and the search that found them may have met secrets.
                recorder.put(lambda: thought(Unanswered(at_ms, purpose, number, ""), now_ms))
            case Considered() | Unanswered():
                if is_secret(event) or keeps_hands(shell.session):
                    recorder.wants_state = True
                    recorder.put(lambda: Withheld(now_ms))
                else:
                    recorder.put(lambda: thought(event, now_ms))
            case _:
                recorder.put(lambda: record_of(event, now_ms))

    def _decided(self, before: Shell) -> None:
        shell = self._daemon.shell
        if shell is not before:
            self._recorder.put(lambda: decision(shell))

    def _offer_state(self, shell: Shell, now_ms: int) -> None:
        recorder = self._recorder
        if recorder.wants_state and checkpoint.is_quiet(shell) and self._daemon.fingers.is_calm(now_ms):
            recorder.wants_state = False
            lights = self._lights.shown
            recorder.put(lambda: recorder.state(shell, lights))


def decision(shell: Shell) -> Decided:
    """A table's decision, without secrets."""
    now = shell.session
    plies = now.play.plies if now.play else ()
    return Decided(
        screen=shell.phase.value,
        phase=now.phase.value,
        game=now.play.table.game.name if now.play else "",
        plies=len(plies),
        last=plies[-1].action.public if plies else "",
        readings=len(now.question.interpretations),
        asked=sites_as_bytes(now.due.sites),
        masked=sites_as_bytes(now.tracker.masked),
        trouble=str(now.trouble),
    )


def recorder_of(config: Config, wall_ms: Callable[[], int]) -> Recorder:
    """The recorder that the settings describe. Raises `ConfigError` for an invalid tile file."""
    folder, wanted = config.recorder_folder, config.recorder
    ring = None if folder is None else Ring(folder, wanted.max_mb * 1_000_000)
    return Recorder(ring, wanted.minutes, head_of(config, wall_ms))


def head_of(config: Config, wall_ms: Callable[[], int]) -> Callable[[], Head]:
    """The first record of each file of a table with these settings. Raises `ConfigError`."""
    tiles = tiles_for(config)
    settings = msgspec.to_builtins(without_secrets(config))
    made_by, run = RELEASE, f"{wall_ms()}-{os.getpid()}"
    kinds, marks = dict(tiles.kinds), dict(tiles.marks)
    return lambda: Head(made_by, run, wall_ms(), settings, kinds, marks)
