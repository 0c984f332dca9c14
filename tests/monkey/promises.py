"""What a table with a screen promises at every moment, whatever hands have done to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Final

from controller import shell
from controller.daemon.daemon import Daemon
from controller.model.view import Phase, View
from controller.referee.session import Session
from controller.screens.theme import Style
from controller.shell.pending import LONGEST_MS
from controller.shell.requests import Tapped
from controller.shell.state import Answer, Shell
from tests.controller.screens import checks

PRESSES: Final = 5
"""From everywhere the menu is so many presses away, at the most."""

AGES_MS: Final = 3_600_000
"""Nothing that is left alone lasts so long at a table that invites."""

MOST_STEPS: Final = 20_000

BACK_FIRST: Final = ("back", "pause", "leave", "new", "resume", "wake", "hint-off", "close")
"""The ways back, by their ids: they are tried first."""


class Unkept(Exception):
    """A promise that was not kept: which, and where."""


Page = Hashable


def page_of(whole: Shell) -> Page:
    """What people would call another page: the phase, the game, and which part of it is shown."""
    session, layer = whole.session, whole.layer
    view = shell.view(whole)
    if layer is not None:
        game = session.table.game.name if whole.phase in (Phase.HELP, Phase.SHEET) else ""
        flags = tuple(getattr(layer, name, None) for name in ("page", "is_ending", "is_asking"))
        step = str(view.heading) if whole.phase is Phase.SELF_TEST else ""
        return str(whole.phase), game, flags, bool(view.choices), step
    game = session.table.game.name if session.phase is not Phase.MENU else ""
    selecting = session.selecting
    is_open = selecting.is_open if selecting is not None else None
    part = session.is_ending, session.pointing is None, is_open, session.is_waiting
    return str(whole.phase), game, part, session.is_asking_hands, session.is_seating, whole.hint is not None


@dataclass(slots=True)
class Promises:
    """Looks at a table after each event. What depends on the page alone is looked at once for each page."""

    pin: str = ""
    idle_ms: int = 0
    looked_at: set[tuple[Page, Hashable]] = field(default_factory=set)
    """Of each page that was looked at, and of what can be pressed there."""

    def require(self, daemon: Daemon, stored: Callable[[int], list[str]]) -> None:
        """Raises `Unkept`."""
        whole, shown = daemon.shell, daemon.shown
        style = Style(whole.preferences.text, whole.preferences.contrast)
        _require_none(_out_of_place(shown.words, style, daemon), "the screen")
        _require_none(_secrets(whole, shown.words, self.pin), "a secret")
        _require_none(_unstored(whole.session, stored), "the journal")
        _require_none(_left_over(whole.session), "a game that was left")
        key = page_of(whole), _ids(shown.view)
        if key in self.looked_at:
            return
        self.looked_at.add(key)
        if not (whole.session.is_waiting or whole.session.trouble):
            _require_none(_without_way(whole), "the way back")
            _require_none(_without_end(whole, self.idle_ms), "the end")


def _require_none(found: Iterator[str], where: str) -> None:
    for one in found:
        raise Unkept(f"{where}: {one}")


def _ids(view: View) -> Hashable:
    return tuple(choice.id.rstrip("0123456789,") for choice in (*view.choices, *view.controls))


def _out_of_place(view: View, style: Style, daemon: Daemon) -> Iterator[str]:
    picture = daemon.shown.picture
    is_waiting = daemon.session.is_waiting or daemon.session.trouble
    if not (picture.buttons or is_waiting):
        yield f"nothing can be pressed in {view.phase}"
    for check in (checks.overlaps, checks.leaks, checks.crowded_buttons):
        yield from check(picture)
    yield from checks.missing_buttons(view, picture)


def _secrets(whole: Shell, view: View, pin: str) -> Iterator[str]:
    texts = " ".join((view.heading, view.title, *view.ask, view.notice, view.last))
    if pin and pin in texts:
        yield "the PIN"
    selecting = whole.session.selecting
    is_covered = selecting is not None and selecting.selection.is_secret and not selecting.is_open
    if is_covered and whole.layer is None and view.phase is Phase.SECRET and view.board is not None:
        yield "what is chosen behind the cover"


def _unstored(session: Session, stored: Callable[[int], list[str]]) -> Iterator[str]:
    if session.play is None or session.game_id is None:
        return
    shown = [str(ply.action) for ply in session.play.plies]
    kept = stored(session.game_id)
    if shown != kept:
        yield f"{shown[-3:]} are shown, and {kept[-3:]} are stored"


def _left_over(session: Session) -> Iterator[str]:
    """What is asked for, or chosen, of a game that is not on the table any more."""
    sites = session.asked | session.held | session.exchanging | session.staying
    if session.play is None and (sites or session.readings or session.selecting or session.reminders):
        yield f"in {session.phase} something of it is still asked for"


def _without_way(whole: Shell) -> Iterator[str]:
    """The menu is some presses away: breadth first, the ways back first."""
    seen, waiting = {_step_of(whole)}, deque([(whole, 0)])
    while waiting:
        one, presses = waiting.popleft()
        if one.phase is Phase.MENU:
            return
        if presses == PRESSES:
            continue
        for button in _in_order(shell.view(one)):
            then = _pressed(one, button)
            if then is not None and (step := _step_of(then)) not in seen:
                seen.add(step)
                waiting.append((then, presses + 1))
    yield f"from {page_of(whole)} the menu is more than {PRESSES} presses away"


def _step_of(whole: Shell) -> Hashable:
    """A page on a way back: one choice may lead back to another."""
    selecting = whole.session.selecting
    return page_of(whole), selecting.selection.id if selecting is not None else ""


def _in_order(view: View) -> list[str]:
    ids = [choice.id for choice in (*view.choices, *view.controls)]
    backs = [one for one in BACK_FIRST if one in ids]
    return [*backs, *(one for one in ids if one not in backs)][:12]


def _pressed(whole: Shell, button_id: str) -> Shell | None:
    """A table after a press, and after so long that no press waits for pieces any more."""
    at_ms = whole.hands_ms + 1_000
    answer: Answer = shell.handle(whole, Tapped(at_ms, button_id))
    return None if answer.shell is whole else shell.tick(answer.shell, at_ms + LONGEST_MS).shell


def _without_end(whole: Shell, idle_ms: int) -> Iterator[str]:
    """Where the table invites, whatever is left alone is an invitation after a while; the host's pages are
    gone everywhere."""
    is_hosts = whole.phase in (Phase.PIN, Phase.HOST, Phase.CONDITION, Phase.SELF_TEST)
    if not (idle_ms or is_hosts):
        return
    one, now_ms = whole, whole.hands_ms
    for _ in range(MOST_STEPS):
        due_ms = shell.next_ms(one, now_ms)
        if due_ms is None or now_ms > whole.hands_ms + AGES_MS:
            break
        now_ms = max(due_ms, now_ms + 1)
        one = shell.tick(one, now_ms).shell
        if one.phase is Phase.DEMO or (is_hosts and not idle_ms and one.layer is None):
            return
    yield f"{page_of(whole)} stays for ever"
