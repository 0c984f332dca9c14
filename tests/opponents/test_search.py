from __future__ import annotations

from random import Random

import pytest

from opponents.model import Secret
from opponents.search import search, trusted
from opponents.thought import Budget, Option, Thought, joined
from tests.opponents.toys import (
    DRAW,
    HANDS,
    OUT,
    Corridor,
    Cups,
    Do,
    Estimated,
    Guesser,
    Hands,
    Heap,
    Player,
    RockPaperScissors,
    Seen,
    Solvable,
    TakeAway,
)


@pytest.mark.parametrize("matches", [5, 6, 7, 9, 10, 11])
def test_the_winning_number_of_matches_is_taken(matches: int) -> None:
    thought = search(TakeAway(), Seen(Heap(matches)), Random(1), Budget(3000))
    assert str(thought.best.action) == str(matches % 4)
    assert thought.best.results[0] > 0.8


def test_the_second_side_thinks_of_itself() -> None:
    thought = search(TakeAway(), Seen(Heap(6, mover=1)), Random(1), Budget(2000))
    assert str(thought.best.action) == "2"
    assert thought.best.results[1] > 0.8


def test_a_lost_position_is_known_as_such() -> None:
    thought = search(TakeAway(), Seen(Heap(8)), Random(1), Budget(3000))
    assert thought.best.results[0] < 0.3


def test_shares_add_up_and_results_too() -> None:
    thought = search(TakeAway(), Seen(Heap(10)), Random(1), Budget(500))
    assert thought.nodes == 500
    assert sum(option.share for option in thought.options) == pytest.approx(1)
    assert [option.share for option in thought.options] == sorted(
        (option.share for option in thought.options), reverse=True
    )
    for option in thought.options:
        assert sum(option.results) == pytest.approx(1)


def test_the_only_move_is_not_thought_about() -> None:
    thought = search(TakeAway(), Seen(Heap(1)), Random(1), Budget(500))
    assert thought == Thought((Option(Do("1"), 1.0, (1.0, 0.0)),), 0)


def test_a_win_at_once_is_taken_however_few_have_walked_to_it() -> None:
    thought = search(TakeAway(), Seen(Heap(3)), Random(1), Budget(3))
    assert str(thought.best.action) == "3"


def test_a_win_is_proven_and_ends_the_search() -> None:
    thought = search(Solvable(), Seen(Heap(6)), Random(1), Budget(5000))
    assert thought.is_certain
    assert thought.nodes < 5000
    assert str(thought.best.action) == "2"
    assert thought.best.results == (1.0, 0.0)
    assert sum(option.share for option in thought.options) == pytest.approx(1)


def test_a_proven_draw_is_preferred_to_a_loss() -> None:
    thought = search(Solvable(), Seen(Heap(8)), Random(1), Budget(5000))
    assert thought.is_certain
    assert thought.best.action == DRAW
    assert thought.best.results == (0.5, 0.5)
    results = {str(option.action): option.results for option in thought.options}
    assert results == {"1": (0.0, 1.0), "2": (0.0, 1.0), "3": (0.0, 1.0), "draw": (0.5, 0.5)}


def test_what_is_not_proven_is_not_shown_as_certain() -> None:
    for model in (TakeAway(), Solvable()):
        thought = search(model, Seen(Heap(23)), Random(1), Budget(400))
        assert not thought.is_certain
        assert all(0.01 <= result <= 0.99 for option in thought.options for result in option.results)
    sure = search(TakeAway(), Seen(Heap(6)), Random(1), Budget(3000))
    assert not sure.is_certain
    assert sure.best.results == pytest.approx((0.99, 0.01))


def test_a_win_at_once_is_proven_where_not_all_moves_are_given() -> None:
    thought = search(TakeAway(), Seen(Heap(3)), Random(1), Budget(3000))
    assert thought.is_certain
    assert thought.nodes < 3000
    assert str(thought.best.action) == "3"
    assert thought.best.results == (1.0, 0.0)


def test_an_estimated_end_proves_nothing() -> None:
    thought = search(Estimated(), Seen(Heap(3)), Random(1), Budget(300))
    assert not thought.is_certain
    assert thought.nodes == 300
    assert thought.best.results == pytest.approx((0.99, 0.01))


