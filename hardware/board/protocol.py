"""The host's side of the wire to the board: timed bytes in, events and bytes to send out.

No I/O, no clock, no thread: `serial_board.py` connects it to a port, `simulated/board.py` to a simulated one.
`firmware/PROTOCOL.md` describes the messages, `wire.py` encodes and decodes their frames.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import Enum
from typing import Any

from engines.record import record, replace
from hardware.board import messages
from hardware.board.hello import described, require_match
from hardware.board.light_changes import light_messages
from hardware.board.tags import BoardTags
from hardware.board.wire import BEFORE_PAYLOAD, CRC, Decoder, Encoder
from hardware.lights.colour_order import USUAL
from hardware.ports import DeviceEvent, Grid, LinkLost, LinkStalled, LinkUp, SensorFrame, SettingsMismatch
from texts import _, why

DEVICE = "board"
ASK_EVERY_MS = 500
HELLO_WITHIN_MS = 2_000
PING_EVERY_MS = 500
SILENT_AFTER_MS = 1_000
"""The board sends its sensors at least every 250 ms."""
STALLED_AFTER_MS = 400
"""After this time without a frame, at least one is lost, perhaps with a piece that was set last."""
REPEAT_MS = 200
"""The interval at which an unchanged frame is emitted, as a sign of life, however many the board sends."""
THE_BOARD = _("the board")
UNPLUGGED = _("{device:capital} was unplugged or has lost its power. Plug it in again.", device=THE_BOARD)

_log = logging.getLogger(__name__)


@record
class BoardSpec:
    """The expected board, and its settings.

    Without lights of its own it gets no pictures, and without tags its readers are ignored. `lights` is the
    number on its strip, by default one per site; `order` is their colour order.
    """

    grid: Grid
    has_lights: bool = True
    debounce_ms: int = 5
    scans_per_s: int = 500
    has_tags: bool = False
    lights: int | None = None
    order: str = USUAL

    @property
    def light_count(self) -> int:
        """The number of lights on its strip, if it has one."""
        return self.grid.size if self.lights is None else self.lights


@record
class LinkStatistics:
    """Counts since the start: data from the board, and damage to it on the way.

    `frames` are intact sensor frames, `connections` valid hellos, `lost` gaps in the board's counter,
    `skipped` bytes outside frames, `refused` intact frames with an invalid message.
    """

    frames: int = 0
    connections: int = 0
    crc_errors: int = 0
    lost: int = 0
    skipped: int = 0
    refused: int = 0


class LinkPhase(Enum):
    """The state of the link."""

    CLOSED = "closed"
    GREETING = "greeting"
    UP = "up"


class BoardProtocol:
    """One board at the end of a byte stream that can be cut, damaged and reopened.

    The owner of the stream calls `opened` and `closed`, passes received bytes to `receive`, calls `tick` at
    least every 200 ms or at `due_ms`, and sends the result of `to_send` whenever the stream accepts more. If
    `phase` is CLOSED after a call, the stream must be reopened.

    The same reason for a loss is emitted once, until the link has been up again or the reason changes.
    """

    def __init__(self, spec: BoardSpec) -> None:
        self.phase = LinkPhase.CLOSED
        self.board_statistics: messages.Statistics | None = None
        """The board's last hello."""
        self._spec = spec
        self._tags = BoardTags(spec.grid)
        self._counts = LinkStatistics()
        self._frames = 0
        self._all_sites = spec.grid.all_sites
        self._sites: bytes | None = None
        """The content of the last emitted frame; None since the link is up again."""
        self._closed = self._sites_ms = 0
        sites = (spec.grid.size + 7) // 8
        self._frame_bytes = BEFORE_PAYLOAD + messages.AT_SITES + sites + CRC
        self._decoder = Decoder()
        self._encoder = Encoder()
        self._outbox: list[bytes] = []
        self._order = spec.order
        self._wanted: bytes | None = None
        self._shown: bytes | None = None
        self._has_lit = False
        """Whether a picture was sent since the last tick."""
        self._told: str | None = None
        self._got_bytes = False
        self._opened_ms = 0
        self._asked_ms = 0
        self._frame_ms = 0
        self._is_stalled = False
        self._handlers: dict[type[messages.BoardMessage], Callable[[Any, int], list[DeviceEvent]]] = {
            messages.Hello: self._on_hello,
            messages.Sensors: self._on_sensors,
            messages.Tags: self._on_tags,
            messages.Settings: self._on_settings,
            messages.Statistics: self._on_statistics,
            messages.Log: self._on_log,
        }

    @property
    def statistics(self) -> LinkStatistics:
        """The counts so far, over all connections."""
        now, past = self._decoder, self._counts
        return replace(
            past,
            frames=self._frames,
            crc_errors=past.crc_errors + now.crc_errors,
            lost=past.lost + now.lost,
            skipped=past.skipped + now.skipped,
            refused=past.refused + now.refused,
        )

    @property
    def due_ms(self) -> int | None:
        """When `tick` is due, if nothing arrives before; None while the line is closed."""
        if self.phase is LinkPhase.CLOSED:
            return None
        if self.phase is LinkPhase.GREETING:
            return min(self._asked_ms + ASK_EVERY_MS, self._opened_ms + HELLO_WITHIN_MS)
        silent_ms = SILENT_AFTER_MS if self._is_stalled else STALLED_AFTER_MS
        return min(self._asked_ms + PING_EVERY_MS, self._frame_ms + silent_ms + 1)

    def opened(self, at_ms: int) -> None:
        """The line is open: ask the other end for a hello."""
        self._counts = self.statistics
        self._decoder = Decoder()
        self._outbox.clear()
        self._shown = None
        self._got_bytes = False
        self._opened_ms = at_ms
        self.phase = LinkPhase.GREETING
        self._ask(messages.AskHello(), at_ms)

    def closed(self, at_ms: int, reason: str) -> list[DeviceEvent]:
        """The line is closed, or cannot be opened; `reason` is a sentence for people."""
        self.phase = LinkPhase.CLOSED
        self._outbox.clear()
        if reason == self._told:
            return []
        self._told = reason
        return [LinkLost(at_ms, DEVICE, reason), *self._tags.forget(at_ms)]

    def receive(self, data: bytes, at_ms: int) -> list[DeviceEvent]:
        """Process received bytes, split anywhere. After an error that makes the line useless the rest is
        ignored."""
        if self.phase is LinkPhase.CLOSED or not data:
            return []
        self._got_bytes = True
        if len(data) == self._frame_bytes and self._decoder.is_next(messages.Sensors.KIND, data):
            return self._seen(data[BEFORE_PAYLOAD + messages.AT_SITES : -CRC], at_ms)  # nearly always
        events: list[DeviceEvent] = []
        for message in self._decoder.receive(data):
            handler = self._handlers.get(type(message))
            if handler is not None:
                events += handler(message, at_ms)
        return events

    def tick(self, at_ms: int) -> list[DeviceEvent]:
        """Process the passing of time: detect silence, ask again, ping."""
        if self.phase is LinkPhase.GREETING:
            return self._tick_greeting(at_ms)
        if self.phase is LinkPhase.UP:
            return self._tick_up(at_ms)
        return []

    def show(self, frame: bytes) -> None:
        """Set the picture of the lights. Raises ValueError for a wrong length."""
        lights = self._spec.light_count
        if len(frame) != 3 * lights:
            raise ValueError(f"a picture for {lights} lights has {3 * lights} bytes, not {len(frame)}")
        self._wanted = frame

    def reorder(self, order: str) -> None:
        """Set the strip's colour order: the picture is sent again."""
        if order != self._order:
            self._order = order
            self._shown = None

    @property
    def has_to_send(self) -> bool:
        """Whether `to_send` has any bytes."""
        return bool(self._outbox) or self._has_new_picture

    def to_send(self) -> bytes:
        """The bytes to send now, once. Of several pictures since the last call only the newest is sent."""
        if self._wanted is not None and self._has_new_picture:
            changes = light_messages(self._shown, self._wanted, self._order)
            self._outbox += [self._encoder.encode(change) for change in changes]
            self._shown = self._wanted
            self._has_lit = True
        data = b"".join(self._outbox)
        self._outbox.clear()
        return data

    @property
    def _has_new_picture(self) -> bool:
        return (
            self.phase is LinkPhase.UP and self._spec.has_lights and self._wanted not in (None, self._shown)
        )

    def _tick_greeting(self, at_ms: int) -> list[DeviceEvent]:
        if at_ms - self._opened_ms >= HELLO_WITHIN_MS:
            return self.closed(at_ms, self._no_hello())
        if at_ms - self._asked_ms >= ASK_EVERY_MS:
            self._ask(messages.AskHello(), at_ms)
        return []

    def _tick_up(self, at_ms: int) -> list[DeviceEvent]:
        if at_ms - self._frame_ms > SILENT_AFTER_MS:
            return self.closed(at_ms, _("The board has fallen silent. Look at its cable and its power."))
        if self._has_lit:  # a picture says too that the host is there; a ping beside it would hold it up
            self._has_lit, self._asked_ms = False, at_ms
        elif at_ms - self._asked_ms >= PING_EVERY_MS:
            self._ask(messages.Ping(at_ms & 0xFFFFFFFF), at_ms)
        if at_ms - self._frame_ms > STALLED_AFTER_MS and not self._is_stalled:
            self._is_stalled = True
            return [LinkStalled(at_ms, DEVICE)]
        return []

    def _no_hello(self) -> str:
        if self._got_bytes:
            return _(
                "The port answers, but not as a Tablier board. "
                "Look whether the settings name its port, and whether it has its firmware (tablier flash)."
            )
        return _(
            "The board does not answer. Look at its power, and whether it has its firmware (tablier flash)."
        )

    def _ask(self, message: messages.BoardMessage, at_ms: int) -> None:
        self._asked_ms = at_ms
        self._outbox.append(self._encoder.encode(message))

    def _on_hello(self, hello: messages.Hello, at_ms: int) -> list[DeviceEvent]:
        """The board is there, or has restarted: it has neither settings nor picture."""
        if self.phase is LinkPhase.CLOSED:
            return []
        try:
            require_match(self._spec, hello)
        except SettingsMismatch as mismatch:
            return self.closed(at_ms, why(mismatch))
        settings = messages.Settings(self._spec.debounce_ms, self._spec.scans_per_s)
        self._outbox.append(self._encoder.encode(settings))
        self._shown = None
        if self.phase is LinkPhase.UP:
            return []
        self.phase = LinkPhase.UP
        self._told = None
        self._sites = None
        self._frame_ms = at_ms
        self._is_stalled = False
        self._counts = replace(self._counts, connections=self._counts.connections + 1)
        return [LinkUp(at_ms, DEVICE, described(hello))]

    def _on_sensors(self, sensors: messages.Sensors, at_ms: int) -> list[DeviceEvent]:
        return self._seen(sensors.payload()[messages.AT_SITES :], at_ms)

    def _seen(self, sites: bytes, at_ms: int) -> list[DeviceEvent]:
        is_new = sites != self._sites
        closed = int.from_bytes(sites, "little") if is_new else self._closed
        if self.phase is not LinkPhase.UP or closed & ~self._all_sites:
            return []
        self._frame_ms = at_ms
        self._is_stalled = False
        self._frames += 1
        if not is_new and at_ms - self._sites_ms < REPEAT_MS:
            return []
        self._sites, self._closed, self._sites_ms = sites, closed, at_ms
        return [SensorFrame(at_ms, closed)]

    def _on_tags(self, tags: messages.Tags, at_ms: int) -> list[DeviceEvent]:
        if self.phase is not LinkPhase.UP or not self._spec.has_tags:
            return []
        return self._tags.seen(tags, at_ms)

    def _on_settings(self, now: messages.Settings, _at_ms: int) -> list[DeviceEvent]:
        asked = messages.Settings(self._spec.debounce_ms, self._spec.scans_per_s)
        if now != asked:
            _log.warning("the board was asked for %r and works with %r", asked, now)
        return []

    def _on_statistics(self, now: messages.Statistics, _at_ms: int) -> list[DeviceEvent]:
        """New damage on the way to the board: it may have hit a picture, so send that again."""
        if self.board_statistics is None or _damage(now) != _damage(self.board_statistics):
            self._shown = None
        self.board_statistics = now
        return []

    def _on_log(self, message: messages.Log, _at_ms: int) -> list[DeviceEvent]:
        _log.info("the board says: %s", message.text)
        return []


def _damage(statistics: messages.Statistics) -> tuple[int, int, int, int]:
    return statistics.crc_errors, statistics.lost, statistics.skipped, statistics.refused
