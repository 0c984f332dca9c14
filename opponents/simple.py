"""Players without search: a random one, and a greedy one, which may overlook most of the legal actions.

The whole ones are baselines; those that overlook much are the computer's weakest levels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

from engines.cites.game import CitesPosition
from engines.game import Action, Illegal, Position
from engines.massai.actions import MARKS, PLAYERS, Attack, Guard, Setup, guards_allowed
from engines.massai.game import MassaiPosition
from engines.massai.huts import rows, split
from engines.record import replace
from opponents.cites import greedy as cites_greedy
from opponents.cites.sight import view
from opponents.cites.state import Stage, State
from opponents.levels import Glance

A = TypeVar("A", bound=Action)

_WON = 1000.0
"""More than any lead in points."""

OWN_ROWS = dict(zip(PLAYERS, (rows("abcd"), rows("efgh")), strict=True))
"""The rows for a player's set-up in Massaï."""


def at_random(position: Position[Any], seat: str, random: Random) -> Action:
    """Any legal action, with equal probability; if the rules do not list them (Massaï's set-up) a legal
    one."""
    actions: Sequence[Action] | None = position.legal()
    return _any_setup(position, seat, random) if actions is None else random.choice(actions)


def greedy(position: Position[Any], seat: str, random: Random) -> Action:
    """The action with the best lead in points at the end of the own turn, ties at random.

    In Cités no side scores before a round is over: there it is the block that wins most in its trick. Hidden
    hands are missing in a position: only open ones can be used.
    """
    return _greedy(position, seat, random, frozenset(), lambda actions: actions, cites_greedy.greedy)


def glanced(
    position: Position[Any], seat: str, glance: Glance, random: Random, hand: frozenset[str] = frozenset()
) -> Action:
    """As `greedy`, of the few legal actions that this level notices. Only the seat's knowledge is used."""
    player = cites_greedy.by_number if glance.is_by_number else cites_greedy.greedy
    return _greedy(position, seat, random, hand, _Noticing(glance.looks, random), player)


class _Noticing:
    """Notices about this many of the legal actions, and at least one."""

    def __init__(self, looks: float, random: Random) -> None:
        self._looks = looks
        self._random = random

    def __call__(self, actions: Sequence[A], /) -> Sequence[A]:
        looks = int(self._looks) + (self._random.random() < self._looks % 1)
        return self._random.sample(actions, min(looks, len(actions)))


def _greedy(
    position: Position[Any],
    seat: str,
    random: Random,
    hand: frozenset[str],
    notice: cites_greedy.Notice,
    of_cites: Callable[[State, Random, cites_greedy.Notice], Action],
) -> Action:
    if isinstance(position, CitesPosition):
        state = view(position, seat, hand).sample(random)
        if state.stage in (Stage.OFFERS, Stage.TRICKS):
            return of_cites(state, random, notice)
    actions: Sequence[Action] | None = position.legal()
    if actions is None:
        return _any_setup(position, seat, random)
    actions = notice(actions)
    leads = [_lead_after(position, action, seat) for action in actions]
    best = max(leads)
    return random.choice([action for action, lead in zip(actions, leads, strict=True) if lead == best])


def _lead_after(position: Position[Any], action: Action, seat: str) -> float:
    """The expected lead of the seat's side at the end of its turn."""
    side = next(player for player in position.players if seat in player.split("+"))
    return sum(chance * _lead(after, side) for chance, after in afters(position, action, seat, side))


def afters(
    position: Position[Any], action: Action, seat: str, side: str
) -> Iterator[tuple[float, Position[Any]]]:
    """The possible results of an action with their probabilities, including everything that the rules require
    in the same turn.

    Only Massaï's are uncertain: an attack may meet a guard, and a guard may watch the wrong hut. Neither
    player knows the other's choice, so all threatened huts count equally.
    """
    if isinstance(action, Guard):
        assert isinstance(position, MassaiPosition)
        huts = tuple(split(position.threatened()))
        for hut in huts:
            yield 1 / len(huts), replace(position, attacked=hut).after(action)[0]
        return
    after, _events = position.after(action)
    if isinstance(action, Attack):
        assert isinstance(position, MassaiPosition)
        threatened = position.threatened()
        guarded = guards_allowed(threatened) / threatened.bit_count()
        yield guarded, after.after(Guard(action.cell))[0]
        yield 1 - guarded, after.after(Guard(0))[0]
        return
    while after.turn in (seat, side) and after.need():
        required = after.legal()
        assert required
        after, _events = after.after(required[0])
    yield 1.0, after


def _lead(position: Position[Any], side: str) -> float:
    outcome = position.outcome()
    if outcome is not None and outcome.winner is not None:
        return _WON if outcome.winner == side else -_WON
    score = position.score()
    return score[side] - max(points for player, points in score.items() if player != side)


def _any_setup(position: Position[Any], seat: str, random: Random) -> Action:
    """Five cells of the own half, at random until the rules allow them."""
    half = list(split(OWN_ROWS[seat]))
    while True:
        setup = Setup(seat, sum(random.sample(half, MARKS)))
        with suppress(Illegal):
            position.check(setup)
            return setup
