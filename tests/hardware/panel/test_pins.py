"""Opening the computer's pins: in a process of its own, as there is one pin factory for each."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

LGPIO = """
import errno, os
if "LG_WD" in os.environ:
    os.chdir(os.environ["LG_WD"])
if os.path.exists("read-only"):
    raise PermissionError(errno.EACCES, "Permission denied", ".lgd-nfy0")
os.mkfifo(".lgd-nfy0")
class error(Exception):
    pass
BOTH_EDGES = RISING_EDGE = FALLING_EDGE = SET_PULL_NONE = 0
def gpiochip_open(chip):
    raise error("can not open gpiochip")
"""
"""The behaviour of lgpio 0.2.2 when it is imported, and on a computer without pins. Nothing can be written in
a folder with the file `read-only`."""

OPEN = """
import os
from hardware.panel.pins import pin_factory
from hardware.ports import DeviceError
try:
    print(type(pin_factory()).__name__)
except DeviceError as error:
    print(error)
print(os.getcwd(), os.listdir(), os.environ.get("LG_WD"))
"""


def opened(folder: Path, code: str = OPEN, **environment: str) -> list[str]:
    """The output of the code, run in a folder with the modules beside it."""
    (folder / "run").mkdir()
    (folder / "tmp").mkdir()
    env = {"PYTHONPATH": f"{folder}:{ROOT}", "TMPDIR": str(folder / "tmp"), **environment}
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=folder / "run", env=env, capture_output=True, text=True, check=True
    )
    assert ran.stderr == ""
    return ran.stdout.splitlines()


def test_without_lgpio_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "lgpio.py").write_text("raise ImportError(\"No module named 'lgpio'\")")
    said, place = opened(tmp_path)
    assert said.startswith("The pins need lgpio, which is not installed (No module named 'lgpio').")
    assert "python3-lgpio" in said
    assert place == f"{tmp_path}/run [] None"


def test_lgpio_leaves_no_pipe_and_the_working_directory_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "lgpio.py").write_text(LGPIO)
    code = OPEN + "import sys, lgpio; print('lgpio' in sys.modules)"
    said, place, is_loaded = opened(tmp_path, code, LG_WD="/nowhere")
    assert said.startswith("The pins of this computer cannot be opened (")
    assert "group gpio" in said
    assert place == f"{tmp_path}/run [] /nowhere"
    assert is_loaded == "True"
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_working_directory_that_is_read_only_does_not_keep_lgpio_away(tmp_path: Path) -> None:
    (tmp_path / "lgpio.py").write_text(LGPIO)
    code = "open('read-only', 'w').close()" + OPEN
    assert opened(tmp_path, code)[0].startswith("The pins of this computer cannot be opened (")


def test_where_nothing_can_be_written_it_is_reported(tmp_path: Path) -> None:
    (tmp_path / "lgpio.py").write_text("raise PermissionError(13, 'Permission denied', '.lgd-nfy0')")
    said, place = opened(tmp_path)
    assert said.startswith("lgpio finds no folder that it can write to ([Errno 13] Permission denied")
    assert place == f"{tmp_path}/run [] None"


def test_the_environment_may_name_another_driver(tmp_path: Path) -> None:
    (tmp_path / "lgpio.py").write_text("raise ImportError('unwanted')")
    assert opened(tmp_path, GPIOZERO_PIN_FACTORY="mock")[0] == "MockFactory"


def test_a_driver_that_there_is_not_is_reported(tmp_path: Path) -> None:
    said = opened(tmp_path, GPIOZERO_PIN_FACTORY="steam")[0]
    assert said.startswith("The pins of this computer cannot be opened (Unable to find pin factory 'steam').")


def test_the_errors_of_lgpio_are_those_of_a_bus(tmp_path: Path) -> None:
    (tmp_path / "lgpio.py").write_text(LGPIO)
    code = "import lgpio; from hardware.panel.pins import bus_failures; print(lgpio.error in bus_failures())"
    assert opened(tmp_path, code) == ["True"]
