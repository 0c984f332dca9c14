"""The choices on the screen in Cités Nouvelles: the offers, and the decorations if there are too many."""

from __future__ import annotations

from collections.abc import Sequence

from controller.model.view import Choice
from controller.tables.choosing import TILE_ITEM, Selection, Spoken
from controller.tables.cites.layout import TYPE_WORDS
from controller.tables.cites.words import SET_WORDS, name
from engines.cites.actions import Build, Choose, CitesAction, Contre
from engines.cites.blocks import BLOCKS, NAMES, SETS, TRUMPS, blocks_in, mask_of
from engines.cites.building import Building
from engines.cites.game import CitesPosition
from engines.cites.offers import Offering
from engines.cites.points import ROOM_PER_TYPE
from engines.game import Illegal
from engines.record import record
from texts import _, _n, joined


def offers(position: CitesPosition) -> tuple[Spoken[CitesAction], ...]:
    """The legal offers, as buttons."""
    if not isinstance(position.phase, Offering):
        return ()
    return tuple(Spoken(_offer(position, action), action) for action in position.legal())


def _offer(position: CitesPosition, action: CitesAction) -> Choice:
    match action:
        case Choose(kind):
            return Choice(f"choose-{SETS[kind]}", SET_WORDS[SETS[kind]])
        case Contre(kind):
            return Choice(f"contre-{SETS[kind]}", _("Contre: {set}", set=SET_WORDS[SETS[kind]]))
    rules = position.table.rules
    partner = rules.partner_of(position.seats.index(str(position.turn)))
    return Choice("yield", _("{player} chooses", player=name(rules.seats[partner])))


@record
class _Surplus:
    """A type of decorations of which a side has more than a lot has room for."""

    word: str
    at_hand: tuple[int, ...]
    room: int

    @property
    def words(self) -> str:
        """The number to choose."""
        return {
            "lawn": _n("{number} lawn", "{number} lawns", self.room),
            "pool": _n("{number} pool", "{number} pools", self.room),
            "tree": _n("{number} tree", "{number} trees", self.room),
        }[self.word]


def _surpluses(position: CitesPosition) -> list[_Surplus]:
    """The types with too many decorations, for the side that builds."""
    phase = position.phase
    if not isinstance(phase, Building):
        return []
    offer = phase.offers[phase.built]
    lot, taken = position.table.lots[offer.kind], phase.taken[offer.side] & TRUMPS
    found = []
    for word, (_word, of_type) in zip(TYPE_WORDS, position.table.rules.decorations.types, strict=True):
        at_hand, room = blocks_in(taken & of_type), ROOM_PER_TYPE - (lot & of_type).bit_count()
        if 0 < room < len(at_hand):
            found.append(_Surplus(word, tuple(at_hand), room))
    return found


def decorations(position: CitesPosition) -> tuple[Selection, ...]:
    """The choice of decorations, if there is one: of all types at once, as many as fit."""
    surpluses = _surpluses(position)
    if not surpluses:
        return ()
    items = tuple(
        Choice(_item(block), joined(" ", (NAMES[block], surplus.word)))
        for surplus in surpluses
        for block in surplus.at_hand
    )
    number = sum(surplus.room for surplus in surpluses)
    assert isinstance(position.phase, Building)
    lot = SETS[position.phase.offers[position.phase.built].kind]
    which = joined(", ", (surplus.words for surplus in surpluses))
    words = _("Lot {lot} has room for {which}", lot=lot, which=which)
    return (Selection(f"build-{lot}", position.turn, words, items, number, number, has_board=False),)


def _item(block: int) -> str:
    return f"{TILE_ITEM}{NAMES[block]}"


def chosen_to_build(position: CitesPosition, chosen: Sequence[str]) -> Build:
    """The action of a choice of decorations. Raises `Illegal` for a wrong number of a type."""
    blocks = {BLOCKS[item.removeprefix(TILE_ITEM)] for item in chosen}
    surpluses = _surpluses(position)
    for surplus in surpluses:
        wanted = len(blocks.intersection(surplus.at_hand))
        if wanted != surplus.room:
            raise Illegal(_("Choose {which}, not {number}", which=surplus.words, number=wanted))
    in_question = mask_of(block for surplus in surpluses for block in surplus.at_hand)
    any_way = next(iter(position.legal()))
    assert isinstance(any_way, Build)
    return Build(tuple(blocks_in(mask_of(any_way.blocks) & ~in_question | mask_of(blocks))))


def items_of(position: CitesPosition, action: Build) -> tuple[str, ...]:
    """The chosen items of a legal action: decorations without a choice are none."""
    items = {_item(block) for surplus in _surpluses(position) for block in surplus.at_hand}
    return tuple(item for item in map(_item, action.blocks) if item in items)
