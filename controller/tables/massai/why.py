"""Why a cell of Massaï is as it is: from where its hut can be attacked, or whether one may be built."""

from __future__ import annotations

from controller.tables.massai.words import PLAYER_NAMES
from engines.massai.actions import PLAYERS
from engines.massai.game import MassaiPosition
from engines.massai.huts import NAMES, split
from texts import _


def why(position: MassaiPosition, cell: int, refusal: str) -> str:
    """A cell in words, with the rules' reason against a hut there."""
    for index, player in enumerate(PLAYERS):
        if not position.huts[index] & cell:
            continue
        foes = position.touching(cell) & position.huts[1 - index]
        other = PLAYER_NAMES[PLAYERS[1 - index]]
        names = {"cell": NAMES[cell], "player": PLAYER_NAMES[player], "other": other}
        if not foes:
            return _("{player}'s hut on {cell}: no hut of {other} touches it, so it is safe.", **names)
        return _(
            "{player}'s hut on {cell}: {other} can attack it from {cells}.",
            cells=_listed(foes),
            **names,
        )
    if refusal:
        return refusal
    player = PLAYERS[position.mover]
    beside = position.touching(cell) & position.huts[position.mover]
    return _(
        "{player} may build on {cell}: it touches {cells}.",
        player=PLAYER_NAMES[player],
        cell=NAMES[cell],
        cells=_listed(beside),
    )


def _listed(cells: int) -> str:
    return ", ".join(sorted(NAMES[cell] for cell in split(cells)))
