"""The health of a running table: its own view of itself, the status file, and the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from controller.caretaker import TELL_MS, Caretaker, FrameCounter, Observed
from controller.cli import main
from controller.daemon import status_file
from controller.daemon.daemon import Daemon, started
from controller.daemon.health import Contact, Health, journal_health, line_health, words
from controller.daemon.status_file import STALE_MS, StatusError, StatusFile, name_of, read_status
from controller.daemon.watchdog import SENSORS_STILL_MS, Pulse, Watchdog
from controller.journal.journal import Journal
from controller.model.records import Played, Start
from controller.recorder.recorder import Recorder
from controller.settings.config import load
from controller.view.language import catalogue
from hardware.board.protocol import LinkStatistics
from hardware.ports import Button, LinkLost, LinkUp, SensorFrame
from hardware.vitals import Vitals
from tests.owner import owned
from texts import _, translated

CONFIG = load()


class NoLights:
    """A table without lights."""

    def show(self, frame: bytes) -> None:
        """See `Lights`."""


class Desk:
    """A daemon with a caretaker, and its status file in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = owned(Journal.open(None))
        self.daemon: Daemon = started(CONFIG, self.journal, NoLights(), ["board", "rfid"], lambda: 0)
        self.frames = FrameCounter(lambda event: self.daemon.handle(event, event.at_ms))
        self.beats = 0
        self.vitals = Vitals(47.5, False)
        watchdog = Watchdog([Pulse("board", lambda: self.beats, SENSORS_STILL_MS)], lambda state: None)
        self.parts = Observed(
            self.daemon,
            self.journal,
            Recorder(None, 0, lambda: pytest.fail("it is off")),
            watchdog,
            self.frames,
            ("board", "rfid"),
            lambda: 3,
            lambda: LinkStatistics(frames=9, connections=1, crc_errors=2, lost=1, skipped=40),
            lambda: self.vitals,
        )
        self.caretaker = Caretaker(self.parts, [StatusFile(folder, name_of(CONFIG)).write], 0)

    def run(self, until_ms: int) -> Health:
        """The board sends fifty frames a second. Returns the status file's content after that."""
        for at_ms in range(0, until_ms + 1, 20):
            self.beats += 1
            self.frames(SensorFrame(at_ms, 0))
            self.caretaker.look(at_ms)
        return read_status(CONFIG, (self.folder,))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "run")


def test_a_running_table_tells_all_that_it_knows_of_itself(desk: Desk) -> None:
    desk.daemon.handle(LinkUp(0, "board", "a board"), 0)
    desk.journal.apply([Start({"game": "masterplan"}), Played("house d4 ne")], 0)
    health = desk.run(TELL_MS)
    assert health.devices == {"board": "", "rfid": ""}
    assert health.line.frames_per_s == 50.5
    assert (health.line.crc_errors, health.line.lost, health.line.skipped) == (2, 1, 40)
    assert health.waiting == 3
    assert health.journal.commits == 1
    assert 0 < health.journal.median_ms <= health.journal.p99_ms
    assert (health.temperature_c, health.has_under_voltage) == (47.5, False)
    assert health.uptime_s == 2
    assert health.phase == "menu"
    assert not health.is_recording


def test_nothing_is_told_more_often_than_every_two_seconds(desk: Desk) -> None:
    first = desk.run(TELL_MS)
    desk.caretaker.look(2 * TELL_MS - 1)
    assert read_status(CONFIG, (desk.folder,)) == first
    desk.caretaker.look(2 * TELL_MS)
    assert read_status(CONFIG, (desk.folder,)).at_ms == 2 * TELL_MS


def test_broken_and_weak_sensors_are_named_by_their_place(desk: Desk) -> None:
    session = desk.daemon.session
    tracker = replace(session.tracker, masked=1 << 25, weak=1 << 24 | 1 << 2)
    desk.daemon.shell = replace(desk.daemon.shell, session=replace(session, tracker=tracker))
    health = desk.caretaker.health(0)
    assert (health.masked, health.weak) == (("1,1",), ("2,0", "0,1"))


def mask(desk: Desk, sensors: int) -> None:
    """This many sensors are marked as broken."""
    session = desk.daemon.session
    tracker = replace(session.tracker, masked=(1 << sensors) - 1)
    desk.daemon.shell = replace(desk.daemon.shell, session=replace(session, tracker=tracker))


