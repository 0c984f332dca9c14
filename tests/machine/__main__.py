"""`make machine`: Tablier in a whole emulated computer, installed as the guide says, and what it meets."""

from __future__ import annotations

import inspect
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from datetime import UTC, datetime
from pathlib import Path

import click

from tests.machine.computer import ROOT, Computer
from tests.machine.trials import TRIALS, Evening

KEPT = ROOT / "build" / "machine"
PAGE = ROOT / "docs" / "machine.md"
BUILD = ROOT / "tests" / "machine" / "build"
PROGRAMS = {"mmdebstrap": "mmdebstrap", "mke2fs": "e2fsprogs", "qemu-system-x86_64": "qemu-system-x86"}
"""The necessary programs, and the packages that contain them."""
HEAD = """# In a whole computer

`make machine` builds a Debian trixie with its own kernel, installs Tablier in it by the commands of
[first-game.md](build/first-game.md), and boots it in QEMU: a screen by DRM, a touch panel that udev and SDL
take for a real one, a sound card, and a board of 24 × 24 sites on USB, whose firmware answers from a gadget
in the same computer. Beside it a simulated table is played by the same hands: after each step the machine's
lights, its screen (what the emulated card sends to it) and its journal must be those of the simulated table.
Emulated (tcg), the machine has a clock of its own, which runs by the instructions that it has carried out, a
thousand million a second: its deadlines are kept however busy the computer is that emulates it.
It takes long, and is run before each release. It writes this page anew when all went well; the pictures are
left in `build/machine`.

"""


class Log:
    """The output on the terminal, which is also kept for the page."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._begun_s = time.monotonic()

    def tell(self, text: str) -> None:
        """A line, or several."""
        for line in text.splitlines():
            self.lines.append(line)
            click.echo(line)

    def note(self, text: str) -> None:
        """The observations of a trial, with the time since the start."""
        at_s = round(time.monotonic() - self._begun_s)
        for line in text.splitlines():
            self.tell(f"{at_s // 60:3}:{at_s % 60:02}  {line}")


def require() -> None:
    """Say what is missing, if anything is."""
    if os.geteuid():
        raise click.ClickException("This builds a Debian root and needs root: sudo make machine")
    if missing := [package for program, package in PROGRAMS.items() if shutil.which(program) is None]:
        raise click.ClickException(f"Something is missing: sudo apt install {' '.join(missing)}")


def built(folder: Path, log: Log) -> None:
    """Put a disk into a folder: a new one, or with KEEP in the environment the one that was kept before."""
    kept = KEPT / "image" if os.environ.get("KEEP") else None
    if kept is not None and kept.exists():
        copy(kept, folder)
        log.note("the disk is one that was kept")
        return
    with (KEPT / "build.log").open("w") as told:
        words = ["setpriv", "--pdeathsig", "KILL", BUILD, folder]
        done = subprocess.run(words, stdout=told, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise click.ClickException(f"The disk could not be built, see {told.name}")
    log.note("a disk with Debian and Tablier is built")
    if kept is not None:
        kept.mkdir()
        copy(folder, kept)


def copy(folder: Path, there: Path) -> None:
    """Copy a disk with what it is booted by."""
    for name in ("kernel", "initrd", "disk.img"):
        subprocess.run(["cp", "--sparse=always", folder / name, there / name], check=True)


def tried(evening: Evening, log: Log) -> bool:
    """Carry out all trials, up to the first that fails."""
    for trial in TRIALS:
        log.tell(f"\n{inspect.getdoc(trial)}")
        try:
            trial(evening)
        except Exception:  # noqa: BLE001 - the top: whatever it is, the run has failed
            log.note("FAILED")
            log.tell(traceback.format_exc())
            return False
    return True


def page(log: Log, by: str) -> str:
    """The page for the documentation."""
    commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True).strip()
    when = datetime.now(UTC).strftime("%Y-%m-%d")
    text = "\n".join(log.lines)
    facts = (
        f"{when}, commit {commit}, {os.cpu_count()} cores, QEMU by {by}. "
        "In front of each line: minutes and seconds from the start."
    )
    return f"{HEAD}{facts}\n\n```\n{text}\n```\n"


@click.command()
def main() -> None:
    """Exit status 0 when every trial went well."""
    require()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(130))
    KEPT.mkdir(parents=True, exist_ok=True)
    log = Log()
    with tempfile.TemporaryDirectory(prefix="tablier-machine-") as name:
        folder = Path(name)
        built(folder, log)
        with Computer(folder) as computer:
            evening = Evening(computer, folder, KEPT, log.note)
            try:
                is_well = tried(evening, log)
                if not is_well:
                    evening.last_words()
            finally:
                evening.mirror.close()
                for console in folder.glob("console-*.log"):
                    shutil.copy(console, KEPT)
    (KEPT / "machine.log").write_text("\n".join(log.lines))
    if not is_well:
        sys.exit(1)
    PAGE.write_text(page(log, computer.by[1]))


main()
