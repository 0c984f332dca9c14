"""The view of a seat in a position of Cités Nouvelles, and its beliefs about the hands that it does not see.

Of open hands only its own is used, never the other hands or the order of the reserve.
"""

from __future__ import annotations

from engines.cites.blocks import (
    ALL,
    BLOCKS,
    KIND,
    KINDS,
    NAMES,
    TRUMP,
    blocks_in,
    mask_of,
    mask_of_names,
    names_in,
)
from engines.cites.building import Building
from engines.cites.game import CitesPosition
from engines.cites.offers import Offering, TurningUp
from engines.cites.table import TableState
from engines.cites.tricks import Tricks
from opponents.cites.belief import Belief, CitesView
from opponents.cites.state import Round, Stage, State

_LIKED, _TRUMPS = 1.7, 1.2
"""The weights of a set's blocks and of trumps in the hand that named the set, relative to others. In games of
`strong` against itself the hands drawn have then as many of both as the true ones, in all tricks."""


def view(position: CitesPosition, seat: str, hand: frozenset[str] = frozenset()) -> CitesView:
    """The knowledge of a seat. With hidden hands `hand` names the blocks that it holds.

    If they are not named, its own hand is drawn like the others': the expected results are then those of an
    onlooker, and there is no best action. Raises `ValueError` if `hand` has an invalid block, a block that
    lies open or was played in this round, or more blocks than were dealt.
    """
    public = _public(position)
    number = position.seats.index(seat)
    seen = public.gone | mask_of(public.trick)
    table = position.table
    own = table.hands[number] if table.rules.is_open else _named(hand, seen, table.dealt)
    hands = tuple(own if other == number else 0 for other in range(public.round.players))
    beliefs = tuple(None if held else _belief(position, public, other) for other, held in enumerate(hands))
    return CitesView(
        seat=number,
        state=public._replace(hands=hands),
        unseen=tuple(blocks_in(ALL & ~(seen | own))),
        beliefs=beliefs,
    )


def _named(hand: frozenset[str], seen: int, dealt: int) -> int:
    if strange := sorted(hand - BLOCKS.keys()):
        raise ValueError(f"the hand has {strange[0]!r}, which is no block")
    own = mask_of_names(hand)
    if out_of_it := names_in(own & seen):
        raise ValueError(f"the hand has {out_of_it[0]}, which stands on a lot or was played in this round")
    if len(hand) > dealt:
        raise ValueError(f"the hand has {len(hand)} blocks, but each seat was dealt {dealt}")
    return own


def _public(position: CitesPosition) -> State:
    """The public part of a position: no hands, and not the reserve's order."""
    table, phase = position.table, position.phase
    rules = table.rules
    state = State(
        Round(
            players=rules.players,
            sides=len(rules.sides),
            side_of=tuple(rules.side_of(seat) for seat in range(rules.players)),
            speaker=table.speaker,
            has_contre=rules.has_contre,
            decorations=rules.decorations,
        ),
        Stage.OVER,
        seat=0,
        lots=table.lots,
        points=table.points,
        hands=(0,) * rules.players,
        gone=table.on_lots,
        offers=phase.offers_made,
        taken=phase.takings,
    )
    match phase:
        case TurningUp(turned=turned):
            return state._replace(stage=Stage.TURN_UP, seat=len(turned), trick=(_turned_up(table, turned),))
        case Offering(seat=seat, has_yielded=has_yielded):
            return state._replace(stage=Stage.OFFERS, seat=seat, has_yielded=has_yielded)
        case Tricks(leader=leader, trick=trick):
            gone = state.gone | _played(table, phase) & ~mask_of(trick)
            seat = rules.seat_after(leader, len(trick))
            return state._replace(stage=Stage.TRICKS, seat=seat, gone=gone, trick=trick)
        case Building():
            return state._replace(stage=Stage.BUILDING, seat=_builder(phase), taken=_to_build(phase))
    return state


def _turned_up(table: TableState, turned: tuple[int, ...]) -> int:
    """The block that is turned up next. It is no one's choice: the first of the reserve, if it is known."""
    reserve = table.reserve or range(len(NAMES))
    return next(block for block in reserve if block not in turned)


def _played(table: TableState, phase: Tricks) -> int:
    """The blocks played in this round. With open hands those that went back lie at the end of the reserve."""
    if not table.rules.is_open:
        return phase.played
    undealt = (ALL & ~table.on_lots).bit_count() - table.rules.players * table.dealt
    played = mask_of(table.reserve[undealt:]) | mask_of(phase.trick)
    for taken in phase.taken:
        played |= taken
    return played


def _builder(phase: Building) -> int:
    return phase.offers[phase.built].seat


def _to_build(phase: Building) -> tuple[int, ...]:
    """The takings by side, without those of the side that lost a contre: it builds nothing."""
    return tuple(0 if side == phase.loser else taken for side, taken in enumerate(phase.taken))


def _belief(position: CitesPosition, public: State, seat: int) -> Belief:
    """The public beliefs about a hand."""
    dealt, phase = position.table.dealt, position.phase
    blocks = 0 if public.stage is Stage.BUILDING else dealt
    weights = [1.0] * len(KINDS)
    if isinstance(phase, Tricks):
        blocks -= phase.number - 1 + len(_in_trick(phase, public, seat))
    for offer in public.offers:
        if offer.seat == seat:
            weights[offer.kind], weights[TRUMP] = _LIKED, _TRUMPS
    if isinstance(phase, Tricks):
        for kind in _lacking(phase, public, seat):
            weights[kind] = 0.0
    return Belief(blocks, tuple(weights))


def _in_trick(phase: Tricks, public: State, seat: int) -> tuple[int, ...]:
    """The block that a seat has played to the current trick, if any."""
    place = (seat - phase.leader) % public.round.players
    return phase.trick[place : place + 1]


def _lacking(phase: Tricks, public: State, seat: int) -> list[int]:
    """The kinds that a seat did not follow, except one that it plays now: that is a revoke.

    Earlier revokes are in no position.
    """
    shown = [KIND[block] for block in _in_trick(phase, public, seat)]
    return [missed.kind for missed in phase.missed if missed.seat == seat and missed.kind not in shown]
