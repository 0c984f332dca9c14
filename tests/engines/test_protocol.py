from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.games import GAMES
from engines.masterplan.game import Masterplan
from engines.masterplan.position import MasterplanPosition
from engines.protocol import MAX_LINE, Referee, run
from tests.vector_games import vectors

RECORDS = {f"{game}: {record['name']}": record for game in GAMES for record in vectors(game)}
RUN = "import sys; from engines.protocol import run; run(sys.stdin.buffer, sys.stdout.buffer)"
START = '{"game":"masterplan"}'


def asked(referee: Referee, request: Any) -> Any:
    return json.loads(referee.answer(json.dumps(request)))


def begun(*texts: str) -> Referee:
    referee = Referee()
    for request in ({"game": "masterplan"}, *({"play": text} for text in texts)):
        assert asked(referee, request)["ok"]
    return referee


def refused(referee: Referee, line: str | bytes) -> tuple[str, str]:
    """The code and the message; asserts that nothing changed."""
    before = asked(referee, {"ask": "position"})
    answer = json.loads(referee.answer(line))
    assert answer.keys() == {"ok", "error", "message"}
    assert answer["ok"] is False
    assert asked(referee, {"ask": "position"}) == before
    return answer["error"], answer["message"]


# Vectors


@pytest.mark.parametrize("name", RECORDS)
def test_vector(name: str) -> None:
    referee = Referee()
    record = RECORDS[name]
    for request, expected in zip(record["requests"], record["answers"], strict=True):
        answer = asked(referee, request)
        assert {key: answer.get(key) for key in expected} == expected, request


