"""How long a table takes to store an action while a broker brings it 20,000 commands a second.

`python -m benchmarks.flood` prints it. The broker is a real Mosquitto, and the flood a process of its own:
`python -m benchmarks.flood PORT`.
"""

from __future__ import annotations

import itertools
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.broker import IS_HERE, WHY_NOT, broker, until
from benchmarks.figures import percentile
from controller.daemon.daemon import Daemon, started
from controller.daemon.display import NoDisplay
from controller.daemon.events import Events
from controller.daemon.main_loop import loop
from controller.journal.journal import Journal
from controller.monotonic import now_ms
from controller.mqtt.publisher import MqttPublisher
from controller.referee.session import Pressed
from controller.settings.settings import Config, MqttSettings
from hardware.ports import LinkUp, SensorFrame

COMMANDS_PER_S: Final = 20_000
BATCH: Final = 200
SECONDS: Final = 10.0
SET_AFTER_MS: Final = 3_000
TABLE: Final = "flooded"
CONNECT: Final = b"\x10\x0d\x00\x04MQTT\x04\x02\x00\x3c\x00\x01f"


class Figures(msgspec.Struct, frozen=True):
    """From a piece's coming to rest to the action in the journal; the time between two looks at the table:
    the 99th percentile, the longest, and the longest without a flood; all in milliseconds of the wall clock.
    And the numbers of commands published and dropped."""

    stored_ms: int
    look_p99_ms: float
    longest_look_ms: int
    longest_quiet_look_ms: int
    told: int
    left_out: int


@dataclass(slots=True)
class _Seen:
    """One game in a flood, or without. Times are milliseconds."""

    set_ms: int
    stored_ms: int = 0
    looked: list[int] = field(default_factory=list)
    left_out: int = 0

    @property
    def gaps(self) -> list[int]:
        return [later - earlier for earlier, later in itertools.pairwise(self.looked)]


class _NoLights:
    """Lights that are not looked at."""

    def show(self, frame: bytes) -> None:
        """See `Lights`."""


def flood(port: int) -> int:
    """Send a broker this many commands. Returns the number sent."""
    topic = f"tablier/{TABLE}/command/message".encode()
    body = len(topic).to_bytes(2, "big") + topic + b"noise"
    packets = (b"\x30" + bytes((len(body),)) + body) * BATCH
    told, begun_s = 0, time.monotonic()
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(CONNECT)
        while (passed_s := time.monotonic() - begun_s) < SECONDS:
            line.sendall(packets)
            told += BATCH
            time.sleep(max(0.0, told / COMMANDS_PER_S - passed_s))
    return told


def figures() -> Figures:
    """Play one action without a flood, and one in it."""
    with tempfile.TemporaryDirectory(prefix="tablier-") as name, broker(Path(name)) as one:
        quiet = _played(Path(name) / "quiet.sqlite", one.port)
        command = [sys.executable, "-m", "benchmarks.flood", str(one.port)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as flooding:
            seen = _played(Path(name) / "flooded.sqlite", one.port)
            told = int(flooding.communicate()[0])
    stored_ms = seen.stored_ms - seen.set_ms - Config().play.settle_ms
    return Figures(stored_ms, percentile(seen.gaps, 99), max(seen.gaps), max(quiet.gaps), told, seen.left_out)


def _played(journal: Path, port: int) -> _Seen:
    """A table in operation, at which a house is set."""
    events = Events()
    with Journal.open(journal) as kept:
        daemon = _begun(kept)
        settings = MqttSettings(broker="127.0.0.1", port=port, table=TABLE, commands=True)
        voice = MqttPublisher(settings, "", journal, events.broker.put, after_s=0)
        voice.start()
        voice.follow(daemon.shown)
        until(lambda: not voice.trouble)
        seen = _Seen(now_ms() + SET_AFTER_MS)
        house = daemon.session.tables["masterplan"].sites("d4.ne")

        def look(at_ms: int) -> None:
            seen.looked.append(at_ms)
            events.put(SensorFrame(at_ms, house if at_ms >= seen.set_ms else 0))
            if not seen.stored_ms and at_ms > seen.set_ms and kept.entries(1):
                seen.stored_ms = at_ms

        end_ms = now_ms() + round(1000 * SECONDS)
        until_then = partial(_is_after, end_ms)
        loop(daemon, (), NoDisplay(), events, now_ms, until=until_then, follow=voice.follow, look=look)
        seen.left_out = voice.left_out + events.dropped["broker"]
        voice.stop()
    return seen


def _begun(kept: Journal) -> Daemon:
    """A table at which a game has begun."""
    daemon = started(Config(), kept, _NoLights(), ["board"], lambda: 0)
    for event in (LinkUp(0, "board", "it"), SensorFrame(0, 0)):
        daemon.handle(event, now_ms())
    for button in ("game-masterplan", "start"):
        daemon.handle(Pressed(now_ms(), button), now_ms())
    return daemon


def _is_after(end_ms: int) -> bool:
    return now_ms() >= end_ms


def main(arguments: list[str], say: Callable[[str], None] = print) -> None:
    """The flood, or the figures."""
    if arguments:
        say(str(flood(int(arguments[0]))))
    else:
        say(str(msgspec.to_builtins(figures())) if IS_HERE else WHY_NOT)


if __name__ == "__main__":
    main(sys.argv[1:])
