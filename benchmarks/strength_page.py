"""The results of the stored games, as tables for `docs/strength.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

from benchmarks.matches import PLAYERS, Limit, Played
from benchmarks.results import standing, think_s
from controller.making.pages.made_pages import filled, table
from engines.games import GAMES

PAGE: Final = Path(__file__).parent.parent / "docs" / "strength.md"
PAIRS: Final = tuple(combinations(PLAYERS, 2))
"""All pairs, the expected winner first."""

WANTED: Final[Mapping[tuple[str, str], float]] = {
    ("strong", "random"): 0.99,
    ("strong", "easy"): 0.95,
    ("strong", "greedy"): 0.80,
    ("strong", "medium"): 0.5,
    ("medium", "easy"): 0.5,
    ("greedy", "easy"): 0.5,
    ("greedy", "beginner"): 0.8,
    ("easy", "beginner"): 0.5,
}
"""The least share of games that the first of a pair must win."""

WANTED_BUT: Final[Mapping[tuple[str, tuple[str, str]], float]] = {("cites", ("strong", "greedy")): 0.65}
"""Games whose element of chance requires another share."""

LIMIT: Final = Limit(seconds=1.0)

_NONE: Final = "Not measured yet.\n"
_HEAD: Final = ("pair", "games", "won", "drawn", "lost", "share", "95 %", "wanted", "s an action")


def wanted(game: str, pair: tuple[str, str]) -> float | None:
    """The least share that the first of a pair must win in a game, if there is one."""
    return WANTED_BUT.get((game, pair), WANTED.get(pair))


def page(text: str, games: Sequence[Played]) -> str:
    """The page with the tables of the games with this limit."""
    games = [one for one in games if one.limit == LIMIT]
    tables = {game: list(rows(game, games)) for game in GAMES}
    return filled(text, {game: table(_HEAD, found) if found else _NONE for game, found in tables.items()})


def rows(game: str, games: Sequence[Played]) -> Iterator[tuple[str, ...]]:
    """A row for each pair that has played the game."""
    for pair in PAIRS:
        played = [one for one in games if one.match.game == game and one.match.pair == pair]
        if played:
            yield _row(game, pair, played)


def _row(game: str, pair: tuple[str, str], played: Sequence[Played]) -> tuple[str, ...]:
    stands, aim = standing(played), wanted(game, pair)
    least, most = stands.interval
    return (
        f"{pair[0]} – {pair[1]}",
        str(stands.games),
        str(stands.won),
        str(stands.drawn),
        str(stands.lost),
        f"**{100 * stands.share:.1f} %**",
        f"{100 * least:.1f} to {100 * most:.1f} %",
        "" if aim is None else f"{100 * aim:.0f} %",
        " – ".join(f"{think_s(played, place):.2g}" for place in range(2)),
    )


def write(games: Sequence[Played]) -> None:
    """Write the tables into the page."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), games), encoding="utf-8")
