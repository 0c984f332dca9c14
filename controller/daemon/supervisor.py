"""Messages to systemd: the table is ready, and its main loop is alive (`sd_notify(3)`)."""

from __future__ import annotations

import os
import socket


def notify(state: str) -> None:
    """Send a state such as `READY=1`, if systemd started this program and listens; else nothing.

    A supervisor that cannot be reached, or that does not listen, must neither end a game nor delay it, so all
    errors here are ignored."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    try:
        kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
        with socket.socket(socket.AF_UNIX, kind) as channel:
            channel.connect(address)
            channel.sendall(state.encode())
    except OSError:
        return
