"""The address of the page for phones, on screens that have room for it. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Choice, Code
from controller.shell.model.state import Shell
from engines.record import replace
from texts import _

_PLAIN = "http://"

OTHER: Final = Choice("address", _("Another address"))


def code_of(shell: Shell) -> Code | None:
    """The QR code of the spectators' page, and its address as text for a browser; `None` if phones cannot
    reach the page."""
    if not shell.address:
        return None
    typed = shell.address.removeprefix(_PLAIN).removesuffix("/")
    return Code(shell.address, _("Watch on a phone: {address}", address=typed))


def ways_on(shell: Shell) -> tuple[Choice, ...]:
    """The button for another address, if this computer has several: the likely one may be of another network
    than the phones'."""
    return (OTHER,) if shell.address and shell.other_addresses else ()


def turned(shell: Shell) -> Shell:
    """The shell with the next address, after the last one the first."""
    first, *others = (*shell.other_addresses, shell.address)
    return replace(shell, address=first, other_addresses=tuple(others))
