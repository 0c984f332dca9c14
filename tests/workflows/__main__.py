"""Runs the workflows of docs/ci.md as they stand, each in a fresh environment outside the repository.

`make workflows` writes what came of it to docs/workflows.log. Needs a package index.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.workflows.page import ROOT, commands, makefile

LOG = ROOT / "docs" / "workflows.log"
LAST_LINES = 3


def main() -> None:
    """Run all three; the status is 1 if one failed."""
    lines = [f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {commit()}"]
    is_fine = True
    for name, steps in {
        "GitHub": commands("GitHub"), "GitLab": commands("GitLab"), "Make": ("make tables",)
    }.items():  # fmt: skip
        lines.append(f"\n== {name}")
        with tempfile.TemporaryDirectory(prefix="tablier-workflow-") as folder:
            for line in ran(Path(folder), steps):
                print(line, flush=True)
                lines.append(line)
                is_fine = is_fine and not line.startswith("failed")
    LOG.write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.exit(0 if is_fine else 1)


def commit() -> str:
    """Which state of the repository is installed."""
    words = ["git", "-C", str(ROOT), "log", "-1", "--format=commit %h"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


def ran(folder: Path, steps: tuple[str, ...]) -> Iterator[str]:
    """Each step, what it said last, and whether it held."""
    project = shutil.copytree(ROOT / "examples" / "project", folder / "project")
    (project / "Makefile").write_text(makefile(), encoding="utf-8")
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    dropped = ("PYTHON", "VIRTUAL_ENV", "PYTEST", "MAKE")
    variables = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    variables["PATH"] = f"{environment / 'bin'}:{variables['PATH']}"
    variables["TABLIER"] = f"git+file://localhost{ROOT}"  # older versions of pip want a host
    for step in steps:
        began_s = time.monotonic()
        words = ["bash", "-e", "-o", "pipefail", "-c", step]
        ended = subprocess.run(words, cwd=project, env=variables, capture_output=True, text=True, check=False)
        yield f"$ {step}"
        said = (ended.stdout + (ended.stderr if ended.returncode else "")).strip().splitlines()
        yield from (f"  {line}" for line in said[-LAST_LINES if not ended.returncode else -40 :])
        outcome = "held" if ended.returncode == 0 else f"failed with {ended.returncode}"
        yield f"{outcome}, {time.monotonic() - began_s:.0f} s"
        if ended.returncode:
            return


if __name__ == "__main__":
    main()
