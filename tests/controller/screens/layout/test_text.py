"""Wrapping and shrinking, and fonts that outlive pygame's own end."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.screens.layout import text as texts
from controller.screens.layout.picture import Align, Box
from controller.screens.layout.text import (
    Type,
    balance,
    fit,
    fit_alike,
    font,
    ink,
    least_lines,
    wrap,
)

RULE = "e5 needs a park: a house there would make a row of four (c3 d4 e5 f6). Lift it."


def test_a_text_with_room_is_set_in_the_size_wished_for_on_one_line() -> None:
    setting = fit("Park on e5", Type(30, 20), 400, 60)
    assert (setting.lines, setting.px) == (("Park on e5",), 30)


def test_a_long_text_is_wrapped_before_it_is_shrunk() -> None:
    setting = fit(RULE, Type(30, 20), 400, 400)
    assert setting.px == 30
    assert len(setting.lines) == 4
    assert setting.text == RULE


def test_a_line_never_begins_with_the_mark_that_a_no_break_space_ties_to_its_word() -> None:
    text = "Deux ou quatre joueurs\u202f: posez des éléments"
    for width in range(160, 600, 10):
        assert not any(line.startswith(":") for line in wrap(text, 24, False, width).lines)


def test_a_text_is_shrunk_where_wrapping_is_not_enough() -> None:
    setting = fit(RULE, Type(30, 20), 300, 120)
    assert 20 <= setting.px < 30
    assert setting.text == RULE
    assert setting.height <= 120


def test_a_text_too_long_for_the_smallest_type_ends_in_an_ellipsis() -> None:
    setting = fit(RULE, Type(30, 20), 300, 48)
    assert len(setting.lines) == 2
    assert setting.lines == ("e5 needs a park: a house", "there would make a row of…")
    assert setting.width <= 300


def test_a_word_is_shrunk_rather_than_broken() -> None:
    setting = fit("south-west", Type(40, 10), 120, 200)
    assert setting.lines == ("south-west",)


def test_a_word_that_is_too_wide_in_any_type_is_broken() -> None:
    setting = wrap("/dev/serial/by-id/usb-tablier", 20, False, 100)
    assert "".join(setting.lines) == "/dev/serial/by-id/usb-tablier"
    assert setting.width <= 100


def test_a_new_line_in_a_text_begins_a_line() -> None:
    assert wrap("one\ntwo", 20, False, 500).lines == ("one", "two")


def test_no_text_needs_no_room() -> None:
    setting = fit("", Type(30, 20), 100, 100)
    assert (setting.lines, setting.width, setting.height) == ((), 0, 0)


def test_lines_are_balanced_without_becoming_more() -> None:
    setting = wrap("Park or tower: always a park", 20, True, 290)
    assert setting.lines == ("Park or tower: always a", "park")
    assert balance(setting).lines == ("Park or tower:", "always a park")


def test_a_text_that_is_cut_stays_so_when_it_is_balanced() -> None:
    setting = fit("Park or tower: always a park or a tower", Type(20, 20), 160, 50)
    assert setting.is_cut
    assert balance(setting) == setting


def test_a_single_line_is_balanced_already() -> None:
    setting = wrap("south-west", 20, False, 300)
    assert balance(setting) == setting


def test_several_texts_are_set_as_large_as_the_longest_allows() -> None:
    room = Box(0, 0, 120, 30)
    settings = fit_alike(["Pause", "House on c3"], Type(30, 10), [room, room])
    assert settings[0].px == settings[1].px < 30


LETTERS = st.characters(codec="latin-1", categories=("L", "N", "P", "Zs"))


@given(
    st.text(LETTERS, max_size=120),
    st.integers(30, 400),
    st.integers(24, 200),
)
def test_no_text_ever_leaves_its_room(text: str, width: int, height: int) -> None:
    setting = fit(text, Type(30, 20), width, height)
    assert setting.width <= width
    assert setting.height <= height


@given(st.text(LETTERS, max_size=60), st.integers(14, 90), st.integers(30, 900), st.booleans())
def test_no_size_is_left_out_in_which_a_text_fits(text: str, px: int, width: int, is_bold: bool) -> None:
    setting = wrap(text, px, is_bold, width)
    lines, is_broken = least_lines(text, px, is_bold, width)
    assert setting.width > width or (lines <= len(setting.lines) and is_broken <= setting.is_broken)


@given(st.text(LETTERS, min_size=1, max_size=60), st.integers(14, 60), st.booleans())
def test_only_the_outermost_letters_reach_beyond_their_advances(text: str, px: int, is_bold: bool) -> None:
    text = f"e{text.replace(' ', 'e')}e"
    assert least_lines(text, px, is_bold, font(px, is_bold).size(text)[0] - 8)[0] > 1


@given(
    st.text(LETTERS | st.sampled_from("\U0001f3b2\u0301 "), max_size=80),
    st.integers(9, 90),
    st.integers(60, 900),
    st.booleans(),
)
def test_lines_are_as_full_as_their_measure_allows(text: str, px: int, width: int, is_bold: bool) -> None:
    def measured(line: str) -> int:
        return font(px, is_bold).size(line)[0]

    lines = wrap(text, px, is_bold, width).lines
    assert all(measured(line) <= width or len(line) == 1 for line in lines)
    assert all(
        measured(f"{line} {then.split(' ')[0]}") > width
        for line, then in pairwise(lines)
        if measured(then.split(" ")[0]) <= width
    )
    for line in lines:
        assert wrap(line, px, is_bold, measured(line)).lines == (line,)
        assert wrap(line, px, is_bold, measured(line) - 1).lines != (line,) or len(line) == 1


def test_a_letter_that_the_type_lacks_takes_no_room() -> None:
    assert least_lines("\U0001f3b2 \U0001f3b2", 20, False, 100) == (1, False)


def test_letters_that_the_type_lacks_are_measured_in_lines() -> None:
    dice = "\U0001f3b2" * 4
    for width in range(font(20).size(dice)[0], 400, 5):
        assert all(
            font(20).size(line)[0] <= width for line in wrap(f"{dice} {dice} e5", 20, False, width).lines
        )


def test_of_a_text_that_is_far_too_large_only_the_size_in_which_it_is_set_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: set[int] = set()

    def opening(px: int, is_bold: bool = False) -> pygame.font.Font:
        opened.add(px)
        return font(px, is_bold)

    monkeypatch.setattr(texts, "font", opening)
    texts._advances.cache_clear()
    texts._units.cache_clear()
    assert fit("A text that no other test sets", Type(90, 20), 500, 60).px == 34
    assert opened == {34, texts._UNITS}


@pytest.mark.parametrize(("align", "x"), [(Align.LEFT, 100), (Align.CENTRE, 170), (Align.RIGHT, 241)])
def test_a_label_lies_where_it_is_aligned(align: Align, x: int) -> None:
    setting = wrap("Pause", 20, False, 200)
    box = ink(setting.label(Box(100, 50, 200, 40), (255, 255, 255), align))
    assert (box.x, box.y, box.w, box.h) == (x, 58, setting.width, 24)


def test_fonts_are_opened_anew_after_pygame_has_quit() -> None:
    before = font(20).size("Tablier")
    pygame.quit()
    assert font(20).size("Tablier") == before
