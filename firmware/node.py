"""The microcontroller's logic, without the microcontroller: scans come in, frames and pictures go out.

Knows no pin, no port and no clock, and runs under MicroPython on the board as under CPython in the simulated
board. Times are microseconds since the board's start; they never wrap and never run back.
"""

from firmware import VERSION
from hardware.board.light_runs import count_lights, paint
from hardware.board.messages import (
    PROTOCOL,
    WIDTHS,
    AskHello,
    AskPrompt,
    AskStatistics,
    BoardMessage,
    Hello,
    Lights,
    Log,
    Ping,
    Pong,
    Sensors,
    Settings,
    Statistics,
)
from hardware.board.wire import Decoder, Encoder, tags_in_frame
from hardware.debounce import Debouncer, scans_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

DEBOUNCE_MS = 5
SCANS_PER_S = 400
DEBOUNCE_RANGE_MS = (1, 200)
SCANS_RANGE_PER_S = (20, 1000)

HEARTBEAT_US = 250_000  # the longest time between two sensor frames
RETRY_US = 20_000  # before a sensor frame that could not be sent is retried
DAMAGE_US = 50_000  # between damage on the wire and the statistics about it: one frame for a burst
SILENCE_US = 5_000_000  # without any frame from the host the lights go dark: their picture is out of date
BYTE_US = 10  # eight bits of a NeoPixel, which takes three or four bytes
PAUSE_US = 300  # after a picture, for the lights to take it

FROZEN = (AskHello.KIND, AskPrompt.KIND)  # the requests of any protocol version

_NEVER_US = 1 << 62


