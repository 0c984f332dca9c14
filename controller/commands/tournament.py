"""`tablier tournament`: pairings and standings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.commands.common import FILE, Stop, stopping
from engines.names import NAMES

if TYPE_CHECKING:
    from controller.hall.tournament import HallTournament

_RESULTS = {"1-0": "first", "0-1": "second", "draw": "draw", "none": None}

_file = click.argument("file", type=FILE)


@click.group()
def tournament() -> None:
    """Run a tournament of one of the games for two.

    It is kept in FILE, which `tablier hall --tournament FILE` shows. Results of a round's games at the tables
    are entered automatically.
    """


@tournament.command()
@_file
@click.option("--game", required=True, metavar="NAME", help=", ".join(NAMES) + ".")
@click.option("--system", type=click.Choice(["round-robin", "swiss"]), required=True)
@click.option("--player", "players", multiple=True, metavar="NAME", help="A player; repeat it for each.")
@click.option("--players", "list_file", type=FILE, help="A file with a player on each line.")
@click.option("--rounds", type=click.IntRange(1, 255), help="The number of rounds of a Swiss tournament.")
def new(
    file: Path, game: str, system: str, players: tuple[str, ...], list_file: Path | None, rounds: int | None
) -> None:
    """Begin a tournament in a new FILE."""
    from controller.hall.files import create_tournament
    from controller.hall.tournament import TournamentError, new_tournament

    names = [*players, *(_lines(list_file) if list_file is not None else [])]
    with stopping(TournamentError):
        create_tournament(file, new_tournament(game, system.replace("-", " "), names, rounds))
    click.echo(f"{file}: {len(names)} players. Pair the first round: tablier tournament pair {file}")


@tournament.command()
@_file
@click.option(
    "--table", "tables", multiple=True, metavar="NAME", help="A table to play at; repeat it for each."
)
def pair(file: Path, tables: tuple[str, ...]) -> None:
    """Pair the next round, and place its games at these tables in turn."""
    from controller.hall.tournament import paired

    _print_round(_changed(file, lambda one: paired(one, tables)))


@tournament.command()
@_file
@click.argument("number", metavar="ROUND", type=click.IntRange(1, 255))
@click.argument("first", metavar="PLAYER")
@click.argument("outcome", metavar="RESULT", type=click.Choice(list(_RESULTS)))
def result(file: Path, number: int, first: str, outcome: str) -> None:
    """Enter or correct a result: 1-0, 0-1, draw or none.

    The game is that of ROUND in which PLAYER has the first seat; 1-0 means that PLAYER has won.
    """
    from controller.hall.tournament import with_result

    wanted = _RESULTS[outcome]
    _print_round(_changed(file, lambda one: with_result(one, number, first, wanted)))  # type: ignore[arg-type]


@tournament.command()
@_file
def show(file: Path) -> None:
    """Show the last round, and the standings."""
    from controller.hall.files import read_tournament
    from controller.hall.tournament import TournamentError

    with stopping(TournamentError):
        _print_round(read_tournament(file))


def _changed(file: Path, change: Callable[[HallTournament], HallTournament]) -> HallTournament:
    from controller.hall.files import change_tournament
    from controller.hall.tournament import TournamentError

    with stopping(TournamentError):
        return change_tournament(file, change)


def _lines(path: Path) -> list[str]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Stop(f"{path}: cannot be read: {error}") from error
    return [line.strip() for line in lines if line.strip()]


def _print_round(of: HallTournament) -> None:
    from controller.hall.tournament import standing

    told = {"first": "1-0", "second": "0-1", "draw": "draw", None: ""}
    if of.rounds:
        click.echo(f"Round {len(of.rounds)} of {of.rounds_planned}")
    for game in of.rounds[-1] if of.rounds else ():
        where = f"table {game.table}: " if game.table else ""
        other = game.second or "plays no game"
        click.echo(f"  {where}{game.first} - {other}  {told[game.result]}".rstrip())
    click.echo("Standing")
    for place in standing(of):
        parted = f"({place.buchholz:g}, {place.sonneborn_berger:g}, {place.wins})"
        click.echo(f"  {place.rank:>3}  {place.player}  {place.points:g}  {parted}")
