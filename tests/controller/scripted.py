"""Scripts written in a test."""

from __future__ import annotations

from controller.config import load
from controller.script import parse
from controller.script_runner import run
from controller.settings import Config


def fails(*lines: str, config: Config | None = None) -> str | None:
    """Run a script; where and why it does not hold, if it does not."""
    failure = run(parse("\n".join(lines), "evening.table"), config or load())
    return None if failure is None else f"{failure.line}: {failure.reason}"
