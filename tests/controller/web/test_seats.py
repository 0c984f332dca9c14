"""Admission for a seat: by a ticket once, by a token for a while, and by nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.model.view import Phase
from controller.web.seats import TICKET_S, TOKEN_S, Place, Seats, is_seated, new_secret
from tests.controller.web.serving import massai, masterplan

DARK, LIGHT = Place(1, "dark"), Place(1, "light")
PLAYED = ("setup dark b2 b3 c3 c4 d4", "setup light e3 e4 f4 f5 g5")


def joined(seats: Seats, ticket: str, now_s: float = 0.0) -> str:
    """The token of whoever is let in by a ticket."""
    found = seats.join(ticket, now_s)
    assert found is not None
    return found[1]


@pytest.fixture
def seats() -> Seats:
    """Dark and Light each have a code."""
    made = Seats()
    made.invite(DARK, "ticket of dark", 0.0)
    made.invite(LIGHT, "ticket of light", 0.0)
    return made


def test_the_first_phone_that_shows_a_ticket_is_let_in_and_no_other(seats: Seats) -> None:
    token = joined(seats, "ticket of dark")
    assert seats.place_of(token, 0.0) == DARK
    assert seats.join("ticket of dark", 0.0) is None


def test_each_seat_has_a_token_of_its_own(seats: Seats) -> None:
    dark, light = joined(seats, "ticket of dark"), joined(seats, "ticket of light")
    assert dark != light
    assert (seats.place_of(dark, 0.0), seats.place_of(light, 0.0)) == (DARK, LIGHT)


def test_a_ticket_is_no_token_and_a_token_no_ticket(seats: Seats) -> None:
    assert seats.place_of("ticket of dark", 0.0) is None
    assert seats.join(joined(seats, "ticket of dark"), 0.0) is None


@pytest.mark.parametrize(
    "shown", ["", "ticket", "ticket of dark ", "TICKET OF DARK", "\N{SNOWMAN}", "\udcff", "x" * 9999]
)
def test_anything_else_lets_nobody_in(seats: Seats, shown: str) -> None:
    assert seats.join(shown, 0.0) is None
    assert seats.place_of(shown, 0.0) is None


def test_a_ticket_is_good_for_as_long_as_its_code_is_shown(seats: Seats) -> None:
    assert seats.join("ticket of dark", TICKET_S) is None
    assert joined(seats, "ticket of light", TICKET_S - 0.1)


def test_a_token_ends_after_a_while(seats: Seats) -> None:
    token = joined(seats, "ticket of dark", 10.0)
    assert seats.place_of(token, 10.0 + TOKEN_S - 0.1) == DARK
    assert seats.place_of(token, 10.0 + TOKEN_S) is None


def test_a_new_code_ends_the_phone_that_was_there_and_the_code_before_it(seats: Seats) -> None:
    lost, other = joined(seats, "ticket of dark"), joined(seats, "ticket of light")
    seats.invite(DARK, "second ticket", 1.0)
    assert seats.place_of(lost, 1.0) is None
    assert seats.place_of(other, 1.0) == LIGHT
    seats.invite(DARK, "third ticket", 2.0)
    assert seats.join("second ticket", 2.0) is None
    assert seats.place_of(joined(seats, "third ticket", 2.0), 2.0) == DARK


def test_the_same_seat_of_another_game_is_another(seats: Seats) -> None:
    token = joined(seats, "ticket of dark")
    seats.invite(Place(2, "dark"), "of game 2", 0.0)
    other = joined(seats, "of game 2")
    assert (seats.place_of(token, 0.0), seats.place_of(other, 0.0)) == (DARK, Place(2, "dark"))


def test_a_game_that_leaves_the_table_takes_its_phones_and_codes_with_it(seats: Seats) -> None:
    token = joined(seats, "ticket of dark")
    session = replace(massai(*PLAYED), game_id=1)
    seats.keep(session)
    assert seats.place_of(token, 0.0) == DARK
    assert len(seats) == 2
    seats.keep(replace(session, play=None, phase=Phase.MENU))
    assert seats.place_of(token, 0.0) is None
    assert seats.join("ticket of light", 0.0) is None
    assert len(seats) == 0
    seats.keep(session)
    assert seats.place_of(token, 0.0) is None


def test_only_a_seat_of_the_game_that_goes_on_is_seated() -> None:
    session = replace(massai(*PLAYED), game_id=1)
    assert is_seated(session, DARK)
    assert is_seated(replace(session, phase=Phase.PAUSED), DARK)
    assert not is_seated(session, Place(1, "white"))
    assert not is_seated(session, Place(2, "dark"))
    assert not is_seated(replace(session, phase=Phase.OVER), DARK)
    assert not is_seated(replace(masterplan(), game_id=1), DARK)
    assert not is_seated(None, DARK)


def test_neither_ticket_nor_token_is_kept(seats: Seats) -> None:
    token = joined(seats, "ticket of dark")
    kept = repr(seats._keys)
    assert token not in kept
    assert "ticket" not in kept.replace("is_ticket", "")
    assert "digest" not in kept


def test_secrets_can_stand_in_an_address_and_are_all_different() -> None:
    made = {new_secret() for _ in range(1_000)}
    assert len(made) == 1_000
    assert all(len(one) == 22 and one.replace("-", "").replace("_", "").isalnum() for one in made)
