"""Simulated tables for another program, which sends commands and asks for the view.

Requests and answers are JSON, a line each. A table is driven by the commands of table scripts
(`docs/table-scripts.md`), one at a time. `tablier.table` is the other end.
"""

from __future__ import annotations

import json
import tempfile
import traceback
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final

from controller.files.toml_file import ConfigError
from controller.screens import texts
from controller.settings.config import load
from controller.settings.settings import Config
from controller.simulation.rig import Rig
from controller.simulation.scripts.command import NEEDS_MICROPYTHON, rig_for
from controller.simulation.scripts.expectations import light_name, shown_lights, standing
from controller.simulation.scripts.grammar import VERBS, Fault
from controller.simulation.scripts.runner import SCENE, UNMET, Runner
from controller.simulation.scripts.runner import run as run_script
from controller.simulation.scripts.script import WITHIN_MS, Command, ScriptError, parse
from controller.simulation.scripts.script import load as load_script
from hardware.ports import DeviceError
from hardware.simulated.firmware import is_micropython_here

Json = dict[str, Any]

POWER_ON: Final = Command(0, "power on", "power on", ())


class Wrong(Exception):
    """The request is malformed."""


class ServedTable:
    """A table that is switched on with the first command that is not part of the scene."""

    def __init__(self, config: Config, make: Callable[[Config, Path], Rig]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tablier-")
        self._runner = Runner(config, Path(self._folder.name) / "journal.sqlite", make)
        self._has_begun = False

    def do(self, command: Command) -> None:
        """Carry out one command. Raises one of `UNMET` if its expectation fails."""
        if not self._has_begun and command.verb not in SCENE:
            self._has_begun = True
            self._runner.do(POWER_ON)
            if command.verb == "power on":
                return
        self._runner.do(command)

    def seen(self) -> Json:
        """The current view of the table, its journal and its clock."""
        if not self._has_begun:
            self.do(POWER_ON)
        rig = self._runner.rig
        told: Json = {"now_ms": rig.now_ms, "has_power": self._runner.has_power, "phase": None, "turn": None}
        told |= {"score": {}, "need": [], "actions": [], "screen": [], "buttons": [], "lights": {}}
        return told | _shown(rig) if self._runner.has_power else told

    def close(self) -> None:
        """End the table."""
        self._runner.close()
        self._folder.cleanup()


def _shown(rig: Rig) -> Json:
    daemon, grid = rig.running, rig.table.grid
    picture, play = daemon.shown.picture, daemon.session.play
    lit = {site: light_name(one) for site, one in sorted(shown_lights(rig).items())}
    return {
        "phase": daemon.shell.phase.value,
        "turn": play.position.turn if play else None,
        "score": play.position.score() if play else {},
        "need": list(play.position.need()) if play else [],
        "actions": standing(rig),
        "screen": texts(picture),
        "buttons": [[button.id, button.text] for button in picture.buttons],
        "lights": {
            "@{},{}".format(*grid.column_row(site)): name for site, name in lit.items() if name != "off"
        },
    }


class Tables:
    """All tables of one program, by their numbers."""

    def __init__(self) -> None:
        self._tables: dict[int, ServedTable] = {}
        self._serial = 0

    def answer(self, line: bytes) -> Json:
        """The answer to a line: `ok` with a value, `fails` with the unmet expectation, `wrong` with the
        malformed request, or `broken` with the place of the failure."""
        try:
            request = json.loads(line)
            return {"ok": _REQUESTS[request["ask"]](self, request)}
        except UNMET as reason:
            return {"fails": str(reason)}
        except (Wrong, ConfigError, ScriptError, DeviceError, Fault) as reason:
            return {"wrong": str(reason)}
        except Exception:  # noqa: BLE001 - the other program gets the reason
            return {"broken": traceback.format_exc()}

    def close(self) -> None:
        """End all tables."""
        for table in self._tables.values():
            table.close()

    def _open(self, request: Json) -> int:
        self._serial += 1
        self._tables[self._serial] = ServedTable(*_settings(request))
        return self._serial

    def _do(self, request: Json) -> None:
        table = self._tables[request["table"]]
        for command in _commands(request):
            table.do(command)

    def _see(self, request: Json) -> Json:
        return self._tables[request["table"]].seen()

    def _close(self, request: Json) -> None:
        self._tables.pop(request["table"]).close()

    def _script(self, request: Json) -> Json | None:
        config, make = _settings(request)
        failure = run_script(load_script(Path(request["file"])), config, make)
        if failure is None:
            return None
        return {"line": failure.line, "text": failure.text, "reason": failure.reason}


_REQUESTS: Final[dict[str, Callable[[Tables, Json], Any]]] = {
    "open": Tables._open,
    "do": Tables._do,
    "see": Tables._see,
    "close": Tables._close,
    "script": Tables._script,
}


def _settings(request: Json) -> tuple[Config, Callable[[Config, Path], Rig]]:
    file = request.get("config")
    firmware = bool(request.get("firmware"))
    if firmware and not is_micropython_here():
        raise Wrong(NEEDS_MICROPYTHON)
    return load(Path(file) if file else None, []), partial(rig_for, firmware, False, None)


def _commands(request: Json) -> tuple[Command, ...]:
    if "line" in request:
        script = parse(request["line"], "table")
        if script.is_to_fail:
            raise Wrong("expect fails is a script's first line or none")
        return script.commands
    verb, words = request["verb"], request["words"]
    if verb == "config":
        return (Command(0, verb, verb, tuple(words)),)
    text = " ".join((verb, *words))
    return (Command(0, text, verb, VERBS[verb](words), request.get("within_ms", WITHIN_MS)),)


def run(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the requests end."""
    with closing(Tables()) as tables:
        for line in requests:
            answers.write(json.dumps(tables.answer(line)).encode() + b"\n")
            answers.flush()
