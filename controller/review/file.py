"""Stores finished reviews in a folder beside the journal: one file per game, up to a limit.

A review that cannot be stored or read is made again.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from controller.files.as_json import NotThat, decoded
from controller.files.bounded_file import read_bytes
from controller.files.toml_file import ConfigError, write_text
from controller.review.judgement import Moment, Moments

log = logging.getLogger(__name__)

FOLDER: Final = "reviews"
"""Beside the journal."""
MOST_FILES: Final = 200
"""The most files; beyond it the reviews of the oldest games are dropped."""
LARGEST: Final = 1 << 20
"""No review has more bytes."""
_VERSION: Final = 1


class _File(msgspec.Struct, frozen=True):
    """The content of a file. `actions` identify its game: a new journal numbers from 1 again."""

    version: int
    actions: str
    moments: tuple[Moment | None, ...]


class Reviews:
    """The reviews in a folder; without one nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    @classmethod
    def beside(cls, file: Path | None) -> Reviews:
        """The reviews beside a journal, or beside another file there; none if nothing is stored."""
        return cls(None if file is None else file.with_name(FOLDER))

    def load(self, game_id: int, actions: Sequence[str]) -> Moments | None:
        """The review of a game with these actions; `None` if there is none."""
        if self._folder is None:
            return None
        path = self._path(self._folder, game_id)
        try:
            kept = decoded(read_bytes(path, LARGEST), _File)
        except FileNotFoundError:
            return None
        except (OSError, NotThat) as error:
            log.warning("review: %s cannot be read: %s", path, error)
            return None
        is_ours = (kept.version, kept.actions) == (_VERSION, _digest(actions))
        return kept.moments if is_ours and len(kept.moments) == len(actions) + 1 else None

    def keep(self, game_id: int, actions: Sequence[str], moments: Moments) -> None:
        """Keep a review, and drop the oldest if there are too many."""
        if self._folder is None:
            return
        data = msgspec.json.encode(_File(_VERSION, _digest(actions), moments))
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_text(self._path(self._folder, game_id), data.decode())
            for path in self._superfluous(self._folder):
                path.unlink(missing_ok=True)
        except (ConfigError, OSError) as error:
            log.warning("review: game %d is not kept: %s", game_id, error)

    @staticmethod
    def _path(folder: Path, game_id: int) -> Path:
        return folder / f"{game_id}.json"

    @staticmethod
    def _superfluous(folder: Path) -> list[Path]:
        files = [path for path in folder.glob("*.json") if path.stem.isdecimal()]
        return sorted(files, key=lambda path: int(path.stem))[:-MOST_FILES]


def _digest(actions: Sequence[str]) -> str:
    from hashlib import sha256  # it opens the system's cryptography, which no start needs

    return sha256("\n".join(actions).encode()).hexdigest()
