"""Runs a table script: the whole controller on a simulated table, a line at a time."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller import expectations
from controller.config import Config, ConfigError, with_setting
from controller.person import Person, Refused, site_of
from controller.rig import MakeBoard, Rig
from controller.script import Command, Script
from hardware.ports import Button, LinkLost, LinkUp, sites_in
from hardware.simulated_board import SimulatedBoard
from hardware.simulated_table import TableError

MakeRig = Callable[[Config, Path], Rig]


@dataclass(frozen=True, slots=True)
class Failure:
    """A script that did not hold: the line, and what was expected and seen."""

    script: str
    line: int
    text: str
    reason: str

    def __str__(self) -> str:
        return f"{self.script}:{self.line}: {self.text}: {self.reason}"


def run(script: Script, config: Config, make_rig: MakeRig = Rig) -> Failure | None:
    """Run a script. Gives what did not hold, or `None` when it held (or failed, where it is to fail)."""
    failure = _run(script, config, make_rig)
    if not script.is_to_fail:
        return failure
    if failure is None:
        return Failure(script.name, 1, "expect fails", "expected a line that does not hold, and all held")
    return None


def rig_with(make_board: MakeBoard = SimulatedBoard, **extras: Any) -> MakeRig:
    """A maker of rigs with another board, or on another clock."""
    return lambda config, journal_file: Rig(config, journal_file, make_board, **extras)


def _run(script: Script, config: Config, make_rig: MakeRig) -> Failure | None:
    with tempfile.TemporaryDirectory(prefix="tablier-") as folder:
        runner = _Runner(config, Path(folder) / "journal.sqlite", make_rig)
        try:
            for command in script.commands:
                try:
                    runner.do(command)
                except (Refused, TableError, ConfigError, expectations.Unmet) as reason:
                    return Failure(script.name, command.line, command.text, str(reason))
        finally:
            runner.close()
    return None


class _Runner:
    """One run. `config` lines change the settings until the power is first switched on."""

    def __init__(self, config: Config, journal_file: Path, make_rig: MakeRig) -> None:
        self._config = config
        self._journal_file = journal_file
        self._make_rig = make_rig
        self._rig: Rig | None = None
        self._kinds: dict[str, str] = {}

    def do(self, command: Command) -> None:
        """Do one line. Raises what did not hold."""
        if command.verb == "config":
            self._configure(*command.values)
            return
        rig = self._switched_on(command)
        if command.verb.startswith("expect "):
            expectations.expect(rig, command)
        else:
            getattr(self, f"_{command.verb.replace(' ', '_')}")(rig, *command.values)

    def close(self) -> None:
        """End the table, if it was begun."""
        if self._rig is not None:
            self._rig.close()

    def _switched_on(self, command: Command) -> Rig:
        if self._rig is None:
            self._rig = self._make_rig(self._config, self._journal_file)
            if command.verb != "power on":
                self._power_on(self._rig)
        return self._rig

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
        rig.power_cut()

    def _game(self, rig: Rig, name: str, options: dict[str, str]) -> None:
        Person(rig).choose_game(name, options)

    def _piece(self, rig: Rig, name: str, kind: str) -> None:
        self._kinds[name] = kind

    def _put(self, rig: Rig, *words: str) -> None:
        """The last word may be a piece: whatever is no place."""
        places, kind = list(words), "piece"
        if len(words) > 1 and words[-1] in self._kinds:
            kind = self._kinds[places.pop()]
        sites = 0
        for place in places:
            sites |= site_of(rig, place)
        Person(rig).put(sites, kind)

    def _lift(self, rig: Rig, place: str) -> None:
        Person(rig).lift(site_of(rig, place))

    def _slide(self, rig: Rig, start: str, end: str, over_ms: int) -> None:
        Person(rig).slide(self._site(rig, start), self._site(rig, end), over_ms)

    def _hover(self, rig: Rig, place: str, for_ms: int) -> None:
        rig.table.hover(self._site(rig, place), 1000 * for_ms, rig.now_us)
        rig.run_for(for_ms)

    def _bump(self, rig: Rig) -> None:
        rig.table.bump(rig.now_us)

    def _press(self, rig: Rig, name: str) -> None:
        rig.tell(Button(rig.now_ms, name))

    def _touch(self, rig: Rig, name: str) -> None:
        Person(rig).touch(name)

    def _wait(self, rig: Rig, for_ms: int) -> None:
        rig.run_for(for_ms)

    def _play(self, rig: Rig, text: str) -> None:
        if text == "tasks":
            Person(rig).do_tasks()
        else:
            Person(rig).play(text)

    def _stuck(self, rig: Rig, place: str, is_closed: bool) -> None:
        rig.table.stuck(self._site(rig, place), is_closed, rig.now_us)

    def _heal(self, rig: Rig, place: str) -> None:
        rig.table.heal(self._site(rig, place), rig.now_us)

    def _noise(self, rig: Rig, edges_per_s: int) -> None:
        rig.table.noise(edges_per_s, rig.now_us)

    def _bounce(self, rig: Rig, for_ms: int) -> None:
        rig.table.bounce(1000 * for_ms, rig.now_us)

    def _weak(self, rig: Rig, place: str) -> None:
        rig.table.weak(self._site(rig, place), rig.now_us)

    def _unplug(self, rig: Rig, device: str) -> None:
        if device == "board":
            rig.board.unplug()
        elif device == "lights":
            rig.lights.unplug(rig.now_ms)
        elif device == "screen":
            rig.tell(LinkLost(rig.now_ms, "screen", "The touchscreen is away. Look at its cable."))
        else:
            raise Refused(f"this table has no {device}")

    def _plug(self, rig: Rig, device: str) -> None:
        if device == "board":
            rig.board.plug()
        elif device == "lights":
            rig.lights.plug(rig.now_ms)
        elif device == "screen":
            rig.tell(LinkUp(rig.now_ms, "screen", "touchscreen"))
        else:
            raise Refused(f"this table has no {device}")

    def _corrupt(self, rig: Rig, count: int) -> None:
        rig.board.corrupt(count)

    def _clock(self, rig: Rig, jump_s: int) -> None:
        rig.wall_ahead_ms += 1000 * jump_s

    def _site(self, rig: Rig, place: str) -> int:
        sites = sites_in(site_of(rig, place))
        if len(sites) != 1:
            raise Refused(f"{place} is not one site")
        return sites[0]
