"""The next session for an event or for time that has passed. Pure: the one door to the session.

The effects must be stored before their session takes effect; if they cannot be, the old one stays, and the
same board is judged again.
"""

from __future__ import annotations

from typing import Final

from controller.model import records
from controller.model.orders import Message
from controller.model.phones import PhoneSeen, SeatChose
from controller.model.thinking import Considered, Unanswered
from controller.model.tracker import Tracker
from controller.model.view import Phase
from controller.referee import computer, judging, pads, phone_choices, timing, touching
from controller.referee.interpretation import Interpretation
from controller.referee.session import PAUSING, READERS, Effects, Event, Pressed, Session
from engines.record import replace
from hardware.ports import Button, LinkLost, LinkStalled, LinkUp, SensorFrame, TagRead, sites_in
from texts import _, joined

MOST_JUDGEMENTS = 16
"""The most judgements of one board: each further one has explained some of at most ten changes."""

RIGHT_CHANGES: Final = 2
"""The number of correct changes of a sensor as its piece is set and lifted: a stuck one, or one that agrees
by chance, does not reach it."""


def handle(session: Session, event: Event) -> tuple[Session, Effects]:
    """The session after an event, and what must be stored first."""
    return timing.timed(session, *_taken(session, event), event.at_ms)


def _taken(session: Session, event: Event) -> tuple[Session, Effects]:
    match event:
        case Button(at_ms, name):
            return touching.button(session, name, at_ms)
        case Pressed(at_ms, id):
            return touching.pressed(session, id, at_ms)
        case SeatChose() | PhoneSeen():
            return phone_choices.heard(session, event)
        case Message(text=text):
            return replace(session, notice=text), ()
    return _heard(session, event), ()


def _heard(session: Session, event: Event) -> Session:
    """The session after a device event without immediate consequences."""
    match event:
        case SensorFrame(at_ms, closed):
            return judging.seen(session, closed, at_ms)
        case TagRead(at_ms, reader, tag):
            return judging.read_tag(session, reader, tag, at_ms)
        case LinkUp() | LinkStalled() | LinkLost():
            return _linked(session, event)
        case Considered() | Unanswered():
            return computer.answered(session, event)
    return session


def _linked(session: Session, event: LinkUp | LinkStalled | LinkLost) -> Session:
    match event:
        case LinkUp(at_ms, device, _):
            return _found(session, device, at_ms)
        case LinkStalled(at_ms, "board"):
            return replace(session, devices=replace(session.devices, board_stalled_ms=at_ms))
        case LinkLost(at_ms, device, reason):
            return _lost(session, device, reason, at_ms)
    return session


def tick(session: Session, now_ms: int) -> tuple[Session, Effects]:
    """The session when time has passed: a board that has come to rest is judged.

    Pieces that waited for another action are judged at once after it.
    """
    session, effects = _counted(timing.passed(session, now_ms), now_ms)
    session, more = _answered(session, now_ms)
    effects += more
    for _judgement in range(MOST_JUDGEMENTS):
        due_ms = session.due_ms()
        if due_ms is None or now_ms < due_ms:
            break
        session, more = _judged(session, now_ms)
        effects += more
    return session, effects


def _counted(session: Session, now_ms: int) -> tuple[Session, Effects]:
    """Count shown tiles."""
    return timing.timed(session, *pads.counted(session), now_ms) if session.pads.laid else (session, ())


def _answered(session: Session, now_ms: int) -> tuple[Session, Effects]:
    """Play the computer's answer, or ask people to lay its tile; without a usable answer, people play for
    it."""
    session = computer.passed(session, now_ms)
    if session.opponent.answer is None:
        return session, ()
    interpretation = computer.interpretation_of(session)
    if interpretation is None:
        return computer.helpless(session), ()
    applied, effects = _played(computer.expecting(session), interpretation)
    if session.opponent.answer.is_quick:
        applied = replace(applied, notice=computer.WAS_QUICK)
    return timing.timed(session, applied, effects, now_ms)


