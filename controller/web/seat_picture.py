"""The content of a seat's phone: complete pictures, as JSON, with the secrets of that seat and of no other.

The seat's past choices are not in them: a lost phone does not reveal them. The hand is, as long as the phone
is admitted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from controller.model.hands import KeptHand
from controller.model.phones import SET_UP
from controller.model.signs import player_colour
from controller.model.view import Choice, Phase, View, cell_of
from controller.referee.people import people_of
from controller.referee.phone_choices import (
    DROP,
    answer_to,
    droppable,
    due_since,
    hand_way,
    on_phone,
    seats_of_phones,
    seats_to_be,
)
from controller.referee.play import Play
from controller.referee.session import Session
from controller.referee.session_parts import Selecting
from controller.tables.choosing import TILE_ITEM, Selection
from controller.view import showing
from controller.view.choices import selecting_view
from controller.view.language import catalogue, given_names, in_language
from controller.web.seat_board import lying, upright
from controller.web.seat_words import aims, hand_words, words_for
from controller.web.seats import GameSeat, Phone, is_seated
from controller.web.svg import colour
from controller.web.tile_svg import tile_svg
from engines.record import record
from texts import Catalogue, _, _n, called, joined, translated

NO_GAME: Final = _("No game is on the table.")
KEEPS_SEAT: Final = _("No game is on the table. This phone keeps its seat.")
WHICH_SEAT: Final = _("Which seat is yours in this game?")
NO_SECRETS: Final = _("This game has nothing secret. No phone is needed.")
NOT_LET_IN: Final = _("The table did not let this phone in.")


class ItemTold(msgspec.Struct, frozen=True):
    """An item to choose that is no cell of the board, with its picture if it is a tile: an SVG element."""

    id: str
    label: str
    picture: str = ""


class ChoiceTold(msgspec.Struct, frozen=True):
    """A choice: `choice` is returned with the chosen items, from `least` to `most` of the `items` and of the
    board's cells with `data-item`. `words` ask for it. One with a `button`, its label, is not due: that
    button opens it. It came up after `since` actions. One with no items is made by its button, unless it
    `asks_again`."""

    choice: str
    since: int
    words: str
    least: int
    most: int
    items: tuple[ItemTold, ...]
    button: str = ""
    is_secret: bool = False
    asks_again: bool = False


class BoardTold(msgspec.Struct, frozen=True):
    """The board with its selectable cells, as SVG elements: for a phone held upright, and for a lying one."""

    upright: str
    lying: str


class TileTold(msgspec.Struct, frozen=True):
    """A tile: its name in the game's notation, its description, and its picture, an SVG element."""

    name: str
    label: str
    picture: str
    is_playable: bool = False


class HandTold(msgspec.Struct, frozen=True):
    """The seat's hand: its `title`, and in `words` how much of it the table knows, unless that is all."""

    title: str
    words: str
    tiles: tuple[TileTold, ...] = ()


class LaidTold(msgspec.Struct, frozen=True):
    """A tile of the trick, and its player."""

    player: str
    colour: str
    tile: TileTold


class TrickTold(msgspec.Struct, frozen=True):
    """The trick being played: its number in words, and its tiles in the order played; the first was led."""

    words: str
    tiles: tuple[LaidTold, ...]


class PointsTold(msgspec.Struct, frozen=True):
    """A player's points, and the remaining time if there is a clock."""

    name: str
    colour: str
    points: int
    clock: str
    is_own: bool


class SeatPicture(msgspec.Struct, frozen=True, kw_only=True):
    """The complete view of a seat's phone at one moment, in one language, after `ply` actions (returned with
    a choice).

    Its player is called `name`, if that was given. `turn` says whose turn it is, in `turn_colour`, or how the
    game ended (`is_over`). It `is_due` while this seat must act. `ask` is what the seat may do, `wrong` what
    the table waits for and why, line by line, `last` what happened last, `notice` a remark of the table.
    `answered` is the number of this phone's last choice that was judged, `refused` the reason if that was
    refused. With `drop` tiles of the hand are taken out of it, and with `way` it is shown to the table, or
    not.
    """

    version: str
    ply: int
    title: str
    place: str
    name: str
    seat: str
    seat_colour: str
    turn: str
    turn_colour: str
    is_due: bool
    is_over: bool
    ask: tuple[str, ...]
    wrong: tuple[str, ...]
    last: str
    notice: str
    aims: str
    scores: tuple[PointsTold, ...]
    answered: int = 0
    refused: str = ""
    trouble: str = ""
    board: BoardTold | None = None
    choice: ChoiceTold | None = None
    drop: ChoiceTold | None = None
    way: ChoiceTold | None = None
    trick: TrickTold | None = None
    hand: HandTold | None = None


