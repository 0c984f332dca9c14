"""Runs a table script: the whole controller on a simulated table, a line at a time."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from controller.files.toml_file import ConfigError
from controller.games import KINDS, tables_for
from controller.settings.config import with_setting
from controller.settings.settings import Config
from controller.simulation.people.clumsy import Clumsy
from controller.simulation.people.habits import HABITS
from controller.simulation.people.habitual import Habitual
from controller.simulation.people.person import Person, sites_of
from controller.simulation.people.retrying_player import RetryingPlayer
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from controller.simulation.scripts import expectations
from controller.simulation.scripts import faults as script_faults
from controller.simulation.scripts.grammar import FAULTS
from controller.simulation.scripts.script import Command, Script
from controller.simulation.truth import WrongClock, require_owners
from controller.simulation.witness import Broken
from controller.tables.sensing import NoSuchPlace
from controller.tables.table import GameTable
from engines.record import record
from hardware.ports import sites_in
from hardware.simulated.table import ImpossibleAct

SCENE = ("config", "piece")
"""Commands that set the scene before the power is on."""

NEED_POWER = (
    "power cut",
    "game",
    "press",
    "touch",
    "double tap",
    "play",
    "show",
    "corrupt",
    "lose",
    "take back",
)
"""Commands that need power."""

UNMET = (Refused, ImpossibleAct, ConfigError, NoSuchPlace, expectations.Unmet, Broken)
"""Errors of a line that fails."""

MakeRig = Callable[[Config, Path], Rig]


@record
class ScriptFailure:
    """A failed script: the line, the expectation, and what was seen."""

    script: str
    line: int
    text: str
    reason: str

    def __str__(self) -> str:
        return f"{self.script}:{self.line}: {self.text}: {self.reason}"


def run(script: Script, config: Config, make_rig: MakeRig = Rig) -> ScriptFailure | None:
    """Run a script. Returns the failure, or `None` if it passed (or failed, if it is expected to fail)."""
    failure = _run(script, config, make_rig)
    if not script.is_to_fail:
        return failure
    if failure is None:
        return ScriptFailure(
            script.name, 1, "expect fails", "expected a line that does not hold, and all held"
        )
    return None


def _run(script: Script, config: Config, make_rig: MakeRig) -> ScriptFailure | None:
    with (
        tempfile.TemporaryDirectory(prefix="tablier-") as folder,
        closing(Runner(config, Path(folder) / "journal.sqlite", make_rig)) as runner,
    ):
        for command in _in_order(script.commands):
            try:
                runner.do(command)
            except UNMET as reason:
                return ScriptFailure(script.name, command.line, command.text, str(reason))
    return None


def _in_order(commands: tuple[Command, ...]) -> Iterator[Command]:
    """The commands in execution order: settings first, and an implicit power on before the first command that
    needs it.

    If a script says `power on` before any `power cut`, its hands act at a dark table until then.
    """
    switches = [command for command in commands if command.verb in ("power on", "power cut")]
    begin = next((number for number, one in enumerate(commands) if one.verb not in SCENE), len(commands))
    if switches and switches[0].verb == "power on":
        begin = commands.index(switches[0])
    elif begin < len(commands):
        first = commands[begin]
        commands = (*commands[:begin], Command(first.line, first.text, "power on", ()), *commands[begin:])
    yield from (command for command in commands[:begin] if command.verb == "config")
    yield from (command for command in commands[:begin] if command.verb != "config")
    yield from commands[begin:]


class Runner:
    """One run. `config` lines change the settings until the first power on."""

    def __init__(self, config: Config, journal_file: Path, make_rig: MakeRig) -> None:
        self._config = config
        self._journal_file = journal_file
        self._make_rig = make_rig
        self._rig: Rig | None = None
        self._table: GameTable[Any, Any] | None = None
        self._kinds: dict[str, str] = {}
        """The kinds of the tagged pieces, by tag label."""
        self._people: RetryingPlayer | None = None
        self._verb = ""
        self._is_timed = False
        """Whether the line before set a wait: then the next line happens exactly now."""

    @property
    def rig(self) -> Rig:
        """The table, which must exist."""
        assert self._rig is not None
        return self._rig

    @property
    def has_power(self) -> bool:
        """Whether the table exists and its power is on."""
        return self._rig is not None and self._rig.daemon is not None

    @property
    def people(self) -> RetryingPlayer:
        """The players."""
        assert self._people is not None
        return self._people

    def do(self, command: Command) -> None:
        """Carry out one line. Raises one of `UNMET` if it fails."""
        if command.verb == "config":
            self._configure(*command.values)
            return
        self._verb, self._is_timed = command.verb, self._verb == "wait"
        if self._rig is None:
            self._rig = self._make_rig(self._config, self._journal_file)
            self._rig.tags = self._tags()
            self._people = RetryingPlayer(self._rig)
        if self._rig.daemon is None and command.verb in NEED_POWER:
            raise Refused("the power is off")
        if command.verb == "expect meant":
            self._expect_meant(self._rig)
        elif command.verb.startswith("expect "):
            expectations.expect(self._rig, command)
        elif command.verb in FAULTS:
            script_faults.happen(self._rig, command.verb, command.values, partial(self._site, self._rig))
        else:
            getattr(self, f"_{command.verb.replace(' ', '_')}")(self._rig, *command.values)

    def close(self) -> None:
        """End the table, if it exists."""
        if self._rig is not None:
            self._rig.close()

    def _configure(self, key: str, value: str) -> None:
        if self._rig is not None:
            raise Refused("settings are changed only before the power is switched on")
        self._config = with_setting(self._config, key, value, "config")

    def _power_on(self, rig: Rig) -> None:
        if rig.daemon is not None:
            raise Refused("the power is on already")
        rig.power_on()
        rig.run_for(expectations.START_MS)

    def _power_cut(self, rig: Rig) -> None:
        self._table = rig.running.session.table
        rig.power_cut()

    def _game(self, rig: Rig, name: str, options: dict[str, str]) -> None:
        self.people.choose_game(name, options)

    def _piece(self, rig: Rig, name: str, kind: str) -> None:
        self._kinds[name] = kind
        rig.tags = self._tags()

    def _tags(self) -> dict[str, str]:
        """The table's known tags: not those of foreign pieces, and none if it has a tile file."""
        if self._config.tiles.path is not None:
            return {}
        return {name: kind for name, kind in self._kinds.items() if kind in KINDS}

    def _put(self, rig: Rig, *words: str) -> None:
        """Places first, then the piece: a name from `piece`, or a kind."""
        places = [word for word in words if _is_place(word) and word not in {*self._kinds, *KINDS}]
        what = words[len(places) :]
        if not places or any(word in places for word in what):
            raise Refused("a piece is put on a place, and named after it")
        label = what[0] if what and what[0] in self._kinds else ""
        kind = self._kinds.get(label, " ".join(what) or "piece")
        Person(rig).put(self._sites(rig, places), kind, label)

    def _deal(self, rig: Rig, seed: int) -> None:
        self.people.dealt = seed

    def _show(self, rig: Rig, place: str, *tiles: str) -> None:
        self.people.show(self._sites(rig, [place]), tiles)

    def _lift(self, rig: Rig, *places: str) -> None:
        Person(rig).lift(self._sites(rig, places))

    def _slide(self, rig: Rig, start: str, end: str, over_ms: int) -> None:
        Person(rig).slide(self._site(rig, start), self._site(rig, end), over_ms)

    def _hover(self, rig: Rig, place: str, for_ms: int) -> None:
        Person(rig).hover(self._site(rig, place), for_ms)

    def _bump(self, rig: Rig) -> None:
        rig.table.bump(rig.now_us)

    def _press(self, rig: Rig, name: str) -> None:
        Person(rig).push(name, looks=not self._is_timed)

    def _touch(self, rig: Rig, name: str) -> None:
        Person(rig).touch(name, looks=not self._is_timed)

    def _double_tap(self, rig: Rig, name: str, over_ms: int) -> None:
        Person(rig).double_tap(name, over_ms)

    def _wait(self, rig: Rig, for_ms: int) -> None:
        rig.run_for(for_ms)

    def _play(self, rig: Rig, text: str) -> None:
        if text == "tasks":
            self.people.do_tasks()
        elif text == "out":
            self.people.play_out()
        else:
            self.people.play(text)

    def _take_back(self, rig: Rig) -> None:
        self.people.take_back()

    def _clumsy(self, rig: Rig, seed: int) -> None:
        self.people.first = Clumsy(rig, Random(seed))  # noqa: S311 - blunders to be repeated, no secret

    def _habit(self, rig: Rig, name: str, seed: int) -> None:
        if name not in HABITS:
            raise Refused(f"{name} is no habit; there are {', '.join(HABITS)}")
        self.people.first = Habitual(rig, name, HABITS[name], Random(seed))  # noqa: S311 - what people do, to be repeated

    def _expect_meant(self, rig: Rig) -> None:
        difference = self.people.difference()
        if difference:
            raise expectations.Unmet(difference)
        if rig.daemon is not None:
            require_owners(rig)
        if self.people.overcharged:
            raise WrongClock(self.people.overcharged)

    def _after(self, rig: Rig, wait_ms: int, verb: str, values: tuple[Any, ...]) -> None:
        script_faults.happen_later(rig, wait_ms, verb, values, partial(self._site, rig))

    def _sites(self, rig: Rig, places: Iterable[str]) -> int:
        """The sites of places, by the names of the current game, or of the last one."""
        if rig.daemon is not None:
            self._table = rig.running.session.table
        if self._table is None:
            table = rig.config.table
            tables = tables_for(table.grid, table.cell_sites, rig.config.pads)
            self._table = next(iter(tables.values()))
        sites = 0
        for place in places:
            sites |= sites_of(self._table, place)
        return sites

    def _site(self, rig: Rig, place: str) -> int:
        sites = sites_in(self._sites(rig, [place]))
        if len(sites) != 1:
            raise Refused(f"{place} is not one site")
        return sites[0]


def _is_place(word: str) -> bool:
    """Every place name has a number, a dot, or the mark of a raw site; a piece's has only in an id."""
    return any(sign.isdigit() or sign in ".@" for sign in word)