@pytest.mark.parametrize("game", GAMES)
def test_all_vectors_of_a_game_through_one_process(game: str) -> None:
    records = [record for name, record in RECORDS.items() if name.startswith(f"{game}: ")]
    requests = [json.dumps(request) for record in records for request in record["requests"]]
    expected = [answer for record in records for answer in record["answers"]]
    done = subprocess.run(
        [sys.executable, "-c", RUN], input="\n".join(requests), capture_output=True, text=True, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(expected)
    for request, answer, wanted in zip(requests, answers, expected, strict=True):
        assert {key: answer.get(key) for key in wanted} == wanted, request


def test_each_answer_is_flushed_before_the_next_request() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", RUN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, is_good in ((START, True), ("garbage", False), ('{"play":"house d4 ne"}', True)):
            process.stdin.write(line.encode() + b"\n")
            assert json.loads(process.stdout.readline())["ok"] is is_good
        process.stdin.close()
        assert process.wait(timeout=30) == 0


# Good answers


def test_a_good_answer_says_how_the_game_stands() -> None:
    assert asked(Referee(), {"game": "masterplan"}) == {
        "ok": True,
        "turn": "white",
        "need": [],
        "score": {"white": 0, "yellow": 0},
        "over": False,
        "winner": None,
        "events": [],
    }


def test_a_scored_park_is_in_the_events() -> None:
    referee = begun("house d4 ne", "house f6 n", "house c3 n")
    (event,) = asked(referee, {"play": "park e5"})["events"]
    assert event["kind"] == "park"
    assert event["points"] == {"white": 2, "yellow": 1}


def test_legal_is_sorted_as_python_sorts_and_counted() -> None:
    referee = begun("house d4 ne")
    legal = asked(referee, {"ask": "legal"})["legal"]
    assert legal == sorted(legal)
    assert asked(referee, {"ask": "count"})["count"] == len(legal) == 63 * 8


def test_undo_takes_back_the_last_actions() -> None:
    referee = begun("house d4 ne")
    before = asked(referee, {"ask": "position"})
    for text in ("house f6 n", "house c3 n", "park e5"):
        asked(referee, {"play": text})
    assert asked(referee, {"undo": 3})["events"] == [{"kind": "undo", "actions": 3}]
    assert asked(referee, {"ask": "position"}) == before


def test_a_new_game_has_no_history() -> None:
    referee = begun("house d4 ne")
    asked(referee, {"game": "masterplan"})
    assert refused(referee, '{"undo":1}')[0] == "bad-request"


class SilentPosition(MasterplanPosition):
    def legal(self) -> None:
        return None


class SilentGame(Masterplan):
    name = "silent"

    def start(self, header: Any) -> SilentPosition:
        return SilentPosition(super().start(header).options)


def test_legal_and_count_are_null_where_a_game_lists_nothing() -> None:
    referee = Referee({"silent": SilentGame()})
    asked(referee, {"game": "silent"})
    assert asked(referee, {"ask": "legal"})["legal"] is None
    assert asked(referee, {"ask": "count"})["count"] is None


# Refusals


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("", "bad-json", "the line is no JSON: Expecting value at character 1"),
        ("\n", "bad-json", "the line is no JSON: Expecting value at character 2"),
        (
            "{",
            "bad-json",
            "the line is no JSON: Expecting property name enclosed in double quotes at character 2",
        ),
        ('{"undo":1} {}', "bad-json", "the line is no JSON: Extra data at character 12"),
        ('{"undo":NaN}', "bad-json", "the line is no JSON: NaN is no number in JSON"),
        ('{"undo":-Infinity}', "bad-json", "the line is no JSON: -Infinity is no number in JSON"),
        (b'{"play":"\xff"}', "bad-json", "the line is no UTF-8: byte 10 is wrong"),
        (b'{"play":"\xed\xa0\x80"}', "bad-json", "the line is no UTF-8: byte 10 is wrong"),
        ("[" * 100_000, "bad-json", "the line is nested too deeply to be read"),
        ('{"a":' * 100_000, "bad-json", "the line is nested too deeply to be read"),
        ("7", "bad-request", "a request is an object, not 7"),
        ("null", "bad-request", "a request is an object, not null"),
        ('["undo",1]', "bad-request", "a request is an object, not a list"),
        ("9" * 5000, "bad-request", "a request is an object, not a huge number"),
        ("{}", "bad-request", "a request has one of game, play, undo, ask; this one has none"),
        ('{"lunch":1}', "bad-request", "a request has one of game, play, undo, ask; this one has none"),
        (
            '{"undo":1,"ask":"legal"}',
            "bad-request",
            "a request has one of game, play, undo, ask; this one has undo and ask",
        ),
        (
            '{"game":"masterplan","play":"done"}',
            "bad-request",
            "a request has one of game, play, undo, ask; this one has game and play",
        ),
        ('{"undo":1,"times":2}', "bad-request", "unknown key 'times' beside 'undo'"),
        ('{"undo":1,"undo":1}', "bad-request", "the key 'undo' is given twice"),
        ('{"game":"masterplan","options":{"assist":true,"assist":false}}', "bad-request", None),
        ('{"play":7}', "bad-request", "'play' must be a text, not 7"),
        ('{"play":["house d4 ne"]}', "bad-request", "'play' must be a text, not a list"),
        ('{"undo":true}', "bad-request", "'undo' must be a whole number from 1 up, not true"),
        ('{"undo":1.0}', "bad-request", "'undo' must be a whole number from 1 up, not 1.0"),
        ('{"undo":"1"}', "bad-request", "'undo' must be a whole number from 1 up, not '1'"),
        ('{"undo":0}', "bad-request", "'undo' must be a whole number from 1 up, not 0"),
        ('{"undo":-1}', "bad-request", "'undo' must be a whole number from 1 up, not -1"),
        ('{"undo":1e999}', "bad-request", "'undo' must be a whole number from 1 up, not a huge number"),
        ('{"undo":2}', "bad-request", "cannot take back 2: the actions played so far number 1"),
        ('{"undo":%s}' % ("9" * 3000), "bad-request", None),
        ('{"undo":%s}' % ("9" * 50_000), "bad-request", None),
        ('{"ask":"lunch"}', "bad-request", "'ask' must be legal or count or position, not 'lunch'"),
        ('{"ask":{}}', "bad-request", "'ask' must be legal or count or position, not an object"),
        ('{"game":"chess"}', "unknown-game", None),
        ('{"game":["masterplan"]}', "unknown-game", None),
        ('{"game":null}', "unknown-game", None),
        (
            '{"game":"masterplan","options":{"assist":1}}',
            "bad-option",
            "option 'assist' must be true or false, not 1",
        ),
        (
            '{"game":"masterplan","players":2}',
            "bad-option",
            "unknown header field 'players': this game has game, options",
        ),
        ('{"play":"\\ud800"}', "bad-notation", None),
        ('{"play":"house d4 ne\\u0000"}', "bad-notation", None),
        ('{"play":"%s"}' % ("house " * 1_000_000), "bad-notation", None),
        ('{"play":"house d4 s"}', "illegal", "d4 is taken: a white house is there"),
    ],
)
def test_a_bad_request_says_what_is_wrong_and_changes_nothing(
    line: str | bytes, code: str, message: str | None
) -> None:
    found, said = refused(begun("house d4 ne"), line)
    assert found == code
    assert said == message if message is not None else len(said) < 200


