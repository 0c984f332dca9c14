"""The journal's lines as events, and the record of those published."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.broker import until
from controller.games import tables_for
from controller.journal.journal import Journal, JournalDamaged
from controller.model.records import Effect, Finish, Played, Start, Undo
from controller.mqtt.actions import Cursor, CursorFile, Teller
from controller.mqtt.messages import ActionEvent
from controller.mqtt.publisher import MqttPublisher
from controller.settings.settings import MqttSettings
from tests.controller.screens.samples.sessions import GRID

TABLES = tables_for(GRID, 3, 4)
SETUPS = (Played("setup dark b2 b3 c3 c4 d4"), Played("setup light e3 e4 f4 f5 g5"))


def events(tmp_path: Path, *effects: Effect, teller: Teller | None = None) -> list[ActionEvent | None]:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        journal.apply(effects, 7)
        teller = teller or Teller("t1", TABLES)
        return [teller.event(journal, "abc", game, entry) for game, entry in journal.written_after(0, 100)]


def test_an_action_is_reported_with_what_it_brought(tmp_path: Path) -> None:
    played = [Played(text) for text in ("house d4 ne", "house f6 n", "house c3 n", "park e5")]
    told = events(tmp_path, Start({"game": "masterplan"}), *played)
    park = told[-1]
    assert park is not None
    assert (park.table, park.journal, park.id, park.at_ms, park.game) == ("t1", "abc", 4, 7, 1)
    assert (park.name, park.kind, park.ply, park.text, park.player) == (
        "masterplan",
        "play",
        4,
        "park e5",
        "white",
    )
    assert park.score == {"white": 2, "yellow": 1}
    assert park.turn == "yellow"
    assert [event["kind"] for event in park.events] == ["park"]
    assert not park.over


def test_what_is_taken_back_and_how_a_game_ended_is_reported(tmp_path: Path) -> None:
    result = {"winner": "yellow", "score": {"white": 0, "yellow": 0}}
    told = events(tmp_path, Start({"game": "masterplan"}), Played("house d4 ne"), Undo(1), Finish(result))
    assert [one and (one.kind, one.ply, one.plies, one.over, one.winner) for one in told] == [
        ("play", 1, 0, False, None),
        ("undo", 0, 1, False, None),
        ("finish", 0, 0, True, "yellow"),
    ]


def test_a_secret_is_reported_without_what_is_secret_in_it(tmp_path: Path) -> None:
    told = events(tmp_path, Start({"game": "massai"}), *SETUPS, Played("attack e3"), Played("guard e4"))
    texts = [one and one.text for one in told]
    assert texts == ["setup dark", "setup light e3 e4 f4 f5 g5", "attack", "guard e4"]
    assert all("e3" not in repr(one and one.events) for one in told[2:3])
    assert told[3] is not None
    assert told[3].events[0] == {"kind": "reveal", "attack": "e3", "guards": ["e4"]}


def test_a_teller_that_begins_in_the_middle_reports_the_same(tmp_path: Path) -> None:
    whole = events(
        tmp_path, Start({"game": "massai"}), *SETUPS, Played("build d5"), Undo(1), Played("build d3")
    )
    with Journal.read(tmp_path / "journal.sqlite") as journal:
        for line, event in enumerate(whole):
            ((game, entry),) = journal.written_after(line, 1)
            assert Teller("t1", TABLES).event(journal, "abc", game, entry) == event


def test_a_game_that_this_table_does_not_have_is_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    teller = Teller("t1", {"massai": TABLES["massai"]})
    assert events(tmp_path, Start({"game": "masterplan"}), Played("house d4 ne"), teller=teller) == [None]
    assert "line 1 of the journal cannot be published" in caplog.text


def test_many_games_fill_no_memory(tmp_path: Path) -> None:
    teller = Teller("t1", TABLES)
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        for _ in range(10):
            journal.apply((Start({"game": "masterplan"}), Played("house d4 ne")), 7)
        for game, entry in journal.written_after(0, 100):
            assert teller.event(journal, "abc", game, entry) is not None
    assert len(teller._plays) <= 3


def test_a_table_that_has_reported_nothing_begins_with_what_comes(tmp_path: Path) -> None:
    file = CursorFile(tmp_path / "cursor.json")
    cursor = file.read(17)
    assert cursor.id == 17
    file.write(cursor)
    assert file.read(20) == cursor
    assert (tmp_path / "cursor.json").stat().st_mode & 0o777 == 0o600


def test_a_journal_that_was_set_aside_is_reported_under_another_name(tmp_path: Path) -> None:
    file = CursorFile(tmp_path / "cursor.json")
    file.write(Cursor("abc", 17))
    cursor = file.read(3)
    assert cursor.id == 0
    assert cursor.journal != "abc"


@pytest.mark.parametrize("content", [b"", b"{", b'{"journal": 1, "id": 2}', b"\xff", b"[" * 5000])
def test_a_harmed_cursor_loses_nothing_that_comes(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "cursor.json"
    path.write_bytes(content)
    assert CursorFile(path).read(5).id == 5
    assert "cannot be read" in caplog.text


def test_a_cursor_that_cannot_be_kept_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    CursorFile(tmp_path / "gone" / "cursor.json").write(Cursor("abc", 1))
    assert "cannot be written" in caplog.text


def test_what_is_damaged_in_a_journal_is_an_error_and_no_event(tmp_path: Path) -> None:
    assert issubclass(JournalDamaged, Exception)
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        assert journal.last_line() == 0
        assert journal.written_after(0, 10) == []


def test_a_table_that_ends_before_anything_was_reported_lets_its_journal_go(tmp_path: Path) -> None:
    Journal.open(tmp_path / "journal.sqlite").close()
    settings = MqttSettings(broker="127.0.0.1", port=1, table="t1")
    publisher = MqttPublisher(settings, "", tmp_path / "journal.sqlite", after_s=60)
    publisher.start()
    until((tmp_path / "journal-mqtt.json").exists)
    assert str(tmp_path / "journal.sqlite") in open_files()
    publisher.stop()
    assert str(tmp_path / "journal.sqlite") not in open_files()


def open_files() -> list[str]:
    """The files that this process has open."""
    return [str(file.readlink()) for file in Path("/proc/self/fd").iterdir() if file.is_symlink()]
