"""Thinking as the table sees it: what is to be thought, what comes of it, and the port of whoever thinks.

Thinking goes on elsewhere, for a set time, and what comes of it is an event like any other. Whoever wants
something thought keeps a `Request` with a number of their own; an answer with another number is nobody's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

from engines.game import Game, Position
from opponents.thought import Level, Option

PLAY: Final = "play"
"""The purpose of a request: an action of a seat that the computer plays."""


class ThinkerError(Exception):
    """A thinker was used wrongly. The text says how."""


@dataclass(frozen=True, slots=True)
class Request:
    """Something to be thought: what `seat` should do in `position`, at a level, within `think_ms`.

    `purpose` and `number` name it: of a purpose's requests each has another number. `hand` are the blocks
    that the seat holds, in a game whose position does not tell them.
    """

    purpose: str
    number: int
    game: Game[Any] = field(repr=False)
    position: Position[Any] = field(repr=False)
    seat: str
    level: Level
    think_ms: int
    hand: frozenset[str] = field(default=frozenset(), repr=False)

    @property
    def name(self) -> tuple[str, int]:
        """What tells it from all others."""
        return self.purpose, self.number


@dataclass(frozen=True, slots=True)
class Considered:
    """What came of a request: the options, the best first, at least one. They may be secret.

    `game` is the name of the game that they belong to. `is_quick` says that nobody could think for long: it
    is what looks best at once.
    """

    at_ms: int
    purpose: str
    number: int
    game: str
    options: tuple[Option, ...] = field(repr=False)
    is_quick: bool = False


@dataclass(frozen=True, slots=True)
class Unanswered:
    """Nothing will come of a request any more. `reason` is for the log."""

    at_ms: int
    purpose: str
    number: int
    reason: str


Answer: TypeAlias = Considered | Unanswered


class Thinker(Protocol):
    """Whoever thinks, beside the main loop.

    Duties: none of these calls waits for anything; each request is answered once, by `Considered` or
    `Unanswered`, unless it is cancelled; `poll` is called again and again with the time, and answers are
    emitted from nowhere else; of requests that come while one is thought about, those that are to be played
    come first, the others in their order; `stop` may be called twice and leaves nothing running.
    """

    def start(self, emit: Callable[[Answer], None]) -> None:
        """Get ready to think. What takes time or room is left until something is asked."""

    def think(self, request: Request) -> None:
        """Begin to think about something. Raises `ThinkerError` for the name of one that is not over."""

    def cancel(self, name: tuple[str, int]) -> None:
        """Stop thinking about a request at once. One that is over, or unknown, is left as it is."""

    def poll(self, at_ms: int) -> None:
        """Look whether there is an answer, or one that is overdue."""

    def next_ms(self) -> int | None:
        """When `poll` has something to do for certain, if nothing happens before; `None` if never."""

    def stop(self) -> None:
        """Stop thinking, for good."""


class Nobody:
    """A thinker that never answers: at tables where nobody needs to, and where answers come from elsewhere,
    as in a replay. It keeps no duty but to do no harm."""

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
