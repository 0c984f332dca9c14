"""The referee, and what the journal exports for it: a line has one answer, and a bad one changes nothing."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from functools import cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.model.records import Played, Start, Undo
from engines.games import GAMES
from engines.protocol import Referee, run
from tests.fuzz.rubbish import fuzzed, mutated
from tests.vector_games import vectors

LONGEST = 30
CODES = {"bad-json", "bad-request", "unknown-game", "bad-option", "bad-notation", "illegal"}
OPTIONS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["white", "dark", "p1", "a1", "choice", "identity", 2, 3, 4, 1e308]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@cache
def played() -> tuple[list[dict[str, Any]], ...]:
    """The first requests of every game in the vectors."""
    return tuple(vector["requests"][:LONGEST] for game in GAMES for vector in vectors(game))


@cache
def lines() -> tuple[bytes, ...]:
    return tuple(sorted({json.dumps(request).encode() for requests in played() for request in requests}))


@cache
def keys() -> list[str]:
    """All keys of headers, at any depth."""
    found = set()
    for requests in played():
        found |= {key for key in requests[0] if key != "game"} | set(requests[0].get("options", {}))
    return sorted(found)


@st.composite
def headers(draw: st.DrawFn) -> dict[str, Any]:
    """A header with options that are not what they should be."""
    header = dict(draw(st.sampled_from([requests[0] for requests in played()])))
    if "options" in header and draw(st.booleans()):
        name = draw(st.sampled_from(keys()))
        return header | {"options": dict(header["options"]) | {name: draw(OPTIONS)}}
    return header | {draw(st.sampled_from([*keys(), "options"])): draw(OPTIONS)}


def state(referee: Referee) -> str:
    return referee.answer('{"ask":"position"}')


def answered(referee: Referee, line: bytes | str) -> dict[str, Any]:
    """The answer to a line. There must be exactly one, and a refusal must change nothing."""
    before = state(referee)
    text = referee.answer(line)
    assert text.isascii()
    assert "\n" not in text
    assert len(text) < 100_000
    answer: dict[str, Any] = json.loads(text)
    if not answer["ok"]:
        assert answer["error"] in CODES
        assert answer["message"]
        assert state(referee) == before
    return answer


@fuzzed
@given(st.sampled_from(played()), st.lists(mutated(lines()), max_size=4))
def test_rubbish_in_mid_game_is_answered_and_changes_nothing(
    requests: list[dict[str, Any]], rubbish: list[bytes]
) -> None:
    referee = Referee()
    for request in requests:
        referee.answer(json.dumps(request))
    for line in rubbish:
        answered(referee, line)


@fuzzed
@given(headers())
def test_a_header_begins_a_game_or_is_refused(header: dict[str, Any]) -> None:
    answered(Referee(), json.dumps(header))


@fuzzed
@given(st.lists(mutated(lines()), max_size=6))
def test_every_line_of_a_stream_has_one_line_of_answer(rubbish: list[bytes]) -> None:
    stream = b"\n".join([*rubbish, b'{"game":"masterplan"}'])
    answers = io.BytesIO()
    run(io.BytesIO(stream), answers)
    found = answers.getvalue().splitlines()
    assert len(found) == stream.count(b"\n") + 1
    assert json.loads(found[-1])["ok"] is True


def texts(requests: list[dict[str, Any]]) -> list[str]:
    return [request["play"] for request in requests if isinstance(request.get("play"), str)]


ROWS = st.lists(st.text(max_size=20) | st.integers(1, 3), max_size=6)


@fuzzed
@given(headers(), st.sampled_from(played()), ROWS)
def test_what_the_journal_exports_is_always_answered(
    header: dict[str, Any], requests: list[dict[str, Any]], more: list[str | int]
) -> None:
    for one in (header, requests[0]):
        with Journal.open(None) as journal:
            game = journal.start_game(one, 1)
            journal.apply([Played(text) for text in texts(requests)], 2, game)
            for row in more:
                with suppress(JournalError, UnicodeEncodeError):
                    journal.apply([Played(row) if isinstance(row, str) else Undo(row)], 3, game)
            referee = Referee()
            for line in journal.export(game):
                answered(referee, line)


@fuzzed
@given(st.sampled_from(played()))
def test_what_was_played_by_the_rules_is_exported_and_played_again(requests: list[dict[str, Any]]) -> None:
    referee = Referee()
    header, *rest = requests
    if not json.loads(referee.answer(json.dumps(header)))["ok"]:
        return
    stood = [text for text in texts(rest) if json.loads(referee.answer(json.dumps({"play": text})))["ok"]]
    with Journal.open(None) as journal:
        game = journal.apply([Start(header), *map(Played, stood)], 1)
        assert game is not None
        again = Referee()
        answers = [answered(again, line) for line in journal.export(game)]
    assert all(answer["ok"] for answer in answers)
