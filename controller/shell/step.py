"""The next shell for an event, or for time that has passed. Pure: the one door to it.

Sensor and device events always reach the session, whatever lies over it. Touches reach the topmost screen. A
screen over a game closes as soon as people must see what happens beneath it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from controller.model.host import HostAnswered
from controller.model.orders import Unlock
from controller.model.phones import PhonesAsk, SeatChose, Served, Watched
from controller.model.thinking import Considered, Unanswered
from controller.model.view import MORE, Phase
from controller.referee import step
from controller.referee.session import WATCHING, Effects, Event, Pressed, Session
from controller.review.judgement import REVIEW
from controller.shell import showing
from controller.shell.games import past, reviewing, unfinished
from controller.shell.host import kiosk, lock, masking, testing
from controller.shell.idle import invitation
from controller.shell.model.layers import (
    AboutPage,
    Asleep,
    Demonstration,
    HelpPage,
    Lessons,
    PhoneCode,
    SelfTesting,
    SensorsPage,
    SettingsPage,
    SheetPage,
)
from controller.shell.model.requests import (
    Answered,
    Found,
    ReviewOpened,
    Tapped,
)
from controller.shell.model.state import PATIENCE, Answer, Shell
from controller.shell.people import listing, names, results, tournament
from controller.shell.phones import phone_code
from controller.shell.playing import chances, explaining, forgetting, hinting, pending, reading_on
from controller.shell.playing.flashing import flash_after
from controller.shell.playing.hinting import HINTS
from controller.shell.screens import SCREENS
from controller.view import game as showing_game
from controller.view import start as showing_start
from controller.view.game import SENSORS
from controller.view.start import UNFINISHED
from engines.record import replace
from hardware.ports import Button, SensorFrame

ShellEvent: TypeAlias = Event | Tapped | Found

_WAYS: Final[Mapping[str, Callable[[Shell], Answer]]] = {
    showing_game.HELP.id: lambda shell: Answer(shell.under(HelpPage())),
    showing.LESSONS.id: lambda shell: Answer(shell.under(Lessons())),
    showing.SHEET.id: lambda shell: Answer(shell.under(SheetPage())),
    showing.SETTINGS.id: lambda shell: Answer(shell.under(SettingsPage())),
    showing.ABOUT.id: lambda shell: Answer(shell.under(AboutPage())),
    showing.PAST.id: past.opened,
    phone_code.WAY.id: phone_code.opened,
    reviewing.WAY.id: reviewing.opened,
    names.WAY.id: names.opened,
    listing.WAY.id: listing.opened,
    tournament.WAY.id: tournament.opened,
}
_THOUGHTS: Final[Mapping[str, Callable[[Shell, Any], Answer]]] = {
    HINTS: lambda shell, event: Answer(hinting.answered(shell, event)),
    chances.CHANCES: lambda shell, event: Answer(chances.answered(shell, event)),
    REVIEW: reviewing.answered,
    invitation.DEMONSTRATE: lambda shell, event: Answer(invitation.answered(shell, event)),
}
"""The screens' handlers for thinking answers, by purpose."""


def handle(shell: Shell, event: ShellEvent) -> Answer:
    """The shell after an event, what must be stored first, and the requests."""
    match event:
        case Pressed() | Tapped():
            return _settled(shell, _pressed(shell, event), event.at_ms)
        case Answered() | HostAnswered():
            return _answered(shell, event)
        case Considered(purpose=purpose) | Unanswered(purpose=purpose) if purpose in _THOUGHTS:
            return _THOUGHTS[purpose](shell, event)
        case Unlock() | Served() | PhonesAsk() | Watched():
            return Answer(_with_answer(shell, event))
        case Button(at_ms) if shell.layer is not None:
            return _settled(shell, _panel(shell, event), at_ms)
    return _heard(shell, event)


def _pressed(shell: Shell, event: Pressed | Tapped) -> Answer:
    """The shell after a touch, or an order to press a button: someone at the table may have been faster."""
    if isinstance(event, Tapped):
        return _tapped(shell, event)
    session = shell.session
    if event.game and (session.phase is not Phase.SETUP or session.setup.chosen != event.game):
        return Answer(shell)
    return _tapped(shell, Tapped(event.at_ms, event.id))


def _heard(shell: Shell, event: Event) -> Answer:
    """The shell after an event for the session."""
    if isinstance(event, Button | SeatChose) and pending.must_wait(shell.session, event):
        return Answer(replace(pending.kept(shell, event), hands_ms=event.at_ms))
    session, effects = step.handle(shell.session, event)
    if isinstance(event, Button | SeatChose) or _has_moved(shell.session, session):
        shell = replace(shell, hands_ms=event.at_ms)
    answer = _beneath(shell, session, effects, event.at_ms)
    if isinstance(event, SensorFrame) and isinstance(answer.shell.layer, SelfTesting):
        tested = testing.heard(answer.shell, answer.shell.layer, event)
        answer = replace(tested, effects=effects)
    return _settled(shell, answer, event.at_ms)


