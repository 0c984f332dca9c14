"""Forma for the search: what is looked at, and what it is thought to be worth."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.forma.actions import FormaAction
from engines.forma.position import FormaPosition
from opponents.forma.model import MODEL, view
from opponents.forma.moves import are_all
from opponents.forma.state import Stand, state_of
from opponents.search import search
from opponents.simple import at_random
from opponents.thought import Budget
from tests.opponents.forma.games import GAME, cells, played, plies, started

RANDOM = Random(0)


def chosen(position: FormaPosition, nodes: int, seed: int = 1) -> str:
    seat = position.turn
    assert seat
    return str(search(MODEL, view(position, seat), Random(seed), Budget(nodes)).best.action)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("contact", ["corner", "side"])
def test_moves_are_legal_few_and_weighed(players: int, contact: str) -> None:
    random = Random(players)
    for position, _ in plies(started(random, players, contact), random):
        state = state_of(position)
        moves = MODEL.moves(state)
        assert 0 < len(moves) <= (100 if are_all(state) else 37)
        assert len({move.action for move in moves}) == len(moves)
        assert sum(move.prior for move in moves) == pytest.approx(1)
        assert [move.prior for move in moves] == sorted((move.prior for move in moves), reverse=True)
        assert moves[-1].prior > 0
        for move in moves:
            position.check(move.action)  # type: ignore[arg-type]
        assert MODEL.mover(state) == position.mover


@pytest.mark.parametrize("players", [2, 4])
def test_values_are_shares_of_one_and_exact_at_the_end(players: int) -> None:
    random = Random(players)
    position = started(random, players, "corner")
    for before, action in plies(position, random):
        result = MODEL.value(state_of(before), RANDOM)
        assert len(result) == players
        assert sum(result) == pytest.approx(1)
        assert min(result) > 0 or MODEL.is_certain(state_of(before))
        position, _ = before.after(action)
    state = state_of(position)
    assert MODEL.mover(state) is None
    score = list(position.score().values())
    best = max(score)
    assert MODEL.value(state, RANDOM) == tuple((points == best) / score.count(best) for points in score)


COLUMN = [
    "place c1 c2 c3 c4 c5",
    "place c6 c7 c8 c9 d9",
    "place c10 c11 c12 c13 d10",
    "place c14 c15 c16 d16 d17",
]
"""Blue's way north, from c1 to d17."""


def on_the_way_north(*more: str) -> FormaPosition:
    """Blue lacks three squares in the column d; yellow has built in the far corner. It is blue's turn."""
    elsewhere = ["place s4 t1 t2 t3 t4", "place t6 t7 t8 t9", "place t11 t12 t13", "place s16 t15 t16"]
    both = [text for pair in zip(COLUMN, elsewhere, strict=True) for text in pair]
    return played("tower n14", "start", *both, *more)


def test_a_bridge_at_hand_is_looked_at() -> None:
    state = state_of(on_the_way_north())
    afters = [state.after(move.action) for move in MODEL.moves(state)]  # type: ignore[arg-type]
    assert max(after.players[0].bridges.number for after in afters) == 1


def test_ways_to_shut_out_the_others_bridge_are_looked_at() -> None:
    state = state_of(on_the_way_north("place k1 k2 k3 k4 k5"))
    assert state.mover == 1
    afters = [state.after(move.action) for move in MODEL.moves(state)]  # type: ignore[arg-type]
    missing = [len(after.players[0].grounds(after.free)[0].chain()) - 1 for after in afters]
    assert max(missing) > 3


def test_a_bridge_in_reach_is_worth_more_the_less_is_missing() -> None:
    ours, theirs = (state_of(on_the_way_north(*more)) for more in ((), ("place k1 k2 k3 k4 k5",)))
    for state in (ours, theirs):
        nearer = replace(state, players=(_with(state.players[0], "d18"), state.players[1]))
        assert MODEL.value(nearer, RANDOM)[0] > MODEL.value(state, RANDOM)[0]


def test_the_tower_is_enclosed_when_one_side_is_open() -> None:
    position = played("tower k10", "start", "place j9 j10 j11 k11 l11", "place t20", "place a1")
    position, _ = position.after(_action(position, "place k9"))
    assert position.turn == "blue"
    after, _ = position.after(_action(position, str(MODEL.moves(state_of(position))[0].action)))
    assert after.score()["blue"] - position.score()["blue"] >= 50


def test_the_last_open_side_of_the_tower_is_not_left_to_the_other() -> None:
    position = played("tower k10", "start", "place j9 j10 j11", "place l9 l10 l11")
    for seed in range(3):
        after, _ = position.after(_action(position, chosen(position, 40, seed)))
        assert (cells("k9 k11") & after.free).bit_count() == 2


def test_the_same_seed_and_nodes_give_the_same_choice() -> None:
    position = on_the_way_north("place k1 k2 k3 k4 k5")
    assert chosen(position, 25, seed=7) == chosen(position, 25, seed=7)


@pytest.mark.parametrize("players", [2, 4])
def test_a_few_nodes_beat_chance_in_a_whole_game(players: int) -> None:
    random = Random(3)
    position = started(random, players, "corner")
    while position.outcome() is None:
        if position.turn == "yellow":
            action = _action(position, chosen(position, 4))
        else:
            action = at_random(position, position.turn or "", random)
        position, _ = position.after(action)
    outcome = position.outcome()
    assert outcome
    assert outcome.winner == "yellow"


def _with(stand: Stand, names: str) -> Stand:
    return stand._replace(elements=stand.elements | cells(names))


def _action(position: FormaPosition, text: str) -> FormaAction:
    action = GAME.parse(text)
    position.check(action)
    return action
