"""Installing and removing the service: with a stand-in for the commands, and with the real ones."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from controller.making import install
from controller.making.install import (
    InstallError,
    InstallStep,
    StepResult,
    Target,
    carry_out,
    installing,
    removing,
)
from controller.making.install_advice import Facts, advice, facts_here
from tests.needs import require

PROGRAM = Path("/opt/table/.venv/bin/tablier")
GROUPS = "root:x:0:\ndialout:x:20:\nvideo:x:44:somebody\naudio:x:29:\nspi:x:990:\n"


class System:
    """A Debian in a folder, whose commands do to its files what they do. It refuses what it does not know."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.ran: list[str] = []
        self.loaded = ""
        """The service file as systemd read it last."""
        (root / "etc").mkdir()
        (root / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\n")
        (root / "etc/group").write_text(GROUPS)
        self.target = Target(root, True, self.run)

    def run(self, words: Sequence[str]) -> str:
        self.ran.append(" ".join(words))
        match list(words):
            case ["useradd", "--prefix", prefix, *options, user]:
                assert (prefix, options) == (str(self.root), USERADD)
                self._add("passwd", f"{user}:x:999:999::/var/lib/tablier:/usr/sbin/nologin")
                self._add("group", f"{user}:x:999:")
            case ["usermod", "--prefix", _, "--append", groups, user]:
                self._join(groups.removeprefix("--groups="), user)
            case ["userdel" | "groupdel" as command, "--prefix", _, user]:
                self._drop("passwd" if command == "userdel" else "group", user)
            case ["systemctl", *words]:
                return self._systemctl(words)
            case ["udevadm", *words]:
                assert words in UDEVADM
            case _:
                raise InstallError(f"{words[0]}: unknown words {words[1:]}")
        return ""

    def _systemctl(self, words: Sequence[str]) -> str:
        match words:
            case ["enable", "tablier.service" as name, "tablier-back.service" as other]:
                self.wanted.parent.mkdir(parents=True, exist_ok=True)
                for one in (name, other):
                    unit = self.unit.with_name(one)
                    unit.stat()
                    self.wanted.with_name(one).symlink_to(unit)
                self.loaded = self._unit_text()
            case ["disable", "--now", "tablier.service" as name, "tablier-back.service" as other]:
                for one in (name, other):
                    self.wanted.with_name(one).unlink()
            case ["daemon-reload"]:
                self.loaded = self._unit_text()
            case ["show", "--property=NeedDaemonReload", "--value", "tablier.service"]:
                return "no\n" if self.loaded == self._unit_text() else "yes\n"
            case _:
                raise InstallError(f"systemctl: unknown words {words}")
        return ""

    @property
    def unit(self) -> Path:
        return self.root / install.UNIT_PATH

    @property
    def wanted(self) -> Path:
        return self.root / install.WANTED_PATH

    def install(self, *, is_trial: bool = False) -> list[StepResult]:
        return self.carry_out(installing(self.target, PROGRAM), is_trial=is_trial)

    def carry_out(self, steps: list[InstallStep], *, is_trial: bool = False) -> list[StepResult]:
        self.ran.clear()
        return [outcome for _, outcome in carry_out(steps, is_trial=is_trial)]

    def changes(self) -> list[str]:
        """The commands that were run, but for questions."""
        return [line for line in self.ran if " show " not in line]

    def files(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in sorted(self.root.rglob("*")) if path.is_file()}

    def _unit_text(self) -> str:
        return self.unit.read_text() if self.unit.exists() else ""

    def _add(self, file: str, line: str) -> None:
        path = self.root / "etc" / file
        path.write_text(f"{path.read_text()}{line}\n")

    def _drop(self, file: str, name: str) -> None:
        path = self.root / "etc" / file
        kept = [line for line in path.read_text().splitlines() if not line.startswith(f"{name}:")]
        path.write_text("".join(f"{line}\n" for line in kept))

    def _join(self, group: str, user: str) -> None:
        lines = []
        for line in (self.root / "etc/group").read_text().splitlines():
            name, _, _, members = line.split(":")
            is_meant = name == group
            lines.append(line + ("," if members else "") + user if is_meant else line)
        (self.root / "etc/group").write_text("".join(f"{line}\n" for line in lines))


UDEVADM = (
    ["control", "--reload"],
    ["trigger", "--subsystem-match=tty", "--action=change"],
    ["trigger", "--subsystem-match=backlight", "--action=change"],
)
USERADD = [
    "--system",
    "--user-group",
    "--home-dir=/var/lib/tablier",
    "--no-create-home",
    "--shell=/usr/sbin/nologin",
]


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


def test_a_fresh_computer_gets_user_groups_settings_service_and_rules(system: System) -> None:
    outcomes = system.install()
    assert set(outcomes[:-1]) == {StepResult.DONE}
    assert outcomes[-1] is StepResult.ALREADY  # enabling has let systemd read the service
    assert "tablier" in system.target.names("passwd")
    members = {name: entry[-1] for name, entry in system.target.names("group").items() if entry[-1]}
    assert members == {
        "dialout": "tablier",
        "audio": "tablier",
        "spi": "tablier",
        "video": "somebody,tablier",
    }
    assert f"ExecStart={PROGRAM} play --config /etc/tablier/tablier.toml\n" in system.unit.read_text()
    assert (system.root / install.RULES_PATH).read_text() == (install.FILES / install.RULES).read_text()
    assert (system.root / install.RIGHTS_PATH).read_text() == (install.FILES / install.RIGHTS).read_text()
    assert (system.root / install.LOGIN_PATH).read_text() == (install.FILES / install.LOGIN).read_text()
    assert system.wanted.is_symlink()
    for name, word in ((install.UPDATE, "%i"), (install.BACK, "back")):
        assert f"ExecStart=/opt/table/update {word}\n" in system.unit.with_name(name).read_text()
    assert "udevadm control --reload" in system.ran


def test_a_second_time_there_is_nothing_to_do(system: System) -> None:
    system.install()
    before = system.files()
    assert set(system.install()) == {StepResult.ALREADY}
    assert system.changes() == []
    assert system.files() == before


def test_a_trial_reports_and_changes_nothing(system: System) -> None:
    before = system.files()
    assert set(system.install(is_trial=True)[:-1]) == {StepResult.WOULD}
    assert system.changes() == []
    assert system.files() == before


def test_settings_that_are_there_are_never_overwritten(system: System) -> None:
    settings = system.root / install.SETTINGS_PATH
    settings.parent.mkdir()
    settings.write_text("# mine\n")
    system.install()
    assert settings.read_text() == "# mine\n"


def test_a_newer_service_takes_the_place_of_the_old_one_and_systemd_reads_it(system: System) -> None:
    system.install()
    system.unit.write_text("[Service]\nExecStart=/old/tablier\n")
    system.run(["systemctl", "daemon-reload"])
    outcomes = system.install()
    assert outcomes.count(StepResult.DONE) == 2
    assert system.changes() == ["systemctl daemon-reload"]
    assert str(PROGRAM) in system.loaded


def test_a_group_that_comes_later_is_joined_by_another_install(system: System) -> None:
    system.install()
    system._add("group", "gpio:x:991:")
    assert system.install().count(StepResult.DONE) == 1
    assert system.target.names("group")["gpio"][-1] == "tablier"


def test_what_is_removed_is_what_was_installed_but_for_games_settings_and_user(system: System) -> None:
    system.install()
    journal = system.root / install.STATE_PATH / "journal.sqlite"
    journal.parent.mkdir(parents=True)
    journal.write_bytes(b"games")

    system.carry_out(removing(system.target, is_purge=False))

    assert "systemctl disable --now tablier.service tablier-back.service" in system.ran
    units = [install.UNIT_PATH.with_name(name) for name in (install.UPDATE, install.BACK)]
    paths = (install.LOGIN_PATH, install.RULES_PATH, install.RIGHTS_PATH, *units)
    ours = [system.root / path for path in paths]
    assert not any(path.exists() for path in (system.unit, system.wanted, *ours))
    assert journal.read_bytes() == b"games"
    assert (system.root / install.SETTINGS_PATH).exists()
    assert "tablier" in system.target.names("passwd")
    assert set(system.carry_out(removing(system.target, is_purge=False))) == {StepResult.ALREADY}


def test_a_purge_leaves_nothing(system: System) -> None:
    before = system.files()
    system.install()
    (system.root / install.STATE_PATH).mkdir(parents=True)
    system.carry_out(removing(system.target, is_purge=True))
    assert not (system.root / install.STATE_PATH).exists()
    assert "tablier" not in system.target.names("passwd") | system.target.names("group")
    assert system.files().keys() == before.keys()


def test_a_command_that_fails_ends_it_and_the_next_try_goes_on_there(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = Target(system.root, True, _refuse)
    with pytest.raises(InstallError, match="useradd failed: no room"):
        list(carry_out(installing(fails, PROGRAM), is_trial=False))
    assert StepResult.DONE in system.install()


def _refuse(words: Sequence[str]) -> str:
    raise InstallError(f"{words[0]} failed: no room")


def test_a_folder_that_cannot_be_written_is_named(system: System) -> None:
    (system.root / "etc/tablier").write_text("")
    with pytest.raises(InstallError, match=r"write /etc/tablier/tablier.toml"):
        system.install()


def placed(root: Path, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this program be in a folder of another system."""
    program = root / folder
    (program / "bin").mkdir(parents=True)
    root.chmod(0o755)
    monkeypatch.setattr("sys.prefix", str(program))
    monkeypatch.setattr("sys.executable", str(program / "bin/python"))
    monkeypatch.setattr("controller.__file__", str(program / "controller.py"))


def test_a_program_in_the_root_that_is_set_up_is_started_where_it_will_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    placed(tmp_path, "opt/t", monkeypatch)
    assert install.program_path(tmp_path) == Path("/opt/t/bin/tablier")


def test_a_program_in_a_closed_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    placed(tmp_path, "opt/t", monkeypatch)
    (tmp_path / "opt").chmod(0o700)
    with pytest.raises(InstallError, match=r"closed to the table's own user.*/opt/tablier"):
        install.program_path(tmp_path)


@pytest.mark.parametrize("folder", ["home/pi/t", "root/t"])
def test_a_program_in_someones_home_is_refused_though_it_is_open(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    placed(tmp_path, folder, monkeypatch)
    with pytest.raises(InstallError, match="closed to the table's own user"):
        install.program_path(tmp_path)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_without_root_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    for command in ("install", "uninstall"):
        result = run(command, "--root", str(tmp_path))
        assert result.exit_code == 2
        assert "needs root" in result.output
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system on a card, with the files that user commands need."""
    require(os.geteuid() == 0, "root's rights")
    require(all(map(shutil.which, ("useradd", "usermod", "userdel"))), "useradd", "passwd")
    require(shutil.which("systemctl") is not None, "systemctl", "systemd")
    (tmp_path / "etc").mkdir()
    for file, text in {
        "passwd": "root:x:0:0:root:/root:/bin/bash\n",
        "shadow": "root:*:20000:0:99999:7:::\n",
        "group": GROUPS,
        "gshadow": "".join(f"{line.split(':')[0]}:*::\n" for line in GROUPS.splitlines()),
    }.items():
        (tmp_path / "etc" / file).write_text(text)
    monkeypatch.setattr(install, "program_path", lambda root: PROGRAM)
    return tmp_path


def test_the_real_commands_set_a_card_up_and_clear_it(card: Path) -> None:
    words = ("--root", str(card))
    first = run("install", *words)
    assert first.exit_code == 0, first.output
    assert "already so" not in first.output
    groups = Target(card, False, install.run_command).names("group")
    assert [name for name, entry in groups.items() if "tablier" in entry[-1].split(",")] == [
        "dialout",
        "video",
        "audio",
        "spi",
    ]
    assert (card / install.WANTED_PATH).readlink() == Path("/") / install.UNIT_PATH

    second = run("install", *words)
    assert "done" not in second.output
    assert second.output.count("already so") == first.output.count("done")

    last = run("uninstall", "--purge", *words)
    assert last.exit_code == 0, last.output
    assert "tablier" not in (card / "etc/passwd").read_text() + (card / "etc/group").read_text()
    assert not (card / install.UNIT_PATH).exists()


def test_without_purge_it_says_what_stays(card: Path) -> None:
    run("install", "--root", str(card))
    result = run("uninstall", "--root", str(card))
    assert "/var/lib/tablier with the games and /etc/tablier/tablier.toml stay." in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["false"], "false failed: exit status 1"),
        (["ls", "/nowhere"], "No such file"),
        (["no-such-command"], "no-such-command is missing"),
    ],
)
def test_a_command_that_does_not_do_is_reported_in_words(words: list[str], message: str) -> None:
    with pytest.raises(InstallError, match=message):
        install.run_command(words)


