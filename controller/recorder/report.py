"""Everything that a bug report needs, in one file without secrets: recording, journal, settings, versions and
status.

The PIN in the settings is blank; recordings contain neither the PIN nor secret choices. In the journal's copy
a game is as `tablier export` writes it: without unrevealed actions and hands.
"""

from __future__ import annotations

import io
import os
import platform
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final

import msgspec

from controller.daemon.status_file import StatusError, read_status
from controller.journal.errors import JournalError
from controller.journal.file import in_memory
from controller.journal.holdings import Holdings, KeptGame
from controller.journal.journal import Journal
from controller.journal.schema import VERSION
from controller.journal.seal import LogLine, Total
from controller.recorder.files import recordings_in
from controller.recorder.recording import RecordingError
from controller.release import RELEASE
from controller.settings.config import without_secrets
from controller.settings.settings import Config
from engines.record import replace
from hardware.computer import read_model

FOLDER: Final = "tablier-report"


class ReportError(Exception):
    """The report cannot be written. The text says which file, and why."""


def write_report(config: Config, target: Path, folders: tuple[Path, ...]) -> list[str]:
    """Write the report, readable by its owner alone. Returns what is missing and why, in words.

    `folders` are the possible places of a running table's status. Raises `ReportError`.
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
    """The files of a report. Missing ones are noted."""
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


RUNS_WITH: Final = ("", "simulation", "table")
"""The extras that a table needs to run. Those for making and testing say little about a fault."""


def _versions() -> dict[str, str]:
    """The versions of this program, its platform and its packages."""
    of = {"tablier": RELEASE, "python": platform.python_version(), "system": platform.platform()}
    of["computer"] = read_model()
    for line in requires("tablier") or ():
        name, _, extra = line.partition("extra ==")
        if extra.strip(" '\"") not in RUNS_WITH or name.startswith("tablier["):
            continue
        name = name.split(">")[0].split(";")[0].strip()
        try:
            of[name] = version(name)
        except PackageNotFoundError:
            of[name] = "missing"
    return of


def _journal(file: Path | None, missing: list[str]) -> Iterator[tuple[str, bytes]]:
    """A copy of the journal without secrets, also possible beside a running table."""
    if file is None:
        missing.append("journal: it is kept nowhere (journal.path).")
        return
    try:
        with Journal.read(file) as journal, closing(in_memory(_public_holdings(journal))) as copy:
            yield "journal.sqlite", copy.serialize()
    except (JournalError, sqlite3.Error) as error:
        missing.append(f"journal: {error}")


def _public_holdings(journal: Journal) -> Holdings:
    """A journal's content, without unrevealed actions and hands."""
    held = journal.holdings()
    games = {number: _public_game(journal, game) for number, game in held.games.items()}
    return replace(held, games=games, total=Total(0, VERSION, held.commits, 0, 0, 0))


def _public_game(journal: Journal, game: KeptGame) -> KeptGame:
    game = replace(game, sides=game.sides._replace(hands=()))
    told = journal.export(game.id)[1:]
    if game.lines and len(told) == sum(line.kind != "finish" for line in game.lines):
        return game
    numbered = zip(game.lines, map(_row, told), strict=False)
    return replace(game, lines=tuple(LogLine(line.id, *row, 0, 0) for line, row in numbered))


def _row(request: str) -> tuple[str, str]:
    """A referee request as kind and detail of the journal's log."""
    ((kind, detail),) = msgspec.json.decode(request).items()
    return kind, str(detail)


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"
