"""Attacks and guards in balance, compared with matrix games that are solved by playing them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from opponents.massai.guards import Stake, balance, choices, filled
from opponents.matrix import solved


def test_of_two_equal_huts_each_is_guarded_half_the_time() -> None:
    found = balance([Stake(1, 0.9, 0.1), Stake(2, 0.9, 0.1)], 1)
    assert found.worth == pytest.approx(0.5)
    assert found.attacks == pytest.approx((0.5, 0.5))
    assert found.guards == pytest.approx((0.5, 0.5))


def test_the_only_hut_is_always_guarded() -> None:
    found = balance([Stake(1, 0.9, 0.2)], 1)
    assert (found.worth, found.attacks, found.guards) == (pytest.approx(0.2), (1.0,), (pytest.approx(1.0),))


def test_a_hut_that_is_worth_less_than_the_balance_is_left_alone() -> None:
    found = balance([Stake(1, 0.9, 0.1), Stake(2, 0.9, 0.1), Stake(3, 0.3, 0.1)], 1)
    assert found.attacks[2] == found.guards[2] == 0.0


def test_a_hut_is_not_guarded_where_guarding_it_serves_the_attacker() -> None:
    found = balance([Stake(1, 0.4, 0.6), Stake(2, 0.9, 0.1)], 1)
    assert found.guards[0] == 0.0
    assert found.worth == pytest.approx(0.4)
    assert found.attacks == (1.0, 0.0)


@pytest.mark.parametrize("seed", range(8))
def test_the_balance_is_that_of_the_whole_matrix_game(seed: int) -> None:
    random = Random(seed)
    huts = random.randint(2, 6)
    guards = (huts + 1) // 2
    stakes = [_stake(random, 1 << place) for place in range(huts)]
    found = balance(stakes, guards)
    columns = [
        sum(some) for number in range(guards + 1) for some in combinations((s.cell for s in stakes), number)
    ]
    payoffs = [[s.guarded if s.cell & column else s.unguarded for column in columns] for s in stakes]
    rows, mixture = solved(payoffs)
    against_columns = max(_mean(line, mixture) for line in payoffs)
    against_rows = min(_mean(list(line), rows) for line in zip(*payoffs, strict=True))
    assert against_rows - 0.01 <= found.worth <= against_columns + 0.01
    assert sum(found.attacks) == pytest.approx(1)
    assert sum(found.guards) <= guards + 1e-9
    _cannot_be_exploited(stakes, found.worth, found.attacks, found.guards, guards)


def test_guards_that_no_balance_needs_are_placed_in_order() -> None:
    assert filled([0.5, 0.0, 0.25], [2, 1, 0], 2) == pytest.approx([0.5, 0.5, 1.0])
    assert filled([1.0, 0.0], [1, 0], 1) == [1.0, 0.0]


@pytest.mark.parametrize("seed", range(8))
def test_a_mixture_of_the_choices_guards_as_often_as_it_should(seed: int) -> None:
    random = Random(seed)
    huts, guards = random.randint(7, 14), 4
    often = filled([random.random() * guards / huts for _hut in range(huts)], range(huts), guards)
    sets = choices(often)
    assert len(sets) <= huts + 1
    assert all(len(some) == guards for some in sets)
    misses = [[float(place not in some) - (1 - share) for some in sets] for place, share in enumerate(often)]
    _rows, mixture = solved([*misses, *([-miss for miss in line] for line in misses)])
    assert all(_mean(line, mixture) == pytest.approx(0, abs=0.02) for line in misses)


def _cannot_be_exploited(
    stakes: list[Stake], worth: float, attacks: tuple[float, ...], guarded: tuple[float, ...], guards: int
) -> None:
    by_attack = [
        s.guarded * often + s.unguarded * (1 - often) for s, often in zip(stakes, guarded, strict=True)
    ]
    assert max(by_attack) == pytest.approx(worth)
    losses = [often * (s.unguarded - s.guarded) for s, often in zip(stakes, attacks, strict=True)]
    bare = sum(often * s.unguarded for s, often in zip(stakes, attacks, strict=True))
    prevented = sum(loss for loss in sorted(losses, reverse=True)[:guards] if loss > 0)
    assert bare - prevented == pytest.approx(worth)


def _stake(random: Random, cell: int) -> Stake:
    """Mostly better unguarded, now and then the other way round."""
    low, high = sorted((random.random(), random.random()))
    return Stake(cell, low, high) if random.random() < 0.1 else Stake(cell, high, low)


def _mean(payoffs: list[float], mixture: list[float]) -> float:
    return sum(payoff * share for payoff, share in zip(payoffs, mixture, strict=True))
