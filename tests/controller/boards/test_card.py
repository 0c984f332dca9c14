"""The cards with the rules: all of them on a card, in every language, in type that can be read."""

from __future__ import annotations

import pytest

from controller.boards.card import HEIGHT, WIDTH, cards
from controller.boards.plate import Plate
from controller.boards.shapes import TextLine
from controller.games import tables_for
from controller.view.language import catalogue
from hardware.ports import Grid
from texts import translated

LEAST_MM = 2.2


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("game", ["masterplan", "forma", "massai", "cites"])
def test_a_card_has_all_rules_in_its_language_and_they_fit(game: str, language: str) -> None:
    plate, words = Plate.of(tables_for(Grid(24, 24), 3, 4)[game]), catalogue(language)
    made = cards(plate, words)
    assert len(made) == len(plate.start.players)
    rules = " ".join(
        translated(text, words) for topic in plate.table.help(None) for text in (topic.title, *topic.lines)
    )
    for card in made:
        texts = [shape for shape in card.shapes if isinstance(shape, TextLine)]
        assert rules in " ".join(text.text for text in texts)
        assert min(text.size for text in texts) >= LEAST_MM
        for text in texts:
            bounds = text.bounds
            assert bounds.x >= 0
            assert bounds.right <= WIDTH
            assert bounds.y >= 0
            assert bounds.top <= HEIGHT


def test_each_player_has_a_card_with_the_player_named() -> None:
    plate = Plate.of(tables_for(Grid(24, 24), 3, 4)["masterplan"])
    names = [
        [shape.text for shape in card.shapes if isinstance(shape, TextLine)][1]
        for card in cards(plate, catalogue("de"))
    ]
    assert names == ["Weiß", "Gelb"]
