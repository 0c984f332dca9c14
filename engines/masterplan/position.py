"""A position of Masterplan: pieces, missing pieces, legal actions.

Rules: docs/rules/masterplan.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import NamedTuple, Self

from engines.game import Illegal, Json, Outcome, Position
from engines.grid import Cells, each
from engines.masterplan.board import (
    BOARD,
    HOUSES_EACH,
    PARKS,
    PLAYERS,
    TOWERS,
    Built,
    Homes,
    built,
    cells_of,
    claims,
)
from engines.masterplan.notation import (
    DONE,
    PARKS_ON,
    TAKES,
    TOWERS_ON,
    House,
    MasterplanAction,
    Park,
    Take,
    Tower,
    houses_on,
)
from engines.masterplan.play import Stage, play
from engines.masterplan.refusals import refusal
from engines.record import record
from texts import _n


class Ground(NamedTuple):
    """The empty cells: free for houses, in need of a park, in need of a tower. The last two may overlap."""

    free: Cells
    parks: Cells
    towers: Cells


@record
class Options:
    """`assist`: the turn cannot end while something is missing. `overlap`: `park` or `choice`."""

    assist: bool
    overlap: str


@record
class MasterplanPosition(Position[MasterplanAction]):
    """The board and the turn. Players are indices into `PLAYERS` in the fields."""

    options: Options = field(hash=False)
    homes: tuple[Homes, Homes] = (0, 0)
    park_cells: Cells = 0
    tower_cells: Cells = 0
    overdue_cells: Cells = 0
    """Claimed for parks in an earlier turn and still empty: a park there scores nothing."""
    towers_left: int = TOWERS
    points: tuple[int, int] = (0, 0)
    stage: Stage = field(default=Stage.HOUSE, hash=False)
    _ground: Ground | None = field(default=None, init=False, compare=False)
    """The ground, once it has been asked for."""

    def __repr__(self) -> str:
        return f"<Masterplan {self.state()}>"

    # The board, for tables and screens.

    @property
    def houses(self) -> tuple[Built, ...]:
        """All houses: cell, spot and player."""
        return tuple(
            house for player, homes in zip(PLAYERS, self.homes, strict=True) for house in built(homes, player)
        )

    @property
    def parks(self) -> tuple[str, ...]:
        """The cells with parks, in board order."""
        return BOARD.names_of(self.park_cells)

    @property
    def towers(self) -> tuple[str, ...]:
        """The cells with towers, in board order."""
        return BOARD.names_of(self.tower_cells)

    @property
    def required_parks(self) -> tuple[str, ...]:
        """The cells that need a park now, including overdue ones, in board order. See `options.assist`."""
        return BOARD.names_of(self.ground.parks)

    @property
    def required_towers(self) -> tuple[str, ...]:
        """The cells that need a tower now, in board order; if there are too few towers, all candidates."""
        return BOARD.names_of(self.ground.towers)

    @property
    def hand(self) -> dict[str, int]:
        """The pieces not on the board yet: houses by player, `park` and `tower`."""
        white, yellow = (HOUSES_EACH - homes.bit_count() for homes in self.homes)
        parks = max(0, PARKS - self.park_cells.bit_count())
        return {"white": white, "yellow": yellow, "park": parks, "tower": self.towers_left}

    @property
    def is_scoring_towers(self) -> bool:
        """Whether the houses are done and the towers are being removed, or all are."""
        return self.stage is Stage.TOWERS

    # The same as sets of cells: for the rules.

    @property
    def house_cells(self) -> Cells:
        """The cells with houses of either player."""
        return cells_of(self.homes[0] | self.homes[1])

    @property
    def ground(self) -> Ground:
        """The empty cells by use. Once all is closed, nothing is required any more."""
        ground = self._ground
        if ground is None:
            ground = self._grounded()
            object.__setattr__(self, "_ground", ground)
        return ground

    def _grounded(self) -> Ground:
        white, yellow = self.homes
        houses = cells_of(white | yellow)
        empty = BOARD.all & ~(houses | self.park_cells | self.tower_cells)
        rows, squares = claims(houses)
        parks = rows & empty
        towers = squares & empty if self.towers_left else 0
        free = empty & ~(parks | towers)
        if self.stage is Stage.TOWERS and self.is_closed:
            return Ground(free, 0, 0)
        return Ground(free, parks, towers & ~parks if self.options.overlap == "park" else towers)

    @property
    def is_closed(self) -> bool:
        """Whether overdue pieces can no longer be placed: a tower was taken, or the game is over."""
        if self.stage is not Stage.TOWERS:
            return False
        standing = self.tower_cells.bit_count()
        return not standing or standing + self.towers_left < TOWERS

    # The contract of every game.

    @property
    def players(self) -> tuple[str, ...]:
        """See `Position.players`."""
        return PLAYERS

    @property
    def turn(self) -> str | None:
        """See `Position.turn`. `None` while the towers are scored."""
        if self.stage is Stage.TOWERS:
            return None
        builder = self.next_builder
        return PLAYERS[builder if self.stage is Stage.HOUSE else 1 - builder]

    @property
    def next_builder(self) -> int:
        """The player of the next house. White begins and the players alternate, so the number of houses
        determines it."""
        white, yellow = self.homes
        return (white | yellow).bit_count() % len(PLAYERS)

    @property
    def houses_left(self) -> int:
        """The number of houses not built yet, of both players."""
        white, yellow = self.homes
        return HOUSES_EACH * len(PLAYERS) - (white | yellow).bit_count()

    @property
    def may_build(self) -> bool:
        """Whether a house can be the next action: in its turn, or to end a turn with forgotten pieces."""
        if self.stage is Stage.PIECES:
            return not self.options.assist and bool(self.houses_left)
        return self.stage is Stage.HOUSE

    @property
    def may_end_turn(self) -> bool:
        """Whether `done` can be the next action."""
        return self.stage is Stage.PIECES and not self.options.assist

    def need(self) -> tuple[str, ...]:
        """See `Position.need`."""
        _free, parks, towers = self.ground
        needed = [*(PARKS_ON[cell] for cell in each(parks)), *(TOWERS_ON[cell] for cell in each(towers))]
        return tuple(sorted(map(str, needed)))

    def score(self) -> dict[str, int]:
        """See `Position.score`."""
        return dict(zip(PLAYERS, self.points, strict=True))

    def outcome(self) -> Outcome | None:
        """See `Position.outcome`."""
        if self.stage is not Stage.TOWERS or self.tower_cells:
            return None
        white, yellow = self.points
        if white == yellow:
            return Outcome(None, _n("{number} point each", "{number} points each", white))
        less, more = sorted(self.points)
        reason = _n("{number} point to {other}", "{number} points to {other}", more, other=less)
        return Outcome(PLAYERS[yellow > white], reason)

    def legal(self) -> list[MasterplanAction]:
        """See `Position.legal`."""
        free, parks, towers = self.ground
        actions: list[MasterplanAction] = []
        if parks:
            actions += [PARKS_ON[cell] for cell in each(parks)]
        if towers:
            actions += [TOWERS_ON[cell] for cell in each(towers)]
        if self.may_build:
            actions += houses_on(free)
        if self.may_end_turn:
            actions.append(DONE)
        if self.stage is Stage.TOWERS:
            actions += [TAKES[cell] for cell in each(self.tower_cells)]
        return actions

    @property
    def room(self) -> dict[type[MasterplanAction], Cells]:
        """The cells where each kind of action is legal. The end of a turn has none: see `may_end_turn`."""
        free, parks, towers = self.ground
        builds = free if self.may_build else 0
        return {House: builds, Park: parks, Tower: towers, Take: self.tower_cells * self.is_scoring_towers}

    def prospects(self, builds: Iterable[str]) -> tuple[Cells, Cells]:
        """The cells where houses can still be built in this game, and where parks or towers can still be
        needed, if houses are built on these cells only."""
        houses = self.house_cells
        empty = BOARD.all & ~(houses | self.park_cells | self.tower_cells)
        sites = sum({BOARD.cell[cell] for cell in builds}) if self.houses_left else 0
        # A cell that a row claims stays claimed. One of a square may not: the towers may run out.
        buildable = 0 if self.is_scoring_towers else sites & empty & ~claims(houses).rows
        rows, squares = claims(houses | buildable)
        return buildable, 0 if self.is_closed else (rows | squares) & empty

    def check(self, action: MasterplanAction) -> None:
        """See `Position.check`."""
        reason = refusal(self, action)
        if reason is not None:
            raise Illegal(reason)

    def after(self, action: MasterplanAction) -> tuple[Self, tuple[Json, ...]]:
        """See `Position.after`."""
        return play(self, action)

    def as_json(self) -> Json:
        """See `Position.as_json`."""
        cells = {house.cell: f"{house.player} {house.spot}" for house in self.houses}
        cells |= dict.fromkeys(self.parks, "park") | dict.fromkeys(self.towers, "tower")
        return {"cells": cells, "hand": self.hand}

    def state(self) -> Json:
        """See `Position.state`. In addition to the board, everything that it does not show."""
        return {
            "options": {"assist": self.options.assist, "overlap": self.options.overlap},
            "cells": self.as_json()["cells"],
            "overdue": list(BOARD.names_of(self.overdue_cells)),
            "towers_left": self.towers_left,
            "score": self.score(),
            "stage": self.stage.value,
        }
