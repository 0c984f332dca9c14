"""Sensible moves for a demonstration: what scores, and else what stays in company. One move deep."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from controller.play import Play
from controller.refused import Refused
from controller.tables.table import GameTable, Selection
from controller.view import Mark
from engines.game import Action, Position, RuleError
from hardware.ports import sites_in

NEAR = 1.5
"""Pieces closer than this, in cells, are company."""

MOST_WEIGHED = 1_000
"""More legal actions than this are not all thought of."""

DRAWN = 150
"""So many of them are drawn then."""

MOST_TRIES = 400
"""So often a choice is made at random before none is thought to be legal."""

SECRETLY = 0.25
"""How often something secret is done where something open could be."""

Liking = Callable[[Play, Action], float]


def choose(
    play: Play,
    random: Random,
    but: Iterable[Action] = (),
    liking: Liking | None = None,
    most: int = MOST_WEIGHED,
) -> Action:
    """The legal action with which the mover comes out best when all that it calls for is done; of equal ones
    the one that is liked more, then the one in most company, and then any. `but` are not chosen.
    Of more legal actions than `most` only some are thought of.

    What is secret is done at random: whoever looked ahead would see what others hide. Raises `Refused` where
    nothing can be played.
    """
    barred = set(but)
    legal = [action for action in _some_legal(play, random, most) if action not in barred]
    secret = [action for action in legal if action.is_secret]
    if not legal or len(secret) == len(legal) or (secret and random.random() < SECRETLY):
        return random.choice(secret) if secret else any_action(play, random)
    marks = play.table.marks(play.position).marks
    ranks = {
        action: (
            _lead(play, action),
            liking(play, action) if liking else 0.0,
            _company(play, action, marks),
            random.random(),
        )
        for action in legal
        if not action.is_secret
    }
    return max(ranks, key=lambda action: ranks[action])


def any_action(play: Play, random: Random) -> Action:
    """A legal action at random; where the rules list none, a choice on the screen at random. Raises `Refused`
    where nothing can be played."""
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


def _some_legal(play: Play, random: Random, most: int) -> Sequence[Action]:
    """The legal actions, or as many of them as are weighed."""
    legal: Sequence[Action] = play.position.legal() or ()
    if len(legal) <= most:
        return legal
    return [legal[place] for place in random.sample(range(len(legal)), min(DRAWN, most))]


def _lead(play: Play, action: Action) -> int:
    """By how many points the mover is ahead of the best other, at the end of the turn."""
    mover = play.position.turn
    position = _turn_done(play, action)
    score = position.score()
    if mover is None:
        return 0
    own = play.table.side(position, mover)
    return score[own] - max(points for player, points in score.items() if player != own)


def _turn_done(play: Play, action: Action) -> Position[Any]:
    """The position after an action and everything that it calls for."""
    position, _ = play.position.after(action)
    while position.turn == play.position.turn and (needed := position.need()):
        position, _ = position.after(play.table.game.parse(needed[0]))
    return position


def _company(play: Play, action: Action, marks: Sequence[Mark]) -> int:
    """How many pieces stand near the place of an action."""
    return sum(
        max(abs(mark.x - x), abs(mark.y - y)) < NEAR
        for x, y in _places(play.table, play.table.touched(play.position, action))
        for mark in marks
    )


def _places(table: GameTable[Any], sites: int) -> list[tuple[float, float]]:
    """The middles of the cells that sites are in."""
    corners = [table.corner(site) for site in sites_in(sites)]
    return [(math.floor(x + size / 2) + 0.5, math.floor(y + size / 2) + 0.5) for x, y, size in corners]
