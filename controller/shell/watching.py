"""The address of the page for phones, on screens that have room for it. Pure."""

from __future__ import annotations

from controller.model.view import Code
from controller.shell.state import Shell
from texts import _

_PLAIN = "http://"


def code_of(shell: Shell) -> Code | None:
    """The QR code of the spectators' page, and its address as text for a browser; `None` if phones cannot
    reach the page."""
    if not shell.address:
        return None
    typed = shell.address.removeprefix(_PLAIN).removesuffix("/")
    return Code(shell.address, _("Watch on a phone: {address}", address=typed))
