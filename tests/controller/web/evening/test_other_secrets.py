"""The evening's measure of what a stranger may hear: the same table with other secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from controller.model.hands import Hands
from controller.referee.session import Session
from controller.web.feed import Told
from controller.web.picture import picture_of
from controller.web.seat_picture import seat_picture
from controller.web.seats import GameSeat
from tests.controller.web.evening.other_secrets import with_other_secrets
from tests.controller.web.phones import SET_UP, table_with
from tests.controller.web.serving import massai

SHOWN = ("D1", "D2", "H3")


@pytest.fixture
def dealt(tmp_path: Path) -> Iterator[Session]:
    """In Cités Nouvelles, two seats have begun to show their tiles."""
    with table_with(tmp_path, "cites", {}) as table:
        table.play("turnup D15", "turnup M15")
        session = table.rig.running.session
        play = session.current
        assert play.deal is not None
        rows = {(play.deal.number, "p1"): SHOWN, (play.deal.number, "p2"): ("M1", "M2")}
        yield replace(session, play=replace(play, hands=Hands(rows)))


def told(session: Session) -> object:
    return picture_of(Told(session), "en", "1")


def told_to(session: Session, seat: str) -> object:
    assert session.game_id is not None
    return seat_picture(session, GameSeat(session.game_id, seat), "", "en", "1")


@pytest.mark.parametrize("actions", [SET_UP[:1], (*SET_UP, "attack e3")])
def test_secret_actions_are_others_and_the_picture_is_the_same(
    monkeypatch: pytest.MonkeyPatch, actions: tuple[str, ...]
) -> None:
    session = massai(*actions)
    other = with_other_secrets(session)
    assert other.current.plies[-1].action != session.current.plies[-1].action
    assert told(other) == told(session)
    monkeypatch.setattr("controller.web.picture._revealed", lambda play: len(play.plies))
    monkeypatch.setattr("controller.web.picture.ply_words", lambda _play, ply: str(ply.action))
    assert told(other) != told(session)


def test_what_was_revealed_stays() -> None:
    session = massai(*SET_UP, "attack e3", "guard")
    assert with_other_secrets(session).current.plies == session.current.plies


def test_other_tiles_are_in_the_hands_of_all_but_ones_own(dealt: Session) -> None:
    other = with_other_secrets(dealt, "p1")
    assert other.current.row("p1") == SHOWN
    assert set(other.current.row("p2")).isdisjoint({*SHOWN, "M1"})
    assert told(other) == told(dealt)
    assert told_to(other, "p1") == told_to(dealt, "p1")
    assert told_to(other, "p2") != told_to(dealt, "p2")
