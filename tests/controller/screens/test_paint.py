"""Pixels: every screen beside its kept picture, and nothing painted without need.

To renew the kept pictures after a wanted change, run these tests with `TABLIER_RENEW_PICTURES=1` in the
environment and look at what has changed in `pictures/`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

import pygame
import pytest
from PIL import Image

from controller.model.view import Lit, Meaning, Sign, View
from controller.screens import Painter, draw, next_redraw_ms
from controller.screens.layout.picture import Box
from controller.screens.layout.theme import PLAIN, Style
from controller.view.language import LANGUAGES, in_words_of
from tests.controller.screens.samples.by_hand import PAUSE, SAMPLES, board
from tests.controller.screens.samples.situations import (
    MAIN,
    MORE_SIZES,
    SCREENS,
    SITUATIONS,
    SIZES,
    STYLES,
    words_of,
)

KEPT = Path(__file__).parent / "pictures"
DOCS = Path(__file__).parents[3] / "docs" / "pictures"
DOCUMENTED = {
    "touch-menu": "menu-of-four",
    "touch-seats": "setup-masterplan",
    "touch-game": "playing-scored",
    "touch-pause": "paused",
    "touch-end": "ending",
    "touch-over": "over",
    "touch-review": "review-masterplan",
}
"""The situations that docs/touchscreen.md shows. `make docs` renews their pictures."""

RENEW = "TABLIER_RENEW_PICTURES"
ANYWHERE = (8, 0.02)
IN_ONE_TILE = (96, 0.04)
"""The tolerance of a colour's part, and the share of pixels that may be beyond it.

Some may differ a little, since other builds of the font engine shade the edges of letters differently. Few
may differ much, even within a tile, or a small sign would be missed.
"""
TILE = 40
COLOURS = (64, 128, 256)


def painted(view: View, size: tuple[int, int], now_ms: int = 0, *, style: Style = PLAIN) -> pygame.Surface:
    """A view's screen at a moment."""
    surface = pygame.Surface(size, 0, 32)
    Painter(surface).draw(draw(view, size, style), now_ms)
    return surface


def looks_like(one: pygame.Surface, other: pygame.Surface) -> bool:
    """Whether two pictures differ within the tolerances."""
    if share_of_others(one, other, ANYWHERE[0]) > ANYWHERE[1]:
        return False
    whole = one.get_rect()
    tiles = [
        pygame.Rect(x, y, TILE, TILE).clip(whole)
        for x in range(0, whole.w, TILE)
        for y in range(0, whole.h, TILE)
    ]
    shares = [share_of_others(one.subsurface(t), other.subsurface(t), IN_ONE_TILE[0]) for t in tiles]
    return max(shares) <= IN_ONE_TILE[1]


def share_of_others(one: pygame.Surface, other: pygame.Surface, most: int) -> float:
    """The share of pixels that are farther apart than `most`."""
    alike = pygame.transform.threshold(None, one, None, (most,) * 3, None, 0, other)
    return 1 - alike / (one.get_width() * one.get_height())


def pixels(surface: pygame.Surface) -> bytes:
    """A surface's pixels."""
    return bytes(surface.get_buffer().raw)


@dataclass(frozen=True, slots=True)
class Kept:
    """One kept picture: of what, in which language, size and style."""

    name: str
    language: str
    size: tuple[int, int]
    style: Style = PLAIN

    @property
    def file(self) -> Path:
        """The place of the file."""
        width, height = self.size
        style = "" if self.style == PLAIN else f"-{self.style.text}-{self.style.contrast}"
        return KEPT / f"{self.name}-{self.language}-{width}x{height}{style}.png"

    def painted(self) -> pygame.Surface:
        """The picture as it is now."""
        view = in_words_of(SITUATIONS[self.name], words_of(self.language))
        return painted(view, self.size, style=self.style)


ALL_KEPT = tuple(
    dict.fromkeys(
        [
            *(Kept(name, "en", SIZES[0]) for name in SITUATIONS),
            *(Kept(name, language, size) for name in SCREENS for language in LANGUAGES for size in SIZES),
            *(Kept(name, "en", size) for name in MAIN for size in MORE_SIZES),
            *(Kept(name, "en", SIZES[0], STYLES[-1]) for name in MAIN),
        ]
    )
)


def keep(surface: pygame.Surface, path: Path) -> None:
    """Keep a picture in as few colours as will do, which makes it small."""
    image = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    for colours in COLOURS:
        few = image.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
        if looks_like(surface, loaded(path)):
            return


def loaded(path: Path) -> pygame.Surface:
    """A kept picture, in all colours."""
    kept = pygame.image.load(str(path))
    surface = pygame.Surface(kept.get_size(), 0, 32)
    surface.blit(kept, (0, 0))
    return surface


def assert_kept(drawn: pygame.Surface, file: Path, tmp_path: Path) -> None:
    """The picture looks like the file, which is renewed before if that is wanted."""
    if os.environ.get(RENEW):
        file.parent.mkdir(exist_ok=True)
        if not file.exists() or not looks_like(drawn, loaded(file)):
            keep(drawn, file)
    is_alike = looks_like(drawn, loaded(file))
    if not is_alike:
        pygame.image.save(drawn, str(tmp_path / file.name))
    assert is_alike, f"Not like {file}: {tmp_path / file.name}"


