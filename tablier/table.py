"""A simulated table that a test drives: the whole program, in a process of its own, on a virtual clock."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tablier import own

_END_S: Final = 10
WITHIN_MS: Final = 2_000
"""How long an expectation waits, in virtual time, if nothing is said."""


class TableFailure(AssertionError):
    """An expectation at the table failed. The text says what was seen."""


class TableError(Exception):
    """A command, a setting or a file that is none. The text says what was expected."""


class TableCrashed(Exception):
    """The program behind the table failed: a fault of Tablier."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A table script that did not hold: its line (from 1), the line's text, and what was seen."""

    line: int
    text: str
    reason: str


class Worker:
    """The process in which tables are simulated. It finds Tablier's own packages whatever lies in the working
    directory or on `PYTHONPATH`, and starts with the first question."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, request: dict[str, Any]) -> Any:
        """The answer to a request. Raises `TableFailure`, `TableError` or `TableCrashed`."""
        __tracebackhide__ = True
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = b""
        if not line:
            self.close()
            raise TableCrashed("The simulated table's process has ended; what it said is above.")
        ((kind, value),) = json.loads(line).items()
        if kind == "ok":
            return value
        raise {"fails": TableFailure, "wrong": TableError}.get(kind, TableCrashed)(value)

    def play(self, file: Path, config: Path | None = None, *, firmware: bool = False) -> Failure | None:
        """Play a table script. Gives what did not hold, or `None`. Raises `TableError` for a file that is no
        script."""
        request = {"ask": "script", "file": str(file), "config": config and str(config), "firmware": firmware}
        failure = self.ask(request)
        return Failure(**failure) if failure else None

    def open(self, config: Path | None = None, *, firmware: bool = False) -> Table:
        """A new table, of these settings."""
        request = {"ask": "open", "config": config and str(config), "firmware": firmware}
        return Table(self, self.ask(request))

    def close(self) -> None:
        """End the process."""
        if self._process is None:
            return
        process, self._process = self._process, None
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue
        try:
            process.wait(_END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
            environment["PYTHONPATH"] = str(own.HERE)  # where this package is, so that it is found there too
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tablier.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
            )
        return self._process


class Table:
    """A simulated table. Its power comes on with the first thing that is done, after `config` and `piece`.

    Places are named as on the game's rule page (`d4.ne`), or `@x,y` by column and row from 0. Time is
    virtual: hands take 100 ms, and `wait` costs nothing. Everything raises `TableFailure` if it cannot be
    done, with what was seen, and `TableError` if it makes no sense. docs/table-scripts.md explains each
    command.
    """

    def __init__(self, worker: Worker, number: int) -> None:
        self._worker = worker
        self._number = number

    def do(self, line: str) -> None:
        """Do a line of a table script: `table.do("hover d4.ne 300")`."""
        __tracebackhide__ = True
        self._worker.ask({"ask": "do", "table": self._number, "line": line})

    def _do(self, verb: str, *words: str, within_ms: int = WITHIN_MS) -> None:
        __tracebackhide__ = True
        request = {"ask": "do", "table": self._number, "verb": verb, "words": words, "within_ms": within_ms}
        self._worker.ask(request)

    # The scene

    def config(self, key: str, value: str | bool | float) -> None:
        """One setting over the file, before the power is on: `table.config("play.settle_ms", 300)`."""
        __tracebackhide__ = True
        self._do("config", key, json.dumps(value))

    def piece(self, name: str, kind: str) -> None:
        """A piece with a tag, which `put` then takes by its name: `table.piece("t17", "house white")`."""
        __tracebackhide__ = True
        self._do("piece", name, kind)

    def game(self, name: str, **options: str | int | bool) -> None:
        """Choose a game on the menu, with its options, and start it: `table.game("forma", players=2)`."""
        __tracebackhide__ = True
        told = {
            key: str(value).lower() if isinstance(value, bool) else str(value)
            for key, value in options.items()
        }
        self._do("game", name, *(f"{key}={value}" for key, value in told.items()))

    # Hands

    def put(self, *places: str, piece: str = "") -> None:
        """Set one piece down on a place, or on the several that it covers."""
        __tracebackhide__ = True
        self._do("put", *places, *piece.split())

    def lift(self, *places: str) -> None:
        """Pick the pieces there up, at one time."""
        __tracebackhide__ = True
        self._do("lift", *places)

    def slide(self, start: str, end: str, over_ms: int = 400) -> None:
        """Push a piece from one place to another."""
        __tracebackhide__ = True
        self._do("slide", start, end, "over", str(over_ms))

    def hover(self, place: str, for_ms: int) -> None:
        """Hold a piece close over a place, then take it away."""
        __tracebackhide__ = True
        self._do("hover", place, str(for_ms))

    def bump(self) -> None:
        """Knock the table."""
        __tracebackhide__ = True
        self._do("bump")

    def touch(self, name: str) -> None:
        """Touch a button of the screen, by its label or its `#id`."""
        __tracebackhide__ = True
        self._do("touch", name)

    def press(self, name: str) -> None:
        """Press a button of the table, such as `turn`."""
        __tracebackhide__ = True
        self._do("press", name)

    def play(self, action: str) -> None:
        """Do all that a careful person does to make this action (`house d4 ne`), or `tasks`."""
        __tracebackhide__ = True
        self._do("play", action)

    def take_back(self) -> None:
        """Take the last action back, and do what the table then asks for."""
        __tracebackhide__ = True
        self._do("take back")

    # The world

    def wait(self, for_ms: int) -> None:
        """Let virtual time pass."""
        __tracebackhide__ = True
        self._do("wait", str(for_ms))

    def unplug(self, device: str) -> None:
        """Pull the cable of `board`, `lights`, `screen` or `rfid`."""
        __tracebackhide__ = True
        self._do("unplug", device)

    def plug(self, device: str) -> None:
        """Put the cable back."""
        __tracebackhide__ = True
        self._do("plug", device)

    def power_cut(self) -> None:
        """Kill the program at once. The pieces stay."""
        __tracebackhide__ = True
        self._do("power cut")

    def power_on(self) -> None:
        """Start it again."""
        __tracebackhide__ = True
        self._do("power on")

    # Seeing

    def expect(self, what: str, within_ms: int = WITHIN_MS) -> None:
        """Wait until something holds, in the words of a script: `table.expect("light e5 park")`."""
        __tracebackhide__ = True
        self.do(f"expect {what} within {within_ms}")

    def _see(self, what: str) -> Any:
        return self._worker.ask({"ask": "see", "table": self._number})[what]

    @property
    def lights(self) -> dict[str, str]:
        """The meaning of each lit light, by site: `{"@11,11": "park"}`. The glow under a hand and the score
        count as none."""
        lights: dict[str, str] = self._see("lights")
        return lights

    @property
    def screen_text(self) -> str:
        """All that is written on the screen, a line each."""
        return "\n".join(self._see("screen"))

    @property
    def buttons(self) -> dict[str, str]:
        """The labels of the screen's buttons, by their ids."""
        return {f"#{name}": label for name, label in self._see("buttons")}

    @property
    def phase(self) -> str | None:
        """The phase of the table (`menu`, `playing`, `correcting` …); `None` while its power is off."""
        phase: str | None = self._see("phase")
        return phase

    @property
    def turn(self) -> str | None:
        """The player to act, if there is a game and one must."""
        turn: str | None = self._see("turn")
        return turn

    @property
    def score(self) -> dict[str, int]:
        """Points by player; none without a game."""
        score: dict[str, int] = self._see("score")
        return score

    @property
    def need(self) -> list[str]:
        """The actions that the rules require now."""
        need: list[str] = self._see("need")
        return need

    @property
    def actions(self) -> list[str]:
        """The actions that the journal holds of the last game."""
        actions: list[str] = self._see("actions")
        return actions

    @property
    def now_ms(self) -> int:
        """The virtual time since the power came on first."""
        now_ms: int = self._see("now_ms")
        return now_ms

    def close(self) -> None:
        """End the table."""
        self._worker.ask({"ask": "close", "table": self._number})
