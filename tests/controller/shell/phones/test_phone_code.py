"""The way for a seat's phone to the secret choices of a game, on the touchscreen."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.daemon.shell_requests import NO_PHONES
from controller.model.phones import SET_UP, PhoneAsk, PhonesAsk, PhoneSeen, SeatChose, Served
from controller.model.view import Phase
from controller.referee.session import Pressed
from controller.shell.phones.phone_code import OPEN_MS, WELCOME_MS
from tests.controller.shell.at_the_shell import AtTheShell

ADDRESS = "http://192.168.1.7:8321/"
FIVE = ("cell-1,1", "cell-1,2", "cell-2,2", "cell-2,3", "cell-3,3")


class PhoneShell(AtTheShell):
    """A table with a page that phones can find, and a record of those let in."""

    def __init__(self, folder: Path, address: str = ADDRESS) -> None:
        super().__init__(folder)
        self.invited: list[tuple[int, str]] = []
        self.answered: list[tuple[str, bool]] = []
        self.ended: list[tuple[int, str]] = []
        self.daemon.handle(Served(0, address), 0)
        if address:
            self.daemon.shell_requests.phones = self

    def invite(self, game: int, seat: str) -> str:
        """See `PhoneDoor.invite`."""
        self.invited.append((game, seat))
        return f"{ADDRESS}seat#ticket{len(self.invited)}"

    def answer(self, phone: str, *, is_let_in: bool) -> None:
        """See `PhoneDoor.answer`."""
        self.answered.append((phone, is_let_in))

    def let_out(self, game: int, seat: str) -> None:
        """See `PhoneDoor.let_out`."""
        self.ended.append((game, seat))

    def ask(self, *asks: tuple[str, int], game: int = 1, name: str = "") -> None:
        """Phones ask for seats, with their numbers; their ids are made of both."""
        now = tuple(PhoneAsk(game, seat, f"{seat}{mark}", mark, name) for seat, mark in asks)
        self.daemon.handle(PhonesAsk(self.now_ms, now), self.now_ms)

    def phone(self, seat: str, *, is_there: bool = True, name: str = "") -> None:
        """A phone of a seat comes or goes."""
        self.daemon.handle(PhoneSeen(self.now_ms, 1, seat, is_there, name), self.now_ms)

    def choose(self) -> None:
        """Dark chooses on the screen."""
        self.touch("reveal")
        for item in (*FIVE, "done"):
            self.tell(Pressed(self.now_ms, item))

    @property
    def code(self) -> str:
        """The text of the code on the screen."""
        return self.view.code.address if self.view.code else ""


@pytest.fixture
def table(tmp_path: Path) -> PhoneShell:
    made = PhoneShell(tmp_path)
    made.begin("massai")
    return made


def test_where_no_phone_finds_a_page_the_screen_is_handed_over_and_no_code_is_offered(tmp_path: Path) -> None:
    table = PhoneShell(tmp_path, "")
    table.begin("massai")
    assert "phone" not in table.buttons
    assert {"reveal", "reveal-light"} <= set(table.buttons)
    table.touch("pause")
    assert "phone" not in table.buttons


def test_a_game_without_secrets_offers_no_code(tmp_path: Path) -> None:
    table = PhoneShell(tmp_path)
    table.begin("masterplan")
    table.touch("pause")
    assert "phone" not in table.buttons


def test_of_several_who_may_choose_it_is_asked_whose_phone_it_is(table: PhoneShell) -> None:
    table.touch("phone")
    assert table.view.heading == "Whose phone?"
    assert [choice.id for choice in table.view.choices] == ["phone-dark", "phone-light"]
    assert table.invited == []
    table.touch("phone-light")
    assert table.view.heading == "A phone for Light"
    assert table.code == f"{ADDRESS}seat#ticket1"
    assert table.invited == [(1, "light")]


def test_where_one_alone_may_choose_the_code_is_shown_at_once(table: PhoneShell) -> None:
    table.choose()
    table.touch("phone")
    assert table.invited == [(1, "light")]
    assert table.code


def test_a_code_is_not_offered_while_a_choice_lies_open(table: PhoneShell) -> None:
    table.touch("reveal")
    assert "phone" not in table.buttons


def test_in_a_pause_every_person_may_have_a_phone(table: PhoneShell) -> None:
    table.touch("pause", "phone")
    assert [choice.id for choice in table.view.choices] == ["phone-dark", "phone-light"]
    table.touch("back")
    assert table.phase == Phase.PAUSED


def test_the_computers_seat_has_none(tmp_path: Path) -> None:
    table = PhoneShell(tmp_path)
    table.touch("game-massai", "seat-light", "start")
    table.wait(5_000)
    table.touch("pause", "phone")
    assert table.invited == [(1, "dark")]


def test_a_code_goes_as_soon_as_its_phone_is_there(table: PhoneShell) -> None:
    table.touch("phone", "phone-dark")
    table.phone("light")
    assert table.code
    table.phone("dark")
    assert table.phase == Phase.SECRET
    assert table.view.ask == ("All choose on their phones",)


def test_a_code_that_no_one_scans_goes_after_a_while(table: PhoneShell) -> None:
    table.touch("phone", "phone-dark")
    table.wait(OPEN_MS - 1)
    assert table.code
    table.wait(1)
    assert table.phase == Phase.SECRET


def test_a_code_goes_when_the_game_goes_on_beneath_it(table: PhoneShell) -> None:
    table.phone("dark")
    table.touch("phone", "phone-light")
    table.daemon.handle(SeatChose(table.now_ms, 1, "dark", "setup-dark", 0, FIVE), table.now_ms)
    assert table.phase == Phase.SECRET
    assert table.code == ""


def test_a_lost_phone_is_replaced_by_a_new_code(table: PhoneShell) -> None:
    table.phone("dark")
    table.touch("phone", "phone-dark")
    assert "Dark has a phone. It stays until another one has come." in table.view.ask
    table.phone("dark", is_there=False)
    assert table.code
    table.phone("dark")
    assert table.phase == Phase.SECRET
    assert "The phone of Dark is in." in table.view.notice
    table.touch("phone", "phone-dark")
    assert table.invited == [(1, "dark"), (1, "dark")]


def test_handing_the_screen_over_stays_possible_beside_a_phone(table: PhoneShell) -> None:
    table.phone("dark")
    labels = {choice.id: str(choice.label) for choice in table.view.choices}
    assert labels == {"reveal": "Dark: choose here", "reveal-light": "I am Light"}
    table.choose()
    assert table.view.heading == "For Light alone"


def test_where_the_page_has_just_gone_the_screen_says_so(tmp_path: Path) -> None:
    table = PhoneShell(tmp_path)
    table.daemon.shell_requests.phones = NO_PHONES
    table.begin("massai")
    table.touch("phone", "phone-dark")
    assert table.view.ask == ("Phones do not find the table's page now.",)
    assert table.code == ""


def test_neither_code_nor_choice_is_in_what_is_written_of_a_shell(table: PhoneShell) -> None:
    table.touch("phone", "phone-dark")
    assert "ticket1" not in repr(table.daemon.shell)
    assert "cell-1,1" not in repr(SeatChose(0, 1, "dark", "setup-dark", 0, FIVE))


def test_a_code_leads_to_another_address_at_a_touch(table: PhoneShell) -> None:
    table.daemon.handle(Served(table.now_ms, ADDRESS, ("http://10.42.0.1:8321/",)), table.now_ms)
    table.touch("phone", "phone-light")
    assert table.code == "http://192.168.1.7:8321/seat#ticket1"
    table.touch("address")
    assert table.code == "http://10.42.0.1:8321/seat#ticket1"
    table.touch("address")
    assert table.code == "http://192.168.1.7:8321/seat#ticket1"
    assert table.invited == [(1, "light")]


# Who has one, and who asks


def notes(table: PhoneShell) -> dict[str, str]:
    """The words below each seat's name."""
    return {choice.id: str(choice.note) for choice in table.view.choices}


