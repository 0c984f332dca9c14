"""The mount of a file."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from controller.files.mounts import is_on_network
from controller.journal import file
from controller.journal.errors import JournalReadOnly

MOUNTS = (
    "/dev/root / ext4 rw 0 0\nserver:/home /srv/games nfs4 rw 0 0\n/dev/sda /srv/games/stick vfat rw 0 0\n"
    "//nas/my\\040games /mnt/my\\040games cifs rw 0 0\n"
)


@pytest.mark.parametrize(
    ("path", "is_there"),
    [
        ("/srv/games/journal.sqlite", True),
        ("/mnt/my games/journal.sqlite", True),
        ("/srv/games/stick/journal.sqlite", False),
        ("/srv/games2/journal.sqlite", False),
        ("/var/lib/journal.sqlite", False),
    ],
)
def test_a_file_lies_where_its_folder_is_mounted(path: str, is_there: bool, tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(MOUNTS)
    assert is_on_network(Path(path), mounts) is is_there


def test_where_nothing_is_known_of_mounts_a_file_is_here(tmp_path: Path) -> None:
    assert not is_on_network(tmp_path, tmp_path / "none")


def test_a_journal_on_a_network_share_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "is_on_network", lambda path: True)
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    with pytest.raises(JournalReadOnly, match="network share"), file._explained("/srv/journal"):
        raise error
