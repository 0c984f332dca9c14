"""The course of a game of Cités Nouvelles. Source: the rule page, "A round" and "The end"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from engines.cites.actions import CitesAction
from engines.cites.building import Building, start_building
from engines.cites.offers import Offering, TurningUp
from engines.cites.phase import RoundPhase, RoundStep
from engines.cites.table import Offer, TableState
from engines.cites.tricks import Tricks
from engines.game import Json
from engines.record import record
from texts import _, listed


@record
class Ended(RoundPhase):
    """The game is over. `offers` are those of the last round."""

    offers: tuple[Offer, ...]

    @property
    def offers_made(self) -> tuple[Offer, ...]:
        return self.offers

    def turn(self, _table: TableState) -> None:
        return None

    def asks(self, table: TableState) -> str:
        return _("the game is over, {reason}", reason=why_ended(table))

    def legal(self, _table: TableState) -> Sequence[CitesAction]:
        return []

    def check(self, table: TableState, action: CitesAction) -> None:
        raise self.not_now(table, action)

    def after(self, table: TableState, action: CitesAction) -> RoundStep:
        raise self.not_now(table, action)

    def state(self) -> Json:
        return {"offers": [offer.state() for offer in self.offers]}

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> Self:
        """The phase with this state."""
        return cls(tuple(map(Offer.restored, state["offers"])))


def why_ended(table: TableState) -> str:
    """The reason of the end, in a few words."""
    finished = table.finished
    if len(finished) > 1:
        return _("lots {lots} are finished", lots=listed(finished))
    if finished:
        return _("lot {lot} is finished", lot=finished[0])
    return _("the reserve cannot give every seat a block")


def play(table: TableState, phase: RoundPhase, action: CitesAction) -> RoundStep:
    """Play a legal action, and everything that follows without a choice."""
    table, phase, events = phase.after(table, action)
    while follows := _next_phase(table, phase):
        table, phase, more = follows
        events += more
    return table, phase, events


def _next_phase(table: TableState, phase: RoundPhase) -> RoundStep | None:
    """The phase after a complete one; `None` if the current one is not complete."""
    match phase:
        case Tricks(offers=offers, taken=taken, number=number):
            return start_building(table, offers, taken) if number > table.dealt else None
        case Building(offers=offers, is_complete=True):
            return _end_round(table, offers)
        case Offering(offers=offers) if len(offers) == len(table.points):
            return table, Tricks(offers, offers[0].seat, 1, (), (0,) * len(offers)), ()
        case TurningUp(speaker=int(speaker)):
            return table.with_speaker(speaker), Offering((), speaker), ()
    return None


def _end_round(table: TableState, offers: tuple[Offer, ...]) -> RoundStep:
    if table.finished or not table.next_deal:
        return table, Ended(offers), ({"kind": "end", "reason": why_ended(table)},)
    table = table.deal(table.rules.seat_after(table.speaker))
    event: Json = {
        "kind": "round",
        "round": table.round_number,
        "speaker": table.rules.seats[table.speaker],
        "blocks_each": table.dealt,
    }
    return table, Offering((), table.speaker), (event,)