class Node:
    """The board's side of the protocol.

    `write` takes the bytes of one frame and returns whether they will be sent; if not, the frame is dropped
    and counted. `show` receives the complete picture in the strip's format: three or four bytes for each
    light, as the host decides. A dark picture has the larger size, because it goes to a strip of either kind.

    Call `started` once, `scanned` for every scan, `receive` for received bytes. Between two calls nothing is
    due before `next_due_us`; while `is_settled` and the contacts are unchanged, scans before then have no
    effect, so a simulator may omit them.
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        lights: int,
        write: "Callable[[bytes], bool]",
        show: "Callable[[memoryview], None]",
        version: str = VERSION,
        tag_readers: int = 0,
    ) -> None:
        self.settings = Settings(DEBOUNCE_MS, SCANS_PER_S)
        self.dropped = 0
        self.refused = 0
        self.scans = 0
        self.longest_scan_us = 0
        self.wants_prompt = False  # the host has asked for the MicroPython prompt
        self._hello = Hello(PROTOCOL, version, columns, rows, lights, tag_readers)
        self._sites = columns * rows
        self._size = (columns * rows + 7) // 8
        self._write = write
        self._show = show
        self._encoder = Encoder()
        self._decoder = Decoder()
        self._damage = 0
        self._is_understood = True
        self._debouncer = Debouncer(scans_for(DEBOUNCE_MS, SCANS_PER_S))
        self._unsure_scans = self._debouncer.scans
        self._width = WIDTHS[-1]  # bytes a light
        self._pixels = bytearray(self._width * lights)
        self._tags: dict[int, bytes] = {}
        self._tags_from = 0  # the site at which the next frame of tags begins
        self._tags_left = 0  # the number of sites whose tags have not been sent since the last change
        self._report_us = self._light_us = self._damage_us = self._dark_us = self._tags_us = _NEVER_US
        self._lights_busy_us = 0
        self.next_due_us = _NEVER_US
        self._answers: dict[int, Callable[..., None]] = {
            AskHello.KIND: self._on_hello,
            Lights.KIND: self._on_lights,
            Settings.KIND: self._on_settings,
            Ping.KIND: self._on_ping,
            AskStatistics.KIND: self._on_statistics,
            AskPrompt.KIND: self._on_prompt,
        }

    @property
    def closed(self) -> int:
        """The set of closed sites, debounced."""
        return self._debouncer.believed

    @property
    def is_settled(self) -> bool:
        """No site is changing, and the first report is no longer held back."""
        return self._debouncer.is_settled and not self._unsure_scans

    @property
    def scan_us(self) -> int:
        """The time from one scan to the next."""
        return 1_000_000 // self.settings.scans_per_s

    def started(self, now_us: int) -> None:
        """Send the hello, and switch off lights still lit from before.

        A host that receives an unrequested hello knows that the board has lost its state.
        """
        self._send(self._hello)
        if self._pixels:
            self._light_us = now_us
        self._on_change(now_us)

    def log(self, text: str) -> None:
        """Send a line for the host's log."""
        self._send(Log(text))

    def scanned(self, closed: int, now_us: int, took_us: int = 0) -> None:
        """Process one scan of all contacts, as a set of sites, and do what is due.

        `took_us` is the duration of the scan, for the statistics.
        """
        self.scans += 1
        if took_us > self.longest_scan_us:
            self.longest_scan_us = took_us
        if self._debouncer.scanned(closed) and not self._unsure_scans:
            self._report_us = self.next_due_us = now_us
        if self._unsure_scans:
            self._unsure_scans -= 1
            if not self._unsure_scans:
                self._report_us = self.next_due_us = now_us
        if now_us >= self.next_due_us:
            self._run_due(now_us)

    def tagged(self, seen: "dict[int, bytes]", now_us: int) -> None:
        """Take the picture of all tags, by their sites, when it has changed; it remains the caller's."""
        self._tags = seen
        self._send_all_tags(now_us)
        self._on_change(now_us)

    def receive(self, data: bytes, now_us: int) -> None:
        """Process bytes from the host, split anywhere, and answer."""
        messages = self._decoder.receive(data)
        for message in messages:
            if self._is_understood or message.KIND in FROZEN:
                answer = self._answers.get(message.KIND)
                if answer is not None:
                    answer(message, now_us)
        if messages:
            self._dark_us = now_us + SILENCE_US
        if self._decoder.damage != self._damage:
            self._damage = self._decoder.damage
            self._damage_us = min(self._damage_us, now_us + DAMAGE_US)
        self._on_change(now_us)

    def _on_change(self, now_us: int) -> None:
        self.next_due_us = self._first_due_us()
        if now_us >= self.next_due_us:
            self._run_due(now_us)

    def _first_due_us(self) -> int:
        return min(self._report_us, self._light_us, self._damage_us, self._dark_us, self._tags_us)

    def _run_due(self, now_us: int) -> None:
        if now_us >= self._report_us:
            self._report(now_us)
        if now_us >= self._light_us:
            self._refresh(now_us)
        if now_us >= self._damage_us:
            self._damage_us = _NEVER_US
            self._on_statistics(AskStatistics(), now_us)
        if now_us >= self._dark_us:
            self._dark_us = _NEVER_US
            self._put_out(now_us)
        if now_us >= self._tags_us:
            self._send_tags(now_us)
        self.next_due_us = self._first_due_us()

    def _report(self, now_us: int) -> None:
        is_sent = self._send(Sensors(now_us // 1000, self._debouncer.believed, self._size))
        self._report_us = now_us + (HEARTBEAT_US if is_sent else RETRY_US)

    def _send_all_tags(self, now_us: int) -> None:
        if self._hello.tag_readers:
            self._tags_left = self._sites
            self._tags_us = now_us

    def _send_tags(self, now_us: int) -> None:
        """Send the next frame of tags. The following one is due at once while there are changes left."""
        part = tags_in_frame(self._tags, self._tags_from, self._sites)
        if not self._send(part):
            self._tags_us = now_us + RETRY_US
            return
        self._tags_from = part.end % self._sites
        self._tags_left = max(0, self._tags_left - (part.end - part.first))
        self._tags_us = now_us if self._tags_left else now_us + HEARTBEAT_US

    def _refresh(self, now_us: int) -> None:
        """Show the picture. The next one waits until this is out."""
        size = self._width * self._hello.lights
        self._show(memoryview(self._pixels)[:size])
        self._light_us = _NEVER_US
        self._lights_busy_us = now_us + BYTE_US * size + PAUSE_US

    def _put_out(self, now_us: int) -> None:
        self._darken(WIDTHS[-1])
        self._refresh(now_us)

    def _darken(self, width: int) -> None:
        self._width = width
        self._pixels[:] = bytes(len(self._pixels))

    def _send(self, message: BoardMessage) -> bool:
        is_sent = self._write(self._encoder.encode(message))
        self.dropped += not is_sent
        return is_sent

    def _on_hello(self, message: AskHello, now_us: int) -> None:
        self._is_understood = message.protocol == PROTOCOL
        self._send(self._hello)
        if self._is_understood:
            self._send_all_tags(now_us)

    def _on_lights(self, message: Lights, now_us: int) -> None:
        first, width, palette, runs = message.first, message.width, message.palette, message.runs
        colours = len(palette) // width
        lights: int = count_lights(runs, len(runs), colours)
        if lights < 0 or first + lights > self._hello.lights:
            what = f"lights {first} to {first + lights - 1} of {self._hello.lights}"
            self._refuse("lights of no colour" if lights < 0 else what)
            return
        if width != self._width:
            self._darken(width)
        paint(self._pixels, first, width, palette, colours, runs, len(runs))
        if message.is_last:
            self._light_us = max(now_us, self._lights_busy_us)

    def _on_settings(self, message: Settings, _now_us: int) -> None:
        if not _is_within(message.debounce_ms, DEBOUNCE_RANGE_MS):
            self._refuse(f"debounce_ms {message.debounce_ms}, not {DEBOUNCE_RANGE_MS}")
        elif not _is_within(message.scans_per_s, SCANS_RANGE_PER_S):
            self._refuse(f"scans_per_s {message.scans_per_s}, not {SCANS_RANGE_PER_S}")
        elif message != self.settings:
            self.settings = message
            self._debouncer.set_scans(scans_for(message.debounce_ms, message.scans_per_s))
            if self._unsure_scans:
                self._unsure_scans = self._debouncer.scans
        self._send(self.settings)

    def _on_ping(self, message: Ping, _now_us: int) -> None:
        self._send(Pong(message.token))

    def _on_statistics(self, _message: AskStatistics, now_us: int) -> None:
        way_here = self._decoder
        self._send(
            Statistics(
                now_us // 1000,
                self.scans,
                self.longest_scan_us,
                self.dropped,
                way_here.crc_errors,
                way_here.lost,
                way_here.skipped,
                way_here.refused + self.refused,
            )
        )

    def _on_prompt(self, _message: AskPrompt, now_us: int) -> None:
        self._put_out(now_us)
        self.wants_prompt = True

    def _refuse(self, why: str) -> None:
        self.refused += 1
        self.log("refused: " + why)


def _is_within(value: int, bounds: "tuple[int, int]") -> bool:
    return bounds[0] <= value <= bounds[1]
