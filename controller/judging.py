"""What the session makes of the board at rest. Pure."""

from __future__ import annotations

from dataclasses import replace

from controller import journal
from controller.play import Play
from controller.reading import Reading, read
from controller.session import Effects, Session
from controller.tracker import BLIP_MS
from controller.view import Phase
from hardware.ports import sites_in


def seen(session: Session, closed: int, now_ms: int) -> Session:
    """The session after a sensor frame."""
    tracker = session.tracker.seen(closed, now_ms)
    if tracker is session.tracker and session.is_seen:
        return session
    lifted = session.lifted | _open_together(session, now_ms)
    return replace(session, tracker=tracker, is_seen=True, lifted=lifted)


def judge(session: Session, now_ms: int) -> tuple[Session, Effects]:
    """The session when the board has come to rest, and what must be stored before it is shown."""
    board, order = session.tracker.board, session.tracker.order
    session = replace(session, tracker=session.tracker.rested())
    if session.judged == board:
        return session, ()
    session = replace(session, judged=board, judged_ms=now_ms)
    differing = session.differing
    if not differing:
        notice = _exchange_notice(session)
        return replace(session.right(), notice=notice or session.notice), ()
    held = session.held & differing
    if held:
        return replace(session, phase=Phase.CORRECTING, held=held, readings=()), ()
    readings = read(session.current, board, order, lifted=session.lifted, is_dark=session.is_dark)
    if len(readings) == 1:
        return apply(session, readings[0])
    phase = Phase.CHOOSING if readings else Phase.CORRECTING
    return replace(session, phase=phase, held=0, readings=readings), ()


def apply(session: Session, reading: Reading) -> tuple[Session, Effects]:
    """Play what was read, all of it at once."""
    play = session.current.back(reading.back)
    effects: list[journal.Effect] = [journal.Undo(reading.back)] if reading.back else []
    for action in reading.actions:
        play = play.after(action)
        effects.append(journal.Play(str(action)))
    outcome = play.position.outcome()
    if outcome is not None:
        effects.append(journal.Finish(result(play, outcome.winner or "draw", outcome.reason)))
    return session.moved_to(play, premature=reading.premature), tuple(effects)


def result(play: Play, winner: str | None, reason: str) -> dict[str, object]:
    """How a game ended, for the journal; `winner` is `None` for one that was given up."""
    return {"winner": winner, "reason": reason, "score": play.position.score()}


def begin_if_clear(session: Session, now_ms: int) -> tuple[Session, Effects]:
    """Begin the chosen game, if the board is as it begins. A broken site is taken to be."""
    header = {"game": session.chosen, "options": dict(session.options)}
    begun = Play.begin(session.tables[session.chosen], header)
    tracker = session.tracker.mask(session.tracker.masked, begun.closed, now_ms).rested()
    session = replace(session, tracker=tracker, judged=tracker.board, judged_ms=now_ms)
    if tracker.board != begun.closed:
        return session, ()
    session = replace(session, play=begun, is_clearing=False, notice="")
    return session.right(), (journal.Start(header),)


def _open_together(session: Session, now_ms: int) -> int:
    """The sites that have been without their pieces at one time, if there are several."""
    if session.play is None:
        return 0
    order = session.tracker.order
    away = 0
    for site in sites_in(session.play.closed & ~session.tracker.board):
        if now_ms - order.get(site, now_ms) > BLIP_MS:
            away |= 1 << site
    return away if away & (away - 1) else 0


def _exchange_notice(session: Session) -> str:
    """A word of doubt where different pieces were off the board together: no sensor tells which came back."""
    play = session.current
    pieces = {site: play.table.piece(play.position, site) for site in sites_in(session.lifted & play.closed)}
    if len(set(pieces.values())) < 2:
        return ""
    if len(pieces) > 3:
        return "Several pieces were off the board together. Check that each stands as the picture shows."
    return "Check: " + ", ".join(f"{piece} on {play.table.place(s)}" for s, piece in pieces.items()) + "."
