"""The stored games of the round robin, line by line, and the players' strength from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, lgamma, log
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.matches import Played

DOUBT: Final = 0.05
"""The probability that an interval misses the true share, however often one looks."""

_HALVINGS: Final = 40


def kept(file: Path) -> list[Played]:
    """The games in a file, in order; empty if there is no file."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=Played) for line in lines]


def keep(file: Path, game: Played) -> None:
    """Append a game to a file atomically, as a whole line."""
    with file.open("ab", buffering=0) as stream:
        stream.write(msgspec.json.encode(game) + b"\n")


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of one player of a pair against the other: games won, drawn, lost."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The share of the games that were won, from 0 to 1; a draw is half a game."""
        return (self.won + self.drawn / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the true share, valid after every game: one may stop as soon as it decides.

        The shares that a mixture of all others does not beat by 1 to 20 (Robbins 1970, with the uniform
        mixture; Ville's inequality). A draw is half a game of each kind, for which the inequality holds too.
        """
        share = self.share
        return self._bound(share, 0.0), self._bound(share, 1.0)

    def _bound(self, inside: float, outside: float) -> float:
        """The edge of the interval between a share in it and 0 or 1, which is itself in it if all games agree
        with it."""
        if self._is_possible(outside):
            return outside
        for _halving in range(_HALVINGS):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if self._is_possible(middle) else (inside, middle)
        return inside

    def _is_possible(self, share: float) -> bool:
        won = self.won + self.drawn / 2
        lost = self.games - won
        mixture = lgamma(won + 1) + lgamma(lost + 1) - lgamma(self.games + 2)
        return mixture + log(DOUBT) <= _times_log(won, share) + _times_log(lost, 1 - share)


def _times_log(times: float, share: float) -> float:
    if not times:
        return 0.0
    return times * log(share) if share > 0 else -inf


def standing(games: Iterable[Played]) -> Standing:
    """The first player's results in games of one pair."""
    shares = [game.share for game in games]
    return Standing(shares.count(1.0), shares.count(0.5), shares.count(0.0))


def think_s(games: Sequence[Played], place: int) -> float:
    """One player's average processor seconds per action."""
    actions = sum(game.thought_of[place] for game in games)
    return sum(game.thought_s[place] for game in games) / actions if actions else 0.0
