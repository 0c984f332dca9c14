"""Hands and fingers at the simulated table, moved by scripts."""

from __future__ import annotations

import pytest

from controller.daemon.fingers import Fingers, Press
from controller.simulation.scripts.script import ScriptError, parse
from tests.controller.scripted import fails


class TestHands:
    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("put d4.ne", "on @11,11 lies piece already"),
            ("put i9", "Masterplan has no place 'i9': places are like d4.ne (a spot) and e5 (a cell)"),
            ("put @24,0", "'@24,0' is no site: the table has @0,0 to @23,23"),
            ("put @x,y", "'@x,y' is no site: the table has @0,0 to @23,23"),
            ("put house e5", "a piece is put on a place, and named after it"),
            ("put", None),
            ("lift e5", "there is no piece on @13,13"),
            ("slide e5 e6", "there is no piece on @13,13"),
            ("slide d4.ne d4.ne over 10", ""),
            ("plug board", "the board is not unplugged"),
        ],
    )
    def test_what_cannot_be_done_is_reported(self, line: str, reason: str | None) -> None:
        if reason is None:
            with pytest.raises(ScriptError):
                parse(line, "x")
            return
        assert fails("game masterplan", "put d4.ne", line) == (f"3: {reason}" if reason else None)

    def test_what_is_unplugged_is_unplugged_once(self) -> None:
        assert fails("unplug board", "unplug board") == "2: the board is unplugged already"

    @pytest.mark.parametrize("piece", ["", " t17", " house", ' "house white"', " house white"])
    def test_a_piece_may_be_named(self, piece: str) -> None:
        lines = ('piece t17 "house white"', "power on", "game masterplan", f"put d4.ne{piece}")
        assert fails(*lines, "expect played house d4 ne", "put @0,0", "put @1,1 @2,2") is None

    def test_an_element_lies_on_several_sites(self) -> None:
        lines = ("game masterplan", "put a1.n b1.n c1.n element", "lift b1.n", "lift a1.n")
        assert fails(*lines) == "4: there is no piece on @1,2"


class TestTouches:
    def test_a_button_that_is_not_there_is_reported_with_those_that_are(self) -> None:
        lines = ("game masterplan", 'touch "Take back"')
        there = "Piece not seen (#unseen), Hint (#hint), Help (#help), Pause (#pause)"
        assert fails(*lines) == f"2: the screen has no 'Take back'; it has {there}"

    @pytest.mark.parametrize("cell", ["#cell-8,0", "#cell-99,99", "#cell-a,b", "#cell-"])
    def test_a_cell_beside_the_board_is_reported(self, cell: str) -> None:
        assert str(fails("game masterplan", f"touch {cell}")).startswith(f"2: the screen has no {cell!r}")

    def test_a_button_that_moved_under_the_finger_is_touched_again(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        press, times = Fingers.press, list[int]()

        def early_at_first(fingers: Fingers, x: int, y: int, at_ms: int) -> Press:
            times.append(at_ms)
            return Press(is_early=True) if len(times) % 2 else press(fingers, x, y, at_ms)

        monkeypatch.setattr(Fingers, "press", early_at_first)
        assert fails("game masterplan", "touch #pause", "expect phase paused") is None

    def test_an_unplugged_screen_cannot_be_touched(self) -> None:
        lines = ("game masterplan", "unplug screen", "touch #pause")
        assert fails(*lines) == "3: the screen is unplugged: '#pause' cannot be touched"

    def test_a_game_that_is_not_there_is_reported(self) -> None:
        assert fails("game chess") == (
            "1: this table has no game 'chess'; it has masterplan, forma, massai, cites"
        )

    def test_an_option_that_is_not_there_is_reported(self) -> None:
        assert str(fails("game masterplan assist=maybe")).startswith(
            "1: the screen has no '#option-assist-maybe'"
        )

    @pytest.mark.parametrize(
        "before",
        [
            ("touch #game-masterplan",),
            ("game masterplan", "play house d4 ne", "lift d4.ne"),
            ("game masterplan", "put e5", "expect phase correcting", "lift e5"),
            ("game masterplan", "touch #unseen", "touch #cell-3,3"),
            ("game masterplan", "touch #pause"),
            ("touch #game-masterplan", "touch #start", "wait 900", "touch #pause", "touch #end"),
        ],
        ids=["setup", "playing", "correcting", "pointing", "paused", "menu"],
    )
    def test_another_game_is_begun_from_anywhere(self, before: tuple[str, ...]) -> None:
        assert fails(*before, "wait 1500", "game masterplan assist=false", "expect phase playing") is None
