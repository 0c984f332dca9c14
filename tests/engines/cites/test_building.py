"""Cités Nouvelles: the contre's decision, building, and the end of the game."""

from __future__ import annotations

import json

import pytest

from engines.cites.blocks import NAMES, Decorations, mask_of_names
from engines.cites.game import Cites, CitesPosition
from engines.game import Json
from tests.engines.cites.play import GAME, deck_of, legal, played, plays, refusal, start, told

ODD_TYPES = ("D1 D2 D3 D4 D6", "D5 D7 D8 D9 D10", "D11 D12 D13 D14 D15")
"""A set in which D5 is a pool and D6 a lawn."""

# The contre


def contre_of_two(first: str, second: str) -> tuple[CitesPosition, tuple[Json, ...]]:
    """A round of hidden hands in which p1 (who chose H) and p2 (contre H) take just these blocks."""
    junk = [name for name in NAMES if name[0] in "PT"]
    blocks = [block for own in first.split() for block in (own, junk.pop())]
    blocks += ["M1", "M2"]
    blocks += [block for own in second.split() for block in (own, junk.pop())]
    blocks += junk[: 30 - len(blocks)]
    return told(played(start(2, contre=True), "choose H", "contre H"), *plays(" ".join(blocks)))


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("H1 H2 H3", "H14 H15", "p1"),
        ("H14 H15", "H1 H2 H3", "p2"),
        ("H15", "D1 D2", "p2"),
        ("H1 H2", "H4 D15", "p2"),
        ("H12 D15", "H13 D13", "p1"),
        ("H1 H4", "H2 H3", "p1"),
        ("", "", "p1"),
    ],
)
def test_more_takings_win_the_contre_then_the_sum_then_the_first_offer(
    first: str, second: str, winner: str
) -> None:
    position, events = contre_of_two(first, second)
    decided = next(event for event in events if event["kind"] == "contre decided")
    assert decided["winner"] == winner
    won = first if winner == "p1" else second
    assert set(position.as_json()["lots"]["H"]) == set(won.split())
    assert position.score() == {"p1": 0, "p2": 0, winner: 10 * len(won.split())}


def test_the_loser_of_a_contre_gives_all_back_in_its_place_and_builds_nothing() -> None:
    _, events = contre_of_two("H15 D9", "H1 H2 H3")
    assert [event["kind"] for event in events] == [
        "trick",
        "contre decided",
        "built nothing",
        "built",
        "round",
    ]
    assert events[1] == {
        "kind": "contre decided",
        "set": "H",
        "winner": "p2",
        "loser": "p1",
        "takings": {"p1": 2, "p2": 3},
        "sums": {"p1": 24, "p2": 6},
    }
    assert events[2] == {"kind": "built nothing", "side": "p1", "lot": "H", "back": ["H15", "D9"]}
    assert events[3] == {
        "kind": "built",
        "side": "p2",
        "lot": "H",
        "stood": [],
        "blocks": ["H1", "H2", "H3"],
        "back": [],
        "points": 30,
        "line": "blocks placed",
    }
    assert events[4] == {"kind": "round", "round": 2, "speaker": "p2", "blocks_each": 15}


# Building

LAWNS = "H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 D1 D2 D3 D6 D11"
OTHERS = "M1 M2 M3 M4 M5 M6 M7 M8 M9 M10 M11 M12 M13 M14 M15"


def choosing() -> CitesPosition:
    """p1 has taken all of LAWNS, and one lawn is too many."""
    led = [block for pair in zip(LAWNS.split(), OTHERS.split(), strict=True) for block in pair]
    return played(start(2, LAWNS, OTHERS), "choose H", "choose M", *plays(" ".join(led)))


def test_a_side_with_too_many_lawns_chooses() -> None:
    position = choosing()
    assert position.turn == "p1"
    assert position.need() == ("build D1 D2 D6 D11", "build D1 D3 D6 D11", "build D2 D3 D6 D11")
    assert legal(position) == list(position.need())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("build D1 D6 D11", "lot H has room for 2 more lawns: p1 must place 2 of D1 D2 D3, not 1"),
        ("build D1 D2 D3 D6 D11", "lot H has room for 2 more lawns: p1 must place 2 of D1 D2 D3, not 3"),
        ("build D1 D2 D11", "D6 has room on lot H: p1 must place it too"),
        ("build D1 D2 D6 D7 D11", "D7 is not among the takings of p1"),
        ("build H1 D1 D2 D6 D11", "H1 is no decoration: the buildings go on the lot by themselves"),
        ("play H1", "play H1 is not asked for: p1 must say which decorations it builds on lot H"),
    ],
)
def test_a_wrong_choice_of_decorations_is_refused_with_the_reason(text: str, message: str) -> None:
    assert refusal(choosing(), text) == message


def test_what_is_not_placed_joins_the_end_of_the_reserve_and_scores_nothing() -> None:
    position, events = told(choosing(), "build D1 D3 D6 D11")
    assert position.score() == {"p1": 140, "p2": 0}
    assert position.as_json()["lots"]["H"][-4:] == ["D1", "D3", "D6", "D11"]
    assert position.as_json()["reserve"][-1] == "D2"
    assert [event["kind"] for event in events] == ["built", "built", "round"]
    assert events[0]["back"] == ["D2"]
    assert (events[1]["side"], events[1]["points"], events[1]["blocks"]) == ("p2", 0, [])


