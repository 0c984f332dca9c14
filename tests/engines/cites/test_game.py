"""Cités Nouvelles: the deal, who speaks first, the offers and the tricks, with open and with hidden hands."""

from __future__ import annotations

import pytest

from engines.cites.blocks import NAMES
from engines.cites.game import CitesPosition
from tests.engines.cites.play import legal, played, plays, refusal, start, told

# The deal


@pytest.mark.parametrize(("players", "each"), [(2, 15), (3, 12), (4, 10)])
def test_each_seat_gets_its_blocks_from_the_front_of_the_deck(players: int, each: int) -> None:
    json_position = start(players, "M1").as_json()
    for place in range(players):
        assert json_position["hands"][f"p{place + 1}"] == list(NAMES[each * place : each * (place + 1)])
    assert json_position["reserve"] == list(NAMES[each * players :])


def test_the_sides_are_teams_with_four_and_seats_with_fewer() -> None:
    assert (start(3).players, start(3).seats) == (("p1", "p2", "p3"),) * 2
    assert start(4).players == ("p1+p3", "p2+p4")
    assert start(4).seats == ("p1", "p2", "p3", "p4")


# The first speaker


@pytest.mark.parametrize(
    ("turned", "speaker"),
    [
        ("H12 M14 T13", "p2"),
        ("H15 D1 M15", "p2"),
        ("D9 D11 D10", "p2"),
        ("M3 T3 H4", "p3"),
        ("D1 M12 T12", "p1"),
    ],
)
def test_the_highest_turned_up_block_speaks_first(turned: str, speaker: str) -> None:
    position, events = told(start(3, speaker=None), *(f"turnup {block}" for block in turned.split()))
    assert position.turn == speaker
    assert {"kind": "speaker", "seat": speaker} in events


def test_a_tie_at_the_top_is_turned_up_again_by_all_and_from_all_blocks() -> None:
    position, events = told(start(3, speaker=None), "turnup H12", "turnup T3", "turnup M12")
    assert events[-1] == {"kind": "turned up again", "tied": ["p1", "p3"]}
    assert position.turn == "p1"
    assert position == start(3, speaker=None)
    assert played(position, "turnup H12", "turnup T13", "turnup M12").turn == "p2"


def test_with_open_hands_only_the_reserve_is_turned_up_and_stays_in_its_order() -> None:
    position = start(2, "M1", speaker=None)
    reserve = position.as_json()["reserve"]
    assert legal(position) == sorted(f"turnup {block}" for block in reserve)
    assert refusal(position, "turnup M1") == "M1 is in a hand: a seat turns up a block of the reserve"
    assert played(position, "turnup D1", "turnup T9").as_json()["reserve"] == reserve


def test_no_block_is_turned_up_twice() -> None:
    position = played(start(2, speaker=None), "turnup H12")
    assert refusal(position, "turnup H12") == "H12 lies turned up before p1: turn up another block"


def test_nothing_is_turned_up_where_the_header_names_the_speaker() -> None:
    message = refusal(start(2, speaker="p2"), "turnup H12")
    assert message == "turnup H12 is not asked for: p2 must say what its side builds (M, P, H, T are free)"


def test_before_the_turn_up_nothing_else_is_allowed() -> None:
    message = refusal(start(2, speaker=None), "choose H")
    assert message == (
        "choose H is not asked for: p1 must turn up a block of the reserve, to see who speaks first"
    )


# Offers


def test_offers_go_round_from_the_speaker() -> None:
    position = start(3, speaker="p2")
    turns = [position.turn]
    for text in ("choose T", "choose H", "choose M"):
        position = played(position, text)
        turns.append(position.turn)
    assert turns == ["p2", "p3", "p1", "p2"]


def test_each_side_chooses_another_set() -> None:
    position = played(start(3), "choose H")
    assert legal(position) == ["choose M", "choose P", "choose T"]
    message = "p1 has chosen H, the H.L.M.: each side chooses another set"
    assert refusal(position, "choose H") == message


def test_after_a_yield_the_partner_must_choose_and_leads() -> None:
    position = played(start(4), "yield")
    assert position.turn == "p3"
    assert refusal(position, "yield") == "p1 has yielded to p3 already: p3 must choose"
    position = played(position, "choose P")
    assert position.turn == "p2"
    position = played(position, "yield")
    assert position.turn == "p4"
    assert played(position, "choose H").turn == "p3"


