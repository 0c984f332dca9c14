"""Effects are stored in the game that they belong to, whichever game is on the table then."""

from __future__ import annotations

import pytest

from controller.journal.journal import Journal
from controller.journal.stored_games import NoSuchGame
from controller.model.hands import Hands
from controller.model.records import Effect, Finish, Hand, Mask, OfGame, Played, Start, Undo, Used
from controller.referee.timing import of_game

HEADER = {"game": "masterplan"}


def games_of(effects: list[Effect], game: int | None) -> list[int | None]:
    return [effect.game for effect in of_game(effects, game) if isinstance(effect, OfGame)]


def test_each_effect_is_of_the_game_on_the_table_unless_it_names_another() -> None:
    assert games_of([Played("a"), Used({}, game=9), Undo(1)], 4) == [4, 9, 4]


def test_what_follows_the_start_of_a_game_is_of_that_one() -> None:
    assert games_of([Finish({}), Start(HEADER), Played("a"), Used({})], 4) == [4, None, None]


def test_the_journal_stores_each_effect_with_the_game_that_it_names() -> None:
    with Journal.open(None) as journal:
        one, other = journal.start_game(HEADER, 0), journal.start_game(HEADER, 0)
        named: list[Effect] = [
            Played("a", game=one),
            Used({"white": 3}, game=one),
            Hand(1, "p1", (), game=one),
        ]
        journal.apply([*named, Played("b")], 1, other)
        assert (journal.actions(one), journal.actions(other)) == (["a"], ["b"])
        assert (journal.used_ms(one), journal.used_ms(other)) == ({"white": 3}, {})
        assert (journal.hands(one), journal.hands(other)) == (Hands({(1, "p1"): ()}), Hands())


@pytest.mark.parametrize("effect", [Played("a"), Undo(1), Finish({}), Used({"white": 1}), Hand(1, "p1", ())])
def test_an_effect_of_no_game_is_refused_in_words_and_nothing_is_stored(effect: Effect) -> None:
    with Journal.open(None) as journal:
        with pytest.raises(NoSuchGame, match="start one first"):
            journal.apply([Mask(1, 1), effect], 0)
        assert journal.masks() == frozenset()
