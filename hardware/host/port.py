"""The port to this computer, and its values. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Final, Protocol, TypeAlias

from engines.record import record
from texts import _


class HostError(Exception):
    """This computer cannot do it, or may not. The text says why, for people, and holds nothing secret."""


NOT_ALLOWED: Final = _("Not allowed. “sudo ./install” gives the right.")
"""A right is missing that `tablier install` gives."""


@record
class Storage:
    """The disk with the games, in bytes: its size, what is free, the journal with its backups, and the flight
    recorder's files. `is_read_only` says that nothing can be written."""

    size: int
    free: int
    journal: int
    recorder: int
    is_read_only: bool = False


@record
class Network:
    """A Wi-Fi network in reach: its name, the strength of its signal in percent, and the ways in which it is
    secured, in nmcli's words (`WPA2`; empty for an open one)."""

    name: str
    signal: int
    security: str = ""
    is_in_use: bool = False

    @property
    def needs_password(self) -> bool:
        """Whether it can be joined with a password alone."""
        return "WPA" in self.security and not self.needs_more

    @property
    def needs_more(self) -> bool:
        """Whether it asks for more than a password, or is secured in a way of the past."""
        return "802.1X" in self.security or "WEP" in self.security


@record
class Wifi:
    """The Wi-Fi of the computer: why there is none to be used, empty if there is; whether its radio is on;
    the networks in reach. `is_cut_off` says that the network in use has no way to the Internet."""

    cannot: str = ""
    is_on: bool = True
    networks: tuple[Network, ...] = ()
    is_cut_off: bool = False


@record
class Update:
    """The version of the program, and how far its update is: why none can be begun, empty if one can; the
    last word of `./update` and its detail, empty if there was none since the computer was switched on."""

    cannot: str = ""
    version: str = ""
    word: str = ""
    detail: str = ""

    @property
    def is_under_way(self) -> bool:
        """Whether one is going on."""
        return self.word in ("fetching", "installing", "starting")


NO_UPDATE: Final = Update(_("This program is no clone of git, or was not installed by “sudo ./install”."))
NO_WIFI: Final = Wifi(_("This computer has no Wi-Fi."))


@record
class HostState:
    """This computer at one moment.

    `cannot` gives the reason for each order of `Power` that it cannot carry out; `backlight` and `sound` why
    the screen's brightness or the volume cannot be set, empty if they can. Without a file for the games there
    is no `storage`.
    """

    storage: Storage | None
    cannot: Mapping[Power, str]
    backlight: str = ""
    sound: str = ""
    wifi: Wifi = NO_WIFI
    update: Update = NO_UPDATE


class Power(StrEnum):
    """An order that ends everything that runs here."""

    RESTART = "restart"
    SHUT_DOWN = "shut-down"


@record
class ReadStatus:
    """Read the computer's state, and change nothing. `is_scan`: search for Wi-Fi networks again."""

    is_scan: bool = False


@record
class SwitchWifiOn:
    """Switch the Wi-Fi's radio on."""


@record
class Join:
    """Join a Wi-Fi network, with its password if it has one."""

    network: str
    password: str = field(default="", repr=False)


class Source(StrEnum):
    """An order to update the program: from where it was cloned, or from a USB stick."""

    GIT = "git"
    USB = "usb"


HostOrder: TypeAlias = ReadStatus | Power | SwitchWifiOn | Join | Source


class HostComputer(Protocol):
    """This computer.

    Duties: a call may wait for other programs, but never longer than their time limits; what is secret in an
    order is in no log, no error and no other program's arguments.
    """

    def look(self, *, is_scan: bool = False) -> HostState:
        """The computer's state; with `is_scan` Wi-Fi networks are searched for again. For a value that
        cannot be read the state has the reason; nothing is raised."""

    def carry_out(self, order: HostOrder) -> None:
        """Carry out an order. Raises `HostError`."""
