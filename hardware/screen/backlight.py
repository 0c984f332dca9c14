"""The light behind a screen, by Linux's backlight class: a folder for each, with `brightness` and
`max_brightness` (Documentation/ABI/stable/sysfs-class-backlight). A screen without one stays as it is."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Final

FOLDER: Final = Path("/sys/class/backlight")

log = logging.getLogger(__name__)


def is_backlight_here(folder: Path = FOLDER) -> bool:
    """Whether a screen of this computer has a backlight that programs can set."""
    return any(folder.glob("*/brightness"))


def is_settable(folder: Path = FOLDER) -> bool:
    """Whether this user may set all of them."""
    return all(os.access(file, os.W_OK) for file in folder.glob("*/brightness"))


class Backlight:
    """All backlights of this computer."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._is_refused = False

    def set(self, share: float) -> None:
        """Set how bright they are, from 0 (dark) to 1. One that this user may not set is logged once."""
        for file in sorted(self._folder.glob("*/brightness")):
            try:
                most = int(file.with_name("max_brightness").read_text())
                file.write_text(str(round(share * most)))
            except (OSError, ValueError) as error:
                if not self._is_refused:
                    log.warning("screen: the backlight %s cannot be set: %s", file.parent.name, error)
                self._is_refused = True
