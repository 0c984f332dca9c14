"""Every screen can be used by keys alone."""

from __future__ import annotations

import pytest

from controller.screens import draw, hit
from controller.screens.focus import Keyboard, moved, targets
from controller.screens.layout.picture import BoardBox, FocusRing
from hardware.ports import Key
from tests.controller.screens.samples.by_hand import SAMPLES
from tests.controller.screens.samples.situations import MORE_SIZES, SITUATIONS, SIZES

ARROWS = (Key.LEFT, Key.RIGHT, Key.UP, Key.DOWN)


@pytest.mark.parametrize("size", [SIZES[0], MORE_SIZES[1]], ids=["wide", "upright"])
@pytest.mark.parametrize("name", SITUATIONS)
def test_the_arrows_alone_lead_to_everything_that_can_be_pressed(name: str, size: tuple[int, int]) -> None:
    picture = draw(SITUATIONS[name], size)
    wanted = targets(picture)
    reached: set[str] = set()
    waiting = [moved(picture, "", Key.DOWN)] if wanted else []
    while waiting:
        focus = waiting.pop()
        if focus not in reached:
            reached.add(focus)
            waiting += [moved(picture, focus, key) for key in ARROWS]
    assert reached == set(wanted)


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_press_touches_what_the_ring_is_around(name: str) -> None:
    picture = draw(SITUATIONS[name], SIZES[0])
    keyboard = Keyboard()
    pressed = []
    for _ in targets(picture):
        assert keyboard.press(picture, Key.NEXT) is None
        (ring,) = (item for item in keyboard.shown(picture).items if isinstance(item, FocusRing))
        point = keyboard.press(picture, Key.PRESS)
        assert point is not None
        assert ring.box.has(*point)
        pressed.append(hit(picture, *point))
    assert pressed == list(targets(picture))


def test_the_key_for_next_goes_round_and_the_other_way_back() -> None:
    picture = draw(SAMPLES["playing"], SIZES[0])
    first, *_, last = targets(picture)
    assert moved(picture, last, Key.NEXT) == first
    assert moved(picture, first, Key.PREVIOUS) == last


def test_where_nothing_lies_in_a_direction_the_focus_stays() -> None:
    picture = draw(SAMPLES["playing"], SIZES[0])
    assert moved(picture, "unseen", Key.DOWN) == "unseen"


def test_escape_touches_the_way_back_where_there_is_one() -> None:
    keyboard = Keyboard()
    picture = draw(SAMPLES["setup"], SIZES[0])
    point = keyboard.press(picture, Key.BACK)
    assert point is not None
    assert hit(picture, *point) == "back"
    assert keyboard.press(draw(SAMPLES["playing"], SIZES[0]), Key.BACK) is None


def test_there_is_no_ring_before_a_key_and_none_after_a_finger() -> None:
    picture = draw(SAMPLES["playing"], SIZES[0])
    keyboard = Keyboard()
    assert keyboard.shown(picture) is picture
    assert keyboard.press(picture, Key.PRESS) is None
    assert keyboard.shown(picture) != picture
    keyboard.leave()
    assert keyboard.shown(picture) is picture


def test_a_focus_that_is_gone_shows_no_ring_and_begins_anew() -> None:
    keyboard = Keyboard()
    keyboard.press(draw(SAMPLES["setup"], SIZES[0]), Key.NEXT)
    picture = draw(SAMPLES["playing"], SIZES[0])
    assert keyboard.shown(picture) is picture
    assert moved(picture, "option-assist-true", Key.LEFT) == next(iter(targets(picture)))


def test_cells_to_choose_from_can_be_pressed_and_no_others() -> None:
    picture = draw(SITUATIONS["secret-guards"], SIZES[0])
    (board,) = (item for item in picture.items if isinstance(item, BoardBox))
    cells = {name for name in targets(picture) if name.startswith("cell-")}
    assert cells == {f"cell-{x},{y}" for x, y in board.targets}
    assert 0 < len(cells) < 48


def test_nothing_to_press_is_no_harm() -> None:
    picture = draw(SAMPLES["paused-before-a-game"], SIZES[0])
    keyboard = Keyboard()
    assert [keyboard.press(picture, key) for key in Key] == [None] * len(Key)
