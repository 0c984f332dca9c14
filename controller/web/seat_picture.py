"""The content of a seat's phone: complete pictures, as JSON, with the secrets of that seat and of no other.

The seat's past choices are not in them: a lost phone does not reveal them. The hand is, as long as the phone
is admitted.
"""

from __future__ import annotations

from typing import Final

import msgspec

from controller.model.hands import KeptHand
from controller.model.signs import player_colour
from controller.model.view import Phase, View, cell_of
from controller.referee.phone_choices import WAITS, answer_to, due_since, on_phone, seats_of_phones
from controller.referee.play import Play
from controller.referee.session import Session
from controller.referee.session_parts import Selecting
from controller.tables.choosing import Selection
from controller.view.choices import selecting_view
from controller.view.language import catalogue, in_language
from controller.web.seats import Phone, Place, is_seated
from controller.web.svg import board_svg, colour
from texts import Catalogue, _, translated

NOTHING_DUE: Final = _("There is nothing to choose in secret now.")
NO_GAME: Final = _("No game is on the table.")
NOT_BEGUN: Final = _("The game has not begun yet. Then you choose your seat here.")
KEEPS_SEAT: Final = _("No game is on the table. This phone keeps its seat.")
WHICH_SEAT: Final = _("Which seat is yours in this game?")
NO_SECRETS: Final = _("This game has nothing secret. No phone is needed.")
NOT_LET_IN: Final = _("The table did not let this phone in.")
NO_HAND: Final = _("Tiles that you show to your pad after the deal stand here, for your eyes alone.")
YOUR_TURN: Final = _("Your turn: play one of the marked tiles.")


class ItemTold(msgspec.Struct, frozen=True):
    """An item to choose that is no cell of the board."""

    id: str
    label: str


class ChoiceTold(msgspec.Struct, frozen=True):
    """A secret choice: `choice` is returned with the chosen items, from `least` to `most` of the `items` and
    of the board's cells with `data-item`. It came up after `since` actions."""

    choice: str
    since: int
    least: int
    most: int
    items: tuple[ItemTold, ...]


class TileTold(msgspec.Struct, frozen=True):
    """A piece of the seat's hand, and whether the rules let it be played now."""

    label: str
    is_playable: bool


class SeatPicture(msgspec.Struct, frozen=True, kw_only=True):
    """The complete view of a seat's phone at one moment, in one language, after `ply` actions (returned with
    a choice). It `is_due` while this seat has something to do.
    `answered` is the number of this phone's last choice that was judged, `refused` the reason if
    that was refused, `board` is an SVG element."""

    version: str
    ply: int
    title: str
    place: str
    seat: str
    seat_colour: str
    ask: tuple[str, ...]
    is_due: bool = False
    answered: int = 0
    refused: str = ""
    trouble: str = ""
    board: str = ""
    choice: ChoiceTold | None = None
    hand: tuple[TileTold, ...] = ()


class WaitingPicture(msgspec.Struct, frozen=True, kw_only=True):
    """What a phone shows that has no seat in the game on the table: with its `mark` while it asks for `seat`,
    otherwise with the `seats` that it may ask for."""

    version: str
    title: str
    ask: tuple[str, ...]
    mark: str = ""
    seats: tuple[ItemTold, ...] = ()


def waiting_picture(session: Session, phone: Phone, language: str, version: str) -> WaitingPicture:
    """The picture of a session for a phone without a seat in its game."""
    words, play = catalogue(language), session.play
    title = "Tablier" if play is None else translated(play.table.title, words)
    bare = WaitingPicture(version=version, title=title, ask=())
    if phone.asks is not None and play is not None and is_seated(session, phone.asks):
        asked = (_("Touch this number at the table."), play.table.name(phone.asks.seat))
        told = tuple(translated(line, words) for line in asked)
        return msgspec.structs.replace(bare, ask=told, mark=str(phone.mark))
    if play is None:
        line = NOT_BEGUN if session.phase is Phase.SETUP else KEEPS_SEAT if phone.places else NO_GAME
        return msgspec.structs.replace(bare, ask=(translated(line, words),))
    free = seats_of_phones(session)
    seats = tuple(ItemTold(seat, translated(play.table.name(seat), words)) for seat in free)
    refused = (NOT_LET_IN,) if phone.refused is not None and is_seated(session, phone.refused) else ()
    lines = (*refused, WHICH_SEAT if seats else NO_SECRETS)
    return msgspec.structs.replace(bare, ask=tuple(translated(one, words) for one in lines), seats=seats)


def seat_picture(session: Session, place: Place, phone: str, language: str, version: str) -> SeatPicture:
    """The picture of a session for this phone of a seat of its game, in a language of `LANGUAGES`."""
    play, words = session.current, catalogue(language)
    hand = play.kept_hand(place.seat)
    answer = answer_to(session, place.game, place.seat, phone)
    selection = next(iter(on_phone(session, place.seat)), None)
    bare = SeatPicture(
        version=version,
        ply=len(play.plies),
        title=translated(play.table.title, words),
        place=place.seat,
        seat=translated(play.table.name(place.seat), words),
        seat_colour=colour(player_colour(place.seat)),
        ask=tuple(translated(line, words) for line in _asked(session, hand)),
        hand=_hand(play, hand, words),
        is_due=selection is not None or session.thinking == place.seat,
        answered=answer.number,
        refused=translated(answer.refused, words),
        trouble=translated(session.trouble, words),
    )
    if selection is None:
        return bare
    view = in_language(selecting_view(session, Selecting(selection, is_open=True)), language)
    return msgspec.structs.replace(
        bare,
        ask=(translated(selection.words, words),),
        board=_board(view, selection),
        choice=_choice(play, selection, view),
    )


def _asked(session: Session, hand: KeptHand | None) -> tuple[str, ...]:
    """The text if there is nothing to choose."""
    play = session.current
    if session.phase is Phase.PAUSED:
        return (WAITS,)
    if hand is None:
        return (NO_HAND if play.deal is not None else NOTHING_DUE,)
    if not hand.is_whole:
        return (_("The table knows {shown} of your {all} tiles.", shown=hand.shown, all=hand.dealt),)
    return (YOUR_TURN if hand.playable else play.table.headline(play.position),)


def _hand(play: Play, hand: KeptHand | None, words: Catalogue) -> tuple[TileTold, ...]:
    """The pieces of a hand, in the order of the game's pieces."""
    if hand is None:
        return ()
    table = play.table
    pieces = sorted(hand.pieces, key=table.pieces.index)
    return tuple(TileTold(translated(table.call(one), words), one in hand.playable) for one in pieces)


def _board(view: View, selection: Selection) -> str:
    """The board with its selectable cells."""
    if view.board is None:
        return ""
    cells = {cell: one for one in selection.items if (cell := cell_of(one.id)) is not None}
    return board_svg(view.board, view.title, cells)


def _choice(play: Play, selection: Selection, view: View) -> ChoiceTold:
    items = tuple(ItemTold(one.id, one.label) for one in view.choices)
    return ChoiceTold(selection.id, due_since(play, selection), selection.least, selection.most, items)
