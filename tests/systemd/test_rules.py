"""The udev rules, applied by udev itself to given devices."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from controller.making.install import FILES, RULES
from tests.needs import needs

PICO = ("2e8a", "0005")
CH340 = ("1a86", "7523")
CP2102 = ("10c4", "ea60")
FT232 = ("0403", "6001")
ARDUINO = ("2341", "0043")
CONTROLLER = Path("devices/platform/fd500000.pcie/pci0000:00/0000:00:00.0/0000:01:00.0")
USB = "platform-fd500000.pcie-pci-0000:01:00.0-usb-0"

APPLY = """
set -e
mount -t tmpfs none /run
mkdir -p /run/udev/rules.d
cp "$1" /run/udev/rules.d/
mount --rbind "$2" /sys
exec udevadm test --action="$4" "/sys/$3"
"""


def _can_mount() -> bool:
    """Whether a process may have a `/sys` of its own."""
    if shutil.which("unshare") is None:
        return False
    return subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode == 0


pytestmark = [
    needs(shutil.which("udevadm") is not None, "udevadm", "udev"),
    needs(_can_mount(), "root's rights"),
]


@dataclass
class Computer:
    """A `/sys` with serial devices on the ports of a hub, as a Raspberry Pi 4 has it."""

    sys: Path

    def plug(self, device: tuple[str, str], port: str, name: str) -> Path:
        """A serial device called `name` by the kernel. Gives its path in `/sys`."""
        bus = self._node(CONTROLLER / "usb1", "usb", "DEVTYPE=usb_device")
        hub = self._node(bus / "1-1", "usb", "DEVTYPE=usb_device")
        plugged = self._node(hub / f"1-{port}", "usb", "DEVTYPE=usb_device")
        vendor, product = device
        (self.sys / plugged / "idVendor").write_text(f"{vendor}\n")
        (self.sys / plugged / "idProduct").write_text(f"{product}\n")
        interface = self._node(plugged / f"1-{port}:1.0", "usb", "DEVTYPE=usb_interface")
        self._node(CONTROLLER, "pci", "DRIVER=xhci_hcd")
        self._node(CONTROLLER.parents[2], "platform")
        number = f"MAJOR=188\nMINOR={len(list(self.sys.rglob('dev')))}\nDEVNAME={name}"
        tty = self._node(interface / "tty" / name, "tty", number)
        (self.sys / tty / "dev").write_text("188:0\n")
        return tty

    def backlight(self) -> Path:
        """The light of a screen. Gives its path in `/sys`."""
        light = self._node(Path("devices/platform/screen/backlight/panel"), "backlight")
        for name in ("brightness", "max_brightness"):
            (self.sys / light / name).write_text("255\n")
        return light

    def _node(self, path: Path, subsystem: str, *facts: str) -> Path:
        folder = self.sys / path
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "uevent").write_text("".join(f"{fact}\n" for fact in facts))
        kind = self.sys / ("class" if subsystem in ("tty", "backlight") else "bus") / subsystem
        kind.mkdir(parents=True, exist_ok=True)
        if not (folder / "subsystem").exists():
            (folder / "subsystem").symlink_to(os.path.relpath(kind, folder))
        return path


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path / "sys")


def told(computer: Computer, device: Path, action: str = "add") -> dict[str, str]:
    """udev's properties of a device. Fails if it complains about the rules."""
    pairs = (line.partition("=") for line in said(computer, device, action))
    return {key: value for key, equals, value in pairs if equals}


def programs(computer: Computer, device: Path) -> list[str]:
    """The programs that udev would run for a device that comes, which it quotes."""
    return [line[6:-1] for line in said(computer, device, "add") if line.startswith("run: '")]


def said(computer: Computer, device: Path, action: str) -> list[str]:
    """udev's report on a device. Fails if it complains about the rules."""
    environment = os.environ | {"SYSTEMD_DEVICE_VERIFY_SYSFS": "0", "SYSTEMD_LOG_LEVEL": "info"}
    words = [
        "unshare",
        "--mount",
        "sh",
        "-c",
        APPLY,
        "sh",
        str(FILES / RULES),
        str(computer.sys),
        str(device),
    ]
    done = subprocess.run([*words, action], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert f"{RULES}:" not in done.stdout + done.stderr  # the line that it could not understand
    return done.stdout.splitlines()


def links(computer: Computer, device: Path) -> set[str]:
    """The names of ours that a device has."""
    names = told(computer, device).get("DEVLINKS", "").split()
    return {name for name in names if name.startswith("/dev/tablier")}


def test_the_microcontroller_has_one_name_whatever_the_kernel_calls_it(computer: Computer) -> None:
    for port, name in (("1.2", "ttyACM0"), ("1.4", "ttyACM3")):
        assert links(computer, computer.plug(PICO, port, name)) == {"/dev/tablier-board"}


@pytest.mark.parametrize("adapter", [CH340, CP2102, FT232])
def test_each_reader_is_named_after_its_port_though_all_are_alike(
    computer: Computer, adapter: tuple[str, str]
) -> None:
    first, second = computer.plug(adapter, "1.3", "ttyUSB1"), computer.plug(adapter, "1.4", "ttyUSB0")
    assert links(computer, first) == {f"/dev/tablier-reader-{USB}:1.3:1.0"}
    assert links(computer, second) == {f"/dev/tablier-reader-{USB}:1.4:1.0"}


@pytest.mark.parametrize("device", [PICO, CH340])
def test_no_modem_is_looked_for_on_them_and_units_may_wait_for_them(
    computer: Computer, device: tuple[str, str]
) -> None:
    known = told(computer, computer.plug(device, "1.3", "ttyUSB0"))
    assert known["ID_MM_DEVICE_IGNORE"] == "1"
    assert "systemd" in known["TAGS"].split(":")


def test_another_serial_device_is_left_alone(computer: Computer) -> None:
    arduino = computer.plug(ARDUINO, "1.3", "ttyACM0")
    assert links(computer, arduino) == set()
    assert "ID_MM_DEVICE_IGNORE" not in told(computer, arduino)


def test_one_that_is_pulled_out_gives_its_name_back(computer: Computer) -> None:
    known = told(computer, computer.plug(PICO, "1.3", "ttyACM0"), "remove")
    assert "tablier" not in known.get("DEVLINKS", "")


def test_the_table_may_set_the_light_behind_its_screen_and_nothing_else_there(computer: Computer) -> None:
    runs = programs(computer, computer.backlight())
    assert runs == [
        "/bin/chgrp video /sys/devices/platform/screen/backlight/panel/brightness",
        "/bin/chmod g+w /sys/devices/platform/screen/backlight/panel/brightness",
    ]
