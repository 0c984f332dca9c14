"""Pairings: round robin by the circle method, and Swiss. Pure.

Both give each player one game a round, and a bye (`None` as the opponent) if their number is odd. The first
of a pair has the first seat. Sources: the circle method as in J. Richard Schurig's tables (Berger tables);
the Swiss rules follow the FIDE handbook C.04.1 in spirit: no pair twice, no second bye, equal points
together, alternating seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engines.record import record

Pair = tuple[str, str | None]

MOST_STEPS: Final = 200_000
"""The most tries for a Swiss round; then pairs that have met may meet again."""


def round_robin(players: Sequence[str]) -> tuple[tuple[Pair, ...], ...]:
    """All rounds of a tournament in which each pair meets once."""
    ring: list[str | None] = [*players, None] if len(players) % 2 else [*players]
    rounds = []
    for number in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = list(zip(ring[:half], reversed(ring[half:]), strict=True))
        if number % 2:  # the player who stays in place alternates between the seats
            pairs[0] = pairs[0][::-1]
        rounds.append(tuple(_seated(one, other) for one, other in pairs))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return tuple(rounds)


def _seated(one: str | None, other: str | None) -> Pair:
    """A pair with its bye, if any, in the second place."""
    if one is None:
        one, other = other, one
    assert one is not None
    return one, other


@record
class PastRounds:
    """The past rounds: the pairs that have met, and how often each player had the first seat."""

    met: frozenset[frozenset[str]]
    byes: frozenset[str]
    firsts: Mapping[str, int]

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> PastRounds:
        """From the pairs of all rounds so far."""
        met, byes = set(), set()
        firsts: dict[str, int] = {}
        for one, other in pairs:
            if other is None:
                byes.add(one)
                continue
            met.add(frozenset((one, other)))
            firsts[one] = firsts.get(one, 0) + 1
            firsts[other] = firsts.get(other, 0) - 1
        return cls(frozenset(met), frozenset(byes), firsts)


def swiss(standing: Sequence[str], played: PastRounds) -> tuple[Pair, ...]:
    """The next round for players in the order of their standing, the best first.

    The bye goes to the last player without one. No pair meets twice unless it is unavoidable.
    """
    players = list(standing)
    bye: list[Pair] = []
    if len(players) % 2:
        without = next((one for one in reversed(players) if one not in played.byes), players[-1])
        players.remove(without)
        bye = [(without, None)]
    pairs = _Matching(players, played.met).pairs() or list(zip(players[::2], players[1::2], strict=True))
    return (*(_in_seats(one, other, played.firsts) for one, other in pairs), *bye)


def _in_seats(one: str, other: str, firsts: Mapping[str, int]) -> Pair:
    """A pair, first the player who had the first seat less often; if equal, the one with the lower
    standing."""
    return (one, other) if firsts.get(one, 0) < firsts.get(other, 0) else (other, one)


class _Matching:
    """Pairs neighbours in the standing, and backtracks if someone is left without a new opponent."""

    def __init__(self, players: Sequence[str], met: frozenset[frozenset[str]]) -> None:
        self._players = players
        self._met = met
        self._steps = 0

    def pairs(self) -> list[tuple[str, str]] | None:
        """The pairs, or `None` if some pair must meet again."""
        return self._paired(tuple(self._players))

    def _paired(self, left: tuple[str, ...]) -> list[tuple[str, str]] | None:
        if not left:
            return []
        self._steps += 1
        first, rest = left[0], left[1:]
        for place, other in enumerate(rest):
            if self._steps > MOST_STEPS:
                return None
            if frozenset((first, other)) in self._met:
                continue
            others = self._paired(rest[:place] + rest[place + 1 :])
            if others is not None:
                return [(first, other), *others]
        return None
