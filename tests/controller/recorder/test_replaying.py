"""A replay of a recording comes to the same states."""

from __future__ import annotations

import importlib
import os
import re
import tarfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.daemon.daemon import Daemon
from controller.files.ring import files_in
from controller.recorder.recording import (
    MAGIC,
    Decided,
    RecordingError,
    SensorsRecord,
    StateRecord,
    ThoughtRecord,
    Withheld,
    framed,
    records_in,
)
from controller.recorder.replaying import replay
from controller.settings.config import load
from controller.simulation.scripts.runner import run
from controller.simulation.scripts.script import load as load_script
from tests.controller.recorded import Recording, recording

__all__ = ["recording"]

command = importlib.import_module("controller.commands.replay")
SCRIPTS = Path(__file__).parents[2] / "scripts"
SOME = (
    "board_unplugged",
    "cites_power_cut_while_building",
    "cites_tiles_shown",
    "clock_power_cut",
    "computer_cites_taken_back",
    "computer_masterplan",
    "computer_massai_begins",
    "computer_massai_in_secret",
    "computer_power_cut",
    "forma_power_cut_at_a_marker",
    "identity_massai",
    "kill_at_every_point",
    "massai_attack_in_secret",
    "massai_power_cuts",
    "seats_change_hands",
    "stuck_closed_taken_for_a_house",
    "several_games",
    "takeback_on_the_screen",
    "whole_game_with_power_cuts",
)


def record(name: str) -> None:
    run(load_script(SCRIPTS / f"{name}.table"), load())


@pytest.mark.parametrize("name", SOME)
def test_a_recorded_evening_comes_to_the_same_again(name: str, recording: Recording) -> None:
    record(name)
    outcome = replay(recording.files())
    assert outcome.difference == ""
    assert outcome.stretches >= 1
    assert outcome.decisions > 5


def test_what_the_computer_came_to_is_recorded_but_for_what_is_secret(recording: Recording) -> None:
    record("computer_masterplan")
    (thought,) = [one for one in recording.records() if isinstance(one, ThoughtRecord)]
    assert thought.options[0][0].startswith("house ")
    assert thought.game == "masterplan"


def test_of_what_the_computer_chose_in_secret_nothing_is_recorded(recording: Recording) -> None:
    record("computer_massai_begins")
    assert [one for one in recording.records() if isinstance(one, Withheld)]
    assert not [one for one in recording.records() if isinstance(one, ThoughtRecord)]
    assert b"setup dark " not in b"".join(data for _name, data in recording.files())


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.stem for path in SCRIPTS.glob("*.table")))
def test_every_table_script_comes_to_the_same_again(name: str, recording: Recording) -> None:
    run(load_script(SCRIPTS / f"{name}.table"), load())
    assert replay(recording.files()).difference == ""


def test_a_ring_that_has_lost_its_beginning_is_replayed_from_its_first_quiet_moment(
    recording: Recording,
) -> None:
    recording.most_bytes = 60_000
    record("whole_game_by_hands")
    files = recording.files()
    assert files[0][0] > "00000002.rec"
    outcome = replay(files)
    assert outcome.difference == ""
    assert outcome.stretches == 1
    assert outcome.decisions > 20


def test_a_program_that_decides_otherwise_is_found_out_at_the_first_difference(recording: Recording) -> None:
    record("takeback_on_the_screen")
    ((name, data),) = recording.files()
    harmed = []
    for one in records_in(data, name):
        is_first = isinstance(one, Decided) and one.plies == 1
        harmed.append(framed(msgspec.structs.replace(one, last="house a1 n") if is_first else one))
    outcome = replay([(name, MAGIC + b"".join(harmed))])
    assert outcome.difference.startswith(f"{name}, record ")
    assert "'last': 'house a1 n'" in outcome.difference


def test_lights_that_showed_something_else_are_found_out(recording: Recording) -> None:
    record("takeback_on_the_screen")
    ((name, data),) = recording.files()
    harmed = []
    for one in records_in(data, name):
        is_later = isinstance(one, SensorsRecord) and one.closed and len(harmed) > 20
        harmed.append(framed(msgspec.structs.replace(one, closed=b"\1") if is_later else one))
    outcome = replay([(name, MAGIC + b"".join(harmed))])
    assert "the lights show something else now" in outcome.difference