@pytest.mark.parametrize("kept", ALL_KEPT, ids=lambda kept: kept.file.stem)
def test_a_screen_looks_as_it_was_kept(kept: Kept, tmp_path: Path) -> None:
    assert_kept(kept.painted(), kept.file, tmp_path)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_docs_show_the_screen_as_it_is(name: str, tmp_path: Path) -> None:
    assert_kept(Kept(DOCUMENTED[name], "en", SIZES[1]).painted(), DOCS / f"{name}.png", tmp_path)


def test_each_picture_of_the_touchscreen_in_docs_is_one_of_these() -> None:
    assert {path.stem for path in DOCS.glob("touch-*.png")} == {*DOCUMENTED}


def test_every_kept_picture_is_one_of_a_situation() -> None:
    assert {path.name for path in KEPT.iterdir()} == {kept.file.name for kept in ALL_KEPT}


@pytest.mark.parametrize(
    "other",
    [
        replace(SAMPLES["playing"], controls=(PAUSE, *SAMPLES["playing"].controls[1:])),
        replace(SAMPLES["playing"], turn="white"),
        replace(SAMPLES["playing"], last=""),
        replace(SAMPLES["playing"], board=board()),
    ],
    ids=["a word on a button", "whose turn", "the last action", "a sign"],
)
def test_the_comparison_sees_what_is_other(other: View) -> None:
    assert looks_like(painted(SAMPLES["playing"], SIZES[0]), painted(SAMPLES["playing"], SIZES[0]))
    assert not looks_like(painted(SAMPLES["playing"], SIZES[0]), painted(other, SIZES[0]))


def test_nothing_is_painted_while_nothing_changes() -> None:
    surface = pygame.Surface(SIZES[0], 0, 32)
    painter = Painter(surface)
    picture = draw(SAMPLES["playing-park"], SIZES[0])
    assert painter.draw(picture, 0) == [Box(0, 0, *SIZES[0])]
    assert [painter.draw(picture, now_ms) for now_ms in (1, 250, 499)] == [[], [], []]


def test_an_equal_picture_is_not_painted_again() -> None:
    surface = pygame.Surface(SIZES[0], 0, 32)
    painter = Painter(surface)
    painter.draw(draw(SAMPLES["playing"], SIZES[0]), 0)
    assert painter.draw(draw(SAMPLES["playing"], SIZES[0]), 0) == []


def test_a_blink_paints_its_sign_on_the_board_and_beside_the_words_alone() -> None:
    surface = pygame.Surface(SIZES[0], 0, 32)
    painter = Painter(surface)
    picture = draw(SAMPLES["playing-park"], SIZES[0])
    painter.draw(picture, 0)
    changed = painter.draw(picture, 500)
    assert len(changed) == 2
    assert sum(box.w * box.h for box in changed) < 0.02 * SIZES[0][0] * SIZES[0][1]


def test_a_sign_that_comes_or_goes_paints_its_place_alone() -> None:
    view = SAMPLES["playing"]
    assert view.board is not None
    echo = Sign(2, 2, 1 / 3, Lit(Meaning.ECHO))
    echoing = replace(view, board=replace(view.board, signs=(*view.board.signs, echo)))
    surface = pygame.Surface(SIZES[0], 0, 32)
    painter = Painter(surface)
    painter.draw(draw(view, SIZES[0]), 1000)

    for now, now_ms in ((echoing, 1040), (view, 1080)):
        (changed,) = painter.draw(draw(now, SIZES[0]), now_ms)
        assert changed.w * changed.h < 0.002 * SIZES[0][0] * SIZES[0][1]
        assert pixels(surface) == pixels(painted(now, SIZES[0], now_ms))


@pytest.mark.parametrize(
    "name", ["playing-parks-and-tower", "correcting", "correcting-after-a-fall", "choosing-a-spot"]
)
def test_painting_only_what_changed_gives_the_same_pixels_as_painting_all(name: str) -> None:
    surface = pygame.Surface(SIZES[0], 0, 32)
    painter = Painter(surface)
    picture = draw(SAMPLES[name], SIZES[0])
    now_ms: int | None = 0
    steps = 0
    while now_ms is not None and now_ms < 1500:
        painter.draw(picture, now_ms)
        assert pixels(surface) == pixels(painted(SAMPLES[name], SIZES[0], now_ms)), now_ms
        now_ms = next_redraw_ms(picture, now_ms)
        steps += 1
    assert steps > 3


def test_one_screen_after_another_has_the_same_pixels_as_when_all_is_painted() -> None:
    surface = pygame.Surface(SIZES[0], 0, 32)
    painter = Painter(surface)
    for name, view in SAMPLES.items():
        painter.draw(draw(view, SIZES[0]), 300)
        assert pixels(surface) == pixels(painted(view, SIZES[0], 300)), name


def test_signs_that_overlap_are_painted_the_stronger_on_top() -> None:
    view = SAMPLES["playing"]
    assert view.board is not None
    wrong, last = Sign(4, 4, 1, Lit(Meaning.WRONG)), Sign(4, 4, 1, Lit(Meaning.LAST))
    one = replace(view, board=replace(view.board, signs=(wrong, last)))
    other = replace(view, board=replace(view.board, signs=(last, wrong)))
    assert pixels(painted(one, SIZES[0], 1000)) == pixels(painted(other, SIZES[0], 1000))


def test_a_sign_is_still_seen_at_the_lowest_level_of_its_rhythm() -> None:
    view = SAMPLES["playing-park"]
    assert view.board is not None
    without = replace(view, board=replace(view.board, signs=view.board.signs[1:]), tasks=())
    off = painted(replace(view, tasks=()), SIZES[0], 500)
    assert pixels(off) != pixels(painted(without, SIZES[0], 500))
