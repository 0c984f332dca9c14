"""Hands of tiles are revealed to no one."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.model.hands import HIDDEN, Hands, Pads
from controller.model.phones import Watched
from controller.shell.phones import phone_code
from controller.shell.playing.chances import THINK_MS
from controller.view.cues import Cue, cue
from controller.web.feed import Told
from controller.web.picture import picture_of
from controller.web.seats import GameSeat, is_seated
from tests.controller.tables.cites.at_the_tiles import (
    OTHER_ROW,
    ROW,
    AtTheTiles,
)
from tests.controller.with_a_computer import SETTLED_MS

# Secrets

Step = Callable[[AtTheTiles, Sequence[str]], None]


def seen_of(table: AtTheTiles, caplog: pytest.LogCaptureFixture) -> Any:
    """Everything about a table that everyone may see, hear and read."""
    shown = table.rig.running.shown
    session = re.sub(" at 0x[0-9a-f]+", "", repr(table.session))
    kinds = [session, shown.view, shown.picture, table.rig.board.lit]
    return [*kinds, table.rig.journal.export(1), caplog.messages[:]]


STEPS: list[Step] = [
    lambda table, row: table.show(row[:6]),
    lambda table, row: table.lay(row[6]),
    lambda table, _row: table.cut(),
    lambda table, _row: table.lift(),
    lambda table, row: table.lay(row[2]),
    lambda table, _row: table.lift(),
    lambda table, row: table.lay(row[9], seat=1),
    lambda table, _row: table.lift(1),
    lambda table, row: table.show(row[7:]),
    lambda table, _row: table.player.play("choose H"),
    lambda table, _row: table.answer("choose M"),
    lambda table, row: table.lay(row[3], seat=1),
    lambda table, _row: table.lift(1),
    lambda table, _row: table.player.play("play T15"),
    lambda table, row: table.lay(row[4]),
    lambda table, _row: table.lift(),
    lambda table, row: table.answer(f"play {row[0]}"),
    lambda table, row: table.lay(row[5]),
    lambda table, _row: table.lift(),
    lambda table, _row: table.player.touch("#pause"),
    lambda table, _row: table.player.touch("#leave"),
    lambda table, _row: table.player.touch("#resume-1"),
    lambda table, _row: table.cut(),
]


def test_two_games_that_differ_in_the_computers_hand_look_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    seen = []
    for row in (ROW, OTHER_ROW):
        caplog.clear()
        folder = tmp_path / row[0]
        folder.mkdir()
        table = AtTheTiles(folder)
        table.rig.thinker.is_silent = True
        table.speak()
        seen.append([])
        for step in STEPS:
            step(table, row)
            table.rig.run_for(SETTLED_MS)
            seen[-1].append(seen_of(table, caplog))
        assert table.rig.journal.hands(1) == Hands({(1, "p2"): row})
        table.rig.close()
    for number, (one, other) in enumerate(zip(*seen, strict=True)):
        assert one == other, f"after step {number}"


def test_two_games_that_differ_in_the_computers_hand_have_the_same_chances_for_spectators(
    tmp_path: Path,
) -> None:
    seen = []
    for row in (ROW, OTHER_ROW):
        folder = tmp_path / row[0]
        folder.mkdir()
        table = AtTheTiles(folder)
        table.rig.tell(Watched(table.rig.now_ms, is_watched=True))
        table.offer(row)
        table.rig.run_for(THINK_MS)
        shown = table.rig.running.shown
        assert shown.chances is not None
        assert shown.chances.results
        seen.append(picture_of(Told(shown.session, chances=shown.chances), "en", "1"))
        table.rig.close()
    assert seen[0] == seen[1]


def test_a_tile_that_is_shown_is_veiled_from_the_tracker_on(table: AtTheTiles) -> None:
    table.speak()
    table.lay("H12")
    assert set(table.session.tracker.kinds.values()) == {HIDDEN}
    assert "H12" not in repr(table.session.tracker)


# Sounds


def test_each_tile_that_is_counted_is_heard(table: AtTheTiles) -> None:
    table.speak()
    before = table.session
    table.player.put(table.pad(2), "H12")
    table.rig.run_until(table.rig.now_ms + 1_000, lambda: bool(table.session.current.row("p2")))
    assert cue(before, table.session) is Cue.ACCEPTED


# On phones


def test_each_person_of_a_team_may_have_a_phone_of_their_own(table: AtTheTiles) -> None:
    table.player.touch("#game-cites")
    table.player.touch("#option-players-4")
    table.player.touch("#seat-p2")
    table.player.touch("#start")
    table.rig.run_for(SETTLED_MS)
    assert is_seated(table.session, GameSeat(1, "p3"))
    shell = replace(table.rig.running.shell, address="http://table.local/")
    asking = replace(table.session, pads=Pads(is_asking=True))
    assert phone_code.seats(replace(shell, session=asking)) == ("p1", "p3", "p4")
