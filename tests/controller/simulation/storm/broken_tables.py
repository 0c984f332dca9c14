"""Tables that break their promises, each in one way that is easily made: a storm must find out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from controller.journal.journal import Journal
from controller.model.records import Effect, Start
from controller.model.tracker import Tracker
from controller.settings.settings import Config
from controller.simulation.rig import Rig
from controller.simulation.scripts.runner import MakeRig
from controller.simulation.witness import WatchedLights
from hardware.board.messages import BoardMessage, Sensors
from hardware.board.protocol import BoardSpec
from hardware.ports import DeviceEvent, LinkUp, SensorFrame
from hardware.simulated.board import NodeEnd
from hardware.simulated.lock_step_board import LockStepBoard
from hardware.simulated.table import SimulatedTable


def committing_after_show(monkeypatch: pytest.MonkeyPatch) -> MakeRig:
    """A table that shows an action at once, and commits it when it is shown."""
    apply, show = Journal.apply, WatchedLights.show
    waiting: list[Callable[[], object]] = []

    def later(journal: Journal, effects: Iterable[Effect], wall_ms: int, game_id: int | None = None) -> Any:
        effects = tuple(effects)
        if any(isinstance(effect, Start) for effect in effects):
            return apply(journal, effects, wall_ms, game_id)
        waiting.append(lambda: apply(journal, effects, wall_ms, game_id))
        return game_id

    def show_first(lights: WatchedLights, frame: bytes) -> None:
        show(lights, frame)
        while waiting:
            waiting.pop(0)()

    monkeypatch.setattr(Journal, "apply", later)
    monkeypatch.setattr(WatchedLights, "show", show_first)

    def make(config: Config, file: Path) -> Rig:
        waiting.clear()
        return Rig(config, file)

    return make


def without_settling(monkeypatch: pytest.MonkeyPatch) -> MakeRig:
    """A table that judges every board at once."""
    monkeypatch.setattr(Tracker, "rests_at_ms", lambda self, _settle_ms: max([0, *self.since.values()]))
    return Rig


def with_delta_frames(_monkeypatch: pytest.MonkeyPatch) -> MakeRig:
    """A table whose board sends only what has changed since it sent last."""
    return partial(Rig, make_board=DeltaBoard)


class DeltaBoard(LockStepBoard):
    """Both ends of a line that carries changes."""

    def __init__(self, spec: BoardSpec, table: SimulatedTable) -> None:
        super().__init__(spec, DeltaEnd(table, "0.1.0"))
        self._closed = 0

    def _tell(self, events: Iterable[DeviceEvent]) -> None:
        self._protocol._closed = None  # a change that is reported twice is no repetition
        super()._tell([self._summed(event) for event in events])

    def _summed(self, event: DeviceEvent) -> DeviceEvent:
        if isinstance(event, LinkUp):
            self._closed = 0
        if not isinstance(event, SensorFrame):
            return event
        self._closed ^= event.closed
        return SensorFrame(event.at_ms, self._closed)


class DeltaEnd(NodeEnd):
    """The firmware of a board that sends changes."""

    def _new_node(self) -> None:
        super()._new_node()
        encoder = self._node._encoder
        encode, sent = encoder.encode, [0]

        def changed(message: BoardMessage) -> bytes:
            if isinstance(message, Sensors):
                before, sent[0] = sent[0], message.closed
                message = Sensors(message.at_ms, message.closed ^ before, message.size)
            return bytes(encode(message))

        encoder.encode = changed
