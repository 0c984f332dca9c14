"""Scripts written in a test."""

from __future__ import annotations

from controller.settings.config import load
from controller.settings.settings import Config
from controller.simulation.scripts.runner import run
from controller.simulation.scripts.script import parse


def fails(*lines: str, config: Config | None = None) -> str | None:
    """Run a script. Returns the line and the reason of its failure, if it fails."""
    failure = run(parse("\n".join(lines), "evening.table"), config or load())
    return None if failure is None else f"{failure.line}: {failure.reason}"
