"""The port to this computer, and its values. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, TypeAlias

from texts import _


class HostError(Exception):
    """This computer cannot do it, or may not. The text says why, for people, and holds nothing secret."""


NOT_ALLOWED: Final = _("Not allowed. “sudo ./install” gives the right.")
"""A right is missing that `tablier install` gives."""


@dataclass(frozen=True, slots=True)
class Storage:
    """The disk with the games, in bytes: its size, what is free, the journal with its backups, and the flight
    recorder's files. `is_read_only` says that nothing can be written."""

    size: int
    free: int
    journal: int
    recorder: int
    is_read_only: bool = False


@dataclass(frozen=True, slots=True)
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


class Power(StrEnum):
    """An order that ends everything that runs here."""

    RESTART = "restart"
    SHUT_DOWN = "shut-down"


@dataclass(frozen=True, slots=True)
class Look:
    """Nothing is to be done: only how the computer is."""


HostOrder: TypeAlias = Look | Power


class HostComputer(Protocol):
    """This computer.

    Duties: a call may wait for other programs, but never longer than their time limits; what is secret in an
    order is in no log, no error and no other program's arguments.
    """

    def look(self) -> HostState:
        """The computer at this moment. What cannot be known is a reason in the state, and raises nothing."""

    def carry_out(self, order: HostOrder) -> None:
        """Carry out an order. Raises `HostError`."""
