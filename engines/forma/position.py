"""A position of Forma: the board, the reserves, and the turn.

Rules: docs/rules/forma.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from itertools import compress, count
from typing import Self

from engines.choices import Choices
from engines.forma.actions import (
    OBSTACLES_ON,
    START,
    TOWERS_ON,
    EndSetup,
    FormaAction,
    Obstacle,
    Tower,
    turns,
)
from engines.forma.board import BOARD, COLOURS, EDGE, OBSTACLES, Counts, all_elements, touching
from engines.forma.play import play
from engines.forma.polyominoes import CODES
from engines.forma.refusals import refusal
from engines.forma.side import Rules, Side, Stage
from engines.game import Illegal, Json, Outcome, Position
from engines.grid import Cells, each
from engines.record import record
from texts import _n, listed


@record
class FormaPosition(Position[FormaAction]):
    """The board, the sides in the order of play, and the mover as an index into them."""

    rules: Rules
    mover: int
    sides: tuple[Side, ...]
    obstacles: Cells = 0
    tower: Cells = 0
    stage: Stage = Stage.SETUP
    _free: Cells | None = field(default=None, init=False, compare=False)
    """The empty cells, once they have been asked for."""

    @property
    def free(self) -> Cells:
        """The empty cells."""
        free = self._free
        if free is None:
            taken = self.obstacles | self.tower
            for side in self.sides:
                taken |= side.elements | side.markers
            free = BOARD.all & ~taken
            object.__setattr__(self, "_free", free)
        return free

    @property
    def side(self) -> Side:
        """The mover's side."""
        return self.sides[self.mover]

    # The board, for tables and screens.

    @property
    def cells(self) -> dict[str, str]:
        """The content of the non-empty cells, in the notation of the rule page, row by row."""
        what = dict.fromkeys(each(self.obstacles), "obstacle") | dict.fromkeys(each(self.tower), "tower")
        for player, side in zip(self.rules.players, self.sides, strict=True):
            what |= dict.fromkeys(each(side.elements), player)
            what |= dict.fromkeys(each(side.markers & ~self.obstacles), f"marker {player}")
            what |= dict.fromkeys(each(side.markers & self.obstacles), f"obstacle {player}")
        return {name: what[cell] for name, cell in BOARD.cell.items() if cell in what}

    # The contract of every game.

    @property
    def players(self) -> tuple[str, ...]:
        """See `Position.players`."""
        return self.rules.players

    @property
    def turn(self) -> str | None:
        """See `Position.turn`."""
        return None if self.stage is Stage.OVER else self.rules.players[self.mover]

    def need(self) -> tuple[str, ...]:
        """See `Position.need`. Markers follow from the rules and are no actions."""
        return ()

    def score(self) -> dict[str, int]:
        """See `Position.score`. The losses are subtracted when the game is over."""
        is_over = self.stage is Stage.OVER
        points = [side.points - (side.loss if is_over else 0) for side in self.sides]
        return dict(zip(self.rules.players, points, strict=True))

    def outcome(self) -> Outcome | None:
        """See `Position.outcome`."""
        if self.stage is not Stage.OVER:
            return None
        score = self.score()
        best = max(score.values())
        first, *others = [player for player, points in score.items() if points == best]
        if others:
            level = listed([first, *others])
            return Outcome(
                None, _n("{number} point for {players}", "{number} points for {players}", best, players=level)
            )
        second = max(points for player, points in score.items() if player != first)
        return Outcome(
            first, _n("{number} point to {other}", "{number} points to {other}", best, other=second)
        )

    def legal(self) -> Sequence[FormaAction]:
        """See `Position.legal`. Its length is found without making the actions."""
        if self.stage is Stage.OVER:
            return ()
        if self.stage is Stage.SETUP:
            return self._set_ups()
        return turns(self.side.reserve, self.free)

    def _set_ups(self) -> Choices[FormaAction]:
        room = self.room()
        towers = 0 if self.tower else room & ~EDGE
        obstacles = room if self.obstacles.bit_count() < OBSTACLES else 0
        return Choices([START] if self.tower else (), (TOWERS_ON, OBSTACLES_ON), (towers, obstacles))

    def room(self) -> Cells:
        """The cells allowed for an obstacle in the set-up."""
        return self.free & ~touching(self.obstacles | self.tower, self.rules.contact)

    def may_set_up(self, action: Obstacle | Tower | EndSetup) -> bool:
        """Whether `check` accepts an action of the set-up. It is fast because it gives no reason."""
        if self.stage is not Stage.SETUP:
            return False
        match action:
            case Obstacle(cell=cell):
                return self.obstacles.bit_count() < OBSTACLES and bool(cell & self.room())
            case Tower(cell=cell):
                return not self.tower and bool(cell & self.room() & ~EDGE)
        return bool(self.tower)

    def check(self, action: FormaAction) -> None:
        """See `Position.check`."""
        reason = refusal(self, action)
        if reason is not None:
            raise Illegal(reason)

    def after(self, action: FormaAction) -> tuple[Self, tuple[Json, ...]]:
        """See `Position.after`."""
        return play(self, action)

    def as_json(self) -> Json:
        """See `Position.as_json`."""
        sides = dict(zip(self.rules.players, self.sides, strict=True))
        return {
            "cells": self.cells,
            "reserve": {player: codes_of(side.reserve) for player, side in sides.items()},
            "withdrawn": {player: codes_of(side.withdrawn) for player, side in sides.items()},
            "bridges": {player: side.bridges for player, side in sides.items()},
        }

    def state(self) -> Json:
        """See `Position.state`. In addition to the rule page's format, everything that the board does not
        show."""
        tower = next(compress(count(), (side.has_tower for side in self.sides)), None)
        return {
            **self.as_json(),
            "players": list(self.rules.players),
            "contact": self.rules.contact,
            "mover": self.rules.players[self.mover],
            "stage": self.stage.value,
            "tower_of": None if tower is None else self.rules.players[tower],
        }


def codes_of(elements: Counts) -> list[str]:
    """The codes of these elements, sorted."""
    return [code for code, number in zip(CODES, elements, strict=True) for _ in range(number)]


def first_position(rules: Rules, first: int) -> FormaPosition:
    """An empty board, and the player who sets it up."""
    reserve = all_elements(len(COLOURS) // len(rules.players))
    return FormaPosition(rules, first, tuple(Side(reserve) for _ in rules.players))


def position_from(state: Json) -> FormaPosition:
    """The position with this `state`."""
    players = tuple(state["players"])
    held: dict[str, Cells] = {}
    for name, what in state["cells"].items():
        held[what] = held.get(what, 0) | BOARD.cell[name]
    capped = {player: held.get(f"obstacle {player}", 0) for player in players}
    return FormaPosition(
        Rules(players, state["contact"]),
        players.index(state["mover"]),
        tuple(
            Side(
                reserve=tuple(map(state["reserve"][player].count, CODES)),
                withdrawn=tuple(map(state["withdrawn"][player].count, CODES)),
                elements=held.get(player, 0),
                markers=held.get(f"marker {player}", 0) | capped[player],
                has_tower=state["tower_of"] == player,
                bridges=state["bridges"][player],
            )
            for player in players
        ),
        held.get("obstacle", 0) | sum(capped.values()),
        held.get("tower", 0),
        Stage(state["stage"]),
    )