def _played(session: Session, interpretation: Interpretation) -> tuple[Session, Effects]:
    """Play the computer's answer; a tile from its hand once people have laid it on its pad."""
    assert session.opponent.wish is not None
    laying = pads.laying_of(session.current, session.opponent.wish.seat, interpretation.actions[0])
    if laying is None:
        return judging.apply(session, interpretation)
    return replace(session, pads=replace(session.pads, laying=laying), opponent=session.opponent.idle()), ()


def _judged(session: Session, now_ms: int) -> tuple[Session, Effects]:
    if session.phase is Phase.SETUP:
        return timing.timed(session, *judging.begin_if_clear(session, now_ms), now_ms)
    judged, effects = judging.judge(session, now_ms)
    is_known = judged.judgement.picture == judged.tracker.snapshot
    if judged.play is not None and judged.tracker.masked and is_known and not judged.differing:
        judged, believed = retested(judged)
        effects += believed
    return timing.timed(session, judged, effects, now_ms)


def _lost(session: Session, device: str, reason: str, now_ms: int) -> Session:
    session = replace(session, devices=session.devices.lost(device, reason))
    if device == "screen":
        return session.covered()
    if device == READERS:
        pads = replace(session.pads, hidden_tags={}, told={})
        session = replace(_without_readers(session, now_ms), pads=pads)
    is_played = session.play is not None and session.phase is not Phase.OVER
    return session.halted() if device in PAUSING or is_played else session


def _without_readers(session: Session, now_ms: int) -> Session:
    """The session when all readers are away. Pieces seen only by readers have not moved, and those that only
    readers saw to be wrong must still be exchanged."""
    tracker = session.tracker.unread(now_ms)
    due = session.due
    if session.play is not None:
        wrong = due.sites & session.differing & session.play.closed
        due = replace(due, exchanging=due.exchanging | wrong & tracker.board)
    return _unobserved(replace(session, due=due), tracker)


def _unobserved(session: Session, tracker: Tracker) -> Session:
    """The session with another state of the sensors, if hands were not observed on the way to it."""
    is_dark = session.judgement.is_dark or tracker.board != session.tracker.board
    return replace(session, tracker=tracker, judgement=replace(session.judgement, is_dark=is_dark))


def _found(session: Session, device: str, now_ms: int) -> Session:
    devices = session.devices.found(device)
    if device == "board":
        devices = replace(devices, is_board_seen=False)
    if device == READERS:
        devices = replace(devices, is_without_readers=False)
        session = _unobserved(session, session.tracker.reread(now_ms))
    session = replace(session, devices=devices)
    if session.phase is Phase.PAUSED and not session.is_paused_by_hand and not session.is_waiting:
        return session.resumed()
    return session


def retested(session: Session) -> tuple[Session, Effects]:
    """The session in a game when its board is right: its broken sensors are compared with it, and one that
    changes correctly is trusted again."""
    agreed, play = {}, session.current
    for site in sites_in(session.broken & ~play.table.ignored(play.position)):
        state = _compared(session, site)
        if state is not None:
            agreed[site] = state
    works = sum(1 << site for site, (_state, changes) in agreed.items() if changes >= RIGHT_CHANGES)
    return (
        _believing(replace(session, agreed=agreed), works) if works else (replace(session, agreed=agreed), ())
    )


def _compared(session: Session, site: int) -> tuple[bool, int] | None:
    """The sensor's state if it is right, and its number of correct changes; `None` if it is wrong."""
    says = bool((session.tracker.closed | session.tracker.tagged) >> site & 1)
    if says is not bool(session.current.closed >> site & 1):
        return None
    before, changes = session.agreed.get(site, (says, 0))
    return says, changes + (says is not before)


def _believing(session: Session, works: int) -> tuple[Session, Effects]:
    """The session that trusts these sensors again. The board is unchanged."""
    tracker = session.tracker
    grid = tracker.grid
    places = joined(", ", map(session.current.table.place, sites_in(works)))
    session = replace(
        session,
        tracker=replace(tracker, masked=tracker.masked & ~works, confirmed=tracker.confirmed & ~works),
        notice=_("The sensor works again: {places}.", places=places),
    )
    return session, tuple(records.Unmask(*grid.column_row(site)) for site in sites_in(works))
