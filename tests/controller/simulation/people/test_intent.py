"""People's intent, compared with the journal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from controller.games import tables_for
from controller.journal.journal import Journal
from controller.model.records import Played, Undo
from controller.settings.settings import Config
from controller.settings.tile_file import tiles_for
from controller.simulation.people.intent import Intent

MASTERPLAN = {"game": "masterplan", "options": {"assist": True, "overlap": "park"}}
FORMA = {"game": "forma", "players": 2, "first": "blue", "options": {"contact": "corner"}}


class Kept:
    """A journal with one game."""

    def __init__(self, journal: Journal, header: dict[str, Any]) -> None:
        config = Config()
        tiles = tiles_for(config)
        self.tables = tables_for(config.table.grid, config.table.cell_sites, config.pads, tiles)
        self.journal = journal
        journal.start_game(header, 0)

    def holds(self, *effects: Played | Undo) -> None:
        self.journal.apply(effects, 0, 1)

    def difference(self, intent: Intent) -> str:
        return intent.difference(self.tables, self.journal, self.journal.game(1))


@pytest.fixture
def journal() -> Iterator[Journal]:
    with Journal.open(None) as opened:
        yield opened


def test_what_was_meant_and_stored_does_not_differ(journal: Journal) -> None:
    kept, intent = Kept(journal, MASTERPLAN), Intent()
    kept.holds(Played("house d4 ne"), Played("house f6 n"), Undo(1))
    intent.played(["house d4 ne", "house f6 n"])
    intent.took_back(["house f6 n"])
    assert kept.difference(intent) == ""


def test_what_no_one_meant_is_named(journal: Journal) -> None:
    kept, intent = Kept(journal, MASTERPLAN), Intent()
    kept.holds(Played("house d4 ne"), Played("house f6 n"))
    intent.played(["house d4 ne"])
    assert kept.difference(intent) == "house d4 ne, house f6 n stand, and people meant house d4 ne"


def test_what_came_and_went_by_itself_is_named(journal: Journal) -> None:
    kept, intent = Kept(journal, MASTERPLAN), Intent()
    kept.holds(Played("house d4 ne"), Undo(1), Played("house d4 ne"))
    intent.played(["house d4 ne"])
    played = "the table played house d4 ne, house d4 ne, taken back, and people meant house d4 ne"
    assert kept.difference(intent) == played


def test_clumsy_hands_may_bring_something_that_goes_again(journal: Journal) -> None:
    kept, intent = Kept(journal, MASTERPLAN), Intent()
    kept.holds(Played("house d4 ne"), Undo(1), Played("house d4 e"))
    intent.is_clumsy = True
    intent.played(["house d4 e"])
    assert kept.difference(intent) == ""
    kept.holds(Played("house f6 n"), Undo(1))
    assert "taken back" in kept.difference(intent)


def test_pieces_that_may_be_set_in_any_order_may_be_kept_in_another(journal: Journal) -> None:
    kept, intent = Kept(journal, FORMA), Intent()
    kept.holds(Played("tower k10"), Played("obstacle c3"), Played("obstacle q17"))
    intent.played(["obstacle q17", "tower k10", "obstacle c3"])
    assert kept.difference(intent) == ""


def test_turns_in_another_order_are_another_game(journal: Journal) -> None:
    kept, intent = Kept(journal, MASTERPLAN), Intent()
    kept.holds(Played("house d4 ne"), Played("house f6 n"))
    intent.played(["house f6 n", "house d4 ne"])
    assert "stand, and people meant" in kept.difference(intent)
