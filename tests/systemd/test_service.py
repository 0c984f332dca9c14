"""The service file, checked by systemd itself, and by what `tablier install` makes for it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from controller.daemon.watchdog import FEED_MS
from controller.making import install
from controller.settings.config import load
from tests.needs import needs

SERVICE = install.FILES / install.SERVICE
LOGIN = install.FILES / install.LOGIN
MOST_EXPOSED = 30
"""In tenths; systemd calls what is above it more than OK."""

needs_systemd = needs(shutil.which("systemd-analyze") is not None, "systemd-analyze", "systemd")


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


def values(key: str, file: Path = SERVICE) -> list[str]:
    """The values of a key in the service file, or in another, one for each line."""
    lines = (line.partition("=") for line in file.read_text().splitlines())
    return [value for name, _, value in lines if name == key]


@needs_systemd
@pytest.mark.parametrize("program", ["tablier", "a folder/tablier", "100%/tablier"])
def test_systemd_finds_nothing_to_complain_about_in_the_service_wherever_the_program_is(
    program: str, tmp_path: Path
) -> None:
    there = tmp_path / program / ".venv/bin/tablier"
    there.parent.mkdir(parents=True)
    for path in (there, there.parents[2] / "update"):
        path.symlink_to("/bin/true")  # it checks that the program is there
    copy = tmp_path / SERVICE.name
    copy.write_text(install.service_text(there))
    shutil.copy(LOGIN, tmp_path)
    for name in (install.UPDATE, install.BACK):
        (tmp_path / name).write_text(install.update_text(name, there))

    # It exits with 0 even for keys that it does not know: whatever it prints counts.
    names = (LOGIN.name, install.BACK, install.UPDATE.replace("@", "@git"))
    (tmp_path / names[-1]).symlink_to(tmp_path / install.UPDATE)
    said = analyze("verify", "--man=no", str(copy), *(str(tmp_path / name) for name in names))

    assert said.stdout + said.stderr == ""
    assert said.returncode == 0


@needs_systemd
def test_systemd_rates_the_service_as_hardly_exposed() -> None:
    said = analyze("security", "--no-pager", "--offline=yes", f"--threshold={MOST_EXPOSED}", str(SERVICE))
    assert said.returncode == 0, said.stdout.splitlines()[-1] + said.stderr


def test_the_loop_feeds_the_watchdog_several_times_before_it_bites() -> None:
    (watchdog_s,) = values("WatchdogSec")
    assert 1000 * int(watchdog_s) >= 5 * FEED_MS
    assert values("Type") == ["notify"]


def test_whatever_ends_the_program_it_is_started_again_for_ever() -> None:
    assert values("Restart") == ["always"]
    assert values("StartLimitIntervalSec") == ["0"]


def test_the_login_comes_back_after_a_stop_and_not_between_two_starts() -> None:
    """systemd fails a service before it restarts it, and then does what `OnFailure=` says."""
    (screens_owner,) = values("Conflicts")
    assert screens_owner == f"getty@{Path(values('TTYPath')[0]).name}.service"
    assert values("OnSuccess") == [LOGIN.name]
    assert values("OnSuccessJobMode") == ["fail"]
    assert values("OnFailure") == []
    assert values("Wants", LOGIN) == [screens_owner]


def test_the_login_does_not_come_amid_a_restart() -> None:
    """Only a conflict of its own keeps systemd from starting a unit whose start is queued by another."""
    assert values("Conflicts", LOGIN) == [SERVICE.name]


def test_a_device_may_come_after_the_table_has_started() -> None:
    """The name of a kind of device means nothing to systemd before the first of them has brought its driver:
    only what is part of every Raspberry Pi's kernel is named."""
    kinds = {words.split()[0].removeprefix("char-") for words in values("DeviceAllow") if words[0] != "/"}
    assert {kind for kind in kinds if not kind.isdigit()} == {"gpiochip"}
    numbers = {
        "ttyACM": 166,
        "ttyUSB": 188,
        "ttyAMA": 204,
        "ttyS": 4,
        "spi": 153,
        "i2c": 89,
        "drm": 226,
        "input": 13,
        "alsa": 116,
    }
    assert {str(number) for number in numbers.values()} < kinds


def test_the_user_is_the_one_that_is_made_and_no_group_that_may_be_missing_is_asked_for() -> None:
    assert values("User") == [install.USER]
    assert values("SupplementaryGroups") == values("Group") == []


def test_the_settings_that_are_written_are_those_that_it_starts_with_and_keep_games_where_it_may_write() -> (
    None
):
    (start,) = values("ExecStart")
    program, command, option, settings = start.split()
    assert (program, command, option) == (install.DEFAULT_PROGRAM, "play", "--config")
    assert settings == f"/{install.SETTINGS_PATH}"
    config = load(install.FILES / install.SETTINGS_PATH.name)
    assert config.board.kind == "serial"
    assert config.screen.kind == "fullscreen"
    assert config.journal.file is not None
    assert config.journal.file.parent == Path("/") / install.STATE_PATH
    assert values("StateDirectory") == [install.STATE_PATH.name]
    assert (
        f'SYMLINK+="{config.board.port.removeprefix("/dev/")}"' in (install.FILES / install.RULES).read_text()
    )
