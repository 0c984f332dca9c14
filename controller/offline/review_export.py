"""A review made away from the table, and written as a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.games import tables_for
from controller.journal.journal import Journal
from controller.model.records import GameRecord
from controller.model.thinking import Answer, Considered, Thinker
from controller.referee.play import Play
from controller.review.judgement import (
    Moments,
    found_in,
    found_in_file,
    moment_of,
    next_ply,
    request,
    revealed,
    with_moments,
)
from controller.settings.settings import Config
from controller.settings.tile_file import tiles_for
from controller.shell.games.past import date
from controller.shell.games.reviewing import view_of
from controller.shell.model.layers import ReviewPage
from engines.record import replace
from hardware.ports import Grid

SIZE: Final = (1080, 1920)
"""Upright, as people look at it on a phone: there is room for every action of a review."""
ON_THE_PICTURE: Final = 5
MOST_GIVEN_UP: Final = 5
"""This many positions may stay without an evaluation."""
WAIT_MS: Final = 10
"""The polling interval for an answer."""

_GRID: Final = Grid(24, 24)
_PADS: Final = 4
"""Any table with room for every game: the picture of words and curves does not depend on it."""


class NoReview(Exception):
    """A review cannot be made. The text says why."""


def game_of(config: Config, number: int) -> tuple[GameRecord, tuple[str, ...], Play]:
    """A finished game of the journal that the settings name: its record, and as far as it was revealed its
    actions' texts and the game.

    Raises `NoReview`, `JournalError` and `RuleError`.
    """
    if config.journal.file is None:
        raise NoReview("The settings keep no journal (journal.path).")
    with Journal.read(config.journal.file) as journal:
        record = journal.game(number)
        actions = journal.actions(number)
    table = tables_for(_GRID, 3, _PADS, tiles_for(config)).get(str(record.header.get("game")))
    if table is None:
        raise NoReview(f"Game {number} is a game that this Tablier does not know.")
    if record.result is None:
        raise NoReview(f"Game {number} is not over: what is still secret in it would be told.")
    play = revealed(Play.resume(table, record.header, actions))
    return record, tuple(str(ply.action) for ply in play.plies), play


def thought_through(
    play: Play,
    known: Moments,
    thinker: Thinker,
    clock: Callable[[], int],
    wait: Callable[[int], None],
    tell: Callable[[int], None],
) -> Moments:
    """All evaluations of a game, by a thinker that is not started yet, in addition to known ones.

    `clock` and `wait` count milliseconds; `tell` receives the number of remaining positions. Raises
    `NoReview` if the thinker repeatedly fails.
    """
    answers: list[Answer] = []
    given_up: set[int] = set()
    moments = with_moments(play, found_in_file(play, known))
    thinker.start(answers.append)
    try:
        while (plies := next_ply(play, moments, frozenset(given_up))) is not None:
            tell(sum(moment is None for moment in moments))
            thinker.think(request(play, plies, plies))
            while not answers:
                wait(WAIT_MS)
                thinker.poll(clock())
            answer = answers.pop()
            if isinstance(answer, Considered):
                moments = with_moments(play, {**found_in(moments), plies: moment_of(answer.options)})
                continue
            given_up.add(plies)
            if len(given_up) > MOST_GIVEN_UP:
                raise NoReview(f"Nobody can think about this game: {answer.reason}.")
    finally:
        thinker.stop()
    return moments


def write_picture(file: Path, record: GameRecord, play: Play, moments: Moments, language: str) -> None:
    """Write the graph and the actions with which the game turned as a PNG file. Raises `OSError`."""
    import pygame

    from controller.screens import Painter, draw
    from controller.view.language import in_language

    seen = view_of(ReviewPage(record, play, moments), ON_THE_PICTURE)
    seen = replace(seen, controls=(), notice=date(record.started_ms))
    surface = pygame.Surface(SIZE, 0, 32)
    Painter(surface).draw(draw(in_language(seen, language), SIZE), 0)
    with file.open("wb") as opened:
        pygame.image.save(surface, opened, "png")
