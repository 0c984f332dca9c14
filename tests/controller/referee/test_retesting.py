"""Broken sensors are tried again: those that change rightly are believed, no others."""

from __future__ import annotations

from dataclasses import replace

from controller.model import records
from controller.referee import step
from controller.referee.play import Play
from controller.referee.session import Session
from tests.controller.at_the_table import AtTheTable


def a_game(masked: str) -> tuple[AtTheTable, int]:
    """A game with a broken sensor, and its site."""
    table = AtTheTable()
    table.begin()
    sites = table.table.sites(masked)
    tracker = table.session.tracker.mask(sites, 0, 0)
    table.session = replace(table.session, tracker=tracker)
    return table, sites


def right(session: Session, play: Play, says: int) -> tuple[Session, tuple[records.Effect, ...]]:
    """A board that has been found right, and what the sensors say of it."""
    tracker = replace(session.tracker, closed=says)
    return step.retested(replace(session, play=play, tracker=tracker))


def after(play: Play, text: str) -> Play:
    return play.after(play.table.game.parse(text))


def test_a_sensor_that_follows_its_piece_down_and_up_is_believed_again() -> None:
    table, sites = a_game("d4.ne")
    empty = table.session.current
    house = after(empty, "house d4 ne")
    session, effects = right(table.session, empty, 0)
    assert effects == ()
    session, effects = right(session, house, sites)
    assert effects == ()
    session, effects = right(session, empty, 0)
    assert effects == (records.Unmask(11, 11),)
    assert session.tracker.masked == 0


def test_one_that_stands_still_is_not() -> None:
    table, sites = a_game("d4.ne")
    empty = table.session.current
    house = after(empty, "house d4 ne")
    session = table.session
    for play in (house, empty, house, empty, house):
        session, effects = right(session, play, sites)
        assert effects == ()
    assert session.tracker.masked == sites


def test_one_that_was_wrong_once_begins_anew() -> None:
    table, sites = a_game("d4.ne")
    empty = table.session.current
    house = after(empty, "house d4 ne")
    session = table.session
    for play, says in ((empty, 0), (house, sites), (empty, sites), (house, sites), (empty, 0)):
        session, effects = right(session, play, says)
        assert effects == ()
    session, effects = right(session, house, sites)
    assert effects == (records.Unmask(11, 11),)
