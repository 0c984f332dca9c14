"""The stored games of the round robin, line by line, and the players' strength from them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.matches import Played

Z: Final = 1.959964
"""This many standard deviations about the mean hold 95 % of a normal distribution."""


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
        """The 95 % confidence interval of the true share (Wilson's interval).

        A draw counts as half a game won and half a game lost, which makes the interval slightly too wide.
        """
        n, share = self.games, self.share
        middle = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
        width = Z / (1 + Z**2 / n) * math.sqrt(share * (1 - share) / n + Z**2 / (4 * n**2))
        return max(0.0, middle - width), min(1.0, middle + width)


def standing(games: Iterable[Played]) -> Standing:
    """The first player's results in games of one pair."""
    shares = [game.share for game in games]
    return Standing(shares.count(1.0), shares.count(0.5), shares.count(0.0))


def think_s(games: Sequence[Played], place: int) -> float:
    """One player's average processor seconds per action."""
    actions = sum(game.thought_of[place] for game in games)
    return sum(game.thought_s[place] for game in games) / actions if actions else 0.0
