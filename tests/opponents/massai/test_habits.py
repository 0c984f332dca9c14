"""The habits of a rival in Massaï: learnt from what was shown, used, and forgotten if there are none."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from benchmarks.matches import Limit, Match, played
from engines.massai.actions import Attack, Guard, guards_allowed
from engines.massai.game import MassaiPosition
from engines.massai.huts import split
from opponents.massai.guards import balance
from opponents.massai.habits import FIRST, attack_by_habit, fights, guards_by_habit, habit
from opponents.massai.model import fight
from opponents.massai.river import River, Stage
from opponents.think import think
from opponents.thought import Budget, Level, Seen, Thought
from tests.opponents.massai.test_model import FACING, on_board

AT = on_board(*FACING)
RIVER = River(AT.huts, AT.mover, Stage.GUARDS, AT.orthogonal, AT.all_fifteen)
STAKES, BALANCE = fight(RIVER)
FORESEEN = guards_by_habit(RIVER, STAKES)
OBVIOUS = attack_by_habit(RIVER, STAKES)
OTHERS = [stake.cell for stake in STAKES if stake.cell != OBVIOUS]
DARK, LIGHT = 0, 1


def shown(attacked: int, guarded: int) -> Seen:
    """An attack by dark, as it was shown."""
    at = MassaiPosition(AT.orthogonal, AT.all_fifteen, AT.huts, None, AT.mover, attacked)
    return at, Guard(guarded)


def after(seen: list[Seen], side: int) -> float:
    return habit(fights(seen), side, fight)


def thought(position: MassaiPosition, seat: str, seen: list[Seen], seed: int) -> Thought:
    return think(position, seat, Level.STRONG, Random(seed), Budget(60), seen=seen)


def test_before_anything_is_shown_nothing_is_known() -> None:
    assert after([], DARK) == pytest.approx(FIRST)


def test_a_defender_who_guards_what_is_foreseen_is_taken_to_do_so_again() -> None:
    chances = [after([shown(OBVIOUS, FORESEEN)] * times, DARK) for times in range(16)]
    assert chances == sorted(chances)
    assert chances[-1] > 0.95


def test_a_defender_who_guards_anything_else_is_taken_to_mix() -> None:
    left_out = [stake.cell for stake in STAKES if not stake.cell & FORESEEN]
    few = sum(left_out[: guards_allowed(RIVER.threatened)])
    assert after([shown(OBVIOUS, few)] * 4, DARK) < 0.1


def test_an_attacker_is_foreseen_or_not_likewise() -> None:
    assert after([shown(OBVIOUS, 0)] * 5, LIGHT) > 0.9
    assert after([shown(OTHERS[0], 0)] * 5, LIGHT) < 0.3


def test_one_surprise_is_remembered_after_many_confirmations() -> None:
    steady = [shown(OBVIOUS, FORESEEN)] * 30
    left_out = sum([stake.cell for stake in STAKES if not stake.cell & FORESEEN][:1])
    assert after([*steady, *[shown(OBVIOUS, left_out)] * 4], DARK) < 0.6


def test_a_foreseen_defender_is_attacked_where_nothing_is_guarded() -> None:
    seen = [shown(OBVIOUS, FORESEEN)] * 6
    chosen: Counter[bool] = Counter()
    for seed in range(12):
        options = thought(AT, "dark", seen, seed).options
        attacks = [one for one in options if isinstance(one.action, Attack)]
        likely = max(attacks, key=lambda one: one.share)
        assert isinstance(likely.action, Attack)
        chosen[bool(likely.action.cell & FORESEEN)] += 1
    assert chosen[False] == 12


def test_a_foreseen_attack_is_guarded() -> None:
    position, _ = AT.after(Attack(OTHERS[0]))
    seen = [shown(OBVIOUS, FORESEEN)] * 6
    best = [thought(position, "light", seen, seed).best.action for seed in range(12)]
    guarded = [one for one in best if isinstance(one, Guard) and one.cells & OBVIOUS]
    assert len(guarded) >= 10


def test_shares_still_add_up_and_nothing_is_made_that_the_balance_leaves_out() -> None:
    seen = [shown(OBVIOUS, FORESEEN)] * 3
    plain, tilted = (thought(AT, "dark", some, 3) for some in ([], seen))
    assert sum(one.share for one in tilted.options) == pytest.approx(1)
    assert {one.action for one in plain.options} == {one.action for one in tilted.options}
    none = {one.action for one in plain.options if one.share == 0}
    assert not any(one.share for one in tilted.options if one.action in none)


def test_what_is_still_secret_changes_nothing() -> None:
    seen = [shown(OBVIOUS, FORESEEN)]
    thoughts = [thought(AT.after(Attack(cell))[0], "light", seen, 5) for cell in split(RIVER.threatened)]
    assert len({one.options for one in thoughts}) == 1


def test_without_anything_shown_the_thought_is_the_balance() -> None:
    position, _ = AT.after(Attack(OTHERS[0]))
    options = thought(position, "light", [], 5).options
    often = [
        sum(one.share for one in options if isinstance(one.action, Guard) and one.action.cells & stake.cell)
        for stake in STAKES
    ]
    assert often == pytest.approx(balance(STAKES, guards_allowed(RIVER.threatened)).guards, abs=0.25)


def test_a_rival_who_only_counts_its_way_is_beaten_far_more_often_than_not() -> None:
    games = [played(Match("massai", ("strong", "path"), 3, number), Limit(nodes=40)) for number in range(24)]
    assert sum(game.share for game in games) >= 18
