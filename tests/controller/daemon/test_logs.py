"""Log lines: their form, and that none drowns the others."""

from __future__ import annotations

import io
import logging
import os
import sys
from pathlib import Path

import pytest

from controller.daemon import logs
from controller.daemon.logs import (
    BURST,
    INFO_BURST,
    LONGEST,
    MOST_MESSAGES,
    WINDOW_S,
    LineFormatter,
    RateLimit,
)


def record(message: str, *values: object, level: int = logging.WARNING) -> logging.LogRecord:
    return logging.LogRecord("controller.daemon.daemon", level, "daemon.py", 1, message, values, None)


class Hours:
    """A clock that is moved by hand."""

    now_s = 1_000.0

    def __call__(self) -> float:
        return self.now_s


def test_a_line_is_key_and_value_with_its_priority_under_systemd() -> None:
    line = LineFormatter(is_under_systemd=True).format(record("board: %s", "it is away"))
    assert line == '<4>level=warning logger=controller.daemon.daemon message="board: it is away"'


@pytest.mark.parametrize(
    ("level", "priority"),
    [(logging.DEBUG, 7), (logging.INFO, 6), (logging.WARNING, 4), (logging.ERROR, 3), (logging.CRITICAL, 2)],
)
def test_each_level_has_its_priority(level: int, priority: int) -> None:
    line = LineFormatter(is_under_systemd=True).format(record("done", level=level))
    assert line.startswith(f"<{priority}>level=")
    assert line.endswith("message=done")


def test_elsewhere_a_line_begins_with_the_time() -> None:
    assert LineFormatter(is_under_systemd=False).format(record("done")).startswith("time=20")


def test_whatever_is_in_a_message_it_stays_one_line() -> None:
    line = LineFormatter(is_under_systemd=True).format(record("%s", 'a\n<0>b "c" \x1b[31m=\\'))
    assert "\n" not in line
    assert "\x1b" not in line
    assert line.endswith(r'message="a\n<0>b \"c\" \u001b[31m=\\"')


def test_an_exception_is_a_value_too() -> None:
    try:
        raise ZeroDivisionError("by nothing")
    except ZeroDivisionError:
        failed = record("it failed")
        failed.exc_info = sys.exc_info()
    line = LineFormatter(is_under_systemd=True).format(failed)
    assert "\n" not in line
    assert r"\nZeroDivisionError: by nothing" in line


def test_a_value_without_end_is_cut() -> None:
    assert len(LineFormatter(is_under_systemd=True).format(record("x" * 100_000))) < LONGEST + 100


def test_what_is_logged_too_often_is_held_back_and_counted() -> None:
    clock = Hours()
    limit = RateLimit(clock)
    let_through = sum(limit.filter(record("scan %d went wrong", number)) for number in range(500))
    assert let_through == BURST
    clock.now_s += WINDOW_S
    late = record("scan %d went wrong", 501)
    assert limit.filter(late)
    assert "suppressed=490" in LineFormatter(is_under_systemd=True).format(late)
    again = record("scan %d went wrong", 502)
    assert limit.filter(again)
    assert "suppressed" not in LineFormatter(is_under_systemd=True).format(again)


def test_what_is_stored_is_logged_as_fast_as_people_play() -> None:
    limit = RateLimit(Hours())
    stored = [limit.filter(record("journal: %s", n, level=logging.INFO)) for n in range(INFO_BURST + 9)]
    assert sum(stored) == INFO_BURST


def test_another_message_or_level_is_not_held_back_by_it() -> None:
    limit = RateLimit(Hours())
    for _ in range(BURST + 1):
        limit.filter(record("one"))
    assert limit.filter(record("another"))
    assert limit.filter(record("one", level=logging.ERROR))
    assert not limit.filter(record("one"))


def test_no_number_of_different_messages_takes_all_memory() -> None:
    limit = RateLimit(Hours())
    for number in range(3 * MOST_MESSAGES):
        assert limit.filter(record(f"message {number}"))
    assert len(limit._windows) == MOST_MESSAGES


def bare_root(monkeypatch: pytest.MonkeyPatch) -> logging.Logger:
    """The root of all loggers, with nothing at it."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", logging.WARNING)
    return root


def test_systemd_is_known_by_the_stream_that_it_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = bare_root(monkeypatch)
    with (tmp_path / "journal").open("w+") as stream:
        seen = os.fstat(stream.fileno())
        monkeypatch.setenv("JOURNAL_STREAM", f"{seen.st_dev}:{seen.st_ino}")
        logs.set_up(logging.INFO, stream)
        root.info("it runs")
        stream.seek(0)
        assert stream.read() == '<6>level=info logger=root message="it runs"\n'


def test_another_stream_is_not_systemds(monkeypatch: pytest.MonkeyPatch) -> None:
    root = bare_root(monkeypatch)
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    stream = io.StringIO()
    logs.set_up(logging.WARNING, stream)
    root.info("not this")
    root.warning("this")
    assert stream.getvalue().startswith("time=")
    assert stream.getvalue().count("\n") == 1
