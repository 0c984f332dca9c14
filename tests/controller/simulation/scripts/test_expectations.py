"""The expectations of scripts: seen, waited for, and reported if they fail."""

from __future__ import annotations

import pytest

from tests.controller.scripted import fails

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
    """The report of a failed expectation; every line is checked in the figure's position."""

    FIGURE = ("game masterplan", "play house d4 ne", "play house f6 n", "play house c3 n")

    @pytest.mark.parametrize(("line", "seen"), UNMET.items(), ids=UNMET.keys())
    def test_what_is_seen_is_reported(self, line: str, seen: str) -> None:
        assert fails(*self.FIGURE, line) == f"5: {seen}"

    def test_texts_on_the_screen_are_reported(self) -> None:
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
            "3: seen within 100 ms: something changed 505 ms later"
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

    def test_over_towers_no_one_is_to_move(self) -> None:
        assert fails("game masterplan", "expect turn none within 10") == "2: seen within 10 ms: white"
