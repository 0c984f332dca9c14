"""An evening of Masterplan at the real program, which is killed again and again, and the conditions that must
hold then.

- All that it has reported or shown as stored is in the journal, and so is everything before.
- The journal holds the person's intent, in whole transactions, and is no file set aside for damage.
- The next start comes to the same state as a table that was never killed: journal, phase and lights.
- The game goes on.

Meanwhile the table has a page and, if there is one, a broker, and other programs read its journal.
"""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.broker import IS_HERE, Broker
from controller.journal.journal import Journal
from controller.model.records import Entry, Seated, Start
from controller.model.view import Phase
from controller.referee.play import Play
from controller.settings.config import load
from controller.simulation.chance import any_action
from controller.simulation.witness import Broken, Rows, require_kept
from engines.masterplan.board import PLAYERS
from hardware.ports import sites_in
from opponents.thought import Level
from tests.controller.web.serving import free_port
from tests.kills.board import Board
from tests.kills.model import Model, copied, is_shown, lit_sites, rows_of
from tests.kills.moments import SETTLE_MS, Ambush, Moment, any_moment
from tests.kills.neighbours import Neighbours
from tests.kills.program import WITHIN_S, Program

HEADER = {"game": "masterplan"}
STEP_S = 0.01
JUDGED_S = (250 + 2 * SETTLE_MS) / 1000
"""The longest time after its greeting until a board has reported its sensors, and was judged."""
MOST_MOVES = 1
"""The most moves before the one at which the program dies."""
TAKES_BACK = 0.15
"""How often a person takes back, who could."""
SEATS_CHANGE = 0.2
"""How often a seat that is not to move goes to the computer, until the next start."""
NEW_FILE = 0.3
"""How often the next game is written to a new journal, which the program is killed making."""

SETTINGS = """
[board]
kind = "serial"
port = "{port}"

[lights]
wiring = "rows"

[screen]
kind = "none"

[play]
settle_ms = {settle_ms}

[web]
port = {page}

[mqtt]
broker = "{broker}"
port = {broker_port}
table = "t1"

[opponents]
think_s = 60

[journal]
path = "{journal}"
"""
"""A computer thinks for longer than the program lives."""


@dataclass(slots=True)
class Counts:
    """The counts so far. In `not_stored` kills an action was begun and is not in the journal, in `not_told`
    kills it is there and the program did not get to report it."""

    kills: Counter[Moment] = field(default_factory=Counter)
    games: int = 0
    played: int = 0
    taken_back: int = 0
    given: int = 0
    not_stored: int = 0
    not_told: int = 0

    def __str__(self) -> str:
        kills = "; ".join(f"{count} {moment}" for moment, count in sorted(self.kills.items()))
        return (
            f"{self.kills.total()} kills in {self.games} games: {kills}. {self.played} actions and "
            f"{self.taken_back} takebacks were made; {self.given} times a seat "
            f"went to the computer, and back; {self.not_stored} times one was not stored yet, "
            f"{self.not_told} times it was stored and not told yet."
        )