def test_the_list_says_who_has_a_phone(table: PhoneShell) -> None:
    table.phone("dark")
    table.touch("phone")
    assert notes(table) == {
        "phone-dark": "has a phone",
        "phone-light": "no phone",
    }


def test_a_phone_is_ended_from_the_page_of_its_seat(table: PhoneShell) -> None:
    table.touch("phone", "phone-light")
    assert "let-out" not in table.buttons
    table.touch("back")
    table.phone("dark")
    table.touch("phone", "phone-dark", "let-out")
    assert table.ended == [(1, "dark")]


def test_phones_that_ask_are_shown_at_once_in_a_pause_and_let_in_by_one_touch(table: PhoneShell) -> None:
    table.touch("pause")
    table.ask(("dark", 47))
    assert table.view.heading == "Phones ask to come in"
    assert str(table.view.choices[0].label) == "Dark: 47"
    table.touch("admit-dark47")
    assert table.answered == [("dark47", True)]
    table.ask()
    assert table.phase == Phase.PAUSED
    assert "Let in: Dark" in table.view.notice


def test_several_that_ask_are_let_in_or_refused_together(table: PhoneShell) -> None:
    table.touch("pause")
    table.ask(("dark", 47), ("light", 11))
    table.touch("admit-none")
    assert table.answered == [("dark47", False), ("light11", False)]
    table.touch("admit-all")
    assert table.answered[2:] == [("dark47", True), ("light11", True)]


