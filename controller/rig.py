"""The whole controller on a simulated table, on a virtual clock: for scripts, demonstrations and tests.

Time passes only in `run_until`, from one thing that is due to the next, so that an hour without hands takes
about a second. A power cut leaves the journal as a killed process does, and the pieces where they are.

A `witness` looks on all the time: whatever is shown before it is stored, or lost, is raised as `Broken`.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from controller import preferences
from controller.calibration_file import calibration_for
from controller.daemon import Daemon, started
from controller.journal import Journal, JournalError
from controller.killing import Killed, Killer, Point
from controller.session import READERS
from controller.settings import Config
from controller.simulated_disk import SimulatedDisk
from controller.tables import tiles_for
from controller.witness import Rows, WatchedLights, Witness, require_kept
from hardware.board_protocol import BoardSpec
from hardware.lock_step_board import LockStepBoard
from hardware.ports import DeviceEvent, LinkLost, LinkUp, SensorFrame
from hardware.simulated_board import SimulatedBoard
from hardware.simulated_lights import SimulatedLights
from hardware.simulated_pads import SimulatedPads
from hardware.simulated_table import Piece, SimulatedTable
from texts import _

WALL_MS = 1_600_000_000_000
"""What the wall clock shows when the virtual clock is at 0."""

RESTART_MS = 2_000
"""So long after it was killed the program is started again, as systemd does (`RestartSec`)."""

MOST_STARTS = 60
"""So often the program is started without coming up, before that is held to be its end."""

MakeBoard = Callable[[BoardSpec, SimulatedTable], LockStepBoard]


class Rig:
    """A simulated table with its controller, its journal in this file. Times are milliseconds.

    `reads_tags` says that the board has the readers under the sites, where settings want such; otherwise they
    stand beside it. `pace` is told each time before anything is done at it, and may wait for another clock;
    `record` is told every sensor frame.
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
        self.config = config
        self.table = SimulatedTable(config.table.grid, config.simulation.seed)
        self._spec = replace(config.board_spec, has_tags=reads_tags and config.has_identity)
        under = self.table if config.has_identity and not reads_tags else None
        self.pads = SimulatedPads(config.pads, under, tiles_for(config).tags)
        self.tags: dict[str, str] = {}
        """The tags that are known beside those of the tile file: they must be there before the power is."""
        self.now_ms = 0
        self.wall_ahead_ms = 0
        self.daemon: Daemon | None = None
        self.witness: Witness | None = None
        self.unplugged: list[str] = []
        self.kills = 0
        """How often the program was killed."""
        self.harms = 0
        """How often something has gone wrong, or was mended."""
        self.killer = Killer(self._keep_what_is_stored)
        random = Random(config.simulation.seed)  # noqa: S311 - a world to be repeated, no secret
        self.disk = SimulatedDisk(self.killer, self._stall, self._note_rows, random)
        self._make_board = make_board
        self._folder = journal_file.parent
        self._journal_file = journal_file
        self._next_file = journal_file
        self._pace = pace
        self._record = record
        self._cuts = 0
        self._stored: Rows = {}
        self._restart_ms: int | None = None
        self._failed_starts = 0
        self._is_board_alone = False
        self._planned: list[tuple[int, int, Callable[[], None]]] = []
        self._serial = count()
        self._events: list[DeviceEvent] = []

    @property
    def running(self) -> Daemon:
        """The controller, which must have power."""
        assert self.daemon is not None
        return self.daemon

    @property
    def stored(self) -> Journal:
        """What the journal's file holds, as somebody beside the controller reads it."""
        assert self.witness is not None
        return self.witness.journal

    def power_on(self) -> None:
        """Start the controller, and the board with it."""
        with self._mortal():
            self._start()

    def _start(self) -> None:
        self._restart_ms = None
        self.journal = Journal.open(self._journal_file, self.disk.connect)
        self._failed_starts = 0
        self.witness = Witness(self._journal_file)
        require_kept(self._stored, self.witness.rows())
        if not self._is_board_alone:
            self.board = self._make_board(self._spec, self.table)
            self.board.amid = partial(self.killer.passing, Point.WIRE)
        self._is_board_alone = False
        self.lights = SimulatedLights(self.board, self.config.lights.electrics)
        seen = WatchedLights(self.lights, self.killer, self._look)
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
            dim=self.lights.dim,
        )
        self.board.start(calibration_for(self.config).emitting(self._events.append))
        self.lights.start(self._events.append)
        self.pads.start(self._events.append)
        for device in self.unplugged:
            self._pull(device)

    def power_cut(self) -> None:
        """Kill the controller where it stands: nothing is flushed, what the journal's file holds stays."""
        self._keep_what_is_stored()
        self._restart_ms = None
        self._stop()

    def kill(self) -> None:
        """Kill the program alone, as it waits: the board keeps its power. The program is started again."""
        with self._mortal():
            self.killer.kill()

    def close(self) -> None:
        """End the controller, if it has power, and let everything go."""
        if self.daemon is not None or self._restart_ms is not None:
            self._stop()

    @contextmanager
    def _mortal(self) -> Iterator[None]:
        """Something in which the program may die, or not come up: then it is started again after a while.

        Raises `JournalError` where it never comes up.
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
        """The program is dead, or could not begin."""
        if self.daemon is not None:
            self.board.abandon()
            self._is_board_alone = True
        self.pads.stop()
        self._let_journal_go()
        self.kills += 1
        self.harms += 1
        self._restart_ms = self.now_ms + RESTART_MS

    def _stop(self) -> None:
        self.board.amid = None  # who is dead cannot be killed
        self.board.stop()
        self._is_board_alone = False
        self.pads.stop()
        self._let_journal_go()

    def _let_journal_go(self) -> None:
        if self.witness is not None:
            self.journal.close()
            self.witness.close()
        self.daemon = self.witness = None
        self._journal_file = self._next_file
        self._events.clear()

    def _keep_what_is_stored(self) -> None:
        """Copy what the disk holds at this moment: that is what the program finds when it is started next."""
        if not self.disk.is_committing:
            self._note_rows()
        self._cuts += 1
        self._next_file = self._journal_file.with_name(f"journal-{self._cuts}.sqlite")
        self.disk.keep(self._journal_file, self._next_file)

    def _note_rows(self) -> None:
        if self.witness is not None:
            self._stored = self.witness.rows()

    def _look(self) -> None:
        if self.witness is not None and self.daemon is not None:
            self.witness.look(self.daemon.shown.session)

    def _stall(self, for_ms: int) -> None:
        """The program waits for the disk, and the world goes on."""
        self.now_ms += for_ms

    # What happens to the table

    def after(self, wait_ms: int, happening: Callable[[], None]) -> None:
        """Let something happen when so much time has passed."""
        heapq.heappush(self._planned, (self.now_ms + wait_ms, next(self._serial), happening))

    @property
    def is_anything_planned(self) -> bool:
        """Whether something is still to happen."""
        return bool(self._planned)

    def unplug(self, device: str) -> None:
        """Pull the cable of `board`, `lights`, `screen` or `rfid`, also while the power is off."""
        self.unplugged.append(device)
        with self._mortal():
            if self.daemon is not None:
                self._pull(device)

    def _pull(self, device: str) -> None:
        """Unplug a device of a table that is on."""
        if device == "board":
            self.board.unplug()
        elif device == "lights":
            self.lights.unplug(self.now_ms)
        elif device == "rfid":
            self.pads.unplug(self.now_ms)
        else:
            self._tell(LinkLost(self.now_ms, "screen", _("The touchscreen is away. Look at its cable.")))

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
            self._tell(LinkUp(self.now_ms, "screen", "touchscreen"))

    @property
    def now_us(self) -> int:
        """The time for hands: never before what the table has already lived through."""
        return max(1000 * self.now_ms, self.table.now_us)

    # What hands do, on the board and on the pads beside it

    def piece_on(self, site: int) -> Piece | None:
        """The piece on a site of the board, or on a pad: those are numbered after them."""
        pad = site - self.table.grid.size
        return self.table.piece_on(site) if pad < 0 else self.pads.tile_on(pad)

    def put(self, sites: Sequence[int], kind: str, label: str = "") -> None:
        """Set a piece down. Raises `TableError`."""
        pad = min(sites) - self.table.grid.size
        if pad < 0:
            self.table.put(sites, kind, self.now_us, label)
        else:
            self.pads.put(pad, Piece(kind, tuple(sites), label=label))

    def lift(self, sites: Sequence[int]) -> None:
        """Take the pieces on these sites away. Raises `TableError`."""
        size = self.table.grid.size
        if on_board := [site for site in sites if site < size]:
            self.table.lift(on_board, self.now_us)
        for site in sites:
            if site >= size:
                self.pads.lift(site - size)

    def tell(self, event: DeviceEvent) -> None:
        """Let the controller hear of something that is not the board's or the lights' to tell."""
        self._tell(event)
        self.run_for(0)

    def _tell(self, event: DeviceEvent) -> None:
        with self._mortal():
            self.running.handle(event, self.now_ms)
            self._look()

    def run_until(self, end_ms: int, is_reached: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass until `end_ms`, or until something is reached. Says whether it was.

        A program that was killed is waited for, however long that takes.
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
        times = [end_ms, *(planned[0] for planned in self._planned[:1])]
        if self.daemon is not None:
            due_ms = (self.board.next_ms, self.pads.next_ms(self.now_ms), self.daemon.next_ms())
            times += [at for at in due_ms if at is not None]
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
        """What was planned, each at its own time, also where a slow disk has held everything up since."""
        now_ms = self.now_ms
        while self._planned and self._planned[0][0] <= now_ms:
            self.now_ms, _number, happening = heapq.heappop(self._planned)
            with self._mortal():
                if self.daemon is not None or self._is_board_alone:
                    self.board.poll(self.now_ms)
            with self._mortal():
                happening()
        self.now_ms = now_ms

    def _live(self) -> None:
        """Let the program do what is due."""
        if self.daemon is None:
            if self._is_board_alone:
                self.board.poll(self.now_ms)
            return
        known_ms = self.now_ms  # what happens while the disk holds the program up is heard later
        self.board.poll(known_ms)
        self.pads.poll(known_ms)
        while self._events:
            event = self._events.pop(0)
            self.killer.passing(Point.EVENT)
            if self._record is not None and isinstance(event, SensorFrame):
                self._record(event)
            self.daemon.handle(event, self.now_ms)
        self.daemon.tick(known_ms)
        self._look()

    def _wall_ms(self) -> int:
        return WALL_MS + self.wall_ahead_ms + self.now_ms
