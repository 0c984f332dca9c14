"""The page as it is served: live, with the past, and closed to what it is not meant for."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from controller.daemon.shown import Shown
from controller.model.phones import Served, Watched
from controller.model.view import Phase
from controller.referee.session import Event
from controller.settings.settings import WebSettings
from controller.shell.model.layers import Demonstration
from controller.shell.model.state import Chances, Shell
from controller.view.commentary import Expected
from controller.view.language import LANGUAGES
from controller.web import audience, pages
from controller.web import server as served
from controller.web.doors import CONNECTIONS_EACH
from controller.web.guard import BURST, HEADERS, STREAMS_EACH
from controller.web.pages import preferred
from controller.web.picture import percents
from controller.web.server import WebServer, address_of, listening
from controller.web.site import FILES, WORDS
from tests.controller.simulation.storm.flaky_broker import AT_ONCE
from tests.controller.web.serving import (
    ANY_PORT,
    HOUSES,
    WITHIN_S,
    Stream,
    ask,
    connection,
    kept_games,
    massai,
    masterplan,
    serving,
    shown,
    told,
    until,
)


def said(picture: dict[str, Any]) -> list[str]:
    """The actions in words."""
    return [move["words"] for move in picture["moves"]]


def test_an_action_is_reported_with_its_player_and_what_it_scored() -> None:
    with serving(masterplan(*HOUSES, "park e5")) as server:
        stream = Stream(server)
        *_, park = stream.picture()["moves"]
        stream.close()
    assert park["player"] == "White"
    assert [gain["points"] for gain in park["gains"]] == ["+2", "+1"]


def test_the_game_that_the_table_plays_by_itself_is_on_the_page() -> None:
    session = masterplan()
    play = masterplan(*HOUSES, "park e5").current
    expected = Expected(side="white", result=0.7)
    layer = Demonstration(play, 1, 0, words=("White leads.",), expected=expected)
    on_stage = Shown(Shell(replace(session, play=None, phase=Phase.MENU), layer=layer), (1024, 600))
    with serving(session) as server:
        stream = Stream(server)
        stream.picture()
        server.follow(on_stage)
        picture = stream.picture()
        stream.close()
    assert (picture["phase"], picture["heading"]) == ("demo", "The table plays by itself")
    assert picture["ask"] == ["White leads."]
    assert len(picture["moves"]) == 4
    assert [chance["percent"] for chance in picture["chances"]] == [70, 30]


def test_the_table_is_told_whether_anyone_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "LINGER_S", 0.05)
    monkeypatch.setattr(audience, "AGAIN_S", 0.05)
    told: list[bool] = []
    refused = [True]

    def emit(event: Event) -> bool:
        if isinstance(event, Watched):
            if refused:
                return not refused.pop()
            told.append(event.is_watched)
        return True

    with serving(masterplan(), emit=emit) as server:
        first, second = Stream(server), Stream(server, "de")
        until(lambda: told == [True])
        first.close()
        second.close()
        until(lambda: told == [True, False])
        last = Stream(server)
        until(lambda: told == [True, False, True])
    last.close()
    assert told == [True, False, True, False]


def test_chances_are_on_the_page_and_add_up() -> None:
    session = masterplan(*HOUSES)
    one = Shell(session, chances=Chances(1, session.current.position, is_due=True))
    with serving(session) as server:
        stream = Stream(server, "de")
        assert stream.picture()["no_chances"] == ""
        server.follow(Shown(one, (1024, 600)))
        assert stream.picture()["no_chances"] == "werden berechnet"
        known = replace(one.chances, is_due=False, results=(0.331, 0.669))
        server.follow(Shown(replace(one, chances=known), (1024, 600)))
        picture = stream.picture()
        stream.close()
    assert picture["no_chances"] == ""
    assert [(chance["name"], chance["percent"]) for chance in picture["chances"]] == [
        ("Weiß", 33),
        ("Gelb", 67),
    ]
    assert percents((1 / 3, 1 / 3, 1 / 3)) == [34, 33, 33]


def test_the_rules_of_each_game_can_be_read() -> None:
    with serving(masterplan()) as server:
        pages = told(server, "/rules/de/masterplan")
        assert pages[0]["title"] == "Das Ziel"
        assert all(page["lines"] and page["board"].startswith("<svg") for page in pages)
        assert ask(server, "/rules/en/chess")[0].status == 404


def test_whoever_follows_is_told_the_whole_picture_and_then_each_new_one() -> None:
    with serving(masterplan(*HOUSES[:2])) as server:
        stream = Stream(server)
        first = stream.picture()
        assert first["heading"] == "White to move"
        assert said(first) == ["House on d4 north-east", "House on f6 north"]
        assert [score["name"] for score in first["scores"]] == ["White", "Yellow"]
        server.follow(shown(masterplan(*HOUSES)))
        second = stream.picture()
        assert second["ask"] == ["Park on e5"]
        assert said(second)[2:] == ["House on c3 north"]
        assert second["board"].startswith("<svg")
        stream.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_follows_in_their_language(language: str) -> None:
    headings = {"en": "White to move", "fr": "À Blanc de jouer", "de": "Weiß ist am Zug"}
    with serving(masterplan(*HOUSES[:2])) as server:
        stream = Stream(server, language)
        assert stream.picture()["heading"] == headings[language]
        stream.close()
        words = told(server, f"/words/{language}")
        assert set(words) == set(WORDS)
        assert all(words.values())


def test_a_stream_that_comes_later_has_the_picture_at_once() -> None:
    with serving(masterplan(*HOUSES)) as server:
        for _ in range(3):
            stream = Stream(server)
            assert len(stream.picture()["moves"]) == len(HOUSES)
            stream.close()


def test_a_stream_speaks_at_once_and_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "HEARTBEAT_S", 0.05)
    with serving() as server:
        stream = Stream(server)
        assert stream.answer.headers["X-Accel-Buffering"] == "no"
        assert [stream.line() for _ in range(6)] == ["event: beat\n", "data:\n", "\n"] * 2
        stream.close()


@pytest.mark.parametrize("path", ["/", "/events/en", "/words/en"])
def test_whoever_asks_for_the_head_gets_no_body(path: str) -> None:
    with serving(masterplan()) as server, socket.create_connection(("127.0.0.1", server.port)) as line:
        line.settimeout(WITHIN_S)
        line.sendall(f"HEAD {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        told = b"".join(iter(lambda: line.recv(65536), b""))
        assert told.startswith(b"HTTP/1.1 200")
        assert told.endswith(b"\r\n\r\n")


def test_an_attack_is_reported_and_its_cell_is_not() -> None:
    played = ("setup dark b2 b3 c3 c4 d4", "setup light e3 e4 f4 f5 g5")
    with serving() as server:
        seen = []
        for cell in ("e3", "e4"):
            server.follow(shown(massai(*played, f"attack {cell}")))
            stream = Stream(server)
            seen.append(stream.picture())
            stream.close()
        assert said(seen[0])[-1] == "a secret choice"
        assert seen[0] == seen[1]


def test_the_games_of_the_past_are_listed_and_stepped_through(tmp_path: Path) -> None:
    with serving(masterplan(), kept_games(tmp_path)) as server:
        (game,) = told(server, "/games/fr")
        assert game["title"] == "Masterplan"
        assert game["outcome"] == "Jaune gagne\N{NARROW NO-BREAK SPACE}: Blanc 0, Jaune 0"
        assert game["started_ms"] == 1_700_000_000_000
        assert game["plies"] == 3
        steps = [told(server, f"/games/en/{game['id']}/{ply}") for ply in range(5)]
        assert [step["heading"] for step in steps] == [f"Action {min(ply, 3)} of 3" for ply in range(5)]
        assert all(len(step["moves"]) == len(HOUSES) for step in steps)
        assert steps[0]["board"] != steps[1]["board"]
        answer, text = ask(server, f"/games/{game['id']}.jsonl")
        assert answer.headers["Content-Disposition"] == 'attachment; filename="tablier-game-1.jsonl"'
        assert [json.loads(line) for line in text.splitlines()][1:] == [{"play": house} for house in HOUSES]


def test_the_game_on_the_table_is_no_game_of_the_past(tmp_path: Path) -> None:
    with serving(masterplan(), kept_games(tmp_path)) as server:
        for path in ("/games/2.jsonl", "/games/en/2/0", "/games/en/3/0", "/games/99.jsonl"):
            answer, _ = ask(server, path)
            assert answer.status == 404, path


def test_without_a_kept_journal_there_is_no_past() -> None:
    with serving(masterplan()) as server:
        assert told(server, "/games/en") == []
        assert ask(server, "/games/1.jsonl")[0].status == 404


def test_a_journal_that_cannot_be_read_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    file.write_bytes(b"no journal" * 500)
    with serving(masterplan(), file) as server:
        answer, text = ask(server, "/games/en")
        assert answer.status == 503
        assert "journal" in text


@pytest.mark.parametrize(
    "path", ["/", "/static/page.js", "/words/en", "/games/en", "/no/such/page", "/games/9.jsonl"]
)
def test_every_answer_says_what_a_browser_may_do_with_it(path: str) -> None:
    with serving() as server:
        answer, _ = ask(server, path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
        assert "Set-Cookie" not in answer.headers
        assert "Server" not in answer.headers


def test_the_page_loads_nothing_from_elsewhere() -> None:
    with serving() as server:
        _, page = ask(server, "/", **{"Accept-Language": "de-CH,de;q=0.9"})
        assert '<html lang="de">' in page
        texts = [page, *(ask(server, f"/static/{name.rpartition('/')[2]}")[1] for name in FILES)]
        for text in texts:
            assert "https://" not in text
            assert text.replace("http://www.w3.org/", "").count("http://") == 0


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("fr-BE,fr;q=0.8", "fr"), ("ja, de;q=0.5", "de"), ("x" * 5000, "en"), (";,;", "en")],
)
def test_the_language_is_the_first_that_there_is(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_done_to_the_table(method: str) -> None:
    with serving(masterplan()) as server:
        for path in ("/", "/events/en", "/games/en"):
            assert ask(server, path, method, b"x" * 3000)[0].status == 405


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/events/xx",
        "/games/en/1/-1",
        "/games/en/99999999999/0",
    ],
)
def test_what_is_no_page_is_not_found(path: str) -> None:
    with serving(masterplan()) as server:
        assert ask(server, path)[0].status == 404


def test_another_name_is_not_answered() -> None:
    with serving(masterplan()) as server:
        answer, text = ask(server, "/games/en", Host="evil.example")
        assert answer.status == 421
        assert "name" in text


def test_whoever_asks_too_much_is_told_to_wait() -> None:
    with serving() as server:
        line = connection(server)
        statuses = []
        for _ in range(2 * BURST):
            line.request("GET", "/static/icon.svg")
            answer = line.getresponse()
            answer.read()
            statuses.append(answer.status)
        line.close()
        assert statuses[:BURST] == [200] * BURST
        assert 429 in statuses


def test_of_too_many_streams_the_last_is_told_to_come_again() -> None:
    with serving(masterplan()) as server:
        streams = [Stream(server) for _ in range(STREAMS_EACH)]
        refused = Stream(server)
        assert refused.answer.status == 503
        assert refused.answer.headers["Retry-After"] == "10"
        refused.close()
        streams.pop().close()

        def is_free() -> bool:
            stream = Stream(server)
            streams.append(stream)
            return stream.answer.status == 200

        server.follow(shown(masterplan(*HOUSES)))
        until(is_free)
        for stream in streams:
            stream.close()


def test_of_too_many_connections_of_one_address_the_last_are_turned_away() -> None:
    with serving() as server:
        lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(CONNECTIONS_EACH)]
        ask_first = lines[0]
        ask_first.sendall(b"GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert ask_first.recv(20).startswith(b"HTTP/1.1 200")
        with socket.create_connection(("127.0.0.1", server.port)) as one_more:
            one_more.settimeout(20)
            assert one_more.recv(10) == b""
        for line in lines:
            line.close()


def test_a_port_that_is_taken_is_reported_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(served, "FIRST_RETRY_S", 0.01)
    monkeypatch.setattr(served, "LAST_RETRY_S", 0.01)
    caplog.set_level(logging.WARNING)
    taken = socket.create_server(("127.0.0.1", 0))
    port = taken.getsockname()[1]
    server = WebServer(WebSettings(port=port), None, "1", after_s=0)
    server.start()
    try:
        until(lambda: bool(server.trouble))
        assert f"port {port}" in server.trouble
        assert server.port == 0
        taken.close()
        until(lambda: server.port == port)
        assert server.trouble == ""
        assert len([line for line in caplog.messages if "web" in line]) == 1
    finally:
        server.stop()


def test_what_fails_in_the_page_is_logged_and_begun_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(served, "FIRST_RETRY_S", 0.01)
    failures = iter([RuntimeError("no luck")])

    def own_names(settings: WebSettings) -> frozenset[str]:
        for failure in failures:
            raise failure
        return frozenset()

    monkeypatch.setattr("controller.web.guard.own_names", own_names)
    with serving(masterplan()) as server:
        assert ask(server, "/")[0].status == 200
    assert "no luck" in caplog.text


def test_what_is_no_request_and_who_leaves_amid_an_answer_fill_no_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    asked = (
        b"\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03" + bytes(200),
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
        b"nonsense\r\n\r\n",
        *[b"GET /events/en HTTP/1.1\r\nHost: localhost\r\n\r\n"] * 20,
    )
    with serving(masterplan()) as server:
        for request in asked:
            with socket.create_connection(("127.0.0.1", server.port)) as line:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                line.sendall(request)
                if b"/events" not in request:
                    assert line.recv(20).startswith(b"HTTP/1.")
        assert ask(server, "/")[0].status == 200
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_fault_of_the_pages_own_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def preferred(accepted: str) -> str:
        raise RuntimeError("no luck")

    monkeypatch.setattr("controller.web.pages.preferred", preferred)
    with serving(masterplan()) as server:
        assert ask(server, "/")[0].status == 500
    assert "no luck" in caplog.text


def test_where_no_socket_can_be_had_the_page_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: object) -> socket.socket:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(socket, "socket", none_left)
    assert address_of(WebSettings(listen="network"), 8321) == ""


def test_a_table_that_ends_while_its_page_begins_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    begins, ends = threading.Event(), threading.Event()

    def own_names(settings: WebSettings) -> frozenset[str]:
        begins.set()
        assert ends.wait(WITHIN_S)
        return frozenset()

    monkeypatch.setattr("controller.web.guard.own_names", own_names)
    server = WebServer(ANY_PORT, None, "1", after_s=0)
    server.start()
    assert begins.wait(WITHIN_S)
    server._loop = None  # it is not there yet, for whoever looks now
    server._thread.end()
    ends.set()
    server.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "web"]


def test_a_table_that_ends_ends_its_streams() -> None:
    with serving(masterplan()) as server:
        stream = Stream(server)
        stream.picture()
    assert stream.line() in ("", "\n")
    stream.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "web"]


def test_the_table_waits_for_no_one_who_follows() -> None:
    """A client that takes nothing falls behind, and the table does not."""
    with serving(masterplan(*HOUSES)) as server:
        streams = [Stream(server) for _ in range(STREAMS_EACH)]
        sessions = [shown(masterplan(*HOUSES[: number % 3 + 1])) for number in range(200)]
        begun_s = time.thread_time()
        for one in sessions:
            server.follow(one)
        took_s = time.thread_time() - begun_s
        assert took_s < 1  # far above its need: only a step that waits takes this long
        last = streams[-1]
        expected = 199 % 3 + 1
        while len(last.picture()["moves"]) != expected:
            pass
        for stream in streams:
            stream.close()


def test_only_a_page_that_is_open_has_an_address_for_others() -> None:
    assert address_of(WebSettings(), 8321) == ""
    assert address_of(WebSettings(listen="network"), 0) == ""
    named = WebSettings(listen="network", address="http://table.local:8321/")
    assert address_of(named, 8321) == "http://table.local:8321/"
    found = address_of(WebSettings(listen="network"), 8321)
    assert found == "" or found.endswith(":8321/")


def test_the_table_is_told_where_phones_find_its_page() -> None:
    told: list[Event] = []
    settings = WebSettings(listen="network", address="http://table.example:8321/", port=0)
    server = WebServer(settings, None, "1", told.append, after_s=0)
    server.start()
    until(lambda: bool(told))
    server.stop()
    assert [one.address for one in told if isinstance(one, Served)] == ["http://table.example:8321/", ""]


def test_a_page_for_this_computer_alone_is_told_to_no_phone() -> None:
    told: list[Event] = []
    server = WebServer(ANY_PORT, None, "1", told.append, after_s=0)
    server.start()
    until(lambda: server.port > 0)
    server.stop()
    assert told == []


def test_whoever_reads_nothing_any_more_is_hung_up_on_at_the_end() -> None:
    async def endless(request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        while True:
            is_asked.set()
            await answer.write(bytes(2**20))

    async def served() -> None:
        app = web.Application()
        app.router.add_get("/", endless)
        async with listening(app, WebSettings(port=0)) as port:
            client.connect(("127.0.0.1", port))
            client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await is_asked.wait()

    is_asked = asyncio.Event()
    with socket.socket() as client:
        asyncio.run(served())
        gc.collect()  # a connection that was not closed is an error
        client.settimeout(WITHIN_S)
        with suppress(ConnectionResetError):
            while client.recv(2**20):
                pass


@pytest.mark.parametrize("moments", range(4))
def test_whoever_comes_at_the_very_end_is_hung_up_on(moments: int, caplog: pytest.LogCaptureFixture) -> None:
    async def served() -> None:
        async with listening(web.Application(), WebSettings(port=0)) as port:
            client.connect(("127.0.0.1", port))
            for _ in range(moments):
                await asyncio.sleep(0)

    with socket.socket() as client:
        asyncio.run(served())
        gc.collect()  # a connection that was not closed is an error
        client.settimeout(WITHIN_S)
        with suppress(ConnectionResetError):
            assert client.recv(1) == b""
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_port_taken_at_the_last_moment_is_left_to_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    async def served() -> None:
        async with listening(web.Application(), WebSettings(port=other.getsockname()[1])):
            pass

    def listen_second(one: socket.socket, backlog: int) -> None:
        socket.SocketType.listen(other)
        socket.SocketType.listen(one, backlog)

    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", 0))
        monkeypatch.setattr(socket.socket, "listen", listen_second)
        with pytest.raises(OSError, match="in use"):
            asyncio.run(served())
        gc.collect()  # a port that was not closed is an error
