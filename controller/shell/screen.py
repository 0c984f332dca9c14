"""A screen that lies over a game, as one object: what it shows, what a press does, and when it changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from controller.model.view import Lit, View
from controller.shell.requests import Found
from controller.shell.state import Answer, Shell

L = TypeVar("L")

Lights: TypeAlias = tuple[tuple[int, Lit], ...]

LEFT_MS: Final = 60_000
"""How long a screen of the host's is left alone before it closes."""


def _never(shell: Shell, layer: Any, now_ms: int) -> int | None:
    return None


def _unchanged(shell: Shell, layer: Any, _any: Any) -> Answer:
    return Answer(shell)


def left_when_idle(shell: Shell, layer: Any) -> int | None:
    """A screen that closes if nobody touches it for as long as the table waits before it invites."""
    idle_ms = shell.kiosk.idle_ms
    return shell.hands_ms + idle_ms if idle_ms else None


def left_soon(shell: Shell, layer: Any) -> int | None:
    """A screen of the host's, which nobody else is to find: it closes at any table."""
    return shell.hands_ms + min(LEFT_MS, shell.kiosk.idle_ms or LEFT_MS)


def never_left(shell: Shell, layer: Any) -> int | None:
    """A screen that hands alone end."""
    return None


def _closed(shell: Shell, layer: Any, now_ms: int) -> Answer:
    return Answer(shell.under(None))


@dataclass(frozen=True, slots=True)
class Screen(Generic[L]):
    """One screen. What it knows at a moment is a value of its class `layer`; its functions are pure."""

    layer: type[L]

    view: Callable[[Shell, L], View]

    pressed: Callable[[Shell, L, str, int], Answer]
    """After a press on the button with this id, at this time."""

    lights: Callable[[Shell, L], Lights] | None = None
    """The board's lights, if they are not the game's."""

    next_ms: Callable[[Shell, L, int], int | None] = _never
    """When after this time it next changes by itself."""

    passed: Callable[[Shell, L, int], Answer] = _unchanged
    """As it is at this time: before `next_ms` nothing has changed."""

    left_ms: Callable[[Shell, L], int | None] = left_when_idle
    """When it closes if no hand comes before; `None` if it stays."""

    left: Callable[[Shell, L, int], Answer] = _closed
    """After that."""

    asks_again: bool = False
    """Whether it asks again about a press on the game's screen: no button may lie where one lay there."""

    answered: Callable[[Shell, L, Found], Answer] = _unchanged
    """After something was found that a screen has asked for, perhaps another one."""
