"""The tests that a driver runs against itself: who keeps the contract passes, who breaks a duty fails."""

from __future__ import annotations

import inspect
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from hardware.ports import Emit, Grid, LinkLost, LinkUp
from tablier import conformance
from tablier.conformance import LightDriverTests, Watch

PROJECT = Path(__file__).parents[2] / "examples" / "project"


class Strip:
    """Lights in memory, with a cable."""

    def __init__(self) -> None:
        self.grid = Grid(4, 3)
        self.is_there = True
        self.shown = bytes(36)
        self.driver = MemoryLights(self)

    def lit(self) -> bytes:
        return self.shown

    def unplug(self) -> None:
        self.is_there = False

    def plug(self) -> None:
        self.is_there = True


class MemoryLights:
    """A polled driver for them."""

    def __init__(self, strip: Strip) -> None:
        self.strip = strip
        self.frame = bytes(36)
        self.emit: Emit | None = None
        self.was_there: bool | None = None

    def start(self, emit: Emit) -> None:
        self.emit = emit

    def stop(self) -> None:
        self.emit = None
        self.strip.shown = bytes(36)

    def poll(self, now_ms: int) -> None:
        if self.emit is None:
            return
        if self.strip.is_there != self.was_there:
            self.was_there = self.strip.is_there
            lost = LinkLost(now_ms, "lights", "The lights are away. Look at their cable.")
            self.emit(LinkUp(now_ms, "lights", "12 lights in memory") if self.was_there else lost)
            self.show(self.frame)

    def show(self, frame: bytes) -> None:
        self.frame = frame
        if self.strip.is_there:
            self.strip.shown = frame


class TestLightsInMemory(LightDriverTests):
    @pytest.fixture
    def bench(self) -> Strip:
        return Strip()


class Forgetful(MemoryLights):
    def show(self, frame: bytes) -> None:
        if self.strip.is_there:
            super().show(frame)


class Glowing(MemoryLights):
    def stop(self) -> None:
        self.emit = None


class Threaded(MemoryLights):
    def start(self, emit: Emit) -> None:
        super().start(emit)
        self.over = threading.Event()
        threading.Thread(target=self.over.wait, args=(5,), daemon=True).start()


class Silent(MemoryLights):
    def poll(self, now_ms: int) -> None:
        if self.strip.is_there:
            super().poll(now_ms)


class Failing(MemoryLights):
    def start(self, emit: Emit) -> None:
        if not self.strip.is_there:
            raise OSError("no lights")
        super().start(emit)


@pytest.mark.parametrize(
    ("kind", "test"),
    [
        (Forgetful, "test_the_last_picture_is_kept_while_the_lights_are_away"),
        (Glowing, "test_the_end_leaves_the_lights_dark"),
        (Threaded, "test_it_can_be_stopped_twice_and_then_says_nothing_and_leaves_no_thread"),
        (Silent, "test_a_pulled_cable_is_reported_and_so_is_its_return"),
        (Failing, "test_without_its_device_it_starts_anyway_and_reports_it"),
    ],
)
def test_a_driver_that_breaks_a_duty_fails_its_test(
    kind: type[MemoryLights], test: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conformance, "WITHIN_S", 0.2)
    strip = Strip()
    strip.driver = kind(strip)
    arguments: dict[str, Any] = {"bench": strip}
    checks = getattr(LightDriverTests(), test)
    if "watch" in inspect.signature(checks).parameters:
        arguments["watch"] = Watch(strip.driver)
        arguments["watch"].start()
    with pytest.raises((AssertionError, OSError)):
        checks(**arguments)


def test_the_project_of_someone_else_passes_its_own_tests(tmp_path: Path) -> None:
    project = shutil.copytree(PROJECT, tmp_path / "project")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    ended = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout
    assert "13 passed" in ended.stdout


def test_that_project_uses_the_public_api_alone() -> None:
    public = ("hardware.ports", "tablier.", "engines.")
    for file in PROJECT.rglob("*.py"):
        for line in file.read_text().splitlines():
            words = line.split()
            if words[:1] in (["from"], ["import"]) and words[1].startswith(
                ("controller", "hardware", "engines")
            ):
                assert words[1].startswith(public), f"{file.name}: {line}"
