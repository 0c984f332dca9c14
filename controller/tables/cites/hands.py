"""The hands of Cités Nouvelles as far as the table knows them: when tiles are dealt and shown, which of them
are secret, and which tiles of a shown hand may be played.

While the offers are made, a tile on the pad of a seat that shows its hand is part of its row. The tile on a
pad is secret while it may belong to a hand. One that is laid to be played is judged like any other piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from controller.model import records
from controller.model.hands import Deal, Laid, Pads, Row
from controller.model.view import Choice, Task
from controller.tables.cites import hand_words
from controller.tables.cites.layout import TYPE_WORDS
from controller.tables.cites.words import SET_COLOURS, SET_WORDS, name
from controller.tables.hands import HANDS, Face, HandsInPlay, HandsOfTiles, Trick
from engines.cites.actions import PlayBlock
from engines.cites.blocks import (
    BLOCKS,
    KIND,
    NAMES,
    NUMBER,
    OF_KIND,
    SETS,
    Decorations,
    mask_of_names,
    names_in,
)
from engines.cites.game import CitesPosition
from engines.cites.offers import Offering, TurningUp
from engines.cites.tricks import Tricks
from engines.game import Action, Json
from engines.record import replace
from hardware.ports import Grid
from texts import _, _c

HAND, UNSHOWN, DROP = "hand-", "unshown-", "drop-"
"""Prefixes of button ids: a seat shows its hand, from the first tile on; it is not shown; the tile on its
pad, or the last one, is none of it."""

CitesInPlay = HandsInPlay[CitesPosition]


class CitesHands(HandsOfTiles[CitesPosition]):
    """See `HandsOfTiles`. A seat and its pad have the same number."""

    need_readers = True

    def __init__(self, grid: Grid, decorations: Decorations) -> None:
        self._grid = grid
        self._types = decorations.types

    def pad(self, position: CitesPosition, seat: str) -> int:
        """See `HandsOfTiles.pad`."""
        return 1 << self._grid.size + position.seats.index(seat)

    def family(self, kind: str) -> tuple[str, str]:
        """See `HandsOfTiles.family`."""
        return kind[0], SET_WORDS.get(kind[0], _("Decorations"))

    def dealt(self, position: CitesPosition) -> int:
        """See `HandsOfTiles.dealt`."""
        return position.table.dealt

    def trick(self, position: CitesPosition) -> Trick | None:
        """See `HandsOfTiles.trick`."""
        phase, rules = position.phase, position.table.rules
        if not isinstance(phase, Tricks):
            return None
        seats = (rules.seats[rules.seat_after(phase.leader, place)] for place in range(len(phase.trick)))
        tiles = tuple(zip(seats, map(NAMES.__getitem__, phase.trick), strict=True))
        return Trick(phase.number, position.table.dealt, tiles)

    def aims(self, position: CitesPosition) -> tuple[tuple[str, str], ...]:
        """See `HandsOfTiles.aims`: the set that each side builds."""
        offers = position.phase.offers_made
        return tuple((position.players[one.side], SET_WORDS[SETS[one.kind]]) for one in offers)

    def face(self, kind: str) -> Face:
        """See `HandsOfTiles.face`."""
        block = BLOCKS[kind]
        letter, number = kind[0], str(NUMBER[block])
        if letter in SETS:
            return Face(kind, number, SET_COLOURS[letter], letter, SET_WORDS[letter])
        types = zip(TYPE_WORDS, self._types, strict=True)
        word = next(word for word, (_word, blocks) in types if blocks >> block & 1)
        return Face(kind, number, SET_COLOURS[letter], word, word)

    def is_chance(self, position: CitesPosition) -> bool:
        """See `HandsOfTiles.is_chance`: turning up tiles of an unknown reserve."""
        return isinstance(position.phase, TurningUp) and not position.table.rules.is_open

    def deal(self, position: CitesPosition) -> Deal | None:
        """See `HandsOfTiles.deal`. The pads are free while the offers are made."""
        table, phase = position.table, position.phase
        if table.rules.is_open or not isinstance(phase, Offering | Tricks):
            return None
        is_open = isinstance(phase, Offering)
        gone = table.on_lots if isinstance(phase, Offering) else table.on_lots | phase.played
        return Deal(table.round_number, table.dealt, is_open, _names(gone))

    def deals(self, position: CitesPosition) -> int:
        """See `HandsOfTiles.deals`. Tiles are turned up after the first deal (rule page)."""
        return position.table.round_number

    def playable(self, position: CitesPosition, held: Iterable[str]) -> frozenset[str]:
        """See `HandsOfTiles.playable`: what follows, or all if nothing does (rule page, tricks)."""
        phase, hand = position.phase, mask_of_names(held)
        if not isinstance(phase, Tricks):
            return frozenset()
        follows = hand & OF_KIND[KIND[phase.trick[0]]] if phase.trick else hand
        return _names(follows or hand)

    def plays(self, action: Action) -> str | None:
        """See `HandsOfTiles.plays`."""
        return NAMES[action.block] if isinstance(action, PlayBlock) else None

    def is_end_of_deal(self, events: Sequence[Json]) -> bool:
        """See `HandsOfTiles.is_end_of_deal`: a round is built."""
        return any(event["kind"] == "round" for event in events)

    def dealt_openly(self, header: Mapping[str, Any], random: Random) -> Mapping[str, Any]:
        """See `HandsOfTiles.dealt_openly`: by a deck for the whole game."""
        deck = list(NAMES)
        random.shuffle(deck)
        return {**header, "options": {**header.get("options", {}), "hands": "open"}, "deck": deck}

    # Showing a hand to the table

    def is_secret(self, play: CitesInPlay, pads: Pads, site: int, kind: str, *, is_computers: bool) -> bool:
        """See `HandsOfTiles.is_secret`: all but the tile of the player to act."""
        deal, seat = play.deal, play.seat_at(site)
        if deal is None or kind in deal.gone:
            return False
        if deal.is_open or seat is None or seat != play.position.turn:
            return True
        if is_computers:
            return pads.laying is None or pads.laying.kind != kind
        return play.hands.owner(deal, kind) not in (None, seat)

    def shown(self, play: CitesInPlay, laid: Laid) -> Row | None:
        """See `HandsOfTiles.shown`."""
        deal, row = play.deal, play.row(laid.seat)
        if deal is None or laid.kind in row or len(row) == deal.pieces:
            return None
        is_anothers = play.hands.owner(deal, laid.kind) is not None
        return None if is_anothers or laid.kind in play.turned_up else (*row, laid.kind)

    def shown_before(self, play: CitesInPlay, laid: Laid) -> str:
        """See `HandsOfTiles.shown_before`. The last one may still lie there, and was read again."""
        row = play.row(laid.seat)
        return hand_words.shown_before(laid.seat, row.index(laid.kind)) if laid.kind in row[:-1] else ""

    def pressed(self, play: CitesInPlay, pads: Pads, button_id: str) -> records.Hand | None:
        """See `HandsOfTiles.pressed`."""
        deal = play.deal
        for seat in play.position.seats if deal and deal.is_open else ():
            assert deal is not None
            row = play.row(seat)
            if button_id == f"{UNSHOWN}{seat}" and seat in play.showing:
                return records.Hand(deal.number, seat, None)
            if button_id == f"{HAND}{seat}":
                return records.Hand(deal.number, seat, ())
            if button_id == f"{DROP}{seat}" and row:
                lying = {kind for site, kind in pads.hidden_tags.items() if play.seat_at(site) == seat}
                gone = next((kind for kind in row if kind in lying), row[-1])
                return records.Hand(deal.number, seat, tuple(kind for kind in row if kind != gone))
        return None

    def choices(self, play: CitesInPlay, *, is_asked: bool) -> tuple[Choice, ...]:
        """See `HandsOfTiles.choices`: to show tiles, or show them again, or not to show them."""
        if is_asked:
            found = (choice for seat in play.position.seats for choice in _choices_of(play, seat))
            return tuple(sorted(found, key=lambda choice: choice.id.startswith(DROP)))
        people = [seat for seat in play.to_show if seat not in play.computers]
        without = (Choice(f"{UNSHOWN}{seat}", _without(seat)) for seat in people)
        ways = () if len(people) > hand_words.FEW_PEOPLE else tuple(without)
        again = (choice for seat in play.unshown[:1] for choice in _of_computer(play, seat))
        return (*(replace(one, label=_("{what:capital}", what=one.label)) for one in again), *ways)

    def own_way(self, play: CitesInPlay, seat: str) -> Choice | None:
        """See `HandsOfTiles.own_way`: while the pads are free."""
        deal = play.deal
        if deal is None or not deal.is_open:
            return None
        if seat in play.showing:
            return Choice(f"{UNSHOWN}{seat}", _("I show no tiles"))
        return Choice(f"{HAND}{seat}", _("I show my tiles"))

    def way(self) -> Choice:
        """See `HandsOfTiles.way`."""
        return Choice(HANDS, _c("button", "Tiles"), place="unseen")

    # Words

    def heading(self, play: CitesInPlay) -> str:
        """See `HandsOfTiles.heading`."""
        if play.unshown:
            return _("Tiles of {player}", player=name(play.unshown[0]))
        return _("Show your tiles") if play.to_show else ""

    def tasks(self, play: CitesInPlay, pads: Pads) -> tuple[Task, ...]:
        """See `HandsOfTiles.tasks`."""
        if pads.laying is not None:
            return (hand_words.to_lay(play, pads.laying, self.pad(play.position, pads.laying.seat)),)
        tiles = ((play.seat_at(site), kind) for site, kind in pads.hidden_tags.items())
        lying = {seat for seat, kind in tiles if seat is not None and kind in play.row(seat)}
        return tuple(hand_words.to_show(play, self.pad, lying))

    def misfit(self, play: CitesInPlay, pads: Pads, site: int, kind: str) -> str:
        """See `HandsOfTiles.misfit`."""
        return hand_words.misfit(play, pads, site, kind, is_pad=site >= self._grid.size)

    def warning(self, play: CitesInPlay, seat: str, action: Action) -> str:
        """See `HandsOfTiles.warning`."""
        deal, piece = play.deal, play.piece_of(play.position, action)
        if deal is None or deal.is_open or piece is None:
            return ""
        if seat in play.computers or not play.hands.is_whole(deal, seat):
            return ""
        held = play.in_hand(seat)
        if piece not in held:
            return _("{tile} is none of the tiles that {player} has shown.", tile=piece, player=name(seat))
        if piece not in self.playable(play.position, held):
            return _("{player} does not follow, and could. Take it back, or let it stand.", player=name(seat))
        return ""


def _choices_of(play: CitesInPlay, seat: str) -> Iterator[Choice]:
    player = name(seat)
    if seat not in play.computers:
        if seat not in play.showing:
            yield Choice(f"{HAND}{seat}", _("{player}: the table knows my tiles", player=player))
            return
        yield Choice(f"{UNSHOWN}{seat}", _without(seat))
        if play.row(seat):
            yield Choice(f"{DROP}{seat}", _("{player}: one tile is wrong", player=player))
        return
    for choice in _of_computer(play, seat):
        yield replace(choice, label=_("{who}: {what}", who=player, what=choice.label))


def _of_computer(play: CitesInPlay, seat: str) -> Iterator[Choice]:
    """The choices about the tiles that a seat of the computer shows."""
    if play.row(seat) or seat not in play.showing:
        yield Choice(f"{HAND}{seat}", _("show again"))
    if seat in play.unshown:
        yield Choice(f"{UNSHOWN}{seat}", _("we play them"))


def _without(seat: str) -> str:
    return _("{player}: I show no tiles", player=name(seat))


@lru_cache(maxsize=64)  # a set lasts for a trick, and is asked for at each judgement
def _names(blocks: int) -> frozenset[str]:
    return frozenset(names_in(blocks))
