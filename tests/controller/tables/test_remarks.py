"""Why an action is good, in words: what it scores, and what it denies."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from controller.games import TABLES
from engines.cites.blocks import NAMES
from engines.game import Position
from engines.games import GAMES
from texts import Text

REMARKS = {table.game.name: table.remarks for table in TABLES}

MASTERPLAN = {"game": "masterplan", "options": {"assist": True, "overlap": "park"}}
FORMA = {"game": "forma", "players": 2, "options": {"contact": "corner"}}
MASSAI = {"game": "massai", "options": {}}
CITES = {"game": "cites", "players": 2, "options": {"hands": "open"}, "speaker": "p1", "deck": list(NAMES)}
HIDDEN = {"game": "cites", "players": 2, "options": {}, "speaker": "p1"}

SET_UPS = ("setup dark c2 c3 c4 d2 d4", "setup light e3 f2 f3 f4 g3")
SOUTH = (
    "tower k10",
    "start",
    "place a1 a2 a3 a4 a5",
    "place t1",
    "place a6 a7 a8 a9",
    "place t2 t3",
    "place a10 a11 a12",
    "place t4 t5 t6",
)
"""Blue comes up the western edge."""


def after(header: dict[str, Any], *actions: str) -> Position[Any]:
    """The position after these actions, all of them legal."""
    game = GAMES[header["game"]]
    position = game.start(header)
    for text in actions:
        action = game.parse(text)
        position.check(action)
        position = position.after(action)[0]
    return position


def why(header: dict[str, Any], *actions: str) -> tuple[str, ...]:
    """The reasons for the last of these actions."""
    position = after(header, *actions[:-1])
    action = GAMES[header["game"]].parse(actions[-1])
    position.check(action)
    return REMARKS[header["game"]].reasons(position, action)


def test_a_house_scores_with_all_the_parks_that_it_calls_for() -> None:
    assert why(MASTERPLAN, "house d4 ne", "house f6 n", "house c3 n") == (
        "scores 2 points",
        "gives Yellow 1 point",
    )


def test_a_house_keeps_the_other_from_the_points_that_were_there_to_be_had() -> None:
    begun = "g4 ne, d3 se, g1 s, b7 ne, d4 e, c5 sw, c2 nw, f1 w"
    houses = [f"house {place}" for place in begun.split(", ")]
    assert why(MASTERPLAN, *houses, "house e1 e") == ("scores 3 points", "keeps Yellow from 6 points on d1")


def test_a_house_that_calls_for_a_tower_may_lead_there() -> None:
    found = why(MASTERPLAN, "house c6 nw", "house b7 n", "house a2 se", "house c7 w")
    assert found == ("leads at the tower b6, worth 2",)


def test_a_house_that_brings_nothing_yet_lies_where_parks_may_come() -> None:
    assert why(MASTERPLAN, "house d4 ne") == ("lies beside 8 free cells, where parks may come",)


def test_an_element_scores_its_squares_and_what_it_encloses() -> None:
    assert why(FORMA, "tower k10", "start", "place d4 d5") == ("scores 2 points",)
    found = why(FORMA, "tower k10", "start", "place b1", "place c2 d2 e2", "place a2")
    assert found == ("scores 11: encloses a cell",)


def test_an_element_that_fills_a_nearly_enclosed_cell_denies_it() -> None:
    found = why(FORMA, "tower k10", "start", "place a2 b2", "place a1")
    assert found == ("fills a cell that others could enclose (10)",)


def test_an_element_brings_the_own_bridge_nearer_and_the_others_farther() -> None:
    assert why(FORMA, *SOUTH, "place a13 a14 b13") == ("the own bridge lacks 6 squares",)
    barred = why(FORMA, *SOUTH, "place a13 a14 b13", "place a15")
    assert barred == ("the bridge of Blue lacks 7 squares, not 6",)


def test_a_bridge_that_is_finished_is_said_with_its_points() -> None:
    position = after(FORMA, *SOUTH, "place a13 a14 a15 a16 b13", "place t7")
    action = GAMES["forma"].parse("place a17 a18 a19 a20")
    assert REMARKS["forma"].reasons(position, action) == ("scores 54: finishes a bridge",)


def test_a_hut_brings_the_own_chain_nearer_to_both_banks() -> None:
    assert why(MASSAI, *SET_UPS, "build b3") == ("the own chain lacks 5 huts",)


def test_a_hut_that_joins_the_banks_wins() -> None:
    rows = ["b3", "g2", "a3", "h2", "e5", "g1", "f5", "h1", "g5", "f1"]
    position = after(MASSAI, *SET_UPS, *(f"build {cell}" for cell in rows))
    assert REMARKS["massai"].reasons(position, GAMES["massai"].parse("build h5")) == ("wins the game",)


def test_an_attack_says_nothing_of_where_it_goes() -> None:
    position = after(MASSAI, *SET_UPS)
    said = {
        REMARKS["massai"].reasons(position, action)
        for action in position.legal() or ()
        if str(action).startswith("attack")
    }
    assert said == {("can be meant for 1 hut", "1 of them can be guarded")}


def test_a_block_says_what_becomes_of_the_trick() -> None:
    begun = ("choose M", "choose P")
    assert why(CITES, *begun, "play M15") == ("is the highest so far", "1 tile in it can be kept")
    assert why(CITES, *begun, "play M15", "play P1") == (
        "leaves the trick to Player 1",
        "1 tile in it can be kept",
    )


@pytest.mark.parametrize(
    ("header", "actions", "has_hint"),
    [
        (MASTERPLAN, (), True),
        (MASTERPLAN, ("house d4 ne", "house f6 n", "house c3 n"), False),
        (FORMA, (), True),
        (MASSAI, (), False),
        (MASSAI, SET_UPS, True),
        (MASSAI, (*SET_UPS, "attack e3"), False),
        (CITES, (), True),
        (HIDDEN, (), False),
    ],
)
def test_there_is_no_hint_that_would_tell_a_secret_or_that_no_one_needs(
    header: dict[str, Any], actions: tuple[str, ...], has_hint: bool
) -> None:
    said = REMARKS[header["game"]].no_hint(after(header, *actions))
    assert bool(said) is not has_hint
    assert not said or isinstance(said, Text)


@pytest.mark.parametrize("header", [MASTERPLAN, FORMA, CITES], ids=lambda header: header["game"])
def test_any_legal_action_has_reasons_that_can_be_translated(header: dict[str, Any]) -> None:
    random = Random(1)
    position = after(header, *(("tower k10", "start") if header is FORMA else ()))
    for _ply in range(60):
        legal = position.legal()
        if not legal:
            break
        action = legal[random.randrange(len(legal))]
        assert all(isinstance(one, Text) for one in REMARKS[header["game"]].reasons(position, action))
        position = position.after(action)[0]


@pytest.mark.parametrize("header", [MASTERPLAN, FORMA, MASSAI, CITES], ids=lambda header: str(header["game"]))
def test_denials_are_among_the_reasons(header: dict[str, Any]) -> None:
    random = Random(4)
    game = header["game"]
    position = after(header, *(SET_UPS if game == "massai" else SOUTH if game == "forma" else ()))
    found = 0
    while actions := list(position.legal() or ()):
        action = random.choice(actions)
        denied = REMARKS[game].denials(position, action)
        assert set(denied) <= set(REMARKS[game].reasons(position, action))
        found += len(denied)
        position = position.after(action)[0]
    assert found or game in ("forma", "cites")


def test_a_bridge_that_becomes_much_longer_is_denied_and_one_a_little_longer_is_not() -> None:
    south = after(FORMA, *SOUTH, "place a13 a14 a15")
    parse = GAMES["forma"].parse
    assert REMARKS["forma"].reasons(south, parse("place a16 b16")) == (
        "the bridge of Blue lacks 7 squares, not 5",
    )
    assert REMARKS["forma"].denials(south, parse("place a16 b16")) == ()
    much = REMARKS["forma"].denials(south, parse("place a16 b16 c16"))
    assert much == ("the bridge of Blue lacks 8 squares, not 5",)
