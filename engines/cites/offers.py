"""Who speaks first, and the offers. Source: the rule page, "Who speaks first" and "A round" (offers)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from engines.cites.actions import (
    CHOICES,
    CONTRES,
    TURN_UPS,
    YIELD,
    Choose,
    CitesAction,
    Contre,
    TurnUp,
    Yield,
)
from engines.cites.blocks import ALL, BLOCKS, KIND_WORDS, NAMES, RANK, SETS, blocks_in, mask_of
from engines.cites.phase import RoundPhase, RoundStep
from engines.cites.table import Offer, TableState
from engines.game import Illegal, Json
from engines.record import record
from texts import _


@record
class TurningUp(RoundPhase):
    """Each seat turns up a block of the reserve, from the first seat on. `turned` is by seat.

    `speaker` is known once all have done so and one block is the highest.
    """

    turned: tuple[int, ...]
    speaker: int | None = None

    def turn(self, table: TableState) -> str:
        return table.rules.seats[len(self.turned)]

    def asks(self, table: TableState) -> str:
        return _(
            "{player} must turn up a block of the reserve, to see who speaks first", player=self.turn(table)
        )

    def blocks(self, table: TableState) -> int:
        reserve = mask_of(table.reserve) if table.rules.is_open else ALL
        return reserve & ~mask_of(self.turned)

    def legal(self, table: TableState) -> Sequence[CitesAction]:
        return [TURN_UPS[block] for block in blocks_in(self.blocks(table))]

    def check(self, table: TableState, action: CitesAction) -> None:
        if not isinstance(action, TurnUp):
            raise self.not_now(table, action)
        if action.block in self.turned:
            who = table.rules.seats[self.turned.index(action.block)]
            raise Illegal(
                _(
                    "{block} lies turned up before {player}: turn up another block",
                    block=NAMES[action.block],
                    player=who,
                )
            )
        if table.rules.is_open and action.block not in table.reserve:
            raise Illegal(
                _("{block} is in a hand: a seat turns up a block of the reserve", block=NAMES[action.block])
            )

    def after(self, table: TableState, action: CitesAction) -> RoundStep:
        assert isinstance(action, TurnUp)
        seats = table.rules.seats
        turned = (*self.turned, action.block)
        event: Json = {"kind": "turned up", "seat": self.turn(table), "block": NAMES[action.block]}
        if len(turned) < len(seats):
            return table, TurningUp(turned), (event,)
        highest = max(RANK[block] for block in turned)
        at_the_top = [seat for seat, block in enumerate(turned) if RANK[block] == highest]
        if len(at_the_top) > 1:
            tie: Json = {"kind": "turned up again", "tied": [seats[seat] for seat in at_the_top]}
            return table, TurningUp(()), (event, tie)
        speaker = at_the_top[0]
        return table, TurningUp(turned, speaker), (event, {"kind": "speaker", "seat": seats[speaker]})

    def state(self) -> Json:
        return {"turned": [NAMES[block] for block in self.turned]}

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> Self:
        """The phase with this state."""
        return cls(tuple(BLOCKS[name] for name in state["turned"]))


@record
class Offering(RoundPhase):
    """The sides name their sets. `seat` speaks; `has_yielded` means that its partner left the offer to it."""

    offers: tuple[Offer, ...]
    seat: int
    has_yielded: bool = False

    @property
    def offers_made(self) -> tuple[Offer, ...]:
        return self.offers

    def turn(self, table: TableState) -> str:
        return table.rules.seats[self.seat]

    def asks(self, table: TableState) -> str:
        free = [name for kind, name in enumerate(SETS) if not self._who_chose(kind)]
        return _(
            "{player} must say what its side builds ({sets} are free)",
            player=self.turn(table),
            sets=", ".join(free),
        )

    def legal(self, table: TableState) -> Sequence[CitesAction]:
        chosen = [offer.kind for offer in self.offers]
        actions: list[CitesAction] = [choose for choose in CHOICES if choose.kind not in chosen]
        if table.rules.has_contre:
            actions += [contre for contre in CONTRES if chosen.count(contre.kind) == 1]
        if table.rules.has_teams and not self.has_yielded:
            actions.append(YIELD)
        return actions

    def check(self, table: TableState, action: CitesAction) -> None:
        if isinstance(action, Choose):
            self._check_choose(table, action.kind)
        elif isinstance(action, Contre):
            self._check_contre(table, action.kind)
        elif isinstance(action, Yield):
            self._check_yield(table)
        else:
            raise self.not_now(table, action)

    def after(self, table: TableState, action: CitesAction) -> RoundStep:
        rules = table.rules
        if isinstance(action, Yield):
            partner = rules.partner_of(self.seat)
            event: Json = {"kind": "yielded", "seat": rules.seats[self.seat], "to": rules.seats[partner]}
            return table, Offering(self.offers, partner, has_yielded=True), (event,)
        assert isinstance(action, Choose | Contre)
        offer = Offer(self.seat, rules.side_of(self.seat), action.kind)
        spoke_first = rules.partner_of(self.seat) if self.has_yielded else self.seat
        event = {
            "kind": "contre" if isinstance(action, Contre) else "chosen",
            "seat": rules.seats[self.seat],
            "side": rules.sides[offer.side],
            "set": SETS[action.kind],
        }
        return table, Offering((*self.offers, offer), rules.seat_after(spoke_first)), (event,)

    def state(self) -> Json:
        return {
            "offers": [offer.state() for offer in self.offers],
            "seat": self.seat,
            "has_yielded": self.has_yielded,
        }

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> Self:
        """The phase with this state."""
        return cls(tuple(map(Offer.restored, state["offers"])), state["seat"], state["has_yielded"])

    def _who_chose(self, kind: int) -> list[Offer]:
        return [offer for offer in self.offers if offer.kind == kind]

    def _check_choose(self, table: TableState, kind: int) -> None:
        if chosen := self._who_chose(kind):
            side = table.rules.sides[chosen[0].side]
            raise Illegal(
                _(
                    "{player} has chosen {set}, the {sets}: each side chooses another set",
                    player=side,
                    set=SETS[kind],
                    sets=KIND_WORDS[kind],
                )
            )

    def _check_contre(self, table: TableState, kind: int) -> None:
        if not table.rules.has_contre:
            raise Illegal(_("contre is not played in this game: choose a set that no side has chosen"))
        chosen = self._who_chose(kind)
        if not chosen:
            raise Illegal(
                _("contre takes a set that another side has chosen: nobody has chosen {set}", set=SETS[kind])
            )
        if len(chosen) > 1:
            first, second = (table.rules.sides[offer.side] for offer in chosen)
            raise Illegal(
                _(
                    "{first} has chosen {set} and {second} has taken it by contre: once a set is all",
                    first=first,
                    set=SETS[kind],
                    second=second,
                )
            )

    def _check_yield(self, table: TableState) -> None:
        seat = self.turn(table)
        if not table.rules.has_teams:
            raise Illegal(_("{player} has no partner to yield to: choose a set", player=seat))
        if self.has_yielded:
            partner = table.rules.seats[table.rules.partner_of(self.seat)]
            raise Illegal(
                _(
                    "{partner} has yielded to {player} already: {player} must choose",
                    partner=partner,
                    player=seat,
                )
            )
