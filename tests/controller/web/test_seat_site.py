"""The page of a seat as it is served: a phone chooses in secret, is replaced, and no other learns of it."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.model.view import Phase
from controller.referee.people import people_of
from controller.settings import player_names
from controller.shell.phones.phone_code import WELCOME_MS, asking
from controller.view.language import LANGUAGES
from controller.web import pages
from controller.web.guard import ASKS_AT_ONCE, CHOICES_AT_ONCE, HEADERS, LARGEST_BODY
from controller.web.seat_site import STREAMS_EACH
from tests.controller.web.phones import (
    DARK,
    LIGHT,
    SET_UP,
    Phone,
    PhoneTable,
    SeatStream,
    phone_table,
    post,
    table_at_the_menu,
    told_to_all,
)
from tests.controller.web.serving import ask, until

E3, E4 = "cell-4,2", "cell-4,3"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PhoneTable]:
    """Massaï's set-up is due."""
    with phone_table(tmp_path) as one:
        yield one


@pytest.fixture
def attacked(tmp_path: Path) -> Iterator[PhoneTable]:
    """Dark may attack e3 or e4."""
    with phone_table(tmp_path, *SET_UP) as one:
        one.player.get_ready()
        yield one


def phone_in_a_pause(table: PhoneTable, seat: str) -> Phone:
    """A phone that comes while the game waits."""
    table.touch("#pause")
    phone = table.phone(seat)
    table.player.get_ready()
    table.hear()
    return phone


def labels(table: PhoneTable) -> list[str]:
    """The labels of the screen's buttons."""
    return [str(choice.label) for choice in table.rig.running.shown.view.choices]


def items_in(board: str) -> list[str]:
    """The cells of a board that can be touched."""
    return re.findall('data-item="([^"]+)"', board)


# A choice


def test_a_phone_chooses_and_the_table_goes_on(table: PhoneTable) -> None:
    phone = table.phone("dark")
    shown = phone.picture()
    assert (shown["title"], shown["seat"]) == ("Massaï", "Dark")
    assert shown["choice"]["least"] == shown["choice"]["most"] == 5
    assert shown["turn"] == "Your turn"
    assert set(items_in(shown["board"]["upright"])) == set(items_in(shown["board"]["lying"]))
    assert set(DARK) <= set(items_in(shown["board"]["lying"]))
    assert not set(LIGHT) & set(items_in(shown["board"]["lying"]))
    assert phone.choose("setup-dark", DARK, shown["ply"]) == 202
    after = phone.until(lambda picture: picture["choice"] is None)
    assert after["turn"] == "Light chooses in secret"
    assert after["ask"] == ["You have chosen. It stays secret until the rules reveal it."]
    assert table.actions == [SET_UP[0]]
    assert table.rig.running.shown.view.heading == "For Light alone"


def test_both_choose_on_their_phones_at_the_same_time(table: PhoneTable) -> None:
    dark, light = table.phone("dark"), table.phone("light")
    ply = light.picture()["ply"]
    dark.choose("setup-dark", DARK, dark.picture()["ply"])
    table.until(lambda: len(table.actions) == 1)
    light.choose("setup-light", LIGHT, ply)  # it has not heard of Dark's yet
    table.until(lambda: len(table.actions) == 2)
    assert table.actions == list(SET_UP)


