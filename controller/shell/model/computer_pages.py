"""The states of the pages about this computer: values only."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from controller.model.view import Phase
from controller.shell.model.layer import Layer
from engines.record import record
from hardware.host.port import HostState, Power, Source


@record
class ComputerPage(Layer):
    """This computer, as it was when the page was opened; `None` until that is known. The host must confirm
    what he `asks`; `ordered` is under way, and failed for a reason if there is a `trouble`."""

    phase = Phase.COMPUTER

    state: HostState | None = None
    asks: Power | None = None
    ordered: Power | None = None
    trouble: str = ""


@record
class Levels(Layer):
    """How bright screen and lights are, and how loud the sounds, at a computer in this state."""

    phase = Phase.LEVELS

    state: HostState


@record
class StoragePage(Layer):
    """The disk of a computer in this state."""

    phase = Phase.STORAGE

    state: HostState


@record
class WifiPage(Layer):
    """The Wi-Fi networks of a computer in this state, in pages. They are looked for anew at `next_ms`. The
    computer is `joining` one, or the last order failed for a reason."""

    phase = Phase.WIFI

    state: HostState
    next_ms: int
    page: int = 0
    joining: str = ""
    trouble: str = ""


@record
class WifiKey(Layer):
    """The password of a network is being typed, with keys `small`, `big` or `signs`. It `is_shown`, or
    dots for it. `below` is the page that it was opened from."""

    phase = Phase.WIFI_KEY

    below: WifiPage
    network: str
    entered: str = field(default="", repr=False)
    keys: str = "small"
    is_shown: bool = False
    is_short: bool = False


@record
class UpdatePage(Layer):
    """The program's update at a computer in this state, which is looked at anew at `next_ms`. The host must
    confirm what he `asks`; the last order failed for a reason if there is a `trouble`."""

    phase = Phase.UPDATE

    state: HostState
    next_ms: int
    asks: Source | None = None
    trouble: str = ""


COMPUTER_PAGES: Final = (ComputerPage, Levels, StoragePage, WifiPage, WifiKey, UpdatePage)
