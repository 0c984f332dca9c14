"""Tag readers in the tracker and in the session."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.games import tables_for
from controller.model.tracker import READ_MS, Tracker
from controller.model.view import Phase
from controller.referee import step
from controller.referee.play import Play
from controller.referee.session import READERS, Session, first_session
from controller.referee.session_parts import DeviceStates, Due, UnfinishedGame, UnfinishedGames
from hardware.ports import Grid, LinkLost, LinkUp, SensorFrame, TagRead

GRID = Grid(24, 24)
SETTLE_MS = 600
SITE = GRID.site(3, 4)
PAD = GRID.size
OFFERED = ("turnup D15", "turnup M1", "choose H", "choose M")


def played(*texts: str) -> Session:
    """A game of Cités Nouvelles in which all is right."""
    tables = tables_for(GRID, 3, 4)
    table = tables["cites"]
    play = Play.resume(table, table.header({"players": 2, "contre": False}), texts)
    tiles = {"04A2": "H12", "04A3": "H3"}
    devices = DeviceStates(is_board_seen=True)
    session = replace(first_session(tables, GRID, SETTLE_MS, {}), tiles=tiles, play=play, devices=devices)
    return session.right()


def told(session: Session, *events: TagRead | SensorFrame | LinkLost | LinkUp) -> Session:
    for event in events:
        session, _ = step.handle(session, event)
    return session


def test_a_piece_waits_for_its_reader_before_it_is_judged() -> None:
    tracker = Tracker(GRID, readers=GRID.all_sites).seen(1 << SITE, 1_000)
    assert tracker.rests_at_ms(SETTLE_MS) == 1_000 + READ_MS
    assert tracker.read(SITE, "house white", 1_150).rests_at_ms(SETTLE_MS) == 1_000 + SETTLE_MS


def test_a_piece_without_a_reader_below_it_waits_for_the_settle_time_alone() -> None:
    assert Tracker(GRID).seen(1 << SITE, 1_000).rests_at_ms(SETTLE_MS) == 1_000 + SETTLE_MS


def test_one_piece_for_another_is_a_change_though_nothing_opened() -> None:
    tracker = Tracker(GRID).read(PAD, "H12", 1_000).rested()
    changed = tracker.read(PAD, "H3", 5_000)
    assert changed.board == tracker.board
    assert changed.rests_at_ms(SETTLE_MS) == 5_000 + SETTLE_MS


def test_the_same_tag_again_changes_nothing() -> None:
    tracker = Tracker(GRID).read(PAD, "H12", 1_000)
    assert tracker.read(PAD, "H12", 1_200) is tracker
    assert Tracker(GRID).read(PAD, None, 1_000) == Tracker(GRID)


def test_without_readers_nothing_is_known_of_pieces_but_that_they_stand() -> None:
    tracker = Tracker(GRID).seen(1 << SITE, 0).read(SITE, "house white", 100).read(PAD, "H12", 100)
    unread = tracker.unread(1_000)
    assert unread.kinds == {}
    assert unread.board == 1 << SITE


def test_a_tag_of_a_site_that_the_table_does_not_have_is_ignored() -> None:
    session = played(*OFFERED)
    assert told(session, TagRead(0, "@30,30", "04A2")) is session


def test_an_unknown_tag_is_called_so() -> None:
    session = told(played(*OFFERED), TagRead(0, "pad.p1", "04FF"))
    assert session.tracker.kinds == {PAD: "unknown tag 04FF"}


@pytest.mark.parametrize("phase", [Phase.PLAYING, Phase.CORRECTING])
def test_a_game_that_needs_the_readers_pauses_without_them(phase: Phase) -> None:
    session = told(replace(played(*OFFERED), phase=phase), LinkLost(0, READERS, "They are away."))
    assert session.phase is Phase.PAUSED
    assert told(session, LinkUp(0, READERS, "")).phase is phase


def test_the_menu_does_not_wait_for_the_readers() -> None:
    menu = replace(played(), play=None, phase=Phase.MENU)
    assert told(menu, LinkLost(0, READERS, "They are away.")).phase is Phase.MENU


def test_after_a_power_cut_the_tiles_of_the_last_trick_are_still_asked_for() -> None:
    session = played(*OFFERED, "play H12", "play H3")
    waiting = UnfinishedGames({1: UnfinishedGame.of(session.current)})
    session = replace(session, unfinished=waiting).taken_up(1)
    assert session.due.asked == 1 << PAD | 1 << PAD + 1
    assert session.due.must_leave == {PAD: "H12", PAD + 1: "H3"}


def test_a_tile_that_was_read_to_leave_is_not_asked_for_any_more() -> None:
    session = replace(played(*OFFERED, "play H12", "play H3"), due=Due(asked=1 << PAD))
    session = told(session, TagRead(0, "pad.p1", "04A2"))
    assert session.due.asked == 1 << PAD
    assert told(session, TagRead(300, "pad.p1", None)).due.asked == 0
