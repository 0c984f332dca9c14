"""The spoken texts when the screen changes."""

from __future__ import annotations

from dataclasses import replace

from controller.model.view import Phase, View
from controller.view.announcing import announcement

TURN = View(Phase.PLAYING, "White to move", ask=("Place a house",))
PARK = View(Phase.PLAYING, "White to move", ask=("Park on e5", "Park on f5"))


def test_whose_turn_it_is_and_what_is_asked() -> None:
    assert announcement(None, TURN) == "White to move. Place a house"


def test_what_still_holds_is_not_said_again() -> None:
    assert announcement(TURN, PARK) == "Park on e5"
    assert announcement(PARK, PARK) == ""


def test_who_has_won_and_why() -> None:
    over = View(Phase.OVER, "White wins", ask=("9 points to 7", "more"))
    assert announcement(PARK, over) == "White wins. 9 points to 7"


def test_nothing_is_said_of_menus_and_settings() -> None:
    assert announcement(TURN, View(Phase.MENU, "What shall we play?")) == ""
    assert announcement(TURN, View(Phase.DEMO, "Touch the table to play")) == ""


def test_what_one_player_alone_may_read_is_not_said() -> None:
    secret = View(Phase.SECRET, "Dark", ask=("Choose a hut to attack",))
    assert announcement(None, secret) == "Dark"
    assert announcement(None, replace(secret, is_covered=True)) == "Dark. Choose a hut to attack"
