"""The workflows that docs/ci.md shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "ci.md"


def block(heading: str, language: str) -> str:
    """The block of code below a heading of the page."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = re.search(rf"^```{language}\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    assert found is not None, heading
    return found[1]


def commands(heading: str) -> tuple[str, ...]:
    """The commands of a workflow in YAML: GitHub's `run` steps, GitLab's `script`."""
    text = block(heading, "yaml")
    if heading == "GitHub":
        return tuple(re.findall(r"^ +- run: (.+)$", text, re.MULTILINE))
    script = text.split("  script:\n")[1].split("  artifacts:")[0]
    return tuple(re.findall(r"^    - (.+)$", script, re.MULTILINE))


def makefile() -> str:
    """The Makefile of the page."""
    return block("Make", "make")
