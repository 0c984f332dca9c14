"""The files that both ends run give the same under MicroPython as under CPython."""

import subprocess
import sys
from pathlib import Path

from hardware.board.messages import (
    AskHello,
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
    Tags,
)
from hardware.board.wire import Encoder
from tests.needs import needs_micropython

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("both_interpreters.py")

FRAMES: list[BoardMessage] = [
    AskHello(),
    AskHello(255),
    Hello(2, "0.1.0", 24, 24, 576),
    Hello(255, "", 32, 32, 1024),
    Sensors(0, 0, 1),
    Sensors(2**32 - 1, 2**1024 - 1, 128),
    Sensors(123456, 1 << 575 | 1 << 300 | 1, 72),
    Lights(0, 3, b"", b""),
    Lights(65535, 4, bytes(range(60)), bytes(range(256)), is_last=False),
    Lights(864, 3, b"\xf5\xd1\xf5", b"\xf5\xd1" * 240),
    Settings(0, 65535),
    Ping(0),
    Ping(2**32 - 1),
    Pong(0x7FFFFFFF),
    AskStatistics(),
    Statistics(1, 2, 3, 4, 5, 6, 2**31, 2**32 - 1),
    Log("refused: lights 63 to 64 of 64"),
    Log(""),
    Hello(2, "0.1.0", 8, 8, 64, 64),
    Tags(0, 1024, ()),
    Tags(500, 1024, ((500, b"\xf5\xd1\x00\x01"), (501, b""), (1023, bytes(range(10))))),
]


def printed_by(interpreter: str, frames: Path) -> str:
    command = [
        sys.executable,
        *(["-m", interpreter] if interpreter else []),
        str(PROGRAM),
        str(ROOT),
        str(frames),
    ]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout


@needs_micropython
def test_codec_and_debouncing_give_the_same_under_both(tmp_path: Path) -> None:
    encoder = Encoder()
    frames = tmp_path / "frames"
    frames.write_text("".join(encoder.encode(message).hex() + "\n" for message in FRAMES))
    by_cpython = printed_by("", frames)
    assert printed_by("micropython_unix", frames) == by_cpython
    lines = by_cpython.splitlines()
    assert lines[: len(FRAMES)] == [f"{message!r} True True" for message in FRAMES]
    assert {line.split()[0] for line in lines[-300:]} == {"True", "False"}
