"""The lasting state of Cités Nouvelles between rounds: sides, lots, points, hands and the reserve.

Source: the rule page, "Sides", "A round" (the deal) and "What the table can know".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from engines.cites.blocks import ALL, BLOCKS, NAMES, SETS, Decorations, mask_of, mask_of_names, names_in
from engines.cites.points import is_finished
from engines.game import Json
from engines.record import record

SEATS = ("p1", "p2", "p3", "p4")
TEAMS = ("p1+p3", "p2+p4")
HAND_SIZE = {2: 15, 3: 12, 4: 10}


@record
class Rules:
    """The options of a game. If it `is_open` the program knows the hands and the order of the reserve."""

    players: int
    has_contre: bool
    is_open: bool
    decorations: Decorations

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats' names, clockwise."""
        return SEATS[: self.players]

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides' names: two teams of four players, otherwise each seat is a side."""
        return TEAMS if self.has_teams else self.seats

    @property
    def has_teams(self) -> bool:
        """Whether partners face each other."""
        return self.players == len(SEATS)

    def side_of(self, seat: int) -> int:
        """The number of a seat's side."""
        return seat % len(TEAMS) if self.has_teams else seat

    def partner_of(self, seat: int) -> int:
        """The seat across the table, in a game of teams."""
        return (seat + len(TEAMS)) % self.players

    def seat_after(self, seat: int, steps: int = 1) -> int:
        """The seat this many places further clockwise."""
        return (seat + steps) % self.players


@record
class Offer:
    """The set that a side builds, and the seat that named it."""

    seat: int
    side: int
    kind: int

    def state(self) -> list[int]:
        """The offer for JSON."""
        return [self.seat, self.side, self.kind]

    @classmethod
    def restored(cls, state: Sequence[int]) -> Self:
        """The offer with this state."""
        return cls(*state)


@record
class TableState:
    """The state of the table. `lots` and `hands` are sets of blocks, `reserve` is in order, from the front.

    With hidden hands `hands` and `reserve` are empty. `dealt` is the number of blocks that each seat got in
    this round; `speaker` the seat that speaks first in it (seat 0 until the turned-up blocks have decided
    it).
    """

    rules: Rules
    lots: tuple[int, ...]
    points: tuple[int, ...]
    round_number: int
    speaker: int
    dealt: int
    hands: tuple[int, ...]
    reserve: tuple[int, ...]

    @property
    def on_lots(self) -> int:
        """All blocks that stand on lots."""
        return self.lots[0] | self.lots[1] | self.lots[2] | self.lots[3]

    @property
    def finished(self) -> tuple[str, ...]:
        """The sets whose lots are finished."""
        return tuple(
            kind
            for kind, lot in zip(SETS, self.lots, strict=True)
            if is_finished(lot, self.rules.decorations)
        )

    @property
    def next_deal(self) -> int:
        """The size of each hand of the next deal, with all blocks outside the lots in the reserve."""
        in_reserve = (ALL & ~self.on_lots).bit_count()
        return min(HAND_SIZE[self.rules.players], in_reserve // self.rules.players)

    def deal(self, speaker: int) -> TableState:
        """The next round: hands from the front of the reserve, one seat after the other."""
        each, seats = self.next_deal, range(self.rules.players)
        hands = tuple(mask_of(self.reserve[each * seat : each * (seat + 1)]) for seat in seats)
        return replace(
            self,
            round_number=self.round_number + 1,
            speaker=speaker,
            dealt=each,
            hands=hands if self.rules.is_open else (),
            reserve=self.reserve[each * len(seats) :],
        )

    def with_speaker(self, speaker: int) -> TableState:
        """The round with this first speaker."""
        return replace(self, speaker=speaker)

    def give_back(self, blocks: tuple[int, ...]) -> TableState:
        """Put blocks at the end of the reserve, in this order."""
        return self._with_blocks(self.hands, self.reserve + blocks) if self.rules.is_open else self

    def take_from_hand(self, seat: int, block: int) -> TableState:
        """Remove a block from a seat's hand."""
        if not self.rules.is_open:
            return self
        hands = list(self.hands)
        hands[seat] ^= 1 << block
        return self._with_blocks(tuple(hands), self.reserve)

    def build(self, kind: int, blocks: int, side: int, points: int) -> TableState:
        """Put blocks on a lot and add a side's points for them."""
        lots = tuple(lot | blocks if place == kind else lot for place, lot in enumerate(self.lots))
        marked = tuple(p + points if place == side else p for place, p in enumerate(self.points))
        return replace(self, lots=lots, points=marked)

    def _with_blocks(self, hands: tuple[int, ...], reserve: tuple[int, ...]) -> TableState:
        return TableState(
            self.rules,
            self.lots,
            self.points,
            self.round_number,
            self.speaker,
            self.dealt,
            hands,
            reserve,
        )

    def hands_by_seat(self) -> dict[str, list[str]]:
        """The names of the blocks in each hand; only if hands are open."""
        return {seat: names_in(hand) for seat, hand in zip(self.rules.seats, self.hands, strict=True)}

    def state(self) -> Json:
        """The table for JSON."""
        return {
            "players": self.rules.players,
            "contre": self.rules.has_contre,
            "open": self.rules.is_open,
            "decorations": self.rules.decorations.state(),
            "lots": [names_in(lot) for lot in self.lots],
            "points": list(self.points),
            "round": self.round_number,
            "speaker": self.speaker,
            "dealt": self.dealt,
            "hands": [names_in(hand) for hand in self.hands],
            "reserve": [NAMES[block] for block in self.reserve],
        }

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> Self:
        """The table with this state."""
        decorations = Decorations.restored(state["decorations"])
        return cls(
            Rules(state["players"], state["contre"], state["open"], decorations),
            tuple(map(mask_of_names, state["lots"])),
            tuple(state["points"]),
            state["round"],
            state["speaker"],
            state["dealt"],
            tuple(map(mask_of_names, state["hands"])),
            tuple(BLOCKS[name] for name in state["reserve"]),
        )


def new_table(rules: Rules, deck: tuple[int, ...]) -> TableState:
    """The first round, dealt. `deck` is all blocks in order, or empty with hidden hands."""
    return TableState(rules, (0, 0, 0, 0), (0,) * len(rules.sides), 0, 0, 0, (), deck).deal(speaker=0)
