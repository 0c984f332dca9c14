"""A thinker of several processes, as many as there is room for: all think about the same position,
with different seeds, and their results are joined.

They are started on the first request, and again if one has died. A process that does not answer in time is
killed. If all have died, new ones use the rest of the time. If none has answered even then, one is asked for
a single walk, before the request fails.
"""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from random import SystemRandom  # not `secrets`: it opens the system's cryptography
from typing import Final

import msgspec

from controller.model.thinking import PLAY, Answer, Considered, Request, ThinkerError, Unanswered
from controller.thinker.process import WORKER, LineProcess
from controller.thinker.room import room_here
from controller.thinker.wire import Work, WorkResult, found_in, line_of, thought_of
from engines.game import RuleError
from opponents.thought import Thought, joined

log = logging.getLogger(__name__)

PATIENCE_MS: Final = 4_000
"""Grace period after the thinking time before a process is given up."""

START_MS: Final = 4_000
"""Longest time to start a process."""


class Attempt(Enum):
    """The attempts at a request: each follows if no process has answered in the one before."""

    FIRST = auto()
    AGAIN = auto()
    QUICK = auto()


@dataclass(slots=True)
class _Job:
    """A request for which processes (`waited_for`) think for `for_ms`. They are given up after `allowed_ms`,
    which is at `due_ms`.
    """

    request: Request
    number: int
    for_ms: int
    allowed_ms: int
    waited_for: set[LineProcess]
    attempt: Attempt
    thoughts: list[Thought] = field(default_factory=list)
    failure: str = "no process has answered"
    due_ms: int | None = None

    def left_ms(self, at_ms: int) -> int:
        """The thinking time that is left."""
        return self.for_ms if self.due_ms is None else self.for_ms + self.due_ms - self.allowed_ms - at_ms


class Pool:
    """See `Thinker`. `command` runs a process that keeps `controller.thinker.wire`."""

    def __init__(self, count: int, command: Sequence[str] = WORKER) -> None:
        self._count = count
        self._nodes = room_here().nodes
        self._command = command
        self._emit: Callable[[Answer], None] | None = None
        self._processes: list[LineProcess] = []
        self._heard: queue.SimpleQueue[tuple[LineProcess, bytes | None]] = queue.SimpleQueue()
        self._waiting: list[Request] = []
        self._job: _Job | None = None
        self._number = 0

    @property
    def processes(self) -> tuple[LineProcess, ...]:
        """Those that are there now."""
        return tuple(self._processes)

    def start(self, emit: Callable[[Answer], None]) -> None:
        """See `Thinker`."""
        self._emit = emit

    def think(self, request: Request) -> None:
        """See `Thinker`."""
        if self._emit is None:
            raise ThinkerError("The thinker has not been started, or is stopped.")
        known = [one.name for one in self._waiting] + ([self._job.request.name] if self._job else [])
        if request.name in known:
            raise ThinkerError(f"{request.name} is being thought about already.")
        self._waiting.append(request)
        self._waiting.sort(key=lambda one: one.purpose != PLAY)
        if self._job is None:
            self._next()

    def cancel(self, name: tuple[str, int]) -> None:
        """See `Thinker`."""
        self._waiting = [one for one in self._waiting if one.name != name]
        if self._job is not None and self._job.request.name == name:
            self._number += 1
            self._send(self._processes, Work(self._number))
            self._next()

    def poll(self, at_ms: int) -> None:
        """See `Thinker`."""
        while not self._heard.empty():
            self._take(*self._heard.get())
        job = self._job
        if job is None:
            return
        if job.due_ms is None:
            job.due_ms = at_ms + job.allowed_ms
        if at_ms >= job.due_ms:
            for process in tuple(job.waited_for):
                self._drop(process, "does not answer")
        if not job.waited_for:
            self._over(job, at_ms)

    def next_ms(self) -> int | None:
        """See `Thinker`."""
        return self._job.due_ms if self._job else None

    def stop(self) -> None:
        """See `Thinker`."""
        self._emit, self._job, self._waiting = None, None, []
        processes, self._processes = self._processes, []
        for process in processes:
            process.kill()
        for process in processes:
            process.close()

    def _next(self) -> None:
        self._job = None
        if self._waiting:
            request = self._waiting.pop(0)
            self._begin(request, Attempt.FIRST, request.think_ms)

    def _begin(self, request: Request, attempt: Attempt, for_ms: int) -> None:
        """Let processes think about a request; only one, for a single walk, at the last attempt."""
        count, nodes = (1, 1) if attempt is Attempt.QUICK else (self._count, self._nodes)
        is_new = len(self._processes) < count
        while len(self._processes) < count:
            self._processes.append(LineProcess(self._command, self._listen))
        self._number += 1
        allowed_ms = for_ms + PATIENCE_MS + (START_MS if is_new else 0)
        asked = self._processes[:count]
        self._job = _Job(request, self._number, for_ms, allowed_ms, set(asked), attempt)
        work = Work(
            self._number,
            request.game.name,
            request.position.state(),
            request.seat,
            request.level.value,
            tuple(sorted(request.hand)),
            for_ms / 1000,
            nodes,
            seen=tuple((position.state(), str(action)) for position, action in request.seen),
        )
        self._send(asked, work)

    def _send(self, processes: Sequence[LineProcess], work: Work) -> None:
        for process in processes:
            process.tell(line_of(msgspec.structs.replace(work, seed=SystemRandom().getrandbits(32))))

    def _listen(self, process: LineProcess, line: bytes | None) -> None:
        """A process said something, or is gone. From its own thread."""
        self._heard.put((process, line))

    def _take(self, process: LineProcess, line: bytes | None) -> None:
        """Take up what a process says, or that it is gone."""
        if line is None:
            self._drop(process, "has ended")
            return
        try:
            found = found_in(line)
        except msgspec.MsgspecError:
            self._drop(process, "talks nonsense")
            return
        if self._job is not None and found.number == self._job.number:
            self._job.waited_for.discard(process)
            self._hear(self._job, found)

    def _drop(self, process: LineProcess, why: str) -> None:
        """Have nothing more to do with a process."""
        if process in self._processes:
            log.warning("thinking: a process %s", why)
            self._processes.remove(process)
            process.kill()
        if self._job is not None:
            self._job.waited_for.discard(process)

    def _hear(self, job: _Job, found: WorkResult) -> None:
        if not found.options:
            job.failure = f"{found.failure} while it was thought"
            return
        try:
            job.thoughts.append(thought_of(found, job.request.game))
        except RuleError:
            job.failure = "what was found is no action"

    def _over(self, job: _Job, at_ms: int) -> None:
        """All that will come of a job has come."""
        assert self._emit is not None
        request = job.request
        if not job.thoughts and job.attempt is not Attempt.QUICK:
            left_ms = job.left_ms(at_ms)
            if job.attempt is Attempt.FIRST and left_ms > 0:
                self._begin(request, Attempt.AGAIN, left_ms)
            else:
                self._begin(request, Attempt.QUICK, 0)
            return
        self._next()
        if job.thoughts:
            options = joined(job.thoughts).options
            is_quick = job.attempt is Attempt.QUICK
            self._emit(Considered(at_ms, *request.name, request.game.name, options, is_quick))
        else:
            self._emit(Unanswered(at_ms, *request.name, job.failure))
