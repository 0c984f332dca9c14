"""Flashes. Pieces that have just scored flash on the table and in the picture together, for a moment. Sites
that hands have taken back or changed stay lit for some seconds. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Lit, Meaning
from controller.referee.play import Play
from controller.referee.session import Session
from controller.shell.model.layers import Flash
from hardware.ports import sites_in

FLASH_MS: Final = 1_700
"""How long it is shown what has scored: long enough to read it, and over before the next piece is set."""

CHANGED_MS: Final = 5_000
"""How long a takeback or change by hand stays lit."""


def flash_of(play: Play, since: int, now_ms: int) -> Flash | None:
    """The scoring of a play's actions from number `since` on; `None` if there was none."""
    scored = [
        (site, Lit(Meaning.SCORED, gain.player, now_ms, gain.text))
        for ply in play.plies[since:]
        for site, gain in play.table.scored(ply.events).items()
    ]
    return Flash(tuple(scored), now_ms + FLASH_MS) if scored else None


def flash_after(before: Session, after: Session, flash: Flash | None, now_ms: int) -> Flash | None:
    """The flash after an event: what was scored, or the places where hands have taken back or changed
    something. After a takeback by touch there is none, since its pieces are asked for. Otherwise the old
    flash."""
    if after.play is before.play:
        return flash
    if before.play is None or after.play is None:
        return None
    common = before.play.in_common(after.play)
    if common < len(before.play.plies):
        return None if after.due.held else _changed(before.play, after.play, now_ms)
    return flash_of(after.play, common, now_ms)


def _changed(before: Play, after: Play, now_ms: int) -> Flash | None:
    """The places that hands have changed, in the light of the last action."""
    sites = before.changed_since(after) & after.table.grid.all_sites
    lit = tuple((site, Lit(Meaning.LAST, since_ms=now_ms)) for site in sites_in(sites))
    return Flash(lit, now_ms + CHANGED_MS) if lit else None
