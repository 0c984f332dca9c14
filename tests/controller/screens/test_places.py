"""Places that stay: on a screen no button moves, none takes the place of another, and the board keeps its
size. Take back, Pause, Hint and Help have one place in all screens of a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from typing import Final

import pytest

from controller.model.view import Phase, View
from controller.screens import draw
from controller.screens.layout.board_geometry import geometry
from controller.screens.layout.picture import Box
from controller.screens.layout.plan import Plan
from controller.screens.layout.theme import Style
from controller.view.game import PLACES
from controller.view.language import LANGUAGES, in_language
from engines.record import replace
from tests.controller.screens import checks
from tests.controller.screens.samples.around_game import MANY_PAGES, TABLES, VECTORS
from tests.controller.screens.samples.sessions import played, seen, touched, vector_game
from tests.controller.screens.samples.situations import MORE_SIZES, SITUATIONS, SIZES

ALL_SIZES: Final = (*SIZES, *MORE_SIZES, (1920, 1080), (3840, 2160), (1080, 1920))

OF_A_GAME: Final = frozenset(
    {Phase.PLAYING, Phase.CORRECTING, Phase.CHOOSING, Phase.SECRET, Phase.PAUSED, Phase.OVER}
)

ALWAYS: Final = {place.id for place in PLACES}

STYLES: Final = (Style("normal", "normal"), Style("large", "normal"))

ROUNDING: Final = 2
"""Pixels."""

STAND_INS: Final = {"start", "placed", "hint-off", "replay-halt"}
"""The controls in the place of one that is not offered at the same time."""


@cache
def walked(name: str) -> tuple[View, ...]:
    """The views of a game's screens after each of its actions, before and after people have
    carried out the table's requests: the game, its pause, and a wrong piece."""
    header, texts = vector_game(name, VECTORS[name])
    views = []
    for plies in range(len(texts) + 1):
        for is_done in (True, False):
            session = played(TABLES[name], header, texts[:plies], is_done=is_done)
            views.append(seen(session))
        if session.phase is not Phase.OVER:
            views.append(seen(session.paused(by_hand=True)))
            views.append(seen(touched(session, "pause")))
    return tuple(dict.fromkeys(views))


def of(view: View) -> tuple[str, ...]:
    """The screen that a view is one moment of. A question is another screen than the next one."""
    offers = [one.id for one in view.controls if one.id.startswith(("choose-", "contre-", "yield"))]
    is_question = view.phase in (Phase.CHOOSING, Phase.SECRET)
    question = (view.heading, *view.ask[:1]) if is_question else ()
    return (view.phase, view.title, str(len(view.places)), *offers, *question)


def boxes(view: View, size: tuple[int, int], style: Style) -> tuple[dict[str, Box], list[Box]]:
    """The places of the controls, and of the board."""
    picture = draw(view, size, style)
    ids = {choice.id for choice in view.controls}
    found = {one.id: one.box for one in picture.buttons if one.id in ids}
    return found, [board.box for board in checks.boards(picture)]


def is_near(one: Box, other: Box) -> bool:
    """Whether two boxes are equal but for rounding."""
    return all(abs(a - b) <= ROUNDING for a, b in zip(one, other, strict=True))


def moved(
    views: tuple[View, ...], size: tuple[int, int], language: str, styles: tuple[Style, ...] = STYLES
) -> Iterator[str]:
    """The controls that stand in two places, or upon the place of another one that was not meant to give way
    to them, and the boards of two sizes. The views are drawn in usual and in large letters by turns."""
    known: dict[tuple[str, ...], dict[str, Box]] = defaultdict(dict)
    shown: dict[object, list[Box]] = {}
    for view, style in zip(views, cycle(styles)):
        screen = of(view)
        controls, board = boxes(in_language(view, language), size, style)
        places = {choice.id: choice.place for choice in view.controls}
        for name, box in controls.items():
            game = known[view.title,] if view.phase in OF_A_GAME and name in ALWAYS else {}
            before = known[screen] | game
            if not is_near(before.get(name, box), box):
                yield f"{screen}: {name} from {before[name]} to {box}"
            known[screen][name] = game[name] = box
            for other, place in before.items():
                if other != name and place.meets(box) and not {places[name], *STAND_INS} & {other, name}:
                    yield f"{screen}: {name} upon {other}"
        names = view.board and (view.board.column_names, view.board.row_names)
        shape = (view.title if view.phase in OF_A_GAME else screen, names)
        if board and not all(map(is_near, shown.setdefault(shape, board), board)):
            yield f"{screen}: the board from {shown[shape]} to {board}"


sizes = pytest.mark.parametrize("size", ALL_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


@sizes
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VECTORS)
def test_in_a_whole_game_everything_keeps_its_place(name: str, language: str, size: tuple[int, int]) -> None:
    """Each size and language sees another part of the game's views, and all see each view thrice; `-m slow`
    shows all views to each."""
    part = ALL_SIZES.index(size)
    assert [*moved(walked(name)[part :: len(ALL_SIZES)], size, language)] == []


@sizes
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VECTORS)
def test_at_every_action_everything_keeps_its_place(name: str, language: str, size: tuple[int, int]) -> None:
    assert [*moved(walked(name), size, language)] == []


@sizes
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_and_lessons_keep_their_buttons_and_boards(language: str, size: tuple[int, int]) -> None:
    assert [*moved(tuple(MANY_PAGES.values()), size, language, STYLES[:1])] == []


WITH_A_BOARD: Final = [
    view
    for view in SITUATIONS.values()
    if view.board is not None and view.phase in OF_A_GAME | {Phase.REPLAY, Phase.LESSON}
]

REMARKS: Final = (
    "Weak magnet or sensor: d4 north-west, e5 south-east. Set the piece again. The reader of Player 2 does "
    "not answer. It is tried again every few seconds. Time is up for Player 1."
)
"""More than there is room for."""

SMALLEST: Final = ((800, 480), (480, 800))


def drawn(view: View, size: tuple[int, int], style: Style) -> tuple[dict[str, Box], Box, int]:
    """The places of all buttons and of the board's first cell, and the board's width."""
    picture = draw(view, size, style)
    (board,) = checks.boards(picture)
    return {one.id: one.box for one in picture.buttons}, geometry(board).box(0, 0, 1), board.box.w


@sizes
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_move_a_button_or_a_board(language: str, size: tuple[int, int]) -> None:
    """Each language and size sees some of the situations; the smallest ones see half of them."""
    number = ALL_SIZES.index(size) + [*LANGUAGES].index(language)
    step = 2 if size in SMALLEST else 12
    moved, small = [], []
    for view, style in zip(WITH_A_BOARD[number % step :: step], cycle(STYLES)):
        quiet, noticed = (
            drawn(in_language(replace(view, notice=words), language), size, style) for words in ("", REMARKS)
        )
        if quiet != noticed:
            moved.append((view.heading, quiet, noticed))
        assert view.board is not None
        if quiet[2] < Plan(*size).board_box(view.board).w:
            small.append(view.heading)
    assert (moved, small) == ([], [])


def test_only_an_upright_question_has_a_lower_board() -> None:
    """Eight places, each with a button, need more room than is left below a board of the usual size."""
    view = SITUATIONS["choosing-a-spot"]
    assert view.board is not None
    usual = Plan(480, 800).board_box(view.board).h
    for noticed in (view, replace(view, notice=REMARKS)):
        (board,) = checks.boards(draw(noticed, (480, 800)))
        assert 0.7 * usual < board.box.h < usual
