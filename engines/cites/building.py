"""Deciding a contre, and building. Source: the rule page, "A round" (contre, building) and "Points"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Self

from engines.cites.actions import Build, CitesAction
from engines.cites.blocks import NAMES, NUMBER, SETS, TRUMPS, blocks_in, mask_of, mask_of_names, names_in
from engines.cites.phase import RoundPhase, RoundStep
from engines.cites.points import ROOM_PER_TYPE, marks, placings
from engines.cites.table import Offer, TableState
from engines.game import Illegal, Json
from engines.record import record
from texts import _


@record
class Building(RoundPhase):
    """The sides build in the order of the offers. `built` of them are done; `loser` lost a contre."""

    offers: tuple[Offer, ...]
    taken: tuple[int, ...]
    loser: int | None
    built: int = 0

    @property
    def offers_made(self) -> tuple[Offer, ...]:
        return self.offers

    @property
    def takings(self) -> tuple[int, ...]:
        return self.taken

    @property
    def is_complete(self) -> bool:
        """Whether all sides are done."""
        return self.built == len(self.offers)

    def turn(self, table: TableState) -> str:
        return table.rules.sides[self.offers[self.built].side]

    def asks(self, table: TableState) -> str:
        lot = SETS[self.offers[self.built].kind]
        return _(
            "{player} must say which decorations it builds on lot {lot}", player=self.turn(table), lot=lot
        )

    def legal(self, table: TableState) -> Sequence[CitesAction]:
        return [Build(tuple(blocks_in(placed))) for placed in self._placings(table)]

    def check(self, table: TableState, action: CitesAction) -> None:
        if not isinstance(action, Build):
            raise self.not_now(table, action)
        placed = mask_of(action.blocks)
        if placed in self._placings(table):
            return
        side = self.turn(table)
        if buildings := names_in(placed & ~TRUMPS):
            raise Illegal(
                _("{block} is no decoration: the buildings go on the lot by themselves", block=buildings[0])
            )
        if missing := names_in(placed & ~self.taken[self.offers[self.built].side]):
            raise Illegal(_("{block} is not among the takings of {player}", block=missing[0], player=side))
        raise self._wrong_number(table, placed)

    def after(self, table: TableState, action: CitesAction) -> RoundStep:
        assert isinstance(action, Build)
        table, phase, events = self._build(table, mask_of(action.blocks))
        table, phase, more = phase.go_on(table)
        return table, phase, events + more

    def go_on(self, table: TableState) -> tuple[TableState, Building, tuple[Json, ...]]:
        """Let sides build up to one that has a choice, or to the last."""
        phase, events = self, list[Json]()
        while not phase.is_complete:
            if phase.offers[phase.built].side == phase.loser:
                table, phase, more = phase._give_all_back(table)
            elif len(choices := phase._placings(table)) == 1:
                table, phase, more = phase._build(table, choices[0])
            else:
                break
            events += more
        return table, phase, tuple(events)

    def state(self) -> Json:
        return {
            "offers": [offer.state() for offer in self.offers],
            "taken": [names_in(mask) for mask in self.taken],
            "loser": self.loser,
            "built": self.built,
        }

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> Self:
        """The phase with this state."""
        return cls(
            tuple(map(Offer.restored, state["offers"])),
            tuple(map(mask_of_names, state["taken"])),
            state["loser"],
            state["built"],
        )

    def _placings(self, table: TableState) -> tuple[int, ...]:
        offer = self.offers[self.built]
        return placings(table.lots[offer.kind], self.taken[offer.side] & TRUMPS, table.rules.decorations)

    def _through(self) -> Building:
        side = self.offers[self.built].side
        taken = tuple(0 if place == side else mask for place, mask in enumerate(self.taken))
        return Building(self.offers, taken, self.loser, self.built + 1)

    def _build(self, table: TableState, decorations: int) -> tuple[TableState, Building, tuple[Json, ...]]:
        offer = self.offers[self.built]
        taken, before = self.taken[offer.side], table.lots[offer.kind]
        placed = taken & ~TRUMPS | decorations
        back = blocks_in(taken & ~placed)
        worth = marks(before, before | placed, table.rules.decorations)
        event: Json = {
            "kind": "built",
            "side": table.rules.sides[offer.side],
            "lot": SETS[offer.kind],
            "stood": names_in(before),
            "blocks": names_in(placed),
            "back": [NAMES[block] for block in back],
            "points": worth.points,
            "line": str(worth.line),
        }
        table = table.build(offer.kind, placed, offer.side, worth.points).give_back(tuple(back))
        return table, self._through(), (event,)

    def _give_all_back(self, table: TableState) -> tuple[TableState, Building, tuple[Json, ...]]:
        offer = self.offers[self.built]
        back = blocks_in(self.taken[offer.side])
        event: Json = {
            "kind": "built nothing",
            "side": table.rules.sides[offer.side],
            "lot": SETS[offer.kind],
            "back": [NAMES[block] for block in back],
        }
        return table.give_back(tuple(back)), self._through(), (event,)

    def _wrong_number(self, table: TableState, placed: int) -> Illegal:
        offer = self.offers[self.built]
        lot, taken, side = table.lots[offer.kind], self.taken[offer.side], self.turn(table)
        for word, of_type in table.rules.decorations.types:
            room = ROOM_PER_TYPE - (lot & of_type).bit_count()
            at_hand, wanted = names_in(taken & of_type), (placed & of_type).bit_count()
            if wanted < min(room, len(at_hand)) == len(at_hand):
                missing = names_in(taken & of_type & ~placed)
                return Illegal(
                    _(
                        "{block} has room on lot {lot}: {player} must place it too",
                        block=missing[0],
                        lot=SETS[offer.kind],
                        player=side,
                    )
                )
            if wanted != min(room, len(at_hand)):
                return Illegal(
                    _(
                        "lot {lot} has room for {room} more {type}: "
                        "{player} must place {room} of {blocks}, not {number}",
                        lot=SETS[offer.kind],
                        room=room,
                        type=word,
                        player=side,
                        blocks=" ".join(at_hand),
                        number=wanted,
                    )
                )
        raise AssertionError("the decorations are a legal choice")


def start_building(table: TableState, offers: tuple[Offer, ...], taken: tuple[int, ...]) -> RoundStep:
    """Decide a contre, then let the sides build."""
    lost, events = None, list[Json]()
    for first, second in combinations(offers, 2):
        if first.kind == second.kind:
            lost, event = _decide(table, first, second, taken)
            events.append(event)
    table, phase, more = Building(offers, taken, lost).go_on(table)
    return table, phase, (*events, *more)


def _decide(table: TableState, first: Offer, second: Offer, taken: tuple[int, ...]) -> tuple[int, Json]:
    """The side that loses the contre: fewer takings, then the lower sum, then the later offer."""
    sides = table.rules.sides
    pair = (first.side, second.side)
    takings = {side: taken[side].bit_count() for side in pair}
    sums = {side: sum(NUMBER[block] for block in blocks_in(taken[side])) for side in pair}
    wins = (takings[first.side], sums[first.side]) >= (takings[second.side], sums[second.side])
    winner, loser = pair if wins else pair[::-1]
    event: Json = {
        "kind": "contre decided",
        "set": SETS[first.kind],
        "winner": sides[winner],
        "loser": sides[loser],
        "takings": {sides[side]: takings[side] for side in pair},
        "sums": {sides[side]: sums[side] for side in pair},
    }
    return loser, event
