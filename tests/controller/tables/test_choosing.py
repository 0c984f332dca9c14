"""A choice on the screen and its action, as the contract of a game has it."""

from __future__ import annotations

from itertools import islice

import pytest

from controller.games import tables_for
from controller.tables.choosing import Choosing
from engines.game import Illegal
from hardware.ports import Grid

FORMA = tables_for(Grid(24, 24), 1)["forma"]
HEADER = {"game": "forma", "players": 2, "options": {"contact": "corner"}}


def test_without_a_way_of_its_own_a_game_finds_the_action_of_a_choice_among_the_legal_ones() -> None:
    position = FORMA.game.start(HEADER)
    for text in ("tower k10", "start"):
        position, _events = position.after(FORMA.game.parse(text))
    (selection,) = FORMA.selections(position)
    for item in islice(selection.items, 5):
        action = FORMA.selected(position, selection, [item.id])
        assert Choosing.selected(FORMA, position, selection, [item.id]) == action


def test_a_choice_that_no_legal_action_makes_is_refused() -> None:
    position = FORMA.game.start(HEADER)
    for text in ("tower k10", "start"):
        position, _events = position.after(FORMA.game.parse(text))
    (selection,) = FORMA.selections(position)
    with pytest.raises(Illegal, match="do not allow this choice"):
        Choosing.selected(FORMA, position, selection, ["misfit-none"])
