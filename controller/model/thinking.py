"""Thinking from the table's side: requests, answers, and the port of a thinker.

Thinking happens elsewhere, for a set time, and its result is an event like any other. The requester keeps its
`Request` with a number of its own; answers with other numbers are ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, Final, Protocol, TypeAlias

from engines.game import Game, Position
from engines.record import record
from opponents.thought import Level, Option, Seen

PLAY: Final = "play"
"""The purpose of a request: an action of a computer seat."""


class ThinkerError(Exception):
    """A thinker was used wrongly. The text says how."""


@record
class Request:
    """A thinking request: the action of `seat` in `position`, at a level, within `think_ms`.

    `purpose` and `number` identify it: numbers are unique within a purpose. `hand` are the blocks that the
    seat holds, in a game whose position does not contain them; `seen` the secret choices shown so far.
    """

    purpose: str
    number: int
    game: Game[Any] = field(repr=False)
    position: Position[Any] = field(repr=False)
    seat: str
    level: Level
    think_ms: int
    hand: frozenset[str] = field(default=frozenset(), repr=False)
    seen: tuple[Seen, ...] = field(default=(), repr=False)

    @property
    def name(self) -> tuple[str, int]:
        """The unique name of the request."""
        return self.purpose, self.number


@record
class Considered:
    """The answer to a request: the options, the best first, at least one. They may be secret.

    `game` is the name of their game. `is_quick` means that no long thinking was possible: it is the best
    option at first sight.
    """

    at_ms: int
    purpose: str
    number: int
    game: str
    options: tuple[Option, ...] = field(repr=False)
    is_quick: bool = False


@record
class Unanswered:
    """A request will not be answered. `reason` is for the log."""

    at_ms: int
    purpose: str
    number: int
    reason: str


Answer: TypeAlias = Considered | Unanswered


class Thinker(Protocol):
    """A thinker, beside the main loop.

    Duties: none of these calls waits; each request is answered once, by `Considered` or `Unanswered`, unless
    it is cancelled; `poll` is called repeatedly with the time, and answers are emitted only from it; of
    requests that wait for another one, those to be played come first, the others in their order; `stop` may
    be called twice and leaves nothing running.
    """

    def start(self, emit: Callable[[Answer], None]) -> None:
        """Get ready to think. Expensive preparations wait for the first request."""

    def think(self, request: Request) -> None:
        """Start a request. Raises `ThinkerError` for the name of an unfinished one."""

    def cancel(self, name: tuple[str, int]) -> None:
        """Cancel a request at once. Finished or unknown ones are ignored."""

    def poll(self, at_ms: int) -> None:
        """Emit an answer, if there is one, or if one is overdue."""

    def next_ms(self) -> int | None:
        """When `poll` is next certainly due, if nothing happens before; `None` if never."""

    def stop(self) -> None:
        """Stop thinking, for good."""


class NoThinker:
    """A thinker that never answers: for tables that need none, and for replays, whose answers are recorded.
    It is exempt from the duty to answer."""

    def start(self, emit: Callable[[Answer], None]) -> None:
        """See `Thinker`."""

    def think(self, request: Request) -> None:
        """See `Thinker`."""

    def cancel(self, name: tuple[str, int]) -> None:
        """See `Thinker`."""

    def poll(self, at_ms: int) -> None:
        """See `Thinker`."""

    def next_ms(self) -> int | None:
        """See `Thinker`."""
        return None

    def stop(self) -> None:
        """See `Thinker`."""
