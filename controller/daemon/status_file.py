"""The status of a running table: a small file that is rewritten every two seconds.

It lies in a folder that does not survive a restart, so that no card wears, and is private. A table that hangs
stops writing, which shows by the age of its file.
"""

from __future__ import annotations

import binascii
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.daemon.health import Health
from controller.files.as_json import NotThat, decoded, encoded
from controller.files.bounded_file import read_bytes
from controller.files.private_file import write_private
from controller.settings.settings import Config

log = logging.getLogger(__name__)

STALE_MS: Final = 10_000
"""A table whose file is older hangs, or was killed."""

LARGEST: Final = 1 << 16
"""No status has more bytes."""

SERVICE: Final = Path("/run/tablier/tablier")
"""The folder of the status file of `tablier install`'s service."""


class StatusError(Exception):
    """There is no running table, or its file cannot be read. The text says why."""


def name_of(config: Config) -> str:
    """The file of the table with these settings: another for each journal."""
    return f"status-{binascii.crc32(str(config.journal.file).encode()):08x}.json"


def folder_here() -> Path:
    """The folder of this user's tables: a volatile one or, if there is none, the user's data folder. Never
    one that another user could have made before."""
    named = os.environ.get("XDG_RUNTIME_DIR", "")
    runtime = Path(named or f"/run/user/{os.getuid()}")
    if runtime.is_dir():
        return runtime / "tablier"
    from platformdirs import user_data_path

    return user_data_path("tablier", appauthor=False)


class StatusFile:
    """The file of a running table. A write error is logged once and otherwise ignored."""

    def __init__(self, folder: Path, name: str) -> None:
        self._path = folder / name
        self._is_writable = True

    def write(self, health: Health) -> None:
        """Write the condition of the table. A reader sees the old file or the new one."""
        if not self._is_writable:
            return
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_private(self._path, encoded(health))
        except OSError as error:
            self._is_writable = False
            log.warning("status: %s cannot be written: %s", self._path, error.strerror)

    def __enter__(self) -> StatusFile:
        return self

    def __exit__(self, *_: object) -> None:
        """The table ends, and removes its file."""
        if self._is_writable:
            self._path.unlink(missing_ok=True)


def read_status(config: Config, folders: Iterator[Path] | tuple[Path, ...]) -> Health:
    """The status of the table with these settings. Raises `StatusError`."""
    for folder in folders:
        path = folder / name_of(config)
        try:
            return decoded(read_bytes(path, LARGEST), Health)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise StatusError(f"{path}: cannot be read: {error.strerror}. Call it with sudo.") from error
        except NotThat as error:
            raise StatusError(f"{path}: is another version's, or no status: {error}") from error
    raise StatusError("No table with these settings is running. The service's are named with --config.")


def is_there(health: Health) -> bool:
    """Whether the process that wrote a status still exists."""
    return Path(f"/proc/{health.process}").exists()


def age_ms(health: Health, now_ms: int) -> int:
    """How old a status is, on the computer's monotonic clock."""
    return max(0, now_ms - health.at_ms)
