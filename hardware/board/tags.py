"""The tags that a board's own readers see, as they are told: what differs from what was told before. Pure."""

from __future__ import annotations

from hardware.board import messages
from hardware.ports import DeviceEvent, Grid, LinkLost, LinkUp, TagRead
from texts import _

DEVICE = "tags"
"""What the readers under the sites are called, where some of them do not answer."""

NAMED = 3
"""The most silent readers that are named."""


class BoardTags:
    """What was told of the tags on this grid.

    A tag is told by its UID in capital hexadecimal digits, its reader as `@3,4`. Readers that do not answer
    are one `LinkLost` together, a new one whenever others do, and a `LinkUp` when all of them answer.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._tags: dict[int, str] = {}
        self._silent: frozenset[int] = frozenset()

    def seen(self, message: messages.Tags, at_ms: int) -> list[DeviceEvent]:
        """The board has said what its readers see over some sites."""
        if message.end > self._grid.size:
            return []
        now = dict(message.tags)
        events: list[DeviceEvent] = []
        for site in range(message.first, message.end):
            events += self._told(site, now.get(site, b"").hex().upper() or None, at_ms)
        silent = {site for site in self._silent if not message.first <= site < message.end}
        return events + self._told_silent(silent | {site for site, uid in now.items() if not uid}, at_ms)

    def forget(self, at_ms: int) -> list[DeviceEvent]:
        """The board is gone: nobody sees a tag any more. Whatever lies there will be told anew."""
        return [event for site in sorted(self._tags) for event in self._told(site, None, at_ms)]

    def _told(self, site: int, tag: str | None, at_ms: int) -> list[DeviceEvent]:
        if tag == self._tags.get(site):
            return []
        if tag is None:
            del self._tags[site]
        else:
            self._tags[site] = tag
        return [TagRead(at_ms, self._name(site), tag)]

    def _told_silent(self, silent: set[int], at_ms: int) -> list[DeviceEvent]:
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
