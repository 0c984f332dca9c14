"""Massaï for the search: candidate actions and evaluation.

An attack is a matrix game of the attacked hut against the guards, the set-up another. Neither secret is ever
in a view: the search considers what both sides might choose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import comb, exp
from random import Random
from typing import Final

from engines.game import Action
from engines.massai.actions import (
    ALL_HUTS,
    ATTACKS,
    BUILDS,
    MOVES,
    PASS,
    PLAYERS,
    Attack,
    GamePhase,
    Guard,
    MassaiAction,
    Setup,
    guards_allowed,
)
from engines.massai.game import MassaiPosition
from engines.massai.huts import split
from engines.record import record
from opponents.levels import SEARCHING, Glance, Handicap
from opponents.massai.guards import Balance, Stake, balance, choices, filled
from opponents.massai.habits import fights, habit, tilted
from opponents.massai.river import River, Stage
from opponents.massai.setups import dark_wins, setups
from opponents.massai.value import chance, glances
from opponents.model import Model, Move, SeatView, Secret
from opponents.thought import Level, Seen, Thought

_STAGES = {
    GamePhase.SETUP: Stage.SETUP,
    GamePhase.TURN: Stage.TURN,
    GamePhase.GUARDS: Stage.GUARDS,
    GamePhase.OVER: Stage.OVER,
}

_SHARPNESS = 8.0
"""How strongly the prior of a move follows its first evaluation: by e to the power of this for a sure win."""

_MOST_HUTS = 12
"""The most huts of a state that are searched. An attack is besides: at first sight nothing is known of it."""

_MOST_GUARDS = 20
"""Up to this many sets of guards, all are searched."""

_BLUR = 0.1
"""The share of guards that is spread uniformly, so that each hut is in some set."""


@record
class RiverView(SeatView[River]):
    """The public part of a game, from one seat."""

    seat: int
    river: River

    @property
    def side(self) -> int:
        return self.seat

    def sample(self, random: Random) -> River:
        return self.river


def view(position: MassaiPosition, seat: str, hand: frozenset[str] = frozenset()) -> RiverView:
    """The seat's relevant knowledge: no marks before both are shown, no attacked cell."""
    outcome = position.outcome()
    river = River(
        huts=position.huts,
        mover=position.mover,
        stage=_STAGES[position.phase],
        orthogonal=position.orthogonal,
        all_fifteen=position.all_fifteen,
        winner=PLAYERS.index(outcome.winner) if outcome is not None and outcome.winner is not None else -1,
    )
    return RiverView(PLAYERS.index(seat), river)


class MassaiModel(Model[River]):
    """The game by both its options."""

    sides = 2

    def mover(self, state: River) -> int | None:
        return None if state.stage is Stage.OVER else state.mover

    def moves(self, state: River) -> Sequence[Move]:
        found = sorted(ways(state), key=lambda way: -way[0])
        found = [way for place, way in enumerate(found) if place < _MOST_HUTS or isinstance(way[1], Attack)]
        weights = [exp(_SHARPNESS * (worth - found[0][0])) for worth, _action in found]
        total = sum(weights)
        return [Move(action, weight / total) for weight, (_worth, action) in zip(weights, found, strict=True)]

    def is_whole(self, state: River) -> bool:
        """See `Model.is_whole`. All huts on the board can be moved in more ways than are searched."""
        own = state.own
        room = state.touching(own) & ~(own | state.other)
        return own.bit_count() < ALL_HUTS and room.bit_count() <= _MOST_HUTS

    def after(self, state: River, action: MassaiAction) -> River:
        if isinstance(action, Attack):
            return state.announced()
        return state.after(action)

    def value(self, state: River, random: Random) -> tuple[float, ...]:
        worth = _worth(state)
        return (1 - worth, worth) if state.mover else (worth, 1 - worth)

    def secret(self, state: River) -> Secret | None:
        if state.stage is Stage.GUARDS:
            return _attack(state)
        if state.stage is Stage.SETUP:
            return _setting_up(state)
        return None

    def against(
        self, thought: Thought, view: SeatView[River], seen: Sequence[Seen], random: Random
    ) -> Thought:
        river = view.sample(random)
        if not river.threatened or river.stage not in (Stage.TURN, Stage.GUARDS):
            return thought
        by_habit = habit(fights(seen), view.side, fight)
        return tilted(thought, river, fight(river)[0], by_habit, random)

    def after_secret(self, state: River, row: Action, column: Action) -> River:
        if isinstance(row, Attack):
            assert isinstance(column, Guard)
            return state.attacked(row.cell, bool(row.cell & column.cells))
        assert isinstance(row, Setup)
        assert isinstance(column, Setup)
        return state.begun(row.cells, column.cells)