def test_an_attack_and_its_guards_are_chosen_on_phones(attacked: PhoneTable) -> None:
    dark, light = phone_in_a_pause(attacked, "dark"), phone_in_a_pause(attacked, "light")
    shown = dark.until(lambda picture: picture["choice"])
    assert shown["turn"] == "Your turn"
    assert shown["ask"] == [
        "Set a dark hut on the board, beside another of yours. Or attack a light one, here."
    ]
    assert (shown["choice"]["button"], shown["choice"]["words"]) == (
        "Attack",
        "Choose the light hut that you attack.",
    )
    assert items_in(shown["board"]["lying"]) == [E3, E4]
    dark.choose("attack", [E4], shown["ply"])
    guards = light.until(lambda picture: picture["choice"])
    assert (guards["choice"]["least"], guards["choice"]["most"]) == (0, 1)
    light.choose("guard", [], guards["ply"])
    attacked.until(lambda: len(attacked.actions) == 4)
    assert attacked.actions[2:] == ["attack e4", "guard"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_speaks_its_language(table: PhoneTable, language: str) -> None:
    seats = {"en": "Dark", "fr": "Foncé", "de": "Dunkel"}
    stream = SeatStream(table.server, table.phone("dark").token, language)
    assert stream.picture()["seat"] == seats[language]
    stream.close()


def test_what_the_rules_refuse_is_told_to_that_phone_alone(table: PhoneTable) -> None:
    dark, light = table.phone("dark"), table.phone("light")
    apart = (*DARK[:4], "cell-0,5")
    dark.choose("setup-dark", apart, dark.picture()["ply"])
    assert "would stand alone" in dark.until(lambda picture: picture["refused"])["refused"]
    assert light.picture()["refused"] == ""
    assert "alone" not in table.rig.running.shown.view.notice
    assert table.actions == []
    dark.choose("setup-dark", DARK, 0)
    table.until(lambda: len(table.actions) == 1)
    assert dark.until(lambda picture: picture["choice"] is None)["refused"] == ""


@pytest.mark.parametrize(
    ("choice", "items"),
    [
        ("setup-light", LIGHT),
        ("setup-dark", LIGHT),
        ("setup-dark", DARK[:4]),
        ("setup-dark", (*DARK[:4], DARK[0])),
        ("setup-dark", (*DARK, "cell-0,0")),
        ("attack", (E3,)),
        ("setup-dark", ("cell-99,99", *DARK[1:])),
        ("", ()),
    ],
)
def test_a_seat_chooses_nothing_but_what_is_offered_to_it(
    table: PhoneTable, choice: str, items: tuple[str, ...]
) -> None:
    dark = table.phone("dark")
    assert dark.choose(choice, items, dark.picture()["ply"]) == 202
    dark.choose("setup-dark", DARK, 0)
    table.until(lambda: bool(table.actions))
    assert table.actions == [SET_UP[0]]


# Beside the screen


def test_whoever_chooses_first_has_chosen_and_the_screen_is_told(table: PhoneTable) -> None:
    dark = table.phone("dark")
    ply = dark.picture()["ply"]
    table.touch("#reveal", *(f"#{item}" for item in DARK[:3]))
    dark.choose("setup-dark", DARK, ply)
    table.until(lambda: bool(table.actions))
    shown = table.rig.running.shown.view
    assert shown.heading == "For Light alone"
    assert "Dark has chosen on a phone." in shown.notice


def test_whoever_chooses_first_has_chosen_and_the_phone_is_told(table: PhoneTable) -> None:
    dark = table.phone("dark")
    ply = dark.picture()["ply"]
    table.play(SET_UP[0])
    dark.choose("setup-dark", tuple(reversed(DARK)), ply)
    assert dark.until(lambda picture: picture["refused"])["refused"] == "The table has gone on meanwhile."
    assert table.actions == [SET_UP[0]]


def test_what_one_chooses_on_the_screen_goes_on_while_the_other_chooses_on_a_phone(table: PhoneTable) -> None:
    light = table.phone("light")
    table.touch("#reveal", *(f"#{item}" for item in DARK[:3]))
    light.choose("setup-light", LIGHT, light.picture()["ply"])
    table.until(lambda: bool(table.actions))
    table.touch(*(f"#{item}" for item in DARK[3:]), "#done")
    assert table.actions == [SET_UP[1], SET_UP[0]]


def test_a_phone_that_waits_says_so(attacked: PhoneTable) -> None:
    dark = phone_in_a_pause(attacked, "dark")
    attacked.touch("#pause")
    assert dark.until(lambda picture: "Paused" in picture["turn"])["choice"] is None


# Admission


def test_a_lost_phone_is_replaced_at_the_table_when_the_new_one_has_come(table: PhoneTable) -> None:
    lost = table.phone("dark")
    ticket = table.ticket("dark")
    assert lost.choose("setup-dark", (), 0) == 202
    phone = table.scanned(ticket)
    assert lost.why_out() == "replaced"
    assert lost.choose("setup-dark", DARK, 0) == 403
    answer, text = post(table.server, "/seat/join", {"ticket": ticket})
    assert (answer.status, json.loads(text)) == (403, {"why": "used"})
    phone.choose("setup-dark", DARK, 0)
    table.until(lambda: bool(table.actions))


def test_a_phone_is_let_out_at_the_table(table: PhoneTable) -> None:
    phone = table.phone("dark")
    ticket = table.ticket("dark")
    table.touch("#let-out")
    assert phone.why_out() == "let_out"
    assert post(table.server, "/seat/join", {"ticket": ticket})[0].status == 403


def test_a_seat_that_goes_to_the_computer_ends_its_phone(table: PhoneTable) -> None:
    phone = table.phone("dark")
    table.touch("#pause", "#seats", *["#seat-dark"] * 5, "#back", "#resume")
    assert not table.rig.running.session.current.computers
    assert phone.why_out() == "let_out"
    table.phone("dark").choose("setup-dark", DARK, 0)
    table.until(lambda: bool(table.actions))


def test_a_phone_that_is_there_is_told_of_on_the_screen_and_one_that_has_gone_is_not(
    table: PhoneTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "HEARTBEAT_S", 0.05)
    phone = table.phone("dark")
    assert "Dark: choose here" in labels(table)
    phone.close()
    table.until(lambda: not table.rig.running.session.phones)
    assert "Dark: choose here" not in labels(table)


def test_a_phone_keeps_its_seat_over_the_menu_and_asks_for_it_in_the_next_game(table: PhoneTable) -> None:
    phone = table.phone("dark")
    table.touch("#pause", "#leave")
    assert phone.until(lambda told: "mark" in told)["ask"] == [
        "No game is on the table. This phone keeps its seat."
    ]
    table.player.choose_game("massai", {})
    asks = phone.until(lambda told: told.get("mark"))
    table.until(lambda: bool(table.rig.running.shell.asks))
    assert phone.choose("setup-dark", DARK, 0) == 409
    assert [(one.seat, str(one.mark)) for one in table.rig.running.shell.asks] == [("dark", asks["mark"])]
    table.touch(f"#admit-{table.rig.running.shell.asks[0].phone}")
    phone.until(lambda told: told.get("choice"))
    table.until(lambda: table.rig.running.shell.layer is None)
    table.touch("#pause", "#leave")
    phone.until(lambda told: "mark" in told)
    table.touch("#resume-1")
    table.player.get_ready()
    table.hear()
    phone.until(lambda told: told.get("choice"))
    assert phone.choose("setup-dark", DARK, 0) == 202
    table.until(lambda: table.actions_of(1) == [SET_UP[0]])


def test_a_phone_stays_at_the_end(attacked: PhoneTable) -> None:
    dark = phone_in_a_pause(attacked, "dark")
    attacked.touch("#pause", "#end", "#resign-dark")
    attacked.until(lambda: attacked.rig.running.session.phase is Phase.OVER)
    dark.until(lambda told: told.get("place") == "dark" and told["is_over"])


def test_the_winners_phone_plays_on_when_the_end_is_taken_back(tmp_path: Path) -> None:
    wiped_out = ("setup dark c1 c4 d1 d2 d3", "setup light e2 f3 g3 h3 h4")
    with phone_table(tmp_path, *wiped_out) as table:
        table.player.get_ready()
        light = phone_in_a_pause(table, "light")
        table.play("attack e2", "guard e2")
        table.player.get_ready()
        light.until(lambda told: told.get("turn") == "Light wins" and told["is_over"])
        table.touch("#undo")
        table.player.get_ready()
        table.hear()
        light.until(lambda told: told.get("place") == "light" and not told["is_over"])
        assert table.actions == list(wiped_out)
        table.play("attack e2")
        asked = light.until(lambda told: told.get("choice") and told["choice"]["choice"] == "guard")
        assert light.choose("guard", ["cell-4,1"], asked["ply"]) == 202
        table.until(lambda: len(table.actions) == 4)
        table.player.get_ready()
        table.hear()
        light.until(lambda told: told.get("turn") == "Light wins" and told["is_over"])


def test_another_seats_token_chooses_for_its_own_seat_alone(table: PhoneTable) -> None:
    light = table.phone("light")
    assert light.choose("setup-dark", DARK, light.picture()["ply"]) == 202
    assert light.until(lambda picture: picture["refused"])["choice"]["choice"] == "setup-light"
    assert table.actions == []


@pytest.mark.parametrize("shown", ["", "Bearer", "Bearer ", "Bearer x", "Basic x", "Bearer " + "A" * 3000])
def test_without_its_token_no_one_sees_or_chooses_anything(table: PhoneTable, shown: str) -> None:
    table.phone("dark")
    headers = {"Authorization": shown} if shown else {}
    assert ask(table.server, "/seat/events/en", **headers)[0].status == 403
    body = {"choice": "setup-dark", "ply": 0, "items": list(DARK), "number": 1}
    assert post(table.server, "/seat/choose", body, **headers)[0].status == 403


def test_a_ticket_is_no_token(table: PhoneTable) -> None:
    ticket = table.ticket("dark")
    assert ask(table.server, "/seat/events/en", Authorization=f"Bearer {ticket}")[0].status == 403


def test_after_a_restart_a_phone_asks_and_a_touch_at_the_table_lets_it_in_again(table: PhoneTable) -> None:
    dark, light = table.phone("dark"), table.phone("light")
    dark.choose("setup-dark", DARK, dark.picture()["ply"])
    table.until(lambda: bool(table.actions))
    table.restart()
    assert light.choose("setup-light", LIGHT, 1) == 403
    assert table.rig.running.session.phones == frozenset()
    again = table.asking("light", light.token)
    assert again.token != light.token
    assert again.choose("setup-light", LIGHT, 1) == 409
    mark = again.until(lambda told: told.get("mark"))["mark"]
    assert labels(table)[0] == f"Light: {mark}"
    table.touch(f"#admit-{table.rig.running.shell.asks[0].phone}")
    table.until(lambda: table.rig.running.shell.layer is None)
    table.player.get_ready()
    shown = again.until(lambda told: told.get("choice"))
    again.choose("setup-light", LIGHT, shown["ply"])
    table.until(lambda: len(table.actions) == 2)
    assert table.actions == list(SET_UP)


def test_all_phones_that_ask_are_let_in_by_one_touch(table: PhoneTable) -> None:
    table.touch("#pause")
    phones = [table.asking(seat) for seat in ("dark", "light")]
    table.touch("#admit-all")
    for phone in phones:
        phone.until(lambda told: told.get("place"))
    table.until(lambda: len(table.rig.running.session.phones) == 2)


def test_a_phone_that_is_not_wanted_stays_out_and_does_not_ask_again_by_itself(table: PhoneTable) -> None:
    table.touch("#pause")
    phone = table.asking("dark")
    table.touch("#admit-none")
    assert phone.why_out() == "turned_away"
    table.until(lambda: table.rig.running.shell.asks == ())


def test_a_phone_of_an_earlier_game_that_is_not_wanted_does_not_ask_again_by_itself(
    table: PhoneTable,
) -> None:
    phone = table.phone("dark")
    table.touch("#pause", "#leave")
    table.player.choose_game("massai", {})
    table.until(lambda: bool(table.rig.running.shell.asks))
    table.touch("#admit-none")
    out = "The table did not let this phone in."
    told = phone.until(lambda told: told.get("seats") and told["ask"][0] == out)
    assert [one["id"] for one in told["seats"]] == ["dark", "light"]
    table.until(lambda: table.rig.running.shell.asks == ())


def test_in_the_set_up_a_phone_chooses_its_seat_and_asks_by_itself_when_the_game_begins(
    tmp_path: Path,
) -> None:
    with table_at_the_menu(tmp_path) as table:
        table.touch("#game-massai")
        phone = table.known()
        told = phone.until(lambda told: told["seats"])
        assert [one["id"] for one in told["seats"]] == ["dark", "light"]
        answer, _text = post(table.server, "/seat/ask", {"seat": "light", "name": "Zoë"}, phone.token)
        assert answer.status == 200
        told = phone.until(lambda told: told["chosen"] == "light")
        assert told["ask"][1] == "When the game begins, this phone asks for Light."
        table.until(lambda: len(table.rig.running.shell.asks) == 1)
        table.touch("#start")
        table.until(lambda: bool(asking(table.rig.running.shell)))
        table.touch(f"#admit-{table.rig.running.shell.asks[0].phone}")
        table.until(lambda: bool(table.rig.running.session.names))
        told = phone.until(lambda told: told.get("name") and told.get("place"))
        assert (told["place"], told["name"], told["seat"]) == ("light", "Zoë", "Zoë · Light")
        assert "Zoë" in str(table.rig.running.shown.words)


def name(table: PhoneTable, phone: Phone, called: str) -> int:
    """Give a phone's player a name; the answer's status."""
    return post(table.server, "/seat/ask", {"seat": "", "name": called}, phone.token)[0].status


def called_in_the_game(table: PhoneTable) -> dict[str, str]:
    """The names of the game on the table."""
    session = table.rig.running.session
    return people_of(session, session.game_id)


def test_a_name_is_for_the_screen_and_the_phones_of_the_game_alone(
    table: PhoneTable, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    dark, light = table.phone("dark"), table.phone("light")
    assert name(table, dark, "Zoë") == 200
    table.until(lambda: bool(table.rig.running.session.names))
    assert dark.until(lambda told: told["name"])["seat"] == "Zoë · Dark"
    table.play(SET_UP[1])
    assert light.until(lambda told: told["ply"])["turn"] == "Zoë chooses in secret"
    assert "Zoë" in str(table.rig.running.shown.words)
    for where, told in told_to_all(table, caplog).items():
        assert "Zo" not in str(told), where


def test_a_name_outlives_the_program_and_ends_with_its_phone(table: PhoneTable) -> None:
    def names() -> set[str]:
        return set(table.rig.running.session.names.values())

    file = table.journal_file.with_name(player_names.FILE)
    dark, light = table.phone("dark"), table.phone("light")
    assert (name(table, dark, "Zoë"), name(table, light, "Ben")) == (200, 200)
    table.until(lambda: names() == {"Zoë", "Ben"})
    table.restart()
    assert names() == {"Zoë", "Ben"}
    assert file.stat().st_mode & 0o777 == 0o600
    table.phone("light")  # without a name
    assert names() == {"Zoë"}
    table.asking("dark")
    table.touch(f"#admit-{table.rig.running.shell.asks[0].phone}")
    table.until(lambda: "dark" in {seat for _game, seat in table.rig.running.session.phones})
    assert names() == set()
    assert name(table, table.phones[-1], "Zoë") == 200
    table.until(lambda: names() == {"Zoë"})
    table.ticket("dark")
    table.touch("#let-out")
    assert names() == set()
    assert not file.exists()


@pytest.mark.parametrize("other", ["zoë", "Light", "hell", " Dunkel "])
def test_no_two_players_are_called_alike(table: PhoneTable, other: str) -> None:
    dark, light = table.phone("dark"), table.phone("light")
    assert name(table, dark, "Zoë") == 200
    assert name(table, light, other) == 422
    assert name(table, dark, "") == 200


def test_after_a_restart_a_phone_that_becomes_known_has_its_players_name(table: PhoneTable) -> None:
    dark = table.phone("dark")
    assert name(table, dark, "Zoë") == 200
    table.until(lambda: bool(table.rig.running.session.names))
    table.restart()
    answer, text = post(table.server, "/seat/ask", {"seat": "", "name": "Zoë"})
    assert answer.status == 200
    token = str(json.loads(text)["token"])
    assert post(table.server, "/seat/ask", {"seat": "dark", "name": "Zoë"}, token)[0].status == 200


def test_a_name_that_a_phone_had_before_it_asked_is_not_another_players(table: PhoneTable) -> None:
    table.phone("light")
    assert name(table, table.phones[0], "Zoë") == 200
    table.until(lambda: bool(table.rig.running.session.names))
    phone = table.known()
    assert name(table, phone, "Zoë") == 422  # the phone that has it has a seat
    table.restart()
    phone = table.known()
    assert name(table, phone, "Zoë") == 200
    assert post(table.server, "/seat/ask", {"seat": "dark", "name": "Zoë"}, phone.token)[0].status == 422
    assert post(table.server, "/seat/ask", {"seat": "dark"}, phone.token)[0].status == 200
    table.until(lambda: [one.name for one in table.rig.running.shell.asks] == [""])


def test_in_the_set_up_of_the_same_game_again_a_player_keeps_the_name_at_another_seat(
    attacked: PhoneTable,
) -> None:
    dark = phone_in_a_pause(attacked, "dark")
    assert name(attacked, dark, "Zoë") == 200
    attacked.touch("#pause", "#end", "#resign-dark")
    again = dark.until(lambda told: told.get("is_over") and told.get("choice"))
    assert dark.choose("again", [], again["ply"]) == 202
    attacked.until(lambda: attacked.rig.running.session.phase is Phase.SETUP)
    for seat in ("light", "dark", "light"):
        ask_for = {"seat": seat, "name": "Zoë"}
        assert post(attacked.server, "/seat/ask", ask_for, dark.token)[0].status == 200
    attacked.touch("#start")
    attacked.player.get_ready()
    attacked.until(lambda: bool(asking(attacked.rig.running.shell)))
    attacked.touch(f"#admit-{attacked.rig.running.shell.asks[0].phone}")
    attacked.until(lambda: called_in_the_game(attacked) == {"light": "Zoë"})


def test_in_a_rematch_each_phone_asks_for_the_next_seat(attacked: PhoneTable) -> None:
    phones = {"Zoë": phone_in_a_pause(attacked, "dark"), "Jörg": phone_in_a_pause(attacked, "light")}
    for called, phone in phones.items():
        assert name(attacked, phone, called) == 200
    attacked.until(lambda: called_in_the_game(attacked) == {"dark": "Zoë", "light": "Jörg"})
    attacked.touch("#pause", "#end", "#resign-dark", "#rematch")
    asks = phones["Zoë"].until(lambda told: "chosen" in told)
    assert asks["chosen"] == "light"
    assert name(attacked, phones["Zoë"], "Zoë") == 200
    attacked.player.get_ready()
    attacked.until(lambda: len(asking(attacked.rig.running.shell)) == 2)
    assert {one.name: one.seat for one in attacked.rig.running.shell.asks} == {"Zoë": "light", "Jörg": "dark"}
    for one in attacked.rig.running.shell.asks:
        attacked.touch(f"#admit-{one.phone}")
    attacked.until(lambda: called_in_the_game(attacked) == {"dark": "Jörg", "light": "Zoë"})


def test_a_phone_that_asks_and_goes_is_not_shown_any_more(
    table: PhoneTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "HEARTBEAT_S", 0.05)
    table.touch("#pause")
    table.asking("dark").close()
    table.until(lambda: table.rig.running.shell.asks == ())
    assert table.rig.running.shell.layer is None


def test_a_stranger_who_asks_learns_nothing_and_disturbs_no_turn(attacked: PhoneTable) -> None:
    attacked.rig.run_for(WELCOME_MS)
    attacked.play("build a2")
    stranger = attacked.asking("dark")
    assert attacked.rig.running.shell.layer is None
    told = stranger.until(lambda told: told.get("mark"))
    assert set(told) == {"version", "title", "ask", "name", "mark", "seats", "chosen"}
    assert stranger.choose("attack", [E3], 3) == 409


@pytest.mark.parametrize("seat", ["white", "p1", "dark light"])
def test_no_one_asks_for_a_seat_that_is_not_there(table: PhoneTable, seat: str) -> None:
    assert post(table.server, "/seat/ask", {"seat": seat})[0].status == 409


def test_an_address_asks_only_so_often(table: PhoneTable) -> None:
    table.hear()
    statuses = [post(table.server, "/seat/ask", {"seat": "dark"})[0].status for _ in range(ASKS_AT_ONCE + 1)]
    assert statuses == [200] * ASKS_AT_ONCE + [429]


# Bounds


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"\xff\xfe", 400),
        (b"[]", 400),
        (b'{"choice": "\xff", "ply": 0, "items": [], "number": 1}', 400),
        (b'{"choice": "setup-dark"}', 400),
        (b'{"choice": 1, "ply": 0, "items": [], "number": 1}', 400),
        (b'{"choice": "a", "ply": -1, "items": [], "number": 1}', 400),
        (b'{"choice": "a", "ply": 1e99, "items": [], "number": 1}', 400),
        (b'{"choice": "a", "ply": 0, "items": [[]], "number": 1}', 400),
        (b'{"choice": "a", "ply": 0, "items": [], "number": 1, "seat": "light"}', 400),
        (json.dumps({"choice": "a" * 65, "ply": 0, "items": [], "number": 1}).encode(), 400),
        (json.dumps({"choice": "a", "ply": 0, "items": ["a"] * 65, "number": 1}).encode(), 400),
        (b'{"choice": "a", "ply": 0, "items": [], "number": 0}', 400),
        (b"[" * 2000, 400),
        (b" " * (LARGEST_BODY + 1), 413),
    ],
)
def test_a_strange_body_is_refused_and_changes_nothing(table: PhoneTable, body: bytes, status: int) -> None:
    phone = table.phone("dark")
    before = table.rig.running.session
    answer, text = post(table.server, "/seat/choose", body, phone.token)
    assert answer.status == status
    table.hear()
    assert table.rig.running.session is before
    assert "dark" not in text


