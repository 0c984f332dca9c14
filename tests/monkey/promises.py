"""The promises of a table with a screen, which hold at every moment, whatever people have done to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from controller import shell
from controller.daemon.daemon import Daemon
from controller.model.view import Phase, View
from controller.referee.session import Session
from controller.screens import Picture
from controller.screens.layout.theme import Style
from controller.shell.model.requests import Tapped
from controller.shell.model.state import LONGEST_MS, Answer, Shell
from tests.controller.screens import checks
from tests.monkey.coverage import HOSTS, page_of

PRESSES: Final = 5
"""The menu is at most this many presses away from any page."""

AGES_MS: Final = 3_600_000
"""The longest that any page stays at a table that invites, if it is left alone."""

MOST_STEPS: Final = 20_000

MOST_PICTURES: Final = 20_000
"""The number of checked pictures that are remembered."""

BACK_FIRST: Final = ("back", "pause", "leave", "new", "resume", "wake", "hint-off", "close")
"""The ways back, by their ids: they are tried first."""


class Unkept(Exception):
    """A broken promise, and its place."""


@dataclass(slots=True)
class Promises:
    """Checks a table after each event. Rules that depend on the page alone are checked once for each page."""

    pin: str = ""
    idle_ms: int = 0
    looked_at: set[Hashable] = field(default_factory=set)
    """Of each page that was looked at, and of what can be pressed there."""

    def require(self, daemon: Daemon, stored: Callable[[int], list[str]]) -> None:
        """Raises `Unkept`."""
        state, shown = daemon.shell, daemon.shown
        style = Style(state.preferences.text, state.preferences.contrast)
        _require_none(_out_of_place(shown.words, shown.picture, style), "the screen")
        _require_none(_without_buttons(state, shown.picture), "the screen")
        _require_none(_secrets(state, shown.words, self.pin), "a secret")
        _require_none(_unstored(state.session, stored), "the journal")
        _require_none(_left_over(state.session), "a game that was left")
        if _is_held_up(state) or (step := _step_of(state, shown.view)) in self.looked_at:
            return
        self.looked_at.add(step)
        _require_none(_without_way(state), "the way back")
        _require_none(_without_end(state, self.idle_ms), "the end")


def _require_none(found: Iterable[str], where: str) -> None:
    for one in found:
        raise Unkept(f"{where}: {one}")


def _is_held_up(state: Shell) -> bool:
    """Whether a device is awaited, or the disk, without which nothing goes on."""
    return bool(state.session.is_waiting or state.session.trouble)


def _without_buttons(state: Shell, picture: Picture) -> Iterator[str]:
    if not (picture.buttons or _is_held_up(state)):
        yield f"nothing can be pressed in {state.phase}"


def _out_of_place(view: View, picture: Picture, style: Style) -> Iterable[str]:
    """The misplaced items. An equal view in the same style has an equal picture: it is checked once."""
    key = view, picture.width, picture.height, style
    if key not in _LOOKED_AT:
        if len(_LOOKED_AT) >= MOST_PICTURES:
            _LOOKED_AT.clear()
        _LOOKED_AT[key] = tuple(_misplaced(view, picture))
    return _LOOKED_AT[key]


_LOOKED_AT: Final[dict[Hashable, tuple[str, ...]]] = {}
"""The faults of each checked picture."""


def _misplaced(view: View, picture: Picture) -> Iterator[str]:
    for check in (checks.overlaps, checks.leaks, checks.crowded_buttons):
        yield from check(picture)
    yield from checks.missing_buttons(view, picture)


def _secrets(state: Shell, view: View, pin: str) -> Iterator[str]:
    texts = " ".join((view.heading, view.title, *view.ask, view.notice, view.last))
    if pin and pin in texts:
        yield "the PIN"
    selecting = state.session.question.selecting
    is_covered = selecting is not None and selecting.selection.is_secret and not selecting.is_open
    if is_covered and state.layer is None and view.phase is Phase.SECRET and view.board is not None:
        yield "what is chosen behind the cover"


def _unstored(session: Session, stored: Callable[[int], list[str]]) -> Iterator[str]:
    if session.play is None or session.game_id is None:
        return
    shown = [str(ply.action) for ply in session.play.plies]
    kept = stored(session.game_id)
    if shown != kept:
        yield f"{shown[-3:]} are shown, and {kept[-3:]} are stored"


def _left_over(session: Session) -> Iterator[str]:
    """Questions and choices about a game that is no longer on the table."""
    sites = session.due.asked | session.due.held | session.due.exchanging | session.judgement.staying
    if session.play is None and (
        sites or session.question.interpretations or session.question.selecting or session.due.reminders
    ):
        yield f"in {session.phase} something of it is still asked for"


def _without_way(state: Shell) -> Iterator[str]:
    """The menu is some presses away: breadth first, the ways back first."""
    view = shell.view(state)
    seen, waiting = {_step_of(state, view)}, deque([(state, view, 0)])
    while waiting:
        one, view, presses = waiting.popleft()
        if one.phase is Phase.MENU:
            return
        if presses == PRESSES:
            continue
        for button in _in_order(view):
            then = _pressed(one, button)
            view = shell.view(then)
            if (step := _step_of(then, view)) not in seen:
                seen.add(step)
                waiting.append((then, view, presses + 1))
    yield f"from {_name(state)} the menu is more than {PRESSES} presses away"


def _step_of(state: Shell, view: View) -> Hashable:
    """A page as far as it matters for the ways from it: which, and what can be pressed there. One choice may
    lead back to another."""
    selecting = state.session.question.selecting
    buttons = tuple(choice.id.rstrip("0123456789,") for choice in (*view.choices, *view.controls))
    which = selecting.selection.id if selecting is not None else ""
    return state.phase, page_of(state, view), which, state.session.is_waiting, buttons


def _name(state: Shell) -> str:
    return f"{state.phase} {page_of(state, shell.view(state))}".strip()


def _in_order(view: View) -> list[str]:
    ids = [choice.id for choice in (*view.choices, *view.controls)]
    backs = [one for one in BACK_FIRST if one in ids]
    return [*backs, *(one for one in ids if one not in backs)][:12]


def _pressed(state: Shell, button_id: str) -> Shell:
    """A table after a press, and after enough time that no press waits for pieces any more."""
    at_ms = state.hands_ms + 1_000
    answer: Answer = shell.handle(state, Tapped(at_ms, button_id))
    return state if answer.shell is state else shell.tick(answer.shell, at_ms + LONGEST_MS).shell


def _without_end(state: Shell, idle_ms: int) -> Iterator[str]:
    """If the table invites, every page that is left alone becomes an invitation after a while; the host's
    pages are gone everywhere."""
    is_hosts = state.phase in HOSTS
    if not (idle_ms or is_hosts):
        return
    one, now_ms = state, state.hands_ms
    for _ in range(MOST_STEPS):
        due_ms = shell.next_ms(one)
        if due_ms is None or now_ms > state.hands_ms + AGES_MS:
            break
        now_ms = max(due_ms, now_ms + 1)
        one = shell.tick(one, now_ms).shell
        if one.phase is Phase.DEMO or (is_hosts and not idle_ms and one.layer is None):
            return
    yield f"{_name(state)} stays for ever"