DEBIANS = Path("/usr/lib/python3/dist-packages/module.py")
COMPLETE = dict.fromkeys(("pygame", "lgpio", "spidev"), DEBIANS)


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        (Facts(True, COMPLETE, True, True, False), []),
        (Facts(False, {**COMPLETE, "lgpio": None}, True, False, False), []),
        (Facts(False, {**COMPLETE, "pygame": None}, False, False, False), ["pygame, which is missing"]),
        (Facts(True, {**COMPLETE, "lgpio": None}, True, True, False), ["apt install python3-lgpio;"]),
        (Facts(True, COMPLETE, False, True, False), ["install libegl1 libgl1-mesa-dri libgles2;"]),
        (
            Facts(True, {**COMPLETE, "pygame": Path("/opt/t/pygame.py")}, True, True, False),
            ["install python3-pygame"],
        ),
        (Facts(True, COMPLETE, True, False, True), ["do_spi 0", "set-default multi-user.target"]),
    ],
)
def test_what_the_computer_still_needs_is_said(facts: Facts, told: list[str]) -> None:
    lines = advice(facts)
    assert len(lines) == len(told)
    for line, part in zip(lines, told, strict=True):
        assert part in line


def test_the_facts_of_a_computer_are_read_from_its_files(tmp_path: Path) -> None:
    bare = facts_here(tmp_path)
    assert (bare.is_pi, bare.has_egl, bare.has_spi, bare.has_desktop) == (False, False, False, False)
    assert bare.modules["pygame"] is not None
    for folder in ("proc/device-tree", "dev", "etc/systemd/system", "usr/lib/aarch64-linux-gnu"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text("Raspberry Pi 5 Model B\0")
    (tmp_path / "usr/lib/aarch64-linux-gnu/libEGL.so.1").touch()
    (tmp_path / "dev/spidev0.0").touch()
    (tmp_path / "etc/systemd/system/display-manager.service").symlink_to("/lib/lightdm.service")
    pi = facts_here(tmp_path)
    assert (pi.is_pi, pi.has_spi, pi.has_desktop) == (True, True, True)


@pytest.mark.parametrize(
    ("settings", "is_open"),
    [
        ("", False),
        ('[web]\nlisten = "network"\n', True),
        ('[mqtt]\nbroker = "broker.local"\n', True),
        ('[web]\nlisten = "nonsense"\n', False),
    ],
)
def test_the_service_reaches_its_own_networks_only_where_the_settings_open_it(
    system: System, settings: str, is_open: bool
) -> None:
    path = system.target.path(install.SETTINGS_PATH)
    path.parent.mkdir(parents=True)
    path.write_text(settings)
    system.install()
    (allowed,) = [line for line in system.unit.read_text().splitlines() if line.startswith("IPAddressAllow=")]
    assert allowed.split() == [install.CLOSED, *(install.LOCAL_NETWORKS if is_open else ())]
    assert "IPAddressDeny=any" in system.unit.read_text()
