from __future__ import annotations

import pytest

from controller.boards.games import board_of
from controller.boards.languages import in_words_of
from controller.boards.shapes import Drawing, TextLine
from controller.tables.table import GameTable
from controller.view.language import catalogue
from tests.controller.making.overlay.printed import table, texts

GAMES = ("masterplan", "forma", "massai", "cites")


def board(game: str, language: str) -> Drawing:
    printed: GameTable = table(game)
    return in_words_of(board_of(printed), catalogue(language))


@pytest.mark.parametrize("game", GAMES)
def test_in_english_a_board_is_the_printed_one(game: str) -> None:
    assert board(game, "en") == board_of(table(game))


def test_a_board_says_in_french_whose_bank_it_is_and_what_stands_where() -> None:
    assert {"Rive de Foncé", "Rive de Clair"} <= set(texts(board("massai", "fr").shapes))
    assert {"pelouse", "piscine", "arbre", "Joueur 1"} <= set(texts(board("cites", "fr").shapes))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_text_takes_no_more_room_in_another_language(game: str, language: str) -> None:
    pairs = zip(board(game, "en").shapes, board(game, language).shapes, strict=True)
    for english, other in pairs:
        if isinstance(english, TextLine):
            assert max(other.bounds.w, other.bounds.h) <= max(english.bounds.w, english.bounds.h) + 1e-6
        else:
            assert other == english
