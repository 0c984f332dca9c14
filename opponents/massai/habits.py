"""The rival's habits in Massaï: does it guard and attack where everybody would look first?

Best play of an attack mixes, and a player who does not mix can be foreseen. Many look at the huts that the
shortest chains lack: they guard those whose loss would cost most, and attack that whose fall gains most. What
has been shown in a game says whether this rival is one of them; the less it is, the nearer the choice to the
balance (`guards.py`), against which no habit wins anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import exp, log
from random import Random
from typing import Final

from engines.massai.actions import Attack, Guard, guards_allowed
from engines.massai.game import MassaiPosition
from engines.record import replace
from opponents.massai.chains import chains
from opponents.massai.guards import Balance, Stake
from opponents.massai.river import River, Stage
from opponents.thought import Option, Seen, Thought

FIRST: Final = 0.6
"""The chance that a rival of whom nothing is known plays by habit."""

_TRUE: Final = 0.85
"""How often a choice by habit is the foreseen one."""

_RAREST: Final = 0.05
"""The least chance that a choice is taken to have in the balance."""

_MOST: Final = 4.0
"""The most that is believed, as logarithm of the odds: one surprise does not weigh for ever."""

_FAR: Final = 9
"""A lead that is as good as a win, in huts."""

Fight = Callable[[River], tuple[tuple[Stake, ...], Balance]]


def habit(fights: Iterable[tuple[River, int, int]], side: int, fight: Fight) -> float:
    """The chance that the rival of a side plays by habit, after these attacks: each with the state in which
    it was announced, the attacked cell and the guarded cells."""
    odds = log(FIRST / (1 - FIRST))
    for river, cell, guarded in fights:
        stakes, found = fight(river)
        if river.mover == side:
            odds += _guarded(river, stakes, found, guarded)
        else:
            odds += _attacked(river, stakes, found, cell)
        odds = max(-_MOST, min(_MOST, odds))
    return 1 / (1 + exp(-odds))


def _guarded(river: River, stakes: Sequence[Stake], found: Balance, guarded: int) -> float:
    """What the rival's guards say of it."""
    foreseen = guards_by_habit(river, stakes)
    if foreseen == river.threatened:
        return 0.0
    return sum(
        log((_TRUE if stake.cell & foreseen else 1 - _TRUE) / max(_RAREST, often))
        for stake, often in zip(stakes, found.guards, strict=True)
        if stake.cell & guarded
    )


def _attacked(river: River, stakes: Sequence[Stake], found: Balance, cell: int) -> float:
    """What the rival's attack says of it."""
    if len(stakes) == 1:
        return 0.0
    often = next(often for stake, often in zip(stakes, found.attacks, strict=True) if stake.cell == cell)
    by_habit = _TRUE if cell == attack_by_habit(river, stakes) else (1 - _TRUE) / (len(stakes) - 1)
    return log(by_habit / max(_RAREST, often))


def guards_by_habit(river: River, stakes: Sequence[Stake]) -> int:
    """The huts that a defender by habit guards: those whose loss costs most."""
    costs = sorted(stakes, key=lambda stake: (-_cost(river, stake.cell), stake.guarded - stake.unguarded))
    return sum(stake.cell for stake in costs[: guards_allowed(river.threatened)])


def attack_by_habit(river: River, stakes: Sequence[Stake]) -> int:
    """The hut that an attacker by habit attacks: that which gains most, if all are guarded equally often."""
    often = guards_allowed(river.threatened) / len(stakes)

    def gain(stake: Stake) -> tuple[float, float]:
        leads = [_lead(river.attacked(stake.cell, guarded), river.mover) for guarded in (False, True)]
        return _mean(often, *leads), _mean(often, stake.unguarded, stake.guarded)

    return max(stakes, key=gain).cell


def _mean(often: float, unguarded: float, guarded: float) -> float:
    return (1 - often) * unguarded + often * guarded


def _cost(river: River, cell: int) -> int:
    """What an attack on a hut takes from its owner, if it is not guarded, in huts."""
    side = 1 - river.mover
    return _lead(river.attacked(cell, guarded=True), side) - _lead(river.attacked(cell, guarded=False), side)


def _lead(river: River, side: int) -> int:
    """By how many huts a side is nearer to joining the banks than the other."""
    if river.stage is Stage.OVER:
        return _FAR if river.winner == side else -_FAR
    own, other = (min(_FAR, _missing(river, one)) for one in (side, 1 - side))
    return other - own


def _missing(river: River, side: int) -> int:
    return chains(river.huts[side], river.huts[1 - side], river.orthogonal).missing


def fights(seen: Iterable[Seen]) -> list[tuple[River, int, int]]:
    """The attacks among what was shown."""
    return [
        (River(at.huts, at.mover, Stage.GUARDS, at.orthogonal, at.all_fifteen), at.attacked, action.cells)
        for at, action in seen
        if isinstance(at, MassaiPosition) and isinstance(action, Guard)
    ]


def tilted(
    thought: Thought, river: River, stakes: Sequence[Stake], by_habit: float, random: Random
) -> Thought:
    """The thought whose secret choice, with the chance `by_habit`, is the best one against a habit. Only
    choices that the balance makes as well are made, so that a rival in balance gains nothing."""
    secret = [one for one in thought.options if isinstance(one.action, Attack | Guard)]
    total = sum(one.share for one in secret)
    if not thought.is_drawn or total <= 0 or not isinstance(thought.best.action, Attack | Guard):
        return thought
    wanted = _wanted(secret, river, stakes, _RAREST * total)
    best = sum(one.share for one in wanted)
    if best <= 0:
        return thought

    def share(one: Option) -> float:
        return (1 - by_habit) * one.share + (by_habit * total * one.share / best if one in wanted else 0.0)

    mixed = [replace(one, share=share(one)) for one in secret]
    first = random.choices(mixed, [one.share for one in mixed])[0]
    rest = [one for one in mixed if one is not first] + [one for one in thought.options if one not in secret]
    return replace(thought, options=(first, *sorted(rest, key=lambda one: -one.share)))


def _wanted(secret: Sequence[Option], river: River, stakes: Sequence[Stake], least: float) -> list[Option]:
    """The choices that are best against a habit, among those with at least this share."""
    if isinstance(secret[0].action, Guard):
        cell = attack_by_habit(river, stakes)
        return [one for one in secret if isinstance(one.action, Guard) and one.action.cells & cell]
    guarded = guards_by_habit(river, stakes)
    worths = {stake.cell: stake.guarded if stake.cell & guarded else stake.unguarded for stake in stakes}
    likely = [
        (worths[one.action.cell], one)
        for one in secret
        if isinstance(one.action, Attack) and one.share >= least
    ]
    best = max((worth for worth, _ in likely), default=0.0)
    return [one for worth, one in likely if worth >= best]
