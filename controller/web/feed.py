"""What the pages tell of: the newest session of the table."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from controller.referee.session import Session


class Feed:
    """The newest session, and who wants to know of the next.

    `tell` may be called from any thread and comes back at once; all else is the loop's.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._listeners: set[asyncio.Event] = set()
        self.session: Session | None = None

    def tell(self, session: Session) -> None:
        """This is the session now."""
        self.session = session
        if self._listeners:
            with suppress(RuntimeError):  # the loop has just been closed
                self._loop.call_soon_threadsafe(self.wake)

    def wake(self) -> None:
        """There is news."""
        for listener in self._listeners:
            listener.set()

    def listen(self) -> asyncio.Event:
        """An event that is set whenever there is news, from now on."""
        listener = asyncio.Event()
        listener.set()
        self._listeners.add(listener)
        return listener

    def leave(self, listener: asyncio.Event) -> None:
        """No news for this one any more."""
        self._listeners.discard(listener)
