"""What has just scored flashes on the table and in the picture together, for a moment; what hands have taken
back or changed is lit for some seconds. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Lit, Meaning
from controller.referee.play import Play
from controller.referee.session import Session
from controller.shell.state import Flash
from hardware.ports import sites_in

FLASH_MS: Final = 1_700

CHANGED_MS: Final = 5_000
"""So long is lit where hands have taken something back, or changed it."""


def flash_of(play: Play, since: int, now_ms: int) -> Flash | None:
    """What the actions of a play from number `since` on have scored; `None` if nothing."""
    scored = [
        (site, Lit(Meaning.SCORED, player, now_ms))
        for ply in play.plies[since:]
        for site, player in play.table.scored(ply.events).items()
    ]
    return Flash(tuple(scored), now_ms + FLASH_MS) if scored else None


def flash_after(before: Session, after: Session, flash: Flash | None, now_ms: int) -> Flash | None:
    """The flash when something happened: that of what was played, or where hands have taken back or changed
    what stood; none after a takeback by touch, whose pieces are asked for; or the old one."""
    if after.play is before.play:
        return flash
    if before.play is None or after.play is None:
        return None
    common = before.play.in_common(after.play)
    if common < len(before.play.plies):
        return None if after.due.held else _changed(before.play, after.play, now_ms)
    return flash_of(after.play, common, now_ms)


def _changed(before: Play, after: Play, now_ms: int) -> Flash | None:
    """Where hands have changed something, in the light of what was played last."""
    sites = before.changed_since(after) & after.table.grid.all_sites
    lit = tuple((site, Lit(Meaning.LAST, since_ms=now_ms)) for site in sites_in(sites))
    return Flash(lit, now_ms + CHANGED_MS) if lit else None
