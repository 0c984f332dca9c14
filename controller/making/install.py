"""Make a computer run the table from boot, and undo it: steps, each of which knows whether it is done.

No step is done twice, the maker's settings are never overwritten, and the games stay unless their
removal is ordered. The files come from `systemd/`. With another root than `/` a system that is not running
is set up, such as a card in a reader.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path

import controller
from controller.files.toml_file import ConfigError
from controller.settings.config import load
from controller.settings.settings import Config
from engines.record import record

FILES = Path(__file__).resolve().parent.parent.parent / "systemd"
SERVICE = "tablier.service"
LOGIN = "tablier-login.target"
"""The target that starts when the service was stopped."""
UPDATE = "tablier-update@.service"
BACK = "tablier-back.service"
"""The units for an update of the program, and for undoing an interrupted one before the table starts."""
RULES = "60-tablier.rules"
RIGHTS = "60-tablier-polkit.rules"
USER = "tablier"
GROUPS = ("gpio", "spi", "i2c", "dialout", "video", "render", "input", "audio")
"""The groups that own devices. A computer need not have all of them."""
DEFAULT_PROGRAM = "/opt/tablier/.venv/bin/tablier"
"""The program path in the service file before the real one is put in."""
DEFAULT_UPDATE = "/opt/tablier/update"
"""The program path in the files of updates before the real one is put in."""

CLOSED = "IPAddressAllow=localhost"
"""The line of the service file that blocks the network."""

LOCAL_NETWORKS = ("link-local", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
"""The ranges of private networks (RFC 1918, RFC 4193), never the Internet."""

UNIT_PATH = Path("etc/systemd/system") / SERVICE
LOGIN_PATH = UNIT_PATH.with_name(LOGIN)
WANTED_PATH = Path("etc/systemd/system/multi-user.target.wants") / SERVICE
RULES_PATH = Path("etc/udev/rules.d") / RULES
RIGHTS_PATH = Path("etc/polkit-1/rules.d/60-tablier.rules")
SETTINGS_PATH = Path("etc/tablier/tablier.toml")
STATE_PATH = Path("var/lib/tablier")
HIDDEN = (Path("/home"), Path("/root"), Path("/run/user"))
"""The folders that `ProtectHome=` hides from the service."""


class InstallError(Exception):
    """The table cannot be installed or removed. The text says why, and what to do."""


class StepResult(StrEnum):
    """The result of a step."""

    DONE = "done"
    ALREADY = "already so"
    WOULD = "would do"


Run = Callable[[Sequence[str]], str]
"""Runs a command and returns its output. Raises `InstallError`."""


@record
class Target:
    """The system that is set up: its root folder, whether it is running, and how commands are run."""

    root: Path
    is_running: bool
    run: Run

    def path(self, path: Path) -> Path:
        """The present path of a file of that system."""
        return self.root / path

    def names(self, file: str) -> dict[str, list[str]]:
        """The entries of `etc/passwd` or `etc/group`, by name."""
        path = self.root / "etc" / file
        lines = path.read_text().splitlines() if path.exists() else []
        return {line.split(":")[0]: line.split(":") for line in lines if ":" in line}

    def for_users(self, *words: str) -> None:
        """Run a command of the package passwd on that system."""
        prefix = () if self.root == Path("/") else ("--prefix", str(self.root))
        self.run([words[0], *prefix, *words[1:]])

    def systemctl(self, *words: str) -> str:
        """Run systemctl on that system."""
        root = () if self.is_running else (f"--root={self.root}",)
        return self.run(["systemctl", *root, *words])


@record
class InstallStep:
    """A condition: its description, a test, and the action that establishes it."""

    words: str
    is_done: Callable[[], bool]
    do: Callable[[], object]


def carry_out(steps: Iterable[InstallStep], *, is_trial: bool) -> Iterator[tuple[InstallStep, StepResult]]:
    """Carry out the steps that are not done, in order, or with `is_trial` only list them. Raises
    `InstallError`."""
    for step in steps:
        if step.is_done():
            yield step, StepResult.ALREADY
        elif is_trial:
            yield step, StepResult.WOULD
        else:
            try:
                step.do()
            except OSError as error:
                raise InstallError(f"{step.words}: {error.strerror} ({error.filename}).") from error
            yield step, StepResult.DONE


def installing(target: Target, program: Path) -> list[InstallStep]:
    """The steps that make a system start `program` at boot."""
    unit = service_text(program, is_open=_is_open(target.path(SETTINGS_PATH)))
    return [
        _user(target),
        *_groups(target),
        _settings(target),
        _file(target, UNIT_PATH, unit),
        _file(target, LOGIN_PATH, (FILES / LOGIN).read_text()),
        *(_file(target, _unit(name), update_text(name, program)) for name in (UPDATE, BACK)),
        _file(target, RULES_PATH, (FILES / RULES).read_text(), _reload_rules),
        _file(target, RIGHTS_PATH, (FILES / RIGHTS).read_text()),
        InstallStep(
            "start the table at boot (systemctl enable)",
            lambda: all(target.path(_wanted(name)).is_symlink() for name in (SERVICE, BACK)),
            lambda: target.systemctl("enable", SERVICE, BACK),
        ),
        *_reloading(target),
    ]


def removing(target: Target, *, is_purge: bool) -> list[InstallStep]:
    """The steps that undo `installing`; the games, settings and user stay unless `is_purge`."""
    here = [name for name in (SERVICE, BACK) if target.path(_unit(name)).exists()]
    steps = [
        InstallStep(
            "end the table, and start it no more at boot (systemctl disable)",
            lambda: not here,
            lambda: target.systemctl("disable", *(["--now"] if target.is_running else []), *here),
        ),
        _removal(target, UNIT_PATH),
        _removal(target, LOGIN_PATH),
        *(_removal(target, _unit(name)) for name in (UPDATE, BACK)),
        *_reloading(target),
        _removal(target, RULES_PATH, _reload_rules),
        _removal(target, RIGHTS_PATH),
    ]
    if is_purge:
        steps += [
            _removal(target, SETTINGS_PATH.parent),
            _removal(target, STATE_PATH),
            InstallStep(
                f"remove the user {USER}",
                lambda: USER not in target.names("passwd"),
                lambda: target.for_users("userdel", USER),
            ),
            InstallStep(
                f"remove the group {USER}",
                lambda: USER not in target.names("group"),
                lambda: target.for_users("groupdel", USER),
            ),
        ]
    return steps


def _is_open(settings: Path) -> bool:
    """Whether a table with these settings uses the local network."""
    try:
        config = load(settings) if settings.exists() else Config()
    except ConfigError:
        return False  # it will not start with them either, and says why
    return config.web.listen == "network" or bool(config.mqtt.broker)


def service_text(program: Path, *, is_open: bool = False) -> str:
    """The service file with the program's path, and with the local networks if it `is_open`."""
    text = (FILES / SERVICE).read_text()
    assert DEFAULT_PROGRAM in text
    assert CLOSED in text
    if is_open:
        text = text.replace(CLOSED, f"{CLOSED} {' '.join(LOCAL_NETWORKS)}")
    return text.replace(DEFAULT_PROGRAM, _quoted(program))


