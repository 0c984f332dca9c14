"""An RDM6300 without hardware: its frames on the serial line while a tag lies there."""

from __future__ import annotations

from hardware.simulated.table import ImpossibleAct
from hardware.tags.rdm6300 import frame

REPEAT_MS = 50


class SimulatedRdm6300:
    """A reader with power. `tags` are those that lie on it, ten hex digits each.

    Two of them disturb each other: these tags all answer at once, so neither is read.
    """

    def __init__(self) -> None:
        self.tags: tuple[str, ...] = ()
        self._next_ms = 0

    def put(self, tag: str) -> None:
        """Lay a tag on the reader. Raises TableError if it lies there, ValueError if it is invalid."""
        if len(bytes.fromhex(tag)) != 5:
            raise ValueError(f"a tag of this reader has ten hex digits, not {tag}")
        if tag in self.tags:
            raise ImpossibleAct(f"the tag {tag} lies there already")
        self.tags = (*self.tags, tag)

    def lift(self, tag: str) -> None:
        """Take a tag away. Raises TableError if it does not lie there."""
        if tag not in self.tags:
            raise ImpossibleAct(f"the tag {tag} does not lie there")
        self.tags = tuple(other for other in self.tags if other != tag)

    def run(self, at_ms: int) -> bytes:
        """Its bytes up to this time: at most one frame, because it has no buffer."""
        tags = self.tags
        if len(tags) != 1 or at_ms < self._next_ms:
            return b""
        self._next_ms = at_ms + REPEAT_MS
        return frame(tags[0])

    def receive(self, data: bytes) -> bytes:
        """It ignores input."""
        return b""
