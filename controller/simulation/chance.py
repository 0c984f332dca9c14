"""Random actions, also if the rules list none: for people who play anything."""

from __future__ import annotations

from random import Random

from controller.referee.play import Play
from controller.simulation.refused import Refused
from controller.tables.choosing import Selection
from engines.game import Action, RuleError

MOST_TRIES = 400
"""The number of random choices before none counts as legal."""


def any_action(play: Play, random: Random) -> Action:
    """A random legal action; if the rules list none, a random choice on the screen. Raises `Refused` if
    nothing can be played."""
    legal = play.position.legal()
    if legal is not None:
        action: Action = random.choice(list(legal))
        return action
    for selection in play.table.selections(play.position):
        for _ in range(MOST_TRIES):
            try:
                action = play.table.selected(play.position, selection, _some_items(selection, random))
                play.position.check(action)
            except RuleError:
                continue
            return action
    raise Refused("nothing can be played")


def _some_items(selection: Selection, random: Random) -> tuple[str, ...]:
    most = min(selection.most, len(selection.items))
    count = random.randint(min(selection.least, most), most)
    return tuple(item.id for item in random.sample(selection.items, count))
