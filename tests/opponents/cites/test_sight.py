from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.cites.blocks import ALL, NAMES, blocks_in, mask_of, names_in
from engines.cites.building import Building
from engines.cites.game import CitesPosition
from engines.cites.tricks import Tricks
from opponents.cites.sight import view
from opponents.cites.state import Stage
from tests.engines.cites.play import deck_of, played, plays, start
from tests.opponents.cites.games import EVERY_TABLE, GAME, actor, plies, started


def redealt(position: CitesPosition, seat: str, random: Random) -> CitesPosition:
    """The same position to the eyes of a seat: other hands, and another reserve but for what went back."""
    table = position.table
    own = position.seats.index(seat)
    went_back = _went_back(position)
    undealt = table.reserve[: len(table.reserve) - went_back]
    hidden = [
        *undealt,
        *(block for hand in table.hands for block in blocks_in(hand) if hand != table.hands[own]),
    ]
    random.shuffle(hidden)
    hands = []
    for number, hand in enumerate(table.hands):
        blocks = blocks_in(hand) if number == own else [hidden.pop() for _block in range(hand.bit_count())]
        hands.append(mask_of(blocks))
    reserve = (*hidden, *table.reserve[len(undealt) :])
    return replace(position, table=replace(table, hands=tuple(hands), reserve=reserve))


def _went_back(position: CitesPosition) -> int:
    """How many blocks have gone back to the reserve since the deal."""
    table = position.table
    return len(table.reserve) - ((ALL & ~table.on_lots).bit_count() - len(table.hands) * table.dealt)


@EVERY_TABLE
def test_a_seat_sees_neither_other_hands_nor_the_order_of_the_reserve(players: int, has_contre: bool) -> None:
    random = Random(players)
    seen = 0
    for position, _action, _after in plies(started(3, players, contre=has_contre), 3):
        if isinstance(position.phase, Building):
            continue
        for seat in position.seats:
            other = redealt(position, seat, random)
            assert view(other, seat) == view(position, seat)
            seen += other != position
    assert seen


@EVERY_TABLE
def test_hidden_hands_leave_the_same_to_be_seen_as_open_ones(players: int, has_contre: bool) -> None:
    hidden = started(0, players, contre=has_contre, is_open=False)
    for position, action, _after in plies(started(5, players, contre=has_contre), 5):
        seat = actor(position)
        hand = frozenset(names_in(position.table.hands[position.seats.index(seat)]))
        by_name, by_sight = view(hidden, seat, hand), view(position, seat)
        assert by_name == by_sight
        hidden, _events = hidden.after(action)


@EVERY_TABLE
def test_the_true_hands_agree_with_what_is_believed_of_them(players: int, has_contre: bool) -> None:
    hidden = started(0, players, contre=has_contre, is_open=False)
    lacking = 0
    for position, action, _after in plies(started(6, players, contre=has_contre), 6):
        seat = actor(position)
        if isinstance(position.phase, Tricks):
            hand = frozenset(names_in(position.table.hands[position.seats.index(seat)]))
            for belief, truth in zip(view(hidden, seat, hand).beliefs, position.table.hands, strict=True):
                if belief is not None:
                    kinds = {block // 15 for block in blocks_in(truth)}
                    assert belief.blocks == truth.bit_count()
                    assert all(belief.weights[kind] for kind in kinds)
                    lacking += belief.kinds_lacking
        hidden, _events = hidden.after(action)
    assert lacking


def test_what_went_back_in_this_round_is_in_no_hand() -> None:
    position = start(2, "M1 M2 M3 M4 M5 M6 M7 M8 M9 M10 M11 M12 M13 M14 M15")
    position = played(position, "choose H", "choose M", *plays("M15 P1"))
    unseen = {NAMES[block] for block in view(position, "p1").unseen}
    assert unseen == set(NAMES) - {"P1", *(f"M{number}" for number in range(1, 16))}


def test_who_does_not_follow_a_set_has_none_of_it() -> None:
    position = played(start(2), "choose H", "choose M", *plays("H3 T1"))
    weights = _weights(position, "p1", "p2")
    assert weights[2] == 0
    assert all(weights[kind] for kind in (0, 1, 3, 4))


def test_who_plays_a_kind_that_they_did_not_follow_has_revoked_and_may_have_more() -> None:
    position = played(start(2), "choose H", "choose M", *plays("H3 T1 H4 H5"))
    assert _weights(position, "p1", "p2")[2] == 0
    position = played(start(2), "choose H", "choose M", *plays("H3 T1 H4"))
    state = played(position, "play T2", "play H6", "play H7")
    assert _weights(state, "p1", "p2")[2] == 0
    revoked = played(start(3), "choose H", "choose M", "choose P", *plays("H3 T1 T2 H4 H5"))
    assert _weights(revoked, "p3", "p2")[2] > 0
    assert _weights(revoked, "p2", "p3")[2] == 0


def test_who_names_a_set_probably_has_many_of_it_and_trumps_in_all_tricks() -> None:
    position = played(start(2), "choose H")
    weights = _weights(position, "p2", "p1", "M1")
    assert weights[2] > weights[4] > weights[0] == weights[1] == weights[3] == 1
    later = played(position, "choose M", *plays("H3 H4 H7 H6 P1 P2"))
    assert _weights(later, "p2", "p1", "M1") == weights


def _weights(position: CitesPosition, seat: str, other: str, hand: str = "D1") -> tuple[float, ...]:
    belief = view(position, seat, frozenset({hand})).beliefs[position.seats.index(other)]
    assert belief is not None
    return belief.weights


def test_a_hand_that_is_not_named_is_drawn_too() -> None:
    position = played(started(0, is_open=False), "choose H", "choose M")
    state = view(position, "p1").sample(Random(1))
    assert [hand.bit_count() for hand in state.hands] == [15, 15]


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("M16", "'M16', which is no block"),
        ("D1 T1", "T1, which stands on a lot or was played in this round"),
        (" ".join(NAMES[:16]), "16 blocks, but each seat was dealt 15"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(hand: str, reason: str) -> None:
    position = played(started(0, is_open=False), "choose H", "choose M", *plays("H3 T1"))
    with pytest.raises(ValueError, match=reason):
        view(position, "p1", frozenset(hand.split()))


def test_the_block_that_is_turned_up_is_the_first_of_the_reserve() -> None:
    deck = deck_of("M1")
    header = {"players": 2, "options": {"hands": "open"}, "deck": deck}
    position = GAME.start(header)
    for seat in position.seats:
        block = view(position, seat).state.trick[0]
        assert NAMES[block] == deck[30 if seat == "p1" else 31]
        position = played(position, f"turnup {NAMES[block]}")
    assert view(position, "p1").state.stage is Stage.OFFERS


def test_the_loser_of_a_contre_builds_nothing() -> None:
    losers = 0
    for position, _action, _after in plies(started(1, 3, contre=True), 1):
        phase = position.phase
        if isinstance(phase, Building) and phase.loser is not None:
            assert not view(position, actor(position)).state.taken[phase.loser]
            losers += 1
    assert losers
