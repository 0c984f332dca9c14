"""Turns a view into the screen's picture. Pure: the same view, size and style give an equal picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final

from controller.model.view import Phase, View
from controller.screens.layout.picture import BoardBox, Box, Item, Label, Picture, ScreenButton
from controller.screens.layout.plan import Plan
from controller.screens.layout.text import words
from controller.screens.layout.theme import PLAIN, Style
from controller.screens.pages import around_game, game, welcome
from controller.screens.pages.buttons import pressed
from controller.screens.pages.confirming import confirming
from controller.screens.pages.keyboard import keyboard
from controller.screens.pages.parts import is_hint, sentences, urgent
from controller.screens.pages.preferences import preferences
from controller.screens.pages.review import review
from controller.screens.pages.sheet import sheet
from controller.screens.queries import joined
from engines.record import replace

Screen = Callable[[Plan, View], list[Item]]

_SCREENS: Final[Mapping[Phase, Screen]] = {
    Phase.MENU: welcome.menu,
    Phase.SETUP: welcome.setup,
    Phase.PLAYING: game.playing,
    Phase.CORRECTING: game.correcting,
    Phase.CHOOSING: game.choosing,
    Phase.SECRET: game.secret,
    Phase.PAUSED: game.paused,
    Phase.OVER: game.over,
    Phase.DEMO: welcome.invitation,
    Phase.ASLEEP: lambda plan, view: [],
    Phase.HELP: around_game.reading,
    Phase.LESSONS: around_game.listing,
    Phase.LESSON: game.playing,
    Phase.PAST: around_game.listing,
    Phase.UNFINISHED: around_game.listing,
    Phase.REPLAY: game.playing,
    Phase.REVIEW: review,
    Phase.SHEET: sheet,
    Phase.PREFERENCES: preferences,
    Phase.ABOUT: around_game.reading,
    Phase.PIN: around_game.pin,
    Phase.MASKING: around_game.listing,
    Phase.SENSORS: around_game.toggles,
    Phase.FORGETTING: around_game.listing,
    Phase.HOST: around_game.tiles,
    Phase.CONDITION: around_game.reading,
    Phase.COMPUTER: around_game.tiles,
    Phase.LEVELS: lambda plan, view: (preferences if view.choices else around_game.reading)(plan, view),
    Phase.STORAGE: around_game.reading,
    Phase.WIFI: around_game.tiles,
    Phase.WIFI_KEY: keyboard,
    Phase.UPDATE: around_game.listing,
    Phase.SELF_TEST: around_game.asking,
    Phase.PHONE: around_game.asking,
    Phase.NAMES: around_game.tiles,
    Phase.NAME_KEYS: keyboard,
    Phase.PEOPLE: lambda plan, view: (around_game.tiles if view.choices else sheet)(plan, view),
    Phase.TOURNAMENT: lambda plan, view: (around_game.tiles if view.choices else sheet)(plan, view),
}

BOARD_SHARES: Final = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52)
"""The possible sizes of a picture beside a text, relative to its usual size, and of a board above a question:
the first that keeps the whole text readable is used. A game's board has one size."""

_MOST_TEXTS: Final = 512
"""The number of texts kept without gaps: those of some screens that follow one another."""

_HAS_CODE_WHERE_THERE_IS_ROOM: Final = (Phase.MENU, Phase.DEMO)


def draw(view: View, size: tuple[int, int], style: Style = PLAIN) -> Picture:
    """The picture of a view for a screen of this size in pixels, width by height (from 800 x 480 or 480 x
    800), in a style.

    A game's board and buttons keep their places, whatever there is to read: if it does not fit, points and
    all but the first of several things give way. No text becomes smaller than its limit. An optional QR code
    is dropped first.
    """
    view = _read_on(view)
    if view.code is not None and view.phase in _HAS_CODE_WHERE_THERE_IS_ROOM:
        items, untold = _best(view, size, style)
        if not untold:
            return Picture(*size, tuple(items), style.palette)
        view = replace(view, code=None)
    items = pressed(_best(view, size, style)[0], view.pressed, style.palette)
    return Picture(*size, tuple(items), style.palette)


def _read_on(view: View) -> View:
    """The view whose texts begin where a person wants to read on."""
    if not view.read_on:
        return view
    said = view.notice.removesuffix(".").split(". ")
    end = view.notice[len(view.notice.removesuffix(".")) :]
    notice = ". ".join(_turned(said, view.read_on)) + end
    return replace(view, ask=_turned(view.ask, view.read_on), notice=notice)


def _turned(texts: Sequence[str], number: int) -> tuple[str, ...]:
    """The texts from a number on, and then those before it."""
    number %= max(len(texts), 1)
    return (*texts[number:], *texts[:number])


