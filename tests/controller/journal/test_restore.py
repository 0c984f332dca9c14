"""The start with any file in the journal's place: the table starts, and every loss is named."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from controller.journal import backup as journal_backup
from controller.journal import schema as journal_schema
from controller.journal.count import file_beside, read_count
from controller.journal.errors import JournalForeign, JournalNewer
from controller.journal.journal import Journal
from controller.model.records import Finish, Mask, Played, Start, Undo, Used
from tests.controller.killed import killed_at_every_line

HEADER = {"game": "masterplan", "overlap": True}
RESULT = {"winner": "white", "reason": "all houses are built"}
GAMES = 9


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def played(path: Path, games: int = GAMES, actions: int = 12) -> Path:
    """A journal of games, all in its backup, too, and an action that is not."""
    with Journal.open(path) as journal:
        for number in range(games):
            plays = [Played(f"house {number} {action}") for action in range(actions)]
            game = journal.apply([Start(HEADER), *plays, Used({"white": number})], number)
            if number + 1 < games:
                journal.finish(game or 0, RESULT, 5)
        journal.apply([Mask(3, 4)], 6)
    with Journal.open(path) as journal:
        journal.play(games, "since the backup", 7)
    return path


def backup(path: Path) -> Path:
    return path.with_name("journal.sqlite.backup")


def all_of(journal: Journal) -> dict[int, list[str]]:
    return {record.id: journal.actions(record.id) for record in journal.games()}


def expected(games: int = GAMES, actions: int = 12) -> dict[int, list[str]]:
    return {number + 1: [f"house {number} {action}" for action in range(actions)] for number in range(games)}


# Something else in its place


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_link_to_nowhere(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


def a_link_to_itself(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def rubbish(path: Path) -> None:
    path.write_bytes(b"\xa5" * 9000)


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipe (name TEXT)")


INSTEAD = (emptied, Path.unlink, a_folder, a_pipe, a_link_to_nowhere, a_link_to_itself, rubbish, foreign)


@pytest.mark.parametrize("harm", INSTEAD)
def test_a_journal_that_is_gone_comes_back_from_its_backup_and_the_backup_stays(
    path: Path, harm: Callable[[Path], None]
) -> None:
    harm(played(path))
    kept = backup(path).read_bytes()
    with Journal.open(path) as journal:
        assert all_of(journal) == expected()
        assert journal.masks() == {(3, 4)}
        assert journal.used_ms(9) == {"white": 8}
        assert (
            "Games restored from journal.sqlite.backup: 9. The last change there is of 1970" in journal.notice
        )
        assert journal.notice.endswith("The last changes are lost: 1.")
        assert backup(path).read_bytes() == kept
    with Journal.open(path) as journal:
        assert all_of(journal) == expected()
        assert journal.notice == ""
    assert path.with_name("journal.sqlite.backup-2").read_bytes() == kept


@pytest.mark.parametrize("harm", INSTEAD)
@pytest.mark.parametrize("part", ["-wal", "-shm", ".backup", ".backup-2", ".count", "-journal"])
def test_nothing_beside_a_journal_keeps_it_from_opening(
    path: Path, part: str, harm: Callable[[Path], None]
) -> None:
    beside = played(path).with_name(path.name + part)
    beside.touch()
    harm(beside)
    with Journal.open(path) as journal:
        assert journal.actions(9)[-1] == "since the backup"
        journal.play(9, "goes on", 8)


@pytest.mark.parametrize("harm", [harm for harm in INSTEAD if harm is not foreign])
def test_without_anything_to_restore_a_new_journal_is_begun_and_what_was_lost_is_reported(
    path: Path, harm: Callable[[Path], None]
) -> None:
    harm(played(path))
    for copy in journal_backup.generations(path):
        copy.unlink(missing_ok=True)
    with Journal.open(path) as journal:
        assert journal.games() == []
        assert "A new one was begun. The last changes are lost: " in journal.notice
        assert journal.start_game(HEADER, 1) == 1
    with Journal.open(path) as journal:
        assert journal.notice == ""


def test_another_programs_database_where_no_journal_ever_was_is_left_as_it_is(path: Path) -> None:
    path.touch()
    foreign(path)
    before = path.read_bytes()
    with pytest.raises(JournalForeign, match="no journal of Tablier"):
        Journal.open(path)
    assert path.read_bytes() == before


def test_a_journal_that_its_owner_may_not_read_is_read_anyway(path: Path) -> None:
    played(path).chmod(0)
    with Journal.open(path) as journal:
        assert journal.actions(9)[-1] == "since the backup"
        assert journal.notice == ""


def test_another_journal_in_its_place_is_used_and_reported_and_the_backup_of_the_first_is_kept(
    path: Path, tmp_path: Path
) -> None:
    played(path)
    (tmp_path / "other").mkdir()
    other = played(tmp_path / "other" / "journal.sqlite", games=2)
    shutil.copyfile(other, path)
    with Journal.open(path) as journal:
        assert "is another one than before" in journal.notice
        assert list(all_of(journal)) == [1, 2]
    Journal.open(path).close()
    assert journal_backup.total_of(path.with_name("journal.sqlite.other-1")) is not None


def test_a_newer_journal_is_refused_and_a_newer_backup_is_kept(path: Path) -> None:
    played(path)
    for file in (path, backup(path)):
        with closing(sqlite3.connect(file, isolation_level=None)) as newer:
            newer.execute("PRAGMA user_version = 99")
            newer.execute("UPDATE total SET version = 99")
    before = path.read_bytes()
    with pytest.raises(JournalNewer):
        Journal.open(path)
    assert path.read_bytes() == before
    path.unlink()
    with Journal.open(path) as journal:
        assert journal.notice


# Harm within


def flipped(path: Path, random: Random, pages: list[int] | None = None) -> None:
    data = bytearray(path.read_bytes())
    page = random.choice(pages) - 1 if pages else random.randrange(len(data) // 4096)
    bit = random.randrange(4096 * 8)
    data[4096 * page + bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)


def index_pages(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as database:
        try:
            query = "SELECT pageno FROM dbstat WHERE name LIKE 'log_by_game' OR name LIKE 'sqlite_auto%'"
            return [page for (page,) in database.execute(query)]
        except sqlite3.OperationalError:
            return []


def require_same_or_told(path: Path, whole: dict[int, list[str]]) -> bool:
    """Open the journal: it holds all, or says what is missing. Gives whether it holds all."""
    with Journal.open(path) as journal:
        held = all_of(journal)
        if held == whole:
            return True
        assert journal.notice
        for number, actions in held.items():
            assert actions == whole[number][: len(actions)]
        return False


@pytest.mark.parametrize("where", ["anywhere", "indices", "header"])
def test_a_single_flipped_bit_is_never_silently_another_game(path: Path, where: str, tmp_path: Path) -> None:
    played(path, games=30, actions=40)
    with Journal.open(path) as journal:
        whole = all_of(journal)
    random = Random(where)
    pages = {"anywhere": None, "indices": index_pages(path) or None, "header": [1]}[where]
    kept = 0
    for number in range(60):
        place = tmp_path / f"{number}"
        place.mkdir()
        for part in tmp_path.glob("journal.sqlite*"):
            shutil.copyfile(part, place / part.name)
        flipped(place / path.name, random, pages)
        kept += require_same_or_told(place / path.name, whole)
    assert kept > 20


@pytest.mark.parametrize("length", ["nothing", "half", "all but a page", "a byte less"])
def test_a_journal_cut_short_is_completed_from_its_backup(path: Path, length: str) -> None:
    played(path, games=30, actions=40)
    with Journal.open(path) as journal:
        whole = all_of(journal)
    size = path.stat().st_size
    os.truncate(
        path,
        {"nothing": 0, "half": size // 2, "all but a page": size - 4096, "a byte less": size - 1}[length],
    )
    require_same_or_told(path, whole)


def test_an_older_copy_of_the_journal_gives_way_to_its_backup(path: Path) -> None:
    played(path)
    older = path.read_bytes()
    with Journal.open(path) as journal:
        journal.finish(9, RESULT, 9)
    Journal.open(path).close()
    path.write_bytes(older)
    with Journal.open(path) as journal:
        assert journal.game(9).result == RESULT
        assert "was older than its backup and is kept as journal.sqlite.damaged-1" in journal.notice
    assert path.with_name("journal.sqlite.damaged-1").read_bytes() == older


def died(path: Path) -> Path:
    """A journal as a program leaves it that was killed: what it stored last is in SQLite's log alone."""
    place = path.with_name("died")
    place.mkdir()
    with Journal.open(path) as journal:
        for action in range(20):
            journal.play(9, f"last {action}", 8)
        for part in path.parent.glob("journal.sqlite*"):
            shutil.copyfile(part, place / part.name)
    return place / path.name


