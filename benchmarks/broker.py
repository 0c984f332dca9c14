"""A real Mosquitto on loopback, for benchmarks and tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

MOSQUITTO: Final = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
IS_HERE: Final = MOSQUITTO is not None
WHY_NOT: Final = "needs Mosquitto: apt install mosquitto"
WITHIN_S: Final = 30


def until(holds: Callable[[], bool], why: Callable[[], Any] = lambda: "") -> None:
    """Wait for another thread or process."""
    end_s = time.monotonic() + WITHIN_S
    while not holds():
        assert time.monotonic() < end_s, why()
        time.sleep(0.01)


class Broker:
    """A broker that can be killed and restarted; it keeps retained messages in `folder`."""

    def __init__(self, folder: Path, password: str = "", limits: Sequence[str] = ()) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._conf = folder / "mosquitto.conf"
        lines = [
            f"listener {self.port} 127.0.0.1",
            *limits,
            "persistence false",
            f"allow_anonymous {str(not password).lower()}",
        ]
        if os.geteuid() == 0:
            lines.append("user root")  # otherwise it would read the file of names as a user of its own
        if password:
            names = folder / "names"
            names.write_text(f"tablier:{password}\n", encoding="utf-8")
            passwd = shutil.which("mosquitto_passwd")
            assert passwd is not None
            subprocess.run([passwd, "-U", str(names)], check=True)
            lines.append(f"password_file {names}")
        self._conf.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it listens."""
        assert MOSQUITTO is not None
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen([MOSQUITTO, "-c", str(self._conf)], stdout=quiet, stderr=quiet)
        until(self._listens)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """Kill it without notice."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def broker(folder: Path, password: str = "", limits: Sequence[str] = ()) -> Iterator[Broker]:
    """A running broker."""
    one = Broker(folder, password, limits)
    one.start()
    try:
        yield one
    finally:
        one.kill()
