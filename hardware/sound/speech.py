"""Speech by espeak-ng. If it is not installed, the table is silent."""

from __future__ import annotations

import contextlib
import logging
import shutil
import subprocess
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from hardware.ports import Emit

PROGRAM: Final = "espeak-ng"
VOICES: Final = {"en": "en-gb", "fr": "fr", "de": "de"}
WORDS_A_MINUTE: Final = 150
LONGEST: Final = 400
"""Longer texts are not spoken: they are on the screen."""
DEADLINE_MS: Final = 60_000
"""The longest sentence takes half of this. A program that takes longer hangs, perhaps because its device is
busy."""
END_S: Final = 1.0
"""The time for a program to end when asked to, and again when killed."""

_log = logging.getLogger(__name__)


class Process(Protocol):
    """A running program, in the interface of `subprocess.Popen`."""

    def poll(self) -> int | None: ...

    def terminate(self) -> None: ...

    def kill(self) -> None: ...

    def wait(self, timeout: float | None = None) -> int: ...


Run = Callable[[Sequence[str]], Process]


def is_speech_here() -> bool:
    """Whether speech is available."""
    return shutil.which(PROGRAM) is not None


def _run(command: Sequence[str]) -> Process:
    return subprocess.Popen(  # noqa: S603 - no shell, and every word is our own
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


class Speech:
    """Device, and polled: speaks one sentence after the other. Of waiting ones only the newest is spoken."""

    def __init__(self, run: Run = _run) -> None:
        self._run = run
        self._speaking: Process | None = None
        self._waiting: Sequence[str] | None = None
        self._until_ms: int | None = None
        self._is_broken = False

    def start(self, emit: Emit) -> None:
        """See `Device`. Nothing is emitted: the game needs no speech."""

    def stop(self) -> None:
        """Fall silent."""
        self._waiting = None
        if self._speaking is not None:
            _end(self._speaking)
        self._speaking = None

    def say(self, text: str, language: str) -> None:
        """Speak a sentence after the current one. Returns at once."""
        voice = VOICES.get(language, language)
        self._waiting = (PROGRAM, "-v", voice, "-s", str(WORDS_A_MINUTE), "--", text[:LONGEST])
        self._begin()

    def poll(self, now_ms: int) -> None:
        """Speak the waiting sentence, if the last one has ended; and end a program that hangs."""
        if self._speaking is not None:
            self._until_ms = self._until_ms or now_ms + DEADLINE_MS
            if now_ms >= self._until_ms and self._speaking.poll() is None:
                _log.warning("%s has not ended for %d s: it is killed.", PROGRAM, DEADLINE_MS // 1000)
                self._speaking.kill()
                self._until_ms = None
        if self._waiting is not None or self._speaking is not None:
            self._begin()

    def _begin(self) -> None:
        if self._speaking is not None and self._speaking.poll() is not None:
            self._speaking = None
        if self._speaking is not None or self._waiting is None or self._is_broken:
            return
        command, self._waiting = self._waiting, None
        self._until_ms = None
        try:
            self._speaking = self._run(command)
        except OSError as error:
            self._is_broken = True
            _log.warning("%s cannot be run (%s). The game goes on without speech.", PROGRAM, error.strerror)


def _end(program: Process) -> None:
    """End a program, by force if necessary."""
    for end in (program.terminate, program.kill):
        if program.poll() is not None:
            return
        end()
        with contextlib.suppress(subprocess.TimeoutExpired):
            program.wait(END_S)
