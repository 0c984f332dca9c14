"""How far a game of Cités Nouvelles is: what lies on the pads, and what the table says to whom."""

from __future__ import annotations

from controller.tables.cites_layout import standing
from controller.tables.cites_words import name, sentence
from engines.cites import CitesPosition
from engines.cites_actions import PLAYS, TURN_UPS, CitesAction
from engines.cites_blocks import NAMES
from engines.cites_building import Building
from engines.cites_offers import Offering, TurningUp
from engines.cites_tricks import Tricks
from engines.game import Illegal

_BEGUN, _OFFERS = 1, 2
"""Steps of a round: nothing is offered yet, and something is. The tricks follow by their numbers."""

_VERBS = {TurningUp: "turns up", Offering: "speaks", Tricks: "plays", Building: "builds"}
"""What somebody does in each phase of a round."""


def on_pads(position: CitesPosition) -> dict[int, int]:
    """The blocks that lie on pads, by the number of the seat."""
    phase = position.phase
    if isinstance(phase, TurningUp):
        return dict(enumerate(phase.turned))
    leader, trick = phase.trick_on_table
    rules = position.table.rules
    return {rules.seat_after(leader, place): block for place, block in enumerate(trick)}


def waited_for(position: CitesPosition) -> int | None:
    """The number of the seat whose tile is waited for."""
    if not isinstance(position.phase, TurningUp | Tricks):
        return None
    return position.seats.index(str(position.turn))


def by_tile(position: CitesPosition, block: int) -> CitesAction:
    """What a tile on a pad means."""
    return (TURN_UPS if isinstance(position.phase, TurningUp) else PLAYS)[block]


def against_tile(position: CitesPosition, seat: int, block: int) -> str:
    """Why a tile on the pad of a seat cannot be played, as a sentence; nothing if it can."""
    if seat >= len(position.seats):
        return "Nobody plays there."
    if waited_for(position) not in (None, seat):
        return f"It is {name(str(position.turn))}'s turn."
    try:
        position.check(by_tile(position, block))
    except Illegal as error:
        return sentence(str(error))
    return ""


def is_one_step(now: CitesPosition, then: CitesPosition) -> bool:
    """Whether no trick, and no round of offers, lies between an earlier position and this one."""
    if _step(now) == _BEGUN and then.table.round_number == now.table.round_number - 1:
        return _step(then) >= _OFFERS + then.table.dealt
    return then.table.round_number == now.table.round_number and _step(now) - _step(then) <= 1


def _step(position: CitesPosition) -> int:
    """How far a round is: from the turned-up tiles and the offers over the tricks to what is built."""
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
    """The numbers of a lot's slots where blocks that were taken in this round will stand, and whose they are:
    of the decorations as many as have room."""
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
    """Who must act, and how."""
    if position.turn is None:
        return "The last blocks"
    return f"{name(str(position.turn))} {_VERBS[type(position.phase)]}"


def prompt(position: CitesPosition) -> str:
    """What that one may do."""
    phase, table = position.phase, position.table
    match phase:
        case TurningUp(turned=()):
            words = f"Deal {table.dealt} tiles each. Then Player 1 puts one of the reserve on pad 1"
        case TurningUp():
            words = f"Put a tile of the reserve on pad {len(phase.turned) + 1}"
        case Offering():
            is_new = _step(position) == _BEGUN
            words = f"Round {table.round_number}: {table.dealt} tiles each. " if is_new else ""
            words += "Which set do you build?"
        case Tricks(trick=()):
            words = f"Trick {phase.number} of {table.dealt}: put a tile on your pad"
        case Tricks():
            words = f"Trick {phase.number} of {table.dealt}: follow {NAMES[phase.trick[0]]} if you can"
        case _:
            words = ""
    return words
