"""The pytest plugin in another project, which has folders of the same names as ours."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import needs_micropython

HOLDS = "game masterplan\nplay house d4 ne\nexpect plies 1\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a `controller` and a `hardware` of its own."""
    for name in ("controller", "hardware"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"OWNER = 'the project, {name}'\n")
    return tmp_path


def ran(project: Path, *arguments: str) -> tuple[int, str]:
    """The status and the output of `python -m pytest` there."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=project,
        env=environment | {"PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout + ended.stderr


def test_scripts_are_tests_and_a_failure_names_its_line(project: Path) -> None:
    (project / "good.table").write_text(HOLDS)
    (project / "bad.table").write_text("# A house.\n" + HOLDS.replace("plies 1", "plies 2"))
    (project / "wrong.table").write_text("dance\n")
    (project / "empty.table").write_text("\n")
    status, output = ran(project)
    assert status == 1
    assert "3 failed, 1 passed" in output
    assert f"{project}/bad.table:4: expect plies 2: seen within 2000 ms: 1\n  # A house." in output
    assert "\n> expect plies 2\n" in output
    assert f"{project}/wrong.table:1: 'dance' is no command" in output
    assert f"{project}/empty.table: holds no command" in output


def test_the_table_and_the_projects_own_folders_do_not_meet(project: Path) -> None:
    (project / "test_table.py").write_text("""
import controller, hardware, pytest
from tablier.table import TableError, TableFailure

def test_a_house(table):
    assert table.phase == "menu"
    table.game("masterplan")
    table.put("d4.ne")
    table.wait(1000)
    assert (table.actions, table.turn, table.phase) == (["house d4 ne"], "yellow", "playing")
    table.play("house f6 n")
    table.play("house c3 n")
    assert table.need == ["park e5"]
    assert "Park on e5" in table.screen_text
    assert "park" in table.lights.values()
    assert set(table.score) == {"white", "yellow"}
    table.expect("light e5 park")
    before_ms = table.now_ms
    table.wait(3_600_000)
    assert table.now_ms - before_ms == 3_600_000

def test_hands_and_touches(table):
    table.game("masterplan")
    table.put("d4.ne")
    table.wait(1000)
    assert "#undo" in table.buttons
    table.touch("#undo")
    table.lift("d4.ne")
    table.wait(1000)
    assert table.actions == []
    table.hover("d4.ne", 200)
    table.bump()
    table.do("expect plies 0")

def test_what_goes_wrong(table):
    table.config("play.settle_ms", 300)
    table.game("masterplan", assist=False)
    table.unplug("board")
    table.expect("phase paused", within_ms=5000)
    table.plug("board")
    table.power_cut()
    assert table.phase is None
    table.power_on()
    table.expect("phase playing", within_ms=5000)

def test_failures_are_assertions_and_nonsense_is_not(table):
    with pytest.raises(TableFailure, match="the screen has no '#nothing'; it has Learn"):
        table.touch("#nothing")
    with pytest.raises(TableError, match="'dance' is no command"):
        table.do("dance")
    with pytest.raises(TableFailure, match="no game 'chess'; it has masterplan, forma, massai, cites"):
        table.game("chess")
    with pytest.raises(TableFailure, match="only before the power"):
        table.config("play.settle_ms", 300)

def test_two_tables(new_table):
    first, second = new_table(), new_table()
    first.game("massai")
    assert (first.phase, second.phase) != ("menu", "playing")

def test_the_projects_own(table):
    assert controller.OWNER == "the project, controller"
    assert hardware.OWNER == "the project, hardware"
""")
    status, output = ran(project, "-q")
    assert (status, "6 passed" in output) == (0, True), output


def test_the_settings_of_the_ini_file_and_of_the_option_make_the_table(project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\ntablier_config = small.toml\ntablier_scripts = *.play\n")
    (project / "small.toml").write_text("[table]\ncolumns = 20\nrows = 20\ncell_sites = 1\n")
    (project / "large.toml").write_text("[table]\ncolumns = 24\nrows = 24\ncell_sites = 3\n")
    (project / "a.play").write_text("put @19,19\nexpect phase menu\n")
    (project / "b.table").write_text("dance\n")
    assert ran(project)[0] == 0
    (project / "a.play").write_text("put @23,23\nexpect phase menu\n")
    assert "'@23,23' is no site: the table has @0,0 to @19,19" in ran(project)[1]
    assert ran(project, "--tablier-config", "large.toml")[0] == 0
    status, output = ran(project, "--tablier-config", "none.toml")
    assert status == 1
    assert re.search("none.toml: .*No such file", output)


@needs_micropython
def test_the_real_firmware_plays_a_script(project: Path) -> None:
    (project / "a.table").write_text(HOLDS)
    assert ran(project, "--tablier-firmware")[0] == 0
