"""Restarting and shutting down, by logind on the system bus (org.freedesktop.login1, `busctl`)."""

from __future__ import annotations

from typing import Final

from hardware.host.port import NOT_ALLOWED, HostError, Power
from hardware.host.programs import WITHIN_S, Run
from texts import _, why

_LOGIND: Final = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
_CALL: Final = ("busctl", "--system", "--no-pager", "--timeout=8", "call", *_LOGIND)
_METHOD: Final = {Power.RESTART: "Reboot", Power.SHUT_DOWN: "PowerOff"}


def reason_against(run: Run, order: Power) -> str:
    """Why an order cannot be carried out; empty if it can."""
    try:
        asked = run((*_CALL, f"Can{_METHOD[order]}"), "", WITHIN_S)
    except HostError as error:
        return why(error)
    if asked.status:
        return _("systemd-logind does not answer.")
    match asked.output.strip():
        case 's "yes"':
            return ""
        case 's "na"':
            return _("This computer cannot do it.")
    return NOT_ALLOWED


def order(run: Run, order: Power) -> None:
    """Carry the order out, without a password being asked for. Raises `HostError`."""
    done = run((*_CALL, _METHOD[order], "b", "false"), "", WITHIN_S)
    if done.status:
        raise HostError(reason_against(run, order) or _("Refused: {why}", why=done.complaint))
