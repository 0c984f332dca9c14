from __future__ import annotations

import pytest

from engines.cites.blocks import NAMES, USUAL_DECORATIONS, mask_of_names
from opponents.cites.state import Round
from opponents.cites.worth import hope, is_over, results

DECORATIONS = " D1 D2 D6 D7 D11 D12"
EMPTY = (0, 0, 0, 0)


def round_for(players: int, speaker: int = 0) -> Round:
    sides = 2 if players == 4 else players
    side_of = tuple(seat % sides for seat in range(players))
    return Round(players, sides, side_of, speaker, has_contre=False, decorations=USUAL_DECORATIONS)


def lots(*names: str) -> tuple[int, ...]:
    masks = [mask_of_names(one.split()) for one in names]
    return (*masks, *(0,) * (4 - len(masks)))


def houses(number: int) -> str:
    return " ".join(NAMES[:number])


def test_a_game_is_over_when_a_lot_is_finished_or_no_one_can_be_dealt_a_block() -> None:
    assert not is_over(round_for(2), lots(houses(9) + DECORATIONS))
    assert is_over(round_for(2), lots(houses(10) + DECORATIONS))
    all_buildings = tuple(mask_of_names(NAMES[15 * kind : 15 * kind + 15]) for kind in range(4))
    assert not is_over(round_for(2), all_buildings)
    all_but_one = (all_buildings[0] | mask_of_names(NAMES[61:]), *all_buildings[1:])
    assert is_over(round_for(2), all_but_one)


@pytest.mark.parametrize(
    ("points", "expected"),
    [((200, 300), (0.0, 1.0)), ((300, 300), (0.5, 0.5)), ((9, 9, 5), (0.5, 0.5, 0.0))],
)
def test_the_end_is_known(points: tuple[int, ...], expected: tuple[float, ...]) -> None:
    assert results(round_for(len(points)), lots(houses(10) + DECORATIONS), points) == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_results_are_chances_and_the_leader_has_the_best(players: int) -> None:
    points = (60, 120, 80)[: round_for(players).sides]
    chances = results(round_for(players), lots(houses(5)), points)
    assert sum(chances) == pytest.approx(1)
    assert max(chances) == chances[1] < 1


def test_a_lead_is_worth_more_when_little_is_left_to_build() -> None:
    begun = results(round_for(2), lots(houses(4)), (100, 60))[0]
    late = results(
        round_for(2), lots(*(" ".join(NAMES[15 * kind : 15 * kind + 13]) for kind in range(4))), (100, 60)
    )
    assert 0.5 < begun < late[0]


@pytest.mark.parametrize("speaker", [0, 1])
def test_who_speaks_next_has_the_best_of_a_lot_that_is_nearly_finished(speaker: int) -> None:
    chances = results(round_for(2, speaker), lots(houses(9) + DECORATIONS), (50, 50))
    assert chances[1 - speaker] > 0.6
    assert results(round_for(2, speaker), EMPTY, (50, 50)) == (0.5, 0.5)


def _hope(names: str, held: int, elsewhere: str = "") -> float:
    lot = mask_of_names(names.split())
    return hope(lot, held, lot | mask_of_names(elsewhere.split()), USUAL_DECORATIONS)


def test_a_set_promises_more_to_who_holds_more_of_it_and_nothing_where_the_lot_is_full() -> None:
    assert _hope("", 5) > _hope("", 4) > 0
    assert _hope(houses(15), 0) == 0
    assert _hope(houses(9) + DECORATIONS, 3) > _hope(houses(9), 3)


def test_a_lot_that_no_one_can_finish_any_more_promises_less() -> None:
    lacks_a_tree = houses(12) + DECORATIONS.removesuffix(" D12")
    assert _hope(lacks_a_tree, 1) > _hope(lacks_a_tree, 1, "D12 D13 D14 D15") > 0


def test_a_sure_winner_prefers_the_end() -> None:
    for names in (houses(9), houses(15)):
        assert 0.9 < results(round_for(2), lots(names + DECORATIONS[:-4]), (900, 20))[0] < 1
