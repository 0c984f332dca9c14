"""One file for a bug report: what is in it, and what never is."""

from __future__ import annotations

import gzip
import json
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.daemon import status_file
from controller.daemon.status_file import StatusFile, name_of
from controller.journal.journal import Journal
from controller.model.records import Finish, Played, Undo
from controller.recorder.report import FOLDER, ReportError, write_report
from controller.settings.config import SECRETS, exposed, load, without_secrets
from controller.settings.settings import Config
from tests.controller.daemon.test_health import health_at

PIN = "90817263"
SECRET = "b2 b3 c3 c4 d4"
OTHER = "e1 e3 e4 f2 g3"


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A table with several games: one that is over, one with a set-up that is still secret, and one in which
    a secret set-up was taken back before the game was given up."""
    config = load(None, [("kiosk.pin", f'"{PIN}"'), ("journal.path", f'"{tmp_path}/journal.sqlite"')])
    with Journal.open(config.journal.file) as journal:
        over = journal.start_game({"game": "masterplan", "overlap": True}, 1)
        journal.apply([Played("house d4 ne"), Finish({"winner": None, "reason": "given up"})], 2, over)
        secret = journal.start_game({"game": "massai"}, 3)
        journal.play(secret, f"setup dark {SECRET}", 4)
        given_up = journal.start_game({"game": "massai"}, 5)
        setup = Played(f"setup light {OTHER}")
        journal.apply([setup, Undo(1), Finish({"winner": None, "reason": "given up"})], 6, given_up)
    return config


def unpacked(report: Path) -> dict[str, bytes]:
    files = {}
    with tarfile.open(report) as archive:
        for member in archive.getmembers():
            file = archive.extractfile(member)
            assert file is not None
            files[member.name.removeprefix(f"{FOLDER}/")] = file.read()
    return files


def test_a_report_holds_versions_settings_status_and_journal(config: Config, tmp_path: Path) -> None:
    StatusFile(tmp_path / "run", name_of(config)).write(health_at(1))
    missing = write_report(config, tmp_path / "it.tar.gz", (tmp_path / "run",))
    files = unpacked(tmp_path / "it.tar.gz")
    assert sorted(files) == ["journal.sqlite", "settings.json", "status.json", "versions.json"]
    assert {"tablier", "python", "system", "msgspec", "pygame"} <= set(json.loads(files["versions.json"]))
    assert json.loads(files["settings.json"])["play"]["settle_ms"] == 600
    assert json.loads(files["status.json"])["phase"] == "menu"
    assert [line.partition(":")[0] for line in missing] == ["recording"]


def test_a_report_is_its_owners_alone_and_overwrites_nothing(config: Config, tmp_path: Path) -> None:
    target = tmp_path / "it.tar.gz"
    write_report(config, target, ())
    assert target.stat().st_mode & 0o777 == 0o600
    with pytest.raises(ReportError, match="is there already"):
        write_report(config, target, ())


def test_no_pin_and_no_secret_choice_is_anywhere_in_a_report(config: Config, tmp_path: Path) -> None:
    write_report(config, tmp_path / "it.tar.gz", ())
    data = gzip.decompress((tmp_path / "it.tar.gz").read_bytes())
    for secret in (PIN, SECRET, OTHER):
        assert secret.encode() not in data
    assert b"house d4 ne" in data


def test_the_journals_copy_is_a_journal_with_all_that_may_be_published(
    config: Config, tmp_path: Path
) -> None:
    write_report(config, tmp_path / "it.tar.gz", ())
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(unpacked(tmp_path / "it.tar.gz")["journal.sqlite"])
    with Journal.read(copy) as journal:
        assert [game.header["game"] for game in journal.games()] == ["masterplan", "massai", "massai"]
        assert journal.actions(1) == ["house d4 ne"]
        assert journal.game(1).result == {"winner": None, "reason": "given up"}
        assert journal.entries(2) == []
        assert journal.entries(3) == []


def test_a_game_that_cannot_be_read_is_left_out_as_a_whole(config: Config, tmp_path: Path) -> None:
    assert config.journal.file is not None
    with closing(sqlite3.connect(config.journal.file, isolation_level=None)) as database:
        database.execute("UPDATE game SET header = '{' WHERE id = 2")
    write_report(config, tmp_path / "it.tar.gz", ())
    assert SECRET.encode() not in gzip.decompress((tmp_path / "it.tar.gz").read_bytes())


def test_a_report_is_made_beside_a_running_table(config: Config, tmp_path: Path) -> None:
    with Journal.open(config.journal.file) as journal:
        journal.play(1, "house a1 n", 9)
        write_report(config, tmp_path / "it.tar.gz", ())
        journal.play(1, "house b1 n", 10)
    assert b"house a1 n" in unpacked(tmp_path / "it.tar.gz")["journal.sqlite"]


def test_what_cannot_be_had_is_reported_and_the_rest_is_there(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"broken")
    config = load(None, [("journal.path", f'"{path}"'), ("recorder.minutes", "0")])
    missing = write_report(config, tmp_path / "it.tar.gz", ())
    assert [line.partition(":")[0] for line in missing] == ["status", "journal", "recording"]
    assert "is damaged" in missing[1]
    assert sorted(unpacked(tmp_path / "it.tar.gz")) == ["settings.json", "versions.json"]


def test_a_folder_that_is_not_there_is_reported(config: Config, tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="cannot be written: No such file or directory"):
        write_report(config, tmp_path / "no" / "it.tar.gz", ())


def test_every_setting_that_sounds_secret_is_one() -> None:
    """Pins of the computer are none: their type says so, and a text of it begins with GPIO. The name of a
    file that holds a secret is none either."""
    secret = {
        (section, key)
        for section in Config.__struct_fields__
        for key in getattr(Config(), section).__struct_fields__
        if any(word in key for word in ("pin", "token", "password", "secret", "key"))
        and not key.endswith(("_pin", "_file"))
        and (section, key) != ("lights", "pin")
    }
    assert secret == SECRETS


def test_settings_without_secrets_are_the_same_otherwise(config: Config) -> None:
    plain = without_secrets(config)
    assert plain.kiosk.pin == ""
    assert (plain.journal, plain.play) == (config.journal, config.play)


@pytest.mark.parametrize(
    ("mode", "pin", "is_told"), [(0o644, PIN, True), (0o640, PIN, False), (0o644, "", False)]
)
def test_a_pin_that_every_user_can_read_is_reported(
    mode: int, pin: str, is_told: bool, tmp_path: Path
) -> None:
    path = tmp_path / "tablier.toml"
    path.write_text(f'[kiosk]\npin = "{pin}"\n')
    path.chmod(mode)
    remark = exposed(path, load(path))
    assert remark.startswith(f"{path}: every user can read kiosk.pin: sudo chgrp") is is_told
    assert PIN not in remark


def test_settings_without_a_file_are_no_ones_to_read() -> None:
    assert exposed(None, load(None, [("kiosk.pin", f'"{PIN}"')])) == ""


def test_the_command_says_where_the_report_is(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status_file, "folder_here", lambda: tmp_path)
    monkeypatch.setattr(status_file, "SERVICE", tmp_path)
    target = tmp_path / "it.tar.gz"
    words = ["report", "--set", f'journal.path="{config.journal.file}"', "--out", str(target)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0
    assert result.output.splitlines()[-1] == str(target)
    assert result.output.startswith("without status: No table")
    assert CliRunner().invoke(main, words).exit_code == 2
