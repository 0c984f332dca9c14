"""Texts that there is no room for: their number is a touch target, each touch begins with the next text, and
nothing else moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from controller.model.view import MORE, View
from controller.screens import draw
from controller.screens.focus import targets
from controller.screens.layout.picture import More, Picture
from controller.screens.layout.text import words
from controller.screens.layout.theme import Style
from controller.screens.queries import joined
from controller.view.language import LANGUAGES, in_language
from engines.record import replace
from tests.controller.screens import checks
from tests.controller.screens.samples.situations import ALL, SIZES
from tests.controller.screens.test_places import REMARKS, WITH_A_BOARD

SMALLEST: Final = (SIZES[0], (480, 800))


def said(picture: Picture) -> str:
    return " | ".join(joined(checks.labels(picture)))


def parts(view: View) -> list[str]:
    """The requests, and the sentences of the notice."""
    return [*view.ask, *(view.notice.removesuffix(".").split(". "))]


def places(picture: Picture) -> list[object]:
    """The places of all buttons and boards."""
    return [*((one.id, one.box) for one in picture.buttons), *(one.box for one in checks.boards(picture))]


def crowded(size: tuple[int, int]) -> Iterator[tuple[str, View]]:
    """All situations with several texts and, on a wide screen, some of a game with many warnings: an upright
    one that shows tiles has no room for a whole one."""
    yield from ((name, view) for name, view in ALL.items() if len(parts(view)) > 2)
    if size == SMALLEST[1]:
        return
    for number, view in enumerate(WITH_A_BOARD[1::6]):
        yield f"warned {number}", replace(view, notice=REMARKS)


@pytest.mark.parametrize("size", SMALLEST, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("text", ["normal", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_by_touching_the_number_one_reads_everything(language: str, text: str, size: tuple[int, int]) -> None:
    style = Style(text, "normal")  # type: ignore[arg-type]
    found, wrong = 0, {}
    for name, view in crowded(size):
        spoken = in_language(view, language)
        first = draw(spoken, size, style)
        if not any(isinstance(item, More) for item in first.items):
            continue
        found += 1
        count = len(parts(spoken))
        shown = [first, *(draw(replace(spoken, read_on=times), size, style) for times in range(1, count))]
        read = " | ".join(map(said, shown))
        missing = [part for part in parts(spoken) if " ".join(words(part)) not in read]
        moved = [places(one) for one in shown if places(one) != places(first)]
        untidy = [*checks.overlaps(first), *(one for picture in shown for one in checks.cut_texts(picture))]
        if missing or moved or untidy or MORE not in targets(first):
            wrong[name] = missing, moved, untidy
    assert wrong == {}
    assert found > 5
