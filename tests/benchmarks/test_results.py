"""The kept games of the round robin, and the page that they make."""

from __future__ import annotations

from pathlib import Path
from random import Random

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


def weighed(won: float, lost: float, share: float) -> float:
    """The chance of such games, in one order, by a mixture of all shares, compared with this one's."""
    steps = 20_000
    chances = ((n + 0.5) / steps for n in range(steps))
    mixture = sum(chance**won * (1 - chance) ** lost for chance in chances) / steps
    return float(mixture / (share**won * (1 - share) ** lost))


@pytest.mark.parametrize("stands", [Standing(8, 0, 2), Standing(7, 2, 1), Standing(30, 5, 12)])
def test_at_the_edges_of_the_interval_a_mixture_of_all_shares_is_twenty_times_as_likely(
    stands: Standing,
) -> None:
    won, lost = stands.won + stands.drawn / 2, stands.lost + stands.drawn / 2
    for edge in stands.interval:
        assert weighed(won, lost, edge) == pytest.approx(20, rel=0.001)
    least, most = stands.interval
    assert least < stands.share < most


def test_wins_alone_leave_no_upper_edge_and_losses_no_lower() -> None:
    assert Standing(100, 0, 0).interval == (pytest.approx((20 * 101) ** -0.01), 1.0)
    assert Standing(0, 0, 100).interval == (0.0, pytest.approx(1 - (20 * 101) ** -0.01))


def test_the_interval_holds_however_often_one_looks() -> None:
    random, missed, share = Random(1), 0, 0.7
    for _match in range(60):
        won, is_missed = 0, False
        for games in range(1, 51):
            won += random.random() < share
            least, most = Standing(won, 0, games - won).interval
            is_missed |= not least <= share <= most
        missed += is_missed
    assert missed <= 3


def test_the_time_of_an_action_is_that_of_all_games() -> None:
    games = [game(0, "strong"), game(1, "strong")]
    assert think_s(games, 0) == 1.0
    assert think_s(games, 1) == 0.005


def test_a_pair_is_a_row_with_what_is_wanted_of_it() -> None:
    games = [game(0, "strong"), game(1, "strong"), game(2, None), game(3, "greedy")]
    (row,) = strength_page.rows("forma", games)
    assert row == (
        "strong – greedy",
        "1 s",
        "4",
        "2",
        "1",
        "1",
        "**62.5 %**",
        "8.5 to 98.5 %",
        "80 %",
        "1 – 0.005",
    )
    assert list(strength_page.rows("massai", games)) == []


def test_games_of_another_time_are_another_row_and_those_of_nodes_are_on_no_page() -> None:
    text = "<!-- made: forma -->\n<!-- end -->\n"
    quick, by_nodes = Limit(seconds=0.1), Limit(nodes=50)
    games = [game(0, "strong", quick), game(0, "strong"), game(1, None), game(2, "strong", by_nodes)]
    page = strength_page.page(text, games)
    assert "| strong – greedy | 1 s | 2 | 1 | 1 | 0 |" in page
    assert "| strong – greedy | 0.1 s | 1 | 1 | 0 | 0 |" in page
    assert page.count("strong – greedy") == 2


def test_a_pair_is_decided_by_its_interval() -> None:
    assert not strength_page.is_decided("forma", PAIR, Standing(0, 0, 0))
    assert not strength_page.is_decided("forma", PAIR, Standing(20, 0, 0))
    assert strength_page.is_decided("forma", PAIR, Standing(100, 0, 0))
    assert strength_page.is_decided("forma", PAIR, Standing(10, 0, 10))
    assert not strength_page.is_decided("forma", ("greedy", "random"), Standing(900, 0, 0))


def test_less_is_wanted_where_chance_decides_more() -> None:
    assert strength_page.wanted("forma", PAIR) == 0.80
    assert strength_page.wanted("cites", PAIR) == 0.65
    assert strength_page.wanted("cites", ("greedy", "random")) is None


def test_the_page_is_what_the_kept_games_say() -> None:
    text = strength_page.PAGE.read_text(encoding="utf-8")
    assert strength_page.page(text, kept(FILE)) == text, "run python -m benchmarks.strength --games 0 --table"
