"""How hidden hands become known: tiles that are shown to a pad, and those that the computer plays. Pure.

While the offers are made, a tile on the pad of a seat that shows its hand is part of its row. It is counted
at once, before the pad is judged, and stored like an action. The tile on a pad is secret while it may belong
to a hand: the tracker, and everything drawn from it, knows it as `HIDDEN`, and the session keeps its kind in
`veiled`. A tile that is laid to be played is unveiled, and judged like any other.

The computer's tile is not played before people have laid it on its pad.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from controller.model import records
from controller.model.hands import HIDDEN, Deal, KeptHand, Laid, Laying
from controller.referee.play import Play
from controller.referee.session import Effects, Session
from engines.game import Action
from texts import _

NOTHING: Final[Mapping[int, str]] = MappingProxyType({})
"""No piece is veiled."""

HANDS = "hands"
"""The id of the button for hands."""

HAND, UNSHOWN = "hand-", "unshown-"
"""Prefixes of button ids: a seat begins or ends showing its hand; a computer's cannot be shown."""


def keeps_hands(session: Session) -> bool:
    """Whether the table knows hidden hands, or is about to."""
    plays = [*session.unfinished.games.values(), *([session.play] if session.play else [])]
    return any(play.hands.rows or (play.computers and play.deal is not None) for play in plays)


def kept_hand(play: Play, seat: str) -> KeptHand | None:
    """A person's own hand that the table knows, for that person's eyes only. `None` if it is not shown, or is
    the computer's."""
    deal = play.deal
    if deal is None or seat in play.computers or not play.hands.is_begun(deal, seat):
        return None
    held = play.in_hand(seat)
    is_turn = not deal.is_open and play.position.turn == seat
    playable = play.table.tiles.playable(play.position, held) if is_turn else frozenset()
    return KeptHand(held, playable, len(play.row(seat)), deal.pieces)


# The pads


def read(session: Session, site: int, kind: str | None, now_ms: int) -> tuple[Session, str | None]:
    """The session after a reader saw a piece of this kind, or none, and the public version of it: a secret
    piece is veiled, and a shown one recorded."""
    pads = session.pads
    veiled = {other: one for other, one in pads.veiled.items() if other != site}
    if kind is None or session.due.is_to_go(site, kind) or not _is_veiled(session, site, kind):
        is_unveiled = site in pads.veiled
        return (replace(session, pads=replace(pads, veiled=veiled)) if is_unveiled else session), kind
    pads = replace(pads, veiled={**veiled, site: kind})
    seat = session.current.seat_at(site)
    if seat is not None and seat in session.current.showing:
        pads = replace(pads, laid=(*pads.laid, Laid(now_ms, seat, kind)))
    return replace(session, pads=pads), HIDDEN


def settled(before: Session, after: Session, now_ms: int) -> Session:
    """The session after an event: without pieces to be laid for an earlier moment, and with exactly the
    secret pieces veiled."""
    if (
        after.play is before.play
        and after.pads.laying is before.pads.laying
        and after.opponent.is_helpless is before.opponent.is_helpless
    ):
        return after
    if not _is_same_moment(before.play, after.play):
        after = replace(after, pads=after.pads.of_another_moment())
    if not after.tracker.kinds:
        return after
    veiled, tracker = dict[int, str](), after.tracker
    for site, told in after.tracker.kinds.items():
        kind = after.pads.veiled.get(site, told)
        is_asked = bool(after.due.sites >> site & 1)
        if told == HIDDEN if is_asked else _is_veiled(after, site, kind):
            veiled[site] = kind
        tracker = tracker.read(site, HIDDEN if site in veiled else kind, now_ms)
    return replace(after, tracker=tracker, pads=replace(after.pads, veiled=veiled or NOTHING))


def _is_same_moment(before: Play | None, after: Play | None) -> bool:
    return before is not None and after is not None and before.plies is after.plies


