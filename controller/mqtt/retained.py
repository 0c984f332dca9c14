"""Messages of this table that brokers have retained: those below the topics of former settings are
removed."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Final

import msgspec

from controller.files.as_json import NotThat, decoded
from controller.files.bounded_file import read_bytes
from controller.files.private_file import write_private

log = logging.getLogger(__name__)

LARGEST: Final = 50_000
"""No such file has more bytes."""

MOST_BROKERS: Final = 8
"""The most brokers that are remembered: those at which the table was last."""

Topic = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern="^[^+#]*$")]
Topics = Annotated[tuple[Topic, ...], msgspec.Meta(max_length=20)]


class _Topics(msgspec.Struct, frozen=True):
    """The topics below which something is retained, by the broker, the newest last."""

    at: Annotated[dict[str, Topics], msgspec.Meta(max_length=MOST_BROKERS)] = {}


class RetainedFile:
    """Stores it beside the journal; without a `path` nothing is stored. A broker is `HOST:PORT`."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self, broker: str) -> Topics | None:
        """The topics at a broker when the table was there last; `None` if that is not known."""
        return self._read().at.get(broker)

    def _read(self) -> _Topics:
        if self._path is None:
            return _Topics()
        try:
            return decoded(read_bytes(self._path, LARGEST), _Topics)
        except FileNotFoundError:
            return _Topics()
        except (OSError, NotThat) as error:
            log.warning("mqtt: %s cannot be read: %s", self._path, error)
            return _Topics()

    def write(self, broker: str, topics: Topics) -> None:
        """Store the topics at a broker. A failure is logged: then something may stay there."""
        if self._path is None:
            return
        others = [(name, at) for name, at in self._read().at.items() if name != broker]
        kept = _Topics(dict([*others, (broker, topics)][-MOST_BROKERS:]))
        try:
            write_private(self._path, msgspec.json.encode(kept))
        except OSError as error:
            log.warning("mqtt: %s cannot be written: %s", self._path, error.strerror)
