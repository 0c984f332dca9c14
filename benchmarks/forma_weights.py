"""`python -m benchmarks.forma_weights [GAMES] [NODES]`: fit `opponents/forma/weights.json` to new games.

`strong` plays itself. What its positions said of bridges and of elements in reserve is compared with what
came of them (logistic regressions), and the estimated lead with who won. The lead is estimated by the weights
that are there: run it again until they stay.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp, log
from multiprocessing import Pool
from random import Random
from typing import Any, Final, NamedTuple

from benchmarks.matches import opening
from controller.shell.idle.exhibition import given
from engines.forma.actions import FormaAction, Place
from engines.forma.board import BOARD, FITTER, fits_on
from engines.forma.bridge_bounds import fewest
from engines.forma.bridge_sheet import sheet_of
from engines.forma.polyominoes import SIZES
from engines.forma.position import FormaPosition
from engines.forma.side import BRIDGE_POINTS, Stage
from opponents.forma.ends import shares
from opponents.forma.races import race
from opponents.forma.state import Stand, State, state_of
from opponents.forma.value import estimates, places_each
from opponents.forma.weights import FILE, WEIGHTS
from opponents.think import think
from opponents.thought import Budget, Level

SHEET: Final = sheet_of(BOARD)
RIDGE: Final = 1.0
"""Keeps weights of which the games say little as they were."""

SURES: Final = tuple(range(2, 41))
BY_CELL: Final = tuple(step / 200 for step in range(61))
"""The doubts that are tried."""


class Row(NamedTuple):
    """What a chance depends on, how often it was met, and how often it came true."""

    terms: tuple[float, ...]
    met: int
    came: float


class Lead(NamedTuple):
    """The lead that the first of two players was thought to have, the empty cells, and the result."""

    points: float
    free: int
    came: float


class Seen(NamedTuple):
    """What one game says."""

    bridges: list[Row]
    placed: list[Row]
    leads: list[Lead]
    enclosed: list[int]
    """The points that each element enclosed."""


def played(number: int, nodes: int) -> Iterator[tuple[State, FormaAction | None]]:
    """The turns of one game with their actions, and its end."""
    random = Random(f"{number} forma weights")
    position = opening("forma", random)
    while isinstance(position, FormaPosition) and position.outcome() is None:
        action: Any = given(position, random)
        if action is None:
            action = think(position, str(position.turn), Level.STRONG, random, Budget(nodes)).best.action
            yield state_of(position), action
        position, _events = position.after(action)
    assert isinstance(position, FormaPosition)
    yield state_of(position), None


def seen(turns: Sequence[tuple[State, FormaAction | None]]) -> Seen:
    """What the turns of a game say, compared with its end."""
    found, (end, _none) = Seen([], [], [], []), turns[-1]
    came = shares([stand.final for stand in end.players])[0]
    later: list[Counter[int]] = [Counter() for _player in end.players]
    for (state, action), (after, _action) in reversed(list(pairwise(turns))):
        mover = state.mover
        if isinstance(action, Place):
            later[mover][FITTER.code_of(action.cells) or 0] += 1
            gain = after.players[mover].points - state.players[mover].points
            bridges = after.players[mover].bridges.number - state.players[mover].bridges.number
            found.enclosed.append(gain - action.cells.bit_count() - BRIDGE_POINTS * bridges)
        if state.stage is not Stage.TURN:
            continue
        places = places_each(state, fits_on(state.free))
        for player, (stand, last) in enumerate(zip(state.players, end.players, strict=True)):
            found.bridges.extend(_bridges(state, player, last))
            found.placed.extend(_placed(stand, later[player], places))
        first, second = estimates(state)
        found.leads.append(Lead(first - second, state.free.bit_count(), came))
    return found


def _bridges(state: State, player: int, last: Stand) -> Iterator[Row]:
    """For each axis on which a bridge may come: whether one more came."""
    stand = state.players[player]
    for axis, ground in enumerate(stand.grounds(state.free)):
        chain, wall = ground.chain(), ground.wall()
        if not chain:
            continue
        here = race(state, player, axis, chain, wall)
        if here.missing and here.wall and here.missing <= here.left:
            yield Row(here.terms, 1, float(_chains(last, axis) > _chains(stand, axis)))


def _chains(stand: Stand, axis: int) -> int:
    """The most chains of one axis alone."""
    edges = ((SHEET.west, SHEET.east), (SHEET.south, SHEET.north))[axis]
    return fewest(SHEET, stand.elements | stand.markers, *edges)


def _placed(stand: Stand, later: Mapping[int, int], places: Sequence[float]) -> Iterator[Row]:
    """For each element of a reserve that fits: how many of them were placed later."""
    for code, number in enumerate(stand.reserve):
        if number and places[code]:
            yield Row((1.0, log(places[code]), SIZES[code]), number, float(later[code]))


def logistic(rows: Sequence[Row], start: Sequence[float], steps: int = 12) -> list[float]:
    """The weights with which the terms say best what came, by Newton's method."""
    weights = list(start)
    size = len(weights)
    for _step in range(steps):
        slope = [RIDGE * (before - weight) for before, weight in zip(start, weights, strict=True)]
        bend = [[RIDGE * (one == other) for other in range(size)] for one in range(size)]
        for terms, met, came in rows:
            odds = sum([weight * term for weight, term in zip(weights, terms, strict=True)])
            chance = 1 / (1 + exp(-max(-30.0, min(30.0, odds))))
            miss, spread = came - met * chance, met * chance * (1 - chance)
            for one, term in enumerate(terms):
                slope[one] += miss * term
                line, part = bend[one], spread * term
                for other in range(one + 1):
                    line[other] += part * terms[other]
        weights = [weight + change for weight, change in zip(weights, solved(bend, slope), strict=True)]
    return weights


