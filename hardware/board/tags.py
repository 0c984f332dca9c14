"""Events of a board's own tag readers: the differences from what was emitted before. Pure."""

from __future__ import annotations

from hardware.board import messages
from hardware.ports import DeviceEvent, Grid, LinkLost, LinkUp, TagRead
from texts import _

DEVICE = "tags"
"""The name of the readers under the sites, if some of them do not answer."""

NAMED = 3
"""The most silent readers that are named in a message."""


class BoardTags:
    """The emitted state of the tags on this grid.

    A tag is named by its UID in capital hexadecimal digits, its reader as `@3,4`. Silent readers are one
    `LinkLost` together, a new one whenever their set changes, and a `LinkUp` when all of them answer.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._tags: dict[int, str] = {}
        self._silent: frozenset[int] = frozenset()

    def seen(self, message: messages.Tags, at_ms: int) -> list[DeviceEvent]:
        """The events of a frame of tags."""
        if message.end > self._grid.size:
            return []
        now = dict(message.tags)
        events: list[DeviceEvent] = []
        for site in range(message.first, message.end):
            events += self._events_of(site, now.get(site, b"").hex().upper() or None, at_ms)
        silent = {site for site in self._silent if not message.first <= site < message.end}
        return events + self._silence(silent | {site for site, uid in now.items() if not uid}, at_ms)

    def forget(self, at_ms: int) -> list[DeviceEvent]:
        """The events of a lost board: no tags any more. All of them will be emitted again."""
        return [event for site in sorted(self._tags) for event in self._events_of(site, None, at_ms)]

    def _events_of(self, site: int, tag: str | None, at_ms: int) -> list[DeviceEvent]:
        if tag == self._tags.get(site):
            return []
        if tag is None:
            del self._tags[site]
        else:
            self._tags[site] = tag
        return [TagRead(at_ms, self._name(site), tag)]

    def _silence(self, silent: set[int], at_ms: int) -> list[DeviceEvent]:
        if silent == self._silent:
            return []
        self._silent = frozenset(silent)
        if not silent:
            return [LinkUp(at_ms, DEVICE, "all tag readers answer")]
        return [LinkLost(at_ms, DEVICE, self._complaint())]

    def _complaint(self) -> str:
        names = [self._name(site).removeprefix("@") for site in sorted(self._silent)]
        if len(names) == 1:
            return _("The tag reader under {site} does not answer. Look at its cable.", site=names[0])
        number, named = len(names), "; ".join(names[:NAMED])
        if number > NAMED:
            return _(
                "{number} tag readers do not answer: {sites} and others. Look at their cables.",
                number=number,
                sites=named,
            )
        return _(
            "{number} tag readers do not answer: {sites}. Look at their cables.", number=number, sites=named
        )

    def _name(self, site: int) -> str:
        column, row = self._grid.column_row(site)
        return f"@{column},{row}"
