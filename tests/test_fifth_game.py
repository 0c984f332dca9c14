"""A fifth game is folders of its own and one line: nothing else of the program is changed for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
STONES = ROOT / "tests" / "fifth_game"
CHANGED = ("engines", "controller/tables", "controller/boards")
"""The rooms in which every game has a part."""


def with_stones(home: Path) -> None:
    """The program with the game of `tests/fifth_game` added: its parts, and its line in the list of games."""
    for top in ("firmware", "hardware", "opponents", "texts"):
        (home / top).symlink_to(ROOT / top)
    (home / "controller").mkdir()
    for part in (ROOT / "controller").iterdir():
        if f"controller/{part.name}" not in CHANGED:
            (home / "controller" / part.name).symlink_to(part)
    for room in CHANGED:
        shutil.copytree(ROOT / room, home / room, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(STONES / room, home / room, dirs_exist_ok=True)
    names = home / "engines" / "names.py"
    text = names.read_text()
    assert text.count('    "cites",\n') == 1
    names.write_text(text.replace('    "cites",\n', '    "cites",\n    "stones",\n'))


def test_it_is_played_on_the_table(tmp_path: Path) -> None:
    with_stones(tmp_path)
    program = "from controller.cli import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", program, "script", str(STONES / "evening.table")],
        cwd=tmp_path,
        env=dict(os.environ, PYTHONPATH=str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
