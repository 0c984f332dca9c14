from __future__ import annotations

from random import Random

import pytest

from engines.cites.building import Building
from engines.cites.game import CitesPosition
from opponents.cites.model import HANDICAPS
from opponents.levels import Glance
from opponents.simple import glanced, greedy
from opponents.thought import Level
from tests.engines.cites.play import played
from tests.opponents.cites.games import EVERY_TABLE, actor, holding, plies, started
from tests.opponents.cites.test_sight import redealt


def choice(position: CitesPosition, seed: int = 1) -> str:
    return str(greedy(position, actor(position), Random(seed)))


def round_of(first: str, second: str, *texts: str) -> CitesPosition:
    """A round of two players: p1 builds H and leads, p2 builds M."""
    return played(holding(played(started(1), "choose H", "choose M"), first, second), *texts)


def test_greedy_names_the_set_of_which_it_holds_most() -> None:
    assert choice(holding(started(1), "H1 H2 H3 T12 T13 D12 D13 D14 D15", "M1")) == "choose H"


@pytest.mark.parametrize(
    ("hand", "led"),
    [("H1 H14 T15 D2 D4 M15", "D4"), ("H1 H14 T15 M15", "H14"), ("T14 M15 P3", "M15")],
)
def test_greedy_leads_the_highest_block_that_counts(hand: str, led: str) -> None:
    assert choice(round_of(hand, "P4")) == f"play {led}"


@pytest.mark.parametrize(
    ("led", "hand", "answer"),
    [
        ("M4", "M3 M9 M12", "M9"),
        ("M15", "M3 M9", "M3"),
        ("T4", "M3 D9 D2", "D2"),
        ("T4", "T9 T2 M3", "T2"),
        ("T4", "P7 P3 M2", "P3"),
        ("H4", "H7 H9", "H7"),
        ("D4", "D3 D7 D9", "D7"),
    ],
)
def test_greedy_answers_with_what_wins_most_or_throws_what_counts_least(
    led: str, hand: str, answer: str
) -> None:
    assert choice(round_of(f"{led} P1 P2", hand, f"play {led}")) == f"play {answer}"


BEGINNER = HANDICAPS[Level.BEGINNER]


def beginner(position: CitesPosition, hand: str, seed: int) -> str:
    """A beginner's choice who holds a hand that the table does not see."""
    assert isinstance(BEGINNER, Glance)
    return str(glanced(position, actor(position), BEGINNER, Random(seed), frozenset(hand.split())))


def test_a_beginner_names_any_set() -> None:
    position = started(1, is_open=False)
    named = {beginner(position, "H1 H2 H3 H4 T12", seed) for seed in range(40)}
    assert len(named) == 4
    assert "choose H" in named


def test_a_beginner_prefers_the_higher_of_two_blocks_whether_it_counts_or_not() -> None:
    position = played(started(1, is_open=False), "choose H", "choose M")
    assert {beginner(position, "H2 T15", seed) for seed in range(20)} == {"play T15"}
    assert {beginner(position, "H2 P7 T15", seed) for seed in range(20)} == {"play P7", "play T15"}


@EVERY_TABLE
def test_greedy_sees_no_hand_but_its_own(players: int, has_contre: bool) -> None:
    random = Random(players)
    for position, _action, _after in plies(started(4, players, contre=has_contre), 4):
        if not isinstance(position.phase, Building):
            assert choice(redealt(position, actor(position), random)) == choice(position)
