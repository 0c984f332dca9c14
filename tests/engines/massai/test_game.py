"""The rules of Massaï, one by one: the effect of each action, and the message about each refused one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import BadNotation, BadOption, Illegal, Json, Outcome
from engines.massai.actions import PASS, guards
from engines.massai.game import Massai, MassaiPosition
from engines.massai.huts import BOARD, CELLS, by_side, by_side_or_corner, joins_banks, lone, names

GAME = Massai()
FACING = ["setup dark c2 c3 d2 d3 d4", "setup light e2 e3 e4 f3 f4"]
APART = ["setup dark a1 a2 a3 b1 b2", "setup light g1 g2 h1 h2 h3"]
ALL_PLACED = [
    *[
        "setup light e2 e3 e5 e6 f4",
        "setup dark b3 b4 d1 d2 d3",
        "build b2",
        "build e1",
        "build c5",
        "build d6",
    ],
    *[
        "build b1",
        "build c6",
        "build e4",
        "build b5",
        "build f3",
        "build a5",
        "build c2",
        "build f6",
        "build a2",
    ],
    *["build f2", "build d5", "build a6", "build b6", "build g3", "build a1", "build a4"],
]


def play(texts: list[str], **options: bool) -> MassaiPosition:
    position = GAME.start({"game": "massai", "options": options})
    for text in texts:
        position, _ = act(position, text)
    return position


def act(position: MassaiPosition, text: str) -> tuple[MassaiPosition, list[Json]]:
    action = GAME.parse(text)
    position.check(action)
    position, events = position.after(action)
    return position, list(events)


def on_board(
    dark: str, light: str, mover: str = "dark", attacked: str = "", **options: bool
) -> MassaiPosition:
    """A position put together, for what no game leads to."""
    return GAME.restore(
        {
            "options": {"orthogonal": False, "all_fifteen": False} | options,
            "huts": [dark.split(), light.split()],
            "marks": None,
            "mover": mover,
            "attacked": attacked.split(),
            "ended": None,
        }
    )


def texts(position: MassaiPosition) -> list[str]:
    return sorted(map(str, position.legal() or ()))


# Sets of cells


def test_a_corner_cell_touches_three_cells_and_two_by_a_side() -> None:
    assert names(by_side_or_corner(CELLS["a6"])) == ["a5", "b5", "b6"]
    assert names(by_side(CELLS["a6"])) == ["a5", "b6"]


def test_the_edges_of_the_board_do_not_touch_each_other() -> None:
    assert names(by_side_or_corner(CELLS["c6"])) == ["b5", "b6", "c5", "d5", "d6"]
    assert names(by_side(CELLS["c1"])) == ["b1", "c2", "d1"]
    assert by_side_or_corner(BOARD) == BOARD


def test_a_hut_is_alone_unless_another_touches_it() -> None:
    huts = sum(CELLS[cell] for cell in ("a1", "b2", "d4", "f5", "f6"))
    assert names(lone(huts, by_side_or_corner)) == ["d4"]
    assert names(lone(huts, by_side)) == ["a1", "b2", "d4"]


def test_a_chain_may_turn_back_on_its_way() -> None:
    rows = ("a1 b1 c1 d1 e1 f2", "e3 d3 c3 b4", "c5 d5 e5 f5 g5 h5")
    winding = [cell for row in rows for cell in row.split()]
    chain = sum(CELLS[cell] for cell in winding)
    assert joins_banks(chain, by_side_or_corner)
    assert not joins_banks(chain, by_side)
    assert not any(joins_banks(chain & ~CELLS[cell], by_side_or_corner) for cell in winding)


# The set-up


def test_before_both_set_ups_are_in_no_hut_is_seen() -> None:
    position = play(["setup light e1 f1 f2 g2 h3"])
    assert position.as_json() == {"cells": {}, "hand": {"dark": 15, "light": 15}, "secret": None}
    assert (position.turn, position.legal(), position.score()) == ("dark", None, {"dark": 0, "light": 0})


def test_the_second_set_up_reveals_both() -> None:
    _, events = act(play(["setup light g1 g2 h1 h2 h3"]), "setup dark a1 a2 a3 b1 b2")
    assert events[0] == {"kind": "setup", "player": "dark"}
    assert [
        event["cell"] for event in events if event.get("player") == "dark" and event["kind"] == "hut"
    ] == [*["a1", "a2", "a3", "b1", "b2"]]
    assert {"kind": "hut", "player": "light", "cell": "h3"} in events


# Attacks


def test_no_one_can_attack_while_no_hut_touches_an_enemy_one() -> None:
    position = play(APART)
    assert not [text for text in texts(position) if text.startswith("attack")]
    for cell in CELLS:
        with pytest.raises(Illegal):
            position.check(GAME.parse(f"attack {cell}"))


def test_an_attack_that_is_not_guarded_takes_the_hut_and_clears_around_it() -> None:
    position, events = act(play([*FACING, "attack e2"]), "guard e3")
    assert events == [
        {"kind": "reveal", "attack": "e2", "guards": ["e3"]},
        {"kind": "off", "player": "light", "cell": "e2", "cause": "attacked"},
        {"kind": "hut", "player": "dark", "cell": "e2"},
        {"kind": "off", "player": "light", "cell": "e3", "cause": "beside"},
        {"kind": "off", "player": "light", "cell": "f3", "cause": "beside"},
    ]
    assert position.score() == {"dark": 6, "light": 2}
    assert position.turn == "light"


def test_an_attack_that_is_guarded_clears_the_attackers_huts_around_it() -> None:
    position, events = act(play([*FACING, "attack e3"]), "guard e3")
    assert [(event["cell"], event["cause"]) for event in events[1:]] == [
        *[("d2", "beside"), ("d3", "beside"), ("d4", "beside")]
    ]
    assert position.as_json()["hand"] == {"dark": 13, "light": 10}


def test_huts_left_alone_go_after_those_beside_the_attacked_one() -> None:
    start = ["setup dark b3 c3 c4 d3 d4", "setup light e3 f4 g5 h1 h2", "attack e3"]
    _, events = act(play(start), "guard")
    assert events[-1] == {"kind": "off", "player": "light", "cell": "g5", "cause": "alone"}


def test_an_attacker_without_a_hut_in_hand_leaves_the_cell_empty() -> None:
    position, events = act(play([*ALL_PLACED, "attack a4"]), "guard")
    assert "a4" not in position.as_json()["cells"]
    assert not [event for event in events if event["kind"] == "hut"]
    assert position.score() == {"dark": 15, "light": 11}


def test_the_defender_has_one_guard_for_every_two_threatened_huts_and_four_at_most() -> None:
    allowed = [
        max(len(str(guard).split()) - 1 for guard in guards(sum(list(CELLS.values())[:n])))
        for n in range(1, 16)
    ]
    assert allowed == [1, 1, 2, 2, 3, 3, *[4] * 9]


def test_fewer_guards_than_allowed_are_legal_and_so_are_none() -> None:
    assert texts(play([*FACING, "attack e2"])) == [
        *["guard", "guard e2", "guard e2 e3", "guard e2 e4", "guard e3", "guard e3 e4", "guard e4"]
    ]


# Moves and passing


def test_a_hut_moves_once_all_fifteen_are_on_the_board() -> None:
    position, events = act(play(ALL_PLACED), "move f3 d4")
    assert events == [{"kind": "move", "player": "dark", "from": "f3", "to": "d4"}]
    assert position.score() == {"dark": 15, "light": 15}


def test_a_move_that_leaves_a_hut_alone_is_refused() -> None:
    huts = "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 c1 c2 c3 f5 g6"
    position = on_board(huts, "h1 h2")
    assert "move f5 f6" in texts(position)
    assert "move f5 b6" not in texts(position)


def test_a_hut_alone_may_be_rescued_only_by_the_hut_that_touched_it() -> None:
    position = on_board("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 c1 c2 c3 f5 g6", "h1 h2")
    from_the_pair = [text for text in texts(position) if text.startswith("move f5")]
    assert from_the_pair == ["move f5 f6", "move f5 g5", "move f5 h5", "move f5 h6"]


def test_a_player_who_can_do_nothing_passes() -> None:
    checkered = "a1 a3 a5 b2 b4 b6 c1 c3 c5 d2 d4 d6 e1 e3 e5"
    position = on_board(checkered, "h1 h2", orthogonal=True)
    assert texts(position) == ["pass"]
    reached, events = act(position, "pass")
    assert (reached.turn, events) == ("light", [{"kind": "pass", "player": "dark"}])


@st.composite
def touching_huts(draw: st.DrawFn) -> tuple[bool, str, str]:
    """Huts of both players as a game may leave them: none alone, fifteen each at most."""
    orthogonal = draw(st.booleans())
    shuffled = draw(st.permutations(sorted(CELLS)))
    sides = []
    for cells in (shuffled[: draw(st.integers(2, 15))], shuffled[-draw(st.integers(2, 15)) :]):
        huts = sum(CELLS[cell] for cell in cells)
        sides.append(names(huts & ~lone(huts, by_side if orthogonal else by_side_or_corner)))
    return orthogonal, " ".join(sides[0]), " ".join(sides[1])


@settings(deadline=None)
@given(touching_huts())
def test_a_player_whose_huts_touch_can_always_do_something(huts: tuple[bool, str, str]) -> None:
    orthogonal, dark, light = huts
    if dark and light:
        assert PASS not in (on_board(dark, light, orthogonal=orthogonal).legal() or ())


# The end


def test_a_chain_from_bank_to_bank_wins() -> None:
    position, events = act(on_board("a1 b1 c1 d1 e1 f1 g1", "h5 h6"), "build h2")
    assert events[-1] == {
        "kind": "over",
        "winner": "dark",
        "reason": "a chain of dark huts joins row a to row h",
    }
    assert (position.turn, position.legal(), position.need()) == (None, (), ())


def test_a_player_without_huts_has_lost() -> None:
    position, events = act(on_board("c1 c2 d1 d2", "e1 e2", attacked="e1"), "guard e2")
    assert position.score() == {"dark": 5, "light": 0}
    assert events[-1] == {"kind": "over", "winner": "dark", "reason": "light has no hut left on the board"}


def test_an_attacker_who_loses_the_last_hut_has_lost() -> None:
    position, _ = act(on_board("d1 d2", "e1 e2 f1", attacked="e1"), "guard e1")
    assert position.outcome() == Outcome("light", "dark has no hut left on the board")


@pytest.mark.parametrize(("mover", "text"), [("dark", "build a2"), ("light", "build a5")])
def test_should_both_chains_stand_the_mover_wins(mover: str, text: str) -> None:
    columns = [" ".join(f"{row}{column}" for row in "abcdefgh") for column in (1, 6)]
    position, _ = act(on_board(columns[0], columns[1], mover), text)
    assert position.ended is not None
    assert position.ended.winner == mover


def test_should_both_chains_stand_after_an_attack_the_attacker_wins() -> None:
    chain, other = (" ".join(f"{row}{column}" for row in "abcdefgh") for column in (1, 6))
    position, _ = act(on_board(f"{chain} a3 a4", f"{other} b3 b2", "light", "a3"), "guard")
    assert position.ended is not None
    assert position.ended.winner == "light"


def test_fifteen_huts_win_only_with_the_option() -> None:
    fourteen = "a1 a2 a3 a4 a5 a6 b1 b2 b3 b4 b5 b6 c1 c2"
    with_option, _ = act(on_board(fourteen, "h1 h2", all_fifteen=True), "build c3")
    without, _ = act(on_board(fourteen, "h1 h2"), "build c3")
    assert with_option.ended is not None
    assert with_option.ended.reason == "all 15 dark huts are on the board"
    assert without.ended is None


def test_the_fifteenth_hut_may_come_by_an_attack() -> None:
    fourteen = "a1 a2 a3 a4 a5 a6 b1 b2 b3 b4 b5 b6 c1 c2"
    position, _ = act(on_board(fourteen, "d1 e1 h5 h6", attacked="d1", all_fifteen=True), "guard")
    assert position.ended is not None
    assert position.ended.winner == "dark"


# Messages about refused actions

REFUSALS = [
    ([], "build c4", "first both players set up in secret: dark and light must still mark five cells"),
    (FACING[:1], "pass", "first both players set up in secret: light must still mark five cells"),
    (FACING[:1], "setup dark a1 a2 a3 b1 b2", "dark has set up already"),
    ([], "setup dark a1 a2 b1 b2 e1", "dark sets up in the four nearest rows, a to d, not on e1"),
    ([], "setup light a1 d2 e1 e2 f1", "light sets up in the four nearest rows, e to h, not on a1 d2"),
    (
        [],
        "setup dark a1 a2 b1 c4 d6",
        "each of the five huts must touch another of them: c4 d6 would stand alone",
    ),
    (FACING, "setup dark a1 a2 a3 b1 b2", "the set-up is over: both players' first huts are on the board"),
    (FACING, "build d3", "d3 is taken: a dark hut stands there"),
    (FACING, "build e3", "e3 is taken: a light hut stands there"),
    (FACING, "build a1", "a new hut must touch an own one: a1 touches no dark hut"),
    (FACING, "move c2 c1", "a hut moves only when all 15 are on the board: dark has 10 in hand"),
    (FACING, "attack e5", "only a light hut can be attacked: there is none on e5"),
    (FACING, "attack d3", "only a light hut can be attacked: there is none on d3"),
    (FACING, "attack f4", "a hut that is attacked must touch one of the attacker's: f4 touches no dark hut"),
    (FACING, "guard e2", "there is no attack to guard against"),
    (FACING, "pass", "only a player who can do nothing else passes: dark can attack"),
    (APART, "pass", "only a player who can do nothing else passes: dark can build a4"),
    ([*FACING, "attack e2"], "build e1", "dark attacks: now light guards own huts, or none"),
    ([*FACING, "attack e2"], "guard e1 e5", "only light huts are guarded: there is none on e1 e5"),
    ([*FACING, "attack e2"], "guard e2 f3 f4", "only huts that touch a dark one are guarded, not f3 f4"),
    (
        [*FACING, "attack e2"],
        "guard e2 e3 e4",
        "light has 2 guards, not 3: 3 of the huts touch a dark one (e2 e3 e4)",
    ),
    (ALL_PLACED, "build c1", "dark has no hut in hand: all 15 are on the board, so one of them can be moved"),
    (ALL_PLACED, "move a3 c1", "no dark hut stands on a3"),
    (ALL_PLACED, "move a1 a4", "a4 is taken: a light hut stands there"),
    (ALL_PLACED, "move a1 a2", "a2 is taken: a dark hut stands there"),
    (
        ALL_PLACED,
        "move a1 h6",
        "after a move every own hut must touch another: with the hut of a1 on h6, h6 would stand alone",
    ),
]


@pytest.mark.parametrize(("before", "text", "message"), REFUSALS, ids=[text for _, text, _ in REFUSALS])
def test_a_refusal_names_the_rule_and_the_cells(before: list[str], text: str, message: str) -> None:
    with pytest.raises(Illegal) as refusal:
        act(play(before), text)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("before", "text", "message"),
    [
        (
            [],
            "setup dark a1 b2 b3 c3 d3",
            "each of the five huts must touch another of them by a side: a1 would stand alone",
        ),
        (APART, "build c3", "a new hut must touch an own one by a side: c3 touches no dark hut"),
        (
            FACING,
            "attack f3",
            "a hut that is attacked must touch one of the attacker's by a side: f3 touches no dark hut",
        ),
        ([*FACING, "attack e2"], "guard f3", "only huts that touch a dark one by a side are guarded, not f3"),
    ],
)
def test_a_refusal_says_when_only_sides_count(before: list[str], text: str, message: str) -> None:
    with pytest.raises(Illegal) as refusal:
        act(play(before, orthogonal=True), text)
    assert str(refusal.value) == message


def test_a_refused_move_names_the_huts_that_it_would_leave_alone() -> None:
    position = on_board("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 c1 c2 c3 f5 g6", "h1 h2")
    with pytest.raises(Illegal, match="with the hut of f5 on b6, g6 would stand alone"):
        act(position, "move f5 b6")


def test_one_guard_is_not_called_guards() -> None:
    position = on_board("d1 d2", "e1 f1 f2", attacked="e1")
    with pytest.raises(Illegal, match=r"^only huts that touch a dark one are guarded, not f1$"):
        act(position, "guard e1 f1")
    position = on_board("d1 d2 d3", "e1 e2 f1", attacked="e1")
    with pytest.raises(
        Illegal, match=r"^light has 1 guard, not 2: 2 of the huts touch a dark one \(e1 e2\)$"
    ):
        act(position, "guard e1 e2")


def test_after_the_end_every_action_is_refused_with_the_reason() -> None:
    position, _ = act(on_board("a1 b1 c1 d1 e1 f1 g1", "h5 h6"), "build h1")
    for text in ("setup dark a1 a2 a3 b1 b2", "build a1", "move a1 a2", "attack h5", "guard", "pass"):
        with pytest.raises(Illegal, match=r"^the game is over: a chain of dark huts joins row a to row h$"):
            position.check(GAME.parse(text))


# Notation and options


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hut d5", "'hut d5' is no action: an action begins with setup, build, move, attack, guard, pass"),
        ("", "'' is no action: an action begins with setup, build, move, attack, guard, pass"),
        ("build", "build takes 1 cell, not 0"),
        ("build d5 d6", "build takes 1 cell, not 2"),
        ("build d7", "there is no cell 'd7': the cells are a1 to h6"),
        ("build  d5", "build takes 1 cell, not 2"),
        ("move c3", "move takes 2 cells, not 1"),
        ("pass a1", "pass takes 0 cells, not 1"),
        ("setup", "a set-up names its player, dark or light, not ''"),
        ("setup red a1 a2 a3 a4 a5", "a set-up names its player, dark or light, not 'red'"),
        ("setup dark a1 a2", "a set-up marks 5 cells, not 2"),
        ("setup dark a2 a1 a3 a4 a5", "the cells are named in order and each once, as in b2 b3 c1"),
        ("guard e2 e2", "the cells are named in order and each once, as in b2 b3 c1"),
        ("guard ", "there is no cell '': the cells are a1 to h6"),
    ],
)
def test_bad_notation_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        GAME.parse(text)
    assert str(refusal.value) == message


WORDS = st.sampled_from(
    ["setup", "dark", "light", "build", "move", "attack", "guard", "pass", *CELLS, "", "a7", "i1"]
)


@settings(deadline=None)
@given(st.one_of(st.text(), st.lists(WORDS, max_size=8).map(" ".join)))
def test_any_text_is_an_action_that_prints_as_itself_or_bad_notation(text: str) -> None:
    try:
        action = GAME.parse(text)
    except BadNotation:
        return
    assert str(action) == text
    assert GAME.parse(str(action)) == action


def test_a_very_long_text_is_not_repeated_at_length() -> None:
    for text in ("x" * 10_000, "build " + "x" * 10_000, "setup " + "x" * 10_000):
        with pytest.raises(BadNotation) as refusal:
            GAME.parse(text)
        assert len(str(refusal.value)) < 120


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({"players": 2}, "unknown header field 'players': this game has game, options"),
        ({"options": []}, "'options' must be an object, not a list"),
        ({"options": None}, "'options' must be an object, not null"),
        ({"options": {"diagonal": True}}, "unknown option 'diagonal': this game has orthogonal, all_fifteen"),
        ({"options": {"orthogonal": 1}}, "option 'orthogonal' must be false or true, not 1"),
    ],
)
def test_a_bad_option_is_refused_by_name(header: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption) as refusal:
        GAME.start({"game": "massai"} | header)
    assert str(refusal.value) == message


def test_options_left_out_are_off() -> None:
    assert GAME.start({"game": "massai"}).state()["options"] == {"orthogonal": False, "all_fifteen": False}


# Whole games


@settings(deadline=None)
@given(st.lists(st.integers(0, 10**6), max_size=60), st.booleans(), st.booleans())
def test_every_position_of_a_game_can_be_stored_and_restored(
    choices: list[int], orthogonal: bool, all_fifteen: bool
) -> None:
    position = play([], orthogonal=orthogonal, all_fifteen=all_fifteen)
    path = [position]
    for text in FACING:
        position, _ = act(position, text)
        path.append(position)
    for choice in choices:
        legal = position.legal()
        if not legal:
            break
        position, _ = position.after(legal[choice % len(legal)])
        path.append(position)
    for reached in path:
        assert GAME.restore(json.loads(json.dumps(reached.state()))) == reached
        assert (reached.legal() == ()) is (reached.outcome() is not None)
    assert len(set(path)) == len({json.dumps(reached.state()) for reached in path})
