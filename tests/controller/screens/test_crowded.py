"""None, one, many and too many of everything that can be many: nothing lies upon another, nothing leaves its
place, and each choice can be touched, in three languages, five sizes and two sizes of letters."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from controller.model.view import View
from controller.screens import draw
from controller.screens.layout.theme import Style
from controller.view.language import LANGUAGES, in_language
from tests.controller.screens import checks
from tests.controller.screens.samples.crowded import CROWDED
from tests.controller.screens.samples.names import NAMED
from tests.controller.screens.samples.situations import MORE_SIZES, SIZES

ALL_SIZES = (*SIZES, *MORE_SIZES, (1920, 1080))
CHECKS = (checks.overlaps, checks.leaks, checks.crowded_buttons, checks.small_things)


def disorder(
    views: Mapping[str, View], language: str, style: Style
) -> dict[tuple[str, tuple[int, int]], list[str]]:
    """The misplaced items, by view and size."""
    found = {}
    for name, view in views.items():
        said = in_language(view, language)
        for size in ALL_SIZES:
            picture = draw(said, size, style)
            wrong = [complaint for check in CHECKS for complaint in check(picture)]
            wrong += checks.missing_buttons(said, picture)
            if wrong:
                found[name, size] = wrong
    return found


@pytest.mark.parametrize("text", ["normal", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_crowded_screen_keeps_its_order(language: str, text: str) -> None:
    assert disorder(CROWDED, language, Style(text, "normal")) == {}  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["normal", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_keep_their_places_wherever_they_are_shown(language: str, text: str) -> None:
    assert disorder(NAMED, language, Style(text, "normal")) == {}  # type: ignore[arg-type]
