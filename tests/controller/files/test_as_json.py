"""JSON of any bytes is read, or refused by one error, wherever the program reads it."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.daemon.status_file import StatusError, name_of, read_status
from controller.files.as_json import NotThat, decoded, encoded
from controller.hall.files import read_kept, read_tournament
from controller.hall.hall import HallState
from controller.hall.tournament import TournamentError
from controller.mqtt.actions import CursorFile
from controller.settings.config import load

HOSTILE = {
    "nothing": b"",
    "bad UTF-8": b'{"journal": "\xff"}',
    "half a character": b'{"version": "\\ud800"}',
    "deep nesting": b'{"x": ' + b"[" * 50_000,
    "an endless number": b'{"id": ' + b"9" * 5_000 + b"}",
    "another kind": b"[]",
}


class Named(msgspec.Struct):
    """Something with a name."""

    name: str


def test_what_was_encoded_is_decoded() -> None:
    assert decoded(encoded(Named("Ann")), Named) == Named("Ann")


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_any_other_bytes_are_refused_by_one_error(data: bytes) -> None:
    with pytest.raises(NotThat):
        decoded(data, Named)


@pytest.fixture(params=[*HOSTILE, "a pipe"])
def hostile(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file at a place where the program reads one."""
    path = tmp_path / name_of(load())
    if request.param == "a pipe":
        os.mkfifo(path)
    else:
        path.write_bytes(HOSTILE[request.param])
    return path


def test_a_status_that_is_none_is_refused_in_words(hostile: Path) -> None:
    with pytest.raises(StatusError, match=hostile.name):
        read_status(load(), (hostile.parent,))


def test_a_tournament_that_is_none_is_refused_in_words(hostile: Path) -> None:
    with pytest.raises(TournamentError, match=hostile.name):
        read_tournament(hostile)


def test_a_halls_file_that_is_none_keeps_nothing(hostile: Path) -> None:
    assert read_kept(hostile) == HallState()


def test_a_brokers_cursor_that_is_none_is_begun_anew(hostile: Path) -> None:
    assert CursorFile(hostile).read(7).id == 7


def test_the_command_refuses_a_status_that_is_none(
    hostile: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "tablier").mkdir()
    hostile.rename(tmp_path / "tablier" / hostile.name)
    result = CliRunner().invoke(main, ["status"])
    assert result.exit_code == 2
    assert "Traceback" not in result.output
