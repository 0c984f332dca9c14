"""Small games with known answers, to try the search on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engines.game import Action
from opponents.model import Model, Move, SeatView, Secret


@dataclass(frozen=True, slots=True)
class Do(Action):
    """Any action of a toy game, by its word."""

    word: str

    def __str__(self) -> str:
        return self.word


DRAW = Do("draw")


@dataclass(frozen=True, slots=True)
class Heap:
    """A pile of matches, and the player to take one, two or three; the one who takes the last has won."""

    matches: int
    mover: int = 0


class TakeAway(Model[Heap]):
    """The player who faces a multiple of four has lost."""

    sides = 2

    def mover(self, state: Heap) -> int | None:
        return state.mover if state.matches else None

    def moves(self, state: Heap) -> Sequence[Move]:
        most = min(3, state.matches)
        return [Move(Do(str(number)), 1 / most) for number in range(1, most + 1)]

    def after(self, state: Heap, action: Action) -> Heap:
        return Heap(state.matches - int(str(action)), 1 - state.mover)

    def value(self, state: Heap, random: Random) -> tuple[float, ...]:
        if state.matches:
            return (0.5, 0.5)
        return (0.0, 1.0) if state.mover == 0 else (1.0, 0.0)


class Estimated(TakeAway):
    """The same game, of which an end is only as deep as the model looks."""

    def is_certain(self, state: Heap) -> bool:
        return False


class Solvable(TakeAway):
    """The same game, of which the search may prove results. Eight matches may be called a draw."""

    def is_whole(self, state: Heap) -> bool:
        return True

    def mover(self, state: Heap) -> int | None:
        return None if state.matches < 0 else super().mover(state)

    def moves(self, state: Heap) -> Sequence[Move]:
        moves = super().moves(state)
        return moves if state.matches != 8 else [*moves, Move(DRAW, 0.25)]

    def after(self, state: Heap, action: Action) -> Heap:
        return Heap(-1, 1 - state.mover) if action == DRAW else super().after(state, action)

    def value(self, state: Heap, random: Random) -> tuple[float, ...]:
        return (0.5, 0.5) if state.matches < 0 else super().value(state, random)


class Corridor(TakeAway):
    """From seven matches only one may be taken."""

    def moves(self, state: Heap) -> Sequence[Move]:
        return super().moves(state) if state.matches != 7 else [Move(Do("1"), 1.0)]


@dataclass(frozen=True, slots=True)
class Seen(SeatView[Heap]):
    """Everything is known of a heap."""

    heap: Heap

    @property
    def side(self) -> int:
        return self.heap.mover

    def sample(self, random: Random) -> Heap:
        return self.heap


HANDS = (Do("rock"), Do("paper"), Do("scissors"))
OUT = Do("out")


@dataclass(frozen=True, slots=True)
class Hands:
    """Before a game of rock, paper, scissors with one's stake, in it, or after it (`won` is side 0's part).

    `is_at_once`: there is no before.
    """

    stage: str
    won: float = 0.5


class RockPaperScissors(Model[Hands]):
    """Side 0 may stay out for `out`, or play. Winning with rock gives `rock`, else all."""

    sides = 2

    def __init__(self, out: float = 0.0, rock: float = 1.0) -> None:
        self.out = out
        self.rock = rock

    def mover(self, state: Hands) -> int | None:
        return None if state.stage == "after" else 0

    def moves(self, state: Hands) -> Sequence[Move]:
        return [Move(OUT, 0.5), Move(HANDS[0], 0.5)]

    def after(self, state: Hands, action: Action) -> Hands:
        return Hands("after", self.out) if action == OUT else Hands("in")

    def value(self, state: Hands, random: Random) -> tuple[float, ...]:
        return (state.won, 1 - state.won)

    def secret(self, state: Hands) -> Secret | None:
        return Secret(0, HANDS, HANDS) if state.stage == "in" else None

    def after_secret(self, state: Hands, row: Action, column: Action) -> Hands:
        beats = (HANDS.index(row) - HANDS.index(column)) % 3  # type: ignore[arg-type]
        stake = self.rock if HANDS[0] in (row, column) and beats and HANDS[1] not in (row, column) else 1.0
        return Hands("after", (0.5, 0.5 + stake / 2, 0.5 - stake / 2)[beats])


@dataclass(frozen=True, slots=True)
class Player(SeatView[Hands]):
    """One of the two who play."""

    state: Hands
    number: int

    @property
    def side(self) -> int:
        return self.number

    def sample(self, random: Random) -> Hands:
        return self.state


@dataclass(frozen=True, slots=True)
class Cup:
    """A pea is under one of three cups. Side 0 picks one, or first has a `look` at what is under another."""

    pea: int
    looked: bool = False
    picked: int = -1


class Cups(Model[Cup]):
    """A look shows one of the cups 1 and 2 that is empty; then the other is right two times in three."""

    sides = 2

    def mover(self, state: Cup) -> int | None:
        return 0 if state.picked < 0 else None

    def moves(self, state: Cup) -> Sequence[Move]:
        if not state.looked:
            return [Move(Do(word), 0.25) for word in ("0", "1", "2", "look")]
        shown = 2 if state.pea == 1 else 1
        return [Move(Do(f"stay {shown}"), 0.5), Move(Do(f"switch {shown}"), 0.5)]

    def after(self, state: Cup, action: Action) -> Cup:
        match str(action).split():
            case ["look"]:
                return Cup(state.pea, looked=True)
            case ["stay", _]:
                return Cup(state.pea, looked=True, picked=0)
            case ["switch", shown]:
                return Cup(state.pea, looked=True, picked=3 - int(shown))
            case _:
                return Cup(state.pea, picked=int(str(action)))

    def value(self, state: Cup, random: Random) -> tuple[float, ...]:
        if state.picked < 0:
            return (0.5, 0.5)
        return (1.0, 0.0) if state.picked == state.pea else (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Guesser(SeatView[Cup]):
    """Nothing is known but that there are three cups."""

    @property
    def side(self) -> int:
        return 0

    def sample(self, random: Random) -> Cup:
        return Cup(random.randrange(3))
