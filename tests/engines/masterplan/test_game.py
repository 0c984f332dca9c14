from __future__ import annotations

import random
from typing import Any

import pytest

from engines.game import BadNotation, BadOption, Illegal, Json
from engines.masterplan.board import BOARD, SPOTS, Built
from engines.masterplan.game import Masterplan
from engines.masterplan.notation import DONE, House, MasterplanAction, Park, Take, Tower
from engines.masterplan.position import MasterplanPosition

GAME = Masterplan()
ROW = ("house d4 ne", "house f6 n", "house c3 n")
"""Claims e5 for a park, in a diagonal."""
SQUARE = ("house d4 ne", "house f6 n", "house e5 w", "park c3", "park g7", "house e6 s")
"""Claims f5 for a tower."""
SIX = tuple(f"house {cell} n" for cell in ("a1", "a8", "b1", "c8", "c1", "e8", "e1", "g8", "f1"))
"""Claims d1, without assistance, for a park: the sixth of a row."""
BOTH = ("house d3 n", "house b4 n", "house c4 n", "house a3 n", "house b3 e")
"""Claims c3 for a park and for a tower, and a4 for a tower."""


def after(texts: tuple[str, ...], **options: Any) -> MasterplanPosition:
    position = GAME.start({"game": "masterplan", "options": options})
    for text in texts:
        position, _ = played(position, text)
    return position


def played(position: MasterplanPosition, text: str) -> tuple[MasterplanPosition, tuple[Json, ...]]:
    action = GAME.parse(text)
    position.check(action)
    return position.after(action)


def rebuilt(cells: dict[str, str], **rest: Any) -> MasterplanPosition:
    state: Json = {
        "options": {"assist": True, "overlap": "park"},
        "cells": cells,
        "overdue": [],
        "towers_left": 6,
        "score": {"white": 0, "yellow": 0},
        "stage": "house",
    }
    return GAME.restore({**state, **rest})


def refusal(position: MasterplanPosition, text: str) -> str:
    with pytest.raises(Illegal) as caught:
        position.check(GAME.parse(text))
    return str(caught.value)


# The pieces on cells


def test_a_table_can_read_what_stands_on_the_board() -> None:
    position = after((*SQUARE, "tower f5"))
    assert set(position.houses) == {
        Built("d4", "ne", "white"),
        Built("e5", "w", "white"),
        Built("f6", "n", "yellow"),
        Built("e6", "s", "yellow"),
    }
    assert position.parks == ("c3", "g7")
    assert position.towers == ("f5",)
    assert position.hand == {"white": 12, "yellow": 12, "park": 19, "tower": 5}
    assert position.turn == "white"
    assert not position.is_scoring_towers


def test_a_table_can_read_what_is_required() -> None:
    assert after(ROW).required_parks == ("e5",)
    assert after(ROW).required_towers == ()
    assert after(SQUARE).required_parks == ()
    assert after(SQUARE).required_towers == ("f5",)


def test_the_next_players_house_makes_missing_parks_overdue() -> None:
    position = after((*ROW, "house h1 n"), assist=False)
    assert BOARD.names_of(position.overdue_cells) == ("e5",)
    assert position.turn == "yellow"


# Events


def test_a_house_names_its_place_and_its_owner() -> None:
    _, events = played(after(ROW[:1]), "house f6 n")
    assert events == ({"kind": "house", "cell": "f6", "spot": "n", "player": "yellow"},)


def test_a_park_reports_which_houses_scored() -> None:
    _, events = played(after(ROW), "park e5")
    assert events == (
        {
            "kind": "park",
            "cell": "e5",
            "overdue": False,
            "points": {"white": 2, "yellow": 1},
            "houses": [
                {"cell": "d4", "spot": "ne", "player": "white", "points": 2},
                {"cell": "f6", "spot": "n", "player": "yellow", "points": 1},
            ],
        },
    )


def test_an_overdue_park_reports_that_it_scores_nothing() -> None:
    position, events = played(after((*ROW, "done"), assist=False), "park e5")
    nothing = {"white": 0, "yellow": 0}
    assert events == ({"kind": "park", "cell": "e5", "overdue": True, "points": nothing, "houses": []},)
    assert position.score() == nothing


def test_done_reports_who_ended_the_turn() -> None:
    _, events = played(after(ROW, assist=False), "done")
    assert events == ({"kind": "done", "player": "white"},)


