"""Recordings, reports and reviews: any bytes are replayed, or refused with a message that names the place."""

from __future__ import annotations

import binascii
import bz2
import gzip
import io
import struct
import tarfile
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import example, given
from hypothesis import strategies as st

from controller.cli import main
from controller.games import tables_for
from controller.recorder.recording import (
    MAGIC,
    Head,
    Record,
    SensorsRecord,
    StateRecord,
    Told,
    framed,
    records_in,
)
from controller.referee.play import Play
from controller.review.file import FOLDER, Reviews
from controller.review.judgement import Moment, found_in_file
from controller.settings.config import load
from controller.settings.settings import Config
from controller.simulation import rig
from controller.simulation.scripts.runner import run
from controller.simulation.scripts.script import load as load_script
from tests.controller.recorded import Recording
from tests.fuzz.rubbish import fuzzed, fuzzed_less, mutated

SCRIPTS = Path(__file__).parents[1] / "scripts"
PLAYED = ("takeback_on_the_screen", "massai_power_cuts", "cites_power_cut_while_building", "clock_power_cut")
HEADER = struct.Struct("<II")
NASTY = (
    *(None, True, -1, 0, 2**31, 2**63 - 1, -(2**63), 1.5, float("inf"), float("nan")),
    *("", "\0", "x" * 5_000, "house d4 ne", "cites", "-1", "9" * 5_000),
    *(b"", b"\xff" * 72, b"\xff" * 128, b"\xff" * 4_000, b"\xff" * 100_000, [], {}, [[]] * 50, {"a": 1}),
)


@cache
def evening(name: str) -> tuple[bytes, ...]:
    """The bodies of all records of a table script."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        recording = Recording(Path(folder))
        patched.setattr(rig, "started", recording.started)
        assert run(load_script(SCRIPTS / f"{name}.table"), load()) is None
        return tuple(body for _name, data in recording.files() for body in bodies(data))


def bodies(data: bytes) -> list[bytes]:
    found, at = [], len(MAGIC)
    while at < len(data):
        length, _crc = HEADER.unpack_from(data, at)
        found.append(data[at + HEADER.size : at + HEADER.size + length])
        at += HEADER.size + length
    return found


def file_of(found: list[bytes]) -> bytes:
    """A recording of these bodies: every CRC is right."""
    return MAGIC + b"".join(HEADER.pack(len(body), binascii.crc32(body)) + body for body in found)


@st.composite
def harmed(draw: st.DrawFn, value: Any, depth: int = 0) -> Any:
    """A value that differs somewhere inside."""
    if isinstance(value, bytes) and value.startswith(b"{") and draw(st.integers(0, 9)):
        return msgspec.json.encode(draw(harmed(msgspec.json.decode(value))), enc_hook=str)
    if isinstance(value, list | tuple) and value and draw(st.integers(0, 9)):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], draw(harmed(value[at], depth + 1)), *value[at + 1 :]]
    if isinstance(value, dict) and value and draw(st.integers(0, 9)):
        key = draw(st.sampled_from(sorted(value)))
        left = {other: one for other, one in value.items() if other != key}
        return left if draw(st.integers(0, 9)) == 0 else {**left, key: draw(harmed(value[key], depth + 1))}
    if isinstance(value, int) and draw(st.booleans()):
        return value + draw(st.sampled_from((1, -1, 1_000, 10**12, -(10**12))))
    return draw(st.sampled_from(NASTY))


@st.composite
def recordings(draw: st.DrawFn) -> bytes:
    """A real recording in which some records are others, with a right CRC."""
    found = list(evening(draw(st.sampled_from(PLAYED))))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, min(5, len(found) - 1)) | st.integers(0, len(found) - 1))
        kind = draw(st.integers(0, 5))
        if kind <= 1:
            found[at] = draw(mutated((found[at],)))
        elif kind <= 4:
            found[at] = encoded(draw(harmed(decoded(found[at])))) or found[at]
        else:
            del found[at]
        found = found or [b""]
    return file_of(found)


def decoded(body: bytes) -> Any:
    """A body's output; a part that was harmed reports it itself."""
    try:
        return msgspec.msgpack.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return body


def test_a_body_with_what_is_no_text_is_itself() -> None:
    assert decoded(b"\xa1\xa5") == b"\xa1\xa5"


def encoded(value: Any) -> bytes | None:
    try:
        return msgspec.msgpack.encode(value)
    except (OverflowError, msgspec.EncodeError):
        return None


def changed(name: str, kind: type[Record], change: Callable[[Any], Record]) -> bytes:
    """A real recording in which the first record of a kind is another."""
    data, done = b"", False
    for record in records_in(file_of(list(evening(name))), "x"):
        is_it = isinstance(record, kind) and not done
        done = done or is_it
        data += framed(change(record) if is_it else record)
    assert done
    return MAGIC + data


