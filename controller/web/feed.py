"""The source of the live pages: what the table shows now."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.daemon.shown import Shown
from controller.referee.session import Session
from controller.shell.model.layers import Demonstration
from controller.shell.model.state import Chances

if TYPE_CHECKING:
    import asyncio


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What spectators are told of: a session, the game that the table plays by itself, if it does, and the
    chances of the game on the table, if there are any."""

    session: Session
    stage: Demonstration | None = None
    chances: Chances | None = None

    def is_of(self, shown: Shown) -> bool:
        """Whether it is all of this view."""
        is_same = self.session is shown.session and self.stage is shown.demonstration
        return is_same and self.chances is shown.chances


class Feed:
    """The newest of it, and the listeners for the next one.

    `tell` may be called from any thread and returns at once; all other methods belong to the loop.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._listeners: set[asyncio.Event] = set()
        self.told: Told | None = None

    @property
    def session(self) -> Session | None:
        """The newest session."""
        return None if self.told is None else self.told.session

    def tell(self, told: Told) -> None:
        """Publish the newest."""
        self.told = told
        if self._listeners:
            with suppress(RuntimeError):  # the loop has just been closed
                self._loop.call_soon_threadsafe(self.wake)

    def wake(self) -> None:
        """Wake the listeners."""
        for listener in self._listeners:
            listener.set()

    def listen(self) -> asyncio.Event:
        """An event that is set at each change from now on."""
        import asyncio

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
