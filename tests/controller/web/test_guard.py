"""Requests that strangers may not make."""

from __future__ import annotations

import socket

import pytest

from controller.rate import REMEMBERED
from controller.settings.settings import WebSettings
from controller.web.guard import (
    BURST,
    MOST_STREAMS,
    REQUESTS_PER_S,
    STREAMS_EACH,
    RequestGuard,
    own_names,
)


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def guard(clock: Clock | None = None) -> RequestGuard:
    return RequestGuard(frozenset({"table.local"}), clock or Clock())


def test_an_address_asks_so_much_at_once_and_then_as_fast_as_it_may() -> None:
    clock = Clock()
    asked = guard(clock)
    assert [asked.requests.may("a") for _ in range(BURST + 1)] == [True] * BURST + [False]
    assert asked.requests.may("b")
    clock.now_s = 1.0
    assert [asked.requests.may("a") for _ in range(REQUESTS_PER_S + 1)] == [True] * REQUESTS_PER_S + [False]


def test_many_addresses_fill_no_memory() -> None:
    asked = guard()
    assert all(asked.requests.may(str(number)) for number in range(3 * REMEMBERED))
    assert len(asked.requests) <= REMEMBERED


def test_streams_are_counted_for_each_address_and_for_all() -> None:
    followed = guard()
    for _ in range(STREAMS_EACH):
        assert followed.may_follow("a")
        followed.followed("a", 1)
    assert not followed.may_follow("a")
    followed.followed("a", -1)
    assert followed.may_follow("a")
    for number in range(MOST_STREAMS):
        followed.followed(str(number), 1)
    assert not followed.may_follow("another")


def names(**settings: object) -> frozenset[str]:
    return own_names(WebSettings(**settings))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8321", "localhost", "LOCALHOST:80", "192.168.1.7:8321", "[::1]:8321", "table.local"]
)
def test_the_table_answers_to_its_names(host: str) -> None:
    assert guard().is_own(host)


@pytest.mark.parametrize(
    "host", ["", "evil.example", "table.local.evil.example", "[::1", "127.0.0.1.evil.example"]
)
def test_the_table_answers_to_no_other_name(host: str) -> None:
    assert not guard().is_own(host)


@pytest.mark.parametrize(
    "host",
    ["table", "table.lan", "TABLE.fritz.box:8321", "table.home.arpa", "table.local.", "spiele.example.org"],
)
def test_the_table_answers_to_what_routers_call_it_and_to_names_of_the_settings(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Table.example.org")
    assert RequestGuard(names(names=("Spiele.example.org",)), Clock()).is_own(host)


@pytest.mark.parametrize(
    "host", ["table.example.org", "table.com", "other.lan", "table.lan.evil.example", "table.box", "lan"]
)
def test_below_what_strangers_may_register_a_name_must_stand_in_the_settings(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "table")
    assert not RequestGuard(names(), Clock()).is_own(host)


def test_the_address_of_the_settings_is_a_name_too() -> None:
    assert "games.example" in names(address="https://games.example/")
