"""Forgetting tiles that a player has shown. It needs a confirmation, because they can be known again only by
showing each one. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Choice, Phase, View
from controller.referee import step
from controller.referee.session import Pressed, Session
from controller.shell.model import pages
from controller.shell.model.layers import Forgetting
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from engines.record import replace
from texts import _, _n


def is_guarded(before: Session, after: Session) -> bool:
    """Whether a touch that leads from one session to the other needs a confirmation: no action is played or
    taken back, and shown tiles are forgotten."""
    return bool(_forgotten(before, after))


def asked(shell: Shell, after: Session, button_id: str) -> Answer:
    """The confirmation page."""
    ((seat, tiles),) = _forgotten(shell.session, after)
    return Answer(shell.under(Forgetting(button_id, seat, tiles)))


def _forgotten(before: Session, after: Session) -> list[tuple[str, int]]:
    """The seats whose tiles are forgotten, and the number of those tiles."""
    play, then = before.play, after.play
    if play is None or then is None or play.plies is not then.plies or play.hands is then.hands:
        return []
    rows = play.hands.rows.items()
    return [(seat, len(row)) for (deal, seat), row in rows if row and not then.hands.rows.get((deal, seat))]


def view(shell: Shell, layer: Forgetting) -> View:
    """Whose tiles they are, and how many."""
    return View(
        Phase.FORGETTING,
        heading=_("Forget these tiles?"),
        title=shell.session.table.title,
        ask=(
            _n(
                "{player} has shown {number} tile. To be known again it must be shown again.",
                "{player} has shown {number} tiles. To be known again all must be shown again.",
                layer.tiles,
                player=shell.session.table.name(layer.seat),
            ),
        ),
        choices=(Choice("forget-really", _("Forget them")),),
        controls=(pages.BACK,),
    )


def pressed(shell: Shell, layer: Forgetting, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    if button_id != "forget-really":
        return Answer(shell)
    session, effects = step.handle(shell.session, Pressed(at_ms, layer.button_id))
    return Answer(replace(shell, session=session, layer=None), effects)


SCREEN: Final = Screen(Forgetting, view, pressed, asks_again=True)
