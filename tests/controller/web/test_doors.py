"""The limit of connections: this many at a time, and none that sends nothing takes another's place."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from controller.settings.settings import WebSettings
from controller.web.client import Proxies, counted
from controller.web.doors import CONNECTIONS_EACH, MOST_HALF_OPEN
from controller.web.guard import HEADERS, STREAMS_EACH
from controller.web.server import WebServer
from tests.controller.web.serving import WITHIN_S, ask, masterplan, serving, until

REQUEST = b"GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\n"
CLIENTS = 200


def line_from(stack: ExitStack, server: WebServer, address: str, said: bytes = REQUEST) -> socket.socket:
    """A connection from one of this computer's own addresses, on which something has been said."""
    line = socket.create_connection(("127.0.0.1", server.port), WITHIN_S, (address, 0))
    stack.enter_context(line)
    line.sendall(said)
    return line


def is_closed(line: socket.socket) -> bool:
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def test_a_connection_at_rest_is_closed() -> None:
    with ExitStack() as stack, page_with() as server:
        line = line_from(stack, server, "127.0.0.1", REQUEST + b"\r\n")
        while line.recv(65536):
            pass


@contextmanager
def page_with(**settings: object) -> Iterator[WebServer]:
    with serving(masterplan(), settings=WebSettings(port=0, **settings)) as server:  # type: ignore[arg-type]
        yield server


def test_a_phone_gets_in_while_another_address_holds_all_that_it_can_half_open() -> None:
    with page_with() as server, ExitStack() as stack:
        lines = [line_from(stack, server, "127.0.0.2") for _ in range(CLIENTS)]
        assert ask(server, "/")[0].status == 200
        assert all(is_closed(line) for line in lines[CONNECTIONS_EACH:])


def test_a_phone_gets_in_while_many_addresses_hold_half_open_requests() -> None:
    with page_with() as server, ExitStack() as stack:
        lines = [line_from(stack, server, f"127.0.1.{number + 1}") for number in range(CLIENTS)]
        assert ask(server, "/")[0].status == 200
        assert all(is_closed(line) for line in lines[: CLIENTS - MOST_HALF_OPEN])


def test_a_request_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.web.doors.HALF_OPEN_S", 0.05)
    with page_with() as server, ExitStack() as stack:
        assert is_closed(line_from(stack, server, "127.0.0.1"))
        stream = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WITHIN_S)
        stack.callback(stream.close)
        stream.request("GET", "/events/en")
        answer = stream.getresponse()
        stack.callback(answer.close)
        assert answer.readline() == b"event: beat\n"


@pytest.mark.parametrize(
    "said", [b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nX: " + b"y" * 20_000 + b"\r\n\r\n"]
)
def test_what_is_no_request_is_answered_as_everything_is(said: bytes) -> None:
    with page_with() as server, ExitStack() as stack:
        line = line_from(stack, server, "127.0.0.1", said)
        answer = http.client.HTTPResponse(line)
        answer.begin()
        assert answer.status == 400
        assert "Server" not in answer.headers
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert answer.read() == b"The table cannot answer this.\n"
        answer.close()


def streams(server: WebServer, stack: ExitStack, clients: list[str]) -> list[int]:
    """Follow for these clients, as a proxy does. Gives the answers' states."""
    found = []
    for client in clients:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WITHIN_S)
        stack.callback(line.close)
        line.request("GET", "/events/en", headers={"X-Forwarded-For": client})
        answer = line.getresponse()
        stack.callback(answer.close)
        found.append(answer.status)
    return found


def test_behind_a_proxy_each_phone_has_its_own_bounds() -> None:
    with page_with(proxies=("127.0.0.1",)) as server, ExitStack() as stack:
        phones = [f"192.168.1.{number + 1}" for number in range(2 * STREAMS_EACH)]
        assert streams(server, stack, phones) == [200] * len(phones)
        one = streams(server, stack, ["192.168.2.1"] * (STREAMS_EACH + 1))
        assert one == [200] * STREAMS_EACH + [503]


def test_who_is_no_proxy_is_not_believed() -> None:
    with page_with() as server, ExitStack() as stack:
        phones = [f"192.168.1.{number + 1}" for number in range(STREAMS_EACH + 1)]
        assert streams(server, stack, phones) == [200] * STREAMS_EACH + [503]


@pytest.mark.parametrize(
    ("address", "forwarded", "client"),
    [
        ("192.168.1.9", ["10.0.0.1"], "192.168.1.9"),
        ("127.0.0.1", ["10.0.0.1"], "10.0.0.1"),
        ("127.0.0.1", ["1.2.3.4, 10.0.0.1"], "10.0.0.1"),
        ("127.0.0.1", ["1.2.3.4", "10.0.0.1, 172.16.5.5"], "10.0.0.1"),
        ("127.0.0.1", ["1.2.3.4, nonsense"], "127.0.0.1"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("::ffff:127.0.0.1", ["2001:db8:1:2:3::4"], "2001:db8:1:2::/64"),
        ("127.0.0.1", ["10.0.0.1:51312"], "10.0.0.1"),
        ("127.0.0.1", ["10.0.0.1, 172.16.5.5:80"], "10.0.0.1"),
        ("127.0.0.1", ["[2001:db8:1:2:3::4]:443"], "2001:db8:1:2::/64"),
        ("127.0.0.1", ["[2001:db8:1:2:3::4]"], "2001:db8:1:2::/64"),
        ("127.0.0.1", ["10.0.0.1:http"], "127.0.0.1"),
        ("127.0.0.1", ["unknown"], "127.0.0.1"),
    ],
)
def test_the_client_is_the_last_that_no_proxy_is(address: str, forwarded: list[str], client: str) -> None:
    assert Proxies(["127.0.0.1", "172.16.0.0/12"]).client(address, forwarded) == client


@pytest.mark.parametrize(
    ("proxy", "address"),
    [
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("::ffff:127.0.0.1", "::ffff:127.0.0.1"),
        ("::ffff:10.0.0.0/104", "10.1.2.3"),
        ("2001:db8::/32", "2001:db8::7"),
    ],
)
def test_a_proxy_may_be_written_in_either_way(proxy: str, address: str) -> None:
    assert Proxies([proxy]).client(address, ["192.168.1.7"]) == "192.168.1.7"
    assert Proxies([proxy]).client("11.1.2.3", ["192.168.1.7"]) == "11.1.2.3"


def test_all_addresses_of_a_network_of_ipv6_are_one_client() -> None:
    assert counted("2001:db8::1") == counted("2001:db8::2:3") != counted("2001:db8:0:1::1")
    assert counted("fe80::1%eth0") == counted("fe80::2")
    assert counted("::ffff:192.168.1.7") == counted("192.168.1.7") == "192.168.1.7"


def test_a_connection_that_has_gone_is_not_counted() -> None:
    with page_with() as server:
        for _ in range(2):
            with ExitStack() as stack:
                for _line in range(CONNECTIONS_EACH - 1):
                    line_from(stack, server, "127.0.0.2")

        def is_let_in() -> bool:
            with ExitStack() as stack, suppress(ConnectionError):
                line = line_from(stack, server, "127.0.0.2", REQUEST + b"\r\n")
                return line.recv(12) == b"HTTP/1.1 200"
            return False

        until(is_let_in)
