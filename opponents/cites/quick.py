"""Fast playouts of Cités Nouvelles: a round is finished by simple rules.

The rules are those of a player who sees all hands, as they are all known in a walk of the search.
"""

from __future__ import annotations

from random import Random

from engines.cites.blocks import BUILDINGS, KIND, NUMBER, OF_KIND, PER_KIND, TRUMP, TRUMPS
from engines.cites.points import ROOM_PER_TYPE
from opponents.cites.state import BEATS, State, kept_by_sides

_BIT = tuple(1 << block for block in range(len(KIND)))

_BY_CHANCE = 0.8
"""The randomness of leads, in blocks gained."""

_DENIED = 0.9
"""The value of taking a block that an opponent would place, in own blocks."""

_NEEDED = 4.0
"""The extra value of a decoration that finishes a lot, in blocks."""

_NEARLY_TEN, _FEW = 8, 2
"""With this many buildings, and this few decorations missing, a lot may be finished in this round."""

_OPEN_SUIT = 0.5
"""How often the lead is taken at the cost of a high block, if no side keeps any block of the trick."""


def played_on(state: State, random: Random) -> list[int]:
    """The takings of each side at the end of the round, from the tricks on."""
    return _Round(state, random).takings()


class _Round:
    """A round in progress.

    By side: the blocks that it keeps of a trick (`kept`), those of them that it can place (`wanted`), and the
    decorations that it lacks to finish its lot, if that is near (`needed`).
    """

    __slots__ = (
        "foes", "hands", "kept", "led", "needed", "players", "random", "seat", "side_of", "taken", "top",
        "trick", "wanted", "winner",
    )  # fmt: skip

    def __init__(self, state: State, random: Random) -> None:
        self.random = random
        self.players = state.round.players
        self.side_of = state.round.side_of
        self.hands = list(state.hands)
        self.taken = list(state.taken)
        self.kept = kept_by_sides(state)
        self.wanted, self.needed = _wishes(state)
        self.seat = (state.seat - len(state.trick)) % self.players
        self.trick: list[int] = []
        for block in state.trick:
            self._put(block)

    def takings(self) -> list[int]:
        """The sides' takings when all blocks are played."""
        while self.trick or self.hands[self.seat]:
            if not self.trick:
                self._put(self._lead())
            while len(self.trick) < self.players:
                self._put(self._answer())
            self._take()
        return self.taken

    def _put(self, block: int) -> None:
        """The next seat plays a block."""
        seat, bit = self.seat, _BIT[block]
        if not self.trick:
            self.led, self.top, self.winner = KIND[block], block, seat
        elif BEATS[self.led][self.top] & bit:
            self.top, self.winner = block, seat
        self.hands[seat] &= ~bit
        self.trick.append(block)
        self.seat = (seat + 1) % self.players

    def _take(self) -> None:
        won = 0
        for block in self.trick:
            won |= _BIT[block]
        side = self.side_of[self.winner]
        self.taken[side] |= won & self.kept[side]
        self.seat, self.trick = self.winner, []

    # Leading.

    def _lead(self) -> int:
        """An unbeatable block if that gains something, otherwise a cheap one."""
        seat, chance = self.seat, self.random.random
        side = self.side_of[seat]
        foes = [foe for foe in range(self.players) if self.side_of[foe] != side]
        best, chosen = -99.0, 0
        for kind, of_kind in enumerate(OF_KIND):
            if held := self.hands[seat] & of_kind:
                gain, block = self._led(kind, held, side, foes)
                gain += _BY_CHANCE * chance()
                if gain > best:
                    best, chosen = gain, block
        return chosen

    def _led(self, kind: int, held: int, side: int, foes: list[int]) -> tuple[float, int]:
        """The gain of leading the best of the `held` blocks of a kind, in blocks, and that block."""
        of_kind, higher, gain = OF_KIND[kind], 0, 0.0
        for foe in foes:
            answers = self.hands[foe] & of_kind
            if answers:
                higher |= answers
                gain += self._drawn(answers & -answers, side, self.side_of[foe])
            elif self.hands[foe] & TRUMPS:
                return self._lost(held, side, foes)
        above = higher.bit_length()
        sure = held >> above << above
        if not sure:
            return self._lost(held, side, foes)
        needed = sure & self.needed[side]
        block = (needed or sure).bit_length() - 1
        return gain + (1.0 if self.wanted[side] & _BIT[block] else 0.0) + (_NEEDED if needed else 0.0), block

    def _drawn(self, low: int, side: int, foe: int) -> float:
        """The gain if an opponent must answer with this block."""
        gain = 1.0 if low & self.wanted[side] else 0.0
        if low & self.wanted[foe]:
            gain += _DENIED
        if low & self.needed[side]:
            gain += _NEEDED
        return gain

    def _lost(self, held: int, side: int, foes: list[int]) -> tuple[float, int]:
        """The block to lead of a kind that does not win, and its gain: negative."""
        spare = held & ~self.needed[side] or held
        low = spare & -spare
        gain = -1.0
        if low & self.wanted[side]:
            gain -= 1.0
        for foe in foes:
            if low & self.wanted[self.side_of[foe]]:
                gain -= 1.0
            if low & self.needed[self.side_of[foe]]:
                gain -= _NEEDED
        return gain, low.bit_length() - 1

    # Answering.

    def _answer(self) -> int:
        """A block for the trick in progress."""
        seat, led = self.seat, self.led
        hand = self.hands[seat]
        side, holder = self.side_of[seat], self.side_of[self.winner]
        is_last = len(self.trick) + 1 == self.players
        is_ours = is_last and side == holder
        winning = 0 if is_ours else hand & BEATS[led][self.top]
        if not hand & OF_KIND[led]:
            return self._cut(winning, side) if winning else self._thrown(hand, side, holder)
        if led == TRUMP:
            return self._trump(hand & TRUMPS, winning, is_last)
        winning &= OF_KIND[led]
        follow = hand & OF_KIND[led]
        if winning and (self._at_stake(side, holder) or self.random.random() < _OPEN_SUIT):
            return ((winning & -winning) if is_last else winning).bit_length() - 1
        return (follow & -follow).bit_length() - 1

    def _at_stake(self, side: int, holder: int) -> bool:
        """Whether any side gains by a trick to which a building was led."""
        trick = 0
        for block in self.trick:
            trick |= _BIT[block]
        return bool(
            OF_KIND[self.led] & self.wanted[side] or trick & (self.wanted[side] | self.wanted[holder])
        )

    def _trump(self, trumps: int, winning: int, is_last: bool) -> int:
        """A trump that answers a trump."""
        side, holder = self.side_of[self.seat], self.side_of[self.winner]
        if winning:
            wanted = winning & self.needed[side] or winning & self.wanted[side] or winning
            return ((wanted & -wanted) if is_last else winning).bit_length() - 1
        if side == holder:
            spare = trumps & self.needed[side] or trumps
        else:
            spare = (
                trumps & ~self.needed[holder] & ~self.needed[side] or trumps & ~self.needed[holder] or trumps
            )
        return (spare & -spare).bit_length() - 1

    def _cut(self, winning: int, side: int) -> int:
        """The lowest winning trump, preferably one that is needed or has room."""
        trumps = winning & self.needed[side] or winning & self.wanted[side] or winning
        return (trumps & -trumps).bit_length() - 1

    def _thrown(self, hand: int, side: int, holder: int) -> int:
        """A block that the winner may have: in a partner's trick a counting one, otherwise one that no side
        keeps."""
        if side == holder and (gift := hand & self.needed[side] or hand & self.wanted[side] & ~TRUMPS):
            return (gift & -gift).bit_length() - 1
        useless = hand & ~TRUMPS
        for kept in self.kept:
            useless &= ~kept
        if useless:
            return _lowest(useless)
        rest = hand & self.wanted[side] & ~TRUMPS or hand & ~TRUMPS or hand
        return (rest & -rest).bit_length() - 1


def _lowest(buildings: int) -> int:
    """The building with the lowest number."""
    best, lowest = PER_KIND + 1, 0
    for of_kind in OF_KIND[:TRUMP]:
        if held := buildings & of_kind:
            block = (held & -held).bit_length() - 1
            if NUMBER[block] < best:
                best, lowest = NUMBER[block], block
    return lowest


def _wishes(state: State) -> tuple[list[int], list[int]]:
    """By side: the blocks that it can place if it takes them, and the decorations that may finish its lot."""
    sides = state.round.sides
    wanted, needed = [0] * sides, [0] * sides
    for offer in state.offers:
        lot = state.lots[offer.kind] | state.taken[offer.side]
        lacking = 3 * ROOM_PER_TYPE
        room = 0
        for _name, of_type in state.round.decorations.types:
            placed = min(ROOM_PER_TYPE, (lot & of_type).bit_count())
            lacking -= placed
            if placed < ROOM_PER_TYPE:
                room |= of_type
        wanted[offer.side] = OF_KIND[offer.kind] | room
        if (lot & BUILDINGS).bit_count() >= _NEARLY_TEN and lacking <= _FEW:
            needed[offer.side] = room
    return wanted, needed
