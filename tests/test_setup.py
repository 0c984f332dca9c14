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

SET_UP = """#!/bin/sh
[ "$1" = -c ] && PYTHONPATH={found} exec {python} -B "$@"
echo "was told: $*"
"""
"""The interpreter of an environment that is set up, and finds the program in a folder."""

pytestmark = needs(shutil.which("make") is not None, "make", "make")


def set_up_with(version: str, folder: Path) -> str:
    """The output of `make setup` with an interpreter of this version, to the end of its own checks."""
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


def set_up_again(found: Path, folder: Path) -> str:
    """The output of `make setup` in an existing environment that finds the program in this folder."""
    programs = folder / "venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "python").write_text(SET_UP.format(found=found, python=sys.executable))
    (programs / "python").chmod(0o755)
    (folder / "venv" / ".installed").touch()
    command = ["make", "--silent", "setup", f"VENV={folder / 'venv'}", "PI=", "CONSOLE="]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_an_environment_that_points_at_this_folder_stays_as_it_is(tmp_path: Path) -> None:
    assert set_up_again(ROOT, tmp_path) == ""


def test_one_that_holds_a_copy_or_points_elsewhere_points_at_this_folder_again(tmp_path: Path) -> None:
    copy = tmp_path / "site-packages"
    (copy / "controller").mkdir(parents=True)
    (copy / "controller" / "__init__.py").touch()
    notice, told = set_up_again(copy, tmp_path).splitlines()
    assert notice == (
        "The environment holds a copy of the program, or another folder's: now it points at this one."
    )
    assert told.endswith(
        "pip --quiet --disable-pip-version-check install --no-deps --no-build-isolation --editable ."
    )


def test_a_raspberry_pi_gets_its_drivers_by_their_hashes_and_debians_own_pygame(tmp_path: Path) -> None:
    command = ["make", "--dry-run", "setup", f"VENV={tmp_path / 'venv'}", "PI=yes", "CONSOLE=yes"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "for lock in requirements.lock requirements-pi.lock" in told
    assert "install --require-hashes -r" in told
    assert "-m venv --system-site-packages" in told
    assert "is_left_out = /^pygame==/" in told
    assert "--editable ." in told
