"""`tablier enrol`: makes the tile file at the table, piece by piece.

The program asks for a piece, a person puts it on a reader, and its tag is stored at once. So it can be
stopped at any time, and continues with the first piece without a tag.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol, TextIO

from controller.games import KINDS, SINGLES
from controller.settings.tile_file import TAG, load, save
from controller.tables.tiles import Tiles
from engines.record import record, replace
from hardware.ports import Device, DeviceEvent, LinkLost, Polled, TagRead

POLL_MS = 20
"""The polling interval of the readers."""


class TagSource(Device, Polled, Protocol):
    """A device that reports tags."""


@record
class Enrolment:
    """The known tags, and the requested piece: the blocks of Cités Nouvelles one after the other, or with a
    `kind` any number of pieces of that kind."""

    tiles: Tiles
    kind: str | None = None

    @property
    def asked(self) -> str | None:
        """The requested piece; `None` when every block has its tag."""
        if self.kind is not None:
            return self.kind
        known = set(self.tiles.kinds.values())
        return next((name for name in SINGLES if name not in known), None)

    def heard(self, tag: str) -> tuple[Enrolment, str]:
        """The enrolment after a reader saw a tag while a piece was requested, and the message."""
        if not TAG.fullmatch(tag):
            return self, f"The tag {tag!r} cannot be written down: lay another tag on the reader."
        if tag in self.tiles.kinds:
            return self, f"The tag {tag} is that of {self.tiles.kinds[tag]}: no two pieces can have one tag."
        asked = str(self.asked)
        tiles = replace(self.tiles, kinds={**self.tiles.kinds, tag: asked})
        return replace(self, tiles=tiles), f"{asked} has the tag {tag}."


def run(
    readers: TagSource,
    file: Path,
    kind: str | None,
    out: TextIO,
    now_ms: Callable[[], int],
    sleep_ms: Callable[[int], None],
    lay: Callable[[str], None] = lambda piece: None,
) -> None:
    """Enrol until every block has its tag, or until Ctrl-C.

    `lay` is called with each requested piece: a simulated table puts it on a pad. Raises `ConfigError` if the
    file is not a tile file or cannot be written.
    """
    enrolment = Enrolment(load(file, KINDS) if file.exists() else Tiles(), kind)
    desk = _Desk(enrolment, file, out, lay)
    try:
        with ExitStack() as stack:
            events: list[DeviceEvent] = []
            readers.start(events.append)
            stack.callback(readers.stop)
            desk.ask()
            while desk.is_asking:
                readers.poll(now_ms())
                while events:
                    desk.take(events.pop(0))
                sleep_ms(POLL_MS)
        desk.say(f"All {len(SINGLES)} blocks have their tags: {file}")
    except KeyboardInterrupt:
        desk.say(f"Stopped. {len(desk.tags)} tags are in {file}; the same command goes on from there.")


class _Desk:
    """The dialogue with the person who puts pieces on readers."""

    def __init__(self, enrolment: Enrolment, file: Path, out: TextIO, lay: Callable[[str], None]) -> None:
        self._enrolment = enrolment
        self._file = file
        self._out = out
        self._lay = lay

    @property
    def is_asking(self) -> bool:
        """Whether a piece is requested."""
        return self._enrolment.asked is not None

    @property
    def tags(self) -> dict[str, str]:
        """All known tags."""
        return dict(self._enrolment.tiles.kinds)

    def say(self, words: str) -> None:
        """Print a message."""
        print(words, file=self._out, flush=True)

    def ask(self) -> None:
        """Ask for the next piece, if any is left."""
        asked = self._enrolment.asked
        if asked is not None:
            self.say(f"Lay {asked} on a reader.")
            self._lay(asked)

    def take(self, event: DeviceEvent) -> None:
        """Process a reader's event."""
        match event:
            case LinkLost(_, _, reason):
                self.say(reason)
            case TagRead(_, _, str(tag)) if self.is_asking:
                before = self._enrolment
                self._enrolment, words = before.heard(tag)
                if self._enrolment != before:
                    save(self._file, self._enrolment.tiles)
                self.say(words)
                self.ask()