@record
class _Told:
    """A session in the words of a seat's phone, in a language."""

    session: Session
    play: Play
    seat: str
    language: str
    words: Catalogue
    names: Mapping[str, str]

    def say(self, text: str) -> str:
        """A text in the language, with the names that players have given themselves."""
        return translated(called(text, self.names), self.words)

    @property
    def name(self) -> str:
        """The name of the seat's player; empty if it was not given."""
        return self.session.names.get((self.session.game_id or 0, self.seat), "")

    @property
    def heading(self) -> str:
        """The seat, with its player's name."""
        seat = translated(self.play.table.name(self.seat), self.words)
        return f"{self.name} · {seat}" if self.name else seat

    def says(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        """Several texts in the language."""
        return tuple(map(self.say, texts))


class WaitingPicture(msgspec.Struct, frozen=True, kw_only=True):
    """The view of a phone without a seat in the game on the table: with its `mark` while it asks for one,
    otherwise with the `seats` that it may ask for, and the `chosen` one of them. Its player is called
    `name`."""

    version: str
    title: str
    ask: tuple[str, ...]
    name: str = ""
    mark: str = ""
    seats: tuple[ItemTold, ...] = ()
    chosen: str = ""


def waiting_picture(session: Session, phone: Phone, language: str, version: str) -> WaitingPicture:
    """The picture of a session for a phone without a seat in its game."""
    words, play = catalogue(language), session.play
    title = "Tablier" if play is None else translated(play.table.title, words)
    bare = WaitingPicture(version=version, title=title, ask=(), name=phone.name)
    if phone.asks is not None and play is not None and is_seated(session, phone.asks):
        seat = play.table.name(phone.asks.seat)
        whose = joined(" · ", (phone.name, seat)) if phone.name else seat
        asked = (_("Touch this number at the table."), whose)
        told = tuple(translated(line, words) for line in asked)
        return msgspec.structs.replace(bare, ask=told, mark=str(phone.mark))
    if session.phase is Phase.SETUP:
        return _waiting_in_the_set_up(session, phone, bare, words)
    if play is None:
        line = KEEPS_SEAT if phone.places else NO_GAME
        return msgspec.structs.replace(bare, ask=(translated(line, words),))
    free = seats_of_phones(session)
    seats = tuple(ItemTold(seat, translated(play.table.name(seat), words)) for seat in free)
    refused = (NOT_LET_IN,) if phone.refused is not None and is_seated(session, phone.refused) else ()
    lines = (*refused, WHICH_SEAT if seats else NO_SECRETS)
    return msgspec.structs.replace(bare, ask=tuple(translated(one, words) for one in lines), seats=seats)


def _waiting_in_the_set_up(
    session: Session, phone: Phone, bare: WaitingPicture, words: Catalogue
) -> WaitingPicture:
    """The seats of the game that is being set up, with the one that this phone will ask for."""
    table, to_be = session.table, seats_to_be(session)
    title = translated(table.title, words) if session.setup.chosen else bare.title
    if not to_be:
        return msgspec.structs.replace(bare, title=title, ask=(translated(NO_SECRETS, words),))
    wanted = phone.next_seat(people_of(session, SET_UP))
    chosen = wanted if wanted in to_be else ""
    line = (
        _("When the game begins, this phone asks for {player}.", player=table.name(chosen)) if chosen else ""
    )
    lines = (translated(one, words) for one in (WHICH_SEAT, line) if one)
    seats = tuple(ItemTold(seat, translated(table.name(seat), words)) for seat in to_be)
    return msgspec.structs.replace(bare, title=title, ask=tuple(lines), seats=seats, chosen=chosen)


def seat_picture(session: Session, place: GameSeat, phone: str, language: str, version: str) -> SeatPicture:
    """The picture of a session for this phone of a seat of its game, in a language of `LANGUAGES`."""
    told = _Told(session, session.current, place.seat, language, catalogue(language), given_names(session))
    play, say = told.play, told.say
    view = showing.view(session.covered())
    answer = answer_to(session, place.game, place.seat, phone)
    selection = next(iter(on_phone(session, place.seat)), None)
    is_asked = selection is not None and selection.button is None
    words = words_for(session, view, place.seat, is_asked=is_asked)
    return SeatPicture(
        version=version,
        ply=len(play.plies),
        title=say(play.table.title),
        place=place.seat,
        name=told.name,
        seat=told.heading,
        seat_colour=colour(player_colour(place.seat)),
        turn=say(words.turn),
        turn_colour=colour(player_colour(view.turn)) if view.turn else "",
        is_due=words.is_turn,
        is_over=session.phase is Phase.OVER,
        ask=told.says((selection.words,) if is_asked and selection else words.ask),
        wrong=told.says(words.wrong),
        last=say(view.last),
        notice=say(session.notice),
        aims=say(aims(play, place.seat)),
        scores=_points(told, view),
        answered=answer.number,
        refused=say(answer.refused),
        trouble=say(session.trouble),
        board=None if selection is None else _board(told, selection),
        choice=None if selection is None else _choice(told, selection),
        drop=_drop(told),
        way=_way(told),
        trick=_trick(told),
        hand=_hand(told, play.kept_hand(place.seat)),
    )


def _points(told: _Told, view: View) -> tuple[PointsTold, ...]:
    """The points of all, the seat's own side first."""
    mine = told.play.table.side(told.play.position, told.seat)
    lines = (
        PointsTold(
            told.say(one.name),
            colour(player_colour(one.player)),
            one.points,
            told.say(one.clock),
            one.player == mine,
        )
        for one in view.scores
    )
    return tuple(sorted(lines, key=lambda line: not line.is_own))


def _tile(told: _Told, kind: str, *, is_playable: bool = False) -> TileTold:
    face = told.play.table.tiles.face(kind)
    label = told.say(_("{set} {number}", set=face.word, number=face.number))
    return TileTold(face.name, label, tile_svg(face), is_playable)


def _trick(told: _Told) -> TrickTold | None:
    play = told.play
    trick = play.table.tiles.trick(play.position)
    if trick is None:
        return None
    tiles = tuple(
        LaidTold(told.say(play.table.name(seat)), colour(player_colour(seat)), _tile(told, kind))
        for seat, kind in trick.tiles
    )
    return TrickTold(told.say(_("Trick {trick} of {tricks}", trick=trick.number, tricks=trick.of)), tiles)


def _hand(told: _Told, hand: KeptHand | None) -> HandTold | None:
    """A hand, its tiles in the order of the game's pieces."""
    play = told.play
    if play.deal is None or told.seat in play.computers:
        return None
    pieces = sorted(hand.pieces, key=play.table.pieces.index) if hand else []
    tiles = tuple(_tile(told, one, is_playable=hand is not None and one in hand.playable) for one in pieces)
    title = told.say(_n("Your tile", "Your {number} tiles", len(tiles)))
    return HandTold(title, told.say(hand_words(play, told.seat, hand)), tiles)


def _drop(told: _Told) -> ChoiceTold | None:
    """The choice of tiles to take out of the hand, while it is shown."""
    tiles = droppable(told.session, told.seat)
    if not tiles:
        return None
    words = told.say(_("Touch the tiles that are not yours. The others stay."))
    button = told.say(_("A tile is wrong"))
    return ChoiceTold(DROP, len(told.play.plies), words, 1, len(tiles), (), button)


def _way(told: _Told) -> ChoiceTold | None:
    """The button to show the hand to the table, or not. It asks again before tiles are forgotten."""
    way, shown = hand_way(told.session, told.seat), len(told.play.row(told.seat))
    if way is None:
        return None
    words = _n(
        "The table forgets the tile that you have shown.",
        "The table forgets the {number} tiles that you have shown.",
        shown,
    )
    ply, button = len(told.play.plies), told.say(way.label)
    return ChoiceTold(way.id, ply, told.say(words), 0, 0, (), button, asks_again=shown > 0)


def _board(told: _Told, selection: Selection) -> BoardTold | None:
    """The board with its selectable cells; `None` for a choice without cells."""
    cells = {cell: one for one in selection.items if (cell := cell_of(one.id)) is not None}
    view = in_language(
        selecting_view(told.session, Selecting(selection, is_open=True)), told.language, told.names
    )
    if view.board is None or not cells:
        return None
    edge = told.play.table.edge(told.seat)
    return BoardTold(upright(view.board, view.title, cells, edge), lying(view.board, view.title, cells))


def _choice(told: _Told, selection: Selection) -> ChoiceTold:
    items = tuple(_item(told, one) for one in selection.items if cell_of(one.id) is None)
    return ChoiceTold(
        selection.id,
        due_since(told.play, selection),
        told.say(selection.words),
        selection.least,
        selection.most,
        items,
        told.say(selection.button.label) if selection.button else "",
        selection.is_secret,
    )


def _item(told: _Told, one: Choice) -> ItemTold:
    kind = one.id.removeprefix(TILE_ITEM)
    picture = tile_svg(told.play.table.tiles.face(kind)) if kind != one.id else ""
    return ItemTold(one.id, told.say(one.label), picture)
