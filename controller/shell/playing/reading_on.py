"""Texts that there is no room for: a touch on their number shows the next one, and so on around. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import View
from controller.shell.model.state import ReadOn, Shell
from engines.record import replace

AGAIN_MS: Final = 20_000
"""After this time without a touch the first text stands first again."""


def asked(shell: Shell, seen: View, at_ms: int) -> Shell:
    """The shell after a touch on the number, in this view."""
    told = shell.read_on
    times = told.times if told is not None and told.of == _of(seen) else 0
    return replace(shell, read_on=ReadOn(_of(seen), times + 1, at_ms + AGAIN_MS))


def turned(shell: Shell, seen: View) -> View:
    """The view as its person reads on, unless it has other texts now."""
    told = shell.read_on
    return seen if told is None or told.of != _of(seen) else replace(seen, read_on=told.times)


def _of(seen: View) -> tuple[tuple[str, ...], str]:
    return seen.ask, seen.notice
