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
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.broker import IS_HERE, WHY_NOT, broker, until
from controller.daemon.daemon import started
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
    """From a piece's coming to rest to the action in the journal, in milliseconds; the longest time between
    two looks at the table; and the commands that were told, and left out."""

    stored_ms: int
    longest_look_ms: int
    told: int
    left_out: int


class _NoLights:
    """Lights that nobody looks at."""

    def show(self, frame: bytes) -> None:
        """See `Lights`."""


def flood(port: int) -> int:
    """Tell a broker so many commands. Gives how many."""
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
    """Play one action in the flood."""
    events = Events()
    looked: list[int] = []
    with tempfile.TemporaryDirectory(prefix="tablier-") as name, broker(Path(name)) as one:
        settings = MqttSettings(broker="127.0.0.1", port=one.port, table=TABLE, commands=True)
        journal = Path(name) / "journal.sqlite"
        with Journal.open(journal) as kept:
            daemon = started(Config(), kept, _NoLights(), ["board"], lambda: 0)
            for event in (LinkUp(0, "board", "it"), SensorFrame(0, 0)):
                daemon.handle(event, now_ms())
            for button in ("game-masterplan", "start"):
                daemon.handle(Pressed(now_ms(), button), now_ms())
            voice = MqttPublisher(settings, "", journal, events.broker.put, after_s=0)
            voice.start()
            voice.follow(daemon.shown)
            until(lambda: not voice.trouble)
            command = [sys.executable, "-m", "benchmarks.flood", str(one.port)]
            with subprocess.Popen(command, stdout=subprocess.PIPE) as flooding:
                closed, set_ms = 0, now_ms() + SET_AFTER_MS

                def frame(at_ms: int) -> None:
                    nonlocal closed
                    looked.append(at_ms)
                    closed = daemon.session.tables["masterplan"].sites("d4.ne") if at_ms >= set_ms else 0
                    events.put(SensorFrame(at_ms, closed))

                def is_over() -> bool:
                    return bool(kept.entries(1)) or now_ms() > set_ms + 1000 * SECONDS

                loop(daemon, (), NoDisplay(), events, now_ms, until=is_over, follow=voice.follow, look=frame)
                stored_ms = now_ms() - set_ms - Config().play.settle_ms
                told = int(flooding.communicate()[0])
            voice.stop()
    gaps = [later - earlier for earlier, later in itertools.pairwise(looked)]
    return Figures(stored_ms, max(gaps), told, voice.left_out + events.dropped["broker"])


def main(arguments: list[str], say: Callable[[str], None] = print) -> None:
    """The flood, or the figures."""
    if arguments:
        say(str(flood(int(arguments[0]))))
    else:
        say(str(msgspec.to_builtins(figures())) if IS_HERE else WHY_NOT)


if __name__ == "__main__":
    main(sys.argv[1:])
