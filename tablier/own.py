"""Finds Tablier's own packages, also beside foreign folders with the same names."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Final

OWN: Final = ("controller", "engines", "firmware", "hardware", "opponents", "systemd", "texts")
"""The top-level packages beside this one. They are common names."""

HERE: Final = Path(__file__).resolve().parents[1]
"""The folder in which all of them lie: `site-packages`, or the repository."""


class OwnFinder:
    """Finds the packages of `OWN` in `HERE` alone, whatever `sys.path` says.

    It is no `importlib.abc.MetaPathFinder`: that module imports ten others.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """See `sys.meta_path`."""
        return PathFinder.find_spec(fullname, [str(HERE)], target) if fullname in OWN else None


def come_first() -> None:
    """Let this process import Tablier's packages, and no others of the same name."""
    if not any(isinstance(finder, OwnFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, OwnFinder())
