"""What is spoken when something changes on the screen: whose turn it is, what is asked, who has won. Pure.

Everything that is spoken stands on the screen as well.
"""

from __future__ import annotations

from controller.model.view import Phase, View
from texts import joined

SPOKEN = (Phase.PLAYING, Phase.CORRECTING, Phase.CHOOSING, Phase.SECRET, Phase.PAUSED, Phase.OVER)
"""The phases of a game. What is chosen in menus is read, not heard."""


def announcement(before: View | None, after: View) -> str:
    """What is said of a change: nothing where what was said still holds.

    `ask` of a secret that lies open is one player's alone: only the heading is said.
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
