"""The session's answers to touches and buttons."""

from __future__ import annotations

import pytest

from controller.model import records
from controller.referee.session import Pressed
from controller.referee.step import handle
from hardware.ports import Grid
from tests.controller.at_the_table import AtTheTable

FIGURE = ("d4.ne", "f6.n", "c3.n")


@pytest.fixture
def table() -> AtTheTable:
    table = AtTheTable()
    table.begin()
    return table


class TestMenuAndSetUp:
    def test_a_game_is_chosen_with_its_default_options(self) -> None:
        table = AtTheTable()
        assert table.phase == "menu"
        table.touch("game-masterplan")
        assert table.phase == "setup"
        on = {choice.id for choice in table.view.choices if choice.on}
        assert on == {"option-assist-true", "option-overlap-park", "option-colours-agreed"}

    def test_an_option_is_switched(self) -> None:
        table = AtTheTable()
        table.begin(assist=False, overlap="choice")
        options = {"assist": False, "overlap": "choice"}
        assert table.stored == [records.Start({"game": "masterplan", "options": options})]

    def test_colours_are_drawn_by_lot_and_the_computer_has_those_that_are_left(self) -> None:
        seen = set()
        for start_ms in range(0, 4_000, 250):
            table = AtTheTable()
            table.wait(start_ms + 10)
            table.touch("game-masterplan", "option-colours-lot", "seat-yellow", "start")
            table.wait()
            start = table.stored[0]
            assert isinstance(start, records.Start)
            assert start.header == {"game": "masterplan", "options": {"assist": True, "overlap": "park"}}
            (computer,) = start.computers
            starter = {"white": "Yellow", "yellow": "White"}[computer]
            assert table.view.notice == f"Drawn by lot: whoever touched Start plays {starter}."
            seen.add(computer)
        assert seen == {"white", "yellow"}

    def test_back_leads_to_the_menu(self) -> None:
        table = AtTheTable()
        table.touch("game-masterplan", "option-assist-false", "back")
        assert table.phase == "menu"
        table.begin()
        assert table.stored == [
            records.Start({"game": "masterplan", "options": {"assist": True, "overlap": "park"}})
        ]

    def test_a_game_does_not_begin_before_the_board_is_clear(self) -> None:
        table = AtTheTable()
        table.put("d4.ne")
        table.begin()
        assert table.phase == "setup"
        assert table.asked == {"d4 north-east": "lift"}
        assert table.view.ask == (
            "Lift the piece from the board",
            "The game begins by itself when the board is clear.",
        )
        assert "start" not in [control.id for control in table.view.controls]
        table.lift("d4.ne")
        table.wait()
        assert table.phase == "playing"

    def test_pieces_are_not_asked_away_before_the_start(self) -> None:
        table = AtTheTable()
        table.put("d4.ne")
        table.touch("game-masterplan")
        table.wait()
        assert table.asked == {}
        assert "broken" not in table.buttons

    def test_a_site_that_sticks_is_masked_and_the_game_begins(self) -> None:
        table = AtTheTable()
        table.put("d4.n")
        table.begin()
        table.touch("broken")
        table.wait()
        assert table.stored[0] == records.Mask(10, 11)
        assert table.phase == "playing"
        assert "Broken sensor: d4 north." in table.view.notice


class TestTakingBack:
    def test_a_house_is_taken_back_and_its_piece_must_be_lifted(self, table: AtTheTable) -> None:
        table.play("d4.ne")
        table.touch("undo")
        assert table.stored[-1] == records.Undo(1)
        assert table.asked == {"d4 north-east": "lift"}
        table.wait()
        assert table.actions == []
        assert table.phase == "correcting"
        table.lift("d4.ne")
        table.wait()
        assert table.phase == "playing"

    def test_a_park_that_was_taken_back_is_only_to_be_lifted(self, table: AtTheTable) -> None:
        table.play(*FIGURE, "e5")
        table.touch("undo")
        assert table.asked == {"e5 middle": "lift"}
        assert table.view.ask == ("Lift the piece on e5 middle",)
        table.lift("e5")
        table.wait()
        assert table.asked == {"e5 middle": "park"}

    def test_all_is_taken_back_step_by_step(self, table: AtTheTable) -> None:
        table.play(*FIGURE, "e5")
        table.touch("undo", "undo", "undo", "undo", "undo", "undo")
        assert table.actions == []
        assert set(table.asked.values()) == {"lift"}
        assert len(table.asked) == 4
        table.lift("e5", "d4.ne", "f6.n", "c3.n")
        table.wait()
        assert table.phase == "playing"
        assert "undo" not in table.buttons

    def test_a_missing_piece_may_be_taken_back(self, table: AtTheTable) -> None:
        table.play("d4.ne", "f6.n")
        table.lift("f6.n", "d4.ne")
        table.wait()
        table.play("d4.ne")
        table.lift("d4.ne")
        table.wait()
        assert table.phase in ("correcting", "playing")
        while table.actions:
            table.touch("undo")
        table.wait()
        assert table.phase == "playing"

    def test_a_new_piece_is_not_read_while_another_is_still_to_be_lifted(self, table: AtTheTable) -> None:
        table.play("d4.ne")
        table.touch("undo")
        table.play("e4.s")
        assert table.actions == []
        assert table.asked == {"d4 north-east": "lift", "e4 south": "wrong"}
        table.lift("d4.ne")
        table.wait()
        assert table.actions == ["house e4 s"]

    def test_the_panel_takes_back_too(self, table: AtTheTable) -> None:
        table.play("d4.ne")
        table.press("undo")
        assert table.actions == []


