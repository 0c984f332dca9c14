"""The invariants of every registered game, checked in random play-outs from its perft positions."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import BadNotation, BadOption, Game, Illegal, Position
from engines.games import GAMES

TESTS = Path(__file__).parents[1]
PLAYOUTS = 2
SAMPLED = 12


def perft_file(name: str) -> Path:
    return TESTS / "engines" / name / "perft.json"


def perft_records(name: str) -> list[dict[str, Any]]:
    file = perft_file(name)
    return json.loads(file.read_text()) if file.exists() else []


def opening(game: Game[Any], record: dict[str, Any]) -> Position[Any]:
    position = game.start(record["header"])
    for text in record["played"]:
        position, _ = position.after(game.parse(text))
    return position


def playout(game: Game[Any], record: dict[str, Any], seed: int) -> Iterator[tuple[Position[Any], Any]]:
    """Every position of a random game with the action played there, `None` at the end."""
    dice = random.Random(seed)
    position = opening(game, record)
    while actions := position.legal():
        action = dice.choice(actions)
        yield position, action
        position, _ = position.after(action)
    yield position, None


WALKS = [
    pytest.param(name, number, seed, id=f"{name}: {record['name']}: {seed}")
    for name in GAMES
    for number, record in enumerate(perft_records(name))
    for seed in range(PLAYOUTS)
]


def walk(name: str, number: int, seed: int) -> Iterator[tuple[Position[Any], Any]]:
    return playout(GAMES[name], perft_records(name)[number], seed)


@pytest.mark.parametrize("name", GAMES)
def test_a_registered_game_has_perft_data_from_its_start(name: str) -> None:
    records = perft_records(name)
    assert records, f"count ways to play and write them to {perft_file(name)}"
    assert all(record["counts"] for record in records)


@pytest.mark.parametrize("name", GAMES)
def test_a_registered_game_has_vectors(name: str) -> None:
    file = TESTS / "vectors" / f"{name}.jsonl"
    assert file.exists(), f"{file} is missing"
    assert file.read_text().count("\n") > 10


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_registered_by_its_own_name(name: str) -> None:
    assert GAMES[name].name == name


@pytest.mark.parametrize(("name", "number", "seed"), WALKS)
def test_no_legal_action_only_at_an_end(name: str, number: int, seed: int) -> None:
    for position, action in walk(name, number, seed):
        assert (position.outcome() is None) == (action is not None)


@pytest.mark.parametrize(("name", "number", "seed"), WALKS)
def test_legal_actions_are_listed_once_and_pass_the_check(name: str, number: int, seed: int) -> None:
    dice = random.Random(seed)
    for position, _ in walk(name, number, seed):
        actions = list(position.legal() or [])
        assert len({str(action) for action in actions}) == len(actions)
        for action in dice.sample(actions, min(SAMPLED, len(actions))):
            position.check(action)


@pytest.mark.parametrize(("name", "number", "seed"), WALKS)
def test_what_is_not_listed_is_refused_with_a_reason(name: str, number: int, seed: int) -> None:
    dice = random.Random(seed)
    played = [action for _, action in walk(name, number, seed) if action is not None]
    for position, _ in walk(name, number, seed):
        legal = set(position.legal() or [])
        for action in dice.sample(played, min(SAMPLED, len(played))):
            if action not in legal:
                with pytest.raises(Illegal, match=r"\w+ \w+"):
                    position.check(action)


@pytest.mark.parametrize(("name", "number", "seed"), WALKS)
def test_parsing_an_actions_text_gives_an_equal_action(name: str, number: int, seed: int) -> None:
    dice = random.Random(seed)
    for position, _ in walk(name, number, seed):
        actions = list(position.legal() or [])
        for action in dice.sample(actions, min(SAMPLED, len(actions))):
            again = GAMES[name].parse(str(action))
            assert again == action
            assert str(again) == str(action)


@pytest.mark.parametrize(("name", "number", "seed"), WALKS)
def test_needed_actions_are_legal(name: str, number: int, seed: int) -> None:
    for position, _ in walk(name, number, seed):
        assert list(position.need()) == sorted(position.need())
        assert set(position.need()) <= set(map(str, position.legal() or []))


@pytest.mark.parametrize(("name", "number", "seed"), WALKS)
def test_positions_are_equal_after_undo_and_the_same_actions(name: str, number: int, seed: int) -> None:
    first = [position for position, _ in walk(name, number, seed)]
    kept = [json.dumps(position.state()) for position in first]
    again = [position for position, _ in walk(name, number, seed)]
    assert first == again
    assert list(map(hash, first)) == list(map(hash, again))
    assert [json.dumps(position.state()) for position in first] == kept
    assert all(one != other for one, other in itertools.pairwise(first))


@pytest.mark.parametrize(("name", "number", "seed"), WALKS)
def test_a_position_is_rebuilt_from_its_state(name: str, number: int, seed: int) -> None:
    for position, _ in walk(name, number, seed):
        restored = GAMES[name].restore(json.loads(json.dumps(position.state())))
        assert restored == position
        assert hash(restored) == hash(position)
        assert restored.as_json() == position.as_json()
        assert restored.outcome() == position.outcome()


@pytest.mark.parametrize(("name", "number", "seed"), WALKS)
def test_events_are_json_objects_with_a_kind(name: str, number: int, seed: int) -> None:
    for position, action in walk(name, number, seed):
        if action is not None:
            _, events = position.after(action)
            assert all(event["kind"] for event in json.loads(json.dumps(events)))


@pytest.mark.parametrize(("name", "number", "seed"), WALKS)
def test_score_and_turn_name_players(name: str, number: int, seed: int) -> None:
    for position, _ in walk(name, number, seed):
        assert tuple(position.score()) == position.players
        outcome = position.outcome()
        if outcome:
            assert position.turn is None
            assert outcome.reason
            assert outcome.winner in (*position.players, None)


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_header_field_is_refused_by_name(name: str) -> None:
    for record in perft_records(name):
        with pytest.raises(BadOption, match="'colour-of-the-board'"):
            GAMES[name].start({**record["header"], "colour-of-the-board": "green"})


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_option_is_refused_by_name(name: str) -> None:
    for record in perft_records(name):
        options = {**record["header"].get("options", {}), "gravity": True}
        with pytest.raises(BadOption, match="'gravity'"):
            GAMES[name].start({**record["header"], "options": options})


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("options", [None, 0, [], "assist", True])
def test_options_that_are_no_object_are_refused(name: str, options: Any) -> None:
    for record in perft_records(name):
        with pytest.raises(BadOption, match="options"):
            GAMES[name].start({**record["header"], "options": options})


def texts_like(name: str) -> st.SearchStrategy[str]:
    """Garbage, and the game's own words in any number and order."""
    words = {word for record in perft_records(name) for text in record["played"] for word in text.split(" ")}
    some = st.sampled_from(sorted(words | {"", " ", "0", "z99"}))
    return st.text() | st.lists(some | st.text(max_size=3), max_size=7).map(" ".join)


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None)
@given(data=st.data())
def test_a_text_is_an_action_or_bad_notation_and_no_other_error(name: str, data: st.DataObject) -> None:
    text = data.draw(texts_like(name))
    try:
        action = GAMES[name].parse(text)
    except BadNotation:
        return
    assert str(action) == text


@pytest.mark.parametrize("name", GAMES)
def test_a_header_of_another_game_is_refused(name: str) -> None:
    other = next(one for one in GAMES if one != name)
    with pytest.raises(BadOption, match=f"the header is of '{other}', and this game is {name}"):
        GAMES[name].start({"game": other})
    with pytest.raises(BadOption, match="the header is of"):
        GAMES[name].start({"game": ["x"]})
