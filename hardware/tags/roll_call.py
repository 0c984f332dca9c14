"""Several tag readers as one device: it is up when all of them are. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.ports import DeviceEvent, LinkLost, LinkUp, TagRead
from texts import joined

DEVICE = "rfid"


class RollCall:
    """The presence of the readers and what each sees; every change returns the events to emit.

    A loss makes listeners forget all tags, so it is followed by the tags that are still read. `what`
    describes the readers for the log. Times are milliseconds.
    """

    def __init__(self, readers: Iterable[str], what: str) -> None:
        self._missing: dict[str, str] = dict.fromkeys(readers, "")
        """Why each reader is missing; an empty reason while it is still being opened."""
        self._tags: dict[str, str] = {}
        self._what = what
        self._told = ""

    def sees(self, reader: str, tag: str | None, at_ms: int) -> list[DeviceEvent]:
        """A present reader is certain of what it sees."""
        events: list[DeviceEvent] = []
        if tag != self._tags.get(reader):
            events.append(TagRead(at_ms, reader, tag))
        self._tags.pop(reader, None)
        if tag is not None:
            self._tags[reader] = tag
        if self._missing.pop(reader, None) is None:
            return events
        if not self._missing:
            self._told = ""
            return [*events, LinkUp(at_ms, DEVICE, self._what)]
        return events + self._lost(at_ms)

    def misses(self, reader: str, reason: str, at_ms: int) -> list[DeviceEvent]:
        """A reader cannot be used; the reason is a sentence for people."""
        self._missing[reader] = reason
        self._tags.pop(reader, None)
        return self._lost(at_ms)

    def _lost(self, at_ms: int) -> list[DeviceEvent]:
        reason = joined(" ", [why for _reader, why in sorted(self._missing.items()) if why])
        if reason in ("", self._told):
            return []
        self._told = reason
        still = [TagRead(at_ms, reader, tag) for reader, tag in self._tags.items()]
        return [LinkLost(at_ms, DEVICE, reason), *still]
