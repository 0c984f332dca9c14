"""A correction of the board: it can be read from afar, and turn and points stay beside it."""

from __future__ import annotations

from typing import Final

import pytest

from controller.model.signs import player_colour
from controller.model.view import Phase, View
from controller.screens import draw, texts
from controller.screens.layout.picture import FilledBox, Label
from controller.screens.layout.text import font
from controller.screens.layout.theme import panel_of
from controller.screens.pages.parts import sentences
from controller.view.language import LANGUAGES, in_language
from tests.controller.screens.samples.situations import SITUATIONS

HEIGHTS_MM: Final = {(800, 480): 85.92, (1024, 600): 125.28}
"""The heights of the pictures on panels of 7 and of 10.1 inches."""

LEAST_MM: Final = 4.5
"""The least height of capitals for 1.5 m: there it is ten minutes of arc, twice what good eyes need."""

LONG: Final[dict[str, float]] = {
    "correcting-after-a-sweep": 3.2,
    "cites-wrong-tile-laid": 3.0,
    "cites-wrong-tile": 4.2,
    "cites-in-a-taking": 4.2,
}
"""On the small panel: a list of places, a tile beside the points of four, and German's words for tiles."""

CORRECTIONS: Final = {name: view for name, view in SITUATIONS.items() if view.phase is Phase.CORRECTING}

languages = pytest.mark.parametrize("language", LANGUAGES)


def capitals_mm(view: View, size: tuple[int, int]) -> float:
    """The height of the capitals of the first request, in millimetres."""
    request = sentences(view.ask[0])[0]
    labels = [item for item in draw(view, size).items if isinstance(item, Label)]
    (px,) = [label.px for label in labels if " ".join(label.lines) == request]
    return font(px).metrics("H")[0][3] * HEIGHTS_MM[size] / size[1]


@languages
@pytest.mark.parametrize("size", HEIGHTS_MM)
def test_a_correction_can_be_read_from_one_and_a_half_metres(language: str, size: tuple[int, int]) -> None:
    least = LONG if size == (800, 480) else {}
    heights = {name: capitals_mm(in_language(view, language), size) for name, view in CORRECTIONS.items()}
    assert {name: mm for name, mm in heights.items() if mm < least.get(name, LEAST_MM)} == {}
    assert len(heights) > len(LONG)


@languages
@pytest.mark.parametrize("size", [*HEIGHTS_MM, (1280, 800)])
def test_turn_and_points_stay_beside_a_correction(language: str, size: tuple[int, int]) -> None:
    for view in (in_language(view, language) for view in CORRECTIONS.values()):
        picture = draw(view, size)
        banner = next(item for item in picture.items if isinstance(item, FilledBox))
        assert banner.fill == panel_of(player_colour(str(view.turn)))
        assert {score.name for score in view.scores} <= set(texts(picture))
