"""Who is let in for a seat: by a ticket once, by a touch at the table, and by nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.model.people import plain_name
from controller.model.phones import PhoneAsk
from controller.model.view import Phase
from controller.web.seats import (
    MOST_PLACES,
    MOST_STRANGERS,
    STRANGER_S,
    TICKET_S,
    TOKEN_S,
    Cause,
    GameSeat,
    Phone,
    Seats,
    TooManyPhones,
    is_seated,
    name_of,
    new_secret,
)
from opponents.thought import Level
from tests.controller.web.serving import massai, masterplan

DARK, LIGHT = GameSeat(1, "dark"), GameSeat(1, "light")
PLAYED = ("setup dark b2 b3 c3 c4 d4", "setup light e3 e4 f4 f5 g5")
GAME = replace(massai(*PLAYED), game_id=1)
NEXT_GAME = replace(massai(*PLAYED), game_id=2)


def joined(seats: Seats, ticket: str, now_s: float = 0.0) -> str:
    """The token of whoever is let in by a ticket."""
    found = seats.join(ticket, now_s)
    assert not isinstance(found, Cause)
    return found[1]


def places(seats: Seats, token: str, now_s: float = 0.0) -> tuple[GameSeat, ...]:
    """The seats of a phone."""
    phone = seats.phone(token, now_s)
    return phone.places if isinstance(phone, Phone) else ()


@pytest.fixture
def seats() -> Seats:
    """Dark and Light each have a code."""
    made = Seats()
    made.invite(DARK, "ticket of dark", 0.0)
    made.invite(LIGHT, "ticket of light", 0.0)
    return made


# By a ticket


def test_the_first_phone_that_shows_a_ticket_is_let_in_and_no_other(seats: Seats) -> None:
    token = joined(seats, "ticket of dark")
    assert places(seats, token) == (DARK,)
    assert seats.join("ticket of dark", 0.0) is Cause.USED


def test_each_seat_has_a_token_of_its_own(seats: Seats) -> None:
    dark, light = joined(seats, "ticket of dark"), joined(seats, "ticket of light")
    assert dark != light
    assert (places(seats, dark), places(seats, light)) == ((DARK,), (LIGHT,))


def test_a_ticket_is_no_token_and_a_token_no_ticket(seats: Seats) -> None:
    assert seats.phone("ticket of dark", 0.0) is Cause.UNKNOWN
    assert seats.join(joined(seats, "ticket of dark"), 0.0) is Cause.OLD


@pytest.mark.parametrize(
    "shown", ["", "ticket", "ticket of dark ", "TICKET OF DARK", "\N{SNOWMAN}", "\udcff", "x" * 9999]
)
def test_anything_else_lets_no_one_in(seats: Seats, shown: str) -> None:
    assert seats.join(shown, 0.0) is Cause.OLD
    assert seats.phone(shown, 0.0) is Cause.UNKNOWN


def test_a_ticket_is_good_for_as_long_as_its_code_is_shown(seats: Seats) -> None:
    assert seats.join("ticket of dark", TICKET_S) is Cause.OLD
    assert joined(seats, "ticket of light", TICKET_S - 0.1)


def test_a_new_code_ends_the_code_before_it_and_the_phone_only_when_another_has_come(seats: Seats) -> None:
    old, other = joined(seats, "ticket of dark"), joined(seats, "ticket of light")
    seats.invite(DARK, "second ticket", 1.0)
    seats.invite(DARK, "third ticket", 2.0)
    assert seats.join("second ticket", 2.0) is Cause.OLD
    assert places(seats, old, 2.0) == (DARK,)
    new = joined(seats, "third ticket", 3.0)
    assert places(seats, new, 3.0) == (DARK,)
    assert seats.phone(old, 3.0) is Cause.REPLACED
    assert places(seats, other, 3.0) == (LIGHT,)


# For an evening


def test_a_phone_stays_as_long_as_it_is_used_now_and_then(seats: Seats) -> None:
    token, now_s = joined(seats, "ticket of dark"), 0.0
    for _ in range(5):
        now_s += TOKEN_S - 1
        assert places(seats, token, now_s) == (DARK,)
    assert seats.phone(token, now_s + TOKEN_S) is Cause.UNUSED


def test_a_dinner_of_three_hours_ends_nothing(seats: Seats) -> None:
    token = joined(seats, "ticket of dark")
    assert places(seats, token, 3 * 3600.0) == (DARK,)


def test_a_phone_that_someone_lets_out_is_told_so(seats: Seats) -> None:
    token = joined(seats, "ticket of dark")
    seats.invite(DARK, "second ticket", 0.0)
    seats.let_out(DARK)
    assert seats.phone(token, 0.0) is Cause.LET_OUT
    assert seats.join("second ticket", 0.0) is Cause.OLD


def test_a_seat_is_kept_for_its_own_game_while_others_are_played(seats: Seats) -> None:
    token = joined(seats, "ticket of dark")
    for session in (None, replace(GAME, play=None, phase=Phase.MENU, game_id=None), NEXT_GAME):
        phone = seats.phone(token, 0.0)
        assert isinstance(phone, Phone)
        assert phone.place_in(session) is None
    assert phone.place_in(GAME) == DARK
    assert phone.place_in(replace(GAME, phase=Phase.OVER)) == DARK


def test_a_phone_keeps_the_seats_of_its_newest_games(seats: Seats) -> None:
    phone = Phone(b"", 0.0)
    for game in range(MOST_PLACES + 3):
        phone = phone.with_place(GameSeat(game, "dark")).with_place(GameSeat(game, "light"))
    assert phone.places == tuple(GameSeat(game, "light") for game in range(3, MOST_PLACES + 3))


# By a touch at the table


def test_a_phone_that_asks_has_nothing_until_its_number_is_touched() -> None:
    seats = Seats()
    token = seats.new_phone(0.0)
    seats.ask(name_of(token), DARK, 0.0)
    assert places(seats, token) == ()
    seats.admit(name_of(token), 0.0)
    assert places(seats, token) == (DARK,)


def test_a_phone_that_is_refused_has_nothing_and_asks_no_more() -> None:
    seats = Seats()
    name = name_of(token := seats.new_phone(0.0))
    seats.ask(name, DARK, 0.0)
    seats.refuse(name)
    seats.admit(name, 0.0)
    assert places(seats, token) == ()
    assert seats.asking(GAME, {name}) == ()


def test_a_phone_that_is_touched_replaces_the_one_of_its_seat(seats: Seats) -> None:
    old, new = joined(seats, "ticket of dark"), seats.new_phone(0.0)
    seats.ask(name_of(new), DARK, 0.0)
    assert places(seats, old) == (DARK,)
    seats.admit(name_of(new), 0.0)
    assert seats.phone(old, 0.0) is Cause.REPLACED


def test_a_phone_asks_in_the_next_game_and_keeps_the_seat_of_the_first(seats: Seats) -> None:
    token = joined(seats, "ticket of dark")
    seats.ask(name_of(token), GameSeat(2, "light"), 0.0)
    seats.admit(name_of(token), 0.0)
    phone = seats.phone(token, 0.0)
    assert isinstance(phone, Phone)
    assert (phone.place_in(GAME), phone.place_in(NEXT_GAME)) == (DARK, GameSeat(2, "light"))


def test_those_that_ask_for_a_seat_of_this_game_and_are_there_are_shown_with_their_numbers() -> None:
    seats = Seats()
    names = [name_of(seats.new_phone(0.0)) for _ in range(3)]
    for name, place in zip(names, (DARK, LIGHT, GameSeat(2, "dark")), strict=True):
        seats.ask(name, place, 0.0)
    shown = seats.asking(GAME, {names[0], names[2]})
    assert [(one.seat, one.phone) for one in shown] == [("dark", names[0])]
    all_shown = seats.asking(GAME, {*names})
    assert len({one.mark for one in all_shown}) == len(all_shown) == 2
    assert all(isinstance(one, PhoneAsk) and 10 <= one.mark < 100 for one in all_shown)


def test_strangers_are_few_and_those_that_do_not_ask_make_room(seats: Seats) -> None:
    tokens = [seats.new_phone(float(number)) for number in range(MOST_STRANGERS)]
    names = {name_of(token) for token in tokens}
    for token in (*tokens[:2], *tokens[3:]):
        seats.ask(name_of(token), DARK, 20.0)
    assert seats.new_phone(21.0, names)
    assert seats.phone(tokens[2], 21.0) is Cause.CROWDED_OUT
    assert len([*seats.names()]) == MOST_STRANGERS


def test_where_all_strangers_ask_another_one_waits_until_they_are_turned_away(seats: Seats) -> None:
    tokens = [seats.new_phone(0.0) for _ in range(MOST_STRANGERS)]
    names = {name_of(token) for token in tokens}
    for name in names:
        seats.ask(name, DARK, 0.0)
    with pytest.raises(TooManyPhones):
        seats.new_phone(1.0, names)
    assert joined(seats, "ticket of dark", 1.0)
    for name in names:
        seats.refuse(name)
    assert seats.phone(tokens[0], 1.0) is Cause.TURNED_AWAY
    assert seats.new_phone(1.0, names)


def test_strangers_that_have_gone_make_room_and_are_soon_forgotten(seats: Seats) -> None:
    tokens = [seats.new_phone(0.0) for _ in range(MOST_STRANGERS)]
    for token in tokens:
        seats.ask(name_of(token), DARK, 0.0)
    assert seats.new_phone(1.0)
    assert seats.new_phone(STRANGER_S)
    assert seats.phone(tokens[5], STRANGER_S) is Cause.UNUSED


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Anna", "Anna"),
        ("  Jean-Luc   d’Arc ", "Jean-Luc d’A"),
        ("Zoe\u0308", "Zoë"),
        ("Ольга", "Ольга"),
        ("{0}\u202eevil\n<b>", "0evilb"),
        ("🙂", ""),
    ],
)
def test_a_name_is_written_in_letters_that_the_table_has(given: str, name: str) -> None:
    assert plain_name(given) == name


def test_who_never_asked_is_not_let_in_by_a_name() -> None:
    seats = Seats()
    token = seats.new_phone(0.0)
    for name in (name_of(token), "nobody"):
        seats.admit(name, 0.0)
        seats.refuse(name)
    assert places(seats, token) == ()


# Seats


def test_only_a_persons_seat_of_the_game_on_the_table_is_one() -> None:
    assert is_seated(GAME, DARK)
    assert is_seated(replace(GAME, phase=Phase.PAUSED), DARK)
    assert is_seated(replace(GAME, phase=Phase.OVER), DARK)
    assert not is_seated(GAME, GameSeat(1, "white"))
    assert not is_seated(GAME, GameSeat(2, "dark"))
    assert not is_seated(replace(masterplan(), game_id=1), GameSeat(1, "white"))
    assert not is_seated(None, DARK)
    computer = replace(GAME, play=replace(GAME.current, computers={"dark": Level.EASY}))
    assert not is_seated(computer, DARK)


def test_neither_ticket_nor_token_is_kept(seats: Seats) -> None:
    token = joined(seats, "ticket of dark")
    seats.ask(name_of(token), GameSeat(2, "dark"), 0.0)
    kept = repr([seats._phones, seats._tickets])
    assert token not in kept
    assert "ticket" not in kept
    assert "digest" not in kept


def test_secrets_can_stand_in_an_address_and_are_all_different() -> None:
    made = {new_secret() for _ in range(1_000)}
    assert len(made) == 1_000
    assert all(len(one) == 22 and one.replace("-", "").replace("_", "").isalnum() for one in made)