def update_text(name: str, program: Path) -> str:
    """A unit file of updates, with the path of `./update` in the folder of the program's environment."""
    text = (FILES / name).read_text()
    assert DEFAULT_UPDATE in text
    return text.replace(DEFAULT_UPDATE, _quoted(program.parents[2] / "update"))


def _quoted(path: Path) -> str:
    """A path as systemd reads it."""
    name = str(path).replace("%", "%%")
    return f'"{name}"' if " " in name else name


def _unit(name: str) -> Path:
    return UNIT_PATH.with_name(name)


def _wanted(name: str) -> Path:
    return WANTED_PATH.with_name(name)


def program_path(root: Path) -> Path:
    """The path of this program on the system with that root.

    Raises `InstallError` if the table's own user cannot read it, its modules, or its Python.
    """
    program = Path(sys.prefix) / "bin" / "tablier"
    for needed in (program, Path(controller.__file__), Path(sys.executable).resolve()):
        _check_reachable(needed, root)
    return _as_seen(program, root)


def _as_seen(path: Path, root: Path) -> Path:
    """A path as the system with that root sees it, whether it is in that root now or will be there."""
    return Path("/") / path.relative_to(root) if path.is_relative_to(root) else path


def _check_reachable(path: Path, root: Path) -> None:
    folders = [above for above in path.parents if above.is_relative_to(root)] or list(path.parents)
    is_open = all(folder.stat().st_mode & stat.S_IXOTH for folder in folders)
    if not is_open or any(_as_seen(path, root).is_relative_to(hidden) for hidden in HIDDEN):
        raise InstallError(
            f"{path} is in a folder that is closed to the table's own user. Put Tablier where every user may "
            "look, such as /opt/tablier, and install it from there."
        )


