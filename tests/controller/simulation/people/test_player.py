"""A careful person: what `play` does to make an action, moved by scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.settings.config import load
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from tests.controller.scripted import fails
from tests.owner import owned


class Misplacing(Player):
    """Sets the next piece on other sites first, and moves it while the table does not look."""

    other_sites = 0

    def put(self, sites: int, kind: str, label: str = "") -> None:
        other, self.other_sites = self.other_sites, 0
        if other:
            super().put(other, kind, label)
            self._rest()
            self._rig.unplug("lights")
            self.lift(other)
        super().put(sites, kind, label)
        if other:
            self._rig.plug("lights")


class TestPlaying:
    FIGURE = ("game masterplan", "play house d4 ne", "play house f6 n", "play house c3 n")

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("play house e5 n", "e5 needs a park: a house there would make a row of four (c3 d4 e5 f6)"),
            (
                "play castle e5",
                "'castle e5' is no action: an action begins with house, park, tower, take or done",
            ),
            ("play done", "done is only for games with assist off: here a turn ends when nothing is missing"),
        ],
    )
    def test_an_action_against_the_rules_is_refused(self, line: str, reason: str) -> None:
        assert fails(*self.FIGURE, line) == f"5: {reason}"

    def test_without_a_game_nothing_is_played(self) -> None:
        assert fails("play house d4 ne") == "1: no game is being played"

    def test_without_its_board_the_table_takes_nothing(self) -> None:
        lines = ("game masterplan", "unplug board", "play house d4 ne")
        said = "Paused / The board was unplugged or has lost its power. Plug it in again."
        assert fails(*lines) == f"3: the table takes nothing: {said}"

    def test_a_board_that_is_silent_for_a_moment_is_waited_for(self) -> None:
        lines = ("config play.settle_ms = 2000", "game masterplan", "put d4.ne", "lose 500")
        assert fails(*lines, "play house f6 n", "expect plies 2") is None

    def test_a_secret_choice_that_a_pause_covers_again_is_made_anew(self) -> None:
        kit = ("columns = 8", "rows = 8", "cell_sites = 1", "pads = 0")
        lines = ("game massai orthogonal=true", "play setup dark b1 b2 c3 d3 d4", "lose 103", "wait 600")
        lines = (*(f"config table.{line}" for line in kit), *lines)
        assert fails(*lines, "play setup light e4 f1 f4 g1 g2") is None

    def test_what_was_taken_for_another_action_is_taken_back(self, tmp_path: Path) -> None:
        rig = owned(Rig(load(), tmp_path / "journal.sqlite"))
        rig.power_on()
        rig.run_for(50)
        player = Misplacing(rig)
        player.choose_game("masterplan", {})
        player.other_sites = rig.running.session.table.sites("f6.s")

        player.play("house d4 ne")

        assert rig.journal.actions(1) == ["house d4 ne"]
        assert rig.running.session.tracker.masked == 0

    def test_a_piece_that_stands_there_already_is_not_set_again(self) -> None:
        assert fails("game masterplan", "stuck d4.ne open", "put d4.ne", "play house d4 ne") is None

    def test_a_wrong_piece_keeps_no_one_from_playing(self) -> None:
        lines = ("game masterplan", "put e5", "play house d4 ne", "expect light e5 wrong")
        assert fails(*lines, "expect plies 1") is None

    def test_a_piece_that_waits_for_an_action_is_left(self) -> None:
        assert fails(*self.FIGURE, "put a8.n", "play park e5", "expect played house a8 n") is None

    def test_a_pause_is_ended(self) -> None:
        assert fails("game masterplan", "touch #pause", "play house d4 ne", "expect plies 1") is None

    def test_tasks_are_done_until_none_is_left(self) -> None:
        lines = (*self.FIGURE, "put d4.s", "lift f6.n", "play tasks")
        assert fails(*lines, "expect phase playing", "expect plies 4", "expect lights park none") is None

    def test_where_nothing_is_asked_for_tasks_are_nothing(self) -> None:
        assert fails("play tasks", "game masterplan", "play tasks", "expect plies 0") is None

    def test_a_screen_that_asks_is_answered(self) -> None:
        lines = (
            "game masterplan overlap=choice",
            *(f"play house {house}" for house in ("c4 n", "c5 n", "d2 n")),
        )
        lines = (*lines, "play house d3 n", "play house d5 n", "play tower d4", "expect played tower d4")
        assert fails(*lines) is None

    def test_of_a_choice_of_tasks_the_first_is_done(self) -> None:
        lines = (
            "game masterplan overlap=choice",
            *(f"play house {house}" for house in ("c4 n", "c5 n", "d2 n")),
        )
        assert (
            fails(*lines, "play house d3 n", "play house d5 n", "play tasks", "expect played park d4") is None
        )