def test_a_tower_taken_off_reports_its_values_and_the_end() -> None:
    cells = {"d4": "white ne", "d5": "white s", "f6": "yellow n", "e5": "tower"}
    position = rebuilt(cells, stage="towers", towers_left=5, score={"white": 7, "yellow": 8})
    end, events = played(position, "take e5")
    assert events == (
        {
            "kind": "take",
            "cell": "e5",
            "values": {"white": 3, "yellow": 1},
            "points": {"white": 2, "yellow": 0},
            "houses": [
                {"cell": "d4", "spot": "ne", "player": "white", "points": 2},
                {"cell": "d5", "spot": "s", "player": "white", "points": 1},
                {"cell": "f6", "spot": "n", "player": "yellow", "points": 1},
            ],
        },
        {"kind": "end", "winner": "white", "reason": "9 points to 8"},
    )
    assert end.hand["tower"] == 5


# The end


def full_but(*empty: str) -> dict[str, str]:
    return {name: "park" for name in BOARD.names if name not in empty}


def test_towers_are_scored_at_once_when_no_empty_cell_is_left() -> None:
    cells = full_but("a1", "h8") | {"h8": "tower"}
    position, events = played(rebuilt(cells, towers_left=5), "house a1 n")
    assert position.is_scoring_towers
    assert position.turn is None
    assert events[-1] == {"kind": "scoring", "towers": ["h8"]}
    assert [str(action) for action in position.legal()] == ["take h8"]


def test_no_empty_cell_and_no_tower_is_the_end() -> None:
    position, events = played(rebuilt(full_but("a1")), "house a1 n")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "0 points each")
    assert events[-1] == {"kind": "end", "winner": "draw", "reason": "0 points each"}


def test_the_last_cells_overdue_park_lets_the_towers_be_scored() -> None:
    row = {"a1": "white n", "b1": "yellow n", "c1": "white n", "e1": "yellow n", "h8": "tower"}
    position = rebuilt(
        full_but("d1") | row, options={"assist": False, "overlap": "park"}, overdue=["d1"], towers_left=5
    )
    assert [str(action) for action in position.legal()] == ["park d1"]
    after_park, events = played(position, "park d1")
    assert after_park.is_scoring_towers
    assert [event["kind"] for event in events] == ["park", "scoring"]


def houses_but_one() -> dict[str, str]:
    """27 houses, many claims, and neither a park nor a tower placed: yellow has one house left."""
    triples = [f"{column}{row}" for row in (1, 3, 5, 7) for column in "abcefg"]
    houses = [*triples, "a2", "e2", "c8"]
    return {cell: "white n" if place < 14 else "yellow n" for place, cell in enumerate(houses)}


def test_a_game_without_towers_ends_with_done_whatever_is_missing() -> None:
    position, _ = played(
        rebuilt(houses_but_one(), options={"assist": False, "overlap": "park"}), "house g8 n"
    )
    assert position.required_towers == ("b2", "f2", "b8", "f8")
    end, events = played(position, "done")
    assert [event["kind"] for event in events] == ["done", "scoring", "end"]
    assert end.outcome() is not None
    assert end.need() == ()
    assert end.legal() == []


def test_overdue_pieces_are_refused_after_the_first_tower_is_taken() -> None:
    cells = {"a1": "white n", "b1": "white n", "c1": "white n", "h8": "tower", "h6": "tower"}
    options = {"assist": False, "overlap": "park"}
    position = rebuilt(cells, options=options, stage="towers", overdue=["d1"], towers_left=4)
    assert position.need() == ("park d1",)
    taken, _ = played(position, "take h8")
    assert taken.need() == ()
    assert refusal(taken, "park d1") == "nothing more is placed once a tower has been taken off"


# Forgotten pieces


def test_a_park_newly_claimed_on_a_cell_whose_tower_was_forgotten_scores() -> None:
    texts = ("house b2 n", "house a1 n", "house a2 e", "done", "house c1 w", "house d1 n")
    position = after(texts, assist=False)
    assert position.required_parks == ("b1",)
    assert position.required_towers == ()
    after_park, _ = played(position, "park b1")
    assert after_park.score() == {"white": 2, "yellow": 3}


def test_an_overdue_park_claimed_again_stays_overdue() -> None:
    texts = (*ROW, "done", "house e4 n", "house g1 n", "house e3 n", "house a8 n", "house e2 n")
    position = after(texts, assist=False)
    assert "e5" in position.required_parks
    after_park, _ = played(position, "park e5")
    assert after_park.score() == {"white": 0, "yellow": 0}