def with_bad_text() -> bytes:
    found = list(evening(PLAYED[0]))
    return file_of([*found[:3], found[3].replace(b"\xa7Sensors", b"\xa7Sens\xffrs"), *found[4:]])


def replayed(path: Path, data: bytes) -> str:
    """The command's output about a file; it must end by itself, and with words."""
    path.write_bytes(data)
    result = CliRunner().invoke(main, ["replay", str(path)])
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code in (0, 1, 2)
    assert result.exit_code == 0 or path.name in result.output
    assert len(result.output) < 5_000
    return result.output


@fuzzed_less
@given(data=recordings() | mutated((file_of(list(evening(PLAYED[0]))),)))
@example(data=with_bad_text())
@example(
    data=changed(PLAYED[0], SensorsRecord, lambda one: SensorsRecord(one.now_ms, one.at_ms, b"\xff" * 4_000))
)
@example(
    data=changed(PLAYED[0], SensorsRecord, lambda one: SensorsRecord(one.now_ms, one.at_ms, b"\xff" * 128))
)
@example(data=changed(PLAYED[0], StateRecord, lambda one: StateRecord(b"\xff" + one.state, one.lights)))
@example(data=changed(PLAYED[0], StateRecord, lambda one: StateRecord(one.state, b"x")))
@example(
    data=changed(
        PLAYED[0], Head, lambda one: msgspec.structs.replace(one, config={"table": {"columns": 10**9}})
    )
)
@example(data=MAGIC + framed(Told(0, 0, "phone", "p1", "x")))
def test_any_recording_is_lived_through_again_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    replayed(tmp_path_factory.mktemp("recorder") / "00000001.rec", data)


# Reports


def archive(**files: bytes) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.PAX_FORMAT) as made:
        for name, content in files.items():
            member = tarfile.TarInfo(f"tablier-report/recorder/{name}.rec")
            member.size = len(content)
            made.addfile(member, io.BytesIO(content))
    return data.getvalue()


def packed(data: bytes) -> bytes:
    return gzip.compress(data, 1)


def endless() -> bytes:
    """A file that is small, and larger than any report when it is unpacked."""
    member = tarfile.TarInfo("tablier-report/recorder/1.rec")
    member.size = 1 << 33
    part = packed(bytes(1 << 24))
    return packed(member.tobuf()) + part * 128


REPORT = archive(one=file_of(list(evening(PLAYED[0]))))


@fuzzed_less
@given(data=mutated((REPORT, packed(REPORT))) | mutated((REPORT[:2048],)).map(packed))
@example(data=endless())
@example(data=packed(bz2.compress(REPORT)))
@example(data=packed(REPORT)[:-9])
@example(data=b"\x1f\x8b")
def test_any_archive_is_a_report_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    replayed(tmp_path_factory.mktemp("report") / "report.tar.gz", data)


def test_a_report_of_endless_files_is_refused(tmp_path: Path) -> None:
    said = replayed(tmp_path / "report.tar.gz", packed(archive(**{f"m{n}": b"" for n in range(1_001)})))
    assert "more files than any report" in said


# Reviews

TABLE = tables_for(Config().table.grid, 3)["masterplan"]
GAME = Play.resume(TABLE, {"game": "masterplan"}, ["house d4 ne", "house f6 n", "house b2 w"])
ACTIONS = tuple(str(ply.action) for ply in GAME.plies)
MOMENTS = (Moment((0.5, 0.5), "house a1 n"), Moment((0.25, 0.75)), None, Moment((0.125, 0.875)))


@cache
def a_review() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        Reviews(Path(folder)).keep(1, ACTIONS, MOMENTS)
        return (Path(folder) / "1.json").read_bytes()


def moments() -> st.SearchStrategy[bytes]:
    """A file of this game whose moments may be anything."""
    texts = st.sampled_from(("", "house a1 n", "house d4 ne", "park z9", "\0"))
    results = st.lists(st.floats(allow_nan=False) | st.integers(-2, 2), max_size=4)
    one = st.none() | st.fixed_dictionaries({"results": results, "best": texts})
    kept = msgspec.json.decode(a_review())
    return st.lists(one, max_size=6).map(lambda found: msgspec.json.encode({**kept, "moments": found}))


@fuzzed
@given(data=mutated((a_review(),)) | moments())
def test_any_review_is_of_its_game_or_left_out(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("games") / FOLDER
    folder.mkdir()
    (folder / "1.json").write_bytes(data)
    known = found_in_file(GAME, Reviews(folder).load(1, ACTIONS) or ())
    for moment in known.values():
        assert len(moment.results) == len(GAME.position.players)
        assert all(0 <= result <= 1 for result in moment.results)
