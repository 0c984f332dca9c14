"""A table with messages that no real table sends: it harms its own card at most."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.files.as_json import encoded
from controller.games import tables_for
from controller.hall import site
from controller.hall.files import read_kept, write_kept
from controller.hall.hall import Hall, KnownTable
from controller.hall.inbox import LARGEST, MOST_ACTIONS, MOST_EACH, MOST_TOPICS, Inbox
from controller.hall.result import GameResult
from controller.hall.site import Wall
from controller.mqtt.messages import game_state
from tests.controller.hall.test_hall import NOW_MS, TODAY, event, now_ms
from tests.controller.screens.samples.sessions import GRID
from tests.controller.web.serving import HOUSES, masterplan

TABLES = 200
Poison = Callable[[dict[str, Any]], None]


def board_of(**more: Any) -> Poison:
    return lambda state: state["board"].update(more)


def mark_of(**more: Any) -> Poison:
    return lambda state: state["board"]["marks"][0].update(more)


def sign_of(**more: Any) -> Poison:
    return lambda state: state["board"]["signs"][0].update(more)


def fill(name: str) -> Poison:
    return lambda state: state["board"].update({name: state["board"][name] * 2_000})


POISONS: dict[str, Poison] = {
    "an unknown mark": mark_of(shape="poison"),
    "a mark at the end of numbers": mark_of(x=1e308),
    "a mark of no size": mark_of(size=-1.0),
    "a mark of a long text": mark_of(text="x" * 1_000),
    "a sign at the end of numbers": sign_of(y=-1e308),
    "a sign as large as all": sign_of(size=1e9),
    "nine million cells": board_of(columns=3_000, rows=3_000),
    "no cells": board_of(columns=0),
    "marks without end": fill("marks"),
    "signs without end": fill("signs"),
    "a long heading": lambda state: state.update(heading="x" * 10_000),
    "players without end": lambda state: state.update(scores=state["scores"] * 50),
    "points without end": lambda state: state["scores"][0].update(points=2**60),
}


def state_with(poison: Poison | None = None) -> bytes:
    state = json.loads(encoded(game_state(masterplan(*HOUSES), "en")))
    if poison is not None:
        poison(state)
    return json.dumps(state).encode()


def wall_with(messages: Iterable[tuple[str, bytes]]) -> tuple[Hall, Wall]:
    hall = Hall("tablier", now_ms)
    for topic, payload in messages:
        hall.hear(topic, payload)
    return hall, Wall(hall, tables_for(GRID, 3, 4), "1")


@pytest.mark.parametrize("name", POISONS)
def test_a_state_out_of_all_bounds_is_not_taken(name: str, caplog: pytest.LogCaptureFixture) -> None:
    hall, wall = wall_with(
        [("tablier/t1/game", state_with()), ("tablier/t1/game", state_with(POISONS[name]))]
    )
    assert "t1" in caplog.text
    card = json.loads(wall.card("t1"))
    assert card["heading"] == "White to move"
    assert hall.tables["t1"].state is not None


def test_two_hundred_tables_are_shown_beside_a_poisoned_one() -> None:
    messages = [("tablier/bad/game", state_with(poison)) for poison in POISONS.values()]
    messages += [("tablier/bad/action", event(1, over=True, winner="nobody").replace(b"white", b"purple"))]
    messages += [(f"tablier/t{number}/game", state_with()) for number in range(TABLES)]
    hall, wall = wall_with(messages)
    listener, tables = wall.listen()
    assert listener.is_set()
    assert len(tables) == len(hall.tables) == TABLES + 1
    assert all("<svg" in json.loads(wall.card(name))["board"] for name in tables - {"bad"})
    assert json.loads(wall.card("bad"))["board"] == ""
    assert [one.winner for one in hall.results(TODAY)] == ["nobody"]


def test_a_result_of_players_that_no_game_knows_is_shown_as_it_was_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Today(site.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return cls.fromtimestamp(NOW_MS / 1000, tz)

    monkeypatch.setattr(site, "datetime", Today)
    purple = event(1, over=True, winner="purple").replace(b"white", b"purple")
    _hall, wall = wall_with([("tablier/t1/action", purple)])
    (shown,) = json.loads(wall.day("en"))["results"]
    assert shown["winner"] == "purple"
    assert [one["name"] for one in shown["score"]] == ["purple", "Yellow"]


def test_a_card_that_cannot_be_drawn_is_one_that_needs_a_hand(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    drawn = site._card

    def broken(table: KnownTable) -> site.TableCard:
        if table.name == "t1":
            raise ZeroDivisionError
        return drawn(table)

    monkeypatch.setattr(site, "_card", broken)
    _hall, wall = wall_with([("tablier/t1/online", b"online"), ("tablier/t2/online", b"online")])
    cards = [json.loads(wall.card(name)) for name in ("t1", "t2")]
    assert [(card["is_online"], card["is_well"]) for card in cards] == [(True, False), (True, True)]
    assert "the card of t1 cannot be drawn" in caplog.text


def test_a_file_of_results_heals(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "hall.json"
    hall, _wall = wall_with([("tablier/t1/action", event(1, over=True, winner="white"))])
    write_kept(path, hall.kept)
    kept = json.loads(path.read_bytes())
    good = kept["results"][0]
    bad = [{**good, "at_ms": 10**18}, {**good, "game": 2**60}, {**good, "score": 5}, {**good, "table": "T 1"}]
    path.write_bytes(msgspec.json.encode({**kept, "results": [*bad, good]}))
    assert [one.game for one in read_kept(path).results] == [1]
    assert "4 results are invalid" in caplog.text
    assert isinstance(read_kept(path).results[0], GameResult)


def test_of_what_a_table_shows_the_newest_waits_and_of_what_happens_all() -> None:
    inbox = Inbox()
    assert inbox.put("tablier/t1/game", b"1")
    for number in (b"2", b"3"):
        assert not inbox.put("tablier/t1/game", number)
        inbox.put("tablier/t1/action", number)
    assert inbox.take(10) == [
        ("tablier/t1/game", b"3"),
        ("tablier/t1/action", b"2"),
        ("tablier/t1/action", b"3"),
    ]
    assert len(inbox) == 0
    assert inbox.put("tablier/t1/game", b"4")


def test_one_tables_flood_keeps_no_other_table_waiting() -> None:
    inbox = Inbox()
    for number in range(10_000):
        inbox.put("tablier/bad/action", b"%d" % number)
        inbox.put("tablier/bad/game", b"%d" % number)
    inbox.put("tablier/t1/action", b"good")
    assert ("tablier/t1/action", b"good") in inbox.take(3)
    assert inbox.dropped == 10_000 - MOST_EACH


def test_what_waits_for_a_hall_is_bounded() -> None:
    inbox = Inbox()
    inbox.put("tablier/t1/game", b" " * (LARGEST + 1))
    for number in range(MOST_TOPICS + 1):
        inbox.put(f"tablier/t{number}/game", b"")
    for number in range(MOST_ACTIONS + 1):
        inbox.put(f"tablier/t{number}/action", b"")
    assert inbox.dropped == 3
    assert len(inbox) == MOST_TOPICS + MOST_ACTIONS
