"""Decides which touches are presses: a button counts once a person can have seen it, and once for each
finger.

A page that changes under a finger is not the one that was meant. So a button answers only if no other target,
and no other page's button, has been under that point for `LOOK_MS`; a page that merely redraws keeps its
buttons live. A finger that lands where a button of the same page has just been means that button. A second
touch on a button just pressed is the end of a double tap, or a duplicate event.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields
from operator import attrgetter, is_
from typing import Final

from controller.daemon.shown import Shown
from controller.model.view import Phase, View
from controller.referee.session import Session
from controller.screens import hit, pressable
from controller.shell.model.state import Shell
from engines.record import record

LOOK_MS: Final = 350
"""How long a page must have been shown before a touch counts as meant."""

DOUBLE_MS: Final = 300
"""A second touch on the same button that comes so soon belongs to the first."""

ECHO_MS: Final = 60
"""No finger comes down twice in this time: a touch was reported by a finger's event and a mouse's."""

_KEYS: Final = ("digit-", "erase", "page-", "replay-", "seat-")
"""How the ids of buttons begin that are pressed again and again, as fast as fingers can."""

ANYWHERE: Final = "anywhere"
"""Stands for a screen that every touch ends, wherever it lands."""

_LONG_AGO: Final = -1_000_000

_Target = tuple[str, Hashable]
"""A button's id, empty for none, and the page it is on."""

_LIVE: Final = frozenset({"tracker", "clock", "lifted", "exchanging"})
"""Session fields that change with every frame and every second, without a change of page. A piece that comes
or goes may move the buttons of a page, though, because a correction is shown above them."""

_OF_SESSION: Final = attrgetter(*(part.name for part in fields(Session) if part.name not in _LIVE))
_OF_SHELL: Final = attrgetter("layer", "preferences", "hint", "pending", "word", "read_on")
"""The parts of which a page is made."""


@record
class Press:
    """The effect of a touch: the button with this id, if any; `is_early` if its page is too new."""

    id: str = ""
    is_early: bool = False


class Fingers:
    """Keeps since when each button is in its place, and the last press. Times are milliseconds."""

    def __init__(self, shown: Shown) -> None:
        self._pages = [(_LONG_AGO, shown)]
        """The pages shown, with their times, the newest last, as far as they still matter to a touch."""
        self._pressed: _Target = ("", None)
        self._pressed_ms = _LONG_AGO
        self._buttons: dict[str, int] = {}
        """When each button of the panel was pressed last."""

    def see(self, shown: Shown, now_ms: int) -> None:
        """This is shown from now on."""
        since_ms, before = self._pages[-1]
        if _is_alike(before.shell, shown.shell) and _snapshot(before) == _snapshot(shown):
            self._pages[-1] = since_ms, shown
            return
        self._pages.append((now_ms, shown))
        while len(self._pages) > 1 and self._pages[1][0] <= now_ms - LOOK_MS:
            (since_ms, before), (at_ms, after) = self._pages[:2]
            is_alike = _is_alike(before.shell, after.shell)
            self._pages[:2] = [(since_ms if is_alike else at_ms, after)]

    def press(self, x: int, y: int, at_ms: int) -> Press:
        """The press of a finger at a point of the newest picture."""
        target = self._at(-1, x, y)
        name = hit(self._pages[-1][1].picture, x, y)
        ready_ms = self.ready_ms(x, y)
        moved = None if target[0] else self._moved(x, y, at_ms)
        if moved is not None:
            (name, _), ready_ms = target, _ = moved
        if name is None:
            return Press()
        if at_ms < ready_ms:
            return Press(is_early=at_ms - self._pressed_ms > LOOK_MS)
        self._pressed, self._pressed_ms = target, at_ms
        return Press(name)

    def _moved(self, x: int, y: int, at_ms: int) -> tuple[_Target, int] | None:
        """The button meant by a finger that lands on nothing, because the button has moved away in the last
        `LOOK_MS`, and from when on the touch is a press of it; `None` if there is none."""
        for number in range(len(self._pages) - 2, -1, -1):
            gone_ms, then = self._pages[number + 1][0], self._at(number, x, y)
            if gone_ms <= at_ms - LOOK_MS:
                return None
            if then[0]:
                first = number
                while first and self._at(first - 1, x, y) == then:
                    first -= 1
                newest = self._pages[-1][1]
                is_still_there = any(one.id == then[0] for one in newest.picture.buttons)
                is_meant = is_still_there and _page(newest.view) == then[1]
                was_seen = gone_ms - self._pages[first][0] >= LOOK_MS
                return then, self._again_ms(then) if is_meant and was_seen else gone_ms + LOOK_MS
        return None

    def ready_ms(self, x: int, y: int) -> int:
        """From when on a touch at this point is a press of what is there now."""
        now = self._at(-1, x, y)
        until_ms = _LONG_AGO
        for number in range(len(self._pages) - 2, -1, -1):
            before = self._at(number, x, y)
            if before[0] and before != now:
                until_ms = self._pages[number + 1][0]
                break
        return max(until_ms + LOOK_MS, self._again_ms(now))

    def _again_ms(self, target: _Target) -> int:
        """From when on a second touch on this button is another press."""
        gap_ms = ECHO_MS if target[0].startswith(_KEYS) else DOUBLE_MS
        return self._pressed_ms + gap_ms if target == self._pressed else _LONG_AGO

    def is_pushed(self, name: str, at_ms: int) -> bool:
        """Whether a button of the panel is pressed, and has not merely bounced or been pressed twice."""
        is_new = at_ms >= self.pushable_ms(name)
        if is_new:
            self._buttons[name] = at_ms
        return is_new

    def pushable_ms(self, name: str) -> int:
        """From when on a button of the panel answers again."""
        return self._buttons.get(name, _LONG_AGO) + DOUBLE_MS

    def is_calm(self, now_ms: int) -> bool:
        """Whether no page or press of the last moments affects the effect of a touch now."""
        latest_ms = max(self._pages[-1][0], self._pressed_ms, *self._buttons.values(), _LONG_AGO)
        return now_ms - latest_ms > LOOK_MS

    def _at(self, number: int, x: int, y: int) -> _Target:
        """The button at a point of one of the pages, and its page."""
        shown = self._pages[number][1]
        if shown.shell.phase is Phase.DEMO:
            return ANYWHERE, None
        return pressable(shown.picture, x, y) or "", _page(shown.view)


def _is_alike(one: Shell, other: Shell) -> bool:
    """Whether two shells show the same page, by a quick test."""
    was, now = one.session, other.session
    is_same = all(map(is_, _OF_SHELL(one), _OF_SHELL(other))) and all(
        map(is_, _OF_SESSION(was), _OF_SESSION(now))
    )
    return is_same and (was.clock is now.clock or was.late == now.late)  # the screen says whose time is up


def _snapshot(shown: Shown) -> Hashable:
    """The pieces on the board, as the sensors report them."""
    return shown.shell.session.tracker.snapshot


def _page(view: View) -> Hashable:
    """The identity of a view's page. A game in play is one page, regardless of the turn; each question is
    another."""
    if view.phase in (Phase.PLAYING, Phase.CORRECTING):
        return "game"
    answers = tuple(choice.label for choice in view.choices) if view.phase is Phase.CHOOSING else ()
    return view.phase, view.heading, view.turn, answers