@pytest.mark.parametrize("body", [b"", b"[]", b'{"ticket": 1}', b'{"ticket": "' + b"a" * 65 + b'"}'])
def test_a_strange_ticket_is_refused(table: PhoneTable, body: bytes) -> None:
    assert post(table.server, "/seat/join", body)[0].status == 400


def test_a_body_that_a_form_could_send_is_refused(table: PhoneTable) -> None:
    body = {"ticket": table.ticket("dark")}
    assert post(table.server, "/seat/join", body, **{"Content-Type": "text/plain"})[0].status == 415


def test_a_phone_chooses_no_faster_than_people_do(table: PhoneTable) -> None:
    phone = table.phone("dark")
    statuses = [phone.choose("nothing", (), 0) for _ in range(CHOICES_AT_ONCE + 1)]
    assert statuses == [202] * CHOICES_AT_ONCE + [429]


def test_of_too_many_streams_of_a_seat_the_oldest_ends(table: PhoneTable) -> None:
    phone = table.phone("dark")
    streams = [SeatStream(table.server, phone.token) for _ in range(STREAMS_EACH)]
    for stream in streams:
        stream.picture()
    assert phone.is_left_behind()
    assert phone.choose("setup-dark", DARK, 0) == 202
    for stream in streams:
        stream.close()


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/seat/join", "/seat/ask", "/seat/choose"])
def test_only_what_is_sent_is_taken(table: PhoneTable, method: str, path: str) -> None:
    assert ask(table.server, path, method)[0].status == 405


