"""Spoken announcements of changes on the screen: whose turn it is, the request, the winner. Pure.

Everything spoken is also on the screen.
"""

from __future__ import annotations

from controller.model.view import Phase, View
from texts import joined

SPOKEN = (Phase.PLAYING, Phase.CORRECTING, Phase.CHOOSING, Phase.SECRET, Phase.PAUSED, Phase.OVER)
"""The phases of a game. Menus are not spoken."""


def announcement(before: View | None, after: View) -> str:
    """The announcement of a change; empty if the last one still holds.

    `ask` of an uncovered secret is for one player only: then only the heading is spoken.
    """
    if after.phase not in SPOKEN:
        return ""
    said = [] if before is not None and _head(before) == _head(after) else [after.heading]
    is_open = after.phase is Phase.SECRET and not after.is_covered
    is_news = before is None or before.ask[:1] != after.ask[:1] or before.phase is not after.phase
    if is_news and after.ask and not is_open:
        said.append(after.ask[0])
    return joined(". ", said)


def _head(view: View) -> tuple[Phase, str]:
    return view.phase, view.heading
