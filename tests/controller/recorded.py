"""A simulated table whose daemon is recorded, for the tests of the flight recorder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.daemon.daemon import Daemon, started
from controller.files.ring import Ring, files_in
from controller.recorder.recorder import Recorded, RecordedLights, Recorder, head_of
from controller.recorder.recording import AnyRecord, records_in
from controller.referee.session import Event
from controller.settings.settings import Config
from controller.simulation import rig
from hardware.ports import Lights


class Watched:
    """A daemon as a rig wants it, that is recorded."""

    def __init__(self, daemon: Daemon, recorded: Recorded, flush: Callable[[], None]) -> None:
        self._daemon = daemon
        self._recorded = recorded
        self._flush = flush

    def __getattr__(self, name: str) -> Any:
        return getattr(self._daemon, name)

    def handle(self, event: Event, now_ms: int) -> None:
        self._recorded.handle(event, now_ms)
        self._flush()

    def tick(self, now_ms: int) -> None:
        self._recorded.tick(now_ms)


class Recording:
    """The recorder's files of a simulated table, and a way to make it write them. Nothing runs in a
    thread."""

    def __init__(self, folder: Path, most_bytes: int = 1 << 24) -> None:
        self.folder = folder
        self.most_bytes = most_bytes
        self._starts = 0
        self._recorders: list[Recorder] = []

    def started(self, config: Config, journal: Any, lights: Lights, *others: Any, **more: Any) -> Watched:
        """As `daemon.started`, and recorded."""
        self.flush()
        self._starts += 1
        head = head_of(config, lambda: self._starts)
        recorder = Recorder(Ring(self.folder, self.most_bytes), 60, head)
        self._recorders.append(recorder)
        seen = RecordedLights(lights, recorder)
        daemon = started(config, journal, seen, *others, **more)
        return Watched(daemon, Recorded(daemon, seen, recorder), self.flush)

    def flush(self) -> None:
        for recorder in self._recorders[-1:]:
            recorder.write(0.0)

    def files(self) -> list[tuple[str, bytes]]:
        self.flush()
        return [(path.name, path.read_bytes()) for path in files_in(self.folder)]

    def records(self) -> list[AnyRecord]:
        return [record for name, data in self.files() for record in records_in(data, name)]


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recording:
    """Every rig of this test is recorded."""
    made = Recording(tmp_path / "recorder")
    monkeypatch.setattr(rig, "started", made.started)
    return made
