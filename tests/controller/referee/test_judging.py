"""The judgement of boards at rest: played, asked, corrected, taken back."""

from __future__ import annotations

import pytest

from controller.model import records
from hardware.ports import Grid
from tests.controller.at_the_table import SETTLE_MS, AtTheTable

FIGURE = ("d4.ne", "f6.n", "c3.n")


@pytest.fixture
def table() -> AtTheTable:
    table = AtTheTable()
    table.begin()
    return table


def test_nothing_is_decided_before_the_settle_time(table: AtTheTable) -> None:
    table.put("d4.ne")
    table.wait(SETTLE_MS - 101)
    assert table.actions == []
    table.wait(1)
    assert table.actions == ["house d4 ne"]


def test_a_house_is_played_stored_and_shown(table: AtTheTable) -> None:
    table.play("d4.ne")
    assert table.phase == "playing"
    assert table.stored[-1] == records.Played("house d4 ne")
    assert table.view.heading == "Yellow to move"
    assert table.view.last == "White: House on d4 north-east"


def test_a_required_park_is_lit_until_it_stands(table: AtTheTable) -> None:
    table.play(*FIGURE)
    assert table.asked == {"e5 middle": "park"}
    assert table.view.ask == ("Park on e5",)
    table.play("e5")
    assert table.asked == {}
    assert [(one.player, one.points) for one in table.view.scores] == [("white", 2), ("yellow", 1)]
    assert table.view.last == "White: House on c3 north. Park on e5: White 2, Yellow 1"


def test_all_pieces_of_a_turn_are_stored_together(table: AtTheTable) -> None:
    table.play(*FIGURE[:2])
    before = len(table.stored)
    table.put("e5", "c3.n")
    table.wait()
    assert table.stored[before:] == [records.Played("house c3 n"), records.Played("park e5")]


def test_a_wrong_piece_is_lit_and_the_reason_told(table: AtTheTable) -> None:
    table.play("d4.ne", "d4.s")
    assert table.phase == "correcting"
    assert table.asked == {"d4 south": "wrong"}
    assert table.view.ask == ("Lift the piece on d4 south. D4 is taken: a white house is there.",)
    table.lift("d4.s")
    table.wait()
    assert table.phase == "playing"
    assert table.actions == ["house d4 ne"]


def test_a_missing_piece_is_lit_and_named(table: AtTheTable) -> None:
    table.play("d4.ne", "f6.n")
    table.lift("d4.ne")
    table.wait()
    assert table.asked == {"d4 north-east": "place"}
    assert table.view.ask == ("Put the white house back on d4 north-east",)
    table.play("d4.ne")
    assert table.phase == "playing"


def test_a_piece_set_too_early_is_played_when_its_time_has_come(table: AtTheTable) -> None:
    table.play(*FIGURE)
    table.play("a8.n")
    assert table.asked == {"e5 middle": "park"}
    assert table.phase == "playing"
    table.play("e5")
    assert table.actions[-2:] == ["park e5", "house a8 n"]
    assert table.phase == "playing"


def test_what_came_too_early_with_the_house_before_it_waits_too(table: AtTheTable) -> None:
    table.play(*FIGURE[:2])
    table.put("c3.n", "a8.n")
    table.wait()
    assert table.actions[-1] == "house c3 n"
    assert table.asked == {"e5 middle": "park"}
    table.play("e5")
    assert table.actions[-1] == "house a8 n"


def test_the_last_turn_is_taken_back_by_lifting_it(table: AtTheTable) -> None:
    table.play(*FIGURE, "e5")
    table.lift("c3.n", "e5")
    table.wait()
    assert table.stored[-1] == records.Undo(2)
    assert table.actions == ["house d4 ne", "house f6 n"]
    assert table.phase == "playing"


def test_the_last_house_may_be_moved_on(table: AtTheTable) -> None:
    table.play("d4.ne")
    table.lift("d4.ne")
    table.put("e4.s")
    table.wait(3 * SETTLE_MS)
    assert table.stored[-2:] == [records.Undo(1), records.Played("house e4 s")]
    assert table.phase == "playing"


def test_an_older_house_may_not(table: AtTheTable) -> None:
    table.play("d4.ne", "f6.n")
    table.lift("d4.ne")
    table.put("a1.s")
    table.wait(3 * SETTLE_MS)
    assert table.asked == {"d4 north-east": "place"}
    assert table.view.ask == ("Put the white house back on d4 north-east",)


def test_pieces_swept_away_are_to_be_put_back(table: AtTheTable) -> None:
    table.play(*FIGURE, "e5")
    table.lift("d4.ne", "f6.n", "c3.n", "e5")
    table.wait()
    assert set(table.asked.values()) == {"place"}
    for place in ("d4.ne", "f6.n", "c3.n", "e5"):
        table.play(place)
        assert len(table.actions) == 4
    assert table.phase == "playing"


