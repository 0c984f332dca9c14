"""What has just scored flashes on the table and in the picture together, for a moment. Pure."""

from __future__ import annotations

from typing import Final

from controller.play import Play
from controller.shell.state import Flash
from controller.view import Lit, Meaning

FLASH_MS: Final = 1_700


def flash_of(play: Play, since: int, now_ms: int) -> Flash | None:
    """What the actions of a play from number `since` on have scored; `None` if nothing."""
    scored = [
        (site, Lit(Meaning.SCORED, player, now_ms))
        for ply in play.plies[since:]
        for site, player in play.table.scored(ply.events).items()
    ]
    return Flash(tuple(scored), now_ms + FLASH_MS) if scored else None


def flash_after(before: Play | None, after: Play | None, flash: Flash | None, now_ms: int) -> Flash | None:
    """The flash when something happened: that of what was played, none after a takeback, or the old one."""
    if after is before:
        return flash
    if before is None or after is None or len(after.plies) <= len(before.plies):
        return None
    return flash_of(after, len(before.plies), now_ms)
