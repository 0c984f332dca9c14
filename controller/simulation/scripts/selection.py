"""Selection of script files: by name, folder or pattern."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

SUFFIX: Final = ".table"


class NothingFound(Exception):
    """A name, a pattern or a word matches no script. The text says which."""


def selected(names: Iterable[str], words: Sequence[str] = ()) -> list[Path]:
    """The selected files, each once: named ones, those of a pattern (`tests/**/*.table`), and all `*.table`
    below a folder. With `words` only those whose path contains one of them, ignoring case.

    A named file may be missing: its reader reports that. Raises `NothingFound`.
    """
    files = list(dict.fromkeys(file for name in names for file in _files_of(name)))
    chosen = [file for file in files if _has_any(file, words)]
    if not chosen:
        raise NothingFound(f"-k {' -k '.join(words)}: none of {len(files)} scripts has that in its path")
    return chosen


def _has_any(file: Path, words: Sequence[str]) -> bool:
    return not words or any(word.casefold() in str(file).casefold() for word in words)


def _files_of(name: str) -> list[Path]:
    path = Path(name)
    if path.is_dir():
        found = sorted(path.rglob(f"*{SUFFIX}"))
        if not found:
            raise NothingFound(f"{name}: there is no *{SUFFIX} in this folder")
        return found
    if path.exists() or not glob.has_magic(name):
        return [path]
    matching = sorted(Path(one) for one in glob.glob(name, recursive=True))  # noqa: PTH207 - a whole path
    if not matching:
        raise NothingFound(f"{name}: no file matches")
    return [file for one in matching for file in (sorted(one.rglob(f"*{SUFFIX}")) if one.is_dir() else [one])]
