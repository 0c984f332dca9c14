"""`tablier script`: plays script files and says which held."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import TextIO

from controller.settings.settings import Config
from controller.settings.tile_file import tiles_for
from controller.simulation.people.clumsy import play_clumsily
from controller.simulation.people.person import Refused
from controller.simulation.rig import Rig
from controller.simulation.scripts.expectations import START_MS
from controller.simulation.scripts.runner import run as run_script
from controller.simulation.scripts.script import Script, ScriptError, load
from hardware.ports import DeviceError, SensorFrame
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.firmware_board import FirmwareBoard

HELD, FAILED, UNREADABLE = 0, 1, 2


def run(
    files: Sequence[Path],
    config: Config,
    out: TextIO,
    *,
    real_time: bool = False,
    firmware: bool = False,
    trace: Path | None = None,
) -> int:
    """Play the scripts in these files one after the other. Gives the exit status.

    A file that is no script is told, and the others are played all the same.
    """
    scripts, unreadable = _load_all(files, out)
    failed = 0
    with ExitStack() as stack:
        record = None
        try:
            if trace is not None:
                record = _recorder(stack.enter_context(trace.open("w", encoding="utf-8")))
            for script in scripts:
                failed += not _holds(script, config, out, partial(_rig, firmware, real_time, record))
        except (DeviceError, OSError) as error:
            print(f"Error: {error}", file=out)
            unreadable = True
    print(f"{len(scripts) - failed} passed, {failed} failed", file=out)
    if unreadable:
        return UNREADABLE
    return FAILED if failed else HELD


def run_clumsily(seed: int, name: str, config: Config, out: TextIO, *, firmware: bool = False) -> int:
    """Play a whole random game by a clumsy person. Gives the exit status, like `run`."""
    with tempfile.TemporaryDirectory(prefix="tablier-") as folder:
        try:
            rig = _rig(firmware, False, None, config, Path(folder) / "journal.sqlite")
        except DeviceError as error:
            print(f"Error: {error}", file=out)
            return UNREADABLE
        try:
            rig.power_on()
            rig.run_for(START_MS)
            tables = rig.running.session.tables
            if name not in tables:
                print(f"Error: this table has no {name}; it has {', '.join(tables)}", file=out)
                return UNREADABLE
            report = play_clumsily(rig, name, Random(seed), {})  # noqa: S311 - a game to be repeated
            how = f"{len(report.meant)} actions, {report.outcome}"
            said = how if report.is_right else f"{how}, but the table played {', '.join(report.kept)}"
            is_right = report.is_right
        except Refused as reason:
            said, is_right = str(reason), False
        finally:
            rig.close()
    print(f"{name}, clumsily by seed {seed}: {said}", file=out)
    print(f"{int(is_right)} passed, {int(not is_right)} failed", file=out)
    return HELD if is_right else FAILED


def _load_all(files: Sequence[Path], out: TextIO) -> tuple[list[Script], bool]:
    scripts = []
    is_any_unreadable = False
    for file in files:
        try:
            scripts.append(load(file))
        except ScriptError as error:
            print(f"Error: {error}", file=out)
            is_any_unreadable = True
    return scripts, is_any_unreadable


def _holds(script: Script, config: Config, out: TextIO, make_rig: Callable[[Config, Path], Rig]) -> bool:
    failure = run_script(script, config, make_rig)
    print(f"{script.name}: passed" if failure is None else f"{failure}", file=out, flush=True)
    return failure is None


def _rig(
    firmware: bool,
    real_time: bool,
    record: Callable[[SensorFrame], None] | None,
    config: Config,
    journal_file: Path,
) -> Rig:
    return Rig(
        config,
        journal_file,
        partial(FirmwareBoard, tags=tiles_for(config).tags) if firmware else SimulatedBoard,
        reads_tags=firmware,
        pace=_pace() if real_time else None,
        record=record,
    )


def _pace() -> Callable[[int], None]:
    """Waits until the wall clock has come as far as the virtual one."""
    started_s = time.monotonic()

    def wait(virtual_ms: int) -> None:
        time.sleep(max(0.0, started_s + virtual_ms / 1000 - time.monotonic()))

    return wait


def _recorder(file: TextIO) -> Callable[[SensorFrame], None]:
    """Writes each frame as a JSON object a line: its time, and the closed sites as a hexadecimal bit set."""

    def record(frame: SensorFrame) -> None:
        file.write(json.dumps({"at_ms": frame.at_ms, "closed": f"{frame.closed:x}"}) + "\n")

    return record
