"""What the table asks people to do with pieces: mend the board, and what the rules require. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from controller.search import Board, crooked_pairs
from controller.session import WATCHING, Session
from controller.view import Meaning, Phase, Task
from hardware.ports import sites_in

FEW = 2
"""So many tasks have a line each in the smallest room that a screen has for them."""


def tasks(session: Session) -> tuple[Task, ...]:
    """What the table asks people to do with pieces now: corrections first, then what the rules require."""
    mends = corrections(session)
    if session.play is None or session.phase not in WATCHING:
        return mends
    mended = 0
    for task in mends:
        mended |= task.sites
    asked = (*changes(session), *required(session), *session.reminders)
    return (*mends, *(task for task in asked if not task.sites & mended))


def together(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """The same tasks in fewer lines where they are many: those that are alike but for their place in one."""
    if len(tasks) <= FEW:
        return tasks
    alike: dict[tuple[Meaning, str | None, str], list[Task]] = {}
    for task in tasks:
        words = task.words.removesuffix(task.place)
        alike.setdefault((task.meaning, task.player, words), []).append(task)
    return tuple(_as_one(words, some) for (_, _, words), some in alike.items())


def _as_one(words: str, tasks: list[Task]) -> Task:
    places = ", ".join(task.place for task in tasks)
    sites = 0
    for task in tasks:
        sites |= task.sites
    return replace(tasks[0], sites=sites, words=words + places, place=places)


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


def changes(session: Session) -> tuple[Task, ...]:
    """What the last action changed on the board and hands have not yet: when all is lifted, what is set."""
    if not session.asked:
        return ()
    board = session.tracker.board
    asked = session.asked & session.differing
    lifted = [_lifted(session, site) for site in sites_in(asked & board)]
    placed = [_placed(session, site) for site in sites_in(asked & ~board)]
    return tuple(sorted(lifted or placed, key=lambda task: task.words))


def _lifted(session: Session, site: int) -> Task:
    play, place = session.current, session.current.table.place(site)
    piece = play.table.piece(play.before, site)
    return Task(Meaning.LIFT, 1 << site, f"Lift {piece} on {place}", place=place)


def _placed(session: Session, site: int) -> Task:
    table, position = session.current.table, session.current.position
    meaning, player = table.placing(position, site)
    place = table.place(site)
    return Task(meaning, 1 << site, f"Put {table.piece(position, site)} on {place}", player, place)


def _crooked(session: Session) -> Iterator[Task]:
    play = session.current
    for one, other in crooked_pairs(play, _board(session)):
        words = f"One piece covers {play.table.place(one)} and {play.table.place(other)}: set it straight"
        yield Task(Meaning.WRONG, 1 << one | 1 << other, words)


def _superfluous(session: Session) -> Iterator[Task]:
    play, tracker = session.current, session.tracker
    covered = [site for pair in crooked_pairs(play, _board(session)) for site in pair]
    for site in sites_in(session.differing & tracker.board & ~session.asked):
        if session.held >> site & 1:
            place = play.table.place(site)
            yield Task(Meaning.LIFT, 1 << site, f"Lift the piece on {place}", place=place)
        elif site not in covered:
            words = f"Lift the piece on {play.table.place(site)}. {play.table.objection(play.position, site)}"
            yield Task(Meaning.WRONG, 1 << site, words)


def _missing(session: Session) -> Iterator[Task]:
    play = session.current
    for site in sites_in(session.differing & play.closed & ~session.tracker.board & ~session.asked):
        piece, place = play.table.piece(play.position, site), play.table.place(site)
        yield Task(Meaning.PLACE, 1 << site, f"Put {piece} back on {place}", place=place)


def _board(session: Session) -> Board:
    tracker = session.tracker
    return Board(tracker.board, tracker.order, tracker.kinds)
