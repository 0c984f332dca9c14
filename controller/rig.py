"""The whole controller on a simulated table, on a virtual clock: for scripts, demonstrations and tests.

Time passes only in `run_until`, from one thing that is due to the next, so that an hour without hands takes
about a second. A power cut leaves the journal as a killed process does, and the pieces where they are.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from controller.calibration_file import calibration_for
from controller.daemon import Daemon, started
from controller.journal import Journal
from controller.session import READERS
from controller.settings import Config
from controller.tables import tiles_for
from hardware.board_protocol import BoardSpec
from hardware.lock_step_board import LockStepBoard
from hardware.ports import DeviceEvent, SensorFrame
from hardware.simulated_board import SimulatedBoard
from hardware.simulated_lights import SimulatedLights
from hardware.simulated_pads import SimulatedPads
from hardware.simulated_table import Piece, SimulatedTable

WALL_MS = 1_600_000_000_000
"""What the wall clock shows when the virtual clock is at 0."""

MakeBoard = Callable[[BoardSpec, SimulatedTable], LockStepBoard]


class Rig:
    """A simulated table with its controller, its journal in this file. Times are milliseconds.

    `pace` is told each time before anything is done at it, and may wait for another clock; `record` is told
    every sensor frame.
    """

    def __init__(
        self,
        config: Config,
        journal_file: Path,
        make_board: MakeBoard = SimulatedBoard,
        *,
        pace: Callable[[int], None] | None = None,
        record: Callable[[SensorFrame], None] | None = None,
    ) -> None:
        self.config = config
        self.table = SimulatedTable(config.table.grid, config.simulation.seed)
        under = self.table if config.has_identity else None
        self.pads = SimulatedPads(config.pads, under, tiles_for(config).tags)
        self.tags: dict[str, str] = {}
        """The tags that are known beside those of the tile file: they must be there before the power is."""
        self.now_ms = 0
        self.wall_ahead_ms = 0
        self.daemon: Daemon | None = None
        self._make_board = make_board
        self._journal_file = journal_file
        self._pace = pace
        self._record = record
        self._cuts = 0
        self._events: list[DeviceEvent] = []

    @property
    def running(self) -> Daemon:
        """The controller, which must have power."""
        assert self.daemon is not None
        return self.daemon

    def power_on(self) -> None:
        """Start the controller, and the board with it."""
        self.journal = Journal.open(self._journal_file)
        self.board = self._make_board(self.config.board_spec, self.table)
        self.lights = SimulatedLights(self.board, self.config.lights.electrics)
        awaited = ["board", READERS]
        self.daemon = started(self.config, self.journal, self.lights, awaited, self._wall_ms, self.tags)
        self.board.start(calibration_for(self.config).emitting(self._events.append))
        self.lights.start(self._events.append)
        self.pads.start(self._events.append)

    def power_cut(self) -> None:
        """Kill the controller where it stands: nothing is flushed, what the journal's file holds stays."""
        left = self._journal_file
        self._cuts += 1
        self._journal_file = left.with_name(f"{self._cuts}-{left.name}")
        for suffix in ("", "-wal"):
            if Path(f"{left}{suffix}").exists():
                shutil.copy(f"{left}{suffix}", f"{self._journal_file}{suffix}")
        self._stop()

    def close(self) -> None:
        """End the controller, if it has power, and let everything go."""
        if self.daemon is not None:
            self._stop()

    def _stop(self) -> None:
        self.board.stop()
        self.pads.stop()
        self.journal.close()
        self.daemon = None
        self._events.clear()

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
        self.running.handle(event, self.now_ms)

    def run_until(self, end_ms: int, is_reached: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass until `end_ms`, or until something is reached. Says whether it was."""
        while not is_reached():
            if self.now_ms >= end_ms:
                return False
            self.now_ms = self._next_ms(end_ms)
            if self._pace is not None:
                self._pace(self.now_ms)
            self._step()
        return True

    def run_for(self, for_ms: int) -> None:
        """Let time pass."""
        self.run_until(self.now_ms + for_ms)

    def _next_ms(self, end_ms: int) -> int:
        if self.daemon is None:
            return end_ms
        due_ms = (self.board.next_ms, self.pads.next_ms(self.now_ms), self.daemon.next_ms())
        times = [at for at in due_ms if at is not None]
        return max(min([end_ms, *times]), self.now_ms + 1)

    def _step(self) -> None:
        if self.daemon is None:
            return
        self.board.poll(self.now_ms)
        self.pads.poll(self.now_ms)
        while self._events:
            event = self._events.pop(0)
            if self._record is not None and isinstance(event, SensorFrame):
                self._record(event)
            self.daemon.handle(event, event.at_ms)
        self.daemon.tick(self.now_ms)

    def _wall_ms(self) -> int:
        return WALL_MS + self.wall_ahead_ms + self.now_ms
