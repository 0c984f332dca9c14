"""A hall's files: its state, and the tournament, which two programs may change."""

from __future__ import annotations

import fcntl
import logging
import os
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from controller.files.as_json import NotThat, decoded
from controller.files.bounded_file import read_bytes
from controller.files.toml_file import ConfigError, write_text
from controller.hall.bounds import check_result, is_name
from controller.hall.hall import HallState
from controller.hall.result import GameResult
from controller.hall.tournament import HallTournament, TournamentError

log = logging.getLogger(__name__)

LARGEST: Final = 1 << 24
"""The largest file, in bytes."""


class _Stored(msgspec.Struct, frozen=True):
    """`HallState` as its file holds it: each result is read by itself."""

    had: dict[str, dict[str, int]] = {}
    results: tuple[msgspec.Raw, ...] = ()


def read_kept(path: Path) -> HallState:
    """A hall's stored state; empty if there is no such file, or a damaged one, which is logged and set
    aside. A result that cannot be shown is left out."""
    try:
        stored = decoded(read_bytes(path, LARGEST), _Stored)
        results = tuple(filter(None, map(_result, stored.results)))
        if len(results) < len(stored.results):
            log.warning("hall: %s: %d results are invalid", path, len(stored.results) - len(results))
        return HallState({name: had for name, had in stored.had.items() if is_name(name)}, results)
    except FileNotFoundError:
        return HallState()
    except (OSError, NotThat) as error:
        aside = path.with_suffix(".harmed")
        log.warning("hall: %s cannot be read (%s): it is left as %s", path, error, aside)
        try:
            path.replace(aside)
        except OSError as failure:
            log.warning("hall: %s cannot be renamed: %s", path, failure.strerror)
        return HallState()


def _result(line: msgspec.Raw) -> GameResult | None:
    """A line of the file; `None` if it is no result that can be shown."""
    try:
        result = decoded(bytes(line), GameResult)
        check_result(result)
    except (NotThat, ValueError):
        return None
    return result


def write_kept(path: Path, kept: HallState) -> None:
    """Store the state. A failure is logged."""
    try:
        write_text(path, msgspec.json.encode(kept).decode())
    except ConfigError as error:
        log.warning("hall: %s", error)


def read_tournament(path: Path) -> HallTournament:
    """The tournament of a file. Raises `TournamentError`."""
    try:
        return decoded(read_bytes(path, LARGEST).removeprefix(BOM_UTF8), HallTournament)
    except OSError as error:
        raise TournamentError(f"{path}: cannot be read: {error.strerror}") from error
    except NotThat as error:
        raise TournamentError(f"{path}: is no tournament: {error}") from error


def create_tournament(path: Path, tournament: HallTournament) -> None:
    """Write a new file. Raises `TournamentError`, also if the file exists."""
    if path.exists():
        raise TournamentError(f"{path}: is there already. Name another file.")
    _store(path, tournament)


def change_tournament(path: Path, change: Callable[[HallTournament], HallTournament]) -> HallTournament:
    """Change a tournament file under its lock. Returns the new tournament. Raises `TournamentError`."""
    with _alone(path):
        changed = change(read_tournament(path))
        _store(path, changed)
        return changed


def _store(path: Path, tournament: HallTournament) -> None:
    try:
        write_text(path, msgspec.json.format(msgspec.json.encode(tournament), indent=1).decode())
    except ConfigError as error:
        raise TournamentError(str(error)) from error


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold the lock of a file. Other programs wait."""
    try:
        lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise TournamentError(f"{path}: cannot be changed: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