def run_command(words: Sequence[str]) -> str:
    """Run a command of this computer. Raises `InstallError`."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    except FileNotFoundError as error:
        raise InstallError(f"{words[0]} is missing. Is this Debian or Raspberry Pi OS?") from error
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout).strip() or f"exit status {error.returncode}"
        raise InstallError(f"{' '.join(words)} failed: {said}") from error
    return done.stdout


def is_systemd_running(root: Path) -> bool:
    """Whether that root is this computer's own and systemd runs it (`sd_booted(3)`)."""
    return root == Path("/") and Path("/run/systemd/system").is_dir()


def _user(target: Target) -> InstallStep:
    home = f"--home-dir=/{STATE_PATH}", "--no-create-home"
    options = ("--system", "--user-group", *home, "--shell=/usr/sbin/nologin")
    return InstallStep(
        f"add the user {USER}",
        lambda: USER in target.names("passwd"),
        lambda: target.for_users("useradd", *options, USER),
    )


def _groups(target: Target) -> Iterator[InstallStep]:
    """A step for each group that the system has."""
    known = target.names("group")
    return (_group(target, group) for group in GROUPS if group in known)


def _group(target: Target, group: str) -> InstallStep:
    return InstallStep(
        f"let {USER} use the devices of the group {group}",
        lambda: USER in target.names("group")[group][-1].split(","),
        lambda: target.for_users("usermod", "--append", f"--groups={group}", USER),
    )


def _settings(target: Target) -> InstallStep:
    path = target.path(SETTINGS_PATH)
    return InstallStep(
        f"write /{SETTINGS_PATH}, for you to change",
        path.exists,
        lambda: _write(path, (FILES / SETTINGS_PATH.name).read_text()),
    )


def _file(
    target: Target, path: Path, text: str, after: Callable[[Target], None] | None = None
) -> InstallStep:
    """One of our files. Changes to it are reverted."""
    there = target.path(path)

    def do() -> None:
        _write(there, text)
        if after is not None:
            after(target)

    return InstallStep(f"write /{path}", lambda: there.exists() and there.read_text() == text, do)


def _removal(target: Target, path: Path, after: Callable[[Target], None] | None = None) -> InstallStep:
    there = target.path(path)

    def do() -> None:
        shutil.rmtree(there) if there.is_dir() else there.unlink()
        if after is not None:
            after(target)

    return InstallStep(f"remove /{path}", lambda: not there.exists(), do)


def _reload_rules(target: Target) -> None:
    """Apply the rules to devices that are plugged in already."""
    if target.is_running:
        target.run(["udevadm", "control", "--reload"])
        for subsystem in ("tty", "backlight"):
            target.run(["udevadm", "trigger", f"--subsystem-match={subsystem}", "--action=change"])


def _reloading(target: Target) -> Iterator[InstallStep]:
    """Make systemd read its files again, if it runs and has older ones loaded."""
    if target.is_running:
        asks = ("show", "--property=NeedDaemonReload", "--value", SERVICE)
        yield InstallStep(
            "let systemd read the service anew (systemctl daemon-reload)",
            lambda: target.systemctl(*asks).strip() == "no",
            lambda: target.systemctl("daemon-reload"),
        )


def _write(path: Path, text: str) -> None:
    """Write a world-readable file atomically."""
    path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    new.write_text(text)
    new.chmod(0o644)
    os.replace(new, path)  # noqa: PTH105
