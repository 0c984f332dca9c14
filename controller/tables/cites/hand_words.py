"""The words about hidden tiles: requests to show them, or to lay the computer's; and why a tile does not
belong where it lies. They never identify a tile."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Final

from controller.model.hands import HIDDEN, Deal, Laying, Pads
from controller.model.view import Meaning, Task
from controller.tables.cites.layout import pad_words
from controller.tables.cites.words import name
from controller.tables.hands import HandsInPlay
from engines.cites.game import CitesPosition
from texts import _

CitesInPlay = HandsInPlay[CitesPosition]

FEW_PEOPLE: Final = 2
"""The most people who show their tiles, each with a line and a button on the screen."""


def to_lay(play: CitesInPlay, laying: Laying, pad: int) -> Task:
    """The request to lay the computer's tile on its pad, a site as a set."""
    words = _(
        "{player}, computer: lay tile {number} from the left on {place}, face up",
        player=name(laying.seat),
        number=laying.number,
        place=_pad_of(play, laying.seat),
    )
    return Task(Meaning.PLACE, pad, words, laying.seat)


def to_show(
    play: CitesInPlay, pad_of: Callable[[CitesPosition, str], int], lying: Container[str]
) -> Iterator[Task]:
    """The request for the next tile of each person who shows a hand, and of one computer after the other; or,
    for the `lying` seats, to take back the one on the pad."""
    deal, people = play.deal, [seat for seat in play.showing if seat not in play.computers]
    is_crowded = len([seat for seat in people if seat in play.to_show]) > FEW_PEOPLE
    for seat in play.showing:
        assert deal is not None
        pad, shown, is_computers = pad_of(play.position, seat), len(play.row(seat)), seat in play.computers
        if is_crowded and not is_computers:
            if seat in lying or seat in play.to_show:
                yield _in_a_crowd(play, seat, pad, is_lying=seat in lying)
            continue
        values = {"player": name(seat), "shown": shown, "all": deal.pieces, "place": _pad_of(play, seat)}
        if seat in lying:
            words = _(
                "{player}, {shown} of {all} tiles: lift this one and lay it at the right of the row", **values
            )
            if not is_computers:
                words = _("{player}, {shown} of {all} tiles: take this one back into your hand", **values)
            yield Task(Meaning.LIFT, pad, words, seat)
        elif seat in (*play.unshown[:1], *people) and shown < deal.pieces:
            words = _("{player}, {shown} of {all} tiles: lay its next on {place}, face down", **values)
            if not is_computers:
                words = _("{player}, {shown} of {all} tiles: lay your next on {place}, face down", **values)
            yield Task(Meaning.PLACE, pad, words, seat)


def _in_a_crowd(play: CitesInPlay, seat: str, pad: int, *, is_lying: bool) -> Task:
    """The request to one of many people, which fits on one line with the others."""
    assert play.deal is not None
    count = _("{player} {shown}/{all}", player=name(seat), shown=len(play.row(seat)), all=play.deal.pieces)
    if is_lying:
        words = _("Take the tile back into your hand: {place}", place="")
        return Task(Meaning.LIFT, pad, words, place=count)
    words = _("Lay your tiles on your pad one by one, face down: {place}", place="")
    return Task(Meaning.PLACE, pad, words, place=count)


def shown_before(seat: str, index: int) -> str:
    """The message about a tile that was shown again; `index` is its place in the row, from 0."""
    return _(
        "Tile {number} of {player}, from the left, has been shown already.",
        number=index + 1,
        player=name(seat),
    )


def misfit(play: CitesInPlay, pads: Pads, site: int, kind: str, *, is_pad: bool) -> str:
    """Why a secret tile, or a shown one that cannot be in that hand, does not belong on a site, as a
    sentence; empty for others."""
    deal, seat = play.deal, play.seat_at(site)
    if deal is None:
        return ""
    if kind != HIDDEN:
        is_impossible = deal.is_open and seat in play.showing and kind in deal.gone
        return _("It stands on a lot, and is in no hand.") if is_impossible else ""
    if seat is None:
        return _("Nobody plays there.") if is_pad else _("It belongs in a hand.")
    tile = pads.hidden_tags.get(site, "")
    owner = play.hands.owner(deal, tile)
    if not deal.is_open:
        return _while_played(play, pads, seat, owner)
    if seat in play.showing and tile in play.turned_up:
        return _("It was turned up, and is in no hand.")
    return _while_shown(play, deal, seat, owner)


def _while_shown(play: CitesInPlay, deal: Deal, seat: str, owner: str | None) -> str:
    if owner is not None and owner != seat:
        return _("It has been shown already, on {place}.", place=_pad_of(play, owner))
    if seat in play.showing:
        if play.hands.is_whole(deal, seat):
            return _("All tiles of {player} have been shown.", player=name(seat))
        return _("Show it again.")
    if play.unshown:
        return _("The computer's tiles are shown on {place}.", place=_pad_of(play, play.unshown[0]))
    return _("Nothing is played before all have spoken.")


def _while_played(play: CitesInPlay, pads: Pads, seat: str, owner: str | None) -> str:
    laying = pads.laying
    if owner is not None and owner != seat:
        return _("It belongs to {player}.", player=name(owner))
    if seat != play.position.turn:
        return _("It is {player}'s turn.", player=name(str(play.position.turn)))
    if laying is None:
        return _("The computer plays for {player}.", player=name(seat))
    if owner is None:
        return _("It is none of its tiles: lay tile {number} from the left.", number=laying.number)
    kind = next(kind for site, kind in pads.hidden_tags.items() if play.seat_at(site) == seat)
    return _(
        "It is tile {other} of its row: lay tile {number} from the left.",
        other=play.in_hand(seat).index(kind) + 1,
        number=laying.number,
    )


def _pad_of(play: CitesInPlay, seat: str) -> str:
    return pad_words(play.position.seats.index(seat))
