"""One game of a storm: a table script that is written while it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from controller.games import tables_for
from controller.referee.play import Play
from controller.settings.settings import Config
from controller.simulation.chance import any_action
from controller.simulation.killing import Killed
from controller.simulation.rig import Rig
from controller.simulation.scripts.runner import MakeRig
from controller.simulation.storm.evening import Evening, GameFailure, evening, failure_of
from controller.simulation.storm.faults import FAULTS, OF_THE_PIECE, Scene, is_taken_for_another, place_of
from engines.game import Action
from hardware.ports import Grid, sites_in

_USUAL: Final = Config()
TABLES: Final = tables_for(_USUAL.table.grid, _USUAL.table.cell_sites, _USUAL.pads)
"""The games on the usual table."""

KIT = ("table.columns = 8", "table.rows = 8", "table.cell_sites = 1", "table.pads = 0")
"""The settings of a chess-board kit: one site a cell, so that most spots are chosen on the screen."""

ON_A_KIT: Final = frozenset(tables_for(Grid(8, 8), cell_sites=1))
"""The games that fit on a kit."""

OFTEN_A_KIT = 0.25

OFTEN_ALONE = 0.25
"""The share of games on a table of their own, if there is one."""

WITH_TAGS: Final = frozenset(name for name, table in TABLES.items() if not table.tiles.need_readers)
"""The games in which readers under the sites identify pieces; the others have their pads anyway."""

OFTEN_WITH_TAGS = 0.15

TOUCH = ("sheet", "sheet", "friendly")
CLOCKS = ("off", "off", "move", "game")
CLOCK_S = (5, 20, 60)
"""Strictness, clock and seconds of a game: each combination is equally frequent."""

SPOKEN = 0.15
"""The share of occasions at which a choice is made on the screen: the set-up of Forma ends by it."""

TO_THE_END = 0.15
"""The share of games that end by their rules; the others are left after some actions."""

FEWEST, MOST, LONGEST = 2, 36, 250
"""The number of actions after which the others are left; and the limit for games that do not end."""

TAKEN_BACK, CLUMSILY, HARMED = 0.07, 0.4, 0.45
"""How often an action is taken back, made by clumsy hands, and made during a fault."""

CALM_GAMES, SELDOM_HARMED = 3, 0.1
"""One of this many games with habits is calm, and how often a fault happens in it."""

BY_HABIT = 0.7
"""The share of actions made with a habit, if there is no fault meanwhile."""

TWICE = 0.3
"""The share of double faults."""

MOST_TRIES = 20
"""The most redraws of an action that no sensor could distinguish from another."""

AT_LAST = ("power cut", "power on", "wait 1500", "expect meant")
"""The end of every game: everything played must survive one more start."""


@dataclass(slots=True)
class Report:
    """A game that was played: the lines of its script, its faults, and the failure, if any.

    `harms` counts by the names of `FAULTS`, `habits` by those of `HABITS`; `is_finished` says that it ended
    by the rules.
    """

    number: int
    name: str
    lines: tuple[str, ...] = ()
    actions: int = 0
    harms: Counter[str] = field(default_factory=Counter)
    kills: int = 0
    is_finished: bool = False
    failure: GameFailure | None = None
    habits: Counter[str] = field(default_factory=Counter)


class StormyGame:
    """Plays one game, from the storm's seed and the game's number."""

    def __init__(
        self,
        seed: int,
        number: int,
        faults: Sequence[str],
        games: Sequence[str],
        habits: Sequence[str] = (),
    ) -> None:
        self._random = Random(f"{seed}/{number}")  # noqa: S311 - a storm to be repeated, no secret
        self._faults = faults
        self._habits = habits
        self._name = games[number % len(games)]
        self._report = Report(number, self._name)
        self._broken: set[int] = set()
        self._weak: set[int] = set()
        self._harmed = SELDOM_HARMED if habits and number % CALM_GAMES == 0 else HARMED
        self._is_calm = True
        """Whether there was no fault during the last action: lost bytes show later."""

    def play(self, make_rig: MakeRig = Rig) -> Report:
        """Play it."""
        report = self._report
        with evening(make_rig) as table:
            try:
                self._play(table)
            except (Exception, Killed) as error:  # noqa: BLE001 - whatever it is, it is told as what failed
                report.failure = failure_of(error)
            report.lines, report.kills = tuple(table.lines), table.rig.kills
            report.habits = table.people.habits
        return report

    def _play(self, table: Evening) -> None:
        random = self._random
        table.do(*self._settings(), "power on")
        table.do(f"game {self._name} {random.choice(TABLES[self._name].trials.options)}".rstrip())
        most = LONGEST if random.random() < TO_THE_END else random.randint(FEWEST, MOST)
        while self._report.actions != most and not _is_over(table):
            self._act(table)
        self._report.is_finished = _is_over(table)
        table.do(*AT_LAST)

    def _settings(self) -> list[str]:
        random = self._random
        settings = [f"simulation.seed = {random.randrange(2**32)}"]
        if self._name in ON_A_KIT and random.random() < OFTEN_A_KIT:
            settings += KIT
        elif self._name in WITH_TAGS and random.random() < OFTEN_WITH_TAGS:
            settings.append('table.identity = "tags"')
        own_table = TABLES[self._name].trials.own_table
        if own_table and random.random() < OFTEN_ALONE:
            settings += own_table
        settings.append(f'play.touch = "{random.choice(TOUCH)}"')
        settings.append(f'play.clock = "{random.choice(CLOCKS)}"')
        settings.append(f"play.clock_s = {random.choice(CLOCK_S)}")
        return [f"config {setting}" for setting in settings]

    def _act(self, table: Evening) -> None:
        """One action, or a takeback, with its faults."""
        random, play = self._random, table.play
        assert play is not None
        action = self._some_action(table, play)
        is_taken_back = bool(play.plies) and random.random() < TAKEN_BACK
        is_harmed = bool(self._faults) and random.random() < self._harmed
        if is_harmed:
            barred = OF_THE_PIECE if is_taken_back else ()
            then = play.back(1) if is_taken_back else play.after(action)
            self._harm(table, Scene(random, table.rig, play, action, then, self._broken, self._weak), barred)
        was_calm, self._is_calm = self._is_calm, not is_harmed and not table.rig.is_harmed
        if is_taken_back:
            table.do("take back", "expect meant")
            return
        if self._habits and self._is_calm and was_calm and random.random() < BY_HABIT:
            table.do(f"habit {random.choice(self._habits)} {random.randrange(2**32)}")
        elif random.random() < CLUMSILY:
            table.do(f"clumsy {random.randrange(2**32)}")
        table.do(f"play {action}", "expect meant")
        self._report.actions += 1

    def _some_action(self, table: Evening, play: Play) -> Action:
        """A random action, but none that broken sensors, not yet known as such, show as another. If all that
        are tried are shown so, these sensors are repaired."""
        broken = self._broken | self._weak
        known = table.rig.running.session.tracker.masked
        unknown = sum(1 << site for site in broken) & ~known
        for _ in range(MOST_TRIES):
            spoken = play.table.spoken(play.position)
            is_said = bool(spoken) and self._random.random() < SPOKEN
            action = self._random.choice(spoken).action if is_said else any_action(play, self._random)
            if not is_taken_for_another(play, action, unknown, known):
                return action
        for site in sites_in(unknown):
            table.do(f"heal {place_of(table.rig, site)}")
            self._broken.discard(site)
            self._weak.discard(site)
        return action

    def _harm(self, table: Evening, scene: Scene, barred: Sequence[str]) -> None:
        for _ in range(2 if self._random.random() < TWICE else 1):
            name = self._random.choice(list(self._faults))
            lines = FAULTS[name](scene) if name not in barred else ()
            if lines:
                self._report.harms[name] += 1
                table.do(*lines)


def _is_over(table: Evening) -> bool:
    return table.play is None or table.play.position.outcome() is not None
