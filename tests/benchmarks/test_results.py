"""The kept games of the round robin, and the page that they make."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import strength_page
from benchmarks.matches import Limit, Match, Played
from benchmarks.results import Standing, keep, kept, standing, think_s
from benchmarks.strength import FILE

PAIR = ("strong", "greedy")
SECOND = Limit(seconds=1.0)


def game(number: int, winner: str | None, limit: Limit = SECOND) -> Played:
    match = Match("forma", PAIR, 1, number)
    return Played(match, limit, winner, 70, is_over=True, thought_s=(30.0, 0.2), thought_of=(30, 40))


def test_a_game_that_is_kept_is_read_as_it_was(tmp_path: Path) -> None:
    games = [game(0, "strong"), game(1, None), game(2, "greedy", Limit(nodes=50))]
    file = tmp_path / "games.jsonl"
    assert kept(file) == []
    for one in games:
        keep(file, one)
    assert kept(file) == games
    assert len(file.read_text().splitlines()) == 3


def test_a_draw_is_half_a_game() -> None:
    stands = standing([game(0, "strong"), game(1, None), game(2, "greedy"), game(3, "strong")])
    assert stands == Standing(won=2, drawn=1, lost=1)
    assert stands.share == 0.625


@pytest.mark.parametrize(
    ("stands", "least", "most"),
    [
        (Standing(8, 0, 2), 0.4902, 0.9433),
        (Standing(7, 2, 1), 0.4902, 0.9433),
        (Standing(100, 0, 0), 0.9630, 1.0),
        (Standing(0, 0, 50), 0.0, 0.0713),
    ],
)
def test_the_interval_is_wilsons(stands: Standing, least: float, most: float) -> None:
    assert stands.interval == pytest.approx((least, most), abs=0.0001)


def test_the_time_of_an_action_is_that_of_all_games() -> None:
    games = [game(0, "strong"), game(1, "strong")]
    assert think_s(games, 0) == 1.0
    assert think_s(games, 1) == 0.005


def test_a_pair_is_a_row_with_what_is_wanted_of_it() -> None:
    games = [game(0, "strong"), game(1, "strong"), game(2, None), game(3, "greedy")]
    (row,) = strength_page.rows("forma", games)
    assert row == (
        "strong – greedy",
        "4",
        "2",
        "1",
        "1",
        "**62.5 %**",
        "21.9 to 90.8 %",
        "80 %",
        "1 – 0.005",
    )
    assert list(strength_page.rows("massai", games)) == []


def test_games_of_another_limit_are_on_no_page() -> None:
    text = "<!-- made: forma -->\n<!-- end -->\n"
    page = strength_page.page(text, [game(0, "strong"), game(1, "strong", Limit(seconds=0.1))])
    assert "| strong – greedy | 1 | 1 | 0 | 0 |" in page


def test_less_is_wanted_where_chance_decides_more() -> None:
    assert strength_page.wanted("forma", PAIR) == 0.80
    assert strength_page.wanted("cites", PAIR) == 0.65
    assert strength_page.wanted("cites", ("greedy", "random")) is None


def test_the_page_is_what_the_kept_games_say() -> None:
    text = strength_page.PAGE.read_text(encoding="utf-8")
    assert strength_page.page(text, kept(FILE)) == text, "run python -m benchmarks.strength --games 0 --table"
