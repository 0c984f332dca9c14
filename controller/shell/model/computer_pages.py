"""The states of the pages about this computer: values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from controller.model.view import Phase
from hardware.host.port import HostState, Power


@dataclass(frozen=True, slots=True)
class Computer:
    """This computer, as it was when the page was opened; `None` until that is known. The host must confirm
    what he `asks`; `ordered` is under way, and failed for a reason if there is a `trouble`."""

    phase: ClassVar[Phase] = Phase.COMPUTER

    state: HostState | None = None
    asks: Power | None = None
    ordered: Power | None = None
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Levels:
    """How bright screen and lights are, and how loud the sounds, at a computer in this state."""

    phase: ClassVar[Phase] = Phase.LEVELS

    state: HostState


@dataclass(frozen=True, slots=True)
class StoragePage:
    """The disk of a computer in this state."""

    phase: ClassVar[Phase] = Phase.STORAGE

    state: HostState
