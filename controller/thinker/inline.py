"""A thinker for tests and simulated tables, that counts nodes instead of time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from controller.model.thinking import PLAY, Answer, Considered, Request, ThinkerError
from opponents.think import think
from opponents.thought import Budget


class InlineThinker:
    """A thinker that counts nodes instead of time: the same request and seed give the same answer. It thinks
    within `poll`, when the time of the request is over by the clock that is handed in.

    `nodes` limits the search. `is_silent` makes it one that never answers.
    """

    def __init__(self, nodes: int, seed: int) -> None:
        self._nodes = nodes
        self._seed = seed
        self._emit: Callable[[Answer], None] | None = None
        self._waiting: list[Request] = []
        self._at_ms = 0
        self._due_ms: int | None = None
        self.is_silent = False

    @property
    def thinking(self) -> Request | None:
        """The current request."""
        return self._waiting[0] if self._waiting else None

    def start(self, emit: Callable[[Answer], None]) -> None:
        """See `Thinker`."""
        self._emit = emit

    def think(self, request: Request) -> None:
        """See `Thinker`."""
        if self._emit is None:
            raise ThinkerError("The thinker has not been started, or is stopped.")
        if any(one.name == request.name for one in self._waiting):
            raise ThinkerError(f"{request.name} is being thought about already.")
        self._waiting.append(request)
        if len(self._waiting) == 1:
            self._due_ms = self._at_ms + request.think_ms
        else:
            self._waiting[1:] = sorted(self._waiting[1:], key=lambda one: one.purpose != PLAY)

    def cancel(self, name: tuple[str, int]) -> None:
        """See `Thinker`."""
        first = self.thinking
        self._waiting = [one for one in self._waiting if one.name != name]
        if self.thinking is not first:
            self._next()

    def poll(self, at_ms: int) -> None:
        """See `Thinker`."""
        self._at_ms = at_ms
        request = self.thinking
        if request is None or self._due_ms is None or at_ms < self._due_ms or self.is_silent:
            return
        self._waiting.pop(0)
        self._next()
        assert self._emit is not None
        random = Random(f"{self._seed} {request.name}")  # noqa: S311 - to be repeated, no secret
        budget = Budget(self._nodes)
        position, seat, level = request.position, request.seat, request.level
        thought = think(position, seat, level, random, budget, request.hand, request.seen)
        self._emit(Considered(at_ms, *request.name, request.game.name, thought.options))

    def _next(self) -> None:
        request = self.thinking
        self._due_ms = None if request is None else self._at_ms + request.think_ms

    def next_ms(self) -> int | None:
        """See `Thinker`."""
        return None if self.is_silent else self._due_ms

    def stop(self) -> None:
        """See `Thinker`."""
        self._emit, self._waiting, self._due_ms = None, [], None