def flat(one: StateRecord) -> StateRecord:
    """A state as it was before sessions were made of records."""
    state = msgspec.json.decode(one.state)
    state["session"] |= state["session"].pop("due")
    return msgspec.structs.replace(one, state=msgspec.json.encode(state))


def test_a_state_of_an_earlier_version_is_refused(recording: Recording) -> None:
    record("takeback_on_the_screen")
    ((name, data),) = recording.files()
    earlier = [framed(flat(one) if isinstance(one, StateRecord) else one) for one in records_in(data, name)]
    with pytest.raises(RecordingError, match=r"its state is another version's, .*Session has no asked"):
        replay([(name, MAGIC + b"".join(earlier))])


# The command


def tablier(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["replay", *words])
    return result.exit_code, result.output


def test_the_command_says_what_was_compared(recording: Recording) -> None:
    record("takeback_on_the_screen")
    recording.flush()
    status, said = tablier(str(recording.folder))
    assert status == 0
    assert said.startswith("1 stretches, ")
    assert said.endswith("the same\n")
    assert tablier(str(files_in(recording.folder)[0])) == (status, said)


def test_a_report_is_replayed_without_being_unpacked(recording: Recording, tmp_path: Path) -> None:
    record("takeback_on_the_screen")
    recording.flush()
    report = tmp_path / "report.tar.gz"
    with tarfile.open(report, "w:gz") as archive:
        archive.add(recording.folder, "tablier-report/recorder")
    assert tablier(str(report)) == tablier(str(recording.folder))


def test_the_command_reports_a_difference_by_its_status(recording: Recording, tmp_path: Path) -> None:
    record("takeback_on_the_screen")
    ((name, data),) = recording.files()
    records = list(records_in(data, name))
    changed = tmp_path / "changed.rec"
    changed.write_bytes(
        MAGIC
        + b"".join(
            framed(msgspec.structs.replace(one, phase="over") if isinstance(one, Decided) else one)
            for one in records
        )
    )
    status, said = tablier(str(changed))
    assert status == 1
    assert "'phase': 'over'" in said


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"garbage", "x.rec is no recording of Tablier."),
        (MAGIC, "holds no moment from which it can be replayed"),
        (MAGIC + framed(Decided("", "", "", 0, "", 0, b"", b"", "")), "holds no moment"),
    ],
)
def test_what_cannot_be_replayed_is_reported_with_status_2(
    content: bytes, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.rec"
    path.write_bytes(content)
    status, said = tablier(str(path))
    assert status == 2
    assert reason in said


def test_a_recording_at_which_the_program_fails_says_where(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record("takeback_on_the_screen")
    recording.flush()

    def fail(*_: object) -> None:
        raise ZeroDivisionError("no way")

    monkeypatch.setattr(Daemon, "handle", fail)
    status, said = tablier(str(recording.folder))
    assert status == 1
    assert re.search(r"00000001\.rec, record \d+: .*: the program fails now: ZeroDivisionError: no way", said)


def test_a_record_that_the_program_never_gets_done_with_is_reported(
    recording: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    record("takeback_on_the_screen")
    recording.flush()

    def hang(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(command, "PATIENCE_S", 0.5)
    monkeypatch.setattr(Daemon, "handle", hang)
    status, said = tablier(str(recording.folder))
    assert status == 1
    assert "the program fails now: TooLong: it takes longer than 0.5 s" in said


@pytest.mark.parametrize(
    "place", [lambda folder: folder / "00000001.rec", lambda folder: folder / "x.tar.gz"]
)
def test_a_pipe_is_no_recording_and_not_waited_for(place: Callable[[Path], Path], tmp_path: Path) -> None:
    os.mkfifo(place(tmp_path))
    status, said = tablier(str(place(tmp_path)))
    assert status == 2
    assert "it is a pipe, and no file" in said


def test_a_folder_or_an_archive_without_recordings_is_reported(tmp_path: Path) -> None:
    assert "holds no recording" in tablier(str(tmp_path))[1]
    empty = tmp_path / "empty.tar.gz"
    tarfile.open(empty, "w:gz").close()
    status, said = tablier(str(empty))
    assert status == 2
    assert "holds no recording" in said
