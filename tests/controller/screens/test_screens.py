"""Every screen, in every language, size and style: all of it can be read and touched."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest

from controller.model.view import Choice, Phase, PlayerScore, View
from controller.screens import Picture, draw, find, texts
from controller.screens.layout.board_geometry import geometry
from controller.screens.layout.picture import Box, FilledBox, Label, ScreenButton, SignIcon
from controller.screens.layout.text import ink
from controller.screens.layout.theme import PLAIN, Style
from controller.screens.pages.parts import count
from tests.controller.screens import checks
from tests.controller.screens.checks import LEAST_TOUCH, complaints, has_no_glyph, labels, leaves
from tests.controller.screens.samples.by_hand import SAMPLES
from tests.controller.screens.samples.situations import (
    MORE_SIZES,
    PSEUDO,
    SITUATIONS,
    SIZES,
    SPOKEN,
    STYLES,
    WALL,
    longer,
    spoken,
)

sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
all_sizes = pytest.mark.parametrize("size", SIZES + MORE_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


MEASURED = [
    pytest.param(style, size, id=f"{style.text}-{style.contrast}-{size[0]}x{size[1]}")
    for style in STYLES
    for size in (SIZES + MORE_SIZES + (WALL,) if style.contrast == "normal" else SIZES[:1])
]
"""Colours move nothing: with high contrast one size is enough."""


@pytest.mark.parametrize(("style", "size"), MEASURED)
@pytest.mark.parametrize("language", SPOKEN)
def test_every_screen_can_be_read_and_touched(language: str, style: Style, size: tuple[int, int]) -> None:
    if language == PSEUDO and style.text == "large":
        pytest.skip("letters a fifth larger are measured in the languages that there are")
    found = {}
    for name, view in spoken(language).items():
        # Points give way to long words.
        must_be_told = replace(view, scores=()) if language == PSEUDO else view
        wrong = complaints(must_be_told, style, draw(view, size, style))
        if wrong:
            found[name] = wrong
    assert found == {}


AWAKE = tuple(phase for phase in Phase if phase is not Phase.ASLEEP)


@pytest.mark.parametrize("phase", AWAKE)
def test_every_phase_is_among_the_situations(phase: Phase) -> None:
    assert phase in {view.phase for view in SITUATIONS.values()}


def test_the_longer_language_has_longer_words_and_the_same_values() -> None:
    message = "Put the {what:sentence} back on {place}"
    assert longer(message) == "Peut tehe {what:sentence} baeck on {place}"
    assert longer("") == ""


def button(button_id: str, box: Box, *written: Label) -> ScreenButton:
    return ScreenButton(button_id, FilledBox(box, PLAIN.palette.raised, 4), written)


def label(text: str, box: Box, px: int = 20, *, is_cut: bool = False) -> Label:
    return Label(box, (text,), px, PLAIN.palette.ink, is_cut=is_cut)


WIDE = Box(10, 10, 300, 60)


@pytest.mark.parametrize(
    ("items", "complaint"),
    [
        ((button("a", WIDE), button("b", Box(300, 10, 90, 60))), "overlaps"),
        ((button("a", Box(600, 10, 300, 60)),), "leaves the screen"),
        ((label("Pause", Box(10, 10, 20, 40)),), "leaves its box"),
        ((FilledBox(Box(10, 10, 30, 40), (0, 0, 0), 4), label("Pause", WIDE)), "leaves its panel"),
        ((button("a", WIDE, label("Pause", Box(290, 10, 100, 60))),), "something leaves a"),
        ((button("a", WIDE, label("Pause", WIDE), label("Pause", WIDE)),), "things overlap on a"),
        ((label("Pause", WIDE, 19),), "19 pixels"),
        ((button("a", Box(10, 10, 300, 47)),), "a target of 300 by 47"),
        ((label("Pause", WIDE, is_cut=True),), "is cut"),
        ((FilledBox(WIDE, PLAIN.palette.light, 4), label("Pause", WIDE)), "is faint"),
        ((), "'Hello' is missing"),
        ((), "buttons are []"),
        ((label("麻", WIDE),), "there is no"),
    ],
    ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else "",
)
def test_what_is_wrong_is_noticed(items: tuple[Label, ...], complaint: str) -> None:
    view = View(Phase.PLAYING, heading="Hello", controls=(Choice("pause", ""),))
    assert any(complaint in one for one in complaints(view, PLAIN, Picture(*SIZES[0], items)))


def test_a_character_that_the_fonts_do_not_have_is_noticed() -> None:
    assert {letter for letter in "Cités Massaï × – „“ … ßœ麻" if has_no_glyph(letter)} == {"麻"}


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_choice_and_control_is_found_by_its_id_and_by_its_label(name: str) -> None:
    view = SITUATIONS[name]
    picture = draw(view, SIZES[0])
    controls = view.controls if view.phase is not Phase.DEMO else ()
    for choice in (*view.choices, *controls):
        names = [f"#{choice.id}"]
        if not choice.group:
            names += [choice.label, choice.label.upper()]
        for name_ in names:
            found = find(picture, name_)
            assert found is not None
            assert found.id == choice.id


@all_sizes
@pytest.mark.parametrize("text", ["normal", "large"])
def test_the_board_takes_the_larger_part(text: str, size: tuple[int, int]) -> None:
    least = {"normal": 0.45, "large": 0.3}[text]
    shares = {}
    for name, view in SITUATIONS.items():
        if view.phase is Phase.HELP:
            continue  # there the board is a picture to the text
        for board in checks.boards(draw(view, size, Style(text, "normal"))):  # type: ignore[arg-type]
            place = geometry(board)
            columns, rows = board.board.columns, board.board.rows
            assert board.box.holds(place.box(0, 0, 1))
            assert board.box.holds(place.box(columns - 1, rows - 1, 1))
            shares[name] = max(board.box.w, board.box.h) / max(size)
    usual = sorted(shares.values())[len(shares) // 2]
    assert usual > 0.54
    assert {name for name, share in shares.items() if share < least} == set()


@sizes
def test_the_heading_is_the_largest_text_beside_the_score(size: tuple[int, int]) -> None:
    view = SAMPLES["playing"]
    picture = draw(view, size)
    points = {str(score.points) for score in view.scores}
    by_size = sorted(
        (label for label in labels(picture) if label.text not in points), key=lambda label: label.px
    )
    assert by_size[-1].text == view.heading
    assert by_size[-1].px > by_size[-2].px


def test_more_to_do_than_there_is_room_for_ends_in_a_count() -> None:
    read = texts(draw(SAMPLES["correcting-after-a-fall"], SIZES[0]))
    assert "Put the white house back on e5 north" in read
    assert count(7) in read


def test_a_board_that_fell_to_the_floor_is_counted_too() -> None:
    asked = tuple(
        f"Put the white house back on {column}{row}" for column in "abcdefgh" for row in range(1, 9)
    )
    picture = draw(replace(SAMPLES["correcting"], ask=asked, tasks=()), SIZES[0])
    lines = [text for text in texts(picture) if text.startswith("Put")]
    assert count(64 - len(lines)) in texts(picture)
    assert [label for label in labels(picture) if not label.box.holds(ink(label))] == []


def test_a_sentence_that_is_too_long_for_the_room_is_cut_and_stays_within() -> None:
    picture = draw(replace(SAMPLES["playing"], ask=("word " * 200,), notice="word " * 200), SIZES[0])
    assert [pair for pair in combinations(leaves(picture), 2) if pair[0].meets(pair[1])] == []
    assert len([text for text in texts(picture) if text.endswith("…")]) == 2


def test_the_last_action_is_reported_in_full_or_not_at_all() -> None:
    picture = draw(replace(SAMPLES["playing"], last="word " * 200), SIZES[0])
    assert not any(text.startswith("word") for text in texts(picture))


def test_of_several_remarks_as_many_as_fit_are_shown_and_the_others_counted() -> None:
    view = replace(SAMPLES["playing"], notice="First of all. " * 3 + "Then this is said. " * 30)
    remark = texts(draw(view, SIZES[0]))[-1 - len(view.controls)]
    assert remark.startswith("First of all. First of all. First of all. Then this is said. ")
    assert re.search(r"said\. \+\s\d+\s›$", remark)


@pytest.mark.parametrize("count", range(1, 17))
@pytest.mark.parametrize("name", ["playing-parks-and-tower", "correcting", "choosing"])
def test_many_answers_are_still_buttons_to_touch(name: str, count: int) -> None:
    choices = tuple(Choice(f"confirm-{number}", f"d{number}") for number in range(count))
    picture = draw(replace(SAMPLES[name], choices=choices), SIZES[0])
    assert [pair for pair in combinations(leaves(picture), 2) if pair[0].meets(pair[1])] == []
    assert [box for box in leaves(picture) if not Box(0, 0, *SIZES[0]).holds(box)] == []
    assert min(button.box.h for button in picture.buttons) >= LEAST_TOUCH
    assert len(picture.buttons) == count + 3 - (name == "choosing")


def test_scores_stay_while_much_is_asked_for() -> None:
    asked = tuple(f"Park on e{row}" for row in range(1, 9))
    tasks = tuple(replace(SAMPLES["playing-park"].tasks[0], request=words) for words in asked)
    picture = draw(replace(SAMPLES["playing-park"], ask=asked, tasks=tasks), SIZES[0])
    assert {"8", "11", "Park on e1"} <= set(texts(picture))


def test_a_line_that_a_task_asks_for_bears_its_sign_in_step_with_the_board() -> None:
    view = SAMPLES["playing-parks-and-tower"]
    icons = [item.lit for item in draw(view, SIZES[0]).items if isinstance(item, SignIcon)]
    assert view.board is not None
    signs = [sign.lit for sign in view.board.signs]
    assert icons == signs[:3]


def test_four_players_scores_fit_beside_the_board() -> None:
    players = tuple(PlayerScore(name, name.title(), 88) for name in ("blue", "yellow", "red", "green"))
    picture = draw(replace(SAMPLES["playing"], scores=players), SIZES[0])
    assert [pair for pair in combinations(leaves(picture), 2) if pair[0].meets(pair[1])] == []
    assert texts(picture).count("88") == 4


@pytest.mark.parametrize("phase", AWAKE)
def test_every_phase_has_a_screen(phase: Phase) -> None:
    assert "Hello" in texts(draw(View(phase, heading="Hello"), SIZES[0]))


def test_a_table_that_sleeps_shows_nothing() -> None:
    assert draw(View(Phase.ASLEEP, heading="Hello"), SIZES[0]).items == ()


def test_a_title_that_is_the_heading_too_is_said_once() -> None:
    picture = draw(replace(SAMPLES["setup"], title="Masterplan"), SIZES[0])
    assert texts(picture).count("Masterplan") == 1


def test_an_equal_view_gives_an_equal_picture() -> None:
    assert draw(SAMPLES["playing"], SIZES[0]) == draw(SAMPLES["playing"], SIZES[0])
