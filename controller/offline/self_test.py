"""A whole self-test from the settings to the files: what `tablier check` does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, TextIO

from controller.files.toml_file import ConfigError
from controller.journal.journal import Journal
from controller.offline.self_test_bench import Bench, bench_for, run
from controller.self_test import outcome, progress
from controller.self_test.findings import Conclusions, Findings, judge
from controller.self_test.machine import CheckPlan
from controller.self_test.people import Answerer
from controller.self_test.showing import names_of
from controller.self_test.steps import walk
from controller.settings import preferences
from controller.settings.calibration_file import calibration_for
from controller.settings.preferences import Stored
from controller.settings.settings import Config, TableSettings
from controller.view.terminal import Terminal
from engines.record import record
from hardware.board.calibration import Calibration
from hardware.ports import Grid

_PART: Final = re.compile(r"@?(\d+),(\d+)(?:-@?(\d+),(\d+))?")


@record
class SelfTestScope:
    """The scope of a self-test. `places` are parts of the table (`0,0-5,3`), empty for all of it."""

    out: Path
    places: tuple[str, ...] = ()
    only_cells: bool = False
    has_diodes: bool = False
    is_anew: bool = False
    is_masking: bool = False


def carry_out(config: Config, wish: SelfTestScope, out: TextIO, bench: Bench | None = None) -> bool:
    """Test a table and write the results; returns whether everything is fine.

    `bench` is the table, if not the one of the settings. Raises `ConfigError`, `DeviceError` if the board is
    not available, `JournalError` if masks cannot be stored, as while the table is running.
    """
    terminal = Terminal(out)
    kept = preferences.opened(preferences.file_beside(config.journal.file), config)
    config = preferences.put_over(config, kept.current)
    grid, in_use = config.table.grid, calibration_for(config)
    sites = chosen_sites(config.table, wish)
    file = wish.out / outcome.PROGRESS
    known = Findings(grid) if wish.is_anew else progress.load(file, grid, in_use)
    with Journal.open(config.journal.file) as journal:
        bench = bench or bench_for(config, terminal)
        plan = CheckPlan(sites, in_use.sensors, bench.has_lights, wish.has_diodes, config.lights.order)
        judged = judge(run(plan, known, bench, in_use, terminal).findings)
        _keep_progress(judged.findings, plan, in_use, file)
        _keep_order(judged.findings.order, kept)
        calibration = outcome.write_calibration(judged, in_use, config, wish.out)
        masked = 0 if config.journal.file is None else _mask(judged, journal, wish.is_masking, bench.person)
    terminal.line()
    for line in outcome.write_report(judged, plan.sites, masked, wish.out).splitlines():
        terminal.line(line)
    _print_files(terminal, wish.out, calibration, config)
    if judged.findings.order and kept.file is None:
        terminal.line(f'Put it in use:   order = "{judged.findings.order}" under [lights]')
    terminal.flush()
    return judged.is_all_fine(plan.sites)


def chosen_sites(table: TableSettings, wish: SelfTestScope) -> tuple[int, ...]:
    """The sites that are wanted, in the order of asking. Raises `ConfigError`."""
    grid = table.grid
    chosen = [site for place in wish.places for site in _part(grid, place)] or list(range(grid.size))
    if wish.only_cells and table.cell_sites > 1:
        middle = table.cell_sites // 2
        places = {site: grid.column_row(site) for site in chosen}
        chosen = [
            site for site, place in places.items() if all(one % table.cell_sites == middle for one in place)
        ]
    return walk(grid, set(chosen))


def _part(grid: Grid, place: str) -> list[int]:
    found = _PART.fullmatch(place.replace(" ", ""))
    corners = [int(one) for one in found.groups() if one is not None] if found else []
    left, foot, right, top = (corners * 2)[:4] if corners else (0, 0, grid.columns, grid.rows)
    columns, rows = range(min(left, right), max(left, right) + 1), range(min(foot, top), max(foot, top) + 1)
    if columns[-1] >= grid.columns or rows[-1] >= grid.rows:
        most = f"{grid.columns - 1},{grid.rows - 1}"
        raise ConfigError(f"--sites {place}: expected two corners such as 0,0-5,3, up to {most}")
    return [grid.site(column, row) for row in rows for column in columns]


def _keep_progress(findings: Findings, plan: CheckPlan, in_use: Calibration, file: Path) -> None:
    """Store the progress for the next self-test, if there is anything left to do."""
    if all(site in findings.answers or findings.stuck >> site & 1 for site in plan.sites):
        file.unlink(missing_ok=True)
    else:
        progress.save(file, findings, in_use)


def _keep_order(order: str, kept: Stored) -> None:
    """Store the lights' colour order, if one was found."""
    if order and order != kept.current.order:
        preferences.save(kept.file, kept.current.with_value("order", order), kept.defaults)


def _mask(judged: Conclusions, journal: Journal, is_masking: bool, person: Answerer) -> int:
    """Store the masks, if that is wanted; returns the sites that are masked then."""
    from controller.app import wall_ms

    masks, grid = outcome.masks_for(judged, journal), judged.findings.grid
    if masks.after == masks.now or not (is_masking or person.agrees(_question(masks, grid))):
        return masks.now
    outcome.write_masks(masks, grid, journal, wall_ms())
    return masks.after


def _question(masks: outcome.Masks, grid: Grid) -> str:
    asks = []
    if masks.mended:
        asks.append(f"Trust {names_of(grid, masks.mended)} again?")
    if masks.broken:
        broken = names_of(grid, masks.broken)
        asks.append(f"Mask the broken {broken}, so that games ask for it on the screen?")
    return " ".join(asks)


def _print_files(terminal: Terminal, folder: Path, calibration: Path | None, config: Config) -> None:
    terminal.line()
    terminal.line(f"The report:      {folder / outcome.REPORT} and {folder / outcome.PICTURE}")
    if calibration is not None:
        terminal.line(f"The calibration: {calibration}")
        if config.board.calibration_file is None:
            terminal.line(f'Put it in use:   calibration = "{calibration.absolute()}" under [board]')