def test_no_answer_may_be_kept_by_anybody(table: PhoneTable) -> None:
    phone = table.phone("dark")
    answers = [
        ask(table.server, "/seat")[0],
        post(table.server, "/seat/join", {"ticket": "x"})[0],
        post(table.server, "/seat/choose", {}, phone.token)[0],
    ]
    stream = SeatStream(table.server, phone.token)
    answers.append(stream.answer)
    stream.close()
    for answer in answers:
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert "Set-Cookie" not in answer.headers


def test_another_name_lets_no_one_in(table: PhoneTable) -> None:
    ticket = table.ticket("dark")
    assert post(table.server, "/seat/join", {"ticket": ticket}, Host="evil.example")[0].status == 421
    assert post(table.server, "/seat/join", {"ticket": ticket})[0].status == 200


# The view of others


def what_others_learn(folder: Path, attack: str, caplog: pytest.LogCaptureFixture) -> dict[str, Any]:
    """Every byte that Light's phone, spectators and strangers get, the log and the screen, while Dark attacks
    a hut on a phone. Random parts are left out."""
    folder.mkdir()
    caplog.clear()
    with phone_table(folder, *SET_UP) as table:
        table.player.get_ready()
        dark, light = phone_in_a_pause(table, "dark"), phone_in_a_pause(table, "light")
        dark.choose("attack", ["cell-4,4"], 2)  # refused: a refusal reveals nothing either
        shown = dark.until(lambda picture: picture["choice"])
        dark.choose("attack", [attack], shown["ply"])
        table.until(lambda: len(table.actions) == 3)
        guards = light.until(lambda picture: picture["choice"])
        as_light = ask(table.server, "/games/en/1/3", Authorization=f"Bearer {light.token}")[1]
        stranger = table.known().picture()
        found = {"stranger": stranger, "light": guards, "as light": as_light, **told_to_all(table, caplog)}
        told = json.dumps(found, default=str)
        assert dark.token not in told
        assert light.token not in told
        assert table.actions[2] == {E3: "attack e3", E4: "attack e4"}[attack]
    return found


def test_nothing_that_others_get_tells_which_hut_a_phone_has_attacked(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    one = what_others_learn(tmp_path / "one", E3, caplog)
    other = what_others_learn(tmp_path / "other", E4, caplog)
    for name, told in one.items():
        assert told == other[name], name


def test_a_new_phone_of_the_same_seat_sees_nothing_of_what_was_chosen(attacked: PhoneTable) -> None:
    dark = phone_in_a_pause(attacked, "dark")
    shown = dark.until(lambda picture: picture["choice"])
    dark.choose("attack", [E3], shown["ply"])
    attacked.until(lambda: len(attacked.actions) == 3)
    attacked.touch("#pause")
    again = attacked.phone("dark")
    assert "e3" not in json.dumps(again.picture())


def test_the_table_waits_for_no_phone(table: PhoneTable) -> None:
    """A phone that takes nothing is let be, and what is shown goes on."""
    phone = table.phone("dark")
    for _ in range(100):
        table.touch("#pause", "#resume")
    until(lambda: bool(phone.picture()))
    assert table.rig.running.session.play is not None
