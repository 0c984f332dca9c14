"""Broken sensors are retested automatically: one that changes correctly is trusted again. Pure."""

from __future__ import annotations

from typing import Final

from controller.model import records
from controller.referee.session import Effects, Session
from engines.record import replace
from hardware.ports import sites_in
from texts import _, joined

RIGHT_CHANGES: Final = 2
"""The number of correct changes of a sensor as its piece is set and lifted: a stuck one, or one that agrees
by chance, does not reach it."""


def tried(session: Session) -> tuple[Session, Effects]:
    """The session in a game when its board is right: its broken sensors are compared with it."""
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
