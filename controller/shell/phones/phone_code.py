"""How a seat's phone gets access to that seat's secrets: by a QR code for one phone, or by a touch on the
number that it shows. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.phones import SET_UP, PhoneAsk, PhonesAsk, Served
from controller.model.view import Choice, Code, Phase, View
from controller.referee.phone_choices import seats_of_phones, seats_to_be, without_name
from controller.referee.selecting import covered
from controller.referee.session import WATCHING, Session
from controller.shell.model import pages
from controller.shell.model.layers import PhoneCode
from controller.shell.model.requests import AnswerPhone, EndPhone, Found, OpenSeat, SeatOpened
from controller.shell.model.screen import Screen, left_when_idle
from controller.shell.model.state import Answer, Shell
from controller.shell.phones import watching
from controller.shell.playing import pending
from engines.record import replace
from texts import _, joined

WAY: Final = Choice("phone", _("Phone"))

ALL: Final = Choice("admit-all", _("All of them"))
NONE: Final = Choice("admit-none", _("None of them"))
LET_OUT: Final = Choice("let-out", _("End its phone"))

PAGE: Final = "/seat"
PATH: Final = f"{PAGE}#"
"""The part between the address and the ticket in the code."""

MOST_SHOWN: Final = 4
"""The most phones that ask on one page: the seats of the largest game."""

WELCOME_MS: Final = 60_000
"""How long after the start phones that ask are shown at once: those of before the start come back then."""

OPEN_MS: Final = 3 * 60_000
"""How long a code is valid; then another is requested."""


def seats(shell: Shell) -> tuple[str, ...]:
    """The seats that may be given a phone now: those that have to choose; in a pause, or while hands are
    asked about, every person's seat. None if phones cannot reach a page, or if the game has no secrets."""
    session = shell.session
    if not shell.address:
        return ()
    is_on_a_page = session.is_ending or session.is_seating
    if session.pads.is_asking or (session.phase is Phase.PAUSED and not is_on_a_page):
        return seats_of_phones(session)
    return _behind_the_cover(session)


def is_offered(shell: Shell) -> bool:
    """Whether there is something to do about phones."""
    return bool(asking(shell) or seats(shell) or _common_code(shell))


def asking(shell: Shell) -> tuple[PhoneAsk, ...]:
    """The phones that ask for a seat of the game on the table."""
    return tuple(one for one in shell.asks if one.game == shell.session.game_id)


def _common_code(shell: Shell) -> Code | None:
    """The code for all phones of a game that is being set up, if it will have secrets."""
    if not shell.address or not seats_to_be(shell.session):
        return None
    return Code(f"{shell.address.rstrip('/')}{PAGE}", _("For all players"))


def _behind_the_cover(session: Session) -> tuple[str, ...]:
    if not _is_covered(session):
        return ()
    choosing = {one.seat for one in covered(session).values()}
    return tuple(seat for seat in seats_of_phones(session) if seat in choosing)


def _is_covered(session: Session) -> bool:
    selecting = session.question.selecting
    return session.phase is Phase.SECRET and selecting is not None and not selecting.is_open


def opened(shell: Shell) -> Answer:
    """A touch on its button. If there are several seats, or phones that ask, the page shows all."""
    there = seats(shell)
    if len(there) == 1 and not asking(shell) and not _has_phone(shell, there[0]):
        return _shown(shell, there[0])
    return Answer(shell.under(PhoneCode()))


def served(shell: Shell, event: Served) -> Shell:
    """The shell when phones find the page at another address: the first time soon after the start."""
    welcomes_ms = shell.welcomes_until_ms or event.at_ms + WELCOME_MS
    return replace(shell, address=event.address, other_addresses=event.others, welcomes_until_ms=welcomes_ms)


