"""Finds recordings: in a recorder's folder, in one file of it, or in a report."""

from __future__ import annotations

import gzip
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Final, cast

from controller.files.bounded_file import opened, read_bytes
from controller.files.ring import SUFFIX, files_in
from controller.recorder.recording import RecordingError

LARGEST: Final = 1 << 27
"""The largest file of a recorder, and the largest part of a report that is read at once."""
LARGEST_REPORT: Final = 1 << 30
"""The largest report, unpacked."""
MOST_MEMBERS: Final = 1_000
"""The most files in a report."""

_GZIP: Final = b"\x1f\x8b"
_UNREADABLE: Final = (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile, ValueError, OverflowError)
"""Errors of reading an arbitrary archive."""


def recordings_in(path: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a recording with their names, the oldest first. Raises `RecordingError` and `OSError`."""
    if path.is_dir():
        files = files_in(path)
        if not files:
            raise RecordingError(f"{path} holds no recording (files that end with {SUFFIX}).")
        for file in files:
            yield file.name, _read(file)
    elif _is_report(path):
        yield from _in_report(path)
    else:
        yield path.name, _read(path)


def _read(path: Path) -> bytes:
    try:
        return read_bytes(path, LARGEST)
    except OSError as error:
        raise RecordingError(f"{path}: cannot be read: {error.strerror}") from error


def _is_report(path: Path) -> bool:
    """Whether a file begins like an archive."""
    with opened(path) as file:
        start = file.read(tarfile.BLOCKSIZE)
    return start.startswith(_GZIP) or start[257:262] == b"ustar"


def _in_report(path: Path) -> Iterator[tuple[str, bytes]]:
    """The recordings in a report. Nothing is unpacked onto the disk."""
    try:
        with opened(path) as file, _unpacking(file) as unpacked, _listed(unpacked) as report:
            members = _recordings(report)
            for member in members:
                data = report.extractfile(member)
                if data is not None:
                    yield Path(member.name).name, data.read(LARGEST)
    except _UNREADABLE as error:
        raise RecordingError(f"{path}: cannot be read: {error}") from error
    if not members:
        raise RecordingError(f"{path} holds no recording.")


@contextmanager
def _unpacking(file: IO[bytes]) -> Iterator[IO[bytes]]:
    is_packed = file.read(len(_GZIP)) == _GZIP
    file.seek(0)
    with gzip.open(file) if is_packed else nullcontext(file) as unpacked:
        yield cast("IO[bytes]", _Bounded(cast("IO[bytes]", unpacked)))


def _listed(file: IO[bytes]) -> tarfile.TarFile:
    """The archive in a file. Nested compression is refused."""
    return tarfile.open(fileobj=file, mode="r:")


def _recordings(report: tarfile.TarFile) -> list[tarfile.TarInfo]:
    """The recordings in an archive, by name."""
    found = []
    for number, member in enumerate(report):
        if number >= MOST_MEMBERS:
            raise tarfile.ReadError("it holds more files than any report")
        if member.isfile() and member.name.endswith(SUFFIX):
            found.append(member)
    return sorted(found, key=lambda one: one.name)


class _Bounded:
    """A file for `tarfile` that ends at the largest size of a report. Raises `tarfile.ReadError`."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        """See `io.RawIOBase`."""
        if not 0 <= size <= LARGEST:
            raise tarfile.ReadError("a part of it is larger than any recording")
        return self._file.read(size)

    def seek(self, to: int, whence: int = 0) -> int:
        """See `io.RawIOBase`."""
        if not 0 <= to <= LARGEST_REPORT:
            raise tarfile.ReadError("it is larger than any report")
        return self._file.seek(to, whence)

    def tell(self) -> int:
        """See `io.RawIOBase`."""
        return self._file.tell()
