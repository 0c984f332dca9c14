"""What a game's help is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """A page of help: what it is about, and a few short sentences."""

    title: str
    lines: tuple[str, ...]
