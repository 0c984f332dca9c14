"""A whole game without a display: simulated hands on simulated sensors, printed as text.

The controller is the real one; only the clock is virtual. The text is what the table shows: its words, its
lights, its score. Nothing is stored in the table's own journal.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, TextIO

from controller.referee.play import Play
from controller.settings.settings import Config
from controller.simulation.demonstration.game import DemonstratedGame
from controller.simulation.rig import Rig
from controller.view.terminal import Terminal
from hardware.ports import DeviceError

_PAUSE_S: Final = 0.4
"""For people who watch: a game has about forty boards."""

_PICTURE_PX: Final = 900


def run(
    config: Config,
    folder: Path,
    out: TextIO,
    environment: Mapping[str, str] = os.environ,
    sleep: Callable[[float], None] = time.sleep,
    *,
    game: str = "masterplan",
    nodes: int | None = None,
    program: str = "tablier",
) -> None:
    """Play and print a game; write pictures of its end and its record to `folder`.

    `nodes` is the better player's search nodes per action, instead of those of the game's style; `program` is
    this program's name, for the hints at the end.

    The same seed (`simulation.seed`) gives the same game. If `out` is a terminal there are pauses, and
    colours unless `NO_COLOR` is set. Ends quietly if the reader goes away or Ctrl-C is pressed.

    Raises `NoSuchPlace` if the table does not offer the game, `DeviceError` if the folder cannot be written.
    """
    is_watched = out.isatty()
    terminal = Terminal(out, is_coloured=is_watched and _wants_colours(environment))
    _make(folder)

    def pause() -> None:
        if is_watched:
            sleep(_PAUSE_S)

    try:
        with (
            tempfile.TemporaryDirectory(prefix="tablier-") as kept,
            closing(Rig(config, Path(kept) / "journal.sqlite")) as rig,
        ):
            DemonstratedGame(game, rig, terminal, pause, nodes).play()
            _result(rig, terminal, folder, f"{program} referee")
        terminal.flush()
    except BrokenPipeError:
        _let_go(out)
    except KeyboardInterrupt:
        try:
            terminal.line()
            terminal.line("Stopped.")
            terminal.flush()
        except OSError:  # the terminal was closed
            _let_go(out)


def _wants_colours(environment: Mapping[str, str]) -> bool:
    """See https://no-color.org."""
    return not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DeviceError(
            f"{folder} cannot be made ({error.strerror}). Name another folder with --out."
        ) from error
    if not os.access(folder, os.W_OK):
        raise DeviceError(f"{folder} cannot be written. Name another folder with --out.")


def _let_go(out: TextIO) -> None:
    """The reader has gone: discard what is left in the stream, or the interpreter complains at its end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, out.fileno())
        os.close(nowhere)


def _result(rig: Rig, terminal: Terminal, folder: Path, referee: str) -> None:
    """The winner, how the result came about, and the files of the game."""
    play, view = rig.running.session.current, rig.running.shown.view
    terminal.heading(f"{view.heading}: {view.ask[0]}")
    for line in view.ask[1:]:
        terminal.say(line)
    record = folder / "game.jsonl"
    requests = rig.journal.export(rig.journal.games()[-1].id)
    record.write_text("".join(f"{request}\n" for request in requests), encoding="utf-8")
    terminal.line(f"The table:        {_picture_of_table(rig, play, folder / 'table.png')}")
    terminal.line(f"The touchscreen:  {_picture_of_screen(rig, folder / 'touchscreen.png')}")
    terminal.line(f"The game:         {record}")
    terminal.line(f"Play it again:    {referee} < {record}")
    terminal.line("Play yourself:    make play, where there is a display")


def _picture_of_table(rig: Rig, play: Play, file: Path) -> Path:
    import pygame

    from controller.simulation.window.picture import TablePicture
    from controller.simulation.window.sheet import BoardSheet, tiles_on

    settings = rig.config.table
    surface = pygame.Surface((_PICTURE_PX, _PICTURE_PX))
    picture = TablePicture(surface, settings.grid, settings.cell_sites)
    sheet = BoardSheet(play.table, rig.running.shown.preferences.language)
    tiles = tiles_on(rig.pads, sheet.pad_boxes(picture.geometry, rig.pads.count))
    picture.draw(sheet.drawing, rig.table.pieces, rig.board.lit, tiles)
    pygame.image.save(surface, str(file))
    return file


def _picture_of_screen(rig: Rig, file: Path) -> Path:
    import pygame

    from controller.screens import Painter

    screen = rig.config.screen
    surface = pygame.Surface((screen.width, screen.height))
    Painter(surface).draw(rig.running.shown.picture, rig.now_ms)
    pygame.image.save(surface, str(file))
    return file