def test_the_next_seat_speaks_in_the_next_round() -> None:
    position = played(choosing(), "build D1 D2 D6 D11")
    json_position = position.as_json()
    assert (position.turn, json_position["round"], json_position["offers"]) == ("p2", 2, {})


def test_decorations_of_another_table_follow_its_own_types() -> None:
    all_lawns = mask_of_names(f"D{number}" for number in range(1, 16))
    game = Cites(Decorations(lawns=all_lawns, pools=0, trees=0))
    header = {"game": "cites", "players": 2, "options": {"hands": "open"}, "speaker": "p1"}
    position = game.start({**header, "deck": deck_of(LAWNS, OTHERS)})
    led = [block for pair in zip(LAWNS.split(), OTHERS.split(), strict=True) for block in pair]
    position = played(position, "choose H", "choose M", *plays(" ".join(led)))
    assert len(position.need()) == 10


def test_a_restored_position_has_the_decorations_of_its_own_table() -> None:
    odd = Decorations(*(mask_of_names(names.split()) for names in ODD_TYPES))
    position = Cites(odd).start({"game": "cites", "players": 2, "speaker": "p1"})
    restored = GAME.restore(json.loads(json.dumps(position.state())))
    assert restored == position
    assert restored != GAME.start({"game": "cites", "players": 2, "speaker": "p1"})


# The end


JUNK = "M1 M2 M3 M4 M5 M6 M7 M8 M9 M10 M11 M12 M13 M14"


def test_a_finished_lot_ends_the_game_after_the_building() -> None:
    hand = "H6 H7 H8 H9 H10 H11 H12 H13 H14 D1 D2 D6 D7 D11 D12"
    led = [block for pair in zip(hand.split(), f"H1 {JUNK}".split(), strict=True) for block in pair]
    position = played(start(2, hand, f"H1 {JUNK}"), "choose H", "choose M")
    position, events = told(position, *plays(" ".join(led)))
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("p1", "lot H is finished")
    assert position.score() == {"p1": 300, "p2": 0}
    assert (position.turn, position.legal(), position.need()) == (None, [], ())
    assert events[-1] == {"kind": "end", "reason": "lot H is finished"}
    assert position.as_json()["offers"] == {"p1": "H", "p2": "M"}
    message = "play P1 is not asked for: the game is over, lot H is finished"
    assert refusal(position, "play P1") == message


def test_two_lots_can_be_finished_in_one_round() -> None:
    nine_m, nine_h = ([f"{kind}{number}" for number in range(1, 10)] for kind in "MH")
    lots = [
        [*nine_m, "D1", "D2", "D6", "D7", "D11", "D12"],
        [],
        [*nine_h, "D3", "D4", "D8", "D9", "D13", "D14"],
        [],
    ]
    state = played(start(2), "choose H", "choose M").state()
    state["table"] |= {"lots": lots, "dealt": 3}
    position = played(GAME.restore(state), *plays("H10 P1 P2 P3 M10 P4"))
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "lots M and H are finished")
    assert position.score() == {"p1": 150, "p2": 150}


def test_equal_points_are_a_draw() -> None:
    one = "H1 P1 P2 P3 M2 M1 M4 M3 M6 M5 M8 M7 M10 M9 M12 M11 M14 M13 M15 T1 D1 T2 T3 T4 T5 T6 T7 T8 T9 T10"
    two = "P1 P2 H3 H2 H5 H4 H7 H6 H9 H8 H10 P15 D3 D2 D7 D6 D12 D11 P3 P4 P5 P6 P7 P8 P9 P10 P11 P12 P13 P14"
    position = played(start(2), "choose H", "choose M", *plays(one))
    assert position.score() == {"p1": 10, "p2": 160}
    position = played(position, "choose T", "choose H", *plays(two))
    assert position.score() == {"p1": 160, "p2": 160}
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "lot H is finished")


def test_the_game_ends_when_the_reserve_cannot_give_every_seat_a_block() -> None:
    left = ("H15", "T15")
    decorations = ("D1 D2 D6 D7", "D3 D4 D11 D12", "D8 D9 D13 D14", "D5 D10 D15")
    lots = [
        [*(name for name in NAMES if name[0] == kind and name not in left), *placed.split()]
        for kind, placed in zip("MPHT", decorations, strict=True)
    ]
    state = played(start(2), "choose H", "choose M").state()
    state["table"] |= {"lots": lots, "dealt": 1}
    position, events = told(GAME.restore(state), "play H15", "play T15")
    assert position.score() == {"p1": 10, "p2": 0}
    assert events[-1] == {"kind": "end", "reason": "the reserve cannot give every seat a block"}
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("p1", events[-1]["reason"])


def test_a_short_reserve_is_divided_evenly_and_the_rest_stays() -> None:
    names = list(NAMES)
    lots = [names[:15], names[15:30], names[30:45], [*names[45:58], *names[60:65]]]
    state = played(start(3, names[0]), "choose H", "choose M", "choose P").state()
    hands = [[name] for name in ("T14", "T15", "D6")]
    reserve = [name for name in names if not any(name in blocks for blocks in lots + hands)]
    state["table"] |= {"lots": lots, "dealt": 1, "hands": hands, "reserve": reserve}
    position, events = told(GAME.restore(state), "play T14", "play T15", "play D6")
    assert events[-1]["blocks_each"] == 3
    assert position.as_json()["hands"] == {
        "p1": ["D7", "D8", "D9"],
        "p2": ["D10", "D11", "D12"],
        "p3": ["D13", "D14", "D15"],
    }
    assert position.as_json()["reserve"] == ["T14", "T15"]
