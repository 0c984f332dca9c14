"""Forma: its headers, messages to players and events, and the invariants of its positions."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.forma.actions import START, EndSetup, Obstacle, Place, Tower
from engines.forma.actions import turns as turns_of
from engines.forma.board import BOARD, FITTER, OBSTACLES, all_elements, sorted_names
from engines.forma.game import Forma
from engines.forma.polyominoes import CODES
from engines.forma.position import FormaPosition
from engines.game import BadNotation, BadOption, Illegal, Json
from engines.grid import Cells, each

GAME = Forma()
HEADER = {"game": "forma", "players": 2}
READY = ["tower n14", "start"]
WORDS = [
    "place",
    "withdraw",
    "obstacle",
    "tower",
    "start",
    "a1",
    "a2",
    "b1",
    "t20",
    "5F",
    "1",
    "",
    "u1",
    "A1",
]


def played(texts: list[str], **header: Any) -> tuple[FormaPosition, tuple[Json, ...]]:
    """The position after the texts, each checked, and the events of the last one."""
    position = GAME.start(HEADER | header)
    events: tuple[Json, ...] = ()
    for text in texts:
        action = GAME.parse(text)
        position.check(action)
        position, events = position.after(action)
    return position, events


def refusal(texts: list[str], text: str, **header: Any) -> str:
    position, _ = played(texts, **header)
    with pytest.raises(Illegal) as refused:
        position.check(GAME.parse(text))
    return str(refused.value)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({}, "'players' must be 2 or 4, and the header does not say"),
        ({"players": 3}, "'players' must be 2 or 4, not 3"),
        ({"players": "4"}, "'players' must be 2 or 4, not '4'"),
        ({"players": True}, "'players' must be 2 or 4, not true"),
        ({"players": 4.0}, "'players' must be 2 or 4, not 4.0"),
        ({"players": 2, "first": "red"}, "'first' must be blue or yellow, not 'red'"),
        ({"players": 4, "first": None}, "'first' must be blue or yellow or red or green, not null"),
        ({"players": 4, "first": ["blue"]}, "'first' must be blue or yellow or red or green, not a list"),
        (
            {"players": 2, "options": {"contact": "none"}},
            "option 'contact' must be 'corner' or 'side', not 'none'",
        ),
        ({"players": 2, "options": {"size": 20}}, "unknown option 'size': this game has contact"),
        (
            {"players": 2, "deck": []},
            "unknown header field 'deck': this game has game, players, options, first",
        ),
    ],
)
def test_a_header_that_is_wrong_is_refused_by_name(header: Json, message: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.start({"game": "forma", **header})
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "text", ["place c3 c4 d4", "place c9 c10", "withdraw 5F", "start", "tower k10", "obstacle a1"]
)
def test_a_text_that_is_right_is_given_back(text: str) -> None:
    assert str(GAME.parse(text)) == text
    assert repr(GAME.parse(text)) == f"<{text}>"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is no action: an action begins with obstacle, tower, start, place, withdraw"),
        ("pass", "'pass' is no action: an action begins with obstacle, tower, start, place, withdraw"),
        (
            "Place a1",
            "'Place a1' is no action: an action begins with obstacle, tower, start, place, withdraw",
        ),
        ("start now", "'start now' is no action: it is written start"),
        ("tower", "'tower' is no action: it is written tower CELL"),
        ("obstacle a1 a3", "'obstacle a1 a3' is no action: it is written obstacle CELL"),
        ("withdraw 5Q", f"there is no element '5Q': the elements are {' '.join(CODES)}"),
        ("tower u1", "there is no cell 'u1': the cells are a1 to t20"),
        ("tower a01", "there is no cell 'a01': the cells are a1 to t20"),
        ("place a1  a2", "there is no cell '': the cells are a1 to t20"),
        ("place a10 a9", "a9 comes before a10: the cells of an element are sorted by letter, then number"),
        ("place b1 b1", "b1 is named twice: the cells of an element are sorted by letter, then number"),
        (
            "place a1 a2 a3 a4 a5 a6",
            "'place a1 a2 a3 a4 a5 a6' is no action: "
            "it is written place CELL ..., one to 5 cells by letter, then number",
        ),
    ],
)
def test_a_text_that_is_wrong_is_refused_with_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as refused:
        GAME.parse(text)
    assert str(refused.value) == message


@settings(deadline=None)
@given(st.text() | st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=8).map(" ".join))
def test_garbage_is_bad_notation_and_no_other_error(text: str) -> None:
    try:
        action = GAME.parse(text)
    except BadNotation:
        return
    assert str(action) == text


@pytest.mark.parametrize(
    ("texts", "text", "message"),
    [
        ([], "start", "the tower must stand before the game starts"),
        (
            [],
            "place a1",
            "the board is still being set up: the tower must stand, then start before the first element",
        ),
        (["tower c3"], "withdraw 1", "the board is still being set up: start before the first element"),
        (["tower c3"], "tower e5", "the tower stands already, on c3"),
        ([], "tower a10", "a10 is on the board's edge: the tower may not stand there"),
        (["obstacle c3"], "obstacle c3", "c3 is taken by an obstacle"),
        (
            ["obstacle c3", "tower e5"],
            "obstacle d4",
            "d4 touches the obstacle on c3 and the tower on e5: corners may not touch either",
        ),
        (READY, "tower c3", "the set-up is done: blue must place an element or withdraw one"),
        (READY, "place n14 n15", "n14 is taken by the tower"),
        (
            [*READY, "place a1 a2"],
            "place a1 a2 a3",
            "a1 is taken by a blue element and a2 is taken by a blue element",
        ),
        (READY, "place a1 c1", "a1 c1 make no element: the squares of one are joined side to side"),
        (READY, "place a1 b2", "a1 b2 make no element: the squares of one are joined side to side"),
    ],
)
def test_players_learn_why_an_action_is_refused(texts: list[str], text: str, message: str) -> None:
    assert refusal(texts, text) == message


def test_obstacles_side_by_side_are_refused_where_corners_may_touch() -> None:
    message = "c4 touches the obstacle on c3: obstacles and tower may not touch side by side"
    options = {"contact": "side"}
    assert refusal(["obstacle c3"], "obstacle c4", options=options) == message
    assert played(["obstacle c3", "obstacle d4"], options=options)


def test_a_marker_is_named_where_it_takes_a_cell() -> None:
    texts = ["obstacle a1", *READY, "place a2 b2", "place t1", "place b1"]
    assert refusal(texts, "place a1") == "a1 is taken by an obstacle with a blue marker"
    enclosing = ["place e1 e2 e3", "place r4 r5", "place f1 g1 g2 g3", "place p1 p2 p3"]
    assert refusal([*READY, *enclosing, "place f3"], "place f2") == "f2 is taken by a blue marker"


def test_no_more_obstacles_are_put_than_there_are() -> None:
    some = [f"obstacle {letter}{number}" for letter in "acegi" for number in (1, 3, 5, 7, 9)]
    assert refusal(some, "obstacle t20") == "no obstacle is left: all 25 are on the board"


@pytest.mark.parametrize("contact", ["corner", "side"])
def test_whether_the_board_may_be_set_up_so_is_said_without_words(contact: str) -> None:
    dice = random.Random(3)
    cells = [BOARD.cell[name] for name in BOARD.names]
    set_ups: list[Obstacle | Tower | EndSetup] = [START, *map(Tower, cells), *map(Obstacle, cells)]
    position = GAME.start(HEADER | {"options": {"contact": contact}})
    for _ply in range(OBSTACLES + 1):
        legal = set(position.legal())
        assert {action for action in set_ups if position.may_set_up(action)} == legal
        position, _events = position.after(dice.choice(sorted(legal - {START}, key=str)))
    assert not any(map(position.may_set_up, set_ups[1:]))
    assert position.may_set_up(START)
    begun, _events = position.after(START)
    assert not any(map(begun.may_set_up, set_ups))


def test_an_element_that_is_used_up_cannot_be_played_or_withdrawn() -> None:
    texts = [*READY, "place a1 a2 a3 a4 a5", "place t1", "place c1 c2 c3 c4 c5", "place t3"]
    assert refusal(texts, "place e1 e2 e3 e4 e5") == "blue has no element 5I left"
    assert refusal(texts, "withdraw 5I") == "blue has no element 5I left"


def test_nothing_is_played_when_the_game_is_over() -> None:
    position = GAME.restore(full_board())
    position, events = position.after(GAME.parse("place t20"))
    assert events[-1] == {
        "kind": "end",
        "winner": "yellow",
        "reason": "6 points to -3",
        "losses": {"blue": 4, "yellow": 0},
    }
    assert position.turn is None
    assert list(position.legal()) == []
    with pytest.raises(Illegal, match=r"^the game is over: yellow has won, 6 points to -3$"):
        position.check(GAME.parse("place a1"))


def full_board() -> Json:
    """One empty cell, which blue has an element for; obstacles everywhere but for six yellow squares."""
    cells = dict.fromkeys(BOARD.names[:-1], "obstacle") | {"k10": "tower"}
    cells |= dict.fromkeys(["a1", "b1", "c1", "d1", "e1", "f1"], "yellow")
    return {
        "players": ["blue", "yellow"],
        "contact": "side",
        "mover": "blue",
        "stage": "turn",
        "cells": cells,
        "reserve": {"blue": ["1", "2"], "yellow": []},
        "withdrawn": {"blue": ["2"], "yellow": []},
        "bridges": {"blue": 0, "yellow": 0},
        "tower_of": None,
    }


def test_a_cell_that_obstacles_and_the_edge_close_belongs_to_no_one_and_may_be_filled() -> None:
    texts = ["obstacle a2", "obstacle b1", *READY]
    position, events = played([*texts, "place d1"], options={"contact": "side"})
    assert [event["kind"] for event in events] == ["element"]
    assert "a1" not in position.cells
    assert position.score() == {"blue": 1, "yellow": 0}
    assert GAME.parse("place a1") in set(position.legal())


def test_an_element_says_what_it_scored() -> None:
    texts = ["tower c3", "start", "place b3 b4 c4 d4", "place t1", "place b1 b2 c1 d1", "place t3"]
    _, events = played([*texts, "place d2 d3 e2"])
    assert events == (
        {
            "kind": "element",
            "player": "blue",
            "points": 3,
            "element": "3L",
            "cells": ["d2", "d3", "e2"],
        },
        {"kind": "enclosed cell", "player": "blue", "points": 10, "cell": "c2"},
        {"kind": "enclosed tower", "player": "blue", "points": 50, "cell": "c3"},
    )


def test_an_enclosed_obstacle_is_said() -> None:
    texts = ["obstacle a1", *READY, "place a2", "place t1"]
    position, events = played([*texts, "place b1"])
    assert events[1:] == ({"kind": "enclosed obstacle", "player": "blue", "points": 10, "cell": "a1"},)
    assert position.cells["a1"] == "obstacle blue"


def test_a_bridge_is_said_when_it_stands() -> None:
    blue = ["a1 a2 a3 a4 a5", "a6 a7 a8 a9 a10", "a11 a12 a13 a14", "a15 a16 a17 a18", "a19 a20"]
    yellow = ["t1", "t3", "t5", "t7"]
    texts = [f"place {cells}" for pair in zip(blue, yellow, strict=False) for cells in pair]
    position, events = played([*READY, *texts, f"place {blue[-1]}"])
    assert events[1:] == ({"kind": "bridge", "player": "blue", "points": 50, "bridges": 1},)
    assert position.as_json()["bridges"] == {"blue": 1, "yellow": 0}
    assert position.score()["blue"] == 70


def test_a_number_of_bridges_that_is_not_sure_is_said_to_be_a_lower_bound() -> None:
    dice = random.Random(1)
    state = full_board()
    state["cells"] = {name: "blue" for name in BOARD.names if dice.random() < 0.8} | {"k10": "tower"}
    state["cells"].pop("a1", None)
    position, events = GAME.restore(state).after(GAME.parse("place a1"))
    bridges = position.as_json()["bridges"]["blue"]
    assert bridges > 0
    assert {"kind": "lower bound", "player": "blue", "bridges": bridges} in events


def test_a_second_misfit_ends_the_turn() -> None:
    position, events = played([*READY, "withdraw 5F"])
    assert position.turn == "blue"
    assert events == ({"kind": "withdrawn", "player": "blue", "element": "5F"},)
    position, _ = position.after(GAME.parse("withdraw 5F"))
    assert position.turn == "yellow"
    assert position.as_json()["withdrawn"] == {"blue": ["5F", "5F"], "yellow": []}


def test_a_player_whom_nothing_fits_is_passed_over_and_reported() -> None:
    state = full_board()
    del state["cells"]["r20"]
    state["reserve"] = {"blue": ["1", "2"], "yellow": ["1", "3I"]}
    position, events = GAME.restore(state).after(GAME.parse("withdraw 1"))
    assert position.turn == "yellow"
    assert events[1:] == ({"kind": "passed over", "player": "blue"},)
    state["reserve"] = {"blue": ["1", "1"], "yellow": ["3I"]}
    position, events = GAME.restore(state).after(GAME.parse("place r20"))
    assert position.turn == "blue"
    assert events[-1] == {"kind": "passed over", "player": "yellow"}


def test_a_position_is_rebuilt_from_its_state_at_every_step() -> None:
    dice = random.Random(6)
    position = GAME.start({"game": "forma", "players": 4, "first": "green", "options": {"contact": "side"}})
    while True:
        again = GAME.restore(json.loads(json.dumps(position.state())))
        assert again == position
        assert hash(again) == hash(position)
        legal = position.legal()
        if not legal:
            break
        position, _ = position.after(legal[dice.randrange(len(legal))])


def test_cells_are_named_by_letter_then_number() -> None:
    def in_order(cells: Cells) -> list[str]:
        named = [name for name in BOARD.names if BOARD.cell[name] & cells]
        return sorted(named, key=lambda name: (name[0], int(name[1:])))

    elements = [
        one.cells * lowest
        for one, places in zip(FITTER.oriented, FITTER.fits(BOARD.all), strict=True)
        for lowest in list(each(places))[::40]
    ]
    scattered = [sum(BOARD.cell[name] for name in ("t1", "a2")), BOARD.cell["b10"] | BOARD.cell["b9"] << 1, 0]
    for cells in (*elements, *scattered, BOARD.all):
        assert sorted_names(cells) == in_order(cells)


def test_the_list_of_a_turn_is_a_sequence_made_on_demand() -> None:
    free = BOARD.all & ~BOARD.cell["b2"]
    turns = turns_of(all_elements(1), free)
    assert len(turns) == 30215
    listed = list(turns)
    assert len(listed) == len(turns)
    places = [0, 1, 20, 21, 22, 420, 421, 1000, 17777, 30213, 30214]
    assert [turns[place] for place in places] == [listed[place] for place in places]
    assert turns[-1] == listed[-1]
    assert turns[-30215] == listed[0]
    assert list(turns[18:25]) == listed[18:25]
    for place in (30215, -30216):
        with pytest.raises(IndexError):
            turns[place]


def test_a_turn_lists_only_what_fits_and_is_left() -> None:
    few = tuple(int(code in ("2", "5X")) for code in CODES)
    free = sum(BOARD.cell[name] for name in ("a1", "a2", "b1", "t20"))
    turns = turns_of(few, free)
    assert sorted(map(str, turns)) == ["place a1 a2", "place a1 b1", "withdraw 2", "withdraw 5X"]
    assert {turn for turn in turns if isinstance(turn, Place)} == {turns[2], turns[3]}
