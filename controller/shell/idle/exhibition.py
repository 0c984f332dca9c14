"""The match that the table plays by itself: `medium` against `strong`, in any game for two players."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from random import Random
from typing import Any

from controller.referee.play import Play
from controller.referee.seating import name_of
from controller.tables.remarks import Naming
from controller.view.commentary import EVEN, Expected
from engines.game import Action, Position
from engines.record import replace
from opponents.thought import Budget, Level, Option
from texts import _


def seated(position: Position[Any], number: int) -> Mapping[str, Level]:
    """The level at each seat in the match with this number. The better player alternates between the
    seats."""
    levels = (Level.MEDIUM, Level.STRONG) if number % 2 else (Level.STRONG, Level.MEDIUM)
    return dict(zip(position.seats, levels, strict=True))


def naming(play: Play) -> Naming:
    """The players' names in comments, with their levels."""
    return partial(name_of, play)


def introduction(play: Play) -> str:
    """One sentence: who plays against whom."""
    one, other = map(naming(play), play.position.seats)
    return _("{one} plays against {other}.", one=one, other=other)


def known(play: Play, deck_seed: object) -> Position[Any]:
    """The position with every hand known. At a table that does not see hands, they are dealt from a heap
    shuffled with this seed. The thinking player looks at its own hand only."""
    random = Random(f"{deck_seed} deck")  # noqa: S311 - a game to be repeated, no secret
    header = play.table.tiles.dealt_openly(play.header, random)
    if header is play.header:
        return play.position
    position = play.table.game.start(header)
    for ply in play.plies:
        position, _events = position.after(ply.action)
    return position


def given(position: Position[Any], random: Random) -> Action | None:
    """An action that needs no thinking: the only legal one, any one if it is no player's turn, or a drawn
    one."""
    legal = position.legal()
    if not legal:
        return None
    first: Action = legal[0]
    if position.turn is None or len(legal) == 1:
        return first
    return random.choice(legal) if first.is_chance else None


class Match:
    """One match. The computer thinks at once and by node count, so the same seed gives the same match.

    `nodes` is the better player's search nodes per action; `expected` is that player's evaluation.
    """

    def __init__(self, seed: int, nodes: int) -> None:
        self._seed = seed
        self._nodes = nodes
        self._random = Random(seed)  # noqa: S311 - a game to be repeated, no secret
        self.expected = EVEN

    def seated(self, play: Play) -> Play:
        """The play with its players seated."""
        return replace(play, computers=seated(play.position, self._seed))

    def choose(self, play: Play, but: Collection[Action] = ()) -> Action:
        """The next action. It is none of `but`, unless there is no other."""
        position = known(play, self._seed)
        action = given(position, self._random)
        if action is not None:
            return action
        play = self.seated(play)
        seat = play.computer_of(position.turn)
        assert seat is not None
        level = play.computers[seat]
        from opponents.think import think  # a table that has just been switched on does not think

        thought = think(position, seat, level, self._random, Budget(self._nodes))
        self.expected = expected_of(play, seat, thought.best, self.expected)
        return next(
            (option.action for option in thought.options if option.action not in but), thought.best.action
        )


def expected_of(play: Play, seat: str, option: Option, before: Expected) -> Expected:
    """The evaluation, if this is the best option that the seat has found."""
    is_open = play.table.remarks.is_open and not option.action.is_secret
    if play.computers[seat] is not Level.STRONG or not is_open:
        return before
    side = play.table.side(play.position, seat)
    result = option.results[play.position.players.index(side)]
    return before.with_result(result, naming(play)(side), side)
