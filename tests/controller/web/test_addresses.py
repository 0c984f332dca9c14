"""The address of the page for phones: the choice among this computer's networks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from controller.web.addresses import Interface, ranked

WLAN = Interface("wlan0", "192.168.1.7")
CABLE = Interface("eth0", "10.0.0.5")
VPN = Interface("wg0", "10.8.0.2", is_tunnel=True)
LONELY = Interface("eth1", "169.254.3.4")

SET_UP = (
    "ip link add own0 type veth peer name own1 && ip addr add 10.42.0.1/24 dev own0 && ip link set own0 up"
)
ASKED = "from controller.web.addresses import addresses; print(*addresses())"


@pytest.mark.parametrize(
    ("default", "order"),
    [
        (WLAN.address, (WLAN, CABLE, LONELY, VPN)),
        (CABLE.address, (CABLE, WLAN, LONELY, VPN)),
        (VPN.address, (CABLE, WLAN, LONELY, VPN)),
        ("", (CABLE, WLAN, LONELY, VPN)),
    ],
)
def test_the_likely_address_is_the_first(default: str, order: tuple[Interface, ...]) -> None:
    assert ranked((VPN, LONELY, WLAN, CABLE), default) == tuple(one.address for one in order)


def in_a_network_of_its_own(set_up: str) -> str:
    """This computer's addresses in a network namespace. Skips if it may not create one."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("needs root's rights, and iproute2: apt install iproute2")
    command = ["unshare", "--net", "sh", "-c", f'{set_up} && exec "$0" -c "{ASKED}"', sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode:
        pytest.skip(f"this computer makes no network namespace: {done.stderr}")
    return done.stdout.strip()


def test_without_a_default_route_there_is_an_address_all_the_same() -> None:
    assert in_a_network_of_its_own(SET_UP) == "10.42.0.1"


def test_without_any_network_there_is_none() -> None:
    assert in_a_network_of_its_own("true") == ""