def test_a_page_that_was_left_does_not_come_back_for_the_same_phone(table: PhoneShell) -> None:
    table.touch("pause")
    table.ask(("dark", 47))
    table.touch("back")
    table.ask(("dark", 47))
    assert table.phase == Phase.PAUSED
    assert "phone" in table.buttons


def test_after_the_start_and_before_the_first_action_they_are_shown_at_once(table: PhoneShell) -> None:
    table.wait(WELCOME_MS)
    table.ask(("light", 12))
    assert table.phase == Phase.PHONE


def test_a_choice_that_lies_open_is_not_covered_by_phones_that_ask(table: PhoneShell) -> None:
    table.touch("reveal")
    table.ask(("light", 12))
    assert table.phase == Phase.SECRET


def test_amid_a_game_they_wait_behind_the_button(table: PhoneShell) -> None:
    table.choose()
    table.wait(WELCOME_MS)
    table.ask(("dark", 47))
    assert table.phase == Phase.SECRET
    assert "A phone asks to come in: touch Phone." in table.view.notice
    table.touch("phone")
    assert str(table.view.choices[0].label) == "Dark: 47"


def test_in_the_set_up_one_code_is_for_all(tmp_path: Path) -> None:
    table = PhoneShell(tmp_path)
    table.touch("game-massai", "phone")
    assert table.view.heading == "Phones"
    assert table.code == f"{ADDRESS}seat"
    assert table.invited == []
    table.touch("back")
    assert table.phase == Phase.SETUP


def test_phones_that_have_chosen_a_seat_in_the_set_up_are_named_there_and_ask_when_the_game_begins(
    tmp_path: Path,
) -> None:
    table = PhoneShell(tmp_path)
    table.touch("game-massai", "phone")
    table.ask(("dark", 0), game=SET_UP, name="Anna")
    assert table.phase == Phase.PHONE
    assert "Here: Anna (Dark)" in table.view.ask
    assert table.view.choices == ()
    table.touch("back", "start")
    assert table.phase == Phase.SECRET
    table.ask(("dark", 47), name="Anna")
    assert table.view.heading == "Phones ask to come in"
    assert str(table.view.choices[0].label) == "Anna (Dark): 47"


def test_two_phones_that_ask_for_one_seat_are_not_let_in_together(table: PhoneShell) -> None:
    table.touch("pause")
    table.ask(("dark", 47), ("dark", 11))
    assert "admit-all" not in table.buttons
    assert "admit-none" in table.buttons


def test_a_player_is_called_on_the_screen_as_on_the_phone_until_the_game_ends(table: PhoneShell) -> None:
    table.phone("light", name="Zoë")
    shown = table.daemon.shown
    assert shown.words.choices[1].label == "Zoë: choose here"
    assert "Zoë" not in str(shown.view)
    table.phone("light", is_there=False)
    assert "Zoë" in str(table.daemon.shown.words)
    table.phone("light")
    assert "Zoë" not in str(table.daemon.shown.words)
    table.phone("light", name="Zoë")
    table.touch("pause", "leave")
    table.begin("massai")
    assert "Zoë" not in str(table.daemon.shown.words)


def test_a_game_without_secrets_has_no_such_code(tmp_path: Path) -> None:
    table = PhoneShell(tmp_path)
    table.touch("game-masterplan")
    assert "phone" not in table.buttons