def test_only_partners_yield() -> None:
    assert refusal(start(2), "yield") == "p1 has no partner to yield to: choose a set"


def test_contre_takes_a_chosen_set_once() -> None:
    position = start(3, contre=True)
    message = "contre takes a set that another side has chosen: nobody has chosen H"
    assert refusal(position, "contre H") == message
    position = played(position, "choose H")
    assert legal(position) == ["choose M", "choose P", "choose T", "contre H"]
    position = played(position, "contre H")
    assert legal(position) == ["choose M", "choose P", "choose T"]
    message = "p1 has chosen H and p2 has taken it by contre: once a set is all"
    assert refusal(position, "contre H") == message
    assert played(position, "choose T").as_json()["offers"] == {"p1": "H", "p2": "H", "p3": "T"}


def test_the_third_may_contre_either_of_two_sets() -> None:
    position = played(start(3, contre=True), "choose H", "choose M")
    assert [text for text in legal(position) if text.startswith("contre")] == ["contre H", "contre M"]


def test_a_partner_may_answer_a_yield_with_a_contre() -> None:
    position = played(start(4, contre=True), "choose H", "yield")
    assert legal(position) == ["choose M", "choose P", "choose T", "contre H"]
    position, events = told(position, "contre H")
    assert events == ({"kind": "contre", "seat": "p4", "side": "p2+p4", "set": "H"},)
    assert position.turn == "p1"


def test_contre_is_an_option() -> None:
    message = "contre is not played in this game: choose a set that no side has chosen"
    assert refusal(played(start(2), "choose H"), "contre H") == message


# Tricks

THREE_HANDS = (
    "M1 M9 H1 D1 P1 P2 P3 P4 P5 T1 T2 T3",
    "M5 H2 D5 T4 T5 T6 T7 T8 H6 H7 H8 H9",
    "D3 D7 P6 P7 P8 P9 T9 T10 T11 T12 T13 T14",
)


@pytest.fixture
def three() -> CitesPosition:
    return played(start(3, *THREE_HANDS), "choose M", "choose H", "choose T")


def test_a_set_led_must_be_followed(three: CitesPosition) -> None:
    position = played(three, "play M1")
    assert legal(position) == ["play M5"]
    message = "H2 does not follow M1: p2 must play one of the maisons while the hand has any (M5)"
    assert refusal(position, "play H2") == message
    assert refusal(position, "play D5").startswith("D5 does not follow M1")


def test_who_cannot_follow_may_play_anything(three: CitesPosition) -> None:
    assert len(played(three, "play M1", "play M5").legal()) == 12


def test_a_trump_led_must_be_followed_by_a_trump(three: CitesPosition) -> None:
    position = played(three, "play D1")
    message = "M5 does not follow D1: p2 must play a trump while the hand has any (D5)"
    assert refusal(position, "play M5") == message


def test_a_block_of_another_hand_cannot_be_played(three: CitesPosition) -> None:
    assert refusal(three, "play M5") == "M5 is not in p1's hand"


def test_a_played_block_is_gone_from_the_hand(three: CitesPosition) -> None:
    position = played(three, *plays("D1 D5 D3"))
    assert position.turn == "p2"
    assert refusal(position, "play D5") == "D5 is not in p2's hand"


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("M1 M5 P6", "p2"), ("M9 M5 P9", "p1"), ("M1 M5 D3", "p3"), ("D1 D5 D3", "p2"), ("D1 D5 D7", "p3")],
)
def test_the_highest_trump_wins_or_else_the_highest_of_the_set_led(
    three: CitesPosition, trick: str, winner: str
) -> None:
    position, events = told(three, *plays(trick))
    assert position.turn == winner
    assert (events[0]["kind"], events[0]["seat"]) == ("trick", winner)


def test_the_winners_side_keeps_its_set_and_the_trumps_and_the_rest_goes_back(three: CitesPosition) -> None:
    reserve = three.as_json()["reserve"]
    position, events = told(three, *plays("M1 M5 P6 H2 D3 H1 T9 T1 T4"))
    assert events[0] == {
        "kind": "trick",
        "trick": 3,
        "seat": "p3",
        "side": "p3",
        "block": "T9",
        "kept": ["T1", "T4", "T9"],
        "back": [],
    }
    json_position = position.as_json()
    assert json_position["taken"] == {"p1": [], "p2": [], "p3": ["T1", "T4", "T9", "D3"]}
    assert json_position["reserve"] == [*reserve, "M1", "M5", "P6", "H2", "H1"]


