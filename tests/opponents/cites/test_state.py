from __future__ import annotations

from engines.cites.blocks import USUAL_DECORATIONS, blocks_in, mask_of_names, names_in
from engines.cites.building import Building
from engines.cites.game import CitesPosition
from engines.cites.points import placings
from engines.cites.tricks import Tricks
from opponents.cites.sight import view
from opponents.cites.state import BEATS, Stage, State, lowest_with_room
from tests.opponents.cites.games import EVERY_TABLE, actor, plies, started

GAMES_EACH = 4


def _state(position: CitesPosition) -> State:
    """The state of a position with open hands, all of which are known."""
    return view(position, actor(position)).state._replace(hands=position.table.hands)


def _told(state: State) -> tuple[object, ...]:
    return (
        state.stage,
        state.seat,
        state.hands,
        state.trick,
        state.taken,
        state.gone,
        state.points,
        state.lots,
    )


@EVERY_TABLE
def test_a_round_goes_as_in_the_engine(players: int, has_contre: bool) -> None:
    for seed in range(GAMES_EACH):
        for before, action, after in plies(started(seed, players, contre=has_contre), seed):
            if isinstance(before.phase, Building):
                continue
            state = _state(before).after(action)
            if isinstance(before.phase, Tricks) and not isinstance(after.phase, Tricks):
                assert state.stage is Stage.OVER
                if not isinstance(after.phase, Building):
                    assert state.points == after.table.points
                    assert state.lots == after.table.lots
            else:
                assert _told(state) == _told(_state(after))


@EVERY_TABLE
def test_what_may_be_played_is_as_in_the_engine(players: int, has_contre: bool) -> None:
    for before, _action, _after in plies(started(9, players, contre=has_contre), 9):
        if isinstance(before.phase, Tricks):
            texts = [f"play {name}" for name in names_in(_state(before).playable)]
            assert texts == [str(action) for action in before.legal()]


@EVERY_TABLE
def test_building_goes_as_in_the_engine_where_the_lowest_decorations_are_chosen(
    players: int, has_contre: bool
) -> None:
    choices = 0
    for seed in range(GAMES_EACH * 3):
        for before, action, after in plies(started(seed, players, contre=has_contre), seed):
            if not isinstance(before.phase, Building):
                continue
            built = after
            while isinstance(built.phase, Building):
                built, _events = built.after(built.legal()[0])
            state = _state(before).after(action)
            assert (state.lots, state.points) == (built.table.lots, built.table.points)
            choices += 1
    assert choices


def test_the_lowest_decorations_with_room_are_the_first_choice_of_the_engine() -> None:
    lot = mask_of_names(["H3", "D2", "D6", "D7"])
    taken = mask_of_names(["H5", "D1", "D4", "D5", "D8", "D11", "D12", "D15"])
    placed = lowest_with_room(lot, taken, USUAL_DECORATIONS)
    assert names_in(placed) == ["D1", "D11", "D12"]
    assert placed == placings(lot, taken, USUAL_DECORATIONS)[0]


def test_a_trump_beats_what_is_led_and_another_set_beats_nothing() -> None:
    led = blocks_in(mask_of_names(["H13"]))[0]
    assert names_in(BEATS[2][led]) == ["H14", "H15", *(f"D{number}" for number in range(1, 16))]