def test_all_sensors_that_are_masked_are_on_the_health_page(desk: Desk) -> None:
    mask(desk, 5)
    told = " ".join(words(desk.run(TELL_MS)))
    assert "Broken sensors: 0,0 1,0 2,0 3,0 4,0. Weak: none" in told


def test_of_very_many_it_is_told_how_many(desk: Desk) -> None:
    mask(desk, 40)
    health = desk.run(TELL_MS)
    assert len(health.masked) == 40
    assert "11,0 and 28 more. Weak: none" in " ".join(words(health))


def test_what_hangs_and_what_is_away_is_told_first(desk: Desk) -> None:
    desk.run(TELL_MS)
    for device, why in (("board", "The cable is out."), ("rfid", "A reader is away.")):
        desk.daemon.handle(LinkLost(TELL_MS, device, why), TELL_MS)
    for at_ms in range(TELL_MS, TELL_MS + SENSORS_STILL_MS + 2_000, 1_000):
        desk.caretaker.look(at_ms)
    desk.vitals = Vitals(85.0, True)
    health = desk.caretaker.health(20_000)
    assert not health.is_well
    assert list(words(health))[:4] == [
        "Away: the board. The cable is out.",
        "Away: the tag readers. A reader is away.",
        "Hangs: the board",
        "The supply is too weak: the computer's voltage drops.",
    ]


def test_a_page_and_a_broker_that_are_away_are_reported_with_how_long_that_has_been(desk: Desk) -> None:
    troubles = {"page": "", "broker": _("the broker {broker} is away ({why})", broker="b.local", why="gone")}
    asked = {name: partial(troubles.__getitem__, name) for name in troubles}
    caretaker = Caretaker(replace(desk.parts, troubles=asked), [], 0)
    for device in ("board", "rfid"):
        desk.daemon.handle(LinkUp(0, device, ""), 0)
    assert caretaker.health(0).network == {"page": Contact(), "broker": Contact(troubles["broker"])}
    health = caretaker.health(185_000)
    assert not health.is_well
    assert health.network["broker"].for_s == 185
    assert words(health)[0] == "The broker b.local is away (gone), for 3 min."
    in_german = translated(words(health)[0], catalogue("de"))
    assert in_german == "Der MQTT-Broker b.local antwortet nicht (gone), seit 3 min."
    troubles["broker"] = ""
    assert caretaker.health(200_000).is_well
    troubles["broker"] = "the broker b.local is away again"
    assert caretaker.health(230_000).network["broker"].for_s == 0
    assert words(caretaker.health(230_000))[0] == "The broker b.local is away again."


def test_what_is_wrong_is_said_in_the_screens_language(desk: Desk) -> None:
    desk.daemon.handle(LinkLost(0, "board", _("The touchscreen is away. Look at its cable.")), 0)
    (line, *_more) = desk.caretaker.words(0)
    assert "Touchscreen" in translated(line, catalogue("de"))


def test_a_table_that_is_well_says_so(desk: Desk) -> None:
    for device in ("board", "rfid"):
        desk.daemon.handle(LinkUp(0, device, ""), 0)
    health = desk.run(TELL_MS)
    assert health.is_well
    lines = list(words(health))
    assert lines[0] == "Everything is fine."
    assert "Sensor frames a second: 50.5. Damaged: 43" in lines
    assert "Broken sensors: none. Weak: none" in lines
    assert "Processor: 48 °C" in lines
    assert "The flight recorder is off." in lines


def test_latencies_are_those_of_the_last_commits() -> None:
    assert journal_health((), 0, "").p99_ms == 0
    health = journal_health((*[1_000] * 98, 50_000, 2_000), 100, "full")
    assert (health.last_ms, health.median_ms, health.p99_ms, health.trouble) == (2.0, 1.0, 50.0, "full")


def test_a_board_without_a_line_has_no_harm_on_it() -> None:
    assert line_health(None, 7, 3.0).crc_errors == 0


def test_only_sensor_frames_are_counted_and_all_is_passed_on() -> None:
    passed: list[Any] = []
    counter = FrameCounter(passed.append)
    for event in (SensorFrame(0, 0), Button(1, "turn"), SensorFrame(2, 0)):
        counter(event)
    assert counter.frames == 2
    assert len(passed) == 3


