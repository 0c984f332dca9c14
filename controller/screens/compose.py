"""From a view to the screen's picture. Pure: the same view, size and style give an equal picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from controller.screens import game, pages, welcome
from controller.screens.board_geometry import geometry
from controller.screens.picture import BoardBox, Button, Item, Label, Picture
from controller.screens.plan import Plan
from controller.screens.sheet import sheet
from controller.screens.theme import PLAIN, Style
from controller.view import Phase, View

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
    Phase.HELP: pages.reading,
    Phase.PAST: pages.listing,
    Phase.REPLAY: game.playing,
    Phase.SHEET: sheet,
    Phase.PREFERENCES: pages.preferences,
    Phase.ABOUT: pages.reading,
    Phase.PIN: pages.pin,
    Phase.HOST: pages.listing,
    Phase.CONDITION: pages.reading,
    Phase.SELF_TEST: pages.reading,
}

BOARD_SHARES: Final = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58)
"""How much of its usual size the board keeps: as much as lets everything else be read."""

LEAST_TARGET: Final = 48
"""What answers to a touch is not narrower than this, at 800 x 480."""


def draw(view: View, size: tuple[int, int], style: Style = PLAIN) -> Picture:
    """The picture of a view for a screen of so many pixels, width by height (from 800 x 480 or 480 x 800), in
    somebody's style.

    Where a text does not fit, the board becomes smaller; no text becomes smaller than it may be.
    """
    screen = _SCREENS[view.phase]
    best: list[Item] = []
    fewest = -1
    for items in _tries(screen, view, size, style):
        untold = _untold(view, items)
        if fewest < 0 or untold < fewest:
            best, fewest = items, untold
        if not untold:
            break
    return Picture(*size, tuple(best), style.palette)


def _tries(screen: Screen, view: View, size: tuple[int, int], style: Style) -> Iterator[list[Item]]:
    """The screen with the board in its usual size, and in ever smaller ones that can be touched."""
    for share in BOARD_SHARES if view.board else BOARD_SHARES[:1]:
        plan = Plan(*size, style, share)
        items = screen(plan, view)
        if share < 1 and not _can_be_touched(plan, items):
            return
        yield items


def _can_be_touched(plan: Plan, items: Sequence[Item]) -> bool:
    boards = (item for item in items if isinstance(item, BoardBox) and item.targets)
    return all(geometry(board).cell >= plan.scale(LEAST_TARGET) for board in boards)


def _untold(view: View, items: Sequence[Item]) -> int:
    """How many texts are cut, or missing of those that people must read."""
    labels = [item for item in items if isinstance(item, Label)]
    labels += [label for item in items if isinstance(item, Button) for label in item.labels]
    told = " | ".join(label.text for label in labels)
    cut = sum(label.is_cut for label in labels)
    return cut + sum(" ".join(text.split()) not in told for text in required(view))


def required(view: View) -> Iterator[str]:
    """The texts that people must be able to read. The last action gives way to a choice and a correction."""
    yield view.heading
    yield from view.ask
    is_busy = view.phase in (Phase.CORRECTING, Phase.CHOOSING, Phase.SECRET)
    yield view.notice or ("" if is_busy else view.last)
    for choice in (*view.choices, *view.controls):
        yield from (choice.label, choice.note, choice.group)
    if not is_busy:
        yield from (score.name for score in view.scores)
    yield from (row.label for row in view.sheet)
