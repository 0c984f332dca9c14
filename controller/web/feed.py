"""The source of the live pages: the newest session of the table."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from controller.referee.session import Session
from controller.shell.model.layers import Demonstration


class Feed:
    """The newest session, and the listeners for the next one.

    `tell` may be called from any thread and returns at once; all other methods belong to the loop.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._listeners: set[asyncio.Event] = set()
        self.session: Session | None = None
        self.stage: Demonstration | None = None

    def tell(self, session: Session, stage: Demonstration | None = None) -> None:
        """Publish the newest session, and the game that the table plays by itself, if it does."""
        self.session, self.stage = session, stage
        if self._listeners:
            with suppress(RuntimeError):  # the loop has just been closed
                self._loop.call_soon_threadsafe(self.wake)

    def wake(self) -> None:
        """Wake the listeners."""
        for listener in self._listeners:
            listener.set()

    def listen(self) -> asyncio.Event:
        """An event that is set at each change from now on."""
        listener = asyncio.Event()
        listener.set()
        self._listeners.add(listener)
        return listener

    def leave(self, listener: asyncio.Event) -> None:
        """Remove a listener."""
        self._listeners.discard(listener)

    def __len__(self) -> int:
        """The number of listeners."""
        return len(self._listeners)
