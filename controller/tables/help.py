"""The parts of a game's help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from engines.record import record


@record
class Figure:
    """A picture of a game: the position after these `actions`, in the notation of the rule page, from a start
    with this `header` (without the game's name).

    `part` is the shown part of the board: its first column and row, and their numbers; without it, all.
    """

    actions: tuple[str, ...] = ()
    header: Mapping[str, Any] = field(default_factory=dict, hash=False)
    part: tuple[int, int, int, int] | None = None


@record
class Topic:
    """A page of help: its topic, a few short sentences, and a picture."""

    title: str
    lines: tuple[str, ...]
    figure: Figure | None = None


def topic(figure: Figure, title: str, *lines: str) -> Topic:
    """A page with a picture."""
    return Topic(title, lines, figure)


def ordered(topics: Sequence[Topic], now: Topic | None) -> tuple[Topic, ...]:
    """All pages: the game's aim, the topic that applies `now`, the others."""
    aim, *others = topics
    if now is None or now is aim:
        return tuple(topics)
    return (aim, now, *(topic for topic in others if topic is not now))
