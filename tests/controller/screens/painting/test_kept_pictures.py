"""Painted texts and drawings are kept for reuse, up to a limit: each is large, and new ones come with every
action as long as a table is on."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable

import pygame

from controller.model.view import Meaning
from controller.screens.layout.drawings import GLYPHS, Paint
from controller.screens.layout.picture import Glyph
from controller.screens.layout.text import rendered
from controller.screens.painting.sprites import sign_sprite, sprite

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


def test_a_faded_sign_leaves_the_full_one_as_it_is() -> None:
    full, faded = (sign_sprite(Meaning.PARK, (0, 158, 115), 40, opacity) for opacity in (255, 64))
    assert (full.get_at((20, 20)).a, faded.get_at((20, 20)).a) == (255, 64)


def test_signs_at_ever_new_levels_take_no_more_memory_than_those_of_a_few_screens() -> None:
    def paint(number: int) -> pygame.Surface:
        return sign_sprite(Meaning.PARK, (number % 256, number // 256, 0), 40, number % 255)

    assert 0 < held_mib(an_evening(paint)) < FEW_MIB / 2
