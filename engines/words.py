"""Formats values from outside for error messages."""

from __future__ import annotations

from typing import Any

_LONGEST = 40
_HUGE = 10**15


def shown(value: Any) -> str:
    """A value in a few printable characters, however long, deep or strange it is."""
    if isinstance(value, str):
        return repr(value if len(value) <= _LONGEST else value[: _LONGEST - 3] + "...")
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return str(value) if abs(value) < _HUGE else "a huge number"
    return "an object" if isinstance(value, dict) else f"a {type(value).__name__}"
