"""`python -m benchmarks.strength`: a round robin of the opponents in each game.

Each game is stored in a file as soon as it is over, and a stored game is not played again: the same command
continues an interrupted round robin, and a larger `--games` adds to it. A pair stops as soon as its interval
decides whether it wins as much as it should.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Final

import click

from benchmarks import strength_page
from benchmarks.matches import PLAYERS, Limit, Match, Played, played
from benchmarks.results import keep, kept, standing
from benchmarks.strength_page import PAIRS, is_decided, meet
from engines.games import GAMES

FILE: Final = Path(__file__).parent / "strength.jsonl"


def pair_of(text: str) -> tuple[str, str]:
    """The two players of `strong:greedy`, in either order."""
    found = next((pair for pair in PAIRS if sorted(pair) == sorted(text.split(":"))), None)
    if found is None:
        raise click.BadParameter(f"{text!r} names no two of {', '.join(PLAYERS)}: write strong:greedy")
    return found


def next_two(
    games: Sequence[str], pairs: Sequence[tuple[str, str]], seed: int, first: int, before: Sequence[Played]
) -> list[Match]:
    """The matches with this number and the next, of every pair that the games `before` leave undecided."""
    return [
        match
        for game in games
        for pair in pairs
        if meet(game, pair)
        and not is_decided(
            game, pair, standing(one for one in before if one.match.game == game and one.match.pair == pair)
        )
        for match in (Match(game, pair, seed, first), Match(game, pair, seed, first + 1))
    ]


def _leave_interruptions_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play(pool: Pool, matches: Sequence[Match], limit: Limit, file: Path) -> Iterator[Played]:
    """Play matches, and store each game in the file as soon as it is over."""
    for game in pool.imap_unordered(partial(played, limit=limit), matches):
        keep(file, game)
        yield game


def pool_of(jobs: int) -> Pool:
    """This many processes for games."""
    return multiprocessing.Pool(jobs, _leave_interruptions_to_the_parent)


@click.command()
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)), help="All without it.")
@click.option("--pair", "pairs", multiple=True, type=pair_of, help="As strong:greedy; all without it.")
@click.option(
    "--games",
    "numbers",
    type=click.IntRange(min=0),
    default=100,
    show_default=True,
    help="At most.",
)
@click.option("--seconds", type=float, default=1.0, show_default=True, help="Processor time of an action.")
@click.option("--nodes", type=click.IntRange(min=1), help="Nodes of an action, in place of the time.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
@click.option("--out", type=click.Path(path_type=Path), default=FILE, help="Where the games are kept.")
@click.option("--table", "has_table", is_flag=True, help="Write docs/strength.md from what is kept there.")
def main(
    games: tuple[str, ...],
    pairs: tuple[tuple[str, str], ...],
    numbers: int,
    seconds: float,
    nodes: int | None,
    seed: int,
    jobs: int,
    out: Path,
    has_table: bool,
) -> None:
    """Play the missing games; each is reported as it ends."""
    limit = Limit(nodes=nodes) if nodes else Limit(seconds=seconds)
    before = [game for game in kept(out) if game.limit == limit]
    try:
        with pool_of(jobs) as pool:
            for first in range(0, numbers, 2):
                known = {game.match for game in before}
                due = next_two(games or tuple(GAMES), pairs or PAIRS, seed, first, before)
                for game in play(pool, [match for match in due if match not in known], limit, out):
                    before.append(game)
                    click.echo(told(game))
    except KeyboardInterrupt:
        click.echo("Stopped. The games that are over are kept.")
    if has_table:
        strength_page.write(kept(out))


def told(game: Played) -> str:
    """A game as one line."""
    match = game.match
    who = " against ".join(match.seated)
    result = f"{game.winner} wins" if game.winner else "a draw"
    cost = ", ".join(
        f"{name} {taken_s:.1f} s for {actions}"
        for name, taken_s, actions in zip(match.pair, game.thought_s, game.thought_of, strict=True)
    )
    return f"{match.game} {match.number}, {who}: {result} after {game.actions} actions; {cost}"


if __name__ == "__main__":
    main()
