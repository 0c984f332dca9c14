"""Runs commands of the tests outside as root in the machine: a shell command a line, each answered by a line.

Both are JSON; an answer also has the machine's clock, in seconds since its start. It speaks through a virtio
port, so that the machine needs no network.
"""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

PORT = Path("/dev/virtio-ports/tests")


def answer(line: bytes) -> bytes:
    """Run one command; when its time is over, end it and all processes that it has started."""
    asked = json.loads(line)
    with subprocess.Popen(
        asked["command"],
        shell=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=asked["within_s"])
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
    said = {
        "number": asked["number"],
        "status": process.returncode,
        "output": output.decode(errors="replace"),
        "at_s": time.monotonic(),
    }
    return json.dumps(said).encode() + b"\n"


def main() -> None:
    """Answer for ever."""
    while not PORT.exists():
        time.sleep(0.1)
    with PORT.open("r+b", buffering=0) as port:
        held = b""
        while True:
            read = port.read(65536)
            if not read:  # no one is outside
                time.sleep(0.1)
                continue
            *lines, held = (held + read).split(b"\n")
            for line in lines:
                said = answer(line)
                while said:
                    said = said[port.write(said) :]


main()