def test_different_pieces_that_were_off_together_raise_a_doubt(table: AtTheTable) -> None:
    table.play("d4.ne", "f6.n", "a8.s")
    table.lift("d4.ne", "f6.n")
    table.wait()
    table.play("d4.ne", "f6.n")
    notice = "Check: the white house on d4 north-east, the yellow house on f6 north."
    assert table.view.notice == notice
    table.play("h1.n")
    assert table.view.notice == ""


def test_equal_pieces_that_were_off_together_raise_none(table: AtTheTable) -> None:
    table.play("d4.ne", "f6.n", "a8.s", "h1.n")
    table.lift("d4.ne", "a8.s")
    table.wait()
    table.play("d4.ne", "a8.s")
    assert table.phase == "playing"
    assert table.view.notice == ""


def test_many_pieces_that_were_off_together_raise_one_doubt(table: AtTheTable) -> None:
    table.play("d4.ne", "f6.n", "a8.s", "h1.n")
    table.lift("d4.ne", "f6.n", "a8.s", "h1.n")
    table.wait()
    table.play("d4.ne", "f6.n", "a8.s", "h1.n")
    assert table.view.notice.startswith("Several pieces were off the board together.")


def test_where_a_site_is_a_cell_the_screen_asks_for_the_spot() -> None:
    table = AtTheTable(Grid(8, 8), 1)
    table.begin()
    table.play("d4")
    assert table.phase == "choosing"
    assert table.actions == []
    labels = {label: button for button, label in table.buttons.items()}
    table.touch(labels["House on d4 north-east"])
    assert table.actions == ["house d4 ne"]
    assert table.phase == "playing"


def test_a_question_is_withdrawn_with_its_piece() -> None:
    table = AtTheTable(Grid(8, 8), 1)
    table.begin()
    table.play("d4")
    table.lift("d4")
    table.wait()
    assert table.phase == "playing"
    assert table.actions == []


def test_several_questions_are_asked_one_by_one() -> None:
    table = AtTheTable(Grid(8, 8), 1)
    table.begin()
    table.put("d4", "f6")
    table.wait()
    assert all("f6" not in label for label in table.buttons.values())
    table.touch("choice-1")
    assert table.phase == "choosing"
    assert len(table.actions) == 1
    table.touch("choice-1")
    assert [action[:8] for action in table.actions] == ["house d4", "house f6"]
    assert table.phase == "playing"


def test_what_was_set_in_the_dark_is_played_and_what_was_lifted_asked_for(table: AtTheTable) -> None:
    table.play("d4.ne", "f6.n")
    table.lose("board")
    table.change_unseen(put=("c3.n",))
    table.find("board")
    table.wait()
    assert table.actions[-1] == "house c3 n"
    table.lose("board")
    table.change_unseen(lift=("c3.n",))
    table.find("board")
    table.wait()
    assert table.asked == {"c3 north": "place", "e5 middle": "park"}
    assert len(table.actions) == 3


def test_a_crooked_piece_is_to_be_set_straight(table: AtTheTable) -> None:
    table.change_unseen(put=("d4.n",))
    table.put("d4.ne")
    table.wait()
    assert table.phase == "correcting"
    assert table.asked == {"d4 north": "wrong", "d4 north-east": "wrong"}
    assert table.view.ask == ("One piece covers d4 north and d4 north-east: set it straight",)
    table.lift("d4.n")
    table.wait(3 * SETTLE_MS)
    assert table.actions == ["house d4 ne"]


def test_the_game_ends_with_the_last_tower(table: AtTheTable) -> None:
    session = table.session
    play = session.current
    while play.position.outcome() is None:
        legal = play.position.legal()
        assert legal
        action = legal[0]
        (hand,) = play.table.hands(play.position, action)
        place = next(
            name
            for name in [str(action).split()[1], ".".join(str(action).split()[1:])]
            if table.table.sites(name) == hand.sites
        )
        (table.put if hand.verb == "put" else table.lift)(place)
        table.wait()
        play = table.session.current
    assert table.phase == "over"
    finish = table.stored[-1]
    assert isinstance(finish, records.Finish)
    assert finish.result["winner"] == (play.position.outcome().winner or "draw")
    assert "new" in table.buttons


def test_what_was_mended_is_said(table: AtTheTable) -> None:
    table.play("d4.ne")
    table.lift("d4.ne")
    table.put("h1.s")
    table.wait(3 * SETTLE_MS)
    assert table.actions == ["house h1 s"]
    assert table.view.notice == "Changed: White: House on h1 south."