class TestSpokenActions:
    def test_the_button_ends_a_turn_with_pieces_forgotten(self) -> None:
        table = AtTheTable()
        table.begin(assist=False)
        table.play(*FIGURE)
        assert table.buttons["done"] == "End the turn"
        table.press("turn")
        assert table.actions[-1] == "done"
        assert table.view.heading == "Yellow to move"

    def test_with_assist_there_is_nothing_to_say(self, table: AtTheTable) -> None:
        table.play(*FIGURE)
        table.press("turn")
        assert "done" not in table.buttons
        assert table.actions[-1] == "house c3 n"

    def test_the_mover_may_choose_between_park_and_tower(self) -> None:
        table = AtTheTable()
        table.begin(overlap="choice")
        table.play("c4.n", "c5.n", "d2.n", "d3.n", "d5.n")
        assert table.asked == {"d4 middle": "park"}
        assert table.view.ask == ("Park or tower on d4",)
        table.play("d4")
        assert {"Park on d4", "Tower on d4"} <= set(table.buttons.values())
        (tower,) = [button for button, label in table.buttons.items() if label == "Tower on d4"]
        table.touch(tower)
        assert table.actions[-1] == "tower d4"


class TestBrokenSensors:
    def test_a_piece_that_is_not_seen_is_pointed_out(self, table: AtTheTable) -> None:
        table.touch("unseen")
        assert table.view.ask == ("Touch the cell on the picture where a piece was not seen",)
        table.touch("cell-3,3")
        assert [choice.label for choice in table.view.choices] == [
            "NW", "N", "NE", "W", "middle", "E", "SW", "S", "SE",
        ]  # fmt: skip
        (north_east,) = [button for button, label in table.buttons.items() if label == "NE"]
        table.touch(north_east)
        table.wait()
        assert table.stored[-2:] == [records.Mask(11, 11), records.Played("house d4 ne")]
        assert table.buttons["confirm-11,11"] == "d4 north-east"
        assert "Broken sensor: d4 north-east." in table.view.notice

    def test_another_cell_may_be_touched_instead(self, table: AtTheTable) -> None:
        table.touch("unseen", "cell-0,0", "cell-3,3", "choice-9")
        table.wait()
        assert table.actions == ["house d4 ne"]

    def test_pointing_may_be_given_up(self, table: AtTheTable) -> None:
        table.touch("unseen", "back")
        assert table.phase == "playing"
        table.touch("unseen", "cell-3,3", "back")
        assert table.phase == "playing"
        table.play("d4.ne")
        assert table.actions == ["house d4 ne"]

    @pytest.mark.parametrize("odd", ["cell-8,0", "cell-x,y", "cell-", "cell-0,99", "choice-0", "choice-10"])
    def test_what_is_no_cell_asks_again(self, table: AtTheTable, odd: str) -> None:
        table.touch("unseen", odd)
        assert table.phase == "choosing"
        assert table.view.heading == "Which piece?"

    def test_a_broken_sites_button_lifts_and_sets_its_piece(self, table: AtTheTable) -> None:
        table.touch("unseen", "cell-3,3", "choice-9")
        table.wait()
        table.touch("confirm-11,11")
        table.wait()
        assert table.actions == []
        table.touch("confirm-11,11")
        table.wait()
        assert table.actions == ["house d4 ne"]
        assert [choice.on for choice in table.view.choices] == [True]

    def test_a_standing_piece_that_is_not_seen_any_more_stays(self, table: AtTheTable) -> None:
        table.play("d4.ne", "f6.n")
        table.change_unseen(lift=("d4.ne",))
        table.wait()
        assert table.asked == {"d4 north-east": "place"}
        table.touch("broken")
        table.wait()
        assert table.phase == "playing"
        assert table.stored[-1] == records.Mask(11, 11)
        assert len(table.actions) == 2

    def test_sensors_are_trusted_again_when_they_are_mended(self, table: AtTheTable) -> None:
        table.touch("unseen", "cell-3,3", "choice-9")
        table.wait()
        table.change_unseen(put=("d4.ne",))
        table.touch("pause", "mended")
        assert table.stored[-1] == records.Unmask(11, 11)
        table.touch("resume")
        table.wait()
        assert table.phase == "playing"
        assert table.actions == ["house d4 ne"]
        assert table.view.notice == ""


class TestPausing:
    def test_nothing_is_played_during_a_pause(self, table: AtTheTable) -> None:
        table.touch("pause")
        table.play("d4.ne")
        assert table.phase == "paused"
        assert table.actions == []
        table.touch("resume")
        table.wait()
        assert table.actions == ["house d4 ne"]

    def test_a_game_may_be_given_up(self, table: AtTheTable) -> None:
        table.play("d4.ne")
        table.touch("pause", "end", "give-up")
        assert table.phase == "menu"
        finish = table.stored[-1]
        assert isinstance(finish, records.Finish)
        assert finish.result == {"winner": None, "reason": "given up", "score": {"white": 0, "yellow": 0}}

    def test_the_players_pause_outlives_a_device_that_came_back(self, table: AtTheTable) -> None:
        table.touch("pause")
        table.lose("board")
        assert "resume" not in table.buttons
        table.find("board")
        assert table.phase == "paused"
        assert "resume" in table.buttons


@pytest.mark.parametrize(
    "button", ["", "undo", "nonsense", "start", "choice-1", "confirm-1,1", "cell-1,1", "game-chess", "mended"]
)
def test_a_button_that_nothing_waits_for_changes_nothing(button: str) -> None:
    for table in (AtTheTable(), AtTheTable(Grid(8, 8), 1)):
        assert handle(table.session, Pressed(0, button)) == (table.session, ())
        table.begin()
        if button != "unseen":
            assert handle(table.session, Pressed(table.now_ms, button)) == (table.session, ())
