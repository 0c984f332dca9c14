"""The daemon without a display, as a process of its own: its journal, its page, and a real broker."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from benchmarks.broker import IS_HERE, Broker
from tests.controller.mqtt.listener import listening
from tests.needs import needs

END_S = 90

SILENT = 'sound.kind="none"'
"""A computer without a sound card would say so."""

pytestmark = pytest.mark.timeout(400)


def until(holds: Callable[[], bool], why: Callable[[], object] = lambda: "") -> None:
    """Wait for another process, also on a computer that does much else."""
    end_s = time.monotonic() + END_S
    while not holds():
        assert time.monotonic() < end_s, why()
        time.sleep(0.05)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@contextmanager
def running(folder: Path, *settings: str) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """`tablier play --headless` with a journal in this folder; killed if it does not end."""
    journal = folder / "journal.sqlite"
    words = [word for one in (f'journal.path="{journal}"', SILENT, *settings) for word in ("--set", one)]
    environment = {name: value for name, value in os.environ.items() if not name.endswith("DISPLAY")}
    command = [sys.executable, "-m", "tablier", "play", "--headless", *words]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, cwd=folder) as process:
        try:
            yield process, journal
        finally:
            if process.poll() is None:
                process.kill()


def is_listening(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def page(port: int) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    with closing(connection):
        connection.request("GET", "/")
        return connection.getresponse().read().decode()


def test_it_serves_its_page_keeps_its_journal_and_ends_when_it_is_told(tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, f"web.port={port}") as (process, journal):
        until(lambda: is_listening(port), process.poll)
        assert "<title>Tablier</title>" in page(port)
        assert journal.exists()
        process.send_signal(signal.SIGTERM)
        assert process.wait(END_S) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


@needs(IS_HERE, "Mosquitto", "mosquitto")
def test_a_game_is_started_and_told_at_a_broker(tmp_path: Path) -> None:
    broker = Broker(tmp_path, "secret")
    broker.start()
    password = tmp_path / "password"
    password.write_text("secret\n")
    password.chmod(0o600)
    settings = {
        "mqtt.broker": '"127.0.0.1"',
        "mqtt.port": str(broker.port),
        "mqtt.username": '"tablier"',
        "mqtt.password_file": f'"{password}"',
        "mqtt.table": '"t"',
        "mqtt.commands": "true",
        "web.listen": '"off"',
    }
    try:
        with (
            listening(broker.port, password="secret") as heard,
            running(tmp_path, *(f"{key}={value}" for key, value in settings.items())) as (process, _),
        ):
            until(lambda: "menu" in [one["phase"] for one in heard.payloads("/game")], process.poll)
            heard.publish("tablier/t/command/start", b"masterplan")
            until(lambda: "masterplan" in [one["name"] for one in heard.payloads("/game")])
            process.send_signal(signal.SIGTERM)
            assert process.wait(END_S) == 0
    finally:
        broker.kill()


def test_foreign_folders_of_the_same_names_are_not_taken_for_ours(tmp_path: Path) -> None:
    for module in ("controller", "hardware", "engines"):
        (tmp_path / module).mkdir()
        (tmp_path / module / "__init__.py").write_text("raise SystemExit('a foreign module')\n")
    script = tmp_path / "a.table"
    script.write_text("game masterplan\nplay house d4 ne\nexpect plies 1\n")
    command = Path(sys.executable).with_name("tablier")
    environment = os.environ | {"PYTHONPATH": "."}
    for line in ([command], [sys.executable, "-m", "tablier"]):
        ended = subprocess.run(
            [*line, "script", script],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.endswith("1 passed, 0 failed\n")
