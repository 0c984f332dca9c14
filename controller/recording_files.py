"""Where recordings are found: in a recorder's folder, in one file of it, or in a report."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from controller.recording import RecordingError
from controller.ring import SUFFIX, files_in

LARGEST: Final = 1 << 30
"""No file of a recorder, or of a report, is larger."""


def recordings_in(path: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a recording with their names, the oldest first. Raises `RecordingError` and `OSError`."""
    if path.is_dir():
        files = files_in(path)
        if not files:
            raise RecordingError(f"{path} holds no recording (files that end with {SUFFIX}).")
        for file in files:
            yield file.name, _read(file)
    elif tarfile.is_tarfile(path):
        yield from _in_report(path)
    else:
        yield path.name, _read(path)


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return _bounded(file, str(path))


def _in_report(path: Path) -> Iterator[tuple[str, bytes]]:
    """The recordings in a report. Nothing is unpacked onto the disk."""
    try:
        with tarfile.open(path) as report:
            members = [one for one in report.getmembers() if one.isfile() and one.name.endswith(SUFFIX)]
            for member in sorted(members, key=lambda one: one.name):
                file = report.extractfile(member)
                if file is not None:
                    yield Path(member.name).name, _bounded(file, member.name)
    except (tarfile.TarError, EOFError) as error:
        raise RecordingError(f"{path} cannot be read: {error}") from error
    if not members:
        raise RecordingError(f"{path} holds no recording.")


def _bounded(file: IO[bytes], name: str) -> bytes:
    data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise RecordingError(f"{name} is larger than any recording.")
    return data
