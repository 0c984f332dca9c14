from __future__ import annotations

from random import Random

from engines.cites.blocks import OF_KIND, blocks_in, mask_of, mask_of_names
from engines.cites.table import Offer
from opponents.cites.belief import Belief, CitesView
from opponents.cites.sight import view
from opponents.cites.state import State
from tests.engines.cites.play import played
from tests.opponents.cites.games import started

EVEN = (1.0,) * 5


def seen(unseen: str, *beliefs: Belief) -> CitesView:
    """The view of p1 of two or three players with these beliefs about the other hands."""
    position = started(1, 1 + len(beliefs))
    sight = view(position, "p1")
    return CitesView(0, sight.state, tuple(blocks_in(mask_of_names(unseen.split()))), (None, *beliefs))


def samples(sight: CitesView, number: int = 200) -> list[State]:
    random = Random(1)
    return [sight.sample(random) for _sample in range(number)]


def test_every_deal_has_hands_of_the_right_size_that_share_no_block() -> None:
    sight = view(started(4, 3), "p2")
    for state in samples(sight, 50):
        assert state.hands[1] == sight.state.hands[1]
        assert [hand.bit_count() for hand in state.hands] == [12, 12, 12]
        assert (state.hands[0] | state.hands[1] | state.hands[2]).bit_count() == 36


def test_deals_differ_and_are_the_same_for_equal_seeds() -> None:
    sight = view(started(4), "p1")
    assert samples(sight) == samples(sight)
    assert len({state.hands for state in samples(sight)}) == 200


def test_all_that_may_be_in_a_hand_is_as_probable_where_nothing_is_believed_of_it() -> None:
    sight = seen("M1 P2 H3 D4", Belief(1, EVEN))
    hands = [state.hands[1] for state in samples(sight, 4000)]
    assert all(900 < hands.count(1 << block) < 1100 for block in sight.unseen)


def test_a_hand_has_no_block_of_a_kind_that_it_lacks() -> None:
    sight = seen("M1 M2 M3 P1 H1 D1", Belief(2, (0.0, 1.0, 1.0, 1.0, 1.0)))
    assert not any(state.hands[1] & OF_KIND[0] for state in samples(sight))


def test_a_hand_is_filled_with_what_it_should_lack_where_there_is_nothing_else() -> None:
    sight = seen("M1 M2 M3 P1", Belief(3, (0.0, 1.0, 1.0, 1.0, 1.0)))
    for state in samples(sight):
        assert state.hands[1].bit_count() == 3
        assert state.hands[1] & mask_of_names(["P1"])


def test_hands_that_lack_most_are_dealt_first() -> None:
    sight = seen("M1 M2 P1 P2", Belief(2, EVEN), Belief(2, (0.0, 1.0, 1.0, 1.0, 1.0)))
    for state in samples(sight):
        assert state.hands[1:] == (mask_of_names(["M1", "M2"]), mask_of_names(["P1", "P2"]))


def test_a_hand_holds_more_of_the_set_that_it_named() -> None:
    position = played(started(4), "choose H")
    sight = view(position, "p2")
    assert sight.state.offers == (Offer(0, 0, 2),)
    named = sum((state.hands[0] & OF_KIND[2]).bit_count() for state in samples(sight)) / 200
    unseen = sum(1 for block in sight.unseen if OF_KIND[2] >> block & 1)
    assert named > 1.3 * unseen * 15 / len(sight.unseen)
    assert mask_of(sight.unseen) & OF_KIND[2]
