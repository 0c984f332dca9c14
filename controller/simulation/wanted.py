"""The pieces that belong on the sites of a game, as people see them on the screen."""

from __future__ import annotations

from controller.referee.session import Session


def kind_on(session: Session, site: int) -> str:
    """The piece that belongs on a site of the game in play: one that an action brings there, or that stands
    there by the position. Empty if none does."""
    play = session.current
    if session.due.asked >> site & 1:
        return play.table.brings(play.before, play.position, site)
    return play.table.kind(play.position, site)