def _is_veiled(session: Session, site: int, kind: str) -> bool:
    """Whether the piece there is secret: it may belong to a hand that the table knows, or will know, and is
    not the one being played."""
    play = session.play
    deal = play.deal if play else None
    if play is None or deal is None or not (play.computers or play.hands.rows):
        return False
    if kind in deal.gone or kind not in play.table.pieces:
        return False
    if play.closed >> site & 1 and kind == play.table.kind(play.position, site):
        return False
    seat = play.seat_at(site)
    if deal.is_open or seat is None or seat != play.position.turn:
        return True
    if session.computer is not None:
        return session.pads.laying is None or session.pads.laying.kind != kind
    return play.hands.owner(deal, kind) not in (None, seat)


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
    row = play.row(laid.seat)
    if laid.kind in row[-1:]:
        return session, ()  # it still lies there, and was read again
    if laid.kind in row:
        seen = _(
            "Tile {number} of {player}, from the left, has been shown already.",
            number=row.index(laid.kind) + 1,
            player=play.table.name(laid.seat),
        )
        return replace(session, notice=seen), ()
    is_none_of_it = _is_anothers(play, deal, laid) or laid.kind in turned_up(play, deal)
    if is_none_of_it or len(row) == deal.pieces:
        return session, ()  # it is asked to be lifted
    return _with_row(session, play, laid.seat, (*row, laid.kind))


def turned_up(play: Play, deal: Deal) -> frozenset[str]:
    """The pieces turned up by chance after this deal: they are in no hand."""
    drawn: set[str] = set()
    for at, ply in zip((play.start, *(ply.position for ply in play.plies)), play.plies, strict=False):
        earlier = play.table.tiles.deal(at)
        if earlier is not None and earlier.number != deal.number:
            drawn.clear()
        elif play.table.tiles.is_chance(at):
            drawn.update(hand.kind for hand in play.table.hands(at, ply.action))
    return frozenset(drawn)


def _is_anothers(play: Play, deal: Deal, laid: Laid) -> bool:
    return play.hands.owner(deal, laid.kind) not in (None, laid.seat)


def _with_row(
    session: Session, play: Play, seat: str, row: tuple[str, ...] | None, *, is_kept: bool = True
) -> tuple[Session, Effects]:
    """The session with another row of a seat, and what must be stored."""
    assert play.deal is not None
    number = play.deal.number
    hands = play.hands.with_row(number, seat, row) if is_kept else play.hands.without_row(number, seat)
    return replace(
        session,
        play=replace(play, hands=hands),
        notice="",
        judgement=session.judgement.anew(),
        pads=replace(session.pads, is_asking=False),
    ), (records.Hand(number, seat, row, is_kept),)


def pressed(session: Session, button_id: str) -> tuple[Session, Effects] | None:
    """The session after a press of a button for hands; `None` for other buttons."""
    play = session.current
    if button_id == HANDS or (button_id == "back" and session.pads.is_asking):
        return replace(session, pads=replace(session.pads, is_asking=button_id == HANDS)), ()
    for seat in play.position.seats if play.deal and play.deal.is_open else ():
        if button_id == f"{UNSHOWN}{seat}" and seat in play.unshown:
            return _with_row(session, play, seat, None)
        if button_id == f"{HAND}{seat}":
            is_ending = seat not in play.computers and seat in play.showing
            return _with_row(session, play, seat, (), is_kept=not is_ending)
    return None


def without_later(play: Play, then: Play) -> tuple[Play, Effects]:
    """An earlier play without the hands of deals that it takes back, and what must be stored."""
    kept = then.keeping_dealt()
    gone = play.hands.rows.keys() - kept.hands.rows.keys()
    return kept, tuple(records.Hand(deal, seat, (), is_kept=False) for deal, seat in sorted(gone))


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


def warning(play: Play, action: Action) -> str:
    """A warning about a tile played against the rules and the shown hand; empty if there is none. The action
    stands all the same."""
    deal = play.deal
    if deal is None or deal.is_open:
        return ""
    seat, piece = play.table.actor(play.position, action), play.piece_of(play.position, action)
    if seat is None or piece is None or seat in play.computers or not play.hands.is_whole(deal, seat):
        return ""
    held, player = play.in_hand(seat), play.table.name(seat)
    if piece not in held:
        return _("{tile} is none of the tiles that {player} has shown.", tile=piece, player=player)
    if piece not in play.table.tiles.playable(play.position, held):
        return _("{player} does not follow, and could. Take it back, or let it stand.", player=player)
    return ""
