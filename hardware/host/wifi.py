"""Wi-Fi by NetworkManager (`nmcli`): the networks in reach, and joining one.

A password goes to nmcli through a pipe, never as an argument, which every user of the computer could read.
"""

from __future__ import annotations

import re
from typing import Final

from hardware.host.port import NOT_ALLOWED, HostError, Join, Network, Wifi
from hardware.host.programs import WITHIN_S, EndedProgram, Run
from texts import _, why

SCAN_S: Final = 20.0
JOIN_S: Final = 40
"""How long nmcli waits until the network is joined."""

_ASK: Final = ("nmcli", "--terse", "--fields")
_NEEDED: Final = (
    "org.freedesktop.NetworkManager.network-control:yes",
    "org.freedesktop.NetworkManager.settings.modify.system:yes",
)
_NOT_RUNNING: Final = 8
_NO_NETWORK: Final = 10
_TIMEOUT: Final = 3
"""nmcli's exit status without NetworkManager, without such a network, and after the wait (nmcli(1))."""


def look(run: Run, *, is_scan: bool) -> Wifi:
    """The Wi-Fi at this moment; with `is_scan` its networks are looked for anew, which takes some seconds."""
    try:
        return _look(run, is_scan=is_scan)
    except HostError as error:
        return Wifi(why(error))


def _look(run: Run, *, is_scan: bool) -> Wifi:
    """Raises `HostError` if there is none to be used."""
    devices = [line.split(":") for line in _lines(run, "TYPE,STATE", "device")]
    states = [state for kind, state in devices if kind == "wifi"]
    if not states:
        raise HostError(_("This computer has no Wi-Fi."))
    if set(states) == {"unmanaged"}:
        raise HostError(_("NetworkManager leaves the Wi-Fi to another program."))
    if not set(_NEEDED) <= set(_lines(run, "PERMISSION,VALUE", "general", "permissions")):
        raise HostError(NOT_ALLOWED)
    (general,) = _lines(run, "CONNECTIVITY,WIFI", "general")
    connectivity, radio = general.split(":")
    if radio == "disabled":
        return Wifi(is_on=False)
    rescan = ("--rescan", "auto" if is_scan else "no")
    lines = _lines(run, "IN-USE,SIGNAL,SECURITY,SSID", "device", "wifi", "list", *rescan, within_s=SCAN_S)
    return Wifi(networks=_networks(lines), is_cut_off=connectivity in ("none", "limited", "portal"))


def _lines(run: Run, fields: str, *words: str, within_s: float = WITHIN_S) -> list[str]:
    """The lines of nmcli's answer, with these fields. Raises `HostError`."""
    ended = run((*_ASK, fields, *words), "", within_s)
    if ended.status:
        raise HostError(_reason(ended))
    return ended.output.splitlines()


def _networks(lines: list[str]) -> tuple[Network, ...]:
    """The networks in these lines, the one in use first, then the strongest; each name once."""
    found: dict[str, Network] = {}
    for line in lines:
        used, signal, security, name = line.split(":", 3)  # no other field has a colon in it
        name = re.sub(r"\\(.)", r"\1", name)
        if name and name.isprintable():
            one = Network(name, int(signal), security, is_in_use=used == "*")
            found[name] = min(one, found.get(name, one), key=_rank)
    return tuple(sorted(found.values(), key=_rank))


def _rank(network: Network) -> tuple[bool, int, str]:
    return not network.is_in_use, -network.signal, network.name


def switch_on(run: Run) -> None:
    """Switch the radio on. Raises `HostError`."""
    ended = run(("nmcli", "radio", "wifi", "on"), "", WITHIN_S)
    if ended.status:
        raise HostError(_reason(ended))


def join(run: Run, order: Join) -> None:
    """Join a network. If that fails, nothing of it is kept. Raises `HostError`."""
    before = _profiles(run)
    words = ("nmcli", "--ask", "--wait", str(JOIN_S), "device", "wifi", "connect", order.network)
    try:
        ended = run(words, f"{order.password}\n" if order.password else "", JOIN_S + WITHIN_S)
        if ended.status:
            raise HostError(_reason(ended, order.password))
    except HostError:
        for profile in _profiles(run) - before:
            run(("nmcli", "connection", "delete", "uuid", profile), "", WITHIN_S)
        raise


def _profiles(run: Run) -> set[str]:
    """NetworkManager's profiles, by their ids. Raises `HostError`."""
    return set(_lines(run, "UUID", "connection", "show"))


def _reason(ended: EndedProgram, secret: str = "") -> str:
    """Why nmcli has failed, in words."""
    if ended.status == _NOT_RUNNING:
        return _("NetworkManager is not running.")
    if ended.status == _NO_NETWORK:
        return _("The network is out of reach.")
    if ended.status == _TIMEOUT:
        return _("The network does not answer.")
    if "ecrets were required" in ended.complaint:
        return _("The password is not right.")
    told = ended.complaint.removeprefix("Error: ")
    return _("Refused: {why}", why=told.replace(secret, "…") if secret else told)
