"""The command `tablier`."""

from __future__ import annotations

import logging
import shutil
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.config import Config, load
from controller.toml_file import ConfigError

if TYPE_CHECKING:
    from controller.journal import GameRecord

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)

config_option = click.option("--config", "config_file", type=FILE, help="The settings (TOML).")


class Stop(click.ClickException):
    """Something that a person must mend before the program can go on: exit status 2."""

    exit_code = 2


def _load(config_file: Path | None, settings: tuple[str, ...] = ()) -> Config:
    pairs = []
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise Stop(f"--set {setting}: expected KEY=VALUE, such as play.settle_ms=400")
        pairs.append((key.strip(), value.strip()))
    try:
        return load(config_file, pairs)
    except ConfigError as error:
        raise Stop(str(error)) from error


def _program() -> str:
    """This program as whoever called it has to write it: its name alone only where the shell finds it."""
    called = Path(sys.argv[0])
    found = shutil.which(called.name)
    is_found = found is not None and called.exists() and called.samefile(found)
    return called.name if is_found else sys.argv[0]


@click.group()
@click.version_option(package_name="tablier", prog_name="tablier")
@click.option("-v", "--verbose", is_flag=True, help="Log what the table does, to standard error.")
def main(verbose: bool) -> None:
    """A game table that referees itself.

    Without hardware every command works on a simulated table.
    """
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
    )


@main.command()
@config_option
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="One setting over the file.")
@click.option(
    "--out", type=FOLDER, default=Path("out"), show_default=True, help="Where pictures go without a display."
)
@click.option(
    "--game",
    metavar="NAME",
    help="What is played without a display: masterplan (the usual one), forma, massai or cites. "
    "In the window the menu offers them all.",
)
def play(config_file: Path | None, settings: tuple[str, ...], out: Path, game: str | None) -> None:
    """Run the table.

    Without settings that is a simulated table in a window. Without a display, simulated hands play a whole
    game on it in the terminal.
    """
    config = _load(config_file, settings)
    from controller.journal import JournalError
    from controller.tables.table import NoSuchPlace
    from hardware.ports import DeviceError
    from hardware.touchscreen import is_display_here

    try:
        if config.board.kind == "simulated" and (config.screen.kind == "none" or not is_display_here()):
            from controller import demonstration

            demonstration.run(config, out, sys.stdout, game=game or "masterplan", program=_program())
        else:
            from controller import app

            _check_offered(game, config)
            app.run(config)
    except (JournalError, NoSuchPlace, DeviceError, ConfigError) as error:
        raise Stop(str(error)) from error


def _check_offered(game: str | None, config: Config) -> None:
    from controller.tables import tables_for, tiles_for
    from controller.tables.table import NoSuchPlace

    tables = tables_for(config.table.grid, config.table.cell_sites, config.pads, tiles_for(config))
    if game is not None and game not in tables:
        raise NoSuchPlace(f"This table has no game {game!r}; it has {', '.join(tables)}.")


@main.command()
@click.argument("files", nargs=-1, type=FILE)
@config_option
@click.option(
    "--clumsy",
    type=(click.IntRange(min=0), str),
    metavar="SEED GAME",
    help="Instead of files: a whole random game by a clumsy person.",
)
@click.option("--real-time", is_flag=True, help="On the wall clock instead of a virtual one.")
@click.option("--firmware", is_flag=True, help="With the real firmware, run by MicroPython.")
@click.option("--trace", type=FILE, help="Write the sensor frames there.")
@click.pass_context
def script(
    context: click.Context,
    files: tuple[Path, ...],
    config_file: Path | None,
    clumsy: tuple[int, str] | None,
    real_time: bool,
    firmware: bool,
    trace: Path | None,
) -> None:
    """Play table scripts (docs/table-scripts.md) on the simulated table.

    Exit status 0 when every script held, 1 when one did not, 2 when a file cannot be read as a script.
    """
    config = _load(config_file)
    from controller import script_command

    if clumsy is not None:
        context.exit(script_command.run_clumsily(*clumsy, config, sys.stdout, firmware=firmware))
    if not files:
        raise click.UsageError("name one or more script files, or --clumsy SEED GAME")
    status = script_command.run(
        files, config, sys.stdout, real_time=real_time, firmware=firmware, trace=trace
    )
    context.exit(status)


@main.command()
@config_option
@click.option("--out", type=FILE, help="The tile file, if not the one of the settings (tiles.file).")
@click.option("--piece", metavar="KIND", help='Only pieces of one kind, such as "house white".')
def enrol(config_file: Path | None, out: Path | None, piece: str | None) -> None:
    """Write down which tag is which piece: lay them on a reader one by one, as you are asked.

    Without --piece those are the blocks of Cités Nouvelles. Stop with Ctrl-C; the same command goes on where
    you stopped. At the simulated table simulated hands do it.
    """
    config = _load(config_file)
    from controller import app, enrol
    from controller.tables import KINDS
    from hardware.ports import DeviceError

    file = out or config.tiles.path
    if file is None:
        raise Stop("Name the tile file with --out FILE, or in the settings (tiles.file).")
    if piece is not None and piece not in KINDS:
        raise Stop(f"--piece {piece}: expected one of {', '.join(sorted(KINDS))}")
    try:
        readers, lay = app.choose_readers(config)
        enrol.run(readers, file, piece, sys.stdout, app.now_ms, app.sleep_ms, lay)
    except (ConfigError, DeviceError) as error:
        raise Stop(str(error)) from error


@main.command()
def referee() -> None:
    """Play any game by requests, a JSON object a line (docs/rules/referee.md)."""
    from controller import referee as protocol

    protocol.run(sys.stdin.buffer, sys.stdout.buffer)


@main.command()
@config_option
def games(config_file: Path | None) -> None:
    """List the games in the journal."""
    from controller.journal import Journal, JournalError

    config = _load(config_file)
    file = config.journal.file
    if file is None or not file.exists():
        click.echo("No game has been played yet.")
        return
    try:
        with Journal.read(file) as journal:
            for record in journal.games():
                click.echo(_line(record))
    except JournalError as error:
        raise Stop(str(error)) from error


def _line(record: GameRecord) -> str:
    """A game in one line: number, date, game, how long it is, and how it ended."""
    started = datetime.fromtimestamp(record.started_ms / 1000).astimezone()
    if record.result is None:
        end = "unfinished"
    elif record.result["winner"] is None:
        end = "given up"
    else:
        score = ", ".join(f"{player} {points}" for player, points in record.result["score"].items())
        end = f"{record.result['winner']} ({score})"
    name = record.header["game"]
    return f"{record.id:>4}  {started:%Y-%m-%d %H:%M}  {name:<12} {record.plies:>4} actions  {end}"


@main.command()
@click.argument("number", type=int)
@config_option
def export(number: int, config_file: Path | None) -> None:
    """Write game NUMBER as requests that `tablier referee` replays."""
    from controller.journal import Journal, JournalError

    config = _load(config_file)
    file = config.journal.file
    if file is None:
        raise Stop("The settings keep no journal (journal.path).")
    try:
        with Journal.read(file) as journal:
            for request in journal.export(number):
                click.echo(request)
    except JournalError as error:
        raise Stop(str(error)) from error
