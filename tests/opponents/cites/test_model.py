from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from engines.cites.blocks import BLOCKS, NAMES, mask_of_names, names_in
from engines.cites.game import CitesPosition
from engines.cites.table import Offer
from engines.cites.tricks import Tricks
from engines.game import Action
from opponents.cites.model import MODEL, view
from opponents.cites.state import State
from opponents.simple import greedy
from opponents.think import think
from opponents.thought import Budget, Level
from tests.engines.cites.play import played, plays, start
from tests.opponents.cites.games import EVERY_TABLE, actor, holding, plies, started
from tests.opponents.cites.test_sight import redealt
from tests.opponents.hashes import said_under_any_hashes

Player = Callable[[CitesPosition, str, Random], Action]


def thinking(nodes: int) -> Player:
    """A strong player who searches this many nodes."""
    return lambda position, seat, random: (
        think(position, seat, Level.STRONG, random, Budget(nodes)).best.action
    )


def game(position: CitesPosition, players: dict[str, Player], seed: int) -> CitesPosition:
    """The end of a game, of which every action is checked."""
    random = Random(seed)
    while position.outcome() is None:
        action = players[actor(position)](position, actor(position), random)
        position.check(action)
        position, _events = position.after(action)
    return position


def texts(state: State) -> list[str]:
    return [str(move.action) for move in MODEL.moves(state)]


@EVERY_TABLE
def test_a_game_is_played_to_its_end_by_the_rules(players: int, has_contre: bool) -> None:
    position = started(2, players, contre=has_contre, speaker=None)
    end = game(position, dict.fromkeys(position.seats, thinking(4)), 1)
    assert max(end.score().values()) > 0


def test_hidden_hands_are_played_by_their_names() -> None:
    position, hidden, random = started(3), started(3, is_open=False), Random(1)
    for _ply in range(40):
        seat = actor(position)
        hand = frozenset(names_in(position.table.hands[position.seats.index(seat)]))
        action = think(hidden, seat, Level.STRONG, random, Budget(20), hand).best.action
        position.check(action)
        hidden.check(action)
        position, hidden = position.after(action)[0], hidden.after(action)[0]


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("said", [[], ["choose H"], ["choose H", "choose M"]])
def test_the_choice_does_not_differ_where_only_what_is_hidden_does(level: Level, said: list[str]) -> None:
    position = played(started(8), *said)
    seat = actor(position)
    other = redealt(position, seat, Random(5))
    assert other != position
    for seed in range(3):
        thoughts = [think(one, seat, level, Random(seed), Budget(60)) for one in (position, other)]
        assert thoughts[0] == thoughts[1]


def test_the_choice_does_not_differ_by_hidden_hands_in_the_middle_of_a_round() -> None:
    position = played(started(8, 4), "yield", "choose H", "yield", "choose M")
    for _ply in range(13):
        position, _events = position.after(position.legal()[0])
    seat = actor(position)
    other = redealt(position, seat, Random(5))
    assert other.table.hands != position.table.hands
    thoughts = [think(one, seat, Level.STRONG, Random(1), Budget(80)) for one in (position, other)]
    assert thoughts[0] == thoughts[1]


def test_the_hashes_of_texts_do_not_matter() -> None:
    program = """
from random import Random
from engines.games import GAMES
from opponents.think import think
from opponents.thought import Budget, Level
start = GAMES["cites"].start({"game": "cites", "players": 3, "speaker": "p1"})
hand = frozenset("M1 M7 M15 P3 H2 H8 H9 T11 T14 D2 D8 D13".split())
thought = think(start, "p1", Level.STRONG, Random(1), Budget(80), hand)
print([(str(option.action), option.share) for option in thought.options])
"""
    assert "choose" in said_under_any_hashes(program)


def test_of_blocks_that_nothing_lies_between_one_is_looked_at() -> None:
    position = played(started(1), "choose H", "choose M")
    position = holding(position, "M3 M4 M6 M9 D1 D2 P1 P2", "M5 M7 H1")
    assert texts(view(position, "p1").state) == plays("M3 M6 M9 P1 D1 D2")
    position = played(position, *plays("P1 M5 P2 H1"))
    assert texts(view(position, "p1").state) == plays("M3 M9 D1 D2")


def test_a_block_on_the_table_lies_between() -> None:
    position = played(started(1), "choose H", "choose M")
    position = played(holding(position, "M5 T1", "M4 M6"), "play M5")
    assert texts(view(position, "p2").state) == plays("M4 M6")


def test_offers_are_looked_at_by_what_they_promise() -> None:
    position = start(3, "H1 H2 H3 H4 H5 H6 M1 M2 M3 P1 P2 T1", contre=True)
    assert texts(view(position, "p1").state)[0] == "choose H"
    moves = MODEL.moves(view(played(position, "choose H"), "p2").state)
    assert {str(move.action) for move in moves} == {"contre H", "choose M", "choose P", "choose T"}
    assert sum(move.prior for move in moves) == pytest.approx(1)


def test_a_partner_may_be_left_the_offer_once() -> None:
    position = start(4, "H1 H2 H3 H4")
    assert "yield" in texts(view(position, "p1").state)
    assert "yield" not in texts(view(played(position, "yield"), "p3").state)


def test_a_search_finds_what_finishes_a_lot() -> None:
    lot = mask_of_names([*NAMES[:10], "D1", "D2", "D6", "D7", "D11"])
    hands = (mask_of_names(["M14", "D12"]), mask_of_names(["T6"]))
    led, offers = BLOCKS["T5"], (Offer(0, 0, 0), Offer(1, 1, 3))
    elsewhere = lot | hands[0] | hands[1] | 1 << led
    table = replace(
        started(1).table,
        lots=(lot, 0, 0, 0),
        hands=hands,
        dealt=2,
        reserve=tuple(block for block in range(len(NAMES)) if not elsewhere >> block & 1),
    )
    position = CitesPosition(table, Tricks(offers, leader=1, number=1, trick=(led,), taken=(0, 0)))
    best = think(position, "p1", Level.STRONG, Random(1), Budget(200)).best
    assert str(best.action) == "play D12"
    assert best.results[0] > 0.95


def test_decorations_are_placed_without_a_thought() -> None:
    position = next(before for before, _action, _after in plies(started(2), 2) if before.need())
    thought = think(position, actor(position), Level.STRONG, Random(1), Budget(200))
    assert [str(option.action) for option in thought.options] == [str(position.legal()[0])]


def test_strong_beats_greedy_even_if_it_thinks_but_little() -> None:
    won = 0.0
    for number in range(8):
        strong = ("p1", "p2")[number % 2]
        players: dict[str, Player] = {"p1": greedy, "p2": greedy} | {strong: thinking(40)}
        outcome = game(started(number // 2), players, number).outcome()
        assert outcome is not None
        won += 0.5 if outcome.winner is None else outcome.winner == strong
    assert won > 4
