"""A table at which a monkey's lines are done, and looked at after each; and the shortest lines that fail."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from unittest.mock import patch

from controller.daemon import shown
from controller.screens import draw, hit
from controller.settings.settings import Config
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from controller.simulation.scripts.runner import Runner
from controller.simulation.scripts.script import parse
from controller.simulation.storm.evening import GameFailure, failure_of
from controller.tables.sensing import NoSuchPlace
from controller.thinker.inline import InlineThinker
from hardware.ports import DeviceEvent, Touch
from hardware.simulated.table import ImpossibleAct
from tests.monkey.promises import Promises

MOST_TRIES = 80
"""The number of tries to shorten the lines."""

NODES = 4
"""The search nodes for an action of the computer's: its strength does not matter."""

MOST_PICTURES = 5_000
"""The number of pictures that are kept."""

POWER = "power on"
NOT_DONE = (Refused, ImpossibleAct, NoSuchPlace)
"""An impossible act of a hand is no fault."""


class Watched(Rig):
    """A rig that reports the pressed buttons, without those that are touched too early, or twice."""

    def __init__(self, config: Config, journal_file: Path, on_press: Callable[[str], None]) -> None:
        super().__init__(config, journal_file)
        self.thinker = InlineThinker(NODES, config.simulation.seed)
        self.on_press = on_press

    def tell(self, event: DeviceEvent) -> None:
        """See `Rig`."""
        if isinstance(event, Touch):
            name = hit(self.running.shown.picture, event.x, event.y)
            if name and self.running.fingers.ready_ms(event.x, event.y) <= event.at_ms:
                self.on_press(name)
        super().tell(event)


class Table:
    """A new table. A line is one of a table script; `on_press` is called with the id of each pressed
    button."""

    def __init__(self, folder: Path, promises: Promises | None = None) -> None:
        self._runner = Runner(Config(), folder / "journal.sqlite", self._watched)
        self.on_press: Callable[[str], None] = lambda name: None
        self.promises = promises or Promises()
        self.lines: list[str] = []

    def _watched(self, config: Config, journal_file: Path) -> Rig:
        return Watched(config, journal_file, self._tell_of)

    def _tell_of(self, name: str) -> None:
        self.on_press(name)

    @property
    def rig(self) -> Rig:
        return self._runner.rig

    def do(self, line: str) -> None:
        """Do a line, and look. Raises whatever is wrong."""
        self.lines.append(line)
        for command in parse(line, "monkey").commands:
            if command.verb == "config" and command.values[0] == "kiosk.idle_s":
                self.promises.idle_ms = 1_000 * int(command.values[1])
            if command.verb == "config" and command.values[0] == "kiosk.pin":
                self.promises.pin = command.values[1].strip('"')
            with suppress(NOT_DONE):
                self._runner.do(command)
        if self._runner.has_power:
            rig = self.rig
            rig.run_for(1)
            self.promises.require(rig.running, rig.stored.actions)

    def close(self) -> None:
        self._runner.close()


@contextmanager
def table(promises: Promises | None = None) -> Iterator[Table]:
    """A table until it is left."""
    with tempfile.TemporaryDirectory(prefix="tablier-monkey-") as folder:
        made = Table(Path(folder), promises)
        try:
            yield made
        finally:
            made.close()


def drawing_once() -> AbstractContextManager[object]:
    """Equal views are drawn once meanwhile: a picture depends on nothing else."""
    return patch.object(shown, "draw", lru_cache(MOST_PICTURES)(draw))


def failing(lines: Sequence[str]) -> GameFailure | None:
    """The broken promise after these lines, if any."""
    with table() as made:
        try:
            for line in lines:
                made.do(line)
        except Exception as error:  # noqa: BLE001 - any failure is a result
            return failure_of(error)
    return None


def shortest(
    lines: Sequence[str], failure: GameFailure, fails: Callable[[Sequence[str]], GameFailure | None] = failing
) -> list[str]:
    """The fewest of these lines, in their order, that fail in the same way, as far as some tries can find
    out. Larger parts are left out first (Zeller's delta debugging); lines that set the scene stay."""
    head = [line for line in lines if line.startswith("config ") or line == POWER]
    rest = [line for line in lines if line not in head]
    left, size = MOST_TRIES, max(1, len(rest) // 2)
    while left > 0 and rest:
        for end in range(len(rest), 0, -size):
            shorter = rest[: max(0, end - size)] + rest[end:]
            left -= 1
            found = fails([*head, *shorter])
            if found is not None and found.is_like(failure):
                rest = shorter
                break
            if left <= 0:
                break
        else:
            if size == 1:
                break
            size = max(1, size // 2)
        size = min(size, max(1, len(rest) // 2)) if rest else 1
    return [*head, *rest]
