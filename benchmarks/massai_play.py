"""Fast games of Massaï for `massai_weights` and `massai_setups`: both sides look one action ahead, and are
sometimes careless."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from engines.massai.actions import Attack, guards_allowed
from opponents.massai.guards import filled
from opponents.massai.model import fight, ways
from opponents.massai.river import River, Stage
from opponents.matrix import drawn

LONGEST: Final = 80
"""A game of more actions is given up."""


class Moment(NamedTuple):
    """A turn, or the end of a game, and the winning chance of dark by the best action at first sight."""

    river: River
    dark: float


def started(dark: int, light: int, orthogonal: bool, all_fifteen: bool) -> River:
    """The first turn after these set-ups."""
    return River((0, 0), 0, Stage.SETUP, orthogonal, all_fifteen).begun(dark, light)


def fast_game(river: River, careless: float, random: Random) -> Iterator[Moment]:
    """The moments of a game from here on; the last has another stage than a turn if it was not given up.

    `careless` is how often an action is any of those that are worth a look.
    """
    for _action in range(LONGEST):
        if river.stage is Stage.OVER:
            yield Moment(river, float(river.winner == 0))
            return
        after, worth = _after(river, careless, random)
        yield Moment(river, 1 - worth if river.mover else worth)
        river = after


def _after(river: River, careless: float, random: Random) -> tuple[River, float]:
    """The state after the mover's action and the other's guards, and the worth of its best action to the
    mover."""
    stakes, found = fight(river.announced()) if river.threatened else ((), None)
    by_worth = [
        (found.worth if found and isinstance(action, Attack) else worth, action)
        for worth, action in ways(river)
    ]
    best = max(worth for worth, _action in by_worth)
    is_careless = random.random() < careless
    action = random.choice([action for worth, action in by_worth if is_careless or worth == best])
    if found is None or not isinstance(action, Attack):
        return river.after(action), best
    place = drawn(list(found.attacks), random)
    order = sorted(range(len(stakes)), key=lambda other: -stakes[other].unguarded)
    often = filled(found.guards, order, guards_allowed(river.threatened))
    return river.attacked(stakes[place].cell, random.random() < often[place]), best


def json_text(tables: dict[str, Any]) -> str:
    """The text of a data file, with one row of numbers a line."""
    text = json.dumps(tables, indent=2)
    return re.sub(r"\[([-\d.,\s]+)\]", lambda row: f"[{' '.join(row[1].split())}]", text) + "\n"
