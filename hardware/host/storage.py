"""The disk with the games: sizes, read from the file system."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from hardware.host.port import Storage


def storage_of(journal: Path | None, recorder: Path | None) -> Storage | None:
    """The disk of the journal; `None` without a journal, or if the disk cannot be read. `recorder` is the
    flight recorder's folder."""
    if journal is None:
        return None
    try:
        disk = os.statvfs(journal.parent)
        kept = [path for path in journal.parent.iterdir() if path.name.startswith(journal.name)]
    except OSError:
        return None
    return Storage(
        size=disk.f_blocks * disk.f_frsize,
        free=disk.f_bavail * disk.f_frsize,
        journal=_size(kept),
        recorder=_size(recorder.rglob("*")) if recorder is not None else 0,
        is_read_only=bool(disk.f_flag & os.ST_RDONLY),
    )


def _size(paths: Iterable[Path]) -> int:
    """The bytes of all files among these. One that vanishes meanwhile has none."""
    total = 0
    for path in paths:
        with suppress(OSError):
            total += path.stat().st_size if path.is_file() else 0
    return total
