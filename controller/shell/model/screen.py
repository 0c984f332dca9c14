"""A screen over a game, as one object: its view, its buttons, its thoughts, and when it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from controller.model.thinking import Request
from controller.model.view import LitSites, View
from controller.shell.model.pages import BACK
from controller.shell.model.requests import Found
from controller.shell.model.state import Answer, Shell
from engines.record import record

L = TypeVar("L")

LEFT_MS: Final = 60_000
"""How long a host's screen stays open untouched."""


def _unchanged(shell: Shell, layer: Any, _any: Any) -> Answer:
    return Answer(shell)


def left_when_idle(shell: Shell, layer: Any) -> int | None:
    """For a screen that closes after the idle time of the invitation."""
    idle_ms = shell.kiosk.idle_ms
    return shell.hands_ms + idle_ms if idle_ms else None


def left_soon(shell: Shell, layer: Any) -> int | None:
    """For a host's screen, which no one else must find: it closes at any table."""
    return shell.hands_ms + min(LEFT_MS, shell.kiosk.idle_ms or LEFT_MS)


def never(shell: Shell, layer: Any) -> int | None:
    """For a screen that time alone does not change or close."""
    return None


def _no_thought(shell: Shell, layer: Any) -> Request | None:
    return None


def _closed(shell: Shell, layer: Any, now_ms: int = 0) -> Answer:
    return Answer(shell.under(None))


def _no_button(shell: Shell, layer: Any, button_id: str, at_ms: int) -> Answer:
    return Answer(shell)


@record
class Screen(Generic[L]):
    """One screen. Its state is a value of its class `layer`; its functions are pure."""

    layer: type[L]

    view: Callable[[Shell, L], View]

    pressed: Callable[[Shell, L, str, int], Answer] = _no_button
    """The shell after a press on the button with this id, at this time."""

    back: Callable[[Shell, L], Answer] | None = _closed
    """The shell after a press on Back; without it, that is a press like any other."""

    lights: Callable[[Shell, L], LitSites] | None = None
    """The board's lights, if they are not the game's."""

    takes_any_tap: bool = False
    """Whether any touch is a press for it, with an empty id if no button was touched."""

    due_ms: Callable[[Shell, L], int | None] = never
    """When time alone next changes it; `None` if nothing does."""

    passed: Callable[[Shell, L, int], Answer] = _unchanged
    """The shell at this time, if it is due."""

    left_ms: Callable[[Shell, L], int | None] = left_when_idle
    """When it closes if no one touches it; `None` if it stays."""

    left: Callable[[Shell, L, int], Answer] = _closed
    """The shell after that."""

    request_of: Callable[[Shell, L], Request | None] = _no_thought
    """The thinking request that it needs now, if any."""

    frame: Callable[[L, LitSites, int], bytes] | None = None
    """The picture for the board's lights at a time, three bytes each, if it is more than their meanings."""

    next_frame_ms: Callable[[L, LitSites, int], int | None] | None = None
    """When that changes next; `None` if it stays as it is."""

    asks_again: bool = False
    """Whether it confirms a press on the game's screen: then its buttons must not lie where that one lay."""

    answered: Callable[[Shell, L, Found], Answer] = _unchanged
    """The shell after the answer to a screen's request, perhaps another screen's."""

    def touched(self, shell: Shell, layer: L, button_id: str, at_ms: int) -> Answer:
        """The shell after a press on any button."""
        if button_id == BACK.id and self.back is not None:
            return self.back(shell, layer)
        return self.pressed(shell, layer, button_id, at_ms)

    def timed(self, shell: Shell, layer: L, now_ms: int) -> Answer:
        """The shell when time has passed."""
        due_ms = self.due_ms(shell, layer)
        return Answer(shell) if due_ms is None or now_ms < due_ms else self.passed(shell, layer, now_ms)
