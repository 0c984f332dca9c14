"""Measurements of the running program: from a sensor to a light, idle load, start."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from benchmarks.figures import Kernel, Mean, Spread, pooled
from benchmarks.games import CELL_SITES, GRID, random_play
from benchmarks.process import Table, running_table
from controller.daemon.main_loop import QUIET_AFTER_MS
from controller.referee.play import Play
from controller.tables.masterplan.table import MasterplanTable
from hardware.ports import sites_in

SEED = 11
PLIES = (25, 40)
"""Mid-game: the number of plies of a random game."""
STARTS = 7
JOURNALS: Final = {"1_game": (0, 1), "2000_games_100_unfinished": (1_900, 100), "10000_games": (9_999, 1)}
"""The journals of the starts: the numbers of finished and unfinished games."""
ROUNDS, PIECES = 10, 50
"""Rounds of the measurement of light, and pieces set down and lifted in each."""
PAUSE_S = (0.02, 0.04)
"""The pause between two changes, shorter than an echo's first step, so that time alone changes no light."""
LIGHT_WITHIN_S = 1.0
FRAME_S = 0.01
RATES: Final = {"4_frames": 0.25, "100_frames": FRAME_S}
"""Seconds between two sensor frames. The firmware sends four frames a second while nothing changes; a hundred
are sent by a board on which something does."""
IDLE_S = 20.0
SETTLE_S = 3.0
"""The time until the program has started, greeted the board, judged it and drawn its screen."""
REST_S = 1 + QUIET_AFTER_MS / 1000
"""The time without an event after which a table is idle: it looks for touches less often then."""


@dataclass(frozen=True, slots=True)
class Running:
    """The figures of the running program."""

    frame_to_light_ms: Spread
    quiet_percent: dict[str, Mean]
    """By the rate of the sensor frames."""
    blinking_percent: dict[str, Mean]
    rss_mib: float
    ready_s: dict[str, Spread]
    """By journal."""


def running() -> Running:
    """Measure an idle table, then one with blinking lights."""
    quiet, blinking = play_where(is_quiet), play_where(is_blinking)
    ready_s = {name: pooled(_starts_s(quiet, *games)) for name, games in JOURNALS.items()}
    with running_table(quiet, quiet.closed) as table:
        _send_for(table, SETTLE_S)
        light = pooled(ms for round_ in range(ROUNDS) for ms in _light_round(table, quiet.closed, round_))
        _send_for(table, REST_S)
        quiet_percent = {name: _cpu_percent(table, frame_s) for name, frame_s in RATES.items()}
        quiet_mib = table.rss_mib
    house = 1 << sites_in(blinking.closed)[0]
    with running_table(blinking, blinking.closed & ~house) as table:
        _send_for(table, SETTLE_S + REST_S)
        blinking_percent = {name: _cpu_percent(table, frame_s) for name, frame_s in RATES.items()}
        blinking_mib = table.rss_mib
    return Running(light, quiet_percent, blinking_percent, max(quiet_mib, blinking_mib), ready_s)


def play_where(holds: Callable[[Play], bool]) -> Play:
    """The first random game of Masterplan whose middle meets the condition."""
    table = MasterplanTable(GRID, CELL_SITES)
    plays = (random_play(table, random.Random(SEED + plies), plies) for plies in range(*PLIES))
    return next(play for play in plays if holds(play))


def is_quiet(play: Play) -> bool:
    """A house is due: no light has a request."""
    return not play.position.need()


def is_blinking(play: Play) -> bool:
    """A park or a tower is missing: its light blinks."""
    return bool(play.position.need())


def _starts_s(play: Play, finished: int, unfinished: int) -> Iterator[float]:
    for number in range(STARTS + 1):
        with running_table(play, play.closed, finished, unfinished) as table:
            if number:  # the first compiles what has changed
                yield table.ready_s


def _send_for(table: Table, for_s: float, frame_s: float = FRAME_S) -> None:
    """Send equal frames for this time."""
    next_s = time.perf_counter()
    end_s = next_s + for_s
    while next_s < end_s:
        table.line.send_sensors()
        next_s += frame_s
        table.line.answer_until(next_s)


def _light_round(table: Table, closed: int, seed: int) -> Iterator[float]:
    """Milliseconds from a frame with one piece more, or one less, to the light that answers it.

    Every piece goes to another site, so that none is taken for a weak one.
    """
    dice = random.Random(seed)
    sites = dice.sample(sites_in(GRID.all_sites & ~closed), PIECES)
    return (ms for site in sites for ms in _put_and_lift(table, closed, site, dice))


def _put_and_lift(table: Table, closed: int, site: int, dice: random.Random) -> Iterator[float]:
    line = table.line
    for board in (closed | 1 << site, closed):
        line.closed = board
        sent_s = line.send_sensors()
        yield 1000 * (line.wait_for_lights(LIGHT_WITHIN_S) - sent_s)
        line.answer_until(time.perf_counter() + dice.uniform(*PAUSE_S))


def _cpu_percent(table: Table, frame_s: float) -> Mean:
    """The program's share of one core while the board sends frames at this rate."""
    beside = Kernel()
    begun_s, used_s = time.perf_counter(), table.cpu_s
    while time.perf_counter() < begun_s + IDLE_S:
        _send_for(table, 1.0, frame_s)
        beside.pace()
    return Mean(100 * (table.cpu_s - used_s) / (time.perf_counter() - begun_s), beside.p50)