def _best(view: View, size: tuple[int, int], style: Style) -> tuple[list[Item], int]:
    """The items with the fewest cut or missing texts, and their number. Of two that miss equally many, the
    smaller board or letters leave more room for the rest. A remark does not move the answers to a question.
    """
    quiet = replace(view, notice="") if view.phase is Phase.CHOOSING and view.notice else view
    best: Callable[[View], list[Item]] | None = None
    items: list[Item] = []
    fewest = 0
    for way in _ways(_screen_of(view, size, style), view, size, style):
        tried = way(quiet)
        untold = _untold(quiet, style, tried)
        if best is None or untold <= fewest:
            best, items, fewest = way, tried, untold
        if not untold:
            break
    return best(view) if best and quiet is not view else items, fewest


def _screen_of(view: View, size: tuple[int, int], style: Style) -> Screen:
    """The drawing function of a view. A confirmation must know the earlier places of buttons."""
    if not view.before:
        return _SCREENS[view.phase]
    pictures = [draw(before, size, style) for before in view.before]
    taken = [target for picture in pictures for target in _targets(picture)]
    return partial(confirming, taken=taken)


def _targets(picture: Picture) -> Iterator[Box]:
    """All touch targets."""
    yield from (button.box for button in picture.buttons)
    yield from (item.box for item in picture.items if isinstance(item, BoardBox) and item.targets)


def _ways(
    screen: Screen, view: View, size: tuple[int, int], style: Style
) -> Iterator[Callable[[View], list[Item]]]:
    """The ways to draw the screen: in letters as large as wanted, and in usual ones; a figure, and a board
    above a question, in ever smaller sizes too."""
    usual = replace(style, text="normal")
    is_question = view.phase is Phase.CHOOSING and bool(view.choices)
    can_shrink = view.phase in (Phase.HELP, Phase.SELF_TEST) or (is_question and size[0] < size[1])
    shares = BOARD_SHARES if can_shrink else BOARD_SHARES[:1]
    plans = [Plan(*size, style), *(Plan(*size, usual, share) for share in shares)]
    for plan in dict.fromkeys(plans) if view.board else plans[:1]:
        yield partial(screen, plan)
    if view.phase is Phase.HELP or is_question:
        yield lambda view: screen(Plan(*size, style), replace(view, board=None))
    if view.phase is Phase.SETUP and style.text == "large":
        yield lambda view: screen(Plan(*size, style), replace(view, ask=()))


def _untold(view: View, style: Style, items: Sequence[Item]) -> int:
    """The number of cut or missing texts among the required ones. A text in which only a word is broken, such
    as a long path, counts as complete."""
    labels = [item for item in items if isinstance(item, Label)]
    labels += [label for item in items if isinstance(item, ScreenButton) for label in item.labels]
    told = "|".join(map(_letters, joined(labels)))
    cut = sum(label.is_cut for label in labels)
    return cut + sum(_letters(text) not in told for text in required(view, style))


@lru_cache(maxsize=_MOST_TEXTS)
def _letters(text: str) -> str:
    """A text without the gaps between its words."""
    return "".join(words(text))


_LARGE_LINES: Final = {Phase.MENU: 0, Phase.SETUP: 0, Phase.DEMO: 1}
"""The number of request lines that must be there in large letters."""


_FEW: Final = 6
"""More controls than these leave no room for points."""


def required(view: View, style: Style) -> Iterator[str]:
    """The texts that people must be able to read.

    Of several tasks, hints or remarks the first is enough, though as many are shown as fit: the lights show
    all tasks, and the others come when it is done. The last action and the page of a lesson are shown if
    there is room. Points give way to a warning with a choice, or in large letters, and to many buttons; the
    descriptions of games, in the menu and the set-up, give way to large letters, and so does the second
    sentence of a comment, which also gives way to a QR code. A button of an invitation repeats its heading.
    """
    yield view.heading
    is_large = style.text == "large"
    is_about_pieces = view.phase is Phase.SETUP and bool(view.lights)
    are_games_waiting = view.phase is Phase.MENU and len(view.choices) > len(view.ask)
    is_comment_with_code = view.phase is Phase.DEMO and view.code is not None
    is_short = (is_large and not is_about_pieces) or are_games_waiting or is_comment_with_code
    said = urgent(replace(view, ask=view.ask[: _LARGE_LINES.get(view.phase)]) if is_short else view)
    yield from said[:1] if is_hint(view) else said
    yield sentences(view.notice)[0] if view.phase is not Phase.LESSON else ""
    is_busy = view.phase in (Phase.CORRECTING, Phase.CHOOSING, Phase.SECRET) or len(view.controls) > _FEW
    for choice in (*view.choices, *(view.controls if view.phase is not Phase.DEMO else ())):
        yield from (choice.label, choice.note, choice.group)
    is_little = view.phase in (Phase.PAUSED, Phase.LESSON) or (is_large and view.notice)
    if not is_busy and not is_little and not view.tasks and not (view.notice and view.choices):
        yield from (score.name for score in view.scores)
    yield from (row.label for row in view.sheet)
    if view.code is not None and view.phase not in _HAS_CODE_WHERE_THERE_IS_ROOM:
        yield view.code.words
    if view.graph is not None:
        yield from (view.graph.top, view.graph.foot, view.graph.along)
