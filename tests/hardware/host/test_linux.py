"""The computer itself: power by logind, and the disk."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.host.linux import LinuxHost
from hardware.host.port import NOT_ALLOWED, HostError, Power, ReadStatus
from hardware.host.programs import EndedProgram
from hardware.host.storage import storage_of
from hardware.screen.backlight import is_settable
from tests.needs import require


class Logind:
    """busctl before a logind that answers every question alike. It refuses what it does not know."""

    def __init__(self, answer: str, status: int = 0) -> None:
        self._ended = EndedProgram(status, answer, "Call failed: Access denied")
        self.done: list[str] = []

    def __call__(self, words: Sequence[str], given: str, within_s: float) -> EndedProgram:
        if words[0] == "nmcli":
            raise HostError("nmcli is not installed.")
        program, *options, command, name, path, interface, method = words[:9]
        assert (program, command) == ("busctl", "call")
        assert options == ["--system", "--no-pager", "--timeout=8"]
        assert (name, path) == ("org.freedesktop.login1", "/org/freedesktop/login1")
        assert interface == "org.freedesktop.login1.Manager"
        if method in ("CanReboot", "CanPowerOff"):
            assert len(words) == 9
            return self._ended
        assert method in ("Reboot", "PowerOff")
        assert tuple(words[9:]) == ("b", "false")  # no password is asked for
        self.done.append(method)
        return self._ended


def host(run: Logind) -> LinuxHost:
    return LinuxHost(lambda: None, run)


def test_the_computer_restarts_and_shuts_down_by_logind() -> None:
    logind = Logind('s "yes"\n')
    assert host(logind).look().cannot == {}
    for order in (ReadStatus(), Power.RESTART, Power.SHUT_DOWN):
        host(logind).carry_out(order)
    assert logind.done == ["Reboot", "PowerOff"]


@pytest.mark.parametrize(
    ("logind", "reason"),
    [
        (Logind('s "challenge"\n'), NOT_ALLOWED),
        (Logind('s "no"\n'), NOT_ALLOWED),
        (Logind('s "na"\n'), "This computer cannot do it."),
        (Logind("", 1), "systemd-logind does not answer."),
    ],
    ids=["a password", "no", "not here", "no logind"],
)
def test_what_cannot_be_done_is_known_before_it_is_tried(logind: Logind, reason: str) -> None:
    assert host(logind).look().cannot == dict.fromkeys(Power, reason)


def test_an_order_that_is_refused_says_why() -> None:
    with pytest.raises(HostError, match="systemd-logind does not answer"):
        host(Logind("", 1)).carry_out(Power.RESTART)


def test_without_a_system_bus_the_real_busctl_does_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require(shutil.which("busctl") is not None, "busctl", "systemd")
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    real = LinuxHost(lambda: None)
    assert real.look().cannot == dict.fromkeys(Power, "systemd-logind does not answer.")
    with pytest.raises(HostError, match="systemd-logind does not answer"):
        real.carry_out(Power.SHUT_DOWN)


def test_the_sizes_of_the_disk_the_games_and_the_recorder_are_read(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    recorder = tmp_path / "recorder"
    recorder.mkdir()
    for file, size in ((journal, 5_000), (tmp_path / "journal.sqlite.backup", 3_000), (recorder / "1", 700)):
        file.write_bytes(bytes(size))
    (tmp_path / "names.json").write_text("{}")
    found = storage_of(journal, recorder)
    assert found is not None
    assert (found.journal, found.recorder, found.is_read_only) == (8_000, 700, False)
    assert 0 < found.free <= found.size
    assert storage_of(journal, None) is not None
    assert storage_of(None, None) is None
    assert storage_of(tmp_path / "gone" / "journal.sqlite", None) is None


def test_a_light_that_this_user_may_not_set_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "panel").mkdir()
    (tmp_path / "panel" / "brightness").write_text("1")
    assert is_settable(tmp_path)
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everything
    assert not is_settable(tmp_path)
