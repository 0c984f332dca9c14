"""The whole controller on a simulated table, on a virtual clock: for scripts, demonstrations and tests.

Time passes only in `run_until`, from one due event to the next, so that an hour without hands takes seconds.
A power cut leaves the journal as a killed process does, and the pieces where they are.

A `witness` watches all the time: if anything is shown before it is stored, or lost, it raises `Broken`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from controller.daemon.daemon import Daemon, started
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.referee.session import READERS, Event
from controller.settings import preferences
from controller.settings.calibration_file import calibration_for
from controller.settings.settings import Config
from controller.simulation.killing import Killed, Point
from controller.simulation.rig_journal import RigJournal
from controller.simulation.table_top import TableTop
from controller.simulation.witness import WatchedLights
from controller.thinker.inline import InlineThinker
from engines.record import replace
from hardware.board.protocol import BoardSpec
from hardware.ports import LinkLost, LinkUp, SensorFrame
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.lights import SimulatedLights
from hardware.simulated.lock_step_board import LockStepBoard
from hardware.simulated.table import SimulatedTable
from texts import _

WALL_MS = 1_600_000_000_000
"""The wall clock when the virtual clock is at 0."""

RESTART_MS = 2_000
"""The delay of a restart after a crash, as with systemd (`RestartSec`)."""

NODES = 40
"""Search nodes per action of the computer: it need not play well here."""

MOST_STARTS = 60
"""The number of failed starts after which the program counts as dead."""

MakeBoard = Callable[[BoardSpec, SimulatedTable], LockStepBoard]


class Rig(TableTop):
    """A simulated table with its controller, its journal in this file. Times are milliseconds.

    `reads_tags`: the board has the readers under the sites, if the settings ask for readers; otherwise they
    stand beside it. `pace` is called before each action at the table, and may wait for another clock;
    `record` receives every sensor frame.
    """

    def __init__(
        self,
        config: Config,
        journal_file: Path,
        make_board: MakeBoard = SimulatedBoard,
        *,
        reads_tags: bool = False,
        pace: Callable[[int], None] | None = None,
        record: Callable[[SensorFrame], None] | None = None,
    ) -> None:
        super().__init__(config, reads_tags=reads_tags)
        self.config = config
        self._spec = replace(config.board_spec, has_tags=reads_tags and config.has_identity)
        self.tags: dict[str, str] = {}
        """Known tags beside those of the tile file: they must be set before power on."""
        self.wall_ahead_ms = 0
        self.daemon: Daemon | None = None
        self.unplugged: list[str] = []
        self.kills = 0
        """The number of kills."""
        self.harms = 0
        """The number of faults and repairs."""
        self.thinker = InlineThinker(NODES, config.simulation.seed)
        """The thinker of the computer players."""
        self.storage = RigJournal(journal_file, config.simulation.seed, self._stall)
        self._make_board = make_board
        self._folder = journal_file.parent
        self._pace = pace
        self._record = record
        self._restart_ms: int | None = None
        self._failed_starts = 0
        self._is_board_alone = False
        self._events: list[Event] = []

    @property
    def running(self) -> Daemon:
        """The controller, which must have power."""
        assert self.daemon is not None
        return self.daemon

    @property
    def is_harmed(self) -> bool:
        """Whether a fault is scheduled, or the line still has bytes to lose or to damage."""
        lines = (self.board.from_board, self.board.to_board)
        return self.is_anything_planned or any(line.is_harming for line in lines)

    @property
    def stored(self) -> Journal:
        """The content of the journal's file, as another process reads it."""
        assert self.storage.witness is not None
        return self.storage.witness.journal

    def power_on(self) -> None:
        """Start the controller, and the board with it."""
        with self._mortal():
            self._start()

    def _start(self) -> None:
        self._restart_ms = None
        self.journal = self.storage.open()
        self._failed_starts = 0
        if not self._is_board_alone:
            self.board = self._make_board(self._spec, self.table)
            self.board.amid = partial(self.storage.killer.passing, Point.WIRE)
        self._is_board_alone = False
        self.lights = SimulatedLights(self.board, self.config.lights.electrics, self.board)
        seen = WatchedLights(self.lights, self.storage.killer, self._look)
        awaited = ["board", READERS]
        kept = preferences.opened(self._folder / preferences.FILE, self.config)
        self.daemon = started(
            self.config,
            self.journal,
            seen,
            awaited,
            self._wall_ms,
            self.tags,
            kept=kept,
            strip=self.lights,
            thinker=self.thinker,
        )
        self.thinker.start(self._events.append)
        self.board.start(calibration_for(self.config).emitting(self._events.append))
        self.lights.start(self._events.append)
        self.pads.start(self._events.append)
        for device in self.unplugged:
            self._pull(device)

    def power_cut(self) -> None:
        """Kill the controller without a flush; the content of the journal's file stays."""
        self.storage.keep()
        self._restart_ms = None
        self._stop()

    def kill(self) -> None:
        """Kill the program alone, while it waits: the board keeps its power. The program is restarted."""
        with self._mortal():
            self.storage.killer.kill()

    def close(self) -> None:
        """End the controller, if it has power, and release everything."""
        if self.daemon is not None or self._restart_ms is not None:
            self._stop()
        self.storage.let_go()  # also what a failed start has opened

    @contextmanager
    def _mortal(self) -> Iterator[None]:
        """A step in which the program may die, or fail to start; it is then restarted after a while.

        Raises `JournalError` if it never starts.
        """
        try:
            yield
        except Killed:
            self._fall()
        except JournalError:
            self._failed_starts += 1
            if self._failed_starts > MOST_STARTS:
                raise
            self._fall()

    def _fall(self) -> None:
        """The program has died, or could not start."""
        if self.daemon is not None:
            self.board.abandon()
            self._is_board_alone = True
        self.pads.stop()
        self._end()
        self.kills += 1
        self.harms += 1
        self._restart_ms = self.now_ms + RESTART_MS

    def _stop(self) -> None:
        self.board.amid = None  # a dead program cannot be killed
        self.board.stop()
        self._is_board_alone = False
        self.pads.stop()
        self._end()

    def _end(self) -> None:
        self.thinker.stop()
        self.storage.let_go()
        self.daemon = None
        self._events.clear()

    def _look(self) -> None:
        if self.storage.witness is not None and self.daemon is not None:
            self.storage.witness.look(self.daemon.shown.session)

    def _stall(self, for_ms: int) -> None:
        """The program waits for the disk while the world goes on."""
        self.now_ms += for_ms

    # Events at the table

    def unplug(self, device: str) -> None:
        """Pull the cable of `board`, `lights`, `screen` or `rfid`, even with the power off."""
        self.unplugged.append(device)
        with self._mortal():
            if self.daemon is not None:
                self._pull(device)

    def _pull(self, device: str) -> None:
        """Unplug a device of a running table."""
        if device == "board":
            self.board.unplug()
        elif device == "lights":
            self.lights.unplug(self.now_ms)
        elif device == "rfid":
            self.pads.unplug(self.now_ms)
        else:
            self._deliver(LinkLost(self.now_ms, "screen", _("The touchscreen is away. Look at its cable.")))

    def plug(self, device: str) -> None:
        """Put a cable back."""
        self.unplugged.remove(device)
        with self._mortal():
            self._put_back(device)

    def _put_back(self, device: str) -> None:
        is_on = self.daemon is not None
        if device == "rfid":
            self.pads.plug()
        elif device == "board" and (is_on or self._is_board_alone):
            self.board.plug()
        elif device == "lights" and is_on:
            self.lights.plug(self.now_ms)
        elif device == "screen" and is_on:
            self._deliver(LinkUp(self.now_ms, "screen", "touchscreen"))

    def tell(self, event: Event) -> None:
        """Send the controller an event of another source than the board or the lights."""
        self._deliver(event)
        self.run_for(0)

    def _deliver(self, event: Event) -> None:
        with self._mortal():
            self.running.handle(event, self.now_ms)
            self._look()

    def run_until(self, end_ms: int, is_reached: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass until `end_ms`, or until a condition holds. Returns whether it did.

        A killed program is waited for, however long that takes.
        """
        while self._restart_ms is not None or not is_reached():
            if self.now_ms >= end_ms and self._restart_ms is None:
                return False
            self.now_ms = self._next_ms(max(end_ms, self._restart_ms or 0))
            if self._pace is not None:
                self._pace(self.now_ms)
            self._step()
        return True

    def run_for(self, for_ms: int) -> None:
        """Let time pass."""
        self.run_until(self.now_ms + for_ms)

    def _next_ms(self, end_ms: int) -> int:
        planned_ms = self.planned_ms()
        times = [end_ms] if planned_ms is None else [end_ms, planned_ms]
        if self.daemon is not None:
            due_ms = (self.board.next_ms, self.pads.next_ms(self.now_ms), self.daemon.next_ms())
            times += [at for at in (*due_ms, self.thinker.next_ms()) if at is not None]
        elif self._restart_ms is not None:
            times.append(self._restart_ms)
        return max(min(times), self.now_ms + 1)

    def _step(self) -> None:
        self._let_happen()
        if self._restart_ms is not None and self.now_ms >= self._restart_ms:
            self.power_on()
        with self._mortal():
            self._live()

    def _let_happen(self) -> None:
        """Carry out planned events, each at its own time, even if a slow disk has delayed everything
        since."""
        now_ms = self.now_ms
        while (planned_ms := self.planned_ms()) is not None and planned_ms <= now_ms:
            self.now_ms, happening = self.next_planned()
            with self._mortal():
                if self.daemon is not None or self._is_board_alone:
                    self.board.poll(self.now_ms)
            with self._mortal():
                happening()
        self.now_ms = now_ms

    def _live(self) -> None:
        """Run what is due in the program."""
        if self.daemon is None:
            if self._is_board_alone:
                self.board.poll(self.now_ms)
            return
        known_ms = self.now_ms  # events during a disk delay are received later
        self.board.poll(known_ms)
        self.pads.poll(known_ms)
        self.thinker.poll(known_ms)
        while self._events:
            event = self._events.pop(0)
            self.storage.killer.passing(Point.EVENT)
            if self._record is not None and isinstance(event, SensorFrame):
                self._record(event)
            self.daemon.handle(event, self.now_ms)
        self.daemon.tick(known_ms)
        self._look()

    def _wall_ms(self) -> int:
        return WALL_MS + self.wall_ahead_ms + self.now_ms
