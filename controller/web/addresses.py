"""The addresses of this computer on its networks, the likely one for phones first."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from engines.record import record

_FLAGS: Final = 0x8913
_ADDRESS: Final = 0x8915
"""The requests to the kernel for an interface's flags and its address. Source: netdevice(7)."""

_UP, _LOOPBACK, _POINT_TO_POINT = 0x1, 0x8, 0x10

_VIRTUAL: Final = ("br-", "docker", "lxc", "tailscale", "tap", "tun", "veth", "virbr", "vmnet", "wg", "zt")
"""How interfaces begin behind which no phones are: those of containers, machines and tunnels."""


@record
class Interface:
    """A network interface that is up and has an IPv4 address. `is_tunnel`: there are no phones behind it."""

    name: str
    address: str
    is_tunnel: bool = False


def addresses() -> tuple[str, ...]:
    """All of them; none if there is no network, or no socket to ask with."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            return ranked(_interfaces(probe), _default(probe))
    except OSError:
        return ()


def ranked(interfaces: Iterable[Interface], default: str) -> tuple[str, ...]:
    """The addresses in order: that of the `default` route first, tunnels and interfaces without an address
    from their network last."""

    def key(one: Interface) -> tuple[bool, bool, bool, str]:
        is_lonely = ipaddress.ip_address(one.address).is_link_local
        return one.is_tunnel, is_lonely, one.address != default, one.name

    return tuple(dict.fromkeys(one.address for one in sorted(interfaces, key=key)))


def _interfaces(probe: socket.socket) -> Iterator[Interface]:
    for _number, name in socket.if_nameindex():
        asked = struct.pack("256s", name.encode()[:15])
        with suppress(OSError):  # it has no address, or has just gone
            (flags,) = struct.unpack_from("H", fcntl.ioctl(probe, _FLAGS, asked), 16)
            if flags & _UP and not flags & _LOOPBACK:
                address = socket.inet_ntoa(fcntl.ioctl(probe, _ADDRESS, asked)[20:24])
                yield Interface(name, address, bool(flags & _POINT_TO_POINT) or name.startswith(_VIRTUAL))


def _default(probe: socket.socket) -> str:
    """The address that this computer would send from; empty without a default route."""
    # Connecting a datagram socket sends nothing.
    with suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return ""
