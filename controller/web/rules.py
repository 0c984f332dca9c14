"""A game's help for the page: its topics in words, each with a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from controller.model.view import BoardView
from controller.tables.help import Topic
from controller.tables.table import GameTable
from controller.view.figures import drawn, figure_lights, play_of
from controller.view.language import catalogue
from controller.web.svg import board_svg
from texts import translated


class RulesTopic(msgspec.Struct, frozen=True):
    """A topic. `board` is an SVG element, or empty."""

    title: str
    lines: tuple[str, ...]
    board: str


def rules_of(table: GameTable[Any, Any], language: str) -> tuple[RulesTopic, ...]:
    """All topics, the aim of the game first."""
    return tuple(_pages(table, language))


def _pages(table: GameTable[Any, Any], language: str) -> Iterator[RulesTopic]:
    words = catalogue(language)
    for topic in table.help(None):
        title = translated(topic.title, words)
        lines = tuple(translated(line, words) for line in topic.lines)
        board = _board(table, topic)
        yield RulesTopic(title, lines, board_svg(board, title) if board is not None else "")


def _board(table: GameTable[Any, Any], topic: Topic) -> BoardView | None:
    if topic.figure is None:
        return None
    play = play_of(table, topic.figure)
    return drawn(play, figure_lights(play), topic.figure)
