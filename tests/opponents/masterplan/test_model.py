from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines.games import GAMES
from engines.grid import Cells, each
from engines.masterplan.board import BOARD, claims
from engines.masterplan.play import Stage
from engines.masterplan.position import MasterplanPosition
from opponents.masterplan import model as masterplan
from opponents.masterplan.city import HOUSES, PLACE, City, after, city, missing
from opponents.masterplan.model import MODEL, view
from opponents.masterplan.sight import prospects
from opponents.simple import at_random, greedy
from opponents.think import think
from opponents.thought import Budget, Level

MASTERPLAN = GAMES["masterplan"]
ALL_OPTIONS: list[dict[str, Any]] = [
    {},
    {"overlap": "choice"},
    {"assist": False},
    {"assist": False, "overlap": "choice"},
]


def started(**options: Any) -> MasterplanPosition:
    position = MASTERPLAN.start({"game": "masterplan", "options": options})
    assert isinstance(position, MasterplanPosition)
    return position


def played(position: MasterplanPosition, *texts: str) -> MasterplanPosition:
    for text in texts:
        action = MASTERPLAN.parse(text)
        position.check(action)
        position, _events = position.after(action)
    return position


def cities(games: int, **options: Any) -> Iterator[City]:
    """Events of games by chance."""
    random = Random(1)
    for _game in range(games):
        now = city(started(**options))
        while now.mover is not None:
            yield now
            now = after(now, random.choice(choices(now)))


def choices(now: City) -> list[Any]:
    return missing(now) or [house for cell in each(now.free) for house in HOUSES[PLACE[cell]]]


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_a_city_goes_the_way_of_its_position_when_all_is_placed(options: dict[str, Any]) -> None:
    random = Random(1)
    for _game in range(25):
        position = started(**options)
        now = city(position)
        while now.mover is not None:
            assert position.turn == position.players[now.mover]
            legal = position.legal()
            actions = choices(now)
            assert set(actions) <= set(legal)
            assert missing(now) or set(actions) == set(legal) - {MASTERPLAN.parse("done")}
            action = random.choice(actions)
            now = after(now, action)
            position = with_pieces(position.after(action)[0], now)
            assert city(position) == now
        while position.outcome() is None:
            position, _events = position.after(position.legal()[0])
        assert now.lead == position.points[0] - position.points[1]


def with_pieces(position: MasterplanPosition, now: City) -> MasterplanPosition:
    """The position after the pieces that the city has placed of itself."""
    while position.stage is not Stage.TOWERS and (placed := missing(city(position))) != missing(now):
        assert len(placed) == 1
        position, _events = position.after(placed[0])
    return position


def test_overdue_parks_are_placed_first_and_score_nothing() -> None:
    position = played(started(assist=False), "house d4 ne", "house f6 n", "house c3 n", "done")
    now = city(position)
    assert [str(action) for action in missing(now)] == ["park e5"]
    then = after(now, missing(now)[0])
    assert (then.lead, then.mover) == (0, 1)
    assert then == city(played(position, "park e5"))


def windows(place: int) -> Iterator[list[Cells]]:
    """The other three cells of each row of four through a cell, those off the board as the empty set."""
    for step in (1, BOARD.stride - 1, BOARD.stride, BOARD.stride + 1):
        for first in range(-3, 1):
            places = [place + step * n for n in range(first, first + 4) if n]
            yield [1 << other & BOARD.all if other >= 0 else 0 for other in places]


def test_prospects_are_what_one_or_two_houses_would_claim() -> None:
    for now in cities(4):
        seen = prospects(now.houses, now.free)
        for cell in each(now.free):
            needed = [
                sum(bool(other & now.free) for other in window)
                for window in windows(PLACE[cell])
                if all(other & (now.houses | now.free) for other in window)
            ]
            assert bool(cell & seen.hot) == (1 in needed)
            assert bool(cell & seen.warm) == (2 in needed and 1 not in needed)
            assert bool(cell & seen.warmer) == (needed.count(2) > 1 and 1 not in needed)
        claimed_by_one = 0
        for cell in each(now.free):
            claimed_by_one |= claims(now.houses | cell).rows & now.free & ~cell
        assert claimed_by_one == seen.hot


