"""What is told to other programs, as JSON."""

from __future__ import annotations

from typing import Any

import msgspec


def encoded(value: Any) -> bytes:
    """A message, a picture, or anything that is made of such, as JSON; a `Text` is its English words."""
    return msgspec.json.encode(value, enc_hook=str)
