"""Which tiles the computer holds in Cités Nouvelles, or a person who shows them to the table, is in no byte
that a table gives to strangers before they are played.

The same evening is played twice, with everything equal but the hand: what a stranger has read must be equal.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from benchmarks.broker import IS_HERE, WHY_NOT
from controller.model.thinking import Considered
from opponents.thought import Option
from tests.controller.stranger import WatchedTable, evening

pytestmark = pytest.mark.skipif(not IS_HERE, reason=WHY_NOT)

TURNED_UP: Final = ("turnup D15", "turnup M15")
ROWS: Final = (
    tuple(f"{kind}{number}" for number in (1, 2, 3) for kind in "MPHTD"),
    tuple(f"{kind}{number}" for number in (4, 5, 6) for kind in "TDPHM"),
)
SETTLED_MS: Final = 1_200

Row = tuple[str, ...]


def begun(table: WatchedTable, *seats: str) -> None:
    table.power_on()
    table.rig.thinker.is_silent = True
    table.touch("#game-cites", *seats, "#start")
    table.rig.run_for(SETTLED_MS)
    for text in TURNED_UP:
        table.play(text)
    table.player.do_tasks()
    table.look()


def pad(table: WatchedTable, seat: int) -> int:
    return 1 << table.rig.running.session.tracker.grid.size + seat - 1


def lay_and_lift(table: WatchedTable, seat: int, tile: str) -> None:
    """A tile lies on a pad for a while; strangers look before and after it is judged."""
    table.player.put(pad(table, seat), tile)
    table.look()
    table.rig.run_for(SETTLED_MS)
    table.look()
    table.player.lift(pad(table, seat))
    table.rig.run_for(SETTLED_MS)
    table.look()


def tell(table: WatchedTable, tile: str) -> None:
    """A tile with a dead tag is reported on the screen, behind its cover; strangers watch every step."""
    for button in ("#unseen", "#reveal", f"#family-{tile[0]}", f"#tile-{tile}"):
        table.touch(button)
        table.rig.run_for(SETTLED_MS)  # whatever lies under the finger next, the page has been there for long
        table.look()
    table.rig.run_for(SETTLED_MS)
    table.look()


def answer(table: WatchedTable, text: str) -> None:
    """The computer has thought, and knows this and no better."""
    session = table.rig.running.session
    assert session.opponent.wish is not None
    options = (Option(session.current.table.game.parse(text), 1.0, (0.5, 0.5)),)
    table.rig.tell(Considered(table.rig.now_ms, "play", session.opponent.wish.number, "cites", options))
    table.look()


def against_the_computer(table: WatchedTable, row: Row) -> None:
    begun(table, "#seat-p2")
    table.player.show(pad(table, 2), row[:4])
    lay_and_lift(table, 2, row[4])
    lay_and_lift(table, 2, row[1])
    lay_and_lift(table, 1, row[7])
    tell(table, row[5])
    tell(table, row[1])
    table.player.show(pad(table, 2), row[6:])
    table.play("choose H")
    table.rig.run_for(SETTLED_MS)
    answer(table, "choose M")
    table.rig.run_for(SETTLED_MS)
    lay_and_lift(table, 1, row[3])
    table.play("play T15")
    lay_and_lift(table, 2, row[2])
    answer(table, f"play {row[0]}")
    lay_and_lift(table, 2, row[2])
    table.touch("#pause", "#leave", "#resume-1")


def with_a_hand_of_ones_own(table: WatchedTable, row: Row) -> None:
    begun(table)
    table.touch("#hands", "#hand-p1")
    table.player.show(pad(table, 1), row[:3])
    lay_and_lift(table, 1, row[3])
    lay_and_lift(table, 2, row[4])
    tell(table, row[4])
    tell(table, row[2])
    table.player.show(pad(table, 1), row[5:])
    for text in ("choose H", "choose M"):
        table.play(text)
    lay_and_lift(table, 2, row[6])
    table.touch("#pause", "#leave", "#resume-1")


@pytest.mark.parametrize("script", [against_the_computer, with_a_hand_of_ones_own])
def test_two_evenings_that_differ_in_a_hand_are_the_same_to_a_stranger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: Callable[[WatchedTable, Row], None]
) -> None:
    read = []
    for row in ROWS:
        with evening(tmp_path, monkeypatch) as (table, found):
            script(table, row)
        read.append(found)
    one, other = read
    assert one.keys() == other.keys()
    assert [where for where in one if one[where] != other[where]] == []
    assert one["log"].count(b"hand of") >= 15
    assert any("recorder" in where for where in one)
