"""Whether anyone follows the spectators' page: only then does the table reckon anything for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from controller.model.phones import Watched
from controller.monotonic import now_ms
from controller.referee.session import Event

LINGER_S: Final = 5.0
"""A page that is loaded again, or comes through a wall, has not left. Nor can strangers who come and go keep
the table busy with it."""

AGAIN_S: Final = 1.0


class Audience:
    """Counts the open streams of the page. Its methods belong to the loop.

    `emit` receives that somebody follows, at once, and that no one does, `LINGER_S` after the last one has
    left. It returns `False` if there is no room.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, emit: Callable[[Event], object]) -> None:
        self._loop = loop
        self._emit = emit
        self._streams = 0
        self._is_watched = False

    def come(self) -> None:
        """A stream has been opened."""
        self._streams += 1
        self._tell()

    def leave(self) -> None:
        """A stream has been closed."""
        self._streams -= 1
        self._loop.call_later(LINGER_S, self._tell)

    def end(self) -> None:
        """The page is not served any more."""
        self._streams = 0
        self._tell()

    def _tell(self) -> None:
        is_watched = self._streams > 0
        if is_watched == self._is_watched:
            return
        if self._emit(Watched(now_ms(), is_watched)) is False:
            self._loop.call_later(AGAIN_S, self._tell)
        else:
            self._is_watched = is_watched
