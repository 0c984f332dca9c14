"""A button that must not be touched by mistake lies where no button was on the pages before: in every
language, size and style, for every situation that has such a page."""

from __future__ import annotations

import pytest

from controller.model.view import View
from controller.screens import draw
from controller.screens.layout.picture import Picture
from controller.screens.layout.theme import Style
from tests.controller.screens.checks import complaints
from tests.controller.screens.samples.situations import ALL, MORE_SIZES, PSEUDO, SIZES, SPOKEN, spoken

ALL_SIZES = (*SIZES, *MORE_SIZES, (1920, 1080), (600, 1024))
SECOND = [name for name, view in ALL.items() if view.before]


def met(view: View, picture: Picture, before: Picture) -> list[str]:
    """The buttons of a previous page at the place of a choice of this one."""
    grave = [button.box for button in picture.buttons if button.id in {choice.id for choice in view.choices}]
    return [button.id for button in before.buttons if any(button.box.meets(box) for box in grave)]


def test_there_are_pages_for_all_that_destroys() -> None:
    touched = {choice.id for name in SECOND for choice in ALL[name].choices}
    assert {"give-up", "draw", "resign-white", "end-really", "mask-really", "forget-really"} <= touched


@pytest.mark.parametrize("size", ALL_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("text", ["normal", "large"])
@pytest.mark.parametrize("language", [one for one in SPOKEN if one != PSEUDO])
def test_a_finger_that_goes_on_tapping_destroys_nothing(
    language: str, text: str, size: tuple[int, int]
) -> None:
    style = Style(text, "normal")  # type: ignore[arg-type]
    found = {}
    for name in SECOND:
        view = spoken(language)[name]
        picture = draw(view, size, style)
        wrong = [met(view, picture, draw(before, size, style)) for before in view.before]
        if any(wrong):
            found[name] = wrong
        if bad := complaints(view, style, picture):
            found[name] = [bad]
    assert found == {}
