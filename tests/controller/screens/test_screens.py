"""Every sample view at both sizes: nothing overlaps, overflows or is too small to be read or touched."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from controller.screens import Picture, draw, find, texts, theme
from controller.screens.board_geometry import geometry
from controller.screens.picture import BoardBox, Box, Drawing, Glyph, Item, Label, Panel, SignIcon
from controller.screens.text import font, ink
from controller.view import Choice, Phase, PlayerScore, View
from tests.controller.screens.samples import SAMPLES, SIZES

LEAST_TYPE = 20
LEAST_TOUCH = 48
LEAST_CONTRAST = 4.5
"""WCAG 2 AA."""

sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
samples = pytest.mark.parametrize("name", SAMPLES)


def labels(picture: Picture) -> list[Label]:
    """Every label, on buttons too."""
    free = [item for item in picture.items if isinstance(item, Label)]
    return free + [label for button in picture.buttons for label in button.labels]


def is_pause(item: Item) -> bool:
    """Whether this is the sign of a rest, which lies upon the board on purpose."""
    return isinstance(item, Drawing) and item.glyph is Glyph.PAUSE


def leaves(picture: Picture) -> list[Box]:
    """What must not touch anything else: texts, signs, drawings, buttons, boards."""
    boxes = []
    for item in picture.items:
        if isinstance(item, Label):
            boxes.append(ink(item))
        elif not isinstance(item, Panel) and not is_pause(item):
            boxes.append(item.box)
    return boxes


def panels(picture: Picture) -> list[Box]:
    """The panels that are no buttons."""
    return [item.box for item in picture.items if isinstance(item, Panel)]


def scaled(least: int, size: tuple[int, int]) -> int:
    """A measure for 800 x 480 at another size."""
    return theme.Scale(*size)(least)


@sizes
@samples
def test_nothing_overlaps(name: str, size: tuple[int, int]) -> None:
    picture = draw(SAMPLES[name], size)
    assert [pair for pair in combinations(leaves(picture), 2) if pair[0].meets(pair[1])] == []
    assert [pair for pair in combinations(panels(picture), 2) if pair[0].meets(pair[1])] == []


@sizes
@samples
def test_everything_lies_within_the_screen(name: str, size: tuple[int, int]) -> None:
    picture = draw(SAMPLES[name], size)
    screen = Box(0, 0, *size)
    assert [box for box in leaves(picture) + panels(picture) if not screen.holds(box)] == []


@sizes
@samples
def test_no_text_leaves_its_box(name: str, size: tuple[int, int]) -> None:
    picture = draw(SAMPLES[name], size)
    assert [label for label in labels(picture) if not label.box.holds(ink(label))] == []


@sizes
@samples
def test_what_lies_on_a_panel_lies_on_it_altogether(name: str, size: tuple[int, int]) -> None:
    picture = draw(SAMPLES[name], size)
    pairs = [(panel, leaf) for panel in panels(picture) for leaf in leaves(picture) if panel.meets(leaf)]
    assert [pair for pair in pairs if not pair[0].holds(pair[1])] == []


@sizes
@samples
def test_a_buttons_label_and_drawing_lie_side_by_side_upon_it(name: str, size: tuple[int, int]) -> None:
    for button in draw(SAMPLES[name], size).buttons:
        inks = [ink(label) for label in button.labels] + ([button.drawing.box] if button.drawing else [])
        assert all(button.box.holds(box) for box in inks), button
        assert not any(one.meets(other) for one, other in combinations(inks, 2)), button


@sizes
@samples
def test_every_text_is_large_enough_to_be_read(name: str, size: tuple[int, int]) -> None:
    picture = draw(SAMPLES[name], size)
    px = [label.px for label in labels(picture)]
    px += [item.name_px for item in picture.items if isinstance(item, BoardBox)]
    assert min(px) >= scaled(LEAST_TYPE, size)


@sizes
@samples
def test_every_button_is_large_enough_to_be_touched(name: str, size: tuple[int, int]) -> None:
    buttons = draw(SAMPLES[name], size).buttons
    least = scaled(LEAST_TOUCH, size)
    assert [button for button in buttons if min(button.box.w, button.box.h) < least] == []


@sizes
@samples
def test_no_text_is_cut(name: str, size: tuple[int, int]) -> None:
    assert [text for text in texts(draw(SAMPLES[name], size)) if text.endswith("…")] == []


def has_no_glyph(letter: str) -> bool:
    """Whether either font draws a letter as it draws what is no letter at all."""
    return any(drawn(letter, is_bold) == drawn("\uffff", is_bold) for is_bold in (False, True))


def drawn(letter: str, is_bold: bool) -> bytes:
    """A letter's pixels."""
    return bytes(font(20, is_bold).render(letter, False, (255, 255, 255)).get_buffer().raw)


def test_a_character_that_the_fonts_do_not_have_is_noticed() -> None:
    assert {letter for letter in "Cités Massaï × – „“ … ßœ麻" if has_no_glyph(letter)} == {"麻"}


@samples
def test_no_character_is_missing_in_the_fonts(name: str) -> None:
    view = SAMPLES[name]
    names = "".join((*view.board.column_names, *view.board.row_names)) if view.board else ""
    letters = set("".join(texts(draw(view, SIZES[0]))) + names)
    assert {letter for letter in letters if has_no_glyph(letter)} == set()


@samples
def test_every_text_stands_out_from_what_is_behind_it(name: str) -> None:
    picture = draw(SAMPLES[name], SIZES[0])
    backs = [item for item in picture.items if isinstance(item, Panel)]
    backs += [button.face for button in picture.buttons]
    for label in labels(picture):
        behind = [panel.fill for panel in backs if panel.box.meets(ink(label))]
        fill = behind[-1] if behind else theme.GROUND
        assert theme.contrast(label.colour, fill) >= LEAST_CONTRAST, label.text


def shown(view: View) -> list[str]:
    """The texts of a view that its screen must show in full."""
    said = [view.heading, *(choice.label for choice in (*view.choices, *view.controls))]
    if view.phase is not Phase.CORRECTING:
        said += [*view.ask, view.notice or view.last]
    return [text for text in said if text]


@sizes
@samples
def test_every_text_of_the_view_can_be_read(name: str, size: tuple[int, int]) -> None:
    everything = " | ".join(texts(draw(SAMPLES[name], size)))
    left_out = {
        # A summary that gives way to what must be done, and the last action to a choice.
        "choosing": {SAMPLES["choosing"].last},
    }
    missing = {text for text in shown(SAMPLES[name]) if text not in everything}
    assert missing <= left_out.get(name, set())


@sizes
@samples
def test_every_choice_and_control_is_a_button(name: str, size: tuple[int, int]) -> None:
    view = SAMPLES[name]
    picture = draw(view, size)
    assert {button.id for button in picture.buttons} == {c.id for c in (*view.choices, *view.controls)}
    for choice in (*view.choices, *view.controls):
        for name_ in (f"#{choice.id}", choice.label, choice.label.upper()):
            button = find(picture, name_)
            assert button is not None
            assert button.id == choice.id


@sizes
@samples
def test_the_board_takes_the_larger_part(name: str, size: tuple[int, int]) -> None:
    if SAMPLES[name].board is None:
        return
    picture = draw(SAMPLES[name], size)
    (board,) = (item for item in picture.items if isinstance(item, BoardBox))
    place = geometry(board)
    columns, rows = board.board.columns, board.board.rows
    assert (place.cell + 1) * max(columns, rows) > 0.85 * size[1]  # a cell is of whole pixels
    assert board.box.w > size[0] / 2
    assert board.box.holds(place.box(0, 0, 1))
    assert board.box.holds(place.box(columns - 1, rows - 1, 1))


@sizes
@samples
def test_every_cell_to_choose_is_large_enough_to_be_touched(name: str, size: tuple[int, int]) -> None:
    picture = draw(SAMPLES[name], size)
    for board in (item for item in picture.items if isinstance(item, BoardBox)):
        if any(mark.shape == "choosable" for mark in board.board.marks):
            assert geometry(board).cell >= scaled(LEAST_TOUCH, size)


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
    assert "+ 4" in read


def test_a_board_that_fell_to_the_floor_is_counted_too() -> None:
    asked = tuple(
        f"Put the white house back on {column}{row}" for column in "abcdefgh" for row in range(1, 9)
    )
    picture = draw(replace(SAMPLES["correcting"], ask=asked, tasks=()), SIZES[0])
    lines = [text for text in texts(picture) if text.startswith("Put")]
    assert f"+ {64 - len(lines)}" in texts(picture)
    assert [label for label in labels(picture) if not label.box.holds(ink(label))] == []


def test_a_sentence_that_is_too_long_for_the_room_is_cut_and_stays_within() -> None:
    picture = draw(replace(SAMPLES["playing"], ask=("word " * 200,), notice="word " * 100), SIZES[0])
    assert [pair for pair in combinations(leaves(picture), 2) if pair[0].meets(pair[1])] == []
    assert len([text for text in texts(picture) if text.endswith("…")]) == 2


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
    tasks = tuple(replace(SAMPLES["playing-park"].tasks[0], words=words) for words in asked)
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


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_has_a_screen(phase: Phase) -> None:
    assert "Hello" in texts(draw(View(phase, heading="Hello"), SIZES[0]))


def test_a_title_that_is_the_heading_too_is_said_once() -> None:
    picture = draw(replace(SAMPLES["setup"], title="Masterplan"), SIZES[0])
    assert texts(picture).count("Masterplan") == 1


def test_an_equal_view_gives_an_equal_picture() -> None:
    assert draw(SAMPLES["playing"], SIZES[0]) == draw(SAMPLES["playing"], SIZES[0])