def _with_answer(shell: Shell, event: Unlock | Served | PhonesAsk | Watched) -> Shell:
    """The shell after a report of the computer that it runs on, or of its page."""
    if isinstance(event, Watched):
        return chances.watched(shell, event)
    if isinstance(event, PhonesAsk):
        return phone_code.asked(shell, event)
    if isinstance(event, Unlock):
        return lock.unlocked(shell, event.at_ms)
    return phone_code.served(shell, event)


def tick(shell: Shell, now_ms: int) -> Answer:
    """The shell when time has passed."""
    session, effects = step.tick(shell.session, now_ms)
    answer = _carried_out(_beneath(shell, session, effects, now_ms), now_ms)
    timed = _timed(answer.shell, now_ms)
    if answer.effects:
        timed = replace(timed, effects=(*answer.effects, *timed.effects))
    return _settled(shell, timed, now_ms)


def _carried_out(answer: Answer, now_ms: int) -> Answer:
    """The shell after the presses that waited until the board was read."""
    shell, effects = answer.shell, answer.effects
    while shell.pending:
        due_ms = shell.refuses_ms
        if pending.is_moving(shell.session) and due_ms is not None and now_ms < due_ms:
            break
        first, *others = shell.pending
        if isinstance(first.event, Pressed) and first.event.id == showing_game.HINT.id:
            shell = replace(shell, pending=tuple(others))
            shell = hinting.asked(shell, now_ms) if hinting.may_ask(shell) else shell
            continue
        session, more, words = pending.carried_out(shell.session, first)
        done = _done(replace(shell, pending=tuple(others)), first.event, session, more, now_ms)
        shell = pending.saying(done.shell, words, now_ms) if words else done.shell
        effects = (*effects, *done.effects)
    return Answer(shell, effects)


def _done(
    shell: Shell, event: Pressed | Button | SeatChose, session: Session, effects: Effects, now_ms: int
) -> Answer:
    """The shell after a press, unless that needs a confirmation."""
    if isinstance(event, Pressed) and masking.is_guarded(shell.session, session, shell.kiosk.pin):
        return masking.asked(shell, session, event.id, now_ms)
    if isinstance(event, Pressed) and forgetting.is_guarded(shell.session, session):
        return forgetting.asked(shell, session, event.id)
    answer = _beneath(shell, session, effects, now_ms)
    return replace(answer, requests=phone_code.ended(shell.session, session))


def next_ms(shell: Shell) -> int | None:
    """When time alone next changes something."""
    times = [shell.session.next_ms(), shell.invites_ms, shell.sleeps_ms, shell.refuses_ms, _left_ms(shell)]
    times += [one.until_ms for one in (shell.flash, shell.hint, shell.word, shell.read_on) if one]
    if shell.layer is not None:
        times.append(SCREENS[type(shell.layer)].due_ms(shell, shell.layer))
    return min((at_ms for at_ms in times if at_ms is not None), default=None)


def invite(shell: Shell) -> Shell:
    """The shell that invites as soon as it can, without waiting for people to leave."""
    return replace(shell, hands_ms=-PATIENCE * shell.kiosk.idle_ms)


# Hands


def _tapped(shell: Shell, tap: Tapped) -> Answer:
    read_on = shell.read_on if tap.id == MORE else None
    shell = kiosk.gestured(replace(shell, hands_ms=tap.at_ms, word=None, read_on=read_on), tap)
    if tap.is_early:
        shell = pending.saying(shell, pending.JUST_CHANGED, tap.at_ms)
    layer = shell.layer
    if tap.id == MORE:
        return Answer(reading_on.asked(shell, showing.view(shell), tap.at_ms))
    if layer is not None:
        screen = SCREENS[type(layer)]
        is_press = bool(tap.id) or screen.takes_any_tap
        return screen.touched(shell, layer, tap.id, tap.at_ms) if is_press else Answer(shell)
    return _beneath_tapped(replace(shell, hint=None), tap)


def _beneath_tapped(shell: Shell, tap: Tapped) -> Answer:
    """A touch on the session's own screen."""
    if (answered := explaining.asked(shell, tap)) is not None:
        return Answer(answered)
    opened = _opened(shell, tap)
    if opened is not None or not tap.id:
        return opened or Answer(shell)
    press = Pressed(tap.at_ms, tap.id)
    if pending.must_wait(shell.session, press):
        return Answer(pending.kept(shell, press))
    return _done(shell, press, *step.handle(shell.session, press), tap.at_ms)


def _opened(shell: Shell, tap: Tapped) -> Answer | None:
    """The screen that a button opens; `None` for other buttons."""
    if tap.id == showing_game.HINT.id and hinting.may_ask(shell):
        return Answer(_hinted(shell, tap))
    if tap.id in _WAYS and any(tap.id == way.id for way in showing.ways(shell)):
        return _WAYS[tap.id](shell)
    if tap.id == UNFINISHED.id and showing_start.has_more(shell.session):
        return unfinished.opened(shell)
    if tap.id == SENSORS and showing_game.are_many_broken(shell.session):
        return Answer(shell.under(SensorsPage()))
    return None


