"""Pseudo-terminals, the serial ports of the simulated devices."""

from __future__ import annotations

import os
import tty
from pathlib import Path


def open_raw() -> tuple[int, int]:
    """Both ends of a new terminal in raw mode: the device's end, and the one that keeps the port open, whose
    `os.ttyname` is what programs open."""
    far, near = os.openpty()
    tty.setraw(near)
    return far, near


def link_port(name: Path, near: int | str) -> None:
    """Give a terminal this name from now on, as a udev rule does: the open end, or its path.

    The name appears atomically.
    """
    new = name.with_name(f".{name.name}.new")
    new.symlink_to(near if isinstance(near, str) else os.ttyname(near))
    new.replace(name)
