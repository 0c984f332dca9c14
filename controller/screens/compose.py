"""From a view to the screen's picture. Pure: the same view and size give an equal picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from controller.screens import game, welcome
from controller.screens.picture import Item, Picture
from controller.screens.plan import Plan
from controller.view import Phase, View

_SCREENS: Final[Mapping[Phase, Callable[[Plan, View], list[Item]]]] = {
    Phase.MENU: welcome.menu,
    Phase.SETUP: welcome.setup,
    Phase.PLAYING: game.playing,
    Phase.CORRECTING: game.correcting,
    Phase.CHOOSING: game.choosing,
    Phase.SECRET: game.secret,
    Phase.PAUSED: game.paused,
    Phase.OVER: game.over,
    Phase.DEMO: game.playing,
    Phase.HELP: welcome.setup,
    Phase.PAST: welcome.setup,
    Phase.REPLAY: game.playing,
    Phase.SHEET: welcome.setup,
    Phase.PREFERENCES: welcome.setup,
    Phase.ABOUT: welcome.setup,
    Phase.PIN: welcome.setup,
    Phase.HOST: welcome.setup,
    Phase.SELF_TEST: welcome.setup,
}


def draw(view: View, size: tuple[int, int]) -> Picture:
    """The picture of a view for a screen of so many pixels, width by height (landscape, from 800 x 480)."""
    return Picture(*size, tuple(_SCREENS[view.phase](Plan(*size), view)))
