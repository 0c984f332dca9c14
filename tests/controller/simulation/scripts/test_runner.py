"""Runs of scripts: their results, their messages, and that no exception ends them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.settings.config import load
from controller.simulation.scripts.runner import ScriptFailure, run
from controller.simulation.scripts.script import parse
from tests.controller.scripted import fails


def test_a_failure_names_file_line_command_and_reason() -> None:
    failure = run(parse("game masterplan\nexpect turn yellow # never\n", "evening.table"), load())
    text = "expect turn yellow # never"
    assert failure == ScriptFailure("evening.table", 2, text, "seen within 2000 ms: white")
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

    def test_a_table_without_room_for_a_game_is_reported(self) -> None:
        reason = "Masterplan needs 24 × 24 sites (3 a side for each cell); the table has 4 × 4."
        small = ("config table.columns = 4", "config table.rows = 4", "config table.pads = 0")
        said = fails(*small, "expect phase menu")
        assert said is not None
        assert said.startswith(f"4: {reason}")

    def test_they_may_come_from_a_file_too(self) -> None:
        quick = load(settings=[("play.settle_ms", "200")])
        lines = ("game masterplan", "put d4.ne", "expect plies 1 within 200")
        assert fails(*lines, config=quick) is None
        assert fails(*lines) == "3: seen within 200 ms: 0"


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
