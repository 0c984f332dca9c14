from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from controller.daemon.supervisor import notify


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.settimeout(5)
        channel.bind(str(tmp_path / "notify"))
        yield channel


def test_systemd_is_told_when_it_listens(
    listener: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    notify("READY=1")
    assert listener.recv(100) == b"READY=1"


def test_an_abstract_socket_is_reached_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.settimeout(5)
        channel.bind("\0tablier-test-notify")
        monkeypatch.setenv("NOTIFY_SOCKET", "@tablier-test-notify")
        notify("WATCHDOG=1")
        assert channel.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "@nobody-listens-here"])
def test_a_supervisor_that_is_not_there_ends_no_game(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    notify("READY=1")
    monkeypatch.delenv("NOTIFY_SOCKET")
    notify("READY=1")


def test_a_supervisor_that_does_not_listen_holds_nothing_up(
    listener: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    more_than_the_socket_keeps = 2_000
    for _ in range(more_than_the_socket_keeps):
        notify("WATCHDOG=1")
    listener.setblocking(False)
    heard = 0
    with suppress(BlockingIOError):
        while listener.recv(100):
            heard += 1
    assert 0 < heard < more_than_the_socket_keeps
