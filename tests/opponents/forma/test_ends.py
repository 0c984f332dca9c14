"""The end of Forma: what is called certain comes true, whatever is played."""

from __future__ import annotations

from random import Random

import pytest

from engines.forma.position import FormaPosition
from opponents.forma.ends import settled
from opponents.forma.model import MODEL, view
from opponents.forma.state import state_of
from opponents.search import search
from opponents.thought import Budget
from tests.opponents.forma.games import plies, started


def result(position: FormaPosition) -> tuple[float, ...]:
    """The players' shares of the win by the rules."""
    points = list(position.score().values())
    return tuple((one == max(points)) / points.count(max(points)) for one in points)


@pytest.mark.parametrize("players", [2, 4])
def test_a_settled_game_ends_so_whatever_is_played(players: int) -> None:
    early = 0
    for seed in range(4):
        random = Random(seed)
        position, promised = started(random, players, "corner"), None
        for before, action in plies(position, random):
            found = settled(state_of(before))
            assert promised in (None, found)
            early += promised is None and found is not None
            promised = found
            position, _ = before.after(action)
        assert settled(state_of(position)) == result(position)
        assert promised in (None, result(position))
    assert early


MOST = 300
"""Positions with more actions after them are not solved by the rules."""


class TooMany(Exception):
    pass


def solved(position: FormaPosition, known: dict[object, tuple[float, ...]]) -> tuple[float, ...]:
    """The result of the best play by all actions of the rules."""
    if position.outcome() is not None:
        return result(position)
    key = position.mover, position.sides, position.stage
    if key not in known:
        best: tuple[float, ...] | None = None
        for action in position.legal():
            if len(known) > MOST:
                raise TooMany
            after, _ = position.after(action)
            found = known.setdefault((key, action), solved(after, known))
            if best is None or found[position.mover] > best[position.mover]:
                best = found
        assert best is not None
        known[key] = best
    return known[key]


def test_what_the_search_calls_certain_is_the_result_of_best_play() -> None:
    compared = lost = 0
    for seed in range(6):
        random = Random(seed)
        position, befores = started(random, 2, "corner"), list[FormaPosition]()
        while position.outcome() is None:
            befores.append(position)
            position, _ = position.after(random.choice(position.legal()))
        for position in befores[-4:]:
            thought = search(MODEL, view(position, str(position.turn)), random, Budget(400))
            if not thought.is_certain:
                continue
            try:
                expected = solved(position, {})
            except TooMany:
                continue
            after, _ = position.after(thought.best.action)
            assert thought.best.results == expected
            assert solved(after, {}) == expected
            compared += 1
            lost += expected[position.mover] == 0
    assert compared > 5
    assert 0 < lost < compared
