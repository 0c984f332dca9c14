"""The names that players have given themselves, for the next start: a file beside the journal.

It holds the names of the games that are on the table or wait, and of no others, as they are now: a name that
is taken back, or whose phone is let out, is gone from it. No backup, export, report or recording has it.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from operator import is_
from pathlib import Path
from typing import Annotated, Final

import msgspec

from controller.files.as_json import NotThat, decoded
from controller.files.bounded_file import read_bytes
from controller.files.toml_file import ConfigError, write_text
from controller.referee.session import Session

log = logging.getLogger(__name__)

FILE: Final = "names.json"
LARGEST: Final = 1 << 16
"""The file has no more bytes: some dozens of games wait at most."""

OWNERS: Final = 0o600
"""No other user of the computer can read it."""

_Names = dict[int, dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=12)]]]

Names = Mapping[tuple[int, str], str]
"""By the game's number and the seat."""


class PlayerNames:
    """The names in a file; without one they last as long as the program."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._kept: Names = {}
        self._seen: tuple[object, ...] = ()

    @classmethod
    def beside(cls, file: Path | None) -> PlayerNames:
        """The names beside another file; none are kept if nothing is stored."""
        return cls(None if file is None else file.with_name(FILE))

    def given_to(self, session: Session) -> Session:
        """The session of the start with the names of its games. Unreadable ones are left out."""
        try:
            found = decoded(read_bytes(self._file, LARGEST), _Names) if self._file else {}
        except FileNotFoundError:
            return session
        except (OSError, NotThat) as error:
            log.warning("the players' names cannot be read: %s", error)
            return session
        every = {(game, seat): name for game, names in found.items() for seat, name in names.items()}
        self._kept = every
        return replace(session, names=_of_games(session, every))

    def follow(self, session: Session) -> None:
        """Keep the names of this session, if they are others. A disk that takes nothing is only logged."""
        seen = (session.names, session.game_id, session.unfinished)
        if len(self._seen) == len(seen) and all(map(is_, seen, self._seen)):
            return
        self._seen = seen
        names = _of_games(session, session.names)
        if names != self._kept and self._file is not None:
            self._kept = names
            self._write(self._file, names)

    @staticmethod
    def _write(file: Path, names: Names) -> None:
        games = defaultdict[int, dict[str, str]](dict)
        for (game, seat), name in names.items():
            games[game][seat] = name
        try:
            if games:
                write_text(file, msgspec.json.encode(games).decode(), OWNERS)
            else:
                file.unlink(missing_ok=True)
        except (ConfigError, OSError) as error:
            log.warning("the players' names are not kept: %s", error)


def _of_games(session: Session, names: Names) -> Names:
    """Those of the game on the table, and of those that wait."""
    games = {session.game_id, *session.unfinished.games}
    return {place: name for place, name in names.items() if place[0] in games}
