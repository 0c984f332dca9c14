"""Painted texts and drawings are kept for reuse, up to a limit: each is large, and new ones come with every
action as long as a table is on."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable

import pygame

from controller.screens.layout.drawings import GLYPHS, Paint
from controller.screens.layout.picture import Glyph
from controller.screens.layout.text import rendered
from controller.screens.painting.sprites import sprite

EVENING = 1_000
FEW_MIB = 6


def held_mib(painted: Iterable[pygame.Surface]) -> float:
    """The memory still held by some unused surfaces of one size, in MiB."""
    seen = [(weakref.ref(one), one.get_pitch() * one.get_height()) for one in painted]
    return sum(size for one, size in seen if one() is not None) / 2**20


def an_evening(paint: Callable[[int], pygame.Surface]) -> Iterable[pygame.Surface]:
    return (paint(number) for number in range(EVENING))


def test_the_texts_of_a_long_evening_take_no_more_memory_than_those_of_a_few_screens() -> None:
    def paint(number: int) -> pygame.Surface:
        return rendered(f"Yellow: House on {number} north-east. + 3", 20, False, (1, 2, 3))

    assert 0 < held_mib(an_evening(paint)) < FEW_MIB


def test_what_is_on_the_screen_is_not_painted_anew() -> None:
    lines = [f"Park on {number}" for number in range(60)]
    before = [rendered(line, 30, True, (1, 2, 3)) for line in lines]

    assert [rendered(line, 30, True, (1, 2, 3)) for line in lines] == before


def test_drawings_in_ever_new_colours_take_no_more_memory_than_those_of_a_few_screens() -> None:
    def paint(number: int) -> pygame.Surface:
        return sprite(GLYPHS[Glyph.DISC], 30, Paint((number % 256, number // 256, 0)))

    assert 0 < held_mib(an_evening(paint)) < FEW_MIB / 2
