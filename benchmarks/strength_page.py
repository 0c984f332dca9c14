"""The results of the stored games, as tables for `docs/strength.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

from benchmarks.matches import PLAYERS, Played
from benchmarks.results import Standing, standing, think_s
from controller.making.pages.made_pages import filled, table
from engines.games import GAMES

PAGE: Final = Path(__file__).parent.parent / "docs" / "strength.md"
RIVALS: Final = ("path", "uct")
PAIRS: Final = tuple(
    pair for pair in combinations(PLAYERS, 2) if pair[0] == "strong" or not {*pair} & {*RIVALS}
)
"""The pairs, the expected winner first. Rivals from outside meet `strong` alone."""

WANTED: Final[Mapping[tuple[str, str], float]] = {
    ("strong", "random"): 0.99,
    ("strong", "easy"): 0.95,
    ("strong", "path"): 0.85,
    ("strong", "uct"): 0.95,
    ("strong", "greedy"): 0.80,
    ("strong", "medium"): 0.65,
    ("medium", "easy"): 0.5,
    ("greedy", "easy"): 0.5,
    ("greedy", "beginner"): 0.8,
    ("easy", "beginner"): 0.5,
}
"""The least share of games that the first of a pair must win."""

WANTED_BUT: Final[Mapping[tuple[str, tuple[str, str]], float]] = {
    ("cites", ("strong", "greedy")): 0.65,
    ("cites", ("strong", "uct")): 0.5,
    ("cites", ("strong", "random")): 0.95,
}
"""Games whose element of chance requires another share."""

_NONE: Final = "Not measured yet.\n"
_HEAD: Final = ("pair", "limit", "games", "won", "drawn", "lost", "share", "95 %", "wanted", "s an action")


def meet(game: str, pair: tuple[str, str]) -> bool:
    """Whether a pair plays this game: `path` knows one."""
    return "path" not in pair or game == "massai"


def wanted(game: str, pair: tuple[str, str]) -> float | None:
    """The least share that the first of a pair must win in a game, if there is one."""
    return WANTED_BUT.get((game, pair), WANTED.get(pair))


def is_decided(game: str, pair: tuple[str, str], stands: Standing) -> bool:
    """Whether the games so far show that the pair's share is what is wanted, or that it is not."""
    aim = wanted(game, pair)
    least, most = stands.interval if stands.games else (0.0, 1.0)
    return aim is not None and not least < aim <= most


def page(text: str, games: Sequence[Played]) -> str:
    """The page with the tables of the games with a limit of time."""
    games = [one for one in games if one.limit.seconds is not None]
    tables = {game: list(rows(game, games)) for game in GAMES}
    return filled(text, {game: table(_HEAD, found) if found else _NONE for game, found in tables.items()})


def rows(game: str, games: Sequence[Played]) -> Iterator[tuple[str, ...]]:
    """A row for each pair that has played the game, and each limit; the longest first."""
    limits = sorted({one.limit.seconds or 0.0 for one in games}, reverse=True)
    for pair in PAIRS:
        ours = [one for one in games if one.match.game == game and one.match.pair == pair]
        for seconds in limits:
            played = [one for one in ours if one.limit.seconds == seconds]
            if played:
                yield _row(game, pair, seconds, played)


def _row(game: str, pair: tuple[str, str], seconds: float, played: Sequence[Played]) -> tuple[str, ...]:
    stands, aim = standing(played), wanted(game, pair)
    least, most = stands.interval
    return (
        f"{pair[0]} – {pair[1]}",
        f"{seconds:g} s",
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
