"""Which Python interpreters `make setup` takes, and what it says to the others."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.needs import needs

ROOT = Path(__file__).parents[1]

INTERPRETER = """#!/bin/sh
[ "$1" = --version ] && {{ echo "Python {version}"; exit; }}
[ "$1" = -c ] && exec {python} -c "import sys; sys.version_info = ({numbers}); $2"
echo "was told to make an environment"
exit 1
"""

pytestmark = needs(shutil.which("make") is not None, "make", "make")


def set_up_with(version: str, folder: Path) -> str:
    """What `make setup` says with an interpreter of this version, to the end of its own checks."""
    interpreter = folder / "python"
    numbers = version.replace(".", ", ")
    interpreter.write_text(INTERPRETER.format(version=version, python=sys.executable, numbers=numbers))
    interpreter.chmod(0o755)
    command = ["make", "--silent", "setup", f"VENV={folder / 'venv'}", f"PYTHON={interpreter}"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    return ended.stdout.replace(str(interpreter), "python")


def test_one_that_is_too_old_is_refused(tmp_path: Path) -> None:
    assert set_up_with("3.10.13", tmp_path) == (
        "Tablier needs Python 3.11, 3.12 or 3.13; python is Python 3.10.13. Try: make PYTHON=python3.13 ...\n"
    )


def test_one_that_pygame_is_not_made_for_is_refused_with_the_reason(tmp_path: Path) -> None:
    assert set_up_with("3.14.0", tmp_path) == (
        "Tablier needs Python 3.11, 3.12 or 3.13; python is Python 3.14.0, which pygame is not made for. "
        "Try: make PYTHON=python3.13 ...\n"
    )


@pytest.mark.parametrize("version", ["3.11.2", "3.12.1", "3.13.5"])
def test_every_one_that_is_promised_is_taken(version: str, tmp_path: Path) -> None:
    assert set_up_with(version, tmp_path).splitlines()[-1] == "was told to make an environment"


def test_the_package_promises_the_same() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == ">=3.11,<3.14"
    assert "Python 3.11, 3.12 or 3.13" in (ROOT / "README.md").read_text(encoding="utf-8")
