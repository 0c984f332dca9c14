"""The sentences of a seat's phone, moment by moment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.model.view import Phase
from controller.web.seat_picture import SeatPicture, seat_picture
from controller.web.seats import GameSeat
from tests.controller.with_a_computer import SETTLED_MS, AtTheTable

MINE = tuple(f"{kind}{number}" for number in (7, 8, 9) for kind in "MPHTD")
THEIRS = tuple(f"{kind}{number}" for number in (1, 2, 3) for kind in "MPHTD")
SET_UP = ("setup dark b2 b3 c3 c4 d4", "setup light e3 e4 f4 f5 g5")


class WithPhones(AtTheTable):
    """A table, and the pages of its seats."""

    def phone(self, seat: str) -> SeatPicture:
        """The page of a seat."""
        return seat_picture(self.session, GameSeat(1, seat), "phone", "en", "1.2.3")

    def play(self, *texts: str) -> None:
        for text in texts:
            self.player.play(text)
        self.rig.run_for(SETTLED_MS)

    def deal(self, *showing: str, **options: Any) -> None:
        """Deal tiles; some seats are to show theirs."""
        self.begin("cites", **options)
        self.play("turnup D15", "turnup M15")
        self.player.do_tasks()
        for seat in showing:
            self.player.touch("#hands")
            self.player.touch(f"#hand-{seat}")

    def show(self, seat: int, row: tuple[str, ...]) -> None:
        self.player.show(1 << self.session.tracker.grid.size + seat - 1, row)
        self.rig.run_for(SETTLED_MS)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[WithPhones]:
    one = WithPhones(tmp_path)
    yield one
    one.rig.close()


def test_a_seat_shows_its_tiles_and_waits_for_the_others(table: WithPhones) -> None:
    table.deal("p1", "p2")
    assert (table.phone("p1").turn, table.phone("p1").is_due) == ("Show your tiles", True)
    table.show(1, MINE[:4])
    page = table.phone("p1")
    assert page.ask == ("Player 1, 4 of 15 tiles: lay your next on pad 1, face down",)
    assert page.wrong == ()
    assert page.drop is not None
    table.show(1, MINE[4:])
    page = table.phone("p1")
    assert (page.turn, page.is_due, page.choice) == ("Others still show their tiles", False, None)
    assert table.phone("p2").wrong == ()


def test_who_speaks_chooses_a_set_on_the_phone(table: WithPhones) -> None:
    table.deal()
    page = table.phone("p1")
    assert page.choice is not None
    assert [item.label for item in page.choice.items] == ["Maisons", "Pavillons", "H.L.M.", "Tours"]
    assert (page.turn, page.ask) == ("Your turn", ("Round 1: 15 tiles. Which set do you build?",))
    other = table.phone("p2")
    assert (other.turn, other.choice) == ("Player 1 speaks", None)
    table.play("choose H")
    assert table.phone("p1").aims == "You: H.L.M."
    assert table.phone("p2").aims == "Player 1: H.L.M."


def test_who_holds_a_hand_may_lead_any_tile(table: WithPhones) -> None:
    table.deal("p1")
    table.show(1, MINE)
    table.play("choose H", "choose M")
    page = table.phone("p1")
    assert page.ask == ("Lay a tile on your pad, face up.",)
    assert page.trick is not None
    assert (page.trick.words, page.trick.tiles) == ("Trick 1 of 15", ())
    assert table.phone("p2").turn == "Player 1 plays"
    assert table.phone("p2").hand is not None
    assert table.phone("p2").hand.tiles == ()


def test_a_revoke_is_said_on_the_phone(table: WithPhones) -> None:
    table.deal("p1")
    table.show(1, MINE)
    table.play("choose H", "choose M", "play H9", "play D14", "play D13", "play M7")
    for seat in ("p1", "p2"):
        assert "Player 1 does not follow, and could." in table.phone(seat).notice


def test_what_the_table_waits_for_is_said_on_both_phones(table: WithPhones) -> None:
    table.begin("massai")
    for text in SET_UP:
        table.player.play(text)
    for seat in ("dark", "light"):
        page = table.phone(seat)
        assert (page.turn, page.is_due) == ("First, on the board:", False)
        assert page.wrong == (
            "Put the dark hut on b2, b3, c3, c4, d4",
            "Put the light hut on e3, e4, f4, f5, g5",
        )
    table.player.get_ready()
    table.player.put(table.session.table.sites("a6"), "hut dark")
    table.rig.run_for(SETTLED_MS)
    page = table.phone("dark")
    assert table.session.phase is Phase.CORRECTING
    assert page.turn == table.rig.running.shown.view.heading
    assert page.wrong[0].startswith("Lift")


def test_the_end_is_reported_with_its_reason_and_leads_to_another_game(table: WithPhones) -> None:
    table.begin("massai")
    table.play(*SET_UP)
    table.player.get_ready()
    for name in ("#pause", "#end", "#resign-light"):
        table.player.touch(name)
    page = table.phone("light")
    assert (page.turn, page.is_over, page.ask) == ("Dark wins", True, ("Light resigned",))
    assert page.choice is not None
    assert page.choice.button == "Play again"