def test_what_a_harmed_log_loses_is_noticed_whatever_bit_it_is(path: Path) -> None:
    left = died(played(path))
    whole = {
        **expected(),
        9: [*expected()[9], "since the backup", *(f"last {number}" for number in range(20))],
    }
    random = Random(5)
    for number in range(40):
        place = left.with_name(f"{number}")
        shutil.copytree(
            left.parent, place, ignore=lambda folder, names: [one for one in names if one.isdigit()]
        )
        log = bytearray((place / "journal.sqlite-wal").read_bytes())
        bit = random.randrange(8 * len(log))
        log[bit // 8] ^= 1 << bit % 8
        (place / "journal.sqlite-wal").write_bytes(log)
        require_same_or_told(place / path.name, whole)


def test_a_log_that_is_gone_is_noticed_once_and_its_game_named(path: Path) -> None:
    left = died(played(path))
    left.with_name("journal.sqlite-wal").unlink()
    with Journal.open(left) as journal:
        assert "Game 9: the first 13 of 33 entries are left. The last changes are lost: 20." in journal.notice
        assert journal.actions(9) == [*expected()[9], "since the backup"]
        journal.play(9, "goes on", 9)
    with Journal.open(left) as journal:
        assert journal.notice == ""
        assert journal.actions(9)[-1] == "goes on"


# The count, and deaths


def test_the_count_is_what_the_journal_has_stored(path: Path) -> None:
    played(path)
    count = read_count(path)
    total = journal_backup.total_of(path)
    assert count is not None
    assert total is not None
    assert (count.journal, count.commits) == (total.journal, total.commits)
    assert count.games == ((9, 13),)
    assert file_beside(path).stat().st_size == 1024


def test_a_count_torn_in_the_middle_is_the_one_before(path: Path) -> None:
    played(path)
    before = read_count(path)
    assert before is not None
    data = bytearray(file_beside(path).read_bytes())
    slot = 512 * (before.commits % 2)
    data[slot + 5] ^= 1
    file_beside(path).write_bytes(data)
    torn = read_count(path)
    assert torn is not None
    assert torn.commits < before.commits


def test_a_death_at_any_line_of_restoring_loses_nothing_that_was_there(tmp_path: Path) -> None:
    first = tmp_path / "first"
    first.mkdir()
    whole = played(first / "journal.sqlite", games=2, actions=3)

    def make(folder: Path) -> Path:
        for part in first.iterdir():
            shutil.copyfile(part, folder / part.name)
        with closing(sqlite3.connect(folder / whole.name)) as card, card:
            card.execute("UPDATE log SET detail = 'harmed' WHERE game = 2 AND id > 5")
        return folder / whole.name

    def require(path: Path) -> None:
        with Journal.open(path) as journal:
            assert all_of(journal) == expected(2, 3)
        assert any(path.parent.glob("journal.sqlite.damaged-*"))

    assert killed_at_every_line(make, require, tmp_path, every=31) > 10


# Backups


def test_a_backup_is_made_only_of_what_is_more_and_the_one_before_is_kept(path: Path) -> None:
    played(path)
    first = backup(path).read_bytes()
    Journal.open(path).close()
    assert path.with_name("journal.sqlite.backup-2").read_bytes() == first
    second = backup(path).read_bytes()
    assert second != first
    Journal.open(path).close()
    assert (backup(path).read_bytes(), path.with_name("journal.sqlite.backup-2").read_bytes()) == (
        second,
        first,
    )


def test_a_journal_that_is_harmed_makes_no_backup(path: Path) -> None:
    played(path)
    kept = backup(path).read_bytes()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE log SET detail = 'harmed' WHERE game = 2")
        with pytest.raises(journal_backup.HarmedCopy):
            journal_backup.keep(connection, path)
    assert backup(path).read_bytes() == kept
    assert not backup(path).with_name("journal.sqlite.backup.new").exists()


def test_a_backup_needs_no_file_beside_it(path: Path) -> None:
    played(path)
    alone = path.with_name("alone")
    alone.mkdir()
    shutil.copyfile(backup(path), alone / "journal.sqlite")
    with Journal.read(alone / "journal.sqlite") as journal:
        assert all_of(journal) == expected()
    with closing(sqlite3.connect(backup(path))) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert journal_schema.version_of(database) == journal_schema.VERSION


def test_a_game_is_completed_from_the_older_backup_where_the_newest_is_harmed_too(path: Path) -> None:
    played(path)
    with Journal.open(path) as journal:
        journal.apply([Undo(1)], 8, 9)
    Journal.open(path).close()
    for file in (path, backup(path)):
        with closing(sqlite3.connect(file, isolation_level=None)) as card:
            card.execute("UPDATE log SET detail = 'harmed' WHERE game = 2 AND id % 5 = 0")
    with Journal.open(path) as journal:
        assert all_of(journal) == expected()
        assert journal.entries(9)[-1].what == Undo(1)
        assert journal.entries(2)[-1].what == Finish(RESULT)
