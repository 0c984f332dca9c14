"""A table whose journal cannot be opened yet."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from controller.daemon.daemon import RETRY_MS
from controller.daemon.waiting import Waiting
from controller.journal import restore as journal_restore
from controller.journal.errors import JournalError, JournalInUse, JournalReadOnly
from controller.journal.journal import Journal
from controller.model.view import Meaning
from controller.referee.session import Pressed
from controller.screens import texts
from controller.settings.config import load
from controller.tables.sensing import NoSuchPlace
from hardware.ports import LinkUp, SensorFrame


class Lamps:
    """Lights that keep the newest picture."""

    def __init__(self) -> None:
        self.shown = b""

    def show(self, frame: bytes) -> None:
        """See `Lights`."""
        self.shown = frame


class Desk:
    """A table whose journal's folder is a file, until it is made good."""

    def __init__(self, folder: Path) -> None:
        self.blocker = folder / "games"
        self.blocker.write_text("")
        self.file = self.blocker / "journal.sqlite"
        self.lamps = Lamps()
        config = load(None, [("journal.path", f'"{self.file}"')])
        with pytest.raises(JournalReadOnly) as refused:
            Journal.open(self.file)
        self.waiting = Waiting(config, self.lamps, refused.value, lambda: 0)

    def mend(self) -> None:
        self.blocker.unlink()

    def says(self) -> str:
        return " ".join(texts(self.waiting.shown.picture))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_the_screen_says_that_nothing_can_be_kept_and_why(desk: Desk) -> None:
    assert "No game can be kept" in desk.says()
    assert f"{desk.file} cannot be opened: File exists." in desk.waiting.shown.view.ask[0]
    assert "the table begins by itself" in desk.says()


def test_the_corners_of_the_table_are_lit_as_wrong_and_nothing_else(desk: Desk) -> None:
    desk.waiting.tick(10_000)
    lit = {at // 3 for at, level in enumerate(desk.lamps.shown) if level}
    assert lit <= {0, 23, 552, 575}
    assert {site for site, _ in desk.waiting.shown.lights} == {0, 23, 552, 575}
    assert {lit.meaning for _, lit in desk.waiting.shown.lights} == {Meaning.WRONG}


def test_it_tries_again_every_two_seconds_and_no_sooner(desk: Desk) -> None:
    desk.waiting.tick(50)
    desk.mend()
    desk.waiting.tick(50 + RETRY_MS - 1)
    assert not desk.waiting.is_over()
    desk.waiting.tick(50 + RETRY_MS)
    assert desk.waiting.is_over()
    assert desk.waiting.journal is not None
    assert desk.file.exists()
    desk.waiting.journal.close()


def test_nothing_is_played_meanwhile(desk: Desk) -> None:
    before = desk.waiting.session
    for event in (LinkUp(0, "board", ""), SensorFrame(0, 1), Pressed(0, "game-masterplan")):
        desk.waiting.handle(event, 0)
    desk.waiting.tick(5_000)
    assert desk.waiting.session is before


def test_another_reason_is_shown_in_place_of_the_first_and_each_is_logged_once(
    desk: Desk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    desk.waiting.tick(1)
    for at_ms in range(RETRY_MS + 1, 10 * RETRY_MS, RETRY_MS):
        desk.waiting.tick(at_ms)
    assert caplog.messages == []
    desk.mend()
    monkeypatch.setattr(journal_restore, "made_sound", read_only)
    desk.waiting.tick(11 * RETRY_MS)
    assert "cannot be opened: Read-only file system." in desk.waiting.shown.view.ask[0]
    assert len(caplog.messages) == 1


def test_a_table_that_takes_the_journal_first_ends_the_waiting(desk: Desk) -> None:
    desk.waiting.tick(1)
    desk.mend()
    with Journal.open(desk.file), pytest.raises(JournalInUse, match="Another Tablier"):
        desk.waiting.tick(1 + RETRY_MS)


def test_what_is_wrong_with_the_settings_is_reported_before_any_waiting(tmp_path: Path) -> None:
    config = load(None, [("table.columns", "3"), ("table.rows", "3")])
    with pytest.raises(NoSuchPlace, match="Masterplan needs 24 × 24 sites"):
        Waiting(config, Lamps(), JournalError("The card is full."), lambda: 0)
