"""Reads files of others with a limit and without waiting: they may be anything."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import IO, Final

_SHELLS_OWN: Final = Path("/dev/fd")
"""The folder of a shell's process substitution (`<(...)`), for which waiting is right."""


def opened(path: Path) -> IO[bytes]:
    """Open a file for reading. Raises `OSError`, also for a pipe in its place, which would never end."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        if path.parent != _SHELLS_OWN:
            os.close(descriptor)
            raise OSError(errno.EINVAL, "it is a pipe, and no file", str(path))
        os.set_blocking(descriptor, True)
    return os.fdopen(descriptor, "rb")


def read_bytes(path: Path, most: int) -> bytes:
    """The content of a file. Raises `OSError`, with `EFBIG` beyond the limit."""
    with opened(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data
