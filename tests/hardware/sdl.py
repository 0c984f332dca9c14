"""SDL's own queue: events as its drivers put them there, before pygame and SDL's renderer have seen them."""

from __future__ import annotations

import ctypes
from pathlib import Path

FINGERDOWN, FINGERUP = 0x700, 0x701
MOUSEBUTTONDOWN, MOUSEBUTTONUP = 0x401, 0x402
TOUCH_MOUSE = 0xFFFFFFFF
"""The mouse that SDL makes of fingers (SDL_TOUCH_MOUSEID)."""


class Finger(ctypes.Structure):
    """`SDL_TouchFingerEvent` of SDL 2."""

    _fields_ = (
        ("type", ctypes.c_uint32),
        ("timestamp", ctypes.c_uint32),
        ("touch_id", ctypes.c_int64),
        ("finger_id", ctypes.c_int64),
        ("x", ctypes.c_float),
        ("y", ctypes.c_float),
        ("dx", ctypes.c_float),
        ("dy", ctypes.c_float),
        ("pressure", ctypes.c_float),
        ("window_id", ctypes.c_uint32),
    )


class Click(ctypes.Structure):
    """`SDL_MouseButtonEvent` of SDL 2."""

    _fields_ = (
        ("type", ctypes.c_uint32),
        ("timestamp", ctypes.c_uint32),
        ("window_id", ctypes.c_uint32),
        ("which", ctypes.c_uint32),
        ("button", ctypes.c_uint8),
        ("state", ctypes.c_uint8),
        ("clicks", ctypes.c_uint8),
        ("padding", ctypes.c_uint8),
        ("x", ctypes.c_int32),
        ("y", ctypes.c_int32),
    )


def _library() -> ctypes.CDLL:
    """The SDL that pygame has loaded."""
    lines = Path("/proc/self/maps").read_text().splitlines()
    return ctypes.CDLL(next(line.split()[-1] for line in lines if "/libSDL2-2" in line))


def _push(event: ctypes.Structure) -> None:
    whole = (ctypes.c_uint8 * 128)()  # SDL_Event is a union, and SDL copies all of it
    ctypes.memmove(whole, ctypes.byref(event), ctypes.sizeof(event))
    assert _library().SDL_PushEvent(ctypes.byref(whole)) >= 0  # 0: the program has asked for no such event


def push_finger(kind: int, x: float, y: float, finger: int = 1) -> None:
    """A finger at a place from 0 to 1 of the panel, without a window, as SDL's evdev code reports it."""
    _push(Finger(kind, 0, 7, finger, x, y, 0, 0, 1, 0))


def push_click(kind: int, x: int, y: int, which: int = 0) -> None:
    """A mouse's left button, in pixels of the window."""
    _push(Click(kind, 0, 0, which, 1, int(kind == MOUSEBUTTONDOWN), 1, 0, x, y))
