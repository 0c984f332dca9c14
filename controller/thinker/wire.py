"""The protocol between the table and a thinking process: JSON objects, a line each.

The process receives `Work`, the latest of which is its only task, and answers with `WorkResult`. When the
table ends, the line closes, and so the process ends.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engines.game import Game
from opponents.thought import Option, Thought


class Work(msgspec.Struct, frozen=True):
    """A position to think about, with limits on time and nodes. Without a `game`: nothing."""

    number: int
    game: str = ""
    state: dict[str, Any] = msgspec.field(default_factory=dict)
    seat: str = ""
    level: str = ""
    hand: tuple[str, ...] = ()
    for_s: float = 0.0
    nodes: int = 1
    seed: int = 0
    seen: tuple[tuple[dict[str, Any], str], ...] = ()
    """The secret choices shown so far: the state before each, and the action that showed it."""


class WorkResult(msgspec.Struct, frozen=True):
    """The result of thinking: for each option its action, its share and its results; or none, and why."""

    number: int
    options: tuple[tuple[str, float, tuple[float, ...]], ...] = ()
    nodes: int = 0
    is_drawn: bool = False
    is_certain: bool = False
    failure: str = ""


_encoder = msgspec.json.Encoder()
_work = msgspec.json.Decoder(Work)
_found = msgspec.json.Decoder(WorkResult)


def line_of(message: Work | WorkResult) -> bytes:
    """A message as a line."""
    return _encoder.encode(message) + b"\n"


def work_in(line: bytes) -> Work:
    """The work in a line. Raises `msgspec.MsgspecError`."""
    return _work.decode(line)


def found_in(line: bytes) -> WorkResult:
    """The result in a line. Raises `msgspec.MsgspecError`."""
    return _found.decode(line)


def found_of(number: int, thought: Thought) -> WorkResult:
    """The message for a thought."""
    options = tuple((str(one.action), one.share, one.results) for one in thought.options)
    return WorkResult(number, options, thought.nodes, thought.is_drawn, thought.is_certain)


def thought_of(found: WorkResult, game: Game[Any]) -> Thought:
    """The thought in a message. Raises `RuleError` for what is no action of the game."""
    options = tuple(Option(game.parse(text), share, results) for text, share, results in found.options)
    return Thought(options, found.nodes, found.is_drawn, found.is_certain)