def asked(shell: Shell, event: PhonesAsk) -> Shell:
    """The shell when other phones ask. If that interrupts no person, the page with them opens by itself."""
    after = replace(shell, asks=event.asks)
    before, now = ({one.phone for one in asking(each)} for each in (shell, after))
    if shell.layer is None and now - before:
        if _disturbs_nobody(shell, event.at_ms):
            return after.under(PhoneCode())
        return pending.saying(after, _("A phone asks to come in: touch {way}.", way=WAY.label), event.at_ms)
    return after.under(None) if shell.layer == PhoneCode() and before and not now else after


def _disturbs_nobody(shell: Shell, now_ms: int) -> bool:
    """In a pause, before the first action, and soon after the start; never while a choice lies open."""
    session = shell.session
    if session.phase is Phase.PAUSED:
        return not (session.is_ending or session.is_seating)
    is_calm = session.phase in WATCHING or _is_covered(session)
    is_new = session.play is not None and not session.play.plies
    return is_calm and (is_new or now_ms < shell.welcomes_until_ms)


def ended(before: Session, after: Session) -> tuple[EndPhone, ...]:
    """The phones of seats that have become the computer's in a game: whoever has such a seat next asks
    anew."""
    if before.play is None or after.play is None or after.game_id is None or before.game_id != after.game_id:
        return ()
    new = after.play.computers.keys() - before.play.computers.keys()
    return tuple(EndPhone(after.game_id, seat) for seat in sorted(new))


def _has_phone(shell: Shell, seat: str) -> bool:
    return (shell.session.game_id, seat) in shell.session.phones


def _shown(shell: Shell, seat: str) -> Answer:
    assert shell.session.game_id is not None
    return Answer(shell.under(PhoneCode(seat)), requests=(OpenSeat(shell.session.game_id, seat),))


