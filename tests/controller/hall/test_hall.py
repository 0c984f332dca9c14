"""A hall's knowledge from the messages of tables."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from controller.files.as_json import encoded
from controller.hall.files import (
    change_tournament,
    create_tournament,
    read_kept,
    read_tournament,
    write_kept,
)
from controller.hall.hall import MOST_EACH, MOST_RESULTS, MOST_TABLES, Hall, HallState
from controller.hall.result import GameResult, day_of
from controller.hall.tournament import TournamentError, new_tournament, paired
from controller.mqtt.messages import ActionEvent, game_state
from tests.controller.web.serving import HOUSES, masterplan

NOW_MS = 1_795_000_000_000
TODAY = datetime.fromtimestamp(NOW_MS / 1000, tz=UTC).astimezone().date()


def now_ms() -> int:
    return NOW_MS


def event(
    line: int,
    *,
    over: bool = False,
    winner: str | None = None,
    game: int = 1,
    journal: str = "j",
    at_ms: int = NOW_MS,
) -> bytes:
    score = {"white": 3, "yellow": 5}
    return encoded(
        ActionEvent(
            table="t1",
            journal=journal,
            id=line,
            at_ms=at_ms,
            game=game,
            name="masterplan",
            kind="play",
            ply=line,
            score=score,
            over=over,
            winner=winner,
        )
    )


def test_a_table_is_there_when_it_says_so_and_shows_what_it_reports() -> None:
    hall = Hall("tablier", now_ms)
    assert hall.hear("tablier/t1/online", b"online") == ("t1", None)
    state = game_state(masterplan(*HOUSES), "de")
    assert hall.hear("tablier/t1/game", encoded(state))[0] == "t1"
    table = hall.tables["t1"]
    assert table.is_online
    assert table.state is not None
    assert table.state.heading == "Weiß ist am Zug"
    assert table.state.board == state.board
    hall.hear("tablier/t1/online", b"offline")
    assert not table.is_online


def test_a_game_that_ends_is_a_result_of_its_day() -> None:
    hall = Hall("tablier", now_ms)
    assert hall.hear("tablier/t1/action", event(1)) == ("t1", None)
    name, result = hall.hear("tablier/t1/action", event(2, over=True, winner="yellow"))
    assert name == "t1"
    assert result == GameResult("t1", "j", 1, "masterplan", "yellow", {"white": 3, "yellow": 5}, NOW_MS)
    assert hall.results(TODAY) == (result,)
    assert hall.results(day_of(NOW_MS - 3 * 86_400_000)) == ()


@pytest.mark.parametrize("minutes", [-60, 0, 60, 60 * 24 * 365])
@pytest.mark.parametrize("hour", [0, 12, 23])
def test_a_table_whose_clock_differs_has_its_result_on_the_day_of_the_hall(minutes: int, hour: int) -> None:
    midnight = datetime.fromtimestamp(NOW_MS / 1000).replace(hour=hour, minute=30).astimezone()
    hall_ms = round(midnight.timestamp() * 1000)
    hall = Hall("tablier", lambda: hall_ms)
    table_ms = hall_ms + minutes * 60_000
    hall.hear("tablier/t1/action", event(2, over=True, winner="yellow", at_ms=table_ms))
    assert [one.at_ms for one in hall.results(day_of(hall_ms))] == [hall_ms]


def test_a_result_that_comes_a_day_late_is_one_of_its_own_day() -> None:
    hall = Hall("tablier", now_ms)
    yesterday_ms = NOW_MS - 24 * 3_600_000
    hall.hear("tablier/t1/action", event(2, over=True, winner="yellow", at_ms=yesterday_ms))
    assert hall.results(TODAY) == ()
    assert [one.at_ms for one in hall.results(day_of(yesterday_ms))] == [yesterday_ms]


def test_what_a_hall_has_missed_is_counted() -> None:
    hall = Hall("tablier", now_ms)
    for line in (5, 6, 9):
        hall.hear("tablier/t1/action", event(line))
        hall.hear("tablier/t1/action", event(line, journal="k"))
        hall.hear("tablier/t2/action", event(line + 1))
    assert hall.missed == 3 * 2


def test_what_is_reported_again_is_left_out() -> None:
    hall = Hall("tablier", now_ms)
    ended = event(2, over=True, winner="yellow")
    assert hall.hear("tablier/t1/action", ended)[1] is not None
    assert hall.hear("tablier/t1/action", ended) == ("", None)
    assert hall.hear("tablier/t1/action", event(1)) == ("", None)
    assert len(hall.results(TODAY)) == 1


def test_an_end_that_is_taken_back_takes_its_result_with_it() -> None:
    hall = Hall("tablier", now_ms)
    hall.hear("tablier/t1/action", event(2, over=True, winner="yellow"))
    hall.hear("tablier/t1/action", event(3))
    assert hall.results(TODAY) == ()
    hall.hear("tablier/t1/action", event(4, over=True, winner="draw"))
    assert [one.winner for one in hall.results(TODAY)] == ["draw"]


def test_a_journal_of_another_name_begins_anew() -> None:
    hall = Hall("tablier", now_ms)
    hall.hear("tablier/t1/action", event(9, over=True, winner="white"))
    hall.hear("tablier/t1/action", event(1, over=True, winner="white", journal="k"))
    assert len(hall.results(TODAY)) == 2


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        ("tablier/t1/game", b"{"),
        ("tablier/t1/game", b'{"v": 1}'),
        ("tablier/t1/action", b"[" * 100_000),
        ("tablier/t1/action", b'{"id": "x"}'),
        ("tablier/t1/action", event(1).replace(str(NOW_MS).encode(), b"9" * 18)),
        ("tablier/t1/health", b"\xff"),
        ("tablier/t1/else", b"online"),
        ("tablier/t1", b"online"),
        ("other/t1/online", b"online"),
        ("tablier/T 1/online", b"online"),
        ("tablier//online", b"online"),
        (f"tablier/{'t' * 33}/online", b"online"),
    ],
)
def test_what_is_no_message_changes_nothing(topic: str, payload: bytes) -> None:
    hall = Hall("tablier", now_ms)
    assert hall.hear(topic, payload) == ("", None)
    assert hall.tables == {}


def test_a_table_that_reports_nonsense_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    hall = Hall("tablier", now_ms)
    for _ in range(10):
        hall.hear("tablier/t1/game", b"{")
    assert caplog.text.count("no valid message") == 1


def test_many_tables_and_results_fill_no_memory() -> None:
    hall = Hall("tablier", now_ms)
    for number in range(MOST_TABLES + 5):
        hall.hear(f"tablier/t{number}/online", b"online")
    assert len(hall.tables) == MOST_TABLES
    for number in range(1, MOST_RESULTS + 5):
        table = f"tablier/t{number // (MOST_EACH // 2)}/action"
        hall.hear(table, event(number, over=True, winner="white", game=number))
    assert len(hall.kept.results) == MOST_RESULTS


def test_a_table_of_many_results_pushes_out_no_other_ones() -> None:
    hall = Hall("tablier", now_ms)
    hall.hear("tablier/t2/action", event(1, over=True, winner="white"))
    for number in range(1, MOST_EACH + 3):
        hall.hear("tablier/t1/action", event(number, over=True, winner="white", game=number))
    assert [one.game for one in hall.kept.results if one.table == "t1"] == list(range(3, MOST_EACH + 3))
    assert any(one.table == "t2" for one in hall.kept.results)


def test_a_hall_that_is_started_anew_knows_the_day_and_what_it_has_had(tmp_path: Path) -> None:
    hall = Hall("tablier", now_ms)
    ended = event(2, over=True, winner="yellow")
    hall.hear("tablier/t1/action", ended)
    write_kept(tmp_path / "hall.json", hall.kept)
    again = Hall("tablier", now_ms, read_kept(tmp_path / "hall.json"))
    assert again.results(TODAY) == hall.results(TODAY)
    assert again.hear("tablier/t1/action", ended) == ("", None)


def test_a_harmed_file_is_set_aside_and_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "hall.json"
    path.write_bytes(b"{")
    assert read_kept(path) == HallState()
    assert (tmp_path / "hall.harmed").read_bytes() == b"{"
    assert "cannot be read" in caplog.text


def test_two_programs_change_a_tournament_in_turn(tmp_path: Path) -> None:
    path = tmp_path / "open.json"
    create_tournament(path, new_tournament("massai", "swiss", ["a", "b"]))
    with pytest.raises(TournamentError, match="is there already"):
        create_tournament(path, new_tournament("massai", "swiss", ["a", "b"]))
    changed = change_tournament(path, lambda one: paired(one, ["t1"]))
    assert read_tournament(path) == changed


@pytest.mark.parametrize("content", [b"", b"{", b'{"game": "massai"}', b"[" * 100_000])
def test_what_is_no_tournament_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "open.json"
    path.write_bytes(content)
    with pytest.raises(TournamentError, match="is no tournament"):
        read_tournament(path)
    with pytest.raises(TournamentError, match="cannot be read"):
        read_tournament(tmp_path / "missing.json")


def test_what_is_kept_can_be_read_by_its_own_type() -> None:
    assert msgspec.json.decode(msgspec.json.encode(HallState()), type=HallState) == HallState()