@pytest.mark.parametrize("line", ['{"play":"house d4 ne"}', '{"undo":1}', '{"ask":"legal"}'])
def test_anything_before_a_game_is_refused(line: str) -> None:
    answer = json.loads(Referee().answer(line))
    assert answer["error"] == "bad-request"
    assert answer["message"] == 'no game has been started: begin with {"game": NAME}'


def test_a_refused_first_header_starts_nothing() -> None:
    referee = Referee()
    assert asked(referee, {"game": "masterplan", "options": {"speed": 3}})["error"] == "bad-option"
    assert asked(referee, {"ask": "position"})["error"] == "bad-request"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
near_requests = st.dictionaries(
    st.sampled_from(["game", "play", "undo", "ask", "options", "players"]),
    json_values | st.sampled_from(["masterplan", "house d4 ne", "legal", 1, {"assist": False}]),
    max_size=3,
)


@settings(deadline=None)
@given(st.binary() | st.text() | (near_requests | json_values).map(json.dumps))
def test_any_line_has_one_answer_of_one_line_in_ascii(line: str | bytes) -> None:
    referee = begun("house d4 ne")
    answer = referee.answer(line)
    assert answer.isascii()
    assert "\n" not in answer
    told = json.loads(answer)
    assert told["ok"] is True or told["error"] in {
        "bad-json",
        "bad-request",
        "unknown-game",
        "bad-option",
        "bad-notation",
        "illegal",
    }


# The loop


def answers_to(data: bytes) -> list[Any]:
    answers = io.BytesIO()
    run(io.BytesIO(data), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_every_line_is_answered_the_last_one_without_a_line_end_too() -> None:
    answers = answers_to(b'{"game":"masterplan"}\r\n\n{"play":"house d4 ne"}')
    assert [answer.get("error") for answer in answers] == [None, "bad-json", None]


def test_a_file_that_was_saved_on_windows_is_read() -> None:
    mark = b"\xef\xbb\xbf"
    answers = answers_to(mark + START.encode() + b"\r\n" + mark + b'{"play":"house d4 ne"}')
    assert [answer.get("error") for answer in answers] == [None, "bad-json"]
    assert answers_to(mark) == []


def test_a_line_too_long_is_refused_and_the_next_one_read() -> None:
    answers = answers_to(b"x" * (2 * MAX_LINE + 5) + b"\n" + START.encode())
    assert answers[0] == {
        "ok": False,
        "error": "bad-json",
        "message": f"the line is longer than {MAX_LINE} bytes",
    }
    assert answers[1]["ok"] is True
    assert len(answers) == 2


def test_a_last_line_too_long_is_refused_once() -> None:
    assert len(answers_to(b"x" * (MAX_LINE + 1))) == 1


def test_a_line_as_long_as_allowed_is_read() -> None:
    start = START.encode()
    line = start + b" " * (MAX_LINE - len(start) - 1) + b"\n"
    for mark in (b"", b"\xef\xbb\xbf"):
        (answer,) = answers_to(mark + line)
        assert answer["ok"] is True