def solved(lower: list[list[float]], right: list[float]) -> list[float]:
    """The solution of symmetric equations, of which the lower half is given (Cholesky)."""
    size = len(right)
    root = [[0.0] * size for _row in range(size)]
    for row in range(size):
        for column in range(row + 1):
            rest = lower[row][column] - sum(root[row][k] * root[column][k] for k in range(column))
            root[row][column] = rest**0.5 if row == column else rest / root[column][column]
    half = list[float]()
    for row in range(size):
        half.append((right[row] - sum(root[row][k] * half[k] for k in range(row))) / root[row][row])
    found = [0.0] * size
    for row in reversed(range(size)):
        rest = half[row] - sum(root[k][row] * found[k] for k in range(row + 1, size))
        found[row] = rest / root[row][row]
    return found


def surprise(leads: Sequence[Lead], sure: float, by_cell: float) -> float:
    """How badly a doubt foretells who wins: the mean log loss."""
    total = 0.0
    for points, free, came in leads:
        odds = points / (sure + by_cell * free)
        total += log(1 + exp(-abs(odds))) + max(odds, 0.0) - odds * came
    return total / len(leads)


def fitted(games: Sequence[Seen]) -> dict[str, Any]:
    """The weights by what games say."""
    leads = [lead for game in games for lead in game.leads]
    enclosed = [points for game in games for points in game.enclosed]
    found: dict[str, Any] = {
        "bridge": _fitted("bridge", [row for game in games for row in game.bridges]),
        "placed": _fitted("placed", [row for game in games for row in game.placed]),
    }
    sure, by_cell = min(
        ((sure, by_cell) for sure in SURES for by_cell in BY_CELL), key=lambda one: surprise(leads, *one)
    )
    found["encloses"] = _rounded(sum(enclosed) / len(enclosed))
    found["doubt"] = {"at the end": float(sure), "by empty cell": by_cell}
    return found


def _fitted(name: str, rows: Sequence[Row]) -> dict[str, float]:
    before = WEIGHTS[name]
    found = logistic(rows, list(before.values()))
    return {term: _rounded(weight) for term, weight in zip(before, found, strict=True)}


def _rounded(weight: float) -> float:
    return float(f"{weight:.3g}")


def _game(task: tuple[int, int]) -> Seen:
    return seen(list(played(*task)))


def main(games: int, nodes: int) -> None:
    """Play, fit, and write the file."""
    with Pool(os.cpu_count()) as pool:
        some = pool.map(_game, [(number, nodes) for number in range(games)], chunksize=1)
    found = fitted(some)
    FILE.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(f"{len(some)} games: {json.dumps(found)}")


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    main(*numbers, *(1000, 60)[len(numbers) :])