def test_a_proven_loss_is_left_for_what_is_still_open() -> None:
    thought = search(Solvable(), Seen(Heap(21)), Random(1), Budget(900))
    lost = [option for option in thought.options if option.results == (0.0, 1.0)]
    assert thought.best not in lost


def test_a_single_move_is_worth_what_comes_after_it() -> None:
    thought = search(Corridor(), Seen(Heap(7)), Random(1), Budget(3000))
    assert [str(option.action) for option in thought.options] == ["1"]
    assert 1 < thought.nodes < 3000
    assert thought.best.results[0] < 0.2


def test_one_walk_is_taken_when_the_time_is_over_at_once() -> None:
    thought = search(TakeAway(), Seen(Heap(9)), Random(1), Budget(500, is_over=lambda: True))
    assert thought.nodes == 1
    assert len(thought.options) == 1


def test_thinking_ends_when_the_time_is_over() -> None:
    asked = iter([False] * 40 + [True])
    thought = search(TakeAway(), Seen(Heap(9)), Random(1), Budget(500, is_over=lambda: next(asked)))
    assert thought.nodes == 41


def test_rock_paper_scissors_is_mixed_by_both_sides() -> None:
    for side in (0, 1):
        thought = search(RockPaperScissors(), Player(Hands("in"), side), Random(1), Budget(600))
        assert thought.is_drawn
        assert {option.action for option in thought.options} == set(HANDS)
        for option in thought.options:
            assert option.share == pytest.approx(1 / 3, abs=0.02)
            assert option.results == pytest.approx((0.5, 0.5), abs=0.02)


def test_secret_choices_are_drawn_by_the_seed() -> None:
    firsts = [
        search(RockPaperScissors(), Player(Hands("in"), 0), Random(seed), Budget(100)).best.action
        for seed in range(60)
    ]
    assert all(10 <= firsts.count(hand) <= 30 for hand in HANDS)


def test_a_stronger_win_is_neither_hoped_for_nor_left_open() -> None:
    # Each hand is chosen in proportion to what the other two win from each other: rock and scissors half.
    thought = search(RockPaperScissors(rock=0.5), Player(Hands("in"), 0), Random(1), Budget(2000))
    shares = {str(option.action): option.share for option in thought.options}
    assert shares == pytest.approx({"rock": 0.4, "paper": 0.2, "scissors": 0.4}, abs=0.02)


def test_a_secret_is_chosen_when_it_is_worth_more_than_the_rest() -> None:
    thought = search(RockPaperScissors(out=0.3), Player(Hands("before"), 0), Random(1), Budget(800))
    assert thought.is_drawn
    assert thought.best.action in HANDS
    assert thought.best.results[0] == pytest.approx(0.5, abs=0.03)
    assert sum(option.share for option in thought.options) == pytest.approx(1)


def test_a_secret_is_left_when_the_rest_is_worth_more() -> None:
    thought = search(RockPaperScissors(out=0.7), Player(Hands("before"), 0), Random(1), Budget(800))
    assert not thought.is_drawn
    assert thought.best.action == OUT
    assert {option.action for option in thought.options} == {OUT, *HANDS}


class Measured(RockPaperScissors):
    """Rock wins for certain in all games that were measured; paper and scissors won half of theirs."""

    def secret(self, state: Hands) -> Secret | None:
        return Secret(0, HANDS, HANDS, guesses=(1.0,) * 3 + (0.5,) * 6, is_measured=True)


@pytest.mark.parametrize("side", [0, 1])
def test_a_measured_secret_is_answered_at_once_and_is_not_certain(side: int) -> None:
    thought = search(Measured(), Player(Hands("in"), side), Random(1), Budget(600))
    assert (thought.nodes, thought.is_drawn, thought.is_certain) == (0, True, False)
    assert sum(option.share for option in thought.options) == pytest.approx(1)
    if side == 0:
        assert thought.best.action == HANDS[0]
        assert thought.best.share > 0.95
    assert thought.best.results == pytest.approx((0.99, 0.01), abs=0.01)


