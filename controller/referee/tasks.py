"""The table's requests to move pieces: corrections of the board, and requirements of the rules. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from controller.model.hands import HIDDEN
from controller.model.view import Meaning, Phase, Task
from controller.referee.board_at_rest import BoardAtRest, crooked_pairs, overhanging
from controller.referee.judging import doubt_about
from controller.referee.play import Play, of_last_play
from controller.referee.session import WATCHING, Session
from engines.record import replace
from hardware.ports import sites_in
from texts import _, joined

MOST_PLACES = 6
"""The most places in one line."""

FEW = 2
"""The most tasks with a line each on the smallest screen."""


@lru_cache(maxsize=1)  # lights and view both ask, one after the other
def tasks(session: Session) -> tuple[Task, ...]:
    """The current requests: corrections first, then requirements of the rules."""
    mends = corrections(session)
    if session.play is None or session.phase not in WATCHING:
        return mends
    mended = 0
    for task in mends:
        mended |= task.sites
    of_hands = session.play.table.tiles.tasks(session.play, session.pads)
    asked = (*changes(session), *of_hands, *required(session.play), *reminded(session))
    return (*mends, *(task for task in asked if not task.sites & mended))


def reminded(session: Session) -> tuple[Task, ...]:
    """Tasks that no sensor can check, except markers with a magnet that lie alone on their cell."""
    if not session.due.reminders or session.phase not in WATCHING:
        return ()
    told = session.current.table.ignored(session.current.position) & session.tracker.board
    return tuple(task for task in session.due.reminders if not task.sites or task.sites & ~told)


def together(tasks: tuple[Task, ...], few: int = FEW) -> tuple[Task, ...]:
    """The tasks in fewer lines if they are many: those that differ only in their place share some."""
    if len(tasks) <= few:
        return tasks
    alike: dict[tuple[Meaning, str | None, str], list[Task]] = {}
    for task in tasks:
        alike.setdefault((task.meaning, task.player, task.request), []).append(task)
    return tuple(_as_one(part) for some in alike.values() for part in _lines(some))


def _lines(tasks: list[Task]) -> Iterator[list[Task]]:
    """The tasks for each line, not too many with long places. Of lifting the lights show all places."""
    is_long = tasks[0].meaning is not Meaning.LIFT and " " in tasks[0].place
    most = MOST_PLACES if is_long else len(tasks)
    yield from (tasks[start : start + most] for start in range(0, len(tasks), most))


def _as_one(tasks: list[Task]) -> Task:
    places: str = joined(", ", (task.place for task in tasks))
    if tasks[0].meaning is Meaning.LIFT and len(tasks) > MOST_PLACES:
        first = joined(", ", (task.place for task in tasks[: MOST_PLACES - 1]))
        places = _("{places} and {more} more", places=first, more=len(tasks) - MOST_PLACES + 1)
    sites = 0
    for task in tasks:
        sites |= task.sites
    return replace(tasks[0], sites=sites, place=places)


@lru_cache(maxsize=1)  # tasks and view both ask
def corrections(session: Session) -> tuple[Task, ...]:
    """The corrections of the board, piece by piece; no part of any action."""
    if session.phase is Phase.SETUP:
        return clearing(session)
    if session.phase is Phase.CORRECTING:
        return (*_crooked(session), *_superfluous(session), *_missing(session))
    if session.phase is Phase.CHOOSING and len(session.question.interpretations) == 1:
        return _doubtful(session)
    return ()


def _doubtful(session: Session) -> tuple[Task, ...]:
    """The pieces with only one interpretation, which may still be wrong."""
    play, (interpretation,) = session.current, session.question.interpretations
    sites = sum(play.table.touched(play.position, action) for action in interpretation.actions)
    doubt = doubt_about(session, interpretation)
    return (Task(Meaning.WRONG, sites, doubt),) if doubt else ()


def clearing(session: Session) -> tuple[Task, ...]:
    """The pieces that are still in the way of a new game."""
    if not session.setup.is_clearing:
        return ()
    in_the_way = session.tracker.board & session.tables[session.setup.chosen].ground
    return tuple(Task(Meaning.LIFT, 1 << s, _("Lift this piece")) for s in sites_in(in_the_way))


@of_last_play
def required(play: Play) -> tuple[Task, ...]:
    """The requirements of the rules that the table may state."""
    return play.table.tasks(play.position)


def changes(session: Session) -> tuple[Task, ...]:
    """The last action's changes that hands have not made yet: lifts first, then sets."""
    if not session.due.asked:
        return ()
    board = session.tracker.board
    asked = session.due.asked & session.differing
    lifted = [_lifted(session, site) for site in sites_in(asked & board)]
    placed = [_placed(session, site) for site in sites_in(asked & ~board)]
    return tuple(sorted(lifted or placed, key=_in_order))


def _in_order(task: Task) -> list[str]:
    """By words, with numbers by size."""
    return [part.rjust(4) if part.isdecimal() else part for part in re.split(r"(\d+)", task.words)]


