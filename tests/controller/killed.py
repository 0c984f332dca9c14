"""A program that dies in the middle of opening a journal: at every line of what looks after the file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from controller.journal.errors import JournalError
from controller.journal.journal import Journal

WATCHED = (
    "journal/file.py",
    "journal/restore.py",
    "journal/backup.py",
    "journal/holdings.py",
    "journal/count.py",
)
MOST = 5_000
KILLED, ENDED = 9, 0


def killed_at_every_line(
    make: Callable[[Path], Path], require: Callable[[Path], None], folder: Path, every: int = 7
) -> int:
    """Open the journal that `make` makes in a new folder, die at a line, and ask `require` of what is left:
    at every so-many-th line that runs. Gives how often it died."""
    for deaths, number in enumerate(range(1, MOST, every)):
        place = folder / f"{number}"
        place.mkdir()
        path = make(place)
        code = _opened_until(path, number)
        require(path)
        if code == ENDED:
            return deaths
    raise AssertionError("it has not come to an end")


def _opened_until(path: Path, number: int) -> int:
    child = os.fork()
    if not child:
        _die_at(number)
        try:
            Journal.open(path)
        except JournalError:
            pass
        finally:
            sys.settrace(None)
            os._exit(ENDED)
    _child, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _die_at(number: int) -> None:
    left = number

    def trace(frame: FrameType, event: str, _value: Any) -> Any:
        nonlocal left
        if not frame.f_code.co_filename.endswith(WATCHED):
            return None
        if event == "line":
            left -= 1
            if not left:
                os._exit(KILLED)
        return trace

    sys.settrace(trace)