def test_either_player_may_place_overdue_pieces_before_the_house() -> None:
    position, _ = played(after((*ROW, "done"), assist=False), "park e5")
    assert position.turn == "yellow"
    assert position.need() == ()


# Refusals


@pytest.mark.parametrize(
    ("texts", "options", "text", "reason"),
    [
        (ROW, {}, "house e5 n", "e5 needs a park: a house there would make a row of four (c3 d4 e5 f6)"),
        (
            (*ROW, "done"),
            {"assist": False},
            "house e5 n",
            "e5 needs a park: a house there would make a row of four (c3 d4 e5 f6)",
        ),
        (
            ("house a1 n", "house b1 n", "house d1 n", "done", "house e1 n"),
            {"assist": False},
            "house c1 n",
            "c1 needs a park: a house there would make a row of five (a1 b1 c1 d1 e1)",
        ),
        (SQUARE, {}, "house f5 n", "f5 needs a tower: a house there would fill the square with e5 e6 f6"),
        (
            BOTH,
            {"overlap": "choice"},
            "house c3 n",
            "c3 needs a park or a tower: a house there would make a row of four (a3 b3 c3 d3)"
            " and fill the square with b3 b4 c4",
        ),
        (ROW, {}, "house a1 n", "white must finish the turn first: park e5"),
        (ROW[:1], {}, "house d4 s", "d4 is taken: a white house is there"),
        (SQUARE, {}, "house c3 n", "c3 is taken: a park is there"),
        ((*SQUARE, "tower f5"), {}, "house f5 n", "f5 is taken: a tower is there"),
        (
            tuple(
                f"house {at}"
                for at in ["a1 n", "a8 n", "b1 n", "c8 n", "c1 n", "e8 n", "e1 n", "g8 n", "f1 n"]
            ),
            {"assist": False},
            "house d1 n",
            "d1 needs a park: a house there would make a row of six (a1 b1 c1 d1 e1 f1)",
        ),
        (
            tuple(
                f"house {at}"
                for at in [
                    "a1 n",
                    "a8 n",
                    "b1 n",
                    "c8 n",
                    "c1 n",
                    "e8 n",
                    "e1 n",
                    "g8 n",
                    "f1 n",
                    "h6 n",
                    "g1 n",
                ]
            ),
            {"assist": False},
            "house d1 n",
            "d1 needs a park: a house there would make a row of seven (a1 b1 c1 d1 e1 f1 g1)",
        ),
        (ROW, {}, "park a1", "a1 needs no park: a house there would make no row of four"),
        (ROW, {}, "park d4", "d4 is taken: a white house is there"),
        (
            SQUARE,
            {},
            "park f5",
            "f5 needs a tower, not a park: a house there would fill the square with e5 e6 f6",
        ),
        (
            ROW,
            {},
            "tower e5",
            "e5 needs a park, not a tower: a house there would make a row of four (c3 d4 e5 f6)",
        ),
        (
            BOTH,
            {},
            "tower c3",
            "c3 needs a park, not a tower: a house there would make a row of four (a3 b3 c3 d3),"
            " and rows come before squares",
        ),
        (ROW, {}, "tower a1", "a1 needs no tower: a house there would fill no square"),
        (ROW, {}, "done", "done is only for games with assist off: here a turn ends when nothing is missing"),
        (ROW[:1], {"assist": False}, "done", "yellow must place a house before the turn can end"),
        (
            ROW,
            {},
            "take e5",
            "towers are taken off when no houses are left: white has 12 and yellow has 13",
        ),
    ],
)
def test_a_refusal_names_the_rule_and_the_cells(
    texts: tuple[str, ...], options: dict[str, Any], text: str, reason: str
) -> None:
    assert refusal(after(texts, **options), text) == reason


SCORING = {"a1": "tower", "b2": "white n", "h8": "tower"}


@pytest.mark.parametrize(
    ("options", "text", "reason"),
    [
        ({"assist": True, "overlap": "park"}, "take c3", "no tower is on c3: they are on a1 h8"),
        (
            {"assist": True, "overlap": "park"},
            "house c3 n",
            "the houses are done: now the towers are taken off (a1 h8)",
        ),
        (
            {"assist": False, "overlap": "park"},
            "done",
            "the last turn has ended: now the towers are taken off",
        ),
    ],
)
def test_refusals_while_the_towers_are_scored(options: dict[str, Any], text: str, reason: str) -> None:
    position = rebuilt(SCORING, options=options, stage="towers", towers_left=4)
    assert refusal(position, text) == reason


