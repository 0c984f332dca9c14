"""Scripts run: what holds, what is said where it does not, and that nothing ends in an exception."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.config import Config, load
from controller.script import ScriptError, parse
from controller.script_runner import Failure, run


def fails(*lines: str, config: Config | None = None) -> str | None:
    """Run a script; where and why it does not hold, if it does not."""
    failure = run(parse("\n".join(lines), "evening.table"), config or load())
    return None if failure is None else f"{failure.line}: {failure.reason}"


def test_a_failure_names_file_line_command_and_reason() -> None:
    failure = run(parse("game masterplan\nexpect turn yellow # never\n", "evening.table"), load())
    text = "expect turn yellow # never"
    assert failure == Failure("evening.table", 2, text, "seen within 2000 ms: white")
    assert str(failure) == "evening.table:2: expect turn yellow # never: seen within 2000 ms: white"


def test_an_empty_script_holds() -> None:
    assert fails("") is None


class TestThePower:
    def test_it_comes_on_with_the_first_command(self) -> None:
        assert fails("expect phase menu") is None

    def test_before_power_on_hands_are_at_a_dark_table(self) -> None:
        dark = ("put d4.ne", "stuck e5 closed", "unplug lights", "wait 100", "power on")
        assert fails(*dark, "expect phase paused", "plug lights", "expect phase menu") is None

    @pytest.mark.parametrize(
        "needs", ["game masterplan", "press turn", "touch #undo", "play tasks", "corrupt 1"]
    )
    def test_what_needs_power_is_refused_without(self, needs: str) -> None:
        assert fails("power on", "power cut", needs) == "3: the power is off"

    def test_it_is_cut_and_switched_on_once(self) -> None:
        assert fails("power on", "power on") == "2: the power is on already"
        assert fails("power on", "power cut", "power cut") == "3: the power is off"

    def test_nothing_is_seen_of_a_dark_table(self) -> None:
        reason = "expected a table that is on, and its power is cut"
        assert fails("power on", "power cut", "expect phase menu") == f"3: {reason}"
        assert fails("put d4.ne", "expect phase menu", "power on") == f"2: {reason}"

    def test_hands_move_pieces_of_a_dark_table(self) -> None:
        lines = ("game masterplan", "play house d4 ne", "power cut", "slide d4.ne e4.s over 100")
        assert fails(*lines, "bump", "hover a1 50", "noise 5", "noise 0", "lift e4.s", "power on") is None

    def test_what_is_unplugged_in_the_dark_is_away_when_the_power_comes(self) -> None:
        lines = ("power on", "power cut", "unplug board", "unplug screen", "power on")
        assert fails(*lines, "wait 3000", "expect phase paused", "plug board", "expect phase menu") is None


class TestSettings:
    def test_they_hold_from_the_start_wherever_they_stand_before_it(self) -> None:
        small = (
            "config table.columns = 8",
            "config table.rows = 8",
            "put a1.n",
            "config table.cell_sites = 1",
        )
        assert fails(*small, "power on", "expect phase menu") is None

    def test_they_come_too_late_after_it(self) -> None:
        reason = "settings are changed only before the power is switched on"
        assert fails("power on", "config play.settle_ms = 300") == f"2: {reason}"
        assert fails("bump", "config play.settle_ms = 300") == f"2: {reason}"

    def test_a_wrong_one_is_named(self) -> None:
        reason = "config: play.settle_ms: expected at least 100, got 5"
        assert fails("config play.settle_ms = 5", "power on") == f"1: {reason}"

    def test_a_table_without_room_for_a_game_is_told(self) -> None:
        reason = "Masterplan needs 24 × 24 sites (3 a side for each cell); the table has 23 × 24."
        assert fails("config table.columns = 23", "expect phase menu") == f"2: {reason}"

    def test_they_may_come_from_a_file_too(self) -> None:
        quick = load(settings=[("play.settle_ms", "200")])
        lines = ("game masterplan", "put d4.ne", "expect plies 1 within 200")
        assert fails(*lines, config=quick) is None
        assert fails(*lines) == "3: seen within 200 ms: 0"


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
            ("unplug rfid", "this table has no rfid"),
            ("plug board", "the board is not unplugged"),
        ],
    )
    def test_what_cannot_be_done_is_told(self, line: str, reason: str | None) -> None:
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
    def test_a_button_that_is_not_there_is_told_with_those_that_are(self) -> None:
        lines = ("game masterplan", 'touch "Take back"')
        reason = "the screen has no 'Take back'; it has Pause (#pause), Piece not seen (#unseen)"
        assert fails(*lines) == f"2: {reason}"

    @pytest.mark.parametrize("cell", ["#cell-8,0", "#cell-99,99", "#cell-a,b", "#cell-"])
    def test_a_cell_beside_the_board_is_told(self, cell: str) -> None:
        assert str(fails("game masterplan", f"touch {cell}")).startswith(f"2: the screen has no {cell!r}")

    def test_an_unplugged_screen_cannot_be_touched(self) -> None:
        lines = ("game masterplan", "unplug screen", "touch #pause")
        assert fails(*lines) == "3: the screen is unplugged: '#pause' cannot be touched"

    def test_a_game_that_is_not_there_is_told(self) -> None:
        assert str(fails("game chess")).startswith("1: the screen has no '#game-chess'; it has ")

    def test_an_option_that_is_not_there_is_told(self) -> None:
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
        said = "The game waits / The board was unplugged or has lost its power. Plug it in again."
        assert fails(*lines) == f"3: the table does not understand the board: {said}"

    def test_a_piece_that_stands_there_already_is_not_set_again(self) -> None:
        assert fails("game masterplan", "stuck d4.ne open", "put d4.ne", "play house d4 ne") is None

    def test_a_wrong_piece_is_lifted_first_if_need_be(self) -> None:
        lines = ("game masterplan", "put e5", "play house d4 ne", "expect lights wrong none")
        assert fails(*lines, "put e5") is None

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


UNMET = {
    "expect turn yellow within 100": "seen within 100 ms: white",
    "expect over draw within 100": "seen within 100 ms: not over",
    "expect score white=9 within 100": "seen within 100 ms: white=0 yellow=0",
    "expect score blue=1 within 100": "seen within 100 ms: white=0 yellow=0",
    "expect need nothing within 100": "seen within 100 ms: park e5",
    "expect played house f6 n within 100": "seen within 100 ms: house c3 n",
    "expect plies 4 within 100": "seen within 100 ms: 3",
    "expect light e5 tower within 100": "seen within 100 ms: park",
    "expect light a1 park within 100": "seen within 100 ms: off",
    "expect lights park none within 100": "seen within 100 ms: 1",
    "expect phase paused within 100": "seen within 100 ms: playing",
    "expect light z9 park": ("Masterplan has no place 'z9': places are like d4.ne (a spot) and e5 (a cell)"),
}


class TestExpectations:
    """What is seen where an expectation does not hold; every line is checked in the figure's position."""

    FIGURE = ("game masterplan", "play house d4 ne", "play house f6 n", "play house c3 n")

    @pytest.mark.parametrize(("line", "seen"), UNMET.items(), ids=UNMET.keys())
    def test_what_is_seen_is_told(self, line: str, seen: str) -> None:
        assert fails(*self.FIGURE, line) == f"5: {seen}"

    def test_texts_on_the_screen_are_told(self) -> None:
        seen = fails(*self.FIGURE, "expect screen Tower within 100")
        assert seen is not None
        assert seen.startswith("5: seen within 100 ms: ")
        assert "Park on e5" in seen
        assert fails(*self.FIGURE, "expect no screen Park within 100") == seen

    def test_texts_may_be_in_any_case(self) -> None:
        assert fails(*self.FIGURE, 'expect screen "PARK ON E5"') is None

    @pytest.mark.parametrize(
        ("line", "seen"),
        [
            ("expect turn white", "no game"),
            ("expect over white", "not over"),
            ("expect score white=0", "no game"),
            ("expect need nothing", "no game"),
            ("expect played house d4 ne", "no action"),
            ("expect plies 1", "0"),
        ],
    )
    def test_without_a_game_there_is_nothing_of_it(self, line: str, seen: str) -> None:
        assert fails(f"{line} within 50") == f"1: seen within 50 ms: {seen}"

    def test_an_expectation_waits_until_it_holds(self) -> None:
        lines = ("game masterplan", "put d4.ne")
        assert fails(*lines, "expect plies 1 within 300") == "3: seen within 300 ms: 0"
        assert fails(*lines, "expect plies 1 within 700") is None
        assert fails(*lines, "wait 700", "expect plies 1 within 0") is None

    def test_quiet_is_broken_by_what_is_played(self) -> None:
        lines = ("game masterplan", "put d4.ne")
        assert fails(*lines, "expect quiet 1000") is None
        assert fails(*lines, "expect quiet 1000 within 100") == (
            "3: seen within 100 ms: something changed 506 ms later"
        )

    def test_the_glow_under_a_hand_breaks_no_quiet(self) -> None:
        assert fails("game masterplan", "noise 200", "expect quiet 20000 within 0") is None

    def test_dark_lights_mean_nothing(self) -> None:
        lines = (
            *self.FIGURE,
            "unplug lights",
            "expect light e5 off",
            "expect lights park none",
            "plug lights",
        )
        assert fails(*lines, "expect light e5 park") is None

    def test_the_current_is_estimated(self) -> None:
        lines = ("expect current below 1", "expect current below 1000")
        assert str(fails(*lines[:1])).endswith(" mA")
        assert fails(*lines[1:]) is None

    def test_over_towers_nobody_is_to_move(self) -> None:
        assert fails("game masterplan", "expect turn none within 10") == "2: seen within 10 ms: white"


