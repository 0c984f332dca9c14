"""A real table's tag readers, on pseudo-terminals, with the controller behind them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import Queue

import pytest

from controller.daemon.daemon import Daemon, started
from controller.devices import choose_devices, choose_readers
from controller.games import KINDS
from controller.journal.journal import Journal
from controller.making.enrol import run
from controller.model.records import Played, Start
from controller.model.view import Phase
from controller.monotonic import now_ms, sleep_ms
from controller.referee.session import READERS
from controller.settings.config import load
from controller.settings.settings import Config
from controller.settings.tile_file import load as load_tiles
from controller.settings.tile_file import save
from controller.tables.tiles import Tiles
from hardware.ports import DeviceEvent, LinkUp, SensorFrame
from hardware.simulated.pn532 import SimulatedPn532
from hardware.simulated.rdm6300 import SimulatedRdm6300
from hardware.simulated.readers import ReaderCable
from hardware.tags.rfid import TagReaders

WITHIN_MS = 20_000
OFFERED = ("turnup D15", "turnup M1", "choose H", "choose M")
TAGS = {"H12": "010063E9AE", "H3": "010063E9AF"}
MAKE: dict[str, Callable[[], SimulatedPn532 | SimulatedRdm6300]] = {
    "pn532": SimulatedPn532,
    "rdm6300": SimulatedRdm6300,
}


class NoLights:
    """A table without lights."""

    def show(self, frame: bytes) -> None:
        """See `Lights`."""


class Table:
    """A board that says what it sees, a cable with a reader for each of two seats, and a folder."""

    def __init__(self, folder: Path, kind: str) -> None:
        self.folder = folder
        self.readers = [MAKE[kind]() for _ in range(2)]
        self.cables = [
            ReaderCable(reader, folder / f"seat-{seat}") for seat, reader in enumerate(self.readers, 1)
        ]
        ports = [str(cable.port) for cable in self.cables]
        (folder / "table.toml").write_text(
            f'[table]\npads = 2\n[board]\nkind = "serial"\n[tags]\nkind = "{kind}"\nports = {ports}\n'
            '[tiles]\nfile = "tiles.toml"\n[play]\nsettle_ms = 100\n[screen]\nkind = "none"\n'
        )
        self._events: Queue[DeviceEvent] = Queue()

    @property
    def config(self) -> Config:
        return load(self.folder / "table.toml")

    def play_on(self, journal: Journal) -> Daemon:
        """The controller with a game of Cités Nouvelles that has come to its first trick."""
        header = {"game": "cites", "players": 2, "options": {"contre": False}}
        journal.apply([Start(header), *map(Played, OFFERED)], 0)
        daemon = started(self.config, journal, NoLights(), ["board", READERS], lambda: 0)
        daemon.handle(LinkUp(now_ms(), "board", "a board"), now_ms())
        daemon.handle(SensorFrame(now_ms(), daemon.session.current.closed), now_ms())
        return daemon

    def run_until(self, holds: Callable[[], bool], daemon: Daemon) -> None:
        end_ms = now_ms() + WITHIN_MS
        while not holds():
            assert now_ms() < end_ms
            while not self._events.empty():
                daemon.handle(self._events.get(), now_ms())
            daemon.tick(now_ms())
            sleep_ms(1)

    def start(self, readers: TagReaders) -> None:
        readers.start(self._events.put)


@pytest.fixture(params=MAKE)
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Table]:
    table = Table(tmp_path, request.param)
    yield table
    for cable in table.cables:
        cable.unplug()


def test_a_trick_is_played_by_tiles_on_the_pads(table: Table) -> None:
    save(table.folder / "tiles.toml", Tiles({tag: piece for piece, tag in TAGS.items()}))
    with ExitStack() as stack:
        journal = stack.enter_context(Journal.open(table.folder / "journal.sqlite"))
        daemon = table.play_on(journal)
        assert daemon.session.phase is Phase.PAUSED
        readers, _ = choose_readers(table.config)
        assert isinstance(readers, TagReaders)
        stack.callback(readers.stop)
        table.start(readers)
        table.run_until(lambda: daemon.session.phase is Phase.PLAYING, daemon)
        for reader, (piece, tag) in zip(table.readers, TAGS.items(), strict=True):
            played = [*journal.actions(1), f"play {piece}"]
            reader.put(tag)
            table.run_until(lambda wanted=played: journal.actions(1) == wanted, daemon)  # type: ignore[misc]
        for reader, tag in zip(table.readers, TAGS.values(), strict=True):
            reader.lift(tag)
        table.run_until(lambda: not daemon.session.due.asked and not daemon.session.tracker.kinds, daemon)


def test_a_pulled_reader_pauses_the_game_that_needs_it(table: Table) -> None:
    save(table.folder / "tiles.toml", Tiles({tag: piece for piece, tag in TAGS.items()}))
    with ExitStack() as stack:
        journal = stack.enter_context(Journal.open(None))
        daemon = table.play_on(journal)
        readers, _ = choose_readers(table.config)
        assert isinstance(readers, TagReaders)
        stack.callback(readers.stop)
        table.start(readers)
        table.readers[0].put(TAGS["H12"])
        table.run_until(lambda: len(journal.actions(1)) == 5, daemon)
        table.cables[1].unplug()
        table.run_until(lambda: daemon.session.phase is Phase.PAUSED, daemon)
        assert "tag reader of seat 2" in daemon.session.devices.away[READERS]
        table.cables[1].plug(table.cables[1].port)
        table.run_until(lambda: daemon.session.phase is Phase.PLAYING, daemon)
        table.readers[1].put(TAGS["H3"])
        table.run_until(lambda: len(journal.actions(1)) == 6, daemon)


def test_blocks_are_enrolled_on_real_readers(table: Table) -> None:
    tags = iter(("010063E901", "010063E902"))
    laid: list[str] = []

    def lay(piece: str) -> None:
        for tag in laid:
            table.readers[0].lift(tag)
        laid[:] = [next(tags, "")]
        if not laid[0]:
            raise KeyboardInterrupt
        table.readers[0].put(laid[0])

    readers, nobody = choose_readers(table.config)
    nobody("M1")
    out = io.StringIO()
    file = table.folder / "tiles.toml"
    run(readers, file, None, out, now_ms, sleep_ms, lay)
    assert load_tiles(file, KINDS).kinds == {"010063E901": "M1", "010063E902": "M2"}
    assert out.getvalue().splitlines()[:2] == ["Lay M1 on a reader.", "M1 has the tag 010063E901."]


def test_a_table_with_readers_waits_for_them(table: Table) -> None:
    save(table.folder / "tiles.toml", Tiles())
    devices = choose_devices(table.config)
    assert isinstance(devices.all[0], TagReaders)
    assert READERS in devices.awaited
