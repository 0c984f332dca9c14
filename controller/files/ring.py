"""A bounded ring of files in a folder: the newest is written, the oldest are removed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

PARTS: Final = 12
"""The number of files of the ring: each is a small part of it."""

SUFFIX: Final = ".rec"


def files_in(folder: Path) -> list[Path]:
    """The files of a ring, the oldest first. Raises `OSError`."""
    return sorted(path for path in folder.iterdir() if path.suffix == SUFFIX and path.stem.isdecimal())


class Ring:
    """Files with at most `most_bytes` together, in a private folder.

    Every method raises `OSError` on disk errors.
    """

    def __init__(self, folder: Path, most_bytes: int) -> None:
        self._folder = folder
        self._part_bytes = most_bytes // PARTS
        self._file: int | None = None
        self._size = 0

    @property
    def is_full(self) -> bool:
        """Whether the file is full, and another must be begun."""
        return self._file is None or self._size >= self._part_bytes

    def begin(self) -> None:
        """Begin another file. The oldest goes, if there are too many."""
        self.close()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder.chmod(0o700)
        files = files_in(self._folder)
        for old in files[: max(0, len(files) - PARTS + 1)]:
            old.unlink()
        number = int(files[-1].stem) + 1 if files else 1
        path = self._folder / f"{number:08}{SUFFIX}"
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        self._size = 0

    def write(self, data: bytes) -> None:
        """Put bytes at the end of the file."""
        assert self._file is not None
        while data:
            written = os.write(self._file, data)
            self._size += written
            data = data[written:]

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            file, self._file = self._file, None
            os.close(file)
