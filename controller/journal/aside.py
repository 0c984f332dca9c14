"""Objects in the way of a journal, moved aside."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

SIDE_FILES = ("-wal", "-shm", "-journal")


def cleared(path: Path) -> str:
    """Move away anything that is not a file or cannot be opened. Returns the new name of the journal, if it
    was that.

    Raises `OSError` if it cannot be moved.
    """
    for suffix in SIDE_FILES:
        make_way(path, suffix, is_ours=suffix != "-journal")  # it has its log in `-wal` from its birth
    return make_way(path)


def make_way(path: Path, suffix: str = "", *, is_ours: bool = True) -> str:
    """Move away an unusable or foreign object in the place of one of a journal's files. Returns its new name.
    Raises `OSError`."""
    part = path.with_name(path.name + suffix)
    if not os.path.lexists(part) or (is_ours and _is_usable(part)):
        return ""
    kept = _free(path, suffix)
    part.rename(kept)
    return kept.name


def _is_usable(part: Path) -> bool:
    """Whether this is a file that can be read and written, if necessary after restoring its owner's
    rights."""
    try:
        status = part.stat()
    except OSError:
        return False  # a link that leads nowhere, or to itself
    if not stat.S_ISREG(status.st_mode):
        return False
    if status.st_uid == os.geteuid() and status.st_mode & 0o600 != 0o600:
        part.chmod(0o600)
    if os.access(part, os.R_OK | os.W_OK, effective_ids=True):
        return True
    return not os.access(part.parent, os.W_OK, effective_ids=True)  # not movable: SQLite reports it


def _free(path: Path, suffix: str = "") -> Path:
    """A free name for a damaged journal, or for a file beside one."""
    number = 1
    while any(
        os.path.lexists(path.with_name(f"{path.name}.damaged-{number}{each}"))
        for each in {"", *SIDE_FILES, suffix}
    ):
        number += 1
    return path.with_name(f"{path.name}.damaged-{number}{suffix}")


def set_aside(path: Path, *, is_kept: bool) -> str:
    """Keep the journal and its log under a free name; if it `is_kept`, the journal itself stays too. SQLite's
    shared-memory file is useless alone and is not kept."""
    aside = _free(path)
    if path.exists() and path.stat().st_size:
        _link(path, aside)
    wal, kept_wal = path.with_name(f"{path.name}-wal"), aside.with_name(f"{aside.name}-wal")
    if is_kept and wal.exists():
        shutil.copyfile(wal, kept_wal)
    elif wal.exists() and wal.stat().st_size:
        wal.rename(kept_wal)
    if not is_kept:
        path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    return aside.name if aside.exists() or kept_wal.exists() else ""


def _link(path: Path, aside: Path) -> None:
    """Give a file a second name; copy it if the file system has no hard links."""
    try:
        os.link(path, aside)
    except OSError:
        shutil.copyfile(path, aside)
        aside.chmod(0o600)
