"""All that a bug report needs, in one file: recording, journal, settings, versions and status. No secrets.

A PIN is blank in the settings, and neither it nor a secret choice is ever in a recording. In the journal's
copy a game is as `tablier export` tells it: without what was not revealed, and without any hand.
"""

from __future__ import annotations

import io
import os
import platform
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final

import msgspec

from controller.config import without_secrets
from controller.journal import Finish, Journal, JournalError
from controller.recording import RecordingError
from controller.recording_files import recordings_in
from controller.settings import Config
from controller.status_file import StatusError, read_status
from hardware.computer import read_model

FOLDER: Final = "tablier-report"

_INSERT: Final = "INSERT INTO log (game, kind, detail, wall_ms) VALUES (?, ?, ?, 0)"


class ReportError(Exception):
    """The report cannot be written. The text says which file, and why."""


def write_report(config: Config, target: Path, folders: tuple[Path, ...]) -> list[str]:
    """Write the report, for its owner alone. Gives what could not be had, and why, in words.

    `folders` are those where a running table's status may be. Raises `ReportError`.
    """
    missing: list[str] = []
    try:
        file = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(file, "wb") as opened, tarfile.open(fileobj=opened, mode="w:gz") as archive:
            for name, data in _parts(config, folders, missing):
                member = tarfile.TarInfo(f"{FOLDER}/{name}")
                member.size, member.mode = len(data), 0o600
                archive.addfile(member, io.BytesIO(data))
    except FileExistsError as error:
        raise ReportError(f"{target} is there already. Name another with --out.") from error
    except OSError as error:
        raise ReportError(f"{target}: cannot be written: {error.strerror}") from error
    return missing


def _parts(config: Config, folders: tuple[Path, ...], missing: list[str]) -> Iterator[tuple[str, bytes]]:
    """The files of a report. What cannot be had is noted."""
    yield "versions.json", _json(_versions())
    yield "settings.json", _json(msgspec.to_builtins(without_secrets(config)))
    try:
        yield "status.json", _json(msgspec.to_builtins(read_status(config, folders)))
    except StatusError as error:
        missing.append(f"status: {error}")
    yield from _journal(config.journal.file, missing)
    folder = config.recorder_folder
    if folder is None:
        missing.append("recording: the flight recorder is off (recorder.minutes).")
        return
    try:
        for name, data in recordings_in(folder):
            yield f"recorder/{name}", data
    except RecordingError as error:
        missing.append(f"recording: {error}")
    except OSError as error:
        missing.append(f"recording: {folder}: {error.strerror}")


def _versions() -> dict[str, str]:
    """This program, what it runs on, and what it is made with."""
    of = {"tablier": version("tablier"), "python": platform.python_version(), "system": platform.platform()}
    of["computer"] = read_model()
    for line in requires("tablier") or ():
        if "extra ==" in line:
            continue
        name = line.split(">")[0].split(";")[0].strip()
        try:
            of[name] = version(name)
        except PackageNotFoundError:
            of[name] = "missing"
    return of


def _journal(file: Path | None, missing: list[str]) -> Iterator[tuple[str, bytes]]:
    """A copy of the journal, without what is secret in it, made also beside a running table."""
    if file is None:
        missing.append("journal: it is kept nowhere (journal.path).")
        return
    try:
        with tempfile.TemporaryDirectory(prefix="tablier-") as folder, Journal.read(file) as journal:
            copy = Path(folder) / "journal.sqlite"
            journal.copy_to(copy)
            _withhold(copy, journal)
            yield "journal.sqlite", copy.read_bytes()
    except (JournalError, sqlite3.Error) as error:
        missing.append(f"journal: {error}")


def _withhold(copy: Path, journal: Journal) -> None:
    """Leave out of a journal's copy what was not revealed or cannot be read, all hands that were shown, and
    every trace of it."""
    games = {game.id: journal.entries(game.id) for game in journal.games()}
    with closing(sqlite3.connect(copy, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        for (number,) in database.execute("SELECT id FROM game").fetchall():
            entries = games.get(number, [])
            told = journal.export(number)[1:] if entries else []
            if len(told) < sum(not isinstance(entry.what, Finish) for entry in entries) or not entries:
                database.execute("DELETE FROM log WHERE game = ?", (number,))
                database.executemany(_INSERT, [(number, *_row(line)) for line in told])
        if database.execute("SELECT 1 FROM sqlite_master WHERE name = 'hand'").fetchone():
            database.execute("DELETE FROM hand")
        database.execute("VACUUM")


def _row(request: str) -> tuple[str, str]:
    """A request of the referee as kind and detail of the journal's log."""
    ((kind, detail),) = msgspec.json.decode(request).items()
    return kind, str(detail)


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"
