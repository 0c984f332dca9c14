"""The client: the address that limits count, also behind a proxy."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from typing import Final

IPV6_NETWORK: Final = 64
"""The bits of an IPv6 address that its owner cannot choose: all addresses of such a network are one
client."""

_MAPPED_BITS: Final = 96
"""The bits before an IPv4 address that is written as an IPv6 one."""

_Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def counted(address: str) -> str:
    """The form in which an address is counted. An IPv4 address may be written as an IPv6 one; text that is no
    address stays as it is."""
    ip = _address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((ip, IPV6_NETWORK), strict=False))
    return address if ip is None else str(ip)


_WITH_PORT: Final = re.compile(r"(\[.*\]|[^:]*):[0-9]+")
"""An address as some proxies give it: with the client's port."""


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    text = text.strip()
    if found := _WITH_PORT.fullmatch(text):
        text = found[1]
    try:
        ip = ipaddress.ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None
    return (ip.ipv4_mapped or ip) if isinstance(ip, ipaddress.IPv6Address) else ip


def _network(text: str) -> _Network:
    """A network, of IPv4 even if it is written as one of IPv6. Raises `ValueError`."""
    network = ipaddress.ip_network(text)
    mapped = network.network_address.ipv4_mapped if isinstance(network, ipaddress.IPv6Network) else None
    return network if mapped is None else ipaddress.ip_network((mapped, network.prefixlen - _MAPPED_BITS))


class Proxies:
    """The programs that are trusted about their clients' addresses: addresses, or networks such as
    `192.168.1.0/24`. Raises `ValueError` for anything else."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks: tuple[_Network, ...] = tuple(map(_network, networks))

    def believes(self, address: str) -> bool:
        """Whether an address is one of them."""
        ip = _address(address)
        return ip is not None and any(ip in network for network in self._networks)

    def client(self, address: str, forwarded_for: Iterable[str]) -> str:
        """The client as limits count it. `address` is the connection's, `forwarded_for` its `X-Forwarded-For`
        headers.

        Each proxy appends the address it has heard: the last one that is no proxy is the client.
        """
        if not self.believes(address):
            return counted(address)
        for one in reversed(",".join(forwarded_for).split(",")):
            if _address(one) is None:
                break
            if not self.believes(one):
                return counted(one)
        return counted(address)
