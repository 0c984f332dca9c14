"""The firmware on a board with tag readers, run by MicroPython over modelled chips and cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hardware.board.messages import (
    AskHello,
    AskStatistics,
    BoardMessage,
    Hello,
    Log,
    Settings,
    Statistics,
    Tags,
)
from hardware.simulated.firmware import FirmwareEnded

Boards = Callable[..., Any]  # make the HostedBoard of conftest.py

READERS = [(8 * row + column, column, row) for row in range(8) for column in range(8)]
A, B, C = (bytes.fromhex(uid) for uid in ("04a2b1c9", "04112233445566", "0411223344556677aabb"))


def tags(messages: list[BoardMessage]) -> list[Tags]:
    return [message for message in messages if isinstance(message, Tags)]


@pytest.fixture
def board(hosted: Boards) -> Any:
    """A board of 8 by 8 with a reader under every site, that has been asked for its hello."""
    board = hosted(TAG_READERS=READERS)
    board.run(20)
    board.tell(AskHello())
    board.hear(50)
    return board


def test_it_says_how_many_readers_it_has(hosted: Boards) -> None:
    (hello,) = [m for m in hosted(TAG_READERS=READERS[:40]).hear(20) if isinstance(m, Hello)]
    assert hello.tag_readers == 40


def test_tags_of_every_length_are_reported_and_gone_within_a_quarter_of_a_second(board: Any) -> None:
    board.board.tags.lay({0: [A], 27: [B], 63: [C]})
    assert tags(board.hear(250, 1 | 1 << 27 | 1 << 63))[-1] == Tags(0, 64, ((0, A), (27, B), (63, C)))
    board.board.tags.lay({})
    assert tags(board.hear(250, 0))[-1] == Tags(0, 64, ())


def test_a_full_board_is_known_within_two_seconds(board: Any) -> None:
    board.board.tags.lay({site: [bytes((4, site, site, site))] for site in range(64)})
    told = [site for message in tags(board.hear(2_000, (1 << 64) - 1)) for site, _ in message.tags]
    assert set(told) == set(range(64))


def test_the_readers_stall_no_scan(board: Any) -> None:
    board.board.tags.lay({site: [C] for site in range(64)})
    board.tell(Settings(5, 400), AskStatistics())
    (before,) = [m for m in board.hear(20) if isinstance(m, Statistics)]
    board.hear(3_000, (1 << 64) - 1)
    board.tell(AskStatistics())
    (after,) = [m for m in board.hear(20) if isinstance(m, Statistics)]
    per_s = 1_000 * (after.scans - before.scans) / (after.uptime_ms - before.uptime_ms)
    assert per_s == pytest.approx(400, rel=0.01)


def test_a_reader_that_hangs_is_reset_and_one_that_is_gone_is_reported(board: Any) -> None:
    board.board.tags.lay({27: [A], 28: [B]})
    board.hear(100, 3 << 27)
    board.board.tags.hang(27)
    heard = board.hear(1_500, 3 << 27)
    assert Log("tag reader under site 27: it ends no question; it is reset") in heard
    assert tags(heard)[-1] == Tags(0, 64, ((27, A), (28, B)))
    board.board.tags.break_readers([27])
    heard = board.hear(2_500, 3 << 27)
    assert tags(heard)[-1] == Tags(0, 64, ((27, b""), (28, B)))


def test_readers_may_be_wired_in_any_order_and_stand_under_some_sites_only(hosted: Boards) -> None:
    board = hosted(TAG_READERS=[(9, 0, 0), (3, 7, 7)])
    board.run(20)
    board.tell(AskHello())
    board.board.tags.lay({0: [A], 5: [C], 63: [B]})
    assert tags(board.hear(200, 1 | 1 << 63))[-1] == Tags(0, 64, ((0, A), (63, B)))


def test_a_reader_under_no_site_is_named_to_the_host(hosted: Boards) -> None:
    board = hosted(TAG_READERS=[(0, 7, 8)])
    with pytest.raises(FirmwareEnded, match=r"TAG_READERS: \(0, 7, 8\) is under no site"):
        board.run(100)


def test_the_tags_that_lay_there_when_the_board_started_anew_are_reported_again(board: Any) -> None:
    board.board.tags.lay({27: [A]})
    board.hear(100, 1 << 27)
    board.board.start()
    again = type(board)(board.board)
    again.run(20)
    again.tell(AskHello())
    assert tags(again.hear(150, 1 << 27))[-1] == Tags(0, 64, ((27, A),))
    again.close()