def _hinted(shell: Shell, tap: Tapped) -> Shell:
    """The shell after a request for a hint about the board that its person saw."""
    if pending.is_moving(shell.session):
        return pending.kept(shell, Pressed(tap.at_ms, tap.id), showing_game.HINT.label)
    return hinting.asked(shell, tap.at_ms)


def _panel(shell: Shell, event: Button) -> Answer:
    """A panel button while a screen lies over the game. It closes an invitation or any other screen, except
    the self-test, which uses it. Nothing beneath is played by someone who cannot see it."""
    shell = replace(shell, hands_ms=event.at_ms)
    if isinstance(shell.layer, SelfTesting):
        return testing.heard(shell, shell.layer, event)
    return Answer(shell.under(None))


def _has_moved(before: Session, after: Session) -> bool:
    """Whether a piece was set or lifted."""
    was, now = before.tracker, after.tracker
    return was.board != now.board or was.kinds != now.kinds


# The session beneath


def _beneath(shell: Shell, session: Session, effects: Effects, now_ms: int) -> Answer:
    """The shell when its session has changed. The screen over it stays if no one has to look."""
    if session is shell.session:
        return Answer(shell, effects)
    before = shell.session
    flash = flash_after(before, session, shell.flash, now_ms)
    if isinstance(shell.layer, PhoneCode) and phone_code.is_let_in(shell.layer, before, session):
        shell = phone_code.come(shell, shell.layer, now_ms)
    has_moved = _has_moved(before, session)
    layer = None if _must_be_seen(shell, before, session, has_moved=has_moved) else shell.layer
    hint = shell.hint if hinting.stays(before, session) and not has_moved else None
    return Answer(replace(shell, session=session, layer=layer, flash=flash, hint=hint), effects)


def _must_be_seen(shell: Shell, before: Session, after: Session, *, has_moved: bool) -> bool:
    """Whether the screen over the game must close. `has_moved` says that a piece was set or lifted."""
    if isinstance(shell.layer, SelfTesting):
        return False
    # People go on ticking broken sensors although the table asks meanwhile what was played.
    is_ticking = isinstance(shell.layer, SensorsPage) and {before.phase, after.phase} <= set(WATCHING)
    if after.play is not before.play or (after.phase is not before.phase and not is_ticking):
        return True
    return has_moved and (
        isinstance(shell.layer, Demonstration | Asleep) or after.phase in (*WATCHING, Phase.SETUP)
    )


def _settled(before: Shell, answer: Answer, now_ms: int) -> Answer:
    """The shell in which a game that has ended is counted; with people's rule preferences in the session, as
    soon as no game is on the table."""
    if before.session.unfinished is not answer.shell.session.unfinished:
        answer = unfinished.tidied(answer)
    shell = results.followed(before.session, answer.shell)
    if shell is not answer.shell:
        answer = replace(answer, shell=shell)
    session, wanted = shell.session, shell.preferences
    if session.play is not None:
        return answer
    clock, rules = wanted.new_clock, wanted.house_rules
    is_other = (session.clock.kind, session.clock.allowed_ms) != (clock.kind, clock.allowed_ms)
    if not is_other and session.rules == rules:
        return answer
    session = replace(session, clock=clock if is_other else session.clock, rules=rules)
    return replace(answer, shell=replace(shell, session=session))


# Time, and answers to requests


def _passing(shell: Shell, now_ms: int) -> Shell:
    """The shell without what was shown for a limited time, once that is over."""
    shown = {"flash": shell.flash, "word": shell.word, "read_on": shell.read_on}
    over: dict[str, Any] = {
        name: None for name, one in shown.items() if one is not None and now_ms >= one.until_ms
    }
    return hinting.passed(replace(shell, **over) if over else shell, now_ms)


def _timed(shell: Shell, now_ms: int) -> Answer:
    shell = _passing(shell, now_ms)
    layer, left_ms = shell.layer, _left_ms(shell)
    if layer is not None and left_ms is not None and now_ms >= left_ms:
        return SCREENS[type(layer)].left(shell, layer, now_ms)
    if shell.sleeps_ms is not None and now_ms >= shell.sleeps_ms:
        return Answer(shell.under(Asleep()))
    if shell.invites_ms is not None and now_ms >= shell.invites_ms:
        return invitation.invited(shell, now_ms)
    return Answer(shell) if layer is None else SCREENS[type(layer)].timed(shell, layer, now_ms)


def _left_ms(shell: Shell) -> int | None:
    """When the screen over the game closes, if no one touches it; `None` if it stays."""
    return None if shell.layer is None else SCREENS[type(shell.layer)].left_ms(shell, shell.layer)


def _answered(shell: Shell, event: Found) -> Answer:
    """The answer to a request. Its screen may be gone."""
    if isinstance(event, ReviewOpened):
        return reviewing.begun(shell, event)
    layer = shell.layer
    return Answer(shell) if layer is None else SCREENS[type(layer)].answered(shell, layer, event)