def test_a_seventh_tower_is_refused() -> None:
    cells = {"a1": "white n", "a2": "white n", "b1": "yellow n"}
    towers = dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "tower")
    position = rebuilt(cells | towers, towers_left=0)
    assert (
        refusal(position, "tower b2") == "no tower is left: all 6 are placed, and squares may be filled now"
    )


def test_after_the_last_house_only_missing_pieces_and_done_are_left() -> None:
    cells = houses_but_one() | {"g8": "yellow n"}
    position = rebuilt(cells, options={"assist": False, "overlap": "park"}, stage="pieces")
    assert refusal(position, "house h8 n") == "no house is left: place what is missing, or say done"


@pytest.mark.parametrize(
    ("score", "reason"),
    [
        ({"white": 5, "yellow": 9}, "the game is over: yellow has won, 9 points to 5"),
        ({"white": 5, "yellow": 5}, "the game is over: it is a draw, 5 points each"),
    ],
)
@pytest.mark.parametrize("text", ["house a1 n", "park a1", "tower a1", "done", "take a1"])
def test_nothing_is_played_after_the_end(score: dict[str, int], reason: str, text: str) -> None:
    assert refusal(rebuilt({"b2": "white n"}, stage="towers", score=score), text) == reason


# Headers


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ({"players": 2}, "unknown header field 'players': this game has game, options"),
        ({"options": {"speed": 3}}, "unknown option 'speed': this game has assist, overlap"),
        ({"options": ["assist"]}, "'options' must be an object, not a list"),
        ({"options": {"assist": "yes"}}, "option 'assist' must be true or false, not 'yes'"),
        ({"options": {"assist": 1}}, "option 'assist' must be true or false, not 1"),
        ({"options": {"overlap": None}}, "option 'overlap' must be 'park' or 'choice', not null"),
        ({"options": {"overlap": {}}}, "option 'overlap' must be 'park' or 'choice', not an object"),
        (
            {"options": {"overlap": 10**5000}},
            "option 'overlap' must be 'park' or 'choice', not a huge number",
        ),
    ],
)
def test_a_wrong_header_is_refused_with_field_and_value(header: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.start({"game": "masterplan", **header})
    assert str(caught.value) == reason


# Notation


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("house d4 ne", House("d4", "ne")),
        ("park e5", Park("e5")),
        ("tower f6", Tower("f6")),
        ("done", DONE),
        ("take f6", Take("f6")),
    ],
)
def test_a_text_means_an_action(text: str, action: object) -> None:
    assert GAME.parse(text) == action
    assert str(action) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hause d4 ne", "'hause d4 ne' is no action: an action begins with house, park, tower, take or done"),
        ("", "'' is no action: an action begins with house, park, tower, take or done"),
        ("house d4", "'house d4' is no action: it is written house CELL SPOT"),
        ("house d4 ne ", "'house d4 ne ' is no action: it is written house CELL SPOT"),
        ("done now", "'done now' is no action: it is written done"),
        ("park e9", "there is no cell 'e9': the cells are a1 to h8"),
        ("house ne d4", "there is no cell 'ne': the cells are a1 to h8"),
        ("house d4 up", "there is no spot 'up': the spots are n ne e se s sw w nw"),
    ],
)
def test_bad_notation_says_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse(text)
    assert str(caught.value) == reason


EVERYTHING = [
    *(House(cell, spot) for cell in BOARD.names for spot in SPOTS),
    *(kind(cell) for kind in (Park, Tower, Take) for cell in BOARD.names),
]


@pytest.mark.parametrize(("assist", "overlap"), [(True, "park"), (False, "choice")])
def test_exactly_the_legal_actions_have_room(assist: bool, overlap: str) -> None:
    dice = random.Random(4)
    position = after((), assist=assist, overlap=overlap)
    while legal := position.legal():
        assert _with_room(position) == set(legal) - {DONE}
        position, _ = position.after(dice.choice(legal))
    assert not _with_room(position)


def _with_room(position: MasterplanPosition) -> set[MasterplanAction]:
    return {action for action in EVERYTHING if position.room[type(action)] & BOARD.cell[action.cell]}
