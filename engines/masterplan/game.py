"""Masterplan: build houses beside future parks and towers; only houses score.

Rules: docs/rules/masterplan.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.game import Game
from engines.header import check_fields, read_options
from engines.masterplan.board import BOARD, PLAYERS, home
from engines.masterplan.notation import MasterplanAction, parse
from engines.masterplan.play import Stage
from engines.masterplan.position import MasterplanPosition, Options

_CHOICES: dict[str, tuple[Any, ...]] = {"assist": (True, False), "overlap": ("park", "choice")}


class Masterplan(Game[MasterplanAction]):
    """Masterplan by its rule page."""

    name: ClassVar[str] = "masterplan"

    def start(self, header: Mapping[str, Any]) -> MasterplanPosition:
        """See `Game.start`. The header has `options` alone."""
        check_fields(self.name, header, ("options",))
        return MasterplanPosition(Options(**read_options(header, _CHOICES)))

    def parse(self, text: str) -> MasterplanAction:
        """See `Game.parse`."""
        return parse(text)

    def restore(self, state: Mapping[str, Any]) -> MasterplanPosition:
        """See `Game.restore`."""
        held = dict.fromkeys((*PLAYERS, "park", "tower"), 0)
        for cell, what in state["cells"].items():
            thing, *spot = what.split()
            held[thing] |= home(cell, *spot) if spot else BOARD.cell[cell]
        return MasterplanPosition(
            options=Options(**state["options"]),
            homes=(held["white"], held["yellow"]),
            park_cells=held["park"],
            tower_cells=held["tower"],
            overdue_cells=sum(BOARD.cell[cell] for cell in state["overdue"]),
            towers_left=state["towers_left"],
            points=(state["score"]["white"], state["score"]["yellow"]),
            stage=Stage(state["stage"]),
        )


GAME = Masterplan()
