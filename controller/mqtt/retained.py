"""What a broker has retained of this table: after other settings it is taken away."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Final

import msgspec

from controller.files.as_json import NotThat, decoded
from controller.files.bounded_file import read_bytes

log = logging.getLogger(__name__)

LARGEST: Final = 10_000
"""No such file has more bytes."""

Topic = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern="^[^+#]*$")]


class Retained(msgspec.Struct, frozen=True):
    """The topics below which something is retained, at which broker."""

    broker: str
    topics: Annotated[tuple[Topic, ...], msgspec.Meta(max_length=20)] = ()


class RetainedFile:
    """Remembers it beside the journal; without a `path` nothing is remembered."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self) -> Retained | None:
        """What was retained at the last start; `None` if that is not known."""
        if self._path is None:
            return None
        try:
            return decoded(read_bytes(self._path, LARGEST), Retained)
        except FileNotFoundError:
            return None
        except (OSError, NotThat) as error:
            log.warning("mqtt: %s cannot be read: %s", self._path, error)
            return None

    def write(self, retained: Retained) -> None:
        """Keep it. Where that fails it is logged: then something may stay at the broker."""
        if self._path is None:
            return
        beside = self._path.with_suffix(".new")
        try:
            beside.write_bytes(msgspec.json.encode(retained))
            beside.chmod(0o600)
            beside.replace(self._path)
        except OSError as error:
            log.warning("mqtt: %s cannot be written: %s", self._path, error.strerror)
