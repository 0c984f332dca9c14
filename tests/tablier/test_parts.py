"""Tablier installed in parts: the rules alone need nothing, and a command that lacks a part names it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
FOR_A_TABLE = ("adafruit_pn532", "Adafruit_PureIO", "aiohttp", "gpiozero", "mpremote", "neopixel", "paho",
               "reportlab", "segno", "serial")  # fmt: skip

HIDDEN = f"import sys; sys.modules.update(dict.fromkeys({FOR_A_TABLE}));"


def ran(code: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Python's output for this code, with our packages on its path; `-S` hides all that is installed."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"
    command = [sys.executable, "-I", *options, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_rules_and_the_opponents_need_nothing_but_python() -> None:
    ended = ran(
        "import engines, opponents, pkgutil, importlib;"
        "[importlib.import_module(one.name) for package in (engines, opponents)"
        " for one in pkgutil.walk_packages(package.__path__, package.__name__ + '.')]",
        "-S",
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == []


def test_the_command_of_the_rules_alone_says_what_to_install() -> None:
    ended = ran("from tablier.command import main; main()", "-S")
    assert ended.returncode == 2
    assert ended.stderr == (
        "Error: click is missing: only the engines are installed. For the command: "
        "pip install 'tablier[simulation]'. For a real table: 'tablier[table]'.\n"
    )


def test_scripts_need_nothing_of_a_real_table(tmp_path: Path) -> None:
    script = tmp_path / "a.table"
    script.write_text("game masterplan\nplay house d4 ne\nexpect plies 1\n")
    ended = ran(
        f"{HIDDEN} sys.argv[1:] = ['script', {str(script)!r}]; from tablier.command import main; main()"
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.endswith("1 passed, 0 failed\n")


@pytest.mark.parametrize(
    ("words", "package"), [(["play", "--headless"], "serial"), (["overlay", "massai"], "reportlab")]
)
def test_a_command_that_lacks_a_part_names_it(words: list[str], package: str, tmp_path: Path) -> None:
    words = [*words, *(["--out", str(tmp_path)] if "overlay" in words else [])]
    ended = ran(f"{HIDDEN} sys.argv[1:] = {words}; from tablier.command import main; main()")
    assert ended.returncode == 2
    assert ended.stderr == (
        f"Error: This needs {package}, which is not installed: pip install 'tablier[table]', or make setup.\n"
    )


def test_each_part_brings_the_parts_below_it() -> None:
    below = {name: re.findall(r"tablier\[([a-z,]+)\]", " ".join(needs)) for name, needs in EXTRAS.items()}
    assert below["table"] == ["simulation"]
    assert below["pi"] == ["table"]
    assert below["ci"] == ["simulation"]
    assert below["dev"] == ["table,ci"]


def test_every_package_says_that_it_is_typed() -> None:
    for package in ("engines", "opponents", "hardware", "controller", "texts", "tablier"):
        assert (ROOT / package / "py.typed").exists()
