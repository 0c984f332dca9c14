"""Headers and texts of actions of Cités Nouvelles, and the messages about wrong ones."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.cites.blocks import NAMES
from engines.cites.game import Cites
from engines.game import BadNotation, BadOption

GAME = Cites()


# Headers


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": None}, "'players' must be 2, 3 or 4, not null"),
        ({"players": 5}, "'players' must be 2, 3 or 4, not 5"),
        ({"players": True}, "'players' must be 2, 3 or 4, not true"),
        ({"players": 2.0}, "'players' must be 2, 3 or 4, not 2.0"),
        ({"options": []}, "'options' must be an object, not a list"),
        ({"options": {"contra": True}}, "unknown option 'contra': this game has contre, hands"),
        ({"options": {"contre": 1}}, "option 'contre' must be false or true, not 1"),
        ({"options": {"hands": "shut"}}, "option 'hands' must be 'hidden' or 'open', not 'shut'"),
        ({"speaker": "p3"}, "'speaker' must be p1 or p2, not 'p3'"),
        ({"speaker": None}, "'speaker' must be p1 or p2, not null"),
        ({"speaker": ["p1"]}, "'speaker' must be p1 or p2, not a list"),
        (
            {"first": "p1"},
            "unknown header field 'first': this game has game, players, options, speaker, deck",
        ),
        (
            {"deck": list(NAMES)},
            "'deck' goes with open hands only: leave it out, or set option 'hands' to 'open'",
        ),
        ({"deck": None}, "'deck' goes with open hands only: leave it out, or set option 'hands' to 'open'"),
    ],
)
def test_a_wrong_header_is_refused_by_name(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.start({"game": "cites", "players": 2, **change})
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (None, "'deck' must be a list of the 75 blocks where hands are open, not null"),
        ("M1", "'deck' must be a list of the 75 blocks where hands are open, not 'M1'"),
        (["M1", "M16"], "'deck' has 'M16', which is no block: they are M1 to M15, and so for P, H, T and D"),
        (["M1", 2], "'deck' has 2, which is no block: they are M1 to M15, and so for P, H, T and D"),
        (
            ["M1", ["M2"]],
            "'deck' has a list, which is no block: they are M1 to M15, and so for P, H, T and D",
        ),
        ([*NAMES, "H3"], "'deck' has H3 twice: each of the 75 blocks must be there once"),
        (list(NAMES[:-1]), "'deck' lacks D15: each of the 75 blocks must be there once"),
    ],
)
def test_a_deck_that_is_not_all_blocks_is_refused(deck: Any, message: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.start({"game": "cites", "players": 2, "options": {"hands": "open"}, "deck": deck})
    assert str(refused.value) == message


def test_open_hands_need_a_deck_and_players_must_be_given() -> None:
    for header in ({"players": 2, "options": {"hands": "open"}}, {"options": {}}):
        with pytest.raises(BadOption):
            GAME.start({"game": "cites", **header})


def test_without_options_hands_are_hidden_and_the_contre_is_off() -> None:
    position = GAME.start({"game": "cites", "players": 3})
    assert position.as_json()["hands"] is None
    assert position.as_json()["reserve"] is None
    position, _ = GAME.start({"game": "cites", "players": 2, "speaker": "p1"}).after(GAME.parse("choose H"))
    assert sorted(map(str, position.legal())) == ["choose M", "choose P", "choose T"]


# Notation


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is no action: they are turnup, choose, yield, contre, play, build"),
        ("take H1", "'take' is no action: they are turnup, choose, yield, contre, play, build"),
        ("choose", "'choose' takes one set, as in 'choose H'"),
        ("choose D", "'D' is no set: they are M, P, H and T"),
        ("contre H M", "'contre' takes one set, as in 'contre H'"),
        ("play", "'play' takes one block, as in 'play H12'"),
        ("play H16", "'H16' is no block: they are M1 to M15, and so for P, H, T and D"),
        ("play h12", "'h12' is no block: they are M1 to M15, and so for P, H, T and D"),
        ("play H012", "'H012' is no block: they are M1 to M15, and so for P, H, T and D"),
        ("play  H12", "'play' takes one block, as in 'play H12'"),
        ("turnup H1 H2", "'turnup' takes one block, as in 'turnup H12'"),
        ("yield H", "'yield' stands alone"),
        ("build", "'build' takes the decorations to place, as in 'build D3 D7'"),
        ("build D7 D3", "'build' takes each block once, sorted by number: build D3 D7"),
        ("build D3 D3", "'build' takes each block once, sorted by number: build D3"),
        ("build D3 D16", "'D16' is no block: they are M1 to M15, and so for P, H, T and D"),
        ("x" * 99, f"'{'x' * 37}...' is no action: they are turnup, choose, yield, contre, play, build"),
    ],
)
def test_a_text_that_is_no_action_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as refused:
        GAME.parse(text)
    assert str(refused.value) == message


WORDS = st.sampled_from(["turnup", "choose", "yield", "contre", "play", "build", "D", "H", "", *NAMES[::7]])


@given(st.one_of(st.text(), st.lists(WORDS, max_size=9).map(" ".join)))
def test_any_text_is_an_action_in_that_very_form_or_bad_notation(text: str) -> None:
    try:
        action = GAME.parse(text)
    except BadNotation:
        return
    assert str(action) == text
    assert GAME.parse(str(action)) == action
