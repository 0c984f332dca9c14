"""The pads of a session, on which hands of tiles are shown and played. Pure.

The tracker, and everything drawn from it, knows a secret piece on a pad as `HIDDEN`; the session keeps its
kind in `Pads.hidden_tags`. The game decides which piece is secret, and which belongs to a row
(`controller.tables.hands.HandsOfTiles`). A shown piece is counted at once, before the pad is judged, and
stored like an action. The computer's piece is not played before people have laid it on its pad.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.model import records
from controller.model.hands import HIDDEN, Laid, Laying, Row
from controller.referee.play import Play
from controller.referee.session import Effects, Session
from controller.tables.hands import HANDS
from engines.game import Action
from engines.record import replace

NOTHING: Final[Mapping[int, str]] = MappingProxyType({})
"""No piece is hidden."""


def keeps_hands(session: Session) -> bool:
    """Whether the table knows hidden hands, or is about to."""
    play = session.play
    return any(
        game.hands.rows or (game.computers and game.table.tiles.need_readers)
        for game in session.unfinished.games.values()
    ) or bool(play and (play.hands.rows or (play.computers and play.deal is not None)))


def read(session: Session, site: int, kind: str | None, now_ms: int) -> tuple[Session, str | None]:
    """The session after a reader saw a piece of this kind, or none, and the public version of it: a secret
    piece is hidden, and a shown one recorded."""
    pads = session.pads
    hidden_tags = {other: one for other, one in pads.hidden_tags.items() if other != site}
    if kind is None or session.due.is_to_go(site, kind) or not _is_hidden(session, site, kind):
        if site in pads.hidden_tags:
            session = replace(session, pads=replace(pads, hidden_tags=hidden_tags))
        return session, kind
    pads = replace(pads, hidden_tags={**hidden_tags, site: kind})
    seat = session.current.seat_at(site)
    if seat is not None and seat in session.current.showing:
        pads = replace(pads, laid=(*pads.laid, Laid(now_ms, seat, kind)))
    return replace(session, pads=pads), HIDDEN


def settled(before: Session, after: Session, now_ms: int) -> Session:
    """The session after an event: without pieces to be laid for an earlier moment, and with exactly the
    secret pieces hidden."""
    if (
        after.play is before.play
        and after.pads.laying is before.pads.laying
        and after.opponent.is_played_by_people is before.opponent.is_played_by_people
    ):
        return after
    if not _is_same_moment(before.play, after.play):
        after = replace(after, pads=replace(after.pads, laying=None, is_asking=False))
    if not after.tracker.kinds:
        return after
    hidden_tags, tracker = dict[int, str](), after.tracker
    for site, told in after.tracker.kinds.items():
        kind = after.pads.hidden_tags.get(site, told)
        is_asked = bool(after.due.sites >> site & 1)
        if told == HIDDEN if is_asked else _is_hidden(after, site, kind):
            hidden_tags[site] = kind
        tracker = tracker.read(site, HIDDEN if site in hidden_tags else kind, now_ms)
    return replace(after, tracker=tracker, pads=replace(after.pads, hidden_tags=hidden_tags or NOTHING))


def _is_same_moment(before: Play | None, after: Play | None) -> bool:
    return before is not None and after is not None and before.plies is after.plies


def _is_hidden(session: Session, site: int, kind: str) -> bool:
    """Whether the piece there is secret, and does not stand where it belongs."""
    play = session.play
    if play is None or not (play.computers or play.hands.rows) or kind not in play.table.pieces:
        return False
    if play.closed >> site & 1 and kind == play.table.kind(play.position, site):
        return False
    is_computers = session.computer is not None
    return play.table.tiles.is_secret(play, session.pads, site, kind, is_computers=is_computers)


# Showing


def counted(session: Session) -> tuple[Session, Effects]:
    """The session after counting the laid tiles, and what must be stored."""
    effects: list[records.Effect] = []
    for laid in session.pads.laid:
        session, more = _counted(session, laid)
        effects += more
    return replace(session, pads=replace(session.pads, laid=())), tuple(effects)


def _counted(session: Session, laid: Laid) -> tuple[Session, Effects]:
    play = session.play
    deal = play.deal if play else None
    if play is None or deal is None or laid.seat not in play.showing:
        return session, ()
    tiles = play.table.tiles
    if shown_before := tiles.shown_before(play, laid):
        return replace(session, notice=shown_before), ()
    row = tiles.shown(play, laid)
    if row is None:
        return session, ()  # it still lies there, and was read again; or it is asked to be lifted
    return _with_row(session, play, records.Hand(deal.number, laid.seat, row))


def _with_row(session: Session, play: Play, hand: records.Hand) -> tuple[Session, Effects]:
    """The session with another row of a seat, and what must be stored."""
    hands = play.hands.without_row(hand.deal, hand.seat)
    if hand.is_kept:
        hands = play.hands.with_row(hand.deal, hand.seat, hand.row)
    return replace(
        session,
        play=replace(play, hands=hands),
        notice="",
        judgement=session.judgement.anew(),
        pads=replace(session.pads, is_asking=False),
    ), (hand,)


def with_row(session: Session, seat: str, row: Row) -> tuple[Session, Effects]:
    """The session with another row of a seat in this deal, and what must be stored."""
    deal = session.current.deal
    assert deal is not None
    return _with_row(session, session.current, records.Hand(deal.number, seat, row))


def pressed(session: Session, button_id: str) -> tuple[Session, Effects] | None:
    """The session after a press of a button for hands; `None` for other buttons."""
    play = session.current
    if button_id == HANDS or (button_id == "back" and session.pads.is_asking):
        return replace(session, pads=replace(session.pads, is_asking=button_id == HANDS)), ()
    hand = play.table.tiles.pressed(play, session.pads, button_id)
    return None if hand is None else _with_row(session, play, hand)


def dealt_again(before: Play, after: Play) -> Effects:
    """The storing of rows that an action or a takeback has changed: those that were set aside go as soon as
    something else is played."""
    if (before.hands, before.aside) == (after.hands, after.aside):
        return ()
    then, now = before.stored_hands, after.stored_hands
    changed = (key for key in sorted(now) if key not in then or then[key] != now[key])
    gone = (records.Hand(deal, seat, (), is_kept=False) for deal, seat in sorted(then.keys() - now.keys()))
    return (*(records.Hand(deal, seat, now[deal, seat]) for deal, seat in changed), *gone)


def with_phones(session: Session) -> tuple[Session, Effects]:
    """The session in which the seats with a phone show their tiles, after a deal, unless they have chosen not
    to. Their phones show them their hands."""
    play, effects = session.play, list[records.Effect]()
    if play is None or not session.phones or not play.is_just_dealt:
        return session, ()
    deal = play.deal
    assert deal is not None
    for seat in play.position.seats:
        has_phone = (session.game_id, seat) in session.phones and seat not in play.computers
        is_open = not play.hands.is_begun(deal, seat) and (deal.number - 1, seat) not in play.hands.rows
        if has_phone and is_open:
            session, more = _with_row(session, session.current, records.Hand(deal.number, seat, ()))
            effects += more
    return session, tuple(effects)


# Playing


def laying_of(play: Play, seat: str, action: Action) -> Laying | None:
    """The piece that people must lay for the computer's action; `None` if it uses no tile."""
    kind, held = play.piece_of(play.position, action), play.in_hand(seat)
    if kind is None or kind not in held:
        return None
    return Laying(seat, held.index(kind) + 1, kind, action)


def is_laid(session: Session, play: Play, action: Action) -> bool:
    """Whether this is the computer's decision, and people have laid its piece."""
    laying = session.pads.laying
    return laying is not None and laying.action == action and _is_same_moment(play, session.play)