def test_what_is_hidden_is_weighed_by_how_likely_it_is() -> None:
    """Looking and then switching finds the pea two times in three, picking at once one in three."""
    thought = search(Cups(), Guesser(), Random(1), Budget(3000))
    results = {str(option.action): option.results[0] for option in thought.options}
    assert str(thought.best.action) == "look"
    assert results["look"] == pytest.approx(2 / 3, abs=0.08)
    assert results["0"] == pytest.approx(1 / 3, abs=0.15)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_seed_and_nodes_give_the_same_thought(seed: int) -> None:
    def thought(model: TakeAway) -> Thought:
        return search(model, Seen(Heap(11)), Random(seed), Budget(300))

    assert thought(TakeAway()) == thought(TakeAway())
    hidden = [search(Cups(), Guesser(), Random(seed), Budget(300)) for _time in range(2)]
    assert hidden[0] == hidden[1]


def _thought(nodes: int, *options: tuple[str, float, float], is_drawn: bool = False) -> Thought:
    return Thought(
        tuple(Option(Do(word), share, (result, 1 - result)) for word, share, result in options),
        nodes,
        is_drawn,
    )


def test_joined_thoughts_count_by_their_nodes() -> None:
    thought = joined(
        [_thought(100, ("a", 0.6, 0.5), ("b", 0.4, 0.4)), _thought(300, ("b", 0.8, 0.6), ("c", 0.2, 0.1))]
    )
    assert thought.nodes == 400
    assert [str(option.action) for option in thought.options] == ["b", "a", "c"]
    assert [option.share for option in thought.options] == pytest.approx([0.7, 0.15, 0.15])
    assert thought.best.results == pytest.approx(((40 * 0.4 + 240 * 0.6) / 280, (40 * 0.6 + 240 * 0.4) / 280))


def test_a_certain_thought_decides() -> None:
    certain = search(Solvable(), Seen(Heap(6)), Random(1), Budget(5000))
    thought = joined([_thought(4000, ("1", 1.0, 0.9)), certain])
    assert thought.options == certain.options
    assert thought.nodes == 4000 + certain.nodes
    assert thought.is_certain


def test_a_thought_joined_with_nothing_stays_what_it_is() -> None:
    thought = search(TakeAway(), Seen(Heap(10)), Random(1), Budget(500))
    again = joined([thought])
    assert [option.action for option in again.options] == [option.action for option in thought.options]
    assert again.best.results == pytest.approx(thought.best.results)


def test_forced_thoughts_are_joined_too() -> None:
    assert joined([_thought(0, ("a", 1.0, 0.5))] * 2) == _thought(0, ("a", 1.0, 0.5))


def test_what_was_drawn_first_stays_in_front_when_thoughts_are_joined() -> None:
    drawn = _thought(10, ("b", 0.4, 0.5), ("a", 0.6, 0.5), is_drawn=True)
    other = _thought(10, ("a", 0.6, 0.5), ("b", 0.4, 0.5), is_drawn=True)
    thought = joined([drawn, other])
    assert thought.is_drawn
    assert [str(option.action) for option in thought.options] == ["b", "a"]


def test_most_thoughts_say_whether_the_choice_is_drawn() -> None:
    drawn = _thought(10, ("b", 0.1, 0.5), ("a", 0.5, 0.5), ("c", 0.4, 0.5), is_drawn=True)
    sure = _thought(10, ("c", 0.6, 0.5), ("a", 0.4, 0.5))
    thought = joined([drawn, sure, sure])
    assert not thought.is_drawn
    assert str(thought.best.action) == "c"


def test_odds_are_trusted_to_a_power_and_results_still_add_up() -> None:
    assert trusted((0.8, 0.2), 0.5) == pytest.approx((2 / 3, 1 / 3))
    assert trusted((0.7, 0.2, 0.1), 1.0) == pytest.approx((0.7, 0.2, 0.1))
    assert trusted((1.0, 0.0), 0.5) == (1.0, 0.0)


def test_a_model_of_less_confidence_tells_results_nearer_to_even() -> None:
    class Doubtful(TakeAway):
        confidence = 0.5

    sure, doubtful = (
        search(model, Seen(Heap(6)), Random(1), Budget(300)).best.results[0]
        for model in (TakeAway(), Doubtful())
    )
    assert 0.5 < doubtful < sure
