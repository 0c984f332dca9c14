"""Tag readers without hardware: pads beside a simulated table, and readers under its sites.

A reader reports a tag after two equal reads, and its absence after a silence. The pads take turns, because
only one radio field may be on at a time. Sources: the PN532 answers in about 31 ms, tags in a field rest
unread for up to 150 ms. The readers have no clock: time comes from `poll` and from the hands.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.record import record
from hardware.ports import Emit, LinkLost, LinkUp, TagRead
from hardware.simulated.table import ImpossibleAct, Piece, SimulatedTable
from hardware.tags.roll_call import DEVICE
from hardware.tags.tag_filter import ABSENT_MS
from texts import _

READ_MS = 31
"""The time of one read of one reader."""

DEAD_TAG = "dead tag"
"""The label of a tile whose tag no reader sees."""

SITES_MS = 100
"""The read interval of a reader under a site. They take turns in many fields, far from each other."""

Look = Mapping[str, str]
"""The tag on each reader that has one."""


@record
class _Pending:
    """A reader's next report, and its time."""

    tag: str | None
    at_ms: int


class SimulatedPads:
    """Device and Polled in one: `count` pads called `pad.p1`, and with a `table` a reader `@x,y` a site.

    The tag of a piece is its label, or else the one that `tags` has for its kind, or else its kind. Hands put
    tiles on the pads whether the readers have power or not. Strict: a pad has room for one tile, and no tile
    is in two places.
    """

    def __init__(
        self, count: int, table: SimulatedTable | None = None, tags: Mapping[str, str] | None = None
    ) -> None:
        self._names = [f"pad.p{number}" for number in range(1, count + 1)]
        self._table = table
        self._tags = tags or {}
        self._tiles: dict[int, Piece] = {}
        self._emit: Emit | None = None
        self._is_plugged = True
        self._is_told_up = False
        self._now_ms = 0
        self._up_ms: int | None = None
        self._seen: Look = {}
        self._believed: dict[str, str] = {}
        self._pending: dict[str, _Pending] = {}

    @property
    def has_readers(self) -> bool:
        """Whether there is any reader at all."""
        return bool(self._names) or self._table is not None

    # Hands

    @property
    def count(self) -> int:
        """The number of pads."""
        return len(self._names)

    def tile_on(self, pad: int) -> Piece | None:
        """The tile on a pad, counted from 0. Raises TableError for a pad that the table does not have."""
        self._require(pad)
        return self._tiles.get(pad)

    def put(self, pad: int, tile: Piece) -> None:
        """Lay a tile on a pad. Raises TableError if the pad is occupied, or the tile lies elsewhere."""
        lying = self.tile_on(pad)
        if lying is not None:
            raise ImpossibleAct(f"on {self._names[pad]} lies {lying.kind} already")
        for other, one in self._tiles.items():
            if tile.label != DEAD_TAG and one.tag(self._tags) == tile.tag(self._tags):
                raise ImpossibleAct(f"{tile.kind} lies on {self._names[other]}: no tile is in two places")
        self._tiles[pad] = tile

    def lift(self, pad: int) -> Piece:
        """Take the tile off a pad. Raises TableError if there is none."""
        tile = self.tile_on(pad)
        if tile is None:
            raise ImpossibleAct(f"there is no tile on {self._names[pad]}")
        del self._tiles[pad]
        return tile

    def unplug(self, at_ms: int) -> None:
        """Pull the readers' cable: they report nothing until they are plugged in again."""
        self._is_plugged = False
        self._forget()
        self._emit_lost(at_ms)

    def plug(self) -> None:
        """Put the cable back: the readers have power from the next `poll` on."""
        self._is_plugged = True

    # The program's side

    def start(self, emit: Emit) -> None:
        """See `Device`. The readers have power from the next `poll` on."""
        self._emit = emit
        self._forget()

    def stop(self) -> None:
        """See `Device`."""
        self._emit = None
        self._forget()

    def next_ms(self, now_ms: int) -> int | None:
        """The first time at which `poll` may have an event; None if never."""
        if self._emit is None or not self._is_plugged:
            return None
        if self._look() != self._seen:
            return now_ms
        if self._up_ms is None:
            return now_ms
        times = [one.at_ms for one in self._pending.values()]
        return min([*times, *([] if self._is_told_up else [self._up_ms])], default=None)

    def poll(self, now_ms: int) -> None:
        """Emit the readers' reports up to `now_ms`, in the order of time."""
        self._now_ms = max(now_ms, self._now_ms)
        if self._emit is None or not self._is_plugged:
            return
        if self._up_ms is None:
            self._up_ms = self._now_ms + 2 * max(READ_MS * len(self._names), SITES_MS if self._table else 0)
        self._notice()
        due = [(one.at_ms, reader) for reader, one in self._pending.items() if one.at_ms <= self._now_ms]
        for at_ms, reader in sorted(due):
            self._believe(reader, self._pending.pop(reader).tag, at_ms)
        if not self._is_told_up and self._now_ms >= self._up_ms:
            self._is_told_up = True
            self._emit(LinkUp(self._up_ms, DEVICE, f"{len(self._names)} simulated pads"))

    def _notice(self) -> None:
        """Hands have moved something since the last poll: schedule the readers' reports."""
        look = self._look()
        if look == self._seen:
            return
        for reader in {*look, *self._seen}:
            tag = look.get(reader)
            if tag == self._seen.get(reader):
                continue
            self._pending.pop(reader, None)
            if tag != self._believed.get(reader):
                self._pending[reader] = _Pending(tag, self._believed_ms(reader, tag))
        self._seen = look

    def _believe(self, reader: str, tag: str | None, at_ms: int) -> None:
        assert self._emit is not None
        if tag is None:
            self._believed.pop(reader, None)
        else:
            self._believed[reader] = tag
        self._emit(TagRead(at_ms, reader, tag))

    def _believed_ms(self, reader: str, tag: str | None) -> int:
        """When a reader has read a tag twice, or has read none for long enough."""
        period_ms, phase_ms = self._turns(reader)
        rounds = -(-(self._now_ms - phase_ms) // period_ms)
        first_ms = phase_ms + rounds * period_ms
        if tag is not None:
            return first_ms + period_ms
        silent = -(-(ABSENT_MS + 1) // period_ms) - 1
        return first_ms + silent * period_ms

    def _turns(self, reader: str) -> tuple[int, int]:
        """The interval of a reader's reads, and the time of its first."""
        if reader in self._names:
            return READ_MS * len(self._names), READ_MS * self._names.index(reader)
        return SITES_MS, 0

    def _look(self) -> Look:
        """The present tags. A moving or tilted one is not read."""
        seen = {pad: tile for pad, tile in self._tiles.items() if tile.label != DEAD_TAG}
        look = {self._names[pad]: tile.tag(self._tags) for pad, tile in seen.items()}
        for piece in self._table.pieces if self._table else ():
            if piece.shift == (0.0, 0.0):
                look |= dict.fromkeys(map(self._site_name, piece.sites), piece.tag(self._tags))
        return look

    def _site_name(self, site: int) -> str:
        assert self._table is not None
        column, row = self._table.grid.column_row(site)
        return f"@{column},{row}"

    def _forget(self) -> None:
        """The readers are without power, or have no listener."""
        self._seen, self._believed, self._pending = {}, {}, {}
        self._is_told_up, self._up_ms = False, None

    def _emit_lost(self, at_ms: int) -> None:
        if self._emit is not None:
            self._emit(LinkLost(at_ms, DEVICE, _("The tag readers do not answer. Look at their cable.")))

    def _require(self, pad: int) -> None:
        if not 0 <= pad < len(self._names):
            has = f"{len(self._names)} pads" if self._names else "no pad"
            raise ImpossibleAct(f"there is no pad {pad + 1}: the table has {has}")
