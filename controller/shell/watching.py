"""Where phones find the table's page, on the screens that have room for it. Pure."""

from __future__ import annotations

from controller.model.view import Code
from controller.shell.state import Shell
from texts import _

_PLAIN = "http://"


def code_of(shell: Shell) -> Code | None:
    """The QR code of the spectators' page, and its address in words as a browser takes it; `None` where no
    phone finds the page."""
    if not shell.address:
        return None
    typed = shell.address.removeprefix(_PLAIN).removesuffix("/")
    return Code(shell.address, _("Watch on a phone: {address}", address=typed))
