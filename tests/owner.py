"""The owner of a test's open resources, if it uses no `with` block: the test closes them at its end."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Protocol, TypeVar


class Closable(Protocol):
    """Something that holds a file, a connection or a thread."""

    def close(self) -> None:
        """Let it go. May be called twice."""


Opened = TypeVar("Opened", bound=Closable)

_open = ExitStack()


def owned(opened: Opened) -> Opened:
    """Give something to the running test, which closes it at its end: the last opened first."""
    _open.callback(opened.close)
    return opened


def close_all() -> None:
    """A test is over."""
    _open.close()