def pressed(shell: Shell, layer: PhoneCode, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    if button_id == watching.OTHER.id and shell.other_addresses:
        return Answer(watching.turned(shell))
    if button_id == LET_OUT.id and layer.seat:
        assert shell.session.game_id is not None
        session = without_name(shell.session, (shell.session.game_id, layer.seat))
        after = replace(shell, session=session).under(None)
        return Answer(after, requests=(EndPhone(shell.session.game_id, layer.seat),))
    if layer.seat:
        return Answer(shell)
    wanted = next((seat for seat in seats(shell) if button_id == f"phone-{seat}"), None)
    return _answer(shell, button_id, at_ms) if wanted is None else _shown(shell, wanted)


def _answer(shell: Shell, button_id: str, at_ms: int) -> Answer:
    """A touch on a phone that asks, on all, or on none of them. The page learns when they have their
    seats."""
    if button_id == NONE.id:
        none = tuple(AnswerPhone(one.phone, is_let_in=False) for one in asking(shell))
        return Answer(shell, requests=none)
    named = [one for one in asking(shell)[:MOST_SHOWN] if button_id in (ALL.id, f"admit-{one.phone}")]
    if not named:
        return Answer(shell)
    names = joined(", ", (shell.session.table.name(one.seat) for one in named))
    said = pending.saying(shell, _("Let in: {players}", players=names), at_ms)
    return Answer(said, requests=tuple(AnswerPhone(one.phone, is_let_in=True) for one in named))


def _answered(shell: Shell, layer: PhoneCode, found: Found) -> Answer:
    """The link has arrived. Links for other seats are ignored."""
    if not isinstance(found, SeatOpened) or found.seat != layer.seat:
        return Answer(shell)
    layer = replace(layer, link=found.link, until_ms=found.at_ms + OPEN_MS, is_answered=True)
    return Answer(shell.under(layer))


def is_let_in(layer: PhoneCode, before: Session, after: Session) -> bool:
    """Whether the seat's phone has come: its code is used up."""
    return any(seat == layer.seat for _game, seat in after.phones - before.phones)


def come(shell: Shell, layer: PhoneCode, now_ms: int) -> Shell:
    """The shell after the phone of the code has come. A message says so."""
    name = shell.session.table.name(layer.seat)
    return pending.saying(shell.under(None), _("The phone of {player} is in.", player=name), now_ms)


def view(shell: Shell, layer: PhoneCode) -> View:
    """The phones that ask and the seats, or a seat's name and its code."""
    if not layer.seat:
        return _of_all(shell)
    table, name = shell.session.table, shell.session.table.name(layer.seat)
    heading = _("A phone for {player}", player=name)
    shown = View(Phase.PHONE, heading=heading, title=table.title, turn=layer.seat, controls=(pages.BACK,))
    if not layer.link:
        words = (_("Phones do not find the table's page now."),) if layer.is_answered else ()
        return replace(shown, ask=words)
    has_phone = _has_phone(shell, layer.seat)
    stays = _("{player} has a phone. It stays until another one has come.", player=name)
    lines = (
        _("Only {player} scans this: the first phone that does is let in.", player=name),
        *((stays,) if has_phone else ()),
        _("The code holds for three minutes, the phone until people end it."),
    )
    code = Code(_at(shell.address, layer.link), _("For {player} alone", player=name))
    end = (LET_OUT,) if has_phone else ()
    return replace(shown, ask=lines, code=code, controls=(pages.BACK, *end, *watching.ways_on(shell)))


def _of_all(shell: Shell) -> View:
    table = shell.session.table
    shown = View(Phase.PHONE, heading=_("Whose phone?"), title=table.title, controls=(pages.BACK,))
    if asking(shell):
        return _of_asking(shell, shown)
    common = _common_code(shell)
    if common is not None:
        lines = (
            _("Everybody who wants to choose on a phone scans this."),
            _("There each chooses a seat and a name. When the game begins, one touch here lets them in."),
            *_here(shell),
        )
        controls = (pages.BACK, *watching.ways_on(shell))
        return replace(shown, heading=_("Phones"), ask=lines, code=common, controls=controls)
    notes = {seat: _("has a phone") if _has_phone(shell, seat) else _("no phone") for seat in seats(shell)}
    there = tuple(Choice(f"phone-{seat}", table.name(seat), note=note) for seat, note in notes.items())
    line = _("Whoever has one sees and chooses there what is secret, and nobody needs to look away")
    return replace(shown, ask=(line,), choices=there)


def _here(shell: Shell) -> tuple[str, ...]:
    """Those that have chosen a seat in the set-up."""
    who = [_of_whom(shell, one) for one in shell.asks if one.game == SET_UP]
    return (_("Here: {players}", players=joined(", ", who)),) if who else ()


def _of_whom(shell: Shell, ask: PhoneAsk) -> str:
    """The seat that a phone asks for, with its player's name."""
    seat = shell.session.table.name(ask.seat)
    return _("{name} ({seat})", name=ask.name, seat=seat) if ask.name else seat


def _of_asking(shell: Shell, shown: View) -> View:
    """Those that ask, for as many as have room; the others come after them."""
    asks = asking(shell)[:MOST_SHOWN]
    numbers = tuple(
        Choice(f"admit-{one.phone}", _("{player}: {number}", player=_of_whom(shell, one), number=one.mark))
        for one in asks
    )
    are_seats_apart = len({one.seat for one in asks}) == len(asks)
    return replace(
        shown,
        heading=_("Phones ask to come in"),
        ask=(_("Touch the number that the player's phone shows, and no other one"),),
        choices=numbers,
        controls=(pages.BACK, NONE, *((ALL,) if len(asks) > 1 and are_seats_apart else ())),
    )


def _at(address: str, link: str) -> str:
    """A link at the address that is shown now."""
    _where, path, ticket = link.partition(PATH)
    return f"{address.rstrip('/')}{path}{ticket}" if address and path else link


def _left_ms(shell: Shell, layer: PhoneCode) -> int | None:
    return left_when_idle(shell, layer) if layer.until_ms is None else layer.until_ms


SCREEN: Final = Screen(PhoneCode, view, pressed, left_ms=_left_ms, answered=_answered)