class TestScriptsThatMustFail:
    def test_one_that_fails_has_passed(self) -> None:
        assert fails("expect fails", "expect phase over") is None

    def test_one_that_holds_has_failed(self) -> None:
        reason = "expected a line that does not hold, and all held"
        assert fails("expect fails", "expect phase menu") == f"1: {reason}"


PLACES = st.sampled_from(["d4.ne", "f6.n", "c3.n", "e5", "a1.sw", "h8", "@0,0", "@23,23", "@24,1", "z1"])
TIMES = st.sampled_from(["0", "1", "40", "90", "700", "3000"])
LINES = st.one_of(
    st.builds("put {}".format, PLACES),
    st.builds("lift {}".format, PLACES),
    st.builds("slide {} {} over {}".format, PLACES, PLACES, st.sampled_from(["50", "2000"])),
    st.builds("hover {} {}".format, PLACES, st.sampled_from(["30", "900"])),
    st.builds("stuck {} {}".format, PLACES, st.sampled_from(["open", "closed"])),
    st.builds("heal {}".format, PLACES),
    st.builds("weak {}".format, PLACES),
    st.builds("wait {}".format, TIMES),
    st.builds(
        "play house {} {}".format, st.sampled_from(["d4", "f6", "c3", "a1"]), st.sampled_from(["n", "ne"])
    ),
    st.builds(
        "{} {}".format, st.sampled_from(["unplug", "plug"]), st.sampled_from(["board", "lights", "screen"])
    ),
    st.builds("corrupt {}".format, st.sampled_from(["1", "90", "2000"])),
    st.builds("noise {}".format, st.sampled_from(["0", "300"])),
    st.builds("bounce {}".format, st.sampled_from(["0", "30"])),
    st.builds(
        "touch #{}".format, st.sampled_from(["undo", "pause", "resume", "broken", "unseen", "start", "end"])
    ),
    st.builds("touch #choice-{}".format, st.integers(1, 3)),
    st.builds("press {}".format, st.sampled_from(["turn", "undo", "pause"])),
    st.sampled_from(["power cut", "power on", "bump", "play tasks", "game masterplan", "clock 99999999"]),
    st.sampled_from(
        ["game masterplan assist=false", "expect quiet 300 within 50", "expect lights wrong none"]
    ),
)


def held_or_refused(lines: list[str]) -> Any:
    """Run a script line by line as long as it holds, then go on without the line that did not."""
    while (failure := run(parse("\n".join(lines), "x"), load())) is not None:
        assert failure.reason
        lines = [*lines[: failure.line - 1], *lines[failure.line :]]


@settings(max_examples=15, deadline=None)
@given(st.lists(LINES, max_size=25))
def test_no_script_ends_in_an_exception(lines: list[str]) -> None:
    held_or_refused(["game masterplan", *lines])