def test_moves_are_legal_the_best_first_and_their_priors_add_up() -> None:
    for now in cities(3):
        moves = MODEL.moves(now)
        assert {move.action for move in moves} <= set(choices(now))
        assert len({move.action for move in moves}) == len(moves)
        priors = [move.prior for move in moves]
        assert priors == sorted(priors, reverse=True)
        assert sum(priors) == pytest.approx(1)
        assert min(priors) > 0


def test_values_are_chances_and_exact_at_the_end() -> None:
    random = Random(1)
    for now in cities(3):
        white, yellow = MODEL.value(now, random)
        assert 0 < white < 1
        assert white + yellow == pytest.approx(1)
        end = now._replace(stage=Stage.TOWERS)
        assert MODEL.value(end._replace(lead=1), random) == (1.0, 0.0)
        assert MODEL.value(end._replace(lead=0), random) == (0.5, 0.5)
        assert MODEL.value(end._replace(lead=-1), random) == (0.0, 1.0)


def test_points_that_are_sure_to_come_count_as_much_as_points() -> None:
    now = city(played(started(), "house d4 ne", "house f6 n"))
    aware, ahead = city(played(started(), "house d4 ne", "house f6 n", "house c3 ne")), now._replace(lead=2)
    random = Random(1)
    assert MODEL.value(aware, random)[0] != MODEL.value(now, random)[0]
    assert MODEL.value(ahead, random)[0] > MODEL.value(now, random)[0]


def test_a_house_that_faces_a_hot_cell_is_worth_more_than_one_that_looks_away() -> None:
    random = Random(1)
    texts = ("house d4 n", "house f6 n", "house a8 n", "house h1 s")
    facing = city(played(started(), *texts, "house d5 e"))
    away = city(played(started(), *texts, "house d5 w"))
    assert MODEL.value(facing, random)[0] > MODEL.value(away, random)[0]


def test_what_is_required_is_placed_after_little_thought() -> None:
    position = played(started(), "house d4 ne", "house f6 n", "house c3 n")
    thought = think(position, "white", Level.STRONG, Random(1), Budget(10_000))
    assert [str(option.action) for option in thought.options] == ["park e5"]
    assert thought.nodes <= 250


def test_a_choice_of_park_or_tower_is_thought_about() -> None:
    for now in cities(60, overlap="choice"):
        either = now.parks & now.squares
        if either:
            break
    moves = MODEL.moves(now)
    assert {str(move.action).split()[0] for move in moves} == {"park", "tower"}
    assert sum(move.prior for move in moves) == pytest.approx(1)


def test_with_too_few_towers_the_squares_are_thought_about() -> None:
    now = next(now for now in cities(200) if now.squares)
    moves = MODEL.moves(now)
    assert len(moves) > now.towers_left > 0
    assert {str(move.action).split()[0] for move in moves} == {"tower"}


def test_towers_are_taken_without_thinking() -> None:
    random = Random(3)
    position = started()
    while position.stage is not Stage.TOWERS or len(position.towers) < 2:
        position = position if position.outcome() is None else started()
        position, _events = position.after(at_random(position, "white", random))
    before = city(position)
    thought = think(position, "yellow", Level.STRONG, random, Budget(100))
    assert thought.nodes == 0
    assert thought.best.results == MODEL.value(before, random)
    position.check(thought.best.action)


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_whole_games_are_played_by_any_options(options: dict[str, Any]) -> None:
    random = Random(1)
    position = started(**options)
    while position.outcome() is None:
        thought = think(position, position.turn or "white", Level.MEDIUM, random, Budget(12))
        position.check(thought.best.action)
        position, _events = position.after(thought.best.action)
    assert masterplan.view(position, "white").sample(random).lead == position.points[0] - position.points[1]


def test_a_short_search_beats_whoever_takes_what_gives_most_now() -> None:
    random = Random(1)
    wins = 0
    for game in range(4):
        position = started()
        seat = position.players[game % 2]
        while position.outcome() is None:
            if position.turn == seat:
                action = think(position, seat, Level.STRONG, random, Budget(40)).best.action
            else:
                action = greedy(position, position.turn or seat, random)
            position, _events = position.after(action)
        outcome = position.outcome()
        wins += outcome is not None and outcome.winner == seat
    assert wins >= 3


def test_everybody_sees_all() -> None:
    position = played(started(), "house d4 ne")
    white, yellow = view(position, "white"), view(position, "yellow")
    assert (white.side, yellow.side) == (0, 1)
    assert white.sample(Random(1)) == yellow.sample(Random(2)) == city(position)
