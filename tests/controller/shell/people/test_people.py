"""Names on the screen: typed once, chosen later; results, a rematch, a tournament; no trace is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.model.people import LONGEST_NAME, MOST_PEOPLE, NO_BOOK, Book, Tally
from controller.model.phones import PhoneSeen
from controller.model.thinking import PLAY, Considered
from controller.recorder.checkpoint import is_withheld
from controller.settings.player_names import FILE
from engines.record import replace
from opponents.thought import Option
from tests.controller.shell.at_the_shell import AtTheShell


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    return AtTheShell(tmp_path)


def type_in(table: AtTheShell, name: str) -> None:
    """A name is typed, letter by letter, with whatever keys that needs."""
    for one in name:
        key = f"key-{ord(one):x}"
        ways = [way for way in ("keys-big", "keys-small", "keys-accents") if key not in table.buttons]
        for way in ways:
            if key not in table.buttons and way in table.buttons:
                table.touch(way)
        table.touch(key)


def name_seats(table: AtTheShell, white: str, yellow: str, game: str = "masterplan") -> None:
    """A game is set up, and both seats get new names."""
    table.touch(f"game-{game}", "names")
    for seat, name in (("white", white), ("yellow", yellow)):
        table.touch(f"name-{seat}", "add-name")
        type_in(table, name)
        table.touch("name-done")
    table.touch("back")


def resign(table: AtTheShell, player: str) -> None:
    table.touch("pause", "end", f"resign-{player}")


def book(table: AtTheShell) -> Book:
    return table.daemon.shell.book


def words(table: AtTheShell) -> str:
    return str(table.daemon.shown.words)


def test_two_people_play_by_name_and_their_results_are_counted(table: AtTheShell, tmp_path: Path) -> None:
    name_seats(table, "Anna", "Zoë")
    assert {choice.id: choice.label for choice in table.view.choices}["seat-white"] == "White: Anna"
    table.touch("start")
    table.wait(1_000)
    assert "Anna to move" in words(table)
    resign(table, "white")
    assert "Zoë wins" in words(table)
    assert book(table).people == {
        "Anna": {"masterplan": Tally(1, 0, 0, 0)},
        "Zoë": {"masterplan": Tally(1, 1, 0, 0)},
    }
    table.touch("rematch")
    table.wait(1_000)
    assert "Zoë to move" in words(table)
    resign(table, "yellow")
    table.touch("new", "people", "person-1")
    assert [row.figures for row in table.view.sheet] == [("2", "2", "0", "0.0")]
    again = AtTheShell(tmp_path)
    assert book(again) == book(table)


def test_a_game_that_the_computer_has_played_in_part_counts_for_nobody_at_its_seat(table: AtTheShell) -> None:
    name_seats(table, "Anna", "Ben")
    table.touch("start")
    table.wait(1_000)
    table.put("d4.ne")
    table.wait(1_000)
    table.touch("pause", "seats", "seat-yellow", "back", "resume")
    table.wait(1_000)
    assert "Ben" not in words(table)
    assert "Yellow (beginner)" in words(table)
    session = table.daemon.session
    house, wish = session.current.table.game.parse("house f6 n"), session.opponent.wish
    assert wish is not None
    table.tell(Considered(table.now_ms, PLAY, wish.number, "masterplan", (Option(house, 1.0, (0.5, 0.5)),)))
    table.put("f6.n")
    table.wait(1_000)
    table.touch("pause", "seats", *["seat-yellow"] * 4, "back", "resume")
    table.wait(1_000)
    assert "Ben" in words(table)
    resign(table, "white")
    assert book(table).people == {"Anna": {"masterplan": Tally(1, 0, 0, 0)}, "Ben": {}}
    table.touch("sheet")
    assert ("0/1", "1/1") in [row.figures for row in table.view.sheet]


def test_a_game_counts_once_for_a_player_who_has_moved_with_the_phone(table: AtTheShell) -> None:
    name_seats(table, "Anna", "Ben")
    table.touch("start")
    table.wait(1_000)
    game = table.daemon.session.game_id
    assert game is not None
    table.tell(PhoneSeen(table.now_ms, game, "white", is_there=True, name="Ben"))
    resign(table, "white")
    assert book(table).people == {"Anna": {}, "Ben": {"masterplan": Tally(1, 0, 0, 0)}}


def test_a_game_that_goes_on_after_its_end_is_counted_once_it_is_over(table: AtTheShell) -> None:
    name_seats(table, "Anna", "Ben")
    table.touch("start")
    table.wait(1_000)
    table.touch("pause", "end", "draw")
    assert book(table).people["Anna"] == {"masterplan": Tally(1, 0, 1, 0)}
    shell = table.daemon.shell
    gone_on = book(table).without_last()
    assert gone_on.people["Anna"] == {"masterplan": Tally()}
    assert gone_on.last is None
    assert shell.book.last is not None


def test_a_removed_name_leaves_no_trace(table: AtTheShell, tmp_path: Path) -> None:
    name_seats(table, "Anna", "Ben")
    table.touch("start")
    table.wait(1_000)
    table.put("c3.n")
    resign(table, "white")
    table.touch("rematch", "back", "people", "person-0", "remove")
    assert "Anna" in words(table)
    table.touch("remove-really")
    assert "Anna" not in words(table)
    assert "Anna" not in (tmp_path / FILE).read_text()
    assert "Anna" not in str(table.daemon.session.names)
    assert list(book(table).people) == ["Ben"]
    table.touch("person-0", "remove", "remove-really", "back")
    assert not (tmp_path / FILE).exists()
    assert "people" not in table.buttons


def test_a_list_keeps_its_names_apart_and_within_bounds(table: AtTheShell) -> None:
    name_seats(table, "Anna", "Ben")
    table.touch("names", "name-white", "add-name")
    for name, refused in (
        ("Ben", "Ben has another seat."),
        ("White", "That is the name of a seat. Type another name"),
        (" .-", "Type at least one letter"),
    ):
        while table.view.ask[0] != "Type it; everyone will see it":
            table.touch("erase")
        type_in(table, name)
        table.touch("name-done")
        assert table.view.ask == (refused,)
    type_in(table, "a" * 30)
    assert len(table.view.ask[0]) == LONGEST_NAME
    table.touch("back", "back", "back")
    full = Book({f"N{number}": {} for number in range(MOST_PEOPLE)})
    table.daemon.shell = replace(table.daemon.shell, book=full)
    table.touch("names", "name-white", "add-name")
    type_in(table, "Zoë")
    table.touch("name-done")
    assert table.view.ask == ("The list is full. Remove a name first",)


def test_what_is_touched_among_names_is_not_recorded(table: AtTheShell) -> None:
    table.touch("game-masterplan", "names")
    assert is_withheld(table.daemon.shell)
    table.touch("name-white", "add-name")
    assert is_withheld(table.daemon.shell)
    assert "entered" not in repr(table.daemon.shell.layer)


def test_a_table_in_public_asks_for_no_names_unless_its_host_wants_it(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("kiosk.pin", '"9081"'))
    table.daemon.shell = replace(table.daemon.shell, book=Book({"Anna": {}}))
    assert "people" not in table.buttons
    table.touch("game-masterplan")
    assert "names" not in table.buttons
    table.touch("back", "settings", *["page-on"] * 3, "host")
    assert table.phase == "pin"
    table.touch(*(f"digit-{digit}" for digit in "9081"), "enter", "names", "back")
    assert "people" in table.buttons


def test_a_full_disk_is_reported_and_nothing_is_lost(table: AtTheShell, tmp_path: Path) -> None:
    (tmp_path / f"{FILE}.new").mkdir()
    name_seats(table, "Anna", "Ben")
    table.touch("back")
    assert "Names and results are not stored" in table.view.notice
    (tmp_path / f"{FILE}.new").rmdir()
    table.wait(20_000)
    table.touch("people")
    assert table.view.notice == ""
    assert book(AtTheShell(tmp_path)).names == ("Anna", "Ben")


def test_three_people_meet_in_a_tournament(table: AtTheShell, tmp_path: Path) -> None:
    name_seats(table, "Anna", "Ben")
    table.touch("back", "people", "add-name")
    type_in(table, "Zoë")
    table.touch("name-done", "tournament", "of-masterplan")
    table.touch("person-0", "person-1", "person-2", "begin-tournament")
    played = set()
    for number in range(3):
        assert len(table.view.sheet) == 3
        table.touch("play-next")
        names = table.daemon.session.names
        played.add(frozenset(names.values()))
        table.touch("start")
        table.wait(1_000)
        resign(table, "white")
        if number == 0:  # a power cut between two games
            kept = book(table)
            table = AtTheShell(tmp_path)
            assert book(table) == kept
            table.touch("people", "tournament")
        else:
            table.touch("tournament")
    assert len(played) == 3
    assert table.view.ask == ("All games have been played.",)
    assert sum(float(row.figures[2]) for row in table.view.sheet) == 3
    table.touch("end-tournament", "end-tournament-really")
    assert book(table).tournament is None
    assert book(table).people["Anna"]["masterplan"].games == 2


def test_without_names_nothing_is_counted(table: AtTheShell) -> None:
    table.begin()
    resign(table, "white")
    assert book(table) == replace(NO_BOOK, last=book(table).last)
    assert book(table).people == {}
