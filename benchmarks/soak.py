"""`python -m benchmarks.soak`: the real program for an hour, with hands and noise at its board.

The board sends a hundred sensor frames a second. A hand sets a house and takes it back, over and over; now
and then a contact closes for one frame, as noise that passed the board's debouncing. Every minute the
program's memory and processor time are recorded.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

import click

from benchmarks.games import GRID
from benchmarks.process import Table, running_table
from benchmarks.running import FRAME_S, is_quiet, play_where
from controller.journal.journal import Journal
from controller.referee.play import Play

SEED = 23
HAND_S = 2.0
"""From one move of the hand to the next: longer than a board needs to come to rest."""
NOISE = 0.02
"""The share of frames with one wrong contact."""
WARM_MINUTES = 30
"""How long memory may still grow: texts and pictures are drawn for the first time and kept, up to the limits
of their caches, and a hand needs that long to visit most of the cells."""
FLAT_MIB = 1.0
"""The growth of memory, from warm to the end, that counts as none."""


@dataclass(frozen=True, slots=True)
class Minute:
    """The program's resources in one minute."""

    rss_mib: float
    cpu_percent: float


@dataclass(frozen=True, slots=True)
class Soak:
    """The program's resources, by minutes; the frames sent to it, and the decisions it stored."""

    minutes: tuple[Minute, ...]
    frames: int
    decisions: int

    @property
    def growth_mib(self) -> float:
        """The growth of memory from warm to the end."""
        warm = min(WARM_MINUTES, len(self.minutes)) - 1
        return self.minutes[-1].rss_mib - self.minutes[warm].rss_mib

    @property
    def is_flat(self) -> bool:
        """Whether memory has not grown while the game went on."""
        return self.growth_mib < FLAT_MIB and self.decisions > 0

    def __str__(self) -> str:
        cpu = sum(minute.cpu_percent for minute in self.minutes) / len(self.minutes)
        most = max(minute.rss_mib for minute in self.minutes)
        return (
            f"{len(self.minutes)} min, {self.frames} frames, {self.decisions} decisions; "
            f"{self.minutes[0].rss_mib:.1f} MiB after the first minute, {self.minutes[-1].rss_mib:.1f} after "
            f"the last, {most:.1f} at the most; {cpu:.1f} % of a core."
        )


class Hand:
    """Sets a house where the rules allow it, and takes it back; `closed` are the contacts without noise."""

    def __init__(self, play: Play, dice: random.Random) -> None:
        self.closed = play.closed
        self._play = play
        self._houses = [
            action for action in play.position.legal() or () if play.table.is_taken_back_by_hand(action)
        ]
        self._dice = dice

    def move(self) -> None:
        """The next of the two moves."""
        if self.closed == self._play.closed:
            self.closed = self._play.after(self._dice.choice(self._houses)).closed
        else:
            self.closed = self._play.closed


def soaked(minutes: int) -> Iterator[Soak]:
    """Run the program for this many minutes; yields the figures after each of them."""
    dice = random.Random(SEED)
    play = play_where(is_quiet)
    with running_table(play, play.closed) as table:
        hand = Hand(play, dice)
        seen: list[Minute] = []
        frames = 0
        for _ in range(minutes):
            begun_s, used_s = time.perf_counter(), table.cpu_s
            frames += _send_for(table, hand, dice, 60.0)
            cpu_percent = 100 * (table.cpu_s - used_s) / (time.perf_counter() - begun_s)
            seen.append(Minute(table.rss_mib, cpu_percent))
            yield Soak(tuple(seen), frames, _decisions(table) - len(play.plies))


def _send_for(table: Table, hand: Hand, dice: random.Random, for_s: float) -> int:
    """Send frames for this time. Returns their number."""
    frames = 0
    next_s = move_s = time.perf_counter()
    end_s = next_s + for_s
    while next_s < end_s:
        if next_s >= move_s:
            hand.move()
            move_s += HAND_S
        spark = 1 << dice.randrange(GRID.size) if dice.random() < NOISE else 0
        table.line.closed = hand.closed ^ spark
        table.line.send_sensors()
        frames += 1
        next_s += FRAME_S
        table.line.answer_until(next_s)
    return frames


def _decisions(table: Table) -> int:
    with Journal.read(table.journal) as journal:
        return sum(len(journal.entries(game.id)) for game in journal.games())


@click.command()
@click.option("--minutes", type=click.IntRange(min=1), default=60, show_default=True, help="How long.")
def main(minutes: int) -> None:
    """Exit status 0 if the program's memory was flat, 1 if it grew."""
    for soak in soaked(minutes):
        last = soak.minutes[-1]
        number = len(soak.minutes)
        click.echo(f"minute {number:>3}: {last.rss_mib:6.1f} MiB, {last.cpu_percent:4.1f} % of a core")
    click.echo(str(soak))
    click.echo(f"memory is {'flat' if soak.is_flat else 'not flat'}: {soak.growth_mib:+.1f} MiB when warm")
    sys.exit(not soak.is_flat)


if __name__ == "__main__":
    main()