def _lifted(session: Session, site: int) -> Task:
    """A piece that an action removed; or one that was set in its place, if a reader sees that it is wrong."""
    play, kind = session.current, session.tracker.kinds.get(site)
    is_old = bool(session.due.exchanging >> site & 1) or session.due.must_leave.get(site, "") == kind
    if kind is not None and play.closed >> site & 1 and not is_old:
        return Task(Meaning.WRONG, 1 << site, _misfit(session, 1 << site, kind))
    piece = play.table.taken_off(play.before, site)
    place = play.table.place(site)
    return Task(Meaning.LIFT, 1 << site, _("Lift {piece} on {place}", piece=piece, place=""), place=place)


def _misfit(session: Session, sites: int, kind: str) -> str:
    """The request about an identified piece, and its reason; nothing if it only waits."""
    table = session.current.table
    why = table.tiles.misfit(session.current, session.pads, sites_in(sites)[0], kind)
    if not why and kind != HIDDEN:
        why = table.misfit(session.current.position, sites, kind)
    if not why:
        return ""
    return _("Lift {piece} on {place}. {why}", piece=table.call(kind), place=table.places(sites), why=why)


def _placed(session: Session, site: int) -> Task:
    play = session.current
    table, position = play.table, play.position
    meaning, player = table.placing(position, site)
    request, place = table.asks_for(play.before, position, site)
    return Task(meaning, 1 << site, request, player, place)


def _unjudged(session: Session) -> int:
    """The sites that have changed since the board was judged: they may be right."""
    picture = session.judgement.picture
    return session.tracker.board ^ picture[0] if picture is not None else 0


def _crooked(session: Session) -> Iterator[Task]:
    play, new = session.current, _unjudged(session)
    for one, other in _crooked_pairs(session):
        if new >> one & 1 or new >> other & 1:
            continue
        words = _(
            "One piece covers {one} and {other}: set it straight",
            one=play.table.place(one),
            other=play.table.place(other),
        )
        yield Task(Meaning.WRONG, 1 << one | 1 << other, words)


def _crooked_pairs(session: Session) -> list[tuple[int, int]]:
    """The sites that one piece closes, on a board where each piece belongs on one."""
    play = session.current
    if play.table.has_large_pieces(play.position):
        return []
    return crooked_pairs(play, board_of(session))


def board_of(session: Session) -> BoardAtRest:
    """The pieces on the table, and their times."""
    tracker = session.tracker
    return BoardAtRest(tracker.board, tracker.order, tracker.kinds)


def _superfluous(session: Session) -> Iterator[Task]:
    play, table, kinds = session.current, session.current.table, session.tracker.kinds
    extra = session.differing & session.tracker.board & ~session.due.asked & ~session.judgement.staying
    extra |= overhanging(play, board_of(session))
    for sites in table.groups(play.position, extra & session.due.held):
        yield Task(Meaning.LIFT, sites, _("Lift the piece on {place}", place=""), place=table.places(sites))
    extra &= ~session.due.held & ~_unjudged(session)
    yield from _misread(session, extra)
    known = [*kinds, *(site for pair in _crooked_pairs(session) for site in pair)]
    extra &= ~sum(1 << site for site in set(known))
    for sites in table.groups(play.position, extra):
        words = _("Lift the piece on {place}. {why}", place=table.places(sites), why=_why(session, sites))
        yield Task(Meaning.WRONG, sites, words)


def _why(session: Session, sites: int) -> str:
    """Why a piece fits no rule, as a sentence."""
    play = session.current
    if session.computer is not None:
        player = play.table.name(str(play.position.turn))
        return _("The computer plays for {player}.", player=player)
    return play.table.objection_to(play.position, sites)


def _misread(session: Session, extra: int) -> Iterator[Task]:
    """The identified pieces on these sites that do not belong there."""
    play = session.current
    of_kind: dict[str, int] = {}
    for site in sites_in(extra):
        if (kind := session.tracker.kinds.get(site)) is not None:
            of_kind[kind] = of_kind.get(kind, 0) | 1 << site
    for kind, read in of_kind.items():
        for sites in play.table.groups(play.position, read):
            if words := _misfit(session, sites, kind):
                yield Task(Meaning.WRONG, sites, words)


def _missing(session: Session) -> Iterator[Task]:
    play, table = session.current, session.current.table
    missing = session.differing & play.closed & ~session.tracker.board
    missing &= ~session.due.asked & ~session.judgement.staying & ~_unjudged(session)
    requests: dict[str, str] = {}
    for sites in table.groups(play.position, missing):
        piece = table.piece(play.position, (sites & -sites).bit_length() - 1)
        if piece not in requests:
            requests[piece] = _("Put {piece} back on {place}", piece=piece, place="")
        yield Task(Meaning.PLACE, sites, requests[piece], place=table.places(sites))
