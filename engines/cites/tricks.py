"""The tricks. Source: the rule page, "A round" (tricks) and "What the table can know" (revokes)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from engines.cites.actions import PLAYS, CitesAction, PlayBlock
from engines.cites.blocks import (
    ALL,
    BLOCKS,
    KIND,
    KIND_WORDS,
    KINDS,
    NAMES,
    OF_KIND,
    STRENGTH,
    TRUMP,
    TRUMPS,
    blocks_in,
    mask_of,
    mask_of_names,
    names_in,
)
from engines.cites.phase import RoundPhase, RoundStep
from engines.cites.table import Offer, TableState
from engines.game import Illegal, Json
from engines.record import record
from texts import _


@record
class Missed:
    """A seat did not follow a kind: it has none, and if it plays one later in the round, it has revoked."""

    seat: int
    kind: int
    trick: int

    def state(self) -> list[int]:
        """The record for JSON."""
        return [self.seat, self.kind, self.trick]


@record
class Tricks(RoundPhase):
    """The tricks of a round. `leader` leads trick `number` (from 1); `trick` holds its blocks so far.

    `taken` is by side. `missed` is what everybody saw; `played` (all blocks of the round) is recorded if
    hands are hidden.
    """

    offers: tuple[Offer, ...]
    leader: int
    number: int
    trick: tuple[int, ...]
    taken: tuple[int, ...]
    played: int = 0
    missed: tuple[Missed, ...] = ()

    @property
    def offers_made(self) -> tuple[Offer, ...]:
        return self.offers

    @property
    def trick_on_table(self) -> tuple[int, tuple[int, ...]]:
        return self.leader, self.trick

    @property
    def takings(self) -> tuple[int, ...]:
        return self.taken

    def turn(self, table: TableState) -> str:
        return table.rules.seats[self._seat(table)]

    def asks(self, table: TableState) -> str:
        return _("{player} must play a block to trick {trick}", player=self.turn(table), trick=self.number)

    def blocks(self, table: TableState) -> int:
        if not table.rules.is_open:
            return ALL & ~table.on_lots & ~self.played
        hand = table.hands[self._seat(table)]
        return self._follows(hand) or hand

    def legal(self, table: TableState) -> Sequence[CitesAction]:
        return [PLAYS[block] for block in blocks_in(self.blocks(table))]

    def check(self, table: TableState, action: CitesAction) -> None:
        if not isinstance(action, PlayBlock):
            raise self.not_now(table, action)
        if table.rules.is_open:
            self._check_hand(table, action.block)
        else:
            self._check_unseen(table, action.block)

    def after(self, table: TableState, action: CitesAction) -> RoundStep:
        assert isinstance(action, PlayBlock)
        seat, block = self._seat(table), action.block
        table_after = table.take_from_hand(seat, block)
        played = self.played
        revoke: tuple[Json, ...] = ()
        if not table.rules.is_open:
            played |= 1 << block
            revoke = self._revoke(table, seat, block)
        missed = self._missed_after(seat, block)
        trick = (*self.trick, block)
        phase = Tricks(self.offers, self.leader, self.number, trick, self.taken, played, missed)
        if len(trick) < table.rules.players:
            return table_after, phase, revoke
        table_after, won, event = phase._won(table_after)
        return table_after, won, (*revoke, event)

    def state(self) -> Json:
        return {
            "offers": [offer.state() for offer in self.offers],
            "leader": self.leader,
            "number": self.number,
            "trick": [NAMES[block] for block in self.trick],
            "taken": [names_in(mask) for mask in self.taken],
            "played": names_in(self.played),
            "missed": [missed.state() for missed in self.missed],
        }

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> Self:
        """The phase with this state."""
        return cls(
            tuple(map(Offer.restored, state["offers"])),
            state["leader"],
            state["number"],
            tuple(BLOCKS[name] for name in state["trick"]),
            tuple(map(mask_of_names, state["taken"])),
            mask_of_names(state["played"]),
            tuple(Missed(*missed) for missed in state["missed"]),
        )

    def _seat(self, table: TableState) -> int:
        return (self.leader + len(self.trick)) % table.rules.players

    def _follows(self, hand: int) -> int:
        return hand & OF_KIND[KIND[self.trick[0]]] if self.trick else 0

    def _won(self, table: TableState) -> tuple[TableState, Tricks, Json]:
        """The winner's side keeps its set and the trumps, the other blocks go back to the reserve, the winner
        leads."""
        rules, trick = table.rules, self.trick
        strength = STRENGTH[KIND[trick[0]]]
        best = max(trick, key=strength.__getitem__)
        winner = rules.seat_after(self.leader, trick.index(best))
        side = rules.side_of(winner)
        own = TRUMPS | next(OF_KIND[offer.kind] for offer in self.offers if offer.side == side)
        kept = mask_of(trick) & own
        back = tuple(block for block in trick if not kept >> block & 1)
        taken = tuple(mask | kept if place == side else mask for place, mask in enumerate(self.taken))
        event: Json = {
            "kind": "trick",
            "trick": self.number,
            "seat": rules.seats[winner],
            "side": rules.sides[side],
            "block": NAMES[best],
            "kept": names_in(kept),
            "back": [NAMES[block] for block in back],
        }
        won = Tricks(self.offers, winner, self.number + 1, (), taken, self.played, self.missed)
        return table.give_back(back), won, event

    def _revoke(self, table: TableState, seat: int, block: int) -> tuple[Json, ...]:
        kind = KIND[block]
        tricks = [missed.trick for missed in self.missed if (missed.seat, missed.kind) == (seat, kind)]
        if not tricks:
            return ()
        return (
            {
                "kind": "revoke",
                "seat": table.rules.seats[seat],
                "trick": self.number,
                "block": NAMES[block],
                "not_followed_in": tricks,
            },
        )

    def _missed_after(self, seat: int, block: int) -> tuple[Missed, ...]:
        if not self.trick or KIND[block] == (led := KIND[self.trick[0]]):
            return self.missed
        return (*self.missed, Missed(seat, led, self.number))

    def _check_hand(self, table: TableState, block: int) -> None:
        seat, name = self.turn(table), NAMES[block]
        hand = table.hands[self._seat(table)]
        if not hand >> block & 1:
            raise Illegal(_("{block} is not in {player}'s hand", block=name, player=seat))
        follows = self._follows(hand)
        if follows and not follows >> block & 1:
            led = self.trick[0]
            must = _("one of the {sets}", sets=KIND_WORDS[KIND[led]])
            if KIND[led] == TRUMP:
                must = _("a trump")
            raise Illegal(
                _(
                    "{block} does not follow {led}: "
                    "{player} must play {must} while the hand has any ({blocks})",
                    block=name,
                    led=NAMES[led],
                    player=seat,
                    must=must,
                    blocks=" ".join(names_in(follows)),
                )
            )

    def _check_unseen(self, table: TableState, block: int) -> None:
        name = NAMES[block]
        for kind, lot in zip(KINDS, table.lots, strict=False):
            if lot >> block & 1:
                raise Illegal(_("{block} stands on lot {lot} and is in no hand", block=name, lot=kind))
        for side, taken in zip(table.rules.sides, self.taken, strict=True):
            if taken >> block & 1:
                raise Illegal(
                    _("{block} is in the takings of {player} and in no hand", block=name, player=side)
                )
        if self.played >> block & 1:
            raise Illegal(_("{block} was already played in this round and is in no hand", block=name))
