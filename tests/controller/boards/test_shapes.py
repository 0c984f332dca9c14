from __future__ import annotations

import pytest

from controller.boards.shapes import Anchor, Area, Disc, Ink, Path, Rectangle, TextLine

BLACK = (0, 0, 0)
LINE = Ink(line=BLACK, width=0.4)


def test_areas_that_only_touch_do_not_meet() -> None:
    assert not Area(0, 0, 10, 10).meets(Area(10, 0, 10, 10))
    assert Area(0, 0, 10, 10).meets(Area(9.9, 0, 10, 10))


def test_a_line_is_drawn_half_its_width_beyond_its_shape() -> None:
    assert Rectangle(Area(0, 0, 10, 10), LINE).bounds == pytest.approx((-0.2, -0.2, 10.4, 10.4))
    assert Disc((5, 5), 5, LINE).bounds == pytest.approx((-0.2, -0.2, 10.4, 10.4))
    assert Path(((0, 0), (10, 10)), LINE).bounds == pytest.approx((-0.2, -0.2, 10.4, 10.4))


def test_what_is_moved_keeps_its_shape() -> None:
    for shape in (Rectangle(Area(0, 0, 4, 2), LINE), Disc((1, 1), 1, LINE), TextLine((1, 1), "d4", 5, BLACK)):
        before, after = shape.bounds, shape.moved(3, -2).bounds
        assert after == pytest.approx((before.x + 3, before.y - 2, before.w, before.h))


@pytest.mark.parametrize(
    ("anchor", "turned", "way"),
    [
        (Anchor.START, 0, "east"),
        (Anchor.START, 90, "north"),
        (Anchor.START, 180, "west"),
        (Anchor.START, 270, "south"),
        (Anchor.END, 0, "west"),
        (Anchor.END, 90, "south"),
        (Anchor.END, 180, "east"),
        (Anchor.END, 270, "north"),
    ],
)
def test_a_text_goes_from_its_place_as_it_is_anchored_and_turned(
    anchor: Anchor, turned: int, way: str
) -> None:
    bounds = TextLine((0, 0), "Masterplan", 5, BLACK, anchor=anchor, turned=turned).bounds
    length = max(bounds.w, bounds.h)
    assert length == pytest.approx(5 * 5.56, abs=0.5)
    reach = {"east": bounds.right, "north": bounds.top, "west": -bounds.x, "south": -bounds.y}
    assert max(reach, key=lambda side: reach[side]) == way
    assert reach[way] == pytest.approx(length)


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_text_in_the_middle_lies_around_its_place(turned: int) -> None:
    bounds = TextLine((7, 3), "Forma", 5, BLACK, turned=turned).bounds
    assert bounds.middle == pytest.approx((7, 3))