# The file


def health_at(at_ms: int, **more: Any) -> Health:
    nothing: dict[str, Any] = {
        "version": "1",
        "python": "3",
        "process": os.getpid(),
        "uptime_s": 0,
        "phase": "menu",
        "devices": {},
        "line": line_health(None, 0, 0.0),
        "masked": (),
        "weak": (),
        "waiting": 0,
        "journal": journal_health((), 0, ""),
        "is_recording": True,
        "dropped": 0,
        "hanging": (),
    }
    return Health(at_ms=at_ms, **{**nothing, **more})


def test_the_file_is_its_owners_alone_and_goes_with_the_table(tmp_path: Path) -> None:
    with StatusFile(tmp_path / "run", "status.json") as file:
        file.write(health_at(1))
        (path,) = (tmp_path / "run").iterdir()
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700
        assert msgspec.json.decode(path.read_bytes(), type=Health) == health_at(1)
    assert list((tmp_path / "run").iterdir()) == []


def test_a_folder_that_cannot_be_written_is_reported_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "run").write_text("")
    with StatusFile(tmp_path / "run", "status.json") as file:
        file.write(health_at(1))
        file.write(health_at(2))
    assert len(caplog.messages) == 1
    assert "cannot be written: " in caplog.messages[0]


def test_each_journal_has_a_file_of_its_own(tmp_path: Path) -> None:
    names = {name_of(load(None, [("journal.path", f'"{tmp_path}/{one}"')])) for one in "ab"}
    assert len(names) == 2


def test_a_file_of_another_version_is_reported(tmp_path: Path) -> None:
    (tmp_path / name_of(CONFIG)).write_text('{"version": 1}')
    with pytest.raises(StatusError, match="another version's"):
        read_status(CONFIG, (tmp_path,))


# The command


def tablier(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["status", *words])
    return result.exit_code, result.output


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(status_file, "folder_here", lambda: tmp_path)
    monkeypatch.setattr(status_file, "SERVICE", tmp_path / "service")
    return tmp_path


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def test_the_command_says_that_all_is_well(folder: Path) -> None:
    StatusFile(folder, name_of(CONFIG)).write(health_at(now_ms()))
    status, said = tablier()
    assert status == 0
    assert said.splitlines()[:2] == [f"Tablier 1, process {os.getpid()}, menu", "Everything is fine."]


def test_the_command_names_the_sensors_that_are_masked(folder: Path) -> None:
    masked = ("3,4", "10,10", "11,0", "12,0")
    StatusFile(folder, name_of(CONFIG)).write(health_at(now_ms(), masked=masked))
    assert "Broken sensors: 3,4 10,10 11,0 12,0. Weak: none" in tablier()[1]


def test_the_command_finds_the_service_and_tells_other_programs(folder: Path) -> None:
    StatusFile(folder / "service", name_of(CONFIG)).write(
        health_at(now_ms(), devices={"board": "It is away."})
    )
    status, said = tablier("--json")
    told = json.loads(said)
    assert status == 1
    assert told["devices"] == {"board": "It is away."}
    assert 0 <= told["age_ms"] < STALE_MS


def test_a_table_that_hangs_is_known_by_the_age_of_its_file(folder: Path) -> None:
    StatusFile(folder, name_of(CONFIG)).write(health_at(now_ms() - STALE_MS - 30_000))
    status, said = tablier()
    assert status == 1
    assert "It hangs: nothing was heard of it for 40 s." in said


def test_a_table_that_was_killed_is_known_by_its_process(folder: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True
    )
    StatusFile(folder, name_of(CONFIG)).write(health_at(now_ms(), process=int(ended.stdout)))
    status, said = tablier()
    assert status == 1
    assert "It has ended without a word." in said
    assert json.loads(tablier("--json")[1])["is_running"] is False


def test_the_status_lies_where_no_other_user_can_have_made_a_folder_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert status_file.folder_here() == tmp_path / "tablier"
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert status_file.folder_here() == tmp_path / "data/tablier"


def test_where_no_table_runs_the_command_says_so(folder: Path) -> None:
    status, said = tablier()
    assert status == 2
    assert "No table with these settings is running." in said
