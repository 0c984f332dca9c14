"""Whole games between opponents: the beginning of each, and its play to the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from benchmarks import rivals
from controller.shell.idle.exhibition import given
from engines.cites.blocks import NAMES
from engines.forma.actions import EndSetup, Obstacle, Place, Tower
from engines.game import Action, Position
from engines.games import GAMES
from opponents.simple import at_random, greedy
from opponents.think import think
from opponents.thought import Budget, Level, Seen

MOST_ACTIONS: Final = 600
"""A longer game counts as a draw: in Massaï players may attack each other for ever."""

MOST_OBSTACLES: Final = 7
UNLIMITED: Final = 1 << 62

Player = Callable[[Position[Any], str, Random, Budget, Sequence[Seen]], Action]
"""Chooses the action of a seat. It must use only the information of that seat: the last are the secret
choices of this game that were shown."""


def _thinking(level: Level) -> Player:
    def player(
        position: Position[Any], seat: str, random: Random, budget: Budget, seen: Sequence[Seen]
    ) -> Action:
        return think(position, seat, level, random, budget, seen=seen).best.action

    return player


PLAYERS: Final[Mapping[str, Player]] = {
    "strong": _thinking(Level.STRONG),
    "medium": _thinking(Level.MEDIUM),
    "path": lambda position, seat, random, budget, seen: rivals.path(position, seat, random),
    "uct": lambda position, seat, random, budget, seen: rivals.uct(position, seat, random, budget),
    "greedy": lambda position, seat, random, budget, seen: greedy(position, seat, random),
    "easy": _thinking(Level.EASY),
    "beginner": _thinking(Level.BEGINNER),
    "random": lambda position, seat, random, budget, seen: at_random(position, seat, random),
}
"""All players of the round robin, by name: expected winners first."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The limit of thinking per action: seconds of processor time, or nodes if these are limited too."""

    seconds: float | None = None
    nodes: int | None = None

    def budget(self) -> Budget:
        """The budget of an action that begins now."""
        nodes = UNLIMITED if self.nodes is None else self.nodes
        if self.seconds is None:
            return Budget(nodes)
        end_s = time.process_time() + self.seconds
        return Budget(nodes, lambda: time.process_time() >= end_s)


@dataclass(frozen=True, slots=True)
class Match:
    """One game of a pair of players. Two consecutive games, from an even `number` on, begin alike with the
    seats swapped."""

    game: str
    pair: tuple[str, str]
    seed: int
    number: int

    @property
    def seated(self) -> tuple[str, str]:
        """The players by seats."""
        return self.pair if self.number % 2 == 0 else self.pair[::-1]

    def dice(self, what: object) -> Random:
        """The random numbers of one part of the game."""
        return Random(f"{self.seed} {self.game} {':'.join(self.pair)} {what}")

    def opening(self) -> Position[Any]:
        """The start position."""
        return opening(self.game, self.dice(self.number // 2))


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: the winner (none for a draw), the number of actions, and for each of the pair the
    processor time, in seconds, and the number of actions thought about."""

    match: Match
    limit: Limit
    winner: str | None
    actions: int
    is_over: bool
    thought_s: tuple[float, float]
    thought_of: tuple[int, int]

    @property
    def share(self) -> float:
        """The first player's result: a draw is half a game."""
        return 0.5 if self.winner is None else float(self.winner == self.match.pair[0])


def played(match: Match, limit: Limit) -> Played:
    """Play a game. With nodes as the only limit the same match gives the same game."""
    position = match.opening()
    seats = {
        seat: _Seat(name, match.dice(f"{match.number} {seat}"))
        for seat, name in zip(position.seats, match.seated, strict=True)
    }
    actions = 0
    seen: list[Seen] = []
    chance = match.dice(f"{match.number} chance")
    while position.outcome() is None and actions < MOST_ACTIONS:
        action = given(position, chance) or seats[str(position.turn)].chosen(position, limit, seen)
        position.check(action)
        before, (position, _) = position, position.after(action)
        if before.secret_plies and not position.secret_plies:
            seen.append((before, action))
        actions += 1
    outcome = position.outcome()
    winner = outcome.winner if outcome is not None else None
    by_name = {seat.name: seat for seat in seats.values()}
    one, other = (by_name[name] for name in match.pair)
    return Played(
        match,
        limit,
        winner=None if winner is None else seats[winner].name,
        actions=actions,
        is_over=outcome is not None,
        thought_s=(round(one.thought_s, 3), round(other.thought_s, 3)),
        thought_of=(one.thought_of, other.thought_of),
    )


class _Seat:
    """A player at the table, with the time used."""

    def __init__(self, name: str, dice: Random) -> None:
        self.name = name
        self.thought_s = 0.0
        self.thought_of = 0
        self._dice = dice

    def chosen(self, position: Position[Any], limit: Limit, seen: Sequence[Seen]) -> Action:
        """The action that the player makes."""
        begun_s = time.process_time()
        action = PLAYERS[self.name](position, str(position.turn), self._dice, limit.budget(), seen)
        self.thought_s += time.process_time() - begun_s
        self.thought_of += 1
        return action


# Beginnings of games


def opening(game: str, dice: Random) -> Position[Any]:
    """The first position to think about. Games without chance or secrets begin with a few random actions."""
    begin = _OPENINGS.get(game)
    return begin(dice) if begin else GAMES[game].start({"game": game})


def _masterplan(dice: Random) -> Position[Any]:
    """One house each."""
    position = GAMES["masterplan"].start({"game": "masterplan"})
    for _ in range(2):
        position, _events = position.after(dice.choice(position.legal() or ()))
    return position


def _forma(dice: Random) -> Position[Any]:
    """Two players, the tower and a few random obstacles, and one element each."""
    position = GAMES["forma"].start({"game": "forma", "players": 2})
    obstacles = dice.randint(0, MOST_OBSTACLES)
    for kinds in ((Tower,), *[(Obstacle,)] * obstacles, (EndSetup,), (Place,), (Place,)):
        position = _with_any(position, kinds, dice)
    return position


def _with_any(position: Position[Any], kinds: tuple[type, ...], dice: Random) -> Position[Any]:
    legal = [action for action in position.legal() or () if isinstance(action, kinds)]
    return position.after(dice.choice(legal))[0] if legal else position


def _cites(dice: Random) -> Position[Any]:
    """Two players, and blocks dealt from a shuffled heap. Each knows only its own hand."""
    deck = list(NAMES)
    dice.shuffle(deck)
    header = {"game": "cites", "players": 2, "options": {"hands": "open"}, "speaker": "p1", "deck": deck}
    return GAMES["cites"].start(header)


_OPENINGS: Final[Mapping[str, Callable[[Random], Position[Any]]]] = {
    "masterplan": _masterplan,
    "forma": _forma,
    "cites": _cites,
}