MODEL = MassaiModel()

HANDICAPS: Final[Mapping[Level, Handicap | Glance]] = {
    Level.BEGINNER: Glance(1.5),
    Level.EASY: Glance(3),
    **SEARCHING,
    Level.MEDIUM: Handicap(100, 1.5),
}
"""A deeper search gains little here, and all who search draw the same set-ups: `medium` is less careful."""


def _worth(state: River) -> float:
    """The mover's winning chance."""
    if state.stage is Stage.OVER:
        return float(state.winner == state.mover)
    if state.stage is Stage.GUARDS:
        return fight(state)[1].worth
    return chance(state) if state.stage is Stage.TURN else 0.5


def _worth_to(side: int, state: River) -> float:
    return _worth(state) if state.mover == side else 1 - _worth(state)


def ways(state: River) -> list[tuple[float, MassaiAction]]:
    """The actions of a turn and their first evaluations; one attack stands for all, and is worth as much as
    the turn until it is looked at."""
    own, position = state.own, state.position
    found: list[tuple[float, MassaiAction]] = []
    if own.bit_count() < ALL_HUTS:
        room = state.touching(own) & ~(own | state.other)
        found += [(worth, BUILDS[goal]) for goal, worth in glances(state, own, room)]
    else:
        for hut in split(own):
            found += [
                (worth, MOVES[hut][goal]) for goal, worth in glances(state, own & ~hut, position.goals(hut))
            ]
    if state.threatened:
        found.append((chance(state), ATTACKS[next(split(state.threatened))]))
    return found or [(0.5, PASS)]


@lru_cache(maxsize=1 << 12)
def fight(state: River) -> tuple[tuple[Stake, ...], Balance]:
    """The stakes of an attack, and both sides' choices by the first evaluation."""
    huts = state.threatened
    stakes = tuple(
        Stake(
            hut,
            _worth_to(state.mover, state.attacked(hut, guarded=False)),
            _worth_to(state.mover, state.attacked(hut, guarded=True)),
        )
        for hut in split(huts)
    )
    return stakes, balance(stakes, guards_allowed(huts))


@cache
def _setting_up(state: River) -> Secret:
    """The set-ups of dark against those of light, by games. Mirrored pairs share an outcome, so neither side
    of the river is ever preferred."""
    dark, light = (setups(player, state.orthogonal) for player in PLAYERS)
    half, number = len(dark) // 2, len(light)
    mirrored = [
        place * number + (column + half) % number for place in range(half) for column in range(number)
    ]
    shares = [share for row in dark_wins(state.orthogonal, state.all_fifteen) for share in row]
    return Secret(0, dark, light, (*range(half * number), *mirrored), tuple(shares), is_measured=True)


def _attack(state: River) -> Secret:
    """The huts that can be attacked, and the sets of guards. The result depends on one hut only."""
    stakes, found = fight(state)
    columns = _guards(stakes, found.guards, guards_allowed(state.threatened))
    outcomes = [
        2 * place + bool(stake.cell & column) for place, stake in enumerate(stakes) for column in columns
    ]
    guesses = [worth for stake in stakes for worth in (stake.unguarded, stake.guarded)]
    rows = tuple(ATTACKS[stake.cell] for stake in stakes)
    return Secret(state.mover, rows, tuple(map(Guard, columns)), tuple(outcomes), tuple(guesses))


def _guards(stakes: Sequence[Stake], often: Sequence[float], guards: int) -> list[int]:
    """The sets of huts to guard: all of this size or, if those are many, some that guard with the frequencies
    `often`."""
    huts = [stake.cell for stake in stakes]
    if comb(len(huts), guards) <= _MOST_GUARDS:
        return [sum(some) for some in combinations(huts, guards)]
    by_worth = sorted(range(len(huts)), key=lambda place: -stakes[place].unguarded)
    evenly = _BLUR * guards / len(huts)
    often = [(1 - _BLUR) * share + evenly for share in filled(often, by_worth, guards)]
    sets = []
    for order in (range(len(huts)), by_worth):
        some = choices([often[place] for place in order])
        sets += [sum(huts[order[index]] for index in indices) for indices in some]
    return sorted(set(sets))
