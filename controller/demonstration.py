"""A whole game of Masterplan without a display: simulated hands on simulated sensors, told in text.

The controller is the real one; only the clock is virtual. What is printed is what the table shows: its words,
its lights, its score. Nothing is kept in the table's own journal.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final, TextIO

from controller.config import Config
from controller.daemon import Shown
from controller.person import Refused
from controller.piece_choice import kind_for
from controller.play import Play
from controller.player import Player
from controller.rig import Rig
from controller.sensible import choose
from controller.session import Session
from controller.signs import player_colour
from controller.tables.table import NoSuchPlace
from controller.terminal import LEGEND, WIDTH, Terminal, light_lines, words_beside
from controller.view import Phase
from engines.game import Action
from hardware.ports import DeviceError, sites_in

GAME: Final = "masterplan"
_WRONG_TURN: Final = 9
_SECOND_THOUGHTS_TURN: Final = 5
"""The turns in which somebody makes a mistake."""

_PATIENCE_MS: Final = 5_000
_PAUSE_S: Final = 0.4
"""For people who watch: a game has about forty turns."""

_PICTURE_PX: Final = 900
_LIGHTS: Final = "Lights: "


def run(
    config: Config,
    folder: Path,
    out: TextIO,
    environment: Mapping[str, str] = os.environ,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Play a game and tell of it; leave pictures of its end and its record in `folder`.

    The same seed (`simulation.seed`) gives the same game. Where `out` is a terminal there are pauses, and
    colours unless `NO_COLOR` is set. Ends quietly when nobody reads any more or somebody presses Ctrl-C.

    Raises `NoSuchPlace` where the table has no room for the game, `DeviceError` where the folder cannot be
    written.
    """
    is_watched = out.isatty()
    terminal = Terminal(out, is_coloured=is_watched and _wants_colours(environment))
    _make(folder)
    try:
        with tempfile.TemporaryDirectory(prefix="tablier-") as kept:
            rig = Rig(config, Path(kept) / "journal.sqlite")
            try:
                _Demonstration(rig, terminal, _PAUSE_S if is_watched else 0.0, sleep).run(folder)
            finally:
                rig.close()
        terminal.flush()
    except BrokenPipeError:
        _let_go(out)
    except KeyboardInterrupt:
        with suppress(BrokenPipeError):
            terminal.line()
            terminal.line("Stopped.")
            terminal.flush()


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
    """Nobody reads any more: what is left in the stream goes nowhere, or the interpreter complains at its
    end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, out.fileno())
        os.close(nowhere)


class _Demonstration:
    """One game at a rig."""

    def __init__(self, rig: Rig, terminal: Terminal, pause_s: float, sleep: Callable[[float], None]) -> None:
        self._rig = rig
        self._terminal = terminal
        self._pause_s = pause_s
        self._sleep = sleep
        self._player = Player(rig)
        self._random = Random(rig.config.simulation.seed)  # noqa: S311 - a game to be repeated, no secret
        self._turns = 0

    @property
    def _session(self) -> Session:
        return self._rig.running.session

    @property
    def _play(self) -> Play:
        return self._session.current

    @property
    def _shown(self) -> Shown:
        return self._rig.running.shown

    def run(self, folder: Path) -> None:
        """From the switch to the result."""
        self._begin()
        while self._play.position.turn is not None:
            self._turn()
        while self._play.position.outcome() is None:
            self._take_off_a_tower()
        self._result(folder)

    def _begin(self) -> None:
        self._rig.power_on()
        if GAME not in self._session.tables:
            raise NoSuchPlace(f"This table has no room for {GAME}, which the demonstration plays.")
        grid = self._rig.config.table.grid
        say = self._terminal.say
        say(f"A simulated table of {grid.columns} x {grid.rows} sensors and lights, without a display.")
        say("Simulated hands play Masterplan on it. The table sees the pieces, judges, lights and scores.")
        say(LEGEND)
        self._player.choose_game(GAME, {})

    # The game

    def _turn(self) -> None:
        """A house, and the parks and towers that it calls for."""
        self._turns += 1
        mover = self._play.position.turn
        self._terminal.heading(f"Turn {self._turns}: {self._shown.view.heading}")
        if self._turns == _WRONG_TURN:
            self._make_a_mistake()
        self._act(choose(self._play, self._random, self._second_thoughts()))
        self._tell_what_is_asked()
        while self._play.position.turn == mover and self._play.position.need():
            self._act(choose(self._play, self._random))
        self._show()

    def _take_off_a_tower(self) -> None:
        self._terminal.heading(self._shown.view.heading)
        self._tell_what_is_asked()
        self._act(choose(self._play, self._random))
        self._show()

    def _act(self, action: Action) -> None:
        """Do it at the table, and say what the table makes of it."""
        self._player.play(str(action))
        ply = self._play.plies[-1]
        told = self._play.table.tell(ply.events) or self._play.table.say(ply.action)
        self._terminal.say(f"{self._play.table.name(ply.actor)}: {told}." if ply.actor else f"{told}.")

    # Mistakes

    def _second_thoughts(self) -> tuple[Action, ...]:
        """Once a house is played and taken back; what was taken back is not played again."""
        if self._turns != _SECOND_THOUGHTS_TURN:
            return ()
        before = self._play
        action = self._random.choice(before.position.legal() or ())
        self._act(action)
        sites = before.table.touched(before.position, action)
        self._player.lift(sites)
        self._wait_for(lambda: len(self._play.plies) == len(before.plies))
        self._terminal.say(f"Lifted again: it is taken back. {self._shown.view.heading}.")
        return (action,)

    def _make_a_mistake(self) -> None:
        """A piece comes where none may, or goes where one must stay; the table says so, and it is mended."""
        wrong = self._forbidden_sites()
        if wrong:
            site = self._random.choice(wrong)
            kind = kind_for(self._session, site)
            self._player.put(1 << site, kind)
            name = " ".join(reversed(kind.split()))
            self._terminal.say(f"By mistake: a {name} on {self._play.table.place(site)}.")
            self._show_what_is_wrong()
            self._player.lift(1 << site)
            done = "Lifted"
        else:
            site = self._rig.table.pieces[0].sites[0]
            (piece,) = self._rig.table.lift([site], self._rig.now_us)
            self._terminal.say(f"By mistake: the piece on {self._play.table.place(site)} is lifted.")
            self._show_what_is_wrong()
            self._player.put(1 << site, piece.kind)
            done = "Put back"
        self._wait_for(lambda: self._session.phase is Phase.PLAYING)
        self._terminal.say(f"{done}: the board is right again. {self._shown.view.heading}.")

    def _forbidden_sites(self) -> list[int]:
        """The free sites in cells with pieces on which no rule allows another."""
        play = self._play
        marks = play.table.marks(play.position).marks
        cells = [play.table.cell_at(int(mark.x), int(mark.y)) for mark in marks]
        return [
            site
            for cell in cells
            for site in sites_in(cell & ~self._session.tracker.board)
            if not play.table.readings(play.position, 0, 1 << site)
        ]

    def _show_what_is_wrong(self) -> None:
        self._wait_for(lambda: self._session.phase is Phase.CORRECTING)
        self._terminal.say(f"{self._shown.view.heading}: {'; '.join(self._shown.view.ask)}", "The table: ")
        self._show()

    def _wait_for(self, is_reached: Callable[[], bool]) -> None:
        if not self._rig.run_until(self._rig.now_ms + _PATIENCE_MS, is_reached):
            raise Refused(f"the table does not answer as it should: {self._shown.view.heading}")

    # What is shown

    def _tell_what_is_asked(self) -> None:
        """What the table asks for, and the lights that say so."""
        tasks = self._shown.view.tasks
        if not tasks:
            return
        self._terminal.say("; ".join(task.words for task in tasks) + ".", "The table asks: ")
        meanings = {task.meaning for task in tasks}
        asking = [(site, lit) for site, lit in self._shown.view.lights if lit.meaning in meanings]
        for line in light_lines(asking, self._play.table, self._terminal, WIDTH - len(_LIGHTS)):
            self._terminal.line(_LIGHTS + line)

    def _show(self) -> None:
        """The board, with score and lights beside it; then a moment to look at it."""
        view = self._shown.view
        assert view.board is not None
        score = "   ".join(
            self._terminal.paint(f"{one.name} {one.points}", player_colour(one.player), is_bold=True)
            for one in view.scores
        )
        lights = light_lines(view.lights, self._play.table, self._terminal, words_beside(view.board))
        self._terminal.show_board(view.board, [score, "", *lights])
        self._terminal.flush()
        if self._pause_s:
            self._sleep(self._pause_s)

    def _result(self, folder: Path) -> None:
        """Who has won, and what is left of the game."""
        view = self._shown.view
        self._terminal.heading(f"{view.heading}: {' '.join(view.ask)}")
        record = folder / "game.jsonl"
        requests = self._rig.journal.export(self._rig.journal.games()[-1].id)
        record.write_text("".join(f"{request}\n" for request in requests), encoding="utf-8")
        self._terminal.line(f"The table:        {self._picture_of_table(folder / 'table.png')}")
        self._terminal.line(f"The touchscreen:  {self._picture_of_screen(folder / 'touchscreen.png')}")
        self._terminal.line(f"The game:         {record}")
        self._terminal.line(f"Play it again:    tablier referee < {record}")
        self._terminal.line("Play yourself:    make play, where there is a display")

    def _picture_of_table(self, file: Path) -> Path:
        import pygame

        from controller.table_geometry import overlay_of
        from controller.table_picture import TablePicture

        settings = self._rig.config.table
        surface = pygame.Surface((_PICTURE_PX, _PICTURE_PX))
        picture = TablePicture(surface, settings.grid, settings.cell_sites)
        overlay = overlay_of(self._play.table, self._play.position)
        picture.draw(overlay, self._rig.table.pieces, self._rig.board.lit)
        pygame.image.save(surface, str(file))
        return file

    def _picture_of_screen(self, file: Path) -> Path:
        import pygame

        from controller.screens import Painter

        screen = self._rig.config.screen
        surface = pygame.Surface((screen.width, screen.height))
        Painter(surface).draw(self._shown.picture, self._rig.now_ms)
        pygame.image.save(surface, str(file))
        return file
