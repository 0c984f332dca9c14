"""The progress of a game of Cités Nouvelles: tiles on the pads, and the table's prompts."""

from __future__ import annotations

from collections.abc import Sequence

from controller.tables.cites.layout import standing
from controller.tables.cites.words import name
from engines.cites.actions import PLAYS, TURN_UPS, CitesAction
from engines.cites.blocks import NAMES
from engines.cites.game import CitesPosition
from engines.cites.offers import Offering, TurningUp
from engines.cites.tricks import Tricks
from texts import _, joined

_BEGUN, _OFFERS = 1, 2
"""Steps of a round: before the first offer, and after it. The tricks follow by number."""


def on_pads(position: CitesPosition) -> dict[int, int]:
    """The blocks on the pads, by the number of the seat."""
    phase = position.phase
    if isinstance(phase, TurningUp):
        return dict(enumerate(phase.turned))
    leader, trick = phase.trick_on_table
    players = position.table.rules.players
    return {(leader + place) % players: block for place, block in enumerate(trick)}


def waited_for(position: CitesPosition) -> int | None:
    """The number of the seat whose tile is due."""
    if not isinstance(position.phase, TurningUp | Tricks):
        return None
    return position.seats.index(str(position.turn))


def by_tile(position: CitesPosition, block: int) -> CitesAction:
    """The meaning of a tile on a pad."""
    return (TURN_UPS if isinstance(position.phase, TurningUp) else PLAYS)[block]


def against_pad(position: CitesPosition, seat: int) -> str:
    """Why no tile can be played on the pad of a seat, as a sentence; empty if one can."""
    if seat >= len(position.seats):
        return _("Nobody plays there.")
    if waited_for(position) not in (None, seat):
        return _("It is {player}'s turn.", player=name(str(position.turn)))
    return ""


def against_slot(position: CitesPosition) -> str:
    """Why no piece belongs on a slot of a lot now, as a sentence that says when or where it does."""
    if waited_for(position) is not None:
        return _("Lots are built after the last trick. Now tiles go on the pads.")
    if isinstance(position.phase, Offering):
        return _("Lots are built after the last trick. Now all choose what they build.")
    return _("Nothing is built there now: only where a light blinks.")


def is_one_step(now: CitesPosition, then: CitesPosition) -> bool:
    """Whether no complete trick, and no complete round of offers, lies between an earlier position and this
    one."""
    if _step(now) == _BEGUN and then.table.round_number == now.table.round_number - 1:
        return _step(then) >= _OFFERS + then.table.dealt
    return then.table.round_number == now.table.round_number and _step(now) - _step(then) <= 1


def _step(position: CitesPosition) -> int:
    """The progress of a round: from the turned-up tiles and the offers over the tricks to building."""
    phase = position.phase
    match phase:
        case TurningUp():
            return 0
        case Offering(offers=(), has_yielded=False):
            return _BEGUN
        case Offering():
            return _OFFERS
        case Tricks():
            return _OFFERS + phase.number
    return _OFFERS + position.table.dealt + 1


def to_stand(position: CitesPosition, kind: int) -> dict[int, str]:
    """The numbers of a lot's slots for the blocks taken in this round, and their owner: of the decorations as
    many as fit."""
    phase, lot = position.phase, position.table.lots[kind]
    decorations = position.table.rules.decorations
    now = standing(kind, lot, decorations)
    whose: dict[int, str] = {}
    for offer in phase.offers_made:
        if offer.kind == kind and phase.takings:
            then = standing(kind, lot | phase.takings[offer.side], decorations)
            whose |= dict.fromkeys(then.keys() - now.keys(), position.players[offer.side])
    return whose


def headline(position: CitesPosition) -> str:
    """The player to act, and the kind of act."""
    who = name(str(position.turn))
    match position.phase:
        case TurningUp():
            return _("{player} turns up", player=who)
        case Offering():
            return _("{player} speaks", player=who)
        case Tricks():
            return _("{player} plays", player=who)
    return _("The last blocks") if position.turn is None else _("{player} builds", player=who)


def prompt(position: CitesPosition) -> str:
    """The options of that player."""
    phase, table = position.phase, position.table
    match phase:
        case TurningUp(turned=()):
            return _(
                "Deal {tiles} tiles each. Then {player} puts one of the reserve on pad 1",
                tiles=table.dealt,
                player=name(position.seats[0]),
            )
        case TurningUp():
            return _("Put a tile of the reserve on pad {number}", number=len(phase.turned) + 1)
        case Offering():
            dealt = _("Round {round}: {tiles} tiles", round=table.round_number, tiles=table.dealt)
            asked = _("Which set do you build?")
            return joined(". ", (dealt, asked)) if _step(position) == _BEGUN else asked
        case Tricks(number=number, trick=trick):
            return joined(": ", (_trick(number, table.dealt), _tile_asked(trick)))
    return ""


def _trick(number: int, dealt: int) -> str:
    return _("Trick {trick} of {tricks}", trick=number, tricks=dealt)


def _tile_asked(trick: Sequence[int]) -> str:
    if not trick:
        return _("put a tile on your pad")
    return _("follow {block} if you can", block=NAMES[trick[0]])
