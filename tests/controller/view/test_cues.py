"""Sounds at the table, and the panel's lights, as people play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.daemon.panel_signs import BUZZES, panel_picture
from controller.model import records
from controller.referee.session import Session
from controller.referee.session_parts import Due
from controller.referee.step import handle
from controller.view.cues import Cue, cue
from hardware.ports import Button, Grid
from hardware.sound.tones import TONES
from tests.controller.at_the_table import GRID, AtTheTable
from tests.controller.referee.test_session import play_to_the_end

FIGURE = ("d4.ne", "f6.n", "c3.n")
"""The third of these houses asks for a park on e5."""


class Listening(AtTheTable):
    """A table with a record of its sounds."""

    def __init__(self, grid: Grid = GRID, cell_sites: int = 3) -> None:
        self.heard: list[Cue] = []
        super().__init__(grid, cell_sites)

    def _take(self, session: Session, effects: tuple[records.Effect, ...]) -> None:
        heard = cue(self.session, session)
        if heard is not None:
            self.heard.append(heard)
        super()._take(session, effects)

    def news(self) -> list[Cue]:
        """The sounds since the last call."""
        heard, self.heard = self.heard, []
        return heard

    @property
    def lit(self) -> set[str]:
        """The buttons of the panel whose lights are on."""
        return set(panel_picture(self.session, self.view).lit)


@pytest.fixture
def table() -> Listening:
    table = Listening()
    table.begin()
    assert table.news() == [Cue.TURN]
    return table


class TestCues:
    def test_an_action_is_heard_once_it_is_played_and_not_as_the_hand_moves(self, table: Listening) -> None:
        table.put("d4.ne")
        assert table.news() == []
        table.wait()
        assert table.news() == [Cue.TURN]
        table.wait(10_000)
        assert table.news() == []

    def test_what_an_action_asks_for_is_heard_and_so_is_the_turn_after_it(self, table: Listening) -> None:
        table.play(*FIGURE)
        assert table.asked
        assert table.news() == [Cue.TURN, Cue.TURN, Cue.TASK]
        table.put("e5")
        table.wait()
        assert table.news() == [Cue.TURN]

    def test_when_hands_have_done_what_an_action_asked_for_it_is_the_next_players_turn(
        self, table: Listening
    ) -> None:
        table.play("d4.ne")
        assert cue(replace(table.session, due=Due(asked=1)), table.session) is Cue.TURN

    def test_what_is_wrong_is_heard_once_and_what_is_right_again_too(self, table: Listening) -> None:
        table.play("d4.ne")
        table.news()
        table.put("a1")
        table.wait(10_000)
        assert table.news() == [Cue.WRONG]
        table.lift("a1")
        table.wait()
        assert table.news() == [Cue.ACCEPTED]

    def test_a_takeback_by_hand_is_heard_as_accepted(self, table: Listening) -> None:
        table.play("d4.ne")
        table.news()
        table.lift("d4.ne")
        table.wait()
        assert table.actions == []
        assert table.news() == [Cue.ACCEPTED]

    def test_a_takeback_by_touch_asks_for_a_piece_to_be_lifted(self, table: Listening) -> None:
        table.play("d4.ne")
        table.news()
        table.touch("undo")
        assert table.phase == "correcting"
        table.lift("d4.ne")
        table.wait()
        assert table.news() == [Cue.TASK, Cue.ACCEPTED]

    def test_pauses_and_menus_are_silent(self, table: Listening) -> None:
        table.play("d4.ne")
        table.news()
        table.lose("board")
        table.find("board")
        table.touch("pause", "resume")
        table.wait()
        table.touch("pause", "leave")
        assert table.phase == "menu"
        assert table.news() == []

    def test_a_game_that_people_end_is_heard_as_over_once(self, table: Listening) -> None:
        table.play("d4.ne")
        table.news()
        table.touch("pause", "end", "resign-white")
        table.lose("board")
        table.find("board")
        table.wait()
        assert table.phase == "over"
        assert table.news() == [Cue.OVER]

    def test_a_game_that_the_rules_end_is_heard_as_over(self, table: Listening) -> None:
        play_to_the_end(table, seed=4)
        assert table.news()[-1] is Cue.OVER
        table.touch("undo")
        assert table.news() == [Cue.TASK]

    def test_a_board_that_can_be_read_in_two_ways_asks(self) -> None:
        table = Listening(Grid(8, 8), 1)
        table.begin()
        table.news()
        table.play("d4")
        assert table.phase == "choosing"
        assert table.news() == [Cue.TASK]

    def test_nothing_new_is_silent(self, table: Listening) -> None:
        assert cue(table.session, table.session) is None

    def test_every_cue_has_its_tone_and_its_buzz(self) -> None:
        assert set(TONES) == {one.value for one in Cue} == {one.value for one in BUZZES}
        assert BUZZES[Cue.WRONG] != BUZZES[Cue.ACCEPTED]


class TestPanelSigns:
    def test_in_the_menu_no_button_is_lit(self) -> None:
        assert Listening().lit == set()

    def test_there_is_nothing_to_take_back_before_the_first_action(self, table: Listening) -> None:
        assert table.lit == set()
        table.play("d4.ne")
        assert table.lit == {"undo"}
        table.press("undo")
        table.lift("d4.ne")
        table.wait()
        assert table.lit == set()

    def test_in_a_pause_no_button_is_lit(self, table: Listening) -> None:
        table.play("d4.ne")
        table.touch("pause")
        assert table.lit == set()

    def test_the_turn_light_says_that_a_turn_can_be_ended(self) -> None:
        table = Listening()
        table.begin(assist=False)
        table.play(*FIGURE[:2])
        assert table.lit == {"undo"}
        table.play(*FIGURE[2:])
        assert table.lit == {"turn", "undo"}
        table.news()
        table.press("turn")
        assert table.lit == {"undo"}
        assert table.news() == [Cue.TURN]

    @pytest.mark.parametrize("assist", [True, False])
    def test_a_lit_button_does_something_and_a_dark_one_nothing(self, assist: bool) -> None:
        table = Listening()
        for step in ("", "begin", *FIGURE, "a1", "pause"):
            if step == "begin":
                table.begin(assist=assist)
            elif step == "pause":
                table.touch("pause")
            elif step:
                table.play(step)
            for name in ("turn", "undo"):
                after, effects = handle(table.session, Button(table.now_ms, name))
                assert (after is not table.session or bool(effects)) == (name in table.lit), (step, name)
