"""What the table asks people to do with pieces: mend the board, and what the rules require. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from controller.search import crooked_pairs
from controller.session import WATCHING, Session
from controller.view import Meaning, Phase, Task
from hardware.ports import sites_in


def tasks(session: Session) -> tuple[Task, ...]:
    """What the table asks people to do with pieces now: corrections first, then what the rules require."""
    mends = corrections(session)
    if session.play is None or session.phase not in WATCHING:
        return mends
    mended = 0
    for task in mends:
        mended |= task.sites
    return (*mends, *(task for task in required(session) if not task.sites & mended))


def corrections(session: Session) -> tuple[Task, ...]:
    """What makes the board right again, piece by piece; no part of any action."""
    if session.phase is Phase.SETUP:
        return clearing(session)
    if session.phase is Phase.CORRECTING:
        return (*_crooked(session), *_superfluous(session), *_missing(session))
    return ()


def clearing(session: Session) -> tuple[Task, ...]:
    """The pieces that are still in the way of a new game."""
    if not session.is_clearing:
        return ()
    return tuple(Task(Meaning.LIFT, 1 << s, "Lift this piece") for s in sites_in(session.tracker.board))


def required(session: Session) -> tuple[Task, ...]:
    """What the rules ask for, and the table may say."""
    return session.current.table.tasks(session.current.position)


def _crooked(session: Session) -> Iterator[Task]:
    play, tracker = session.current, session.tracker
    for one, other in crooked_pairs(play, tracker.board, tracker.order):
        words = f"One piece covers {play.table.place(one)} and {play.table.place(other)}: set it straight"
        yield Task(Meaning.WRONG, 1 << one | 1 << other, words)


def _superfluous(session: Session) -> Iterator[Task]:
    play, tracker = session.current, session.tracker
    covered = [site for pair in crooked_pairs(play, tracker.board, tracker.order) for site in pair]
    for site in sites_in(tracker.board & ~play.closed):
        if session.held >> site & 1:
            yield Task(Meaning.LIFT, 1 << site, f"Lift the piece on {play.table.place(site)}")
        elif site not in covered:
            words = f"Lift the piece on {play.table.place(site)}. {play.table.objection(play.position, site)}"
            yield Task(Meaning.WRONG, 1 << site, words)


def _missing(session: Session) -> Iterator[Task]:
    play = session.current
    for site in sites_in(play.closed & ~session.tracker.board):
        piece, place = play.table.piece(play.position, site), play.table.place(site)
        yield Task(Meaning.PLACE, 1 << site, f"Put {piece} back on {place}")
