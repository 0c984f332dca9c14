"""Wi-Fi by nmcli: a program in its place that answers as nmcli 1.42 does, and keeps what it was given."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from hardware.host.linux import LinuxHost
from hardware.host.port import NOT_ALLOWED, HostError, Join, Network, SwitchWifiOn, Wifi

NMCLI = """#!{python}
import json, os, pathlib, sys
folder = pathlib.Path({folder!r})
answers = json.loads((folder / "answers.json").read_text())
words = " ".join(sys.argv[1:])
kept = {{"words": words, "given": sys.stdin.read(), "environment": str(dict(os.environ))}}
with (folder / "calls.jsonl").open("a") as calls:
    calls.write(json.dumps(kept) + "\\n")
status, output, complaint = answers[words]
print(output, end="")
print(complaint, end="", file=sys.stderr)
sys.exit(status)
"""

DEVICES = "--terse --fields TYPE,STATE device"
RIGHTS = "--terse --fields PERMISSION,VALUE general permissions"
GENERAL = "--terse --fields CONNECTIVITY,WIFI general"
LIST = "--terse --fields IN-USE,SIGNAL,SECURITY,SSID device wifi list --rescan"
PROFILES = "--terse --fields UUID connection show"
NM = "org.freedesktop.NetworkManager"


def rights(answer: str) -> str:
    """NetworkManager's permissions."""
    return f"{NM}.network-control:{answer}\n{NM}.settings.modify.system:{answer}\n{NM}.sleep-wake:no\n"


class Nmcli:
    """nmcli, on the path; `answers` are status, output and complaint by words. It fails for unknown words."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        program = folder / "nmcli"
        program.write_text(NMCLI.format(python=sys.executable, folder=str(folder)))
        program.chmod(0o755)
        self.answers: dict[str, tuple[int, str, str]] = {
            DEVICES: (0, "ethernet:connected\nwifi:disconnected\nloopback:unmanaged\n", ""),
            RIGHTS: (
                0,
                rights("yes"),
                "",
            ),
            GENERAL: (0, "full:enabled\n", ""),
            f"{LIST} no": (0, "", ""),
            PROFILES: (0, "aaaa\n", ""),
        }

    def says(self, words: str, output: str = "", status: int = 0, complaint: str = "") -> None:
        self.answers[words] = status, output, complaint
        self.write()

    def write(self) -> None:
        (self._folder / "answers.json").write_text(json.dumps(self.answers))

    @property
    def calls(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self._folder / "calls.jsonl").read_text().splitlines()]

    def look(self, *, is_scan: bool = False) -> Wifi:
        self.write()
        return LinuxHost(lambda: None).look(is_scan=is_scan).wifi


@pytest.fixture
def nmcli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Nmcli:
    monkeypatch.setenv("PATH", str(tmp_path))
    return Nmcli(tmp_path)


def test_the_networks_in_reach_are_listed_the_one_in_use_first_and_each_once(nmcli: Nmcli) -> None:
    nmcli.answers[f"{LIST} auto"] = (
        0,
        " :82:WPA1 WPA2:Maison\\: 5\\\\GHz\n"
        " :60:WPA2:\n"
        " :40::Caf\u00e9\n"
        " :55::Caf\u00e9\n"
        "*:30:WPA2 802.1X:Bureau\n"
        " :20:WEP:Old\n",
        "",
    )
    assert nmcli.look(is_scan=True) == Wifi(
        networks=(
            Network("Bureau", 30, "WPA2 802.1X", is_in_use=True),
            Network("Maison: 5\\GHz", 82, "WPA1 WPA2"),
            Network("Caf\u00e9", 55),
            Network("Old", 20, "WEP"),
        )
    )
    assert [one.needs_password for one in nmcli.look(is_scan=True).networks] == [False, True, False, False]


@pytest.mark.parametrize(
    ("words", "answer", "wifi"),
    [
        (DEVICES, (0, "ethernet:connected\n", ""), Wifi("This computer has no Wi-Fi.")),
        (
            DEVICES,
            (0, "wifi:unmanaged\n", ""),
            Wifi("NetworkManager leaves the Wi-Fi to another program."),
        ),
        (
            DEVICES,
            (8, "", "Error: NetworkManager is not running.\n"),
            Wifi("NetworkManager is not running."),
        ),
        (
            RIGHTS,
            (0, rights("auth"), ""),
            Wifi(NOT_ALLOWED),
        ),
        (GENERAL, (0, "none:disabled\n", ""), Wifi(is_on=False)),
        (GENERAL, (0, "limited:enabled\n", ""), Wifi(is_cut_off=True)),
        (f"{LIST} no", (1, "", "Error: a reason.\n"), Wifi("Refused: a reason.")),
    ],
    ids=["no device", "unmanaged", "no NetworkManager", "no right", "off", "cut off", "another reason"],
)
def test_what_there_is_not_is_said(
    nmcli: Nmcli, words: str, answer: tuple[int, str, str], wifi: Wifi
) -> None:
    nmcli.answers[words] = answer
    assert nmcli.look() == wifi


def test_without_nmcli_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert LinuxHost(lambda: None).look().wifi == Wifi("nmcli is not installed.")


PASSWORD = "geheim $x'\"\\ 7"
CONNECT = "--ask --wait 40 device wifi connect Maison"


def test_a_password_goes_through_the_pipe_and_nowhere_else(nmcli: Nmcli) -> None:
    nmcli.says(CONNECT)
    LinuxHost(lambda: None).carry_out(Join("Maison", PASSWORD))
    (call,) = [call for call in nmcli.calls if call["words"] == CONNECT]
    assert call["given"] == f"{PASSWORD}\n"
    assert [one for one in nmcli.calls if "geheim" in one["words"] + one["environment"]] == []


def test_an_open_network_is_joined_without_one_and_the_radio_is_switched_on(nmcli: Nmcli) -> None:
    nmcli.says(CONNECT)
    nmcli.says("radio wifi on")
    host = LinuxHost(lambda: None)
    host.carry_out(SwitchWifiOn())
    host.carry_out(Join("Maison"))
    assert [call["given"] for call in nmcli.calls] == [""] * 3


@pytest.mark.parametrize(
    ("status", "complaint", "message"),
    [
        (
            4,
            "Error: Connection activation failed: Secrets were required, but not provided.",
            "The password is not right",
        ),
        (10, "Error: No network with SSID 'Maison' found.", "The network is out of reach"),
        (3, "Error: Timeout 40 sec expired.", "The network does not answer"),
        (4, f"Error: {PASSWORD} is odd.", "Refused: … is odd"),
    ],
    ids=["password", "out of reach", "timeout", "another reason"],
)
def test_one_that_cannot_be_joined_says_why_and_leaves_no_profile_behind(
    nmcli: Nmcli, status: int, complaint: str, message: str
) -> None:
    nmcli.says(CONNECT, "", status, complaint)
    nmcli.says("connection delete uuid bbbb")
    profiles = iter(("aaaa\n", "aaaa\nbbbb\n"))
    real = LinuxHost(lambda: None)

    def run(words: Any, given: str, within_s: float) -> Any:
        if "UUID" in words:
            nmcli.says(PROFILES, next(profiles))
        return inner(words, given, within_s)

    inner, real._run = real._run, run
    with pytest.raises(HostError, match=message) as error:
        real.carry_out(Join("Maison", PASSWORD))
    assert "geheim" not in str(error.value)
    assert nmcli.calls[-1]["words"] == "connection delete uuid bbbb"
