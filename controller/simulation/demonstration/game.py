"""One game at a rig, played by simulated hands and printed as text: turns, mistakes, the table's messages."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from controller.daemon.shown import Shown
from controller.games import TABLES
from controller.model.signs import player_colour
from controller.model.view import Meaning, Phase
from controller.referee.play import Play
from controller.referee.session import Session
from controller.shell.idle.exhibition import Match, introduction, naming
from controller.simulation.people.player import Player
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from controller.simulation.window.piece_choice import kind_for
from controller.tables.demo import DemoStyle
from controller.tables.sensing import NoSuchPlace
from controller.view.commentary import comment
from controller.view.terminal import WIDTH, Terminal, light_lines, words_beside
from engines.game import Action
from hardware.ports import sites_in

_START_MS: Final = 50
_PATIENCE_MS: Final = 5_000
_LIGHTS: Final = "Lights: "
_SUMMARY: Final = "The table sees the pieces, judges, lights and scores."


class DemonstratedGame:
    """Plays a game at a rig. `pause` is called at each shown board, for people who watch.

    The better player searches `nodes` nodes per action, or as many as the game's style says.
    """

    def __init__(
        self, name: str, rig: Rig, terminal: Terminal, pause: Callable[[], None], nodes: int | None = None
    ) -> None:
        self._name = name
        self._style = next((table.demo for table in TABLES if table.game.name == name), DemoStyle())
        self._rig = rig
        self._terminal = terminal
        self._pause = pause
        self._player = Player(rig)
        seed = rig.config.simulation.seed
        self._random = Random(seed)  # noqa: S311 - a game to be repeated, no secret
        self._match = Match(seed, nodes or self._style.nodes)
        self._turns = 0
        self._has_erred = False
        self._is_fresh = True

    @property
    def _session(self) -> Session:
        return self._rig.running.session

    @property
    def _play(self) -> Play:
        return self._session.current

    @property
    def _shown(self) -> Shown:
        return self._rig.running.shown

    def play(self) -> None:
        """From power on to the end of the game. Raises `NoSuchPlace` if the table has no such game."""
        self._begin()
        while self._play.position.outcome() is None:
            self._turn()
        self._player.do_tasks()

    def _begin(self) -> None:
        self._rig.power_on()
        self._rig.run_for(_START_MS)
        tables = self._session.tables
        if self._name not in tables:
            raise NoSuchPlace(f"This table has no game {self._name!r}; it has {', '.join(tables)}.")
        grid = self._rig.config.table.grid
        say = self._terminal.say
        say(f"A simulated table of {grid.columns} x {grid.rows} sensors and lights, without a display.")
        say(f"Simulated hands play {tables[self._name].title} on it. {_SUMMARY}")
        say(self._style.legend)
        self._player.choose_game(self._name, dict(self._style.options))
        say(introduction(self._match.seated(self._play)))

    # The game

    def _turn(self) -> None:
        """An action and those that it requires, with a heading if the last turn showed the board."""
        self._turns += 1
        before = self._play
        mover = before.position.turn
        if self._is_fresh:
            turn = f"Turn {self._turns}: " if mover else ""
            self._terminal.heading(f"{turn}{self._shown.view.heading}")
        is_choosing = self._session.question.selecting is not None
        if self._turns >= self._style.wrong_turn and not self._has_erred and not is_choosing:
            self._has_erred = True
            self._make_a_mistake()
        if not mover:
            self._print_requests()
        self._act(self._match.choose(self._play, self._second_thoughts()))
        self._print_requests()
        self._lay_markers()
        while mover and self._play.position.turn == mover and self._play.position.need():
            self._act(self._match.choose(self._play))
        self._comment(before)
        self._is_fresh = self._is_worth_showing(len(before.plies))
        if self._is_fresh:
            self._show()

    def _is_worth_showing(self, since: int) -> bool:
        plies = self._play.plies[since:]
        kinds = frozenset(str(event["kind"]) for ply in plies for event in ply.events)
        return self._play.position.outcome() is not None or self._style.is_shown(self._turns, kinds)

    def _act(self, action: Action) -> None:
        """Carry it out at the table, and print the table's reaction."""
        self._player.play(str(action))
        ply, table = self._play.plies[-1], self._play.table
        said, told = table.describe(ply.action), table.describe_events(ply.events)
        if self._style.says_all and told and not told.startswith(said):
            told = f"{said}: {told}"
        self._terminal.say(_sentence(told or said), f"{table.name(ply.actor)}: " if ply.actor else "")

    def _comment(self, before: Play) -> None:
        """The comment on a turn."""
        play = self._match.seated(self._play)
        for words in comment(before, play, self._match.expected, naming(play)):
            self._terminal.say(words, "Comment: ")
        self._match.expected = self._match.expected.without_words()

    # Mistakes

    def _second_thoughts(self) -> tuple[Action, ...]:
        """Once per game, a house is played and taken back; another action is played instead."""
        if self._turns != self._style.second_thoughts_turn:
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
        """A piece is set where none may stand, or moved when it must stay; the table objects, and it is
        corrected."""
        self._player.do_tasks()
        wrong = self._forbidden_sites()
        if wrong:
            site = self._random.choice(wrong)
            kind = kind_for(self._session, site)
            self._player.put(1 << site, kind)
            name = f"a {' '.join(reversed(kind.split()))}" if " " in kind else kind
            self._terminal.say(f"By mistake: {name} on {self._play.table.place(site)}.")
            self._show_corrections()
            self._player.lift(1 << site)
            done = "Lifted"
        else:
            site = self._rig.table.pieces[0].sites[0]
            (piece,) = self._rig.table.lift([site], self._rig.now_us)
            self._terminal.say(f"By mistake: the piece on {self._play.table.place(site)} is lifted.")
            self._show_corrections()
            self._player.put(1 << site, piece.kind)
            done = "Put back"
        self._wait_for(lambda: self._session.phase is Phase.PLAYING)
        self._terminal.say(f"{done}: the board is right again. {self._shown.view.heading}.")

    def _forbidden_sites(self) -> list[int]:
        """The free sites in cells with pieces, and the free pads, where no rule allows another piece."""
        play = self._play
        table, position = play.table, play.position
        size = table.grid.size
        cells = [table.cell_at(int(mark.x), int(mark.y)) for mark in table.marks(position).marks]
        if table.tiles.need_readers:
            cells = [1 << size + seat for seat in range(len(position.seats))]
        seen = self._session.tracker.board | table.ignored(position)
        return [
            site
            for cell in cells
            for site in sites_in(cell & ~seen)
            if not table.candidates(position, 0, 1 << site)
        ]

    def _show_corrections(self) -> None:
        self._wait_for(lambda: self._session.phase is Phase.CORRECTING)
        self._terminal.say(f"{self._shown.view.heading}: {'; '.join(self._shown.view.ask)}", "The table: ")
        self._show()

    def _wait_for(self, is_reached: Callable[[], bool]) -> None:
        if not self._rig.run_until(self._rig.now_ms + _PATIENCE_MS, is_reached):
            raise Refused(f"the table does not answer as it should: {self._shown.view.heading}")

    # Output

    def _print_requests(self) -> None:
        """Print the table's requests, and the lights that express them."""
        tasks = self._shown.view.tasks
        if not tasks:
            return
        self._terminal.say("; ".join(task.words for task in tasks) + ".", "The table asks: ")
        meanings = {task.meaning for task in tasks}
        asking = [(site, lit) for site, lit in self._shown.view.lights if lit.meaning in meanings]
        for line in light_lines(asking, self._play.table, self._terminal, WIDTH - len(_LIGHTS)):
            self._terminal.line(_LIGHTS + line)

    def _lay_markers(self) -> None:
        """Lay the markers for the last action where nothing stands. No sensor sees them, so they are not part
        of play, and after the last action of a game the table does not ask for them."""
        play = self._play
        for task in play.table.reminders(play.before, play.position):
            is_free = self._rig.piece_on(task.sites.bit_length() - 1) is None
            if task.meaning is Meaning.MARKER and task.player and is_free:
                self._player.put(task.sites, f"marker {task.player}")

    def _show(self) -> None:
        """Print the board, with score and lights beside it, and pause."""
        view = self._shown.view
        score = "   ".join(
            self._terminal.paint(f"{one.name} {one.points}", player_colour(one.player), is_bold=True)
            for one in view.scores
        )
        if self._style.words is not None:
            for line in self._style.words(self._play.position):
                self._terminal.say(line)
            self._terminal.line(score)
        elif view.board is not None:
            width = words_beside(view.board)
            lights = light_lines(view.lights, self._play.table, self._terminal, width)
            self._terminal.show_board(view.board, [score, "", *lights])
        self._terminal.flush()
        self._pause()


def _sentence(words: str) -> str:
    return words if words.endswith(".") else f"{words}."
