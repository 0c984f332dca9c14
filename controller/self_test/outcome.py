"""The results of a self-test: the report, the calibration, the masks."""

from __future__ import annotations

from pathlib import Path

from controller.files.toml_file import ConfigError, write_text
from controller.journal.journal import Journal
from controller.model.records import Mask, Unmask
from controller.self_test.findings import WORKING, Conclusions
from controller.self_test.report import text_of
from controller.settings import calibration_file
from controller.settings.settings import Config
from engines.record import record
from hardware.board.calibration import Calibration
from hardware.ports import Grid, sites_in

REPORT, PICTURE, CALIBRATION, PROGRESS = "report.txt", "report.png", "calibration.toml", "progress.json"
"""The files of a self-test in its folder."""


@record
class Masks:
    """The sites that are masked now, those that should be too, and those that work again."""

    now: int
    broken: int
    mended: int

    @property
    def after(self) -> int:
        """The mask after both changes."""
        return (self.now | self.broken) & ~self.mended


def masks_for(judged: Conclusions, journal: Journal) -> Masks:
    """The changes of a judgement to the journal's masks."""
    grid = judged.findings.grid
    now = sum(1 << grid.site(x, y) for x, y in journal.masks() if x < grid.columns and y < grid.rows)
    working = sum(1 << site for site, verdict in enumerate(judged.verdicts) if verdict in WORKING)
    return Masks(now, judged.broken & ~now, now & working & ~judged.broken)


def write_masks(masks: Masks, grid: Grid, journal: Journal, wall_ms: int) -> None:
    """Mask what is broken and trust what works again. Raises `JournalError`."""
    changes = [Mask(*grid.column_row(site)) for site in sites_in(masks.broken)]
    journal.apply([*changes, *(Unmask(*grid.column_row(site)) for site in sites_in(masks.mended))], wall_ms)


def write_report(judged: Conclusions, sites: tuple[int, ...], masked: int, folder: Path) -> str:
    """Write the report as text and as a picture; gives the text. Raises `ConfigError`."""
    import pygame

    from controller.self_test.picture import painted

    text = text_of(judged, sites, masked)
    write_text(folder / REPORT, text)
    try:
        pygame.image.save(painted(judged, masked), str(folder / PICTURE))
    except (OSError, pygame.error) as error:
        raise ConfigError(f"{folder / PICTURE}: cannot be written: {error}") from error
    return text


def write_calibration(judged: Conclusions, in_use: Calibration, config: Config, folder: Path) -> Path | None:
    """Write the calibration to its place in the settings or beside the report; `None` if it is unchanged.

    Raises `ConfigError`.
    """
    found = in_use.then(judged.calibration)
    if found == in_use:
        return None
    file = config.board.calibration_file or folder / CALIBRATION
    calibration_file.save(file, found, config.table.grid)
    return file
