"""Stones: on nine cells, players set one stone each in turn. The game ends when the board is full."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engines.game import Action, BadNotation, Game, Illegal, Json, Outcome, Position
from engines.header import check_fields, read_options

CELLS = tuple(f"{column}{row}" for row in "123" for column in "abc")
PLAYERS = ("black", "white")


@dataclass(frozen=True, slots=True, repr=False)
class Put(Action):
    """A stone on a cell."""

    cell: str

    def __str__(self) -> str:
        return f"put {self.cell}"


@dataclass(frozen=True, slots=True, repr=False)
class StonesPosition(Position[Put]):
    """The cells with stones, in the order in which they were set."""

    stones: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        return PLAYERS

    @property
    def turn(self) -> str | None:
        return None if self.outcome() else PLAYERS[len(self.stones) % 2]

    def owner(self, cell: str) -> str:
        """The player of the stone on a cell."""
        return PLAYERS[self.stones.index(cell) % 2]

    def need(self) -> tuple[str, ...]:
        return ()

    def score(self) -> dict[str, int]:
        return {player: len(self.stones[turn::2]) for turn, player in enumerate(PLAYERS)}

    def outcome(self) -> Outcome | None:
        return Outcome(PLAYERS[0], "the board is full") if len(self.stones) == len(CELLS) else None

    def legal(self) -> tuple[Put, ...]:
        return tuple(Put(cell) for cell in CELLS if cell not in self.stones)

    def check(self, action: Put) -> None:
        if action.cell in self.stones:
            raise Illegal(f"{action.cell} is taken")

    def after(self, action: Put) -> tuple[StonesPosition, tuple[Json, ...]]:
        event = {"kind": "stone", "player": self.turn, "points": 1}
        return replace(self, stones=(*self.stones, action.cell)), (event,)

    def as_json(self) -> Json:
        return {"game": "stones", "stones": list(self.stones)}

    def state(self) -> Json:
        return self.as_json()


class Stones(Game[Put]):
    """See `Game`."""

    name = "stones"

    def start(self, header: Mapping[str, Any]) -> StonesPosition:
        check_fields(self.name, header, ("options",))
        read_options(header, {})
        return StonesPosition()

    def parse(self, text: str) -> Put:
        word, _space, cell = text.partition(" ")
        if word != "put" or cell not in CELLS:
            raise BadNotation(f"{text!r} is no action: an action is 'put CELL'")
        return Put(cell)

    def restore(self, state: Mapping[str, Any]) -> StonesPosition:
        return StonesPosition(tuple(state["stones"]))


GAME = Stones()