class Evening:
    """The same seed gives the same games, moments and delays; what they meet is up to the computer."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.counts = Counts()
        self._folder = folder
        self._dice = Random(seed)
        self._journal = folder / "games" / "journal.sqlite"
        self._settings = folder / "tablier.toml"
        port = folder / "board"
        page, self._broker = free_port(), Broker(folder) if IS_HERE else None
        text = SETTINGS.format(
            port=port,
            settle_ms=SETTLE_MS,
            journal=self._journal,
            page=page,
            broker="127.0.0.1" if self._broker else "",
            broker_port=self._broker.port if self._broker else 1883,
        )
        self._settings.write_text(text, encoding="utf-8")
        self._config = load(self._settings)
        self._board = Board(self._config.table.grid, self._dice.getrandbits(32))
        self._board.start()
        port.symlink_to(self._board.port)
        if self._broker is not None:
            self._broker.start()
        self.neighbours = Neighbours(self._journal, page, self._dice.getrandbits(32))
        self.neighbours.start()
        self._program: Program | None = None
        self._judged_s = 0.0
        """The time that the program may take to judge a changed board."""
        self._at_start: Rows = {}
        """The journal's content at the start of the program."""
        self._turn: str | None = None
        self._given: str | None = None
        """The seat that is the computer's."""
        self._may_stand: tuple[Sequence[str], ...] = ()
        """The actions that may stand: with what was just begun, and without it."""

    def close(self) -> None:
        """End everything."""
        if self._program is not None:
            self._program.kill()
        self.neighbours.stop()
        if self._broker is not None:
            self._broker.kill()
        self._board.stop()

    def kill(self) -> None:
        """Start the program, let a person play a little, kill it, look. Raises `Broken` or `Lost`."""
        if not self._journal.exists() or not self._is_to_go_on():
            self._begin_game()
        self._change_seats()
        moment = any_moment(self._dice)
        before = self._stored()
        with closing(self._predicted()) as model:
            self._start()
            if moment is Moment.START:
                self._ambush(moment).wait()
                self._kill_and_look(moment, before, model.rows)
                return
            self._await_up()
            self._await(model, "after its start")
            self._correct(model)
            for _ in range(self._dice.randint(0, MOST_MOVES)):
                if model.is_for_hands and self._given is None:
                    self._move(model)
                    self._await(model, "after a move")
            self._move_and_die(model, moment)

    # The person's acts

    def _move_and_die(self, model: Model, moment: Moment) -> None:
        rows, shown, covered = model.rows, model.lately_lit, self._board.covered
        ambush = self._ambush(moment if model.is_for_hands else Moment.REST)
        if ambush.moment is not Moment.REST:
            self._move(model)
        ambush.wait()
        touched = covered ^ self._board.covered
        self._kill_and_look(ambush.moment, rows, model.rows, shown | touched)

    def _move(self, model: Model) -> None:
        """Make an action, or take the last one back."""
        plies = model.play.plies
        is_back = self._dice.random() < TAKES_BACK and _can_be_taken_back(model.play)
        standing = [str(ply.action) for ply in plies]
        if is_back:
            self._make(model, model.play.back(1))
            self._may_stand = (standing, standing[:-1])
            self.counts.taken_back += 1
        else:
            action = any_action(model.play, self._dice)
            self._make(model, model.play.after(action))
            self._may_stand = (standing, [*standing, str(action)])
            self.counts.played += 1

    def _correct(self, model: Model) -> None:
        """Make the board as the position says it is."""
        if model.phase is not Phase.OVER and model.play.differing(self._board.covered):
            self._make(model, model.play)
            self._await(model, "after the board was mended")
            time.sleep(self._judged_s)

    def _make(self, model: Model, wanted: Play) -> None:
        """Move the pieces that are not where they belong."""
        covered = self._board.covered
        wrong = wanted.differing(covered)
        self._board.lift(sites_in(wrong & covered))
        for site in sites_in(wrong & ~covered):
            self._board.put(site, wanted.table.kind(wanted.position, site))
        model.see(self._board.covered)

    def _begin_game(self) -> None:
        """The board is cleared, and a game has begun; sometimes in a journal that the program creates, and
        the program is killed meanwhile."""
        self._board.lift(sites_in(self._board.covered))
        if self._dice.random() < NEW_FILE:
            with self.neighbours.left_alone:
                shutil.rmtree(self._journal.parent, ignore_errors=True)
            self._at_start = {}
            self._start()
            self._ambush(Moment.START).wait()
            self._kill_and_look(Moment.START, {}, {})
        with self.neighbours.left_alone, Journal.open(self._journal) as journal:
            journal.apply([Start(HEADER)], wall_ms=0)
        self._may_stand = ([],)
        self._turn, self._given = PLAYERS[0], None
        self.counts.games += 1

    def _change_seats(self) -> None:
        """A seat that is the computer's goes back to a person; sometimes one that is not to move goes to the
        computer. So it is written while the program is dead: with a screen, people touch it in a pause."""
        level = None
        if self._given is None:
            if self._turn is None or self._dice.random() > SEATS_CHANGE:
                return
            self._given, level = next(one for one in PLAYERS if one != self._turn), Level.STRONG
            self.counts.given += 1
        with self.neighbours.left_alone, Journal.open(self._journal) as journal:
            last = max(game.id for game in journal.games())
            journal.apply([Seated(self._given, level)], wall_ms=0, game_id=last)
        self._given = self._given if level else None

    def _is_to_go_on(self) -> bool:
        """Whether the last game is not over, and hands alone can do what comes next."""
        with closing(self._predicted()) as model:
            self._turn = model.play.position.turn if model.is_for_hands else None
            return model.is_for_hands

    # The program

    def _start(self) -> None:
        self._board.catch_up()
        self._program = Program(self._settings)

    def _ambush(self, moment: Moment) -> Ambush:
        assert self._program is not None
        return Ambush(moment, self._dice, self._program, self._board, self._journal)

    # The conditions

    def _predicted(self) -> Model:
        """The state that the program must come to with this journal and this board. Raises `Broken`."""
        self._at_start = self._stored()
        copy = self._copied("model")
        model = Model(self._config, copy, self._board.covered)
        if model.texts not in self._may_stand:
            raise Broken(f"{model.texts} stand, and the person meant one of {self._may_stand}")
        return model

    def _await_up(self) -> None:
        """The program sees the board and has judged it: what is moved before is moved in the dark, to it.

        On a busy computer both take as much longer as its start does.
        """
        assert self._program is not None
        program, begun_s = self._program, time.monotonic()
        self._until(lambda: program.is_up, lambda: "the board is not found")
        self._judged_s = JUDGED_S + time.monotonic() - begun_s
        time.sleep(self._judged_s)

    def _await(self, model: Model, when: str) -> None:
        """The program comes to what is predicted. Raises `Broken`."""
        rows, colours = model.rows, model.colours
        self._until(
            lambda: self._stored_now() == rows,
            lambda: f"{when} {_last(rows)} should be stored, and {_last(self._stored_now())} is",
        )
        self._until(
            lambda: is_shown(self._board.lit, colours),
            lambda: f"{when} {sites_in(lit_sites(self._board.lit))} are lit, in place of {colours}",
        )

    def _until(self, holds: Callable[[], bool], why_not: Callable[[], str]) -> None:
        assert self._program is not None
        end_s = time.monotonic() + WITHIN_S
        while not holds():
            if time.monotonic() > end_s or not self._program.is_alive:
                raise Broken("\n".join([why_not(), *self._program.said]))
            time.sleep(STEP_S)

    def _kill_and_look(self, moment: Moment, before: Rows, after: Rows, may_be_lit: int = -1) -> None:
        """Kill the program, and see what it leaves behind. Raises `Broken` or `Lost`.

        `before` and `after` are what the journal may hold, without and with what was begun last, and
        `may_be_lit` the sites that may be lit before it holds that.
        """
        assert self._program is not None
        self._program.kill()
        self.counts.kills[moment] += 1
        lit, now = self._board.lit, self._stored()
        require_kept(before, now)
        if now:
            self._require_seats()
        if now not in (before, after):
            raise Broken(
                f"killed {moment}, the journal ends neither with {_last(before)} nor with {_last(after)}, "
                f"but with {_last(now)}; covered are {sites_in(self._board.covered)}"
            )
        if now != after and lit_sites(lit) & ~may_be_lit:
            early = sites_in(lit_sites(lit) & ~may_be_lit)
            raise Broken(f"{early} were lit {moment}, of which nothing was stored")
        news, told = _news(self._at_start, now), self._program.stored
        if told != news[: len(told)]:
            raise Broken(f"{told} was said to be stored, and {news} is")
        self.counts.not_stored += now != after
        self.counts.not_told += len(told) < len(news)

    def _require_seats(self) -> None:
        """The seats of the last game are those that people have given. Raises `Broken`."""
        with Journal.read(self._folder / "copy" / "journal.sqlite") as journal:
            games = journal.games()
            seats = journal.computers(max(game.id for game in games)) if games else {}
        if seats != ({self._given: Level.STRONG} if self._given and games else {}):
            raise Broken(f"the computer has {seats}, and was given {self._given}")

    def _copied(self, folder: str) -> Path:
        with self.neighbours.left_alone:
            return copied(self._journal, self._folder / folder / "journal.sqlite")

    def _stored_now(self) -> Rows:
        """The journal's content while the program has it open."""
        if not self._journal.exists():
            return {}
        with Journal.read(self._journal) as journal:
            return rows_of(journal)

    def _stored(self) -> Rows:
        """The content of the journal's file that a dead program has left. Raises `Broken` if it is
        damaged."""
        if damaged := list(self._journal.parent.glob("*damaged*")):
            raise Broken(f"a journal was set aside: {damaged[0].name}")
        copy = self._copied("copy")
        if not copy.exists() or not copy.stat().st_size:
            return {}
        with Journal.read(copy) as journal:
            return rows_of(journal)


def _can_be_taken_back(play: Play) -> bool:
    """Whether hands alone take the last action back, by what is no action itself: at the end of a game a
    tower that is lifted scores."""
    if not play.plies or not play.table.is_taken_back_by_hand(play.plies[-1].action):
        return False
    missing, extra = play.closed & ~play.back(1).closed, play.back(1).closed & ~play.closed
    return not play.table.candidates(play.position, missing, extra)


def _last(rows: Rows) -> list[str]:
    """The last of what happened, in the words of the log."""
    return _news({}, rows)[-3:]


def _news(old: Rows, new: Rows) -> list[str]:
    """The changes between two looks at a journal, in the words of the log."""
    entries: list[Entry] = []
    for number, rows in new.items():
        entries += rows[len(old.get(number, ())) :]
    return [str(entry.what) for entry in sorted(entries, key=lambda entry: entry.id)]
