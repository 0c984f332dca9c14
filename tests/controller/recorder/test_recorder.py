"""The flight recorder: what it writes, what it never writes, and a disk or a day that goes wrong."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from controller.daemon.daemon import Daemon, started
from controller.files.ring import PARTS, Ring, files_in
from controller.journal.journal import Journal
from controller.model.host import HostAnswered
from controller.model.phones import Watched
from controller.model.thinking import Considered, Unanswered
from controller.model.view import Phase
from controller.recorder.recorder import (
    MOST_WAITING,
    Recorded,
    RecordedLights,
    Recorder,
    head_of,
    recorder_of,
)
from controller.recorder.recording import (
    MAGIC,
    Decided,
    Head,
    LostRecord,
    RecordingError,
    SensorsRecord,
    Shone,
    StateRecord,
    ThoughtRecord,
    Told,
    Touched,
    Withheld,
    event_of,
    framed,
    record_of,
    records_in,
    sites_of,
    unpacked,
)
from controller.referee.session import Pressed
from controller.settings.config import load
from controller.settings.settings import Config
from controller.shell.playing.chances import CHANCES
from controller.simulation.scripts.runner import run
from controller.simulation.scripts.script import parse
from engines.games import GAMES
from hardware.host.port import ReadStatus
from hardware.ports import LinkStalled, LinkUp, SensorFrame, Touch
from hardware.simulated.host.computer import SimulatedHost
from opponents.thought import Option
from tests.controller.recorded import Recording, recording
from tests.controller.shell.inline_host import InlineHost
from tests.owner import owned

__all__ = ["recording"]

A_GAME = (
    "game masterplan",
    "play house d4 ne",
    "play house f6 n",
    "take back",
)


class NoLights:
    """A table without lights."""

    def show(self, frame: bytes) -> None:
        """See `Lights`."""


def play(*lines: str, config: Config | None = None) -> None:
    """A script that must hold."""
    failure = run(parse("\n".join(lines), "evening.table"), config or load())
    assert failure is None, failure


# Recorded data


def test_frames_lights_and_decisions_are_kept(recording: Recording) -> None:
    play(*A_GAME)
    records = recording.records()
    assert isinstance(records[0], Head)
    assert isinstance(records[1], StateRecord)
    decided = [(one.plies, one.last) for one in records if isinstance(one, Decided) and one.game]
    assert (1, "house d4 ne") in decided
    assert (2, "house f6 n") in decided
    assert decided[-1] == (1, "house d4 ne")
    seen = {
        sites_of(one.closed) for one in records if isinstance(one, SensorsRecord) and one.closed is not None
    }
    assert {sites.bit_count() for sites in seen} >= {0, 1, 2}
    assert any(len(unpacked(one.lights)) == 3 * 576 for one in records if isinstance(one, Shone))


def test_a_board_that_says_the_same_again_takes_no_room(recording: Recording) -> None:
    play("game masterplan", "wait 20000")
    frames = [one for one in recording.records() if isinstance(one, SensorsRecord)]
    assert len(frames) > 60
    assert sum(one.closed is not None for one in frames) == 1


def test_a_silent_board_is_recorded_as_such() -> None:
    record = record_of(LinkStalled(5, "board"), 7)
    assert record is not None
    assert event_of(record, 0) == LinkStalled(5, "board")


def test_every_file_begins_with_the_settings_and_is_its_owners_alone(recording: Recording) -> None:
    play(*A_GAME, config=load(None, [("kiosk.pin", '"4711"'), ("play.settle_ms", "500")]))
    head = recording.records()[0]
    assert isinstance(head, Head)
    assert head.config["play"]["settle_ms"] == 500
    assert head.config["kiosk"]["pin"] == ""
    assert not any(b"4711" in data for _, data in recording.files())
    assert recording.folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in recording.folder.iterdir()} == {0o600}


# Data that is never recorded

SET_UPS = (
    ("#cell-1,1", "#cell-1,2", "#cell-2,2", "#cell-2,3", "#cell-3,3"),
    ("#cell-0,0", "#cell-0,1", "#cell-0,2", "#cell-0,3", "#cell-0,4"),
)


def test_no_secret_choice_can_be_read_from_the_recording(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for number, cells in enumerate(SET_UPS):
        made = Recording(tmp_path / str(number))
        monkeypatch.setattr("controller.simulation.rig.started", made.started)
        play(
            "game massai",
            'touch "I am Dark"',
            # A person looks longer if another button lay there before: here each touch has its own time.
            *(line for cell in (*cells, "#done") for line in ("wait 500", f"touch {cell}")),
            "wait 2000",
        )
        records = made.records()
        assert sum(isinstance(one, Withheld) for one in records) == len(cells) + 2
        told.append(records[1:])
    assert told[0] == told[1]


class Kiosk:
    """A table with a PIN, whose daemon is recorded, and hands at its screen."""

    def __init__(self, folder: Path) -> None:
        config = load(None, [("kiosk.pin", '"4711"'), ("journal.path", '":memory:"')])
        self.folder = folder
        self.recorder = Recorder(Ring(folder, 1 << 20), 60, head_of(config, lambda: 0))
        lights = RecordedLights(NoLights(), self.recorder)
        self.journal = owned(Journal.open(None))
        self.daemon: Daemon = started(config, self.journal, lights, [], lambda: 0)
        self.recorded = Recorded(self.daemon, lights, self.recorder)
        self.now_ms = 0
        self.recorded.handle(LinkUp(0, "board", "a board"), 0)
        for corner in (10, 1010) * 3:
            self.touch(corner, 10)
        assert self.daemon.shell.phase is Phase.PIN

    def touch(self, x: int, y: int) -> None:
        self.now_ms += 100
        self.recorded.handle(Touch(self.now_ms, x, y), self.now_ms)

    def press(self, *buttons: str) -> None:
        """Touch buttons in the middle."""
        for button in buttons:
            self.now_ms += 100
            self.recorded.handle(Pressed(self.now_ms, button), self.now_ms)


def test_what_is_touched_while_a_pin_is_asked_for_is_not_recorded(tmp_path: Path) -> None:
    kiosk = Kiosk(tmp_path)
    kiosk.touch(500, 300)
    kiosk.press("digit-4", "digit-7", "digit-1", "digit-1", "enter")
    assert kiosk.daemon.shell.phase is Phase.HOST
    kiosk.touch(3, 4)
    kiosk.recorder.write(0.0)
    (path,) = files_in(tmp_path)
    records = list(records_in(path.read_bytes(), path.name))
    touches = [(one.x, one.y) for one in records if isinstance(one, Touched)]
    assert touches == [*[(10, 10), (1010, 10)] * 3, (3, 4)]
    assert sum(isinstance(one, Withheld) for one in records) == 6
    assert b"digit" not in path.read_bytes()
    assert b"4711" not in path.read_bytes()


def test_what_is_touched_on_the_computer_s_pages_is_not_recorded_nor_how_it_is(tmp_path: Path) -> None:
    kiosk = Kiosk(tmp_path)
    kiosk.daemon.shell_requests.host = InlineHost(SimulatedHost())
    kiosk.press("digit-4", "digit-7", "digit-1", "digit-1", "enter", "computer", "storage")
    assert kiosk.daemon.shell.phase is Phase.STORAGE
    kiosk.touch(3, 4)
    kiosk.recorded.handle(HostAnswered(kiosk.now_ms, ReadStatus(), None, "It hangs."), kiosk.now_ms)
    kiosk.recorder.write(0.0)
    (path,) = files_in(tmp_path)
    records = list(records_in(path.read_bytes(), path.name))
    assert (3, 4) not in [(one.x, one.y) for one in records if isinstance(one, Touched)]
    assert sum(isinstance(one, Withheld) for one in records) == 8
    assert b"hangs" not in path.read_bytes()


def test_of_chances_for_spectators_it_is_recorded_that_they_came_alone(tmp_path: Path) -> None:
    kiosk = Kiosk(tmp_path)
    found = Option(GAMES["massai"].parse("attack d4"), 1.0, (0.5, 0.5))
    for event in (Watched(900, is_watched=True), Considered(901, CHANCES, 1, "massai", (found,))):
        kiosk.recorded.handle(event, event.at_ms)
    kiosk.recorder.write(0.0)
    (path,) = files_in(tmp_path)
    records = list(records_in(path.read_bytes(), path.name))
    told = [event_of(one, 0) for one in records if isinstance(one, Told | ThoughtRecord)]
    assert told[-2:] == [Watched(900, is_watched=True), Unanswered(901, CHANCES, 1, "")]
    assert not any(isinstance(one, Withheld) for one in records)


# The ring


def ring_of(folder: Path, most_bytes: int) -> Recorder:
    return Recorder(Ring(folder, most_bytes), 60, head_of(load(), lambda: 0))


def frame(number: int) -> SensorFrame:
    return SensorFrame(number, number << 500)


def test_the_ring_keeps_what_is_newest_in_the_room_it_has(tmp_path: Path) -> None:
    recorder = ring_of(tmp_path, 120_000)
    for number in range(1, 6_000):
        recorder.put(lambda number=number: recorder.sensors(frame(number), number))
        if number % 20 == 0:
            recorder.write(0.0)
    files = files_in(tmp_path)
    assert len(files) == PARTS
    assert sum(path.stat().st_size for path in files) <= 120_000 + PARTS * 4_000
    newest = list(records_in(files[-1].read_bytes(), "newest"))[-1]
    assert isinstance(newest, SensorsRecord)
    assert newest.now_ms == 5_980
    assert int(files[0].stem) > 1


def test_a_file_holds_no_more_than_its_share_of_the_time(tmp_path: Path) -> None:
    recorder = ring_of(tmp_path, 1 << 20)
    for minute in range(30):
        recorder.write(60.0 * minute)
    assert len(files_in(tmp_path)) == 5


def test_the_next_start_goes_on_with_another_file(tmp_path: Path) -> None:
    for _ in range(2):
        recorder = ring_of(tmp_path, 1 << 20)
        with recorder:
            recorder.put(lambda: LostRecord(1))
    assert [path.name for path in files_in(tmp_path)] == ["00000001.rec", "00000002.rec"]


def test_what_cannot_be_written_in_time_is_dropped_and_counted(tmp_path: Path) -> None:
    recorder = ring_of(tmp_path, 1 << 24)
    recorder.write(0.0)
    for number in range(MOST_WAITING + 7):
        recorder.put(lambda number=number: recorder.sensors(frame(number), number))
    recorder.write(0.0)
    records = list(records_in(files_in(tmp_path)[0].read_bytes(), "it"))
    assert records[-1] == LostRecord(7)
    assert len(records) == 1 + MOST_WAITING + 1
    assert recorder.wants_state


# A disk that fails


def test_a_disk_that_fails_ends_the_recording_with_one_line_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "recorder").write_text("a file where the folder should be")
    with ring_of(tmp_path / "recorder", 1 << 20) as recorder:
        pass
    assert not recorder.is_on
    recorder.put(lambda: LostRecord(1))
    assert caplog.messages == ["recorder: is off, its files cannot be written: File exists"]


def test_a_fault_of_the_recorder_ends_the_recording_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)

    def fail() -> LostRecord:
        raise ZeroDivisionError

    with ring_of(tmp_path, 1 << 20) as recorder:
        recorder.put(fail)
    assert not recorder.is_on
    assert caplog.messages == ["recorder: is off, by a fault of this program"]


@pytest.mark.parametrize(
    "settings", [[("recorder.minutes", "0")], [("journal.path", '":memory:"')]], ids=["minutes", "memory"]
)
def test_a_recorder_that_is_off_costs_nothing(settings: list[tuple[str, str]], tmp_path: Path) -> None:
    config = load(None, [("journal.path", f'"{tmp_path}/journal.sqlite"'), *settings])
    with recorder_of(config, lambda: 0) as recorder:
        recorder.put(lambda: LostRecord(1))
    assert not recorder.is_on
    assert list(tmp_path.iterdir()) == []


def test_the_recorder_stands_beside_the_journal_unless_the_settings_say_where(tmp_path: Path) -> None:
    journal = ("journal.path", f'"{tmp_path}/journal.sqlite"')
    assert load(None, [journal]).recorder_folder == tmp_path / "recorder"
    elsewhere = load(None, [("journal.path", '":memory:"'), ("recorder.folder", f'"{tmp_path}/it"')])
    assert elsewhere.recorder_folder == tmp_path / "it"


# Files that were cut or harmed


def test_a_file_that_was_cut_anywhere_gives_all_records_that_are_whole() -> None:
    records = [Head("1", "run", 0, {}, {}, {}), LostRecord(1), Touched(1, 1, 2, 3), LostRecord(2)]
    frames = [framed(record) for record in records]
    whole = MAGIC + b"".join(frames)
    ends = [len(MAGIC) + sum(map(len, frames[: number + 1])) for number in range(len(frames))]
    for length in range(len(MAGIC), len(whole) + 1):
        found = list(records_in(whole[:length], "it"))
        assert found == records[: sum(end <= length for end in ends)]


def test_a_byte_that_a_card_has_changed_ends_the_file_there() -> None:
    first, second = framed(LostRecord(1)), framed(LostRecord(2))
    for at in range(len(first)):
        harmed = bytearray(MAGIC + first + second)
        harmed[len(MAGIC) + at] ^= 0x10
        assert list(records_in(bytes(harmed), "it")) == []


@pytest.mark.parametrize("data", [b"", b"TABREC", b"SQLite format 3\0"])
def test_what_is_no_recording_is_refused(data: bytes) -> None:
    with pytest.raises(RecordingError, match="it is no recording of Tablier"):
        list(records_in(data, "it"))


def test_a_record_that_is_not_known_is_another_versions() -> None:
    class Unknown(LostRecord, frozen=True):
        """A record of a version to come."""

    with pytest.raises(RecordingError, match=r"it, byte \d+: written by another version"):
        list(records_in(MAGIC + framed(Unknown(1)), "it"))
