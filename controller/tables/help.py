"""The parts of a game's help."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """A page of help: its topic, and a few short sentences."""

    title: str
    lines: tuple[str, ...]
