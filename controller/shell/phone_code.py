"""How a seat's phone gets access to that seat's secrets: a QR code for one phone. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.model.view import Choice, Code, Phase, View
from controller.referee.seating import computer_of
from controller.referee.selecting import covered
from controller.referee.session import Session
from controller.shell import pages, watching
from controller.shell.requests import Found, OpenSeat, SeatOpened
from controller.shell.screen import Screen, left_when_idle
from controller.shell.state import Answer, PhoneCode, Shell
from texts import _

WAY: Final = Choice("phone", _("Phone"))

PATH: Final = "/seat#"
"""The part between the address and the ticket in the code."""

OPEN_MS: Final = 3 * 60_000
"""How long a code is valid; then another is requested."""


def seats(shell: Shell) -> tuple[str, ...]:
    """The seats that may admit a phone now: those that have to choose; in a pause, or while hands are asked
    about, every person's seat. None if phones cannot reach a page, or if the game has no secrets."""
    session = shell.session
    play = session.play
    if play is None or session.game_id is None or not shell.address:
        return ()
    if not play.table.has_secrets(play.position):
        return ()
    if session.pads.is_asking or (session.phase is Phase.PAUSED and not session.is_ending):
        return tuple(seat for seat in play.position.seats if computer_of(play, seat) is None)
    return _behind_the_cover(session)


def _behind_the_cover(session: Session) -> tuple[str, ...]:
    selecting = session.question.selecting
    if session.phase is not Phase.SECRET or selecting is None or selecting.is_open:
        return ()
    return tuple(one.seat for one in covered(session).values() if one.seat is not None)


def opened(shell: Shell) -> Answer:
    """A touch on its button. If there are several seats, the page asks which."""
    there = seats(shell)
    return _asked(shell, there[0]) if len(there) == 1 else Answer(shell.under(PhoneCode()))


def _asked(shell: Shell, seat: str) -> Answer:
    assert shell.session.game_id is not None
    return Answer(shell.under(PhoneCode(seat)), requests=(OpenSeat(shell.session.game_id, seat),))


def pressed(shell: Shell, layer: PhoneCode, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    if button_id == pages.BACK.id:
        return Answer(shell.under(None))
    if button_id == watching.OTHER.id and shell.other_addresses:
        return Answer(watching.turned(shell))
    wanted = next((seat for seat in seats(shell) if button_id == f"phone-{seat}"), None)
    return Answer(shell) if wanted is None or layer.seat else _asked(shell, wanted)


def answered(shell: Shell, layer: PhoneCode, found: SeatOpened) -> Answer:
    """The link has arrived. Links for other seats are ignored."""
    if found.seat != layer.seat:
        return Answer(shell)
    layer = replace(layer, link=found.link, until_ms=found.at_ms + OPEN_MS, is_answered=True)
    return Answer(shell.under(layer))


def is_let_in(layer: PhoneCode, before: Session, after: Session) -> bool:
    """The shell after the seat's phone has come: its code is used up."""
    return any(seat == layer.seat for _game, seat in after.phones - before.phones)


def view(shell: Shell, layer: PhoneCode) -> View:
    """The seat's name and its code."""
    table = shell.session.current.table
    shown = View(Phase.PHONE, heading=_("Whose phone?"), title=table.title, controls=(pages.BACK,))
    if not layer.seat:
        choices = tuple(Choice(f"phone-{seat}", table.name(seat)) for seat in seats(shell))
        asked = _("Whoever has one sees and chooses there what is secret, and nobody needs to look away")
        return replace(shown, ask=(asked,), choices=choices)
    name = table.name(layer.seat)
    shown = replace(shown, heading=_("A phone for {player}", player=name), turn=layer.seat)
    if not layer.link:
        words = (_("Phones do not find the table's page now."),) if layer.is_answered else ()
        return replace(shown, ask=words)
    lines = (
        _("Only {player} scans this: the first phone that does is let in.", player=name),
        _("A phone that {player} had before is out.", player=name),
        _("The code holds for three minutes, and the phone for this game."),
    )
    code = Code(_at(shell.address, layer.link), _("For {player} alone", player=name))
    return replace(shown, ask=lines, code=code, controls=(pages.BACK, *watching.ways_on(shell)))


def _at(address: str, link: str) -> str:
    """A link at the address that is shown now."""
    _where, path, ticket = link.partition(PATH)
    return f"{address.rstrip('/')}{path}{ticket}" if address and path else link


def _left_ms(shell: Shell, layer: PhoneCode) -> int | None:
    return left_when_idle(shell, layer) if layer.until_ms is None else layer.until_ms


def _answered(shell: Shell, layer: PhoneCode, found: Found) -> Answer:
    return answered(shell, layer, found) if isinstance(found, SeatOpened) else Answer(shell)


SCREEN: Final = Screen(PhoneCode, view, pressed, left_ms=_left_ms, answered=_answered)
