"""`./update` with a real git, a remote and a bundle. The program is one line; systemd, root and the folder's
owner are stand-ins, and git serves no one but the owner."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

INSTALL = """#!/bin/sh
[ ! -e breaks-install ] || exit 1
mkdir -p .venv/bin && cp program .venv/bin/tablier && echo "$(cat program)" >>"$LOG"
"""
"""`./install` of a version: it makes the environment."""

PROGRAMS = {
    "id": "echo 0",
    "stat": "echo maker",
    "getent": 'echo "maker:x:1000:1000::$HOME:/bin/sh"',
    "runuser": '[ "$1 $2 $3" = "-u maker --" ] && shift 3 && exec env AS=maker "$@"',
    "git": f'[ "$AS" = maker ] && exec {shutil.which("git")} "$@"',
    "sleep": 'if grep -q dies .venv/bin/tablier; then echo 8 >"$SYSTEM/pid"; fi',
    "lsblk": 'echo "/dev/root 0 ext4"; echo "/dev/sda 1"; echo "/dev/sda1 1 vfat"; echo "/dev/sdb1 1 vfat"',
    "mount": '[ "$3" = /dev/sdb1 ] && cp -r "$STICK/." "$4"',
    "umount": 'rm -rf "$1"; mkdir "$1"',
    "systemctl": """
echo "systemctl $*" >>"$LOG"
case "$1" in
  start)
    echo "games of $(cat .venv/bin/tablier)" >"$TABLIER_GAMES/journal.sqlite"
    grep -q broken .venv/bin/tablier && exit 1
    echo 7 >"$SYSTEM/pid" ;;
  stop) rm -f "$SYSTEM/pid" ;;
  show) cat "$SYSTEM/pid" ;;
  is-active) [ -e "$SYSTEM/pid" ] ;;
esac
""",
}


def git(folder: Path, *words: str) -> str:
    identity = ["-c", "user.name=n", "-c", "user.email=e@e", "-c", "init.defaultBranch=main"]
    done = subprocess.run(["git", *identity, *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@dataclass
class Computer:
    """A computer with a clone of a project that has an `./update`, an `./install` and a `program`."""

    folder: Path

    def __post_init__(self) -> None:
        for name in ("system", "games", "kept", "stick", "programs"):
            (self.folder / name).mkdir()
        for name, text in PROGRAMS.items():
            (self.folder / "programs" / name).write_text(f"#!/bin/sh\n{text}\n")
            (self.folder / "programs" / name).chmod(0o755)
        self.maker.mkdir()
        git(self.maker, "init", "--quiet")
        shutil.copy(ROOT / "update", self.maker)
        (self.maker / "install").write_text(INSTALL)
        (self.maker / "install").chmod(0o755)
        self.publish("one")
        git(self.folder, "clone", "--quiet", str(self.maker), str(self.here))
        (self.here / ".venv/bin").mkdir(parents=True)
        (self.here / ".venv/bin/tablier").write_text("#one\n")
        (self.here / ".venv/bin/tablier").chmod(0o755)

    @property
    def maker(self) -> Path:
        return self.folder / "maker"

    @property
    def here(self) -> Path:
        return self.folder / "tablier"

    def publish(self, program: str, *new: str, install: str = INSTALL) -> None:
        """The maker's next version, with these empty files."""
        texts = {"program": f"#{program}\n", "install": install, **dict.fromkeys(new, "")}
        for name, text in texts.items():
            (self.maker / name).write_text(text)
        (self.maker / "program").chmod(0o755)
        git(self.maker, "add", "--all")
        git(self.maker, "commit", "--quiet", "--message", program)

    def update(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {
            "PATH": f"{self.folder / 'programs'}:/usr/bin:/bin",
            "SYSTEM": str(self.folder / "system"),
            "LOG": str(self.folder / "log"),
            "STICK": str(self.folder / "stick"),
            "STATE_DIRECTORY": str(self.folder / "kept"),
            "RUNTIME_DIRECTORY": str(self.folder / "run"),
            "TABLIER_GAMES": str(self.folder / "games"),
        }
        (self.folder / "games/journal.sqlite").write_text("games")
        command = [str(self.here / "update"), *words]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=60
        )

    @property
    def state(self) -> str:
        return (self.folder / "run/state").read_text().strip()

    @property
    def runs(self) -> str:
        """The program of the environment, if it is running."""
        is_running = (self.folder / "system/pid").exists()
        return (self.here / ".venv/bin/tablier").read_text().strip() if is_running else ""

    @property
    def is_clean(self) -> bool:
        """Whether nothing is left of an update."""
        left = [*(self.folder / "kept").iterdir(), *self.here.glob(".venv.*")]
        return left == [] and git(self.here, "status", "--porcelain", "--untracked-files=no") == ""


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


