"""The workflows of docs/ci.md: here their words, in `make workflows` as they stand."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from controller.cli import main
from tests.workflows.page import ROOT, block, commands, makefile


def log() -> str:
    """The last output of `make workflows`."""
    return (ROOT / "docs" / "workflows.log").read_text(encoding="utf-8")


@pytest.mark.parametrize("heading", ["GitHub", "GitLab"])
def test_a_workflow_installs_and_plays_and_its_log_says_that_it_held(heading: str) -> None:
    steps = commands(heading)
    assert len(steps) == 3
    section = log().split(f"\n== {heading}\n")[1].split("\n== ")[0]
    assert re.findall(r"^\$ (.+)$", section, re.MULTILINE) == list(steps)
    assert len(re.findall(r"^held, ", section, re.MULTILINE)) == len(steps)


def test_the_makefile_does_the_same_and_its_log_says_that_it_held() -> None:
    for step in commands("GitHub"):
        assert step.removeprefix("python -m ").replace("$TABLIER", "$(TABLIER)") in makefile()
    assert re.search(r"\$ make tables\n(  .*\n)*held, ", log().split("\n== Make\n")[1])


def test_the_commands_know_their_options() -> None:
    (line,) = (step for step in commands("GitHub") if step.startswith("tablier"))
    words = shlex.split(line)
    name, command, rest = main.resolve_command(click.Context(main), words[1:])
    assert command is not None
    with command.make_context(name, rest):
        pass


def test_what_is_installed_is_an_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    page = (ROOT / "docs/ci.md").read_text()
    assert set(re.findall(r"^\| `(\w+)` \| ", page, re.MULTILINE)) & set(extras) == {
        "simulation", "table", "pi", "ci",
    }  # fmt: skip
    assert '"tablier[ci] @ $TABLIER"' in block("GitHub", "yaml")


@pytest.mark.timeout(400)
def test_the_example_in_python_holds(tmp_path: Path) -> None:
    (tmp_path / "test_example.py").write_text(block("With pytest", "python"), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout
