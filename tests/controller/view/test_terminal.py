from __future__ import annotations

import io
import re

import pytest

from controller.games import tables_for
from controller.model.view import BoardView, Lit, Mark, Meaning, Sign
from controller.view.terminal import WIDTH, Terminal, board_width, light_lines, words_beside
from hardware.ports import Grid

NAMES = (tuple("abc"), ("1", "2"))
TABLE = tables_for(Grid(24, 24), 3)["masterplan"]


def written(board: BoardView, *beside: str, is_coloured: bool = False) -> list[str]:
    out = io.StringIO()
    Terminal(out, is_coloured=is_coloured).show_board(board, beside)
    return out.getvalue().splitlines()


def small_board(*marks: Mark, signs: tuple[Sign, ...] = ()) -> BoardView:
    return BoardView(3, 2, *NAMES, marks, signs)


def sign(column: int, row: int, meaning: Meaning) -> Sign:
    return Sign(column + 1 / 3, row + 1 / 3, 1 / 3, Lit(meaning))


def site(place: str) -> int:
    return TABLE.sites(place).bit_length() - 1


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_a_board_has_its_names_and_the_south_at_the_foot() -> None:
    assert written(small_board()) == [
        "     a    b    c",
        " 2   .    .    .",
        " 1   .    .    .",
    ]


def test_pieces_stand_where_they_are_and_houses_tell_their_spot() -> None:
    marks = (
        Mark("house", 0.5 + 1 / 3, 0.5 + 1 / 3, 1 / 3, "white"),
        Mark("house", 1.5, 0.5 - 1 / 3, 1 / 3, "yellow"),
        Mark("park", 1.5, 1.5, 1.0),
        Mark("tower", 2.5, 1.5, 1.0),
        Mark("disc", 2.5, 0.5, 1.0),
    )
    assert written(small_board(*marks)) == [
        "     a    b    c",
        " 2   .   (P)  [T]",
        " 1  Wne  Ys    D",
    ]


def test_a_lit_cell_bears_its_sign_alone_or_behind_its_piece() -> None:
    board = small_board(
        Mark("park", 1.5, 1.5, 1.0),
        Mark("house", 0.5, 0.5 + 1 / 3, 1 / 3, "white"),
        signs=(
            sign(1, 1, Meaning.WRONG),
            sign(0, 0, Meaning.LAST),
            sign(2, 1, Meaning.PARK),
            sign(1, 0, Meaning.TOWER),
            sign(2, 0, Meaning.PLACE),
        ),
    )
    assert written(board) == [
        "     a    b    c",
        " 2   .   (P)x P?",
        " 1  Wn*  T?    +",
    ]


def test_of_two_signs_in_a_cell_the_stronger_is_written() -> None:
    board = small_board(signs=(sign(0, 0, Meaning.LAST), sign(0, 0, Meaning.WRONG), sign(0, 0, Meaning.ECHO)))
    assert written(board)[-1] == " 1   x    .    ."


def test_words_stand_beside_the_board() -> None:
    assert written(small_board(), "White 2", "", "last", "more", "still more") == [
        "     a    b    c    White 2",
        " 2   .    .    .",
        " 1   .    .    .    last",
        "                    more",
        "                    still more",
    ]


def test_colours_change_no_letter_and_no_place() -> None:
    board = small_board(
        Mark("house", 0.5, 0.5, 1 / 3, "white"),
        Mark("park", 1.5, 1.5, 1.0),
        signs=(sign(1, 1, Meaning.LIFT), sign(2, 0, Meaning.PARK)),
    )
    coloured = written(board, "words", is_coloured=True)
    assert [plain(line) for line in coloured] == written(board, "words")
    assert "\x1b[1;38;5;" in "".join(coloured)


def test_without_colours_there_is_no_escape() -> None:
    assert Terminal(io.StringIO()).paint("White", (255, 255, 255), is_bold=True) == "White"


def test_a_colour_is_one_that_every_terminal_has() -> None:
    terminal = Terminal(io.StringIO(), is_coloured=True)
    assert terminal.paint("x", (255, 255, 255)) == "\x1b[38;5;231mx\x1b[0m"
    assert terminal.paint("x", (0, 0, 0)) == "\x1b[38;5;16mx\x1b[0m"
    assert terminal.paint("x", is_bold=True) == "\x1b[1mx\x1b[0m"


def test_long_words_are_broken_below_their_beginning() -> None:
    out = io.StringIO()
    Terminal(out).say("; ".join(["Park on e5"] * 12) + ".", "The table asks: ")
    first, *others = out.getvalue().splitlines()
    assert first.startswith("The table asks: Park on e5;")
    assert others
    assert all(re.match(" {16}[^ ]", line) for line in others)
    assert all(len(line) <= WIDTH for line in (first, *others))


def test_a_heading_is_as_wide_as_the_text() -> None:
    out = io.StringIO()
    Terminal(out).heading("Turn 1: White to move")
    assert out.getvalue().splitlines()[1].startswith("-- Turn 1: White to move ---")
    assert len(out.getvalue().splitlines()[1]) == WIDTH


def test_letters_that_the_stream_does_not_have_are_replaced() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    Terminal(out).line("8 × 8")
    out.flush()
    assert raw.getvalue() == b"8 ? 8\n"


def test_every_light_is_named_with_its_rhythm_and_its_place() -> None:
    lights = [
        (site("e5"), Lit(Meaning.PARK)),
        (site("b2"), Lit(Meaning.PARK)),
        (site("c3.n"), Lit(Meaning.LAST)),
        (site("a1.sw"), Lit(Meaning.SCORE, "white")),
    ]
    assert light_lines(lights, TABLE, Terminal(io.StringIO()), 60) == [
        "park (blink): e5 middle, b2 middle",
        "last (steady): c3 north",
        "score white (steady): a1 south-west",
    ]


def test_lights_are_broken_into_the_room_beside_the_board() -> None:
    lights = [(site(f"{column}5"), Lit(Meaning.LIFT)) for column in "abcdef"]
    lines = light_lines(lights, TABLE, Terminal(io.StringIO()), 30)
    assert len(lines) > 1
    assert all(len(line) <= 30 for line in lines)
    assert " ".join(line.strip() for line in lines).count("middle") == 6


@pytest.mark.parametrize("columns", [6, 8])
def test_a_board_and_the_words_beside_it_fit_the_width(columns: int) -> None:
    board = BoardView(columns, 2, tuple("abcdefgh"[:columns]), ("1", "2"))
    assert board_width(board) + 2 + words_beside(board) == WIDTH
    assert words_beside(board) >= 30


def test_a_board_of_many_columns_has_a_letter_and_a_sign_for_each_cell() -> None:
    names = tuple("abcdefghijklmnopqrst")
    marks = (
        Mark("element", 0.5, 0.5, 1.0, "blue"),
        Mark("obstacle", 1.5, 0.5, 1.0),
        Mark("tower", 2.5, 0.5, 1.0),
        Mark("disc", 3.5, 0.5, 0.7, "yellow"),
        Mark("bead", 0.5, 0.5, 1.0, "blue"),
    )
    wrong = Sign(4, 0, 1, Lit(Meaning.WRONG))
    lines = written(BoardView(20, 1, names, ("1",), marks, (wrong,)))
    assert lines == ["   a b c d e f g h i j k l m n o p q r s t", " 1 B # T y .x" + ". " * 14 + "."]


def test_a_cell_that_shines_all_around_its_piece_is_named_once() -> None:
    table = tables_for(Grid(24, 24), 3)["massai"]
    middle = table.sites("c4").bit_length() - 1
    around = [middle + 24 * north + east for north in (-1, 0, 1) for east in (-1, 0, 1)]
    lit = Lit(Meaning.SCORE, "light")
    for sites in (around, [site for site in around if site != middle]):
        lights = [(site, lit) for site in sites]
        assert light_lines(lights, table, Terminal(io.StringIO()), 80) == ["score light (steady): c4"]
