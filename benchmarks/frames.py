"""Drawing the touchscreen with everything on it in motion."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from benchmarks.figures import Spread, pooled
from benchmarks.games import GRID, random_play, tables
from controller.model.view import Lit, Meaning, Phase, View
from controller.referee.play import Play
from controller.referee.session import first_session
from controller.tables.table import GameTable
from controller.view.lights import board_with
from controller.view.showing import view
from hardware.ports import sites_in

SIZE = (1024, 600)
SEED = 7
PLIES = range(20, 60)
ROUNDS = 5
BLINK_MS = 170
"""The shortest step of the fastest rhythm: between two steps there is nothing to draw."""


def frame_ms() -> Spread:
    """Milliseconds of processor time for a frame in which an action has been played, points have changed, a
    quarter of the board flashes and every sign moves; and for the next one, in which all signs blink."""
    return pooled(ms for frames in _rounds() for ms in islice(frames, 1, None))


def first_frame_ms() -> Spread:
    """Milliseconds of processor time for the first frame of a game, which is painted as a whole."""
    return pooled(next(frames) for frames in _rounds())


def _rounds() -> Iterator[Iterator[float]]:
    """The frames of each game, several times over: each is drawn when it is asked for."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    games = [list(_views(table)) for table in tables()]
    return (_frames_ms(views) for _ in range(ROUNDS) for views in games)


def _frames_ms(views: list[View]) -> Iterator[float]:
    import pygame

    from controller.screens import Painter, draw

    painter = Painter(pygame.Surface(SIZE, 0, 32))
    now_ms = 0
    for shown in views:
        for _ in range(2):
            now_ms += BLINK_MS
            begun_ns = time.thread_time_ns()
            painter.draw(draw(shown, SIZE), now_ms)
            yield (time.thread_time_ns() - begun_ns) / 1e6


def _views(table: GameTable[Any, Any]) -> Iterator[View]:
    """A game action by action, in views with everything in motion."""
    dice = random.Random(SEED)
    play = random_play(table, dice, PLIES.stop)
    for plies in PLIES:
        if plies < len(play.plies):
            yield _moving(play.back(len(play.plies) - plies))


def _moving(play: Play) -> View:
    session = first_session({play.table.game.name: play.table}, GRID, 600, {})
    shown = view(replace(session, phase=Phase.PLAYING, play=play))
    rhythms = (Meaning.LIFT, Meaning.PARK, Meaning.TOWER, Meaning.PLACE)
    sites = sites_in(play.closed)[: GRID.size // 4]
    lit = [(site, Lit(rhythms[number % len(rhythms)])) for number, site in enumerate(sites)]
    scored = [(site, Lit(Meaning.SCORED, play.position.players[0])) for site in sites[::4]]
    return replace(shown, board=board_with(play, (*lit, *scored)))