def test_partners_take_together() -> None:
    position = played(start(4), "choose H", "choose M", *plays("H1 M1 H2 M2"))
    assert position.turn == "p3"
    assert position.as_json()["taken"] == {"p1+p3": ["H1", "H2"], "p2+p4": []}


def test_the_trick_is_shown_with_its_seats(three: CitesPosition) -> None:
    assert played(three, "play M1", "play M5").as_json()["trick"] == ["p1 M1", "p2 M5"]


def test_offers_are_over_when_tricks_begin(three: CitesPosition) -> None:
    message = "choose P is not asked for: p1 must play a block to trick 1"
    assert refusal(three, "choose P") == message


# Hidden hands


def test_any_block_that_was_not_seen_may_be_played() -> None:
    position = played(start(2), "choose H", "choose M", *plays("H12 T5 H1"))
    assert len(position.legal()) == 72
    assert refusal(position, "play H12") == "H12 is in the takings of p1 and in no hand"
    assert refusal(position, "play T5") == "T5 was already played in this round and is in no hand"
    assert refusal(position, "play H1") == "H1 was already played in this round and is in no hand"


def a_round_of_two(offers: tuple[str, str] = ("choose H", "choose M")) -> CitesPosition:
    """The first round with hidden hands, before its last block: the first side has taken H1 to H4."""
    tricks = "H1 T1 H2 T2 H3 T3 H4 T4 P1 T5 P2 T6 P3 T7 P4 T8 P5 T9 P6 T10 P7 T11 P8 T12 P9 T13 P10 T14 P11"
    return played(start(2, contre=True), *offers, *plays(tricks))


def test_a_block_on_a_lot_is_in_no_hand_and_one_given_back_may_be() -> None:
    position = played(a_round_of_two(), "play T15", "choose T", "choose M")
    assert refusal(position, "play H4") == "H4 stands on lot H and is in no hand"
    assert "play T1" in legal(position)
    assert len(position.legal()) == 71


def test_a_revoke_is_reported_with_the_tricks_that_were_not_followed() -> None:
    position = played(start(2), "choose H", "choose M", *plays("H1 T1 H2 T2 H3"))
    position, events = told(position, "play H9")
    assert events[0] == {
        "kind": "revoke",
        "seat": "p2",
        "trick": 3,
        "block": "H9",
        "not_followed_in": [1, 2],
    }
    assert events[1]["kind"] == "trick"
    assert position.as_json()["taken"] == {"p1": ["H1", "H2"], "p2": []}


def revokes(position: CitesPosition, blocks: str) -> list[tuple[str, int, str]]:
    found = []
    for text in plays(blocks):
        position, events = told(position, text)
        found += [(e["seat"], e["trick"], e["block"]) for e in events if e["kind"] == "revoke"]
    return found


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ("H1 H9", []),
        ("H1 T1 P1 P9 P2", []),
        ("H1 D1 H2", [("p2", 2, "H2")]),
        ("D1 H2 H3 D9", [("p2", 2, "D9")]),
        ("H9 T1 T2 H3", [("p2", 2, "H3")]),
        ("H1 T1 H2 H3 H4", [("p2", 2, "H3"), ("p2", 3, "H4")]),
        ("H1 T9 T3 T4", []),
    ],
)
def test_a_revoke_is_a_kind_that_the_seat_did_not_follow_before(
    blocks: str, expected: list[tuple[str, int, str]]
) -> None:
    assert revokes(played(start(2), "choose H", "choose M"), blocks) == expected


def test_a_new_round_forgets_what_was_not_followed() -> None:
    position = played(a_round_of_two(), "play T15", "choose T", "choose M")
    assert revokes(position, "P1 P2 P3 P4 H5 H6") == []


def test_with_open_hands_no_one_can_revoke(three: CitesPosition) -> None:
    assert all(event["kind"] != "revoke" for event in told(three, *plays("M1 M5 P6"))[1])


def test_everyone_sees_the_same_for_nothing_is_secret() -> None:
    for position in (start(3), start(3, *THREE_HANDS)):
        assert all(position.seen_by(seat) == position.as_json() for seat in position.seats)
        assert position.secret_plies == 0
