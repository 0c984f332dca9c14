"""A table with a driver from outside: the example as a process, at a board that is a socket."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

from controller.journal.journal import Journal
from tests.controller.test_headless import END_S, free_port, is_listening, page, until

PROJECT = Path(__file__).parents[2] / "examples" / "project"


def test_the_example_runs_a_table_on_its_own_sensors(tmp_path: Path) -> None:
    project = shutil.copytree(PROJECT, tmp_path / "project")
    journal, web = tmp_path / "journal.sqlite", free_port()
    with (project / "table.toml").open("a", encoding="utf-8") as settings:
        settings.write(f'\n[screen]\nkind = "none"\n[journal]\npath = "{journal}"\n[web]\nport = {web}\n')
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(END_S)
        command = [sys.executable, "text_board.py", "127.0.0.1", str(server.getsockname()[1])]
        with subprocess.Popen(command, cwd=project, stderr=subprocess.PIPE, text=True) as process:
            try:
                line, _ = server.accept()
                with line:
                    line.sendall(b"3,3\n")
                    until(lambda: is_listening(web), process.poll)
                    assert "<title>Tablier</title>" in page(web)
                    process.send_signal(signal.SIGTERM)
                    assert process.wait(END_S) == 0
            finally:
                process.kill()
            assert process.stderr is not None
            assert process.stderr.read() == ""
    with Journal.read(journal) as kept:
        assert kept.games() == []


def test_what_the_driver_has_is_awaited_polled_and_dimmed() -> None:
    from controller.settings.config import load
    from hardware.lights.lights import DimmedLights, NoLights
    from tablier.driving import devices_of
    from tests.tablier.test_conformance import Strip

    config = load(None, [("screen.kind", '"none"')])
    sensors, lights = Strip().driver, Strip().driver
    devices = devices_of(config, sensors, lights)
    assert devices.awaited == ("board", "lights")
    assert {sensors, lights} < set(devices.polled)
    devices.lights.show(bytes([255, 255, 255]) * 12)
    assert isinstance(devices.lights, DimmedLights)
    assert 0 < max(lights.frame) < 255
    alone = devices_of(config, sensors, None)
    assert alone.awaited == ("board",)
    assert isinstance(alone.lights, NoLights)
