"""`./install` on computers of every kind: a copy of it, with stand-ins for the programs that it calls.

The stand-ins know what a Debian knows: which packages its archive has, and which are installed.
"""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PROGRAMS = {
    "id": 'echo "$USER_ID"',
    "dpkg": 'echo "$ARCHITECTURE"',
    "dpkg-query": 'shift 2; case " $INSTALLED " in *" $1 "*) echo installed;; *) exit 1;; esac',
    "apt-cache": 'case " $ARCHIVE " in *" $2 "*) echo "Package: $2";; esac',
    "apt-get": 'echo "apt-get $*" >>"$RAN"',
    "make": 'echo "make $*" >>"$RAN"',
    "runuser": 'shift 3; echo "as the owner: $*" >>"$RAN"; "$@"',
    "stat": 'echo "$OWNER"',
    "grep": '[ -n "$IS_PI" ]',
}
EVERYTHING = (
    "python3-venv make git ca-certificates python3-pygame libegl1 libgles2 libgl1-mesa-dri "
    "python3-lgpio python3-spidev python3-dev gcc"
)

COMPILING = "python -m compileall -q controller engines firmware hardware opponents tablier texts"


@dataclass
class Computer:
    """A computer with this project in a folder of its own."""

    folder: Path
    user_id: int = 0
    architecture: str = "arm64"
    archive: str = EVERYTHING
    installed: str = ""
    owner: str = "root"
    is_pi: bool = True
    release: str = "13"

    def install(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {
            "PATH": f"{self.folder / 'programs'}:/usr/bin:/bin",
            "USER_ID": str(self.user_id),
            "ARCHITECTURE": self.architecture,
            "ARCHIVE": self.archive,
            "INSTALLED": self.installed,
            "OWNER": self.owner,
            "IS_PI": "yes" if self.is_pi else "",
            "RAN": str(self.folder / "ran"),
        }
        (self.folder / "os-release").write_text(f'NAME="Debian"\nVERSION_ID="{self.release}"\n')
        command = [str(self.folder / "tablier" / "install"), *words]
        return subprocess.run(
            command, check=False, env=environment, capture_output=True, text=True, timeout=60
        )

    @property
    def ran(self) -> list[str]:
        file = self.folder / "ran"
        return file.read_text().splitlines() if file.exists() else []


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    programs, project = tmp_path / "programs", tmp_path / "tablier"
    (project / ".venv/bin").mkdir(parents=True)
    programs.mkdir()
    script = project / "install"
    shutil.copy(ROOT / "install", script)
    script.write_text(script.read_text().replace("/etc/os-release", str(tmp_path / "os-release")))
    files = {programs / name: text for name, text in PROGRAMS.items()}
    for name in ("python", "tablier"):
        files[project / ".venv/bin" / name] = f'echo "{name} $*" >>"$RAN"'
    for file, text in files.items():
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)
    return Computer(tmp_path)


def test_a_fresh_raspberry_pi_gets_its_packages_the_environment_and_the_service(computer: Computer) -> None:
    done = computer.install()
    assert done.returncode == 0, done.stderr
    assert computer.ran == [
        "apt-get -q update",
        f"apt-get -q -y install --no-install-recommends {EVERYTHING}",
        "make setup CONSOLE=yes",
        COMPILING,
        "tablier install",
    ]
    assert "tablier flash" in done.stdout


def test_a_package_that_the_archive_does_not_have_is_named_and_stops_nothing(computer: Computer) -> None:
    computer.archive = EVERYTHING.replace("python3-lgpio ", "")
    done = computer.install()
    assert done.returncode == 0
    assert "left out     python3-lgpio" in done.stdout
    assert "python3-lgpio" not in "".join(computer.ran)
    assert computer.ran[-1] == "tablier install"


def test_called_again_it_installs_nothing_that_is_there(computer: Computer) -> None:
    computer.installed = EVERYTHING
    assert computer.install().returncode == 0
    assert computer.ran == ["make setup CONSOLE=yes", COMPILING, "tablier install"]


def test_the_environment_belongs_to_the_owner_of_the_folder(computer: Computer) -> None:
    computer.installed, computer.owner = EVERYTHING, "maker"
    assert computer.install().returncode == 0
    assert computer.ran == [
        "as the owner: make setup CONSOLE=yes",
        "make setup CONSOLE=yes",
        f"as the owner: .venv/bin/{COMPILING}",
        COMPILING,
        "tablier install",
    ]


def test_another_debian_needs_no_pins(computer: Computer) -> None:
    computer.is_pi = False
    assert computer.install().returncode == 0
    assert "lgpio" not in computer.ran[1]
    assert "libegl1" in computer.ran[1]


@pytest.mark.parametrize("architecture", ["armhf", "i386", "armel"])
def test_a_32_bit_system_is_refused_with_the_way_out(computer: Computer, architecture: str) -> None:
    computer.architecture = architecture
    done = computer.install()
    assert (done.returncode, computer.ran) == (2, [])
    assert "32-bit" in done.stderr
    assert "64-bit" in done.stderr


def test_a_debian_that_is_too_old_is_refused_with_the_way_out(computer: Computer) -> None:
    computer.release = "11"
    done = computer.install()
    assert (done.returncode, computer.ran) == (2, [])
    assert "This is Debian 11; Tablier needs 12 (bookworm) or newer. Write a new" in done.stderr


@pytest.mark.parametrize("release", ["12", "13", ""])
def test_every_other_debian_is_taken(computer: Computer, release: str) -> None:
    """Debian's testing has no number."""
    computer.release = release
    assert computer.install().returncode == 0


def test_without_root_nothing_is_done(computer: Computer) -> None:
    computer.user_id = 1000
    done = computer.install()
    assert (done.returncode, computer.ran) == (2, [])
    assert "sudo ./install" in done.stderr


def test_a_trial_says_what_would_be_done_and_does_nothing(computer: Computer) -> None:
    computer.user_id = 1000
    done = computer.install("--dry-run")
    assert done.returncode == 0, done.stderr
    assert computer.ran == ["tablier install --dry-run"]
    assert f"would do     apt-get install {EVERYTHING}" in done.stdout


def test_all_that_the_program_imports_is_compiled() -> None:
    linted = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]
    assert COMPILING.split(" -q ")[1].split() == sorted(linted)


def test_words_that_it_does_not_know_are_refused(computer: Computer) -> None:
    done = computer.install("--help")
    assert (done.returncode, computer.ran) == (2, [])
    assert "usage" in done.stderr