def test_the_newest_version_is_fetched_installed_and_started(computer: Computer) -> None:
    computer.publish("two", "pyproject.toml")
    done = computer.update()
    assert done.returncode == 0, done.stderr
    assert computer.state == f"done {git(computer.maker, 'log', '-1', '--format=%h, %cs')}"
    assert (computer.runs, computer.is_clean) == ("#two", True)
    assert computer.update("git").stdout.splitlines()[-1] == "newest"


@pytest.mark.parametrize("program", ["broken", "dies"])
def test_a_version_that_does_not_start_or_dies_at_once_makes_way_for_the_one_before(
    computer: Computer, program: str
) -> None:
    computer.publish(program, "pyproject.toml", "new-file")
    before = git(computer.here, "rev-parse", "HEAD")
    assert computer.update().returncode == 1
    assert (computer.state, computer.is_clean) == ("back", True)
    assert git(computer.here, "rev-parse", "HEAD") == before
    assert not (computer.here / "new-file").exists()
    assert computer.runs == "#one"
    assert (computer.folder / "games/journal.sqlite").read_text() == "games of #one\n"
    computer.publish("three")
    assert computer.update().returncode == 0
    assert computer.runs == "#three"


def test_one_that_cannot_be_installed_makes_way_too(computer: Computer) -> None:
    computer.publish("two", "breaks-install")
    computer.update()
    assert (computer.state, computer.runs, computer.is_clean) == ("back", "#one", True)


def test_an_update_that_loses_its_power_is_undone_at_the_next_start_of_the_computer(
    computer: Computer,
) -> None:
    """The power goes while the new version is put in, and again in the middle of the undoing."""
    dying = 'kill -9 "$PPID"\n'
    computer.publish("two", "pyproject.toml", install=f"#!/bin/sh\n{dying}")
    before = git(computer.here, "rev-parse", "HEAD")
    assert computer.update().returncode == -9
    assert git(computer.here, "rev-parse", "HEAD") != before
    assert (computer.folder / "kept/before").read_text().strip() == before
    (computer.here / ".venv.before/bin/tablier").write_text(f"#!/bin/sh\n{dying}")
    assert computer.update("back").returncode == -9
    (computer.here / ".venv/bin/tablier").write_text("#one\n")
    assert computer.update("back").returncode == 0
    assert (computer.state, computer.is_clean) == ("back interrupted", True)
    assert git(computer.here, "rev-parse", "HEAD") == before
    assert (computer.here / ".venv/bin/tablier").read_text() == "#one\n"
    assert computer.update("back").returncode == 0


def test_a_stick_with_a_bundle_brings_a_version_without_a_network(computer: Computer) -> None:
    computer.publish("two")
    git(computer.maker, "bundle", "create", str(computer.folder / "stick/tablier.bundle"), "main")
    computer.maker.rename(computer.folder / "out-of-reach")
    assert computer.update("usb").returncode == 0
    assert (computer.runs, computer.is_clean) == ("#two", True)
    assert computer.update().stdout.splitlines()[-1] == "failed no-network"
    (computer.folder / "stick/tablier.bundle").write_text("rubbish")
    assert computer.update("usb").stdout.splitlines()[-1] == "failed no-bundle"
    (computer.folder / "stick/tablier.bundle").unlink()
    assert computer.update("usb").stdout.splitlines()[-1] == "failed no-stick"
    assert computer.is_clean


def test_what_cannot_be_updated_is_left_alone_and_says_why(computer: Computer) -> None:
    (computer.here / "program").write_text("mine")
    assert computer.update().stdout.splitlines()[-1] == "failed changed"
    git(computer.here, "checkout", "--quiet", "program")
    git(computer.here, "commit", "--quiet", "--allow-empty", "--message", "mine")
    computer.publish("two")
    assert computer.update().stdout.splitlines()[-1] == "failed not-newer"
    git(computer.here, "remote", "remove", "origin")
    assert computer.update().stdout.splitlines()[-1] == "failed no-remote"
    git(computer.here, "checkout", "--quiet", "--detach")
    assert computer.update().stdout.splitlines()[-1] == "failed no-branch"
    (computer.here / ".git/index").write_bytes(b"not git's")
    assert computer.update().stdout.splitlines()[-1] == "failed stopped"
    shutil.rmtree(computer.here / ".git")
    assert computer.update().stdout.splitlines()[-1] == "failed no-clone"
    assert not (computer.folder / "log").exists()
