from __future__ import annotations

import pygame

from controller.screens.picture import Box
from controller.simulation.window.tray import Tray, TrayState
from tests.controller.screens.test_paint import pixels

BOX = Box(10, 20, 514, 78)
KINDS = ("house white", "house yellow", "park", "tower")


def tray(in_hand: str | None = None) -> tuple[Tray, pygame.Surface]:
    surface = pygame.Surface((540, 110), 0, 32)
    made = Tray(surface, BOX)
    assert made.draw(TrayState(KINDS, in_hand, "Help.")) == [BOX]
    return made, surface


def kinds_across(made: Tray) -> list[str | None]:
    """What is touched from left to right, each once."""
    touched = [made.kind_at(x, BOX.y + 20) for x in range(BOX.x, BOX.right) if made.touched(x, BOX.y + 20)]
    return [kind for number, kind in enumerate(touched) if number == 0 or kind != touched[number - 1]]


def test_its_places_are_the_games_choice_and_then_the_pieces() -> None:
    assert kinds_across(tray()[0]) == [None, *KINDS]


def test_beside_its_places_nothing_is_touched() -> None:
    made, _ = tray()
    assert not made.touched(BOX.x + 5, BOX.bottom - 2)
    assert not made.touched(0, 0)


def test_it_is_painted_anew_only_where_something_is_other() -> None:
    made, surface = tray()
    before = pixels(surface)
    assert made.draw(TrayState(KINDS, None, "Help.")) == []
    assert made.draw(TrayState(KINDS, "park", "Help.")) == [BOX]
    assert pixels(surface) != before


def test_the_piece_in_the_hand_stands_out() -> None:
    _, surface = tray("house white")
    x = next(x for x in range(BOX.x, BOX.right) if tray()[0].kind_at(x, BOX.y + 6) == "house white")
    assert sum(surface.get_at((x + 12, BOX.y + 6))[:3]) > 600
    assert sum(tray()[1].get_at((x + 12, BOX.y + 6))[:3]) < 200
