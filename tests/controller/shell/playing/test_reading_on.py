"""More to read than there is room for: a touch on its number shows the next text first."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.screens import texts
from controller.screens.layout.picture import More
from controller.shell.playing.reading_on import AGAIN_MS
from hardware.ports import Touch
from tests.controller.shell.at_the_shell import AtTheShell

HOUSES = ("a1.n", "b1.n", "d1.n")


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    """A table from which many houses have been lifted."""
    table = AtTheShell(tmp_path)
    table.begin()
    table.put(*HOUSES)
    table.closed = 0
    table.see()
    table.wait(1_000)
    assert table.phase == "correcting"
    return table


def more(table: AtTheShell) -> None:
    """A touch on the number."""
    (item,) = (item for item in table.daemon.shown.picture.items if isinstance(item, More))
    table.tell(Touch(table.now_ms, item.box.x + item.box.w // 2, item.box.bottom - 2))
    table.wait(500)


def first(table: AtTheShell) -> str:
    """The first request on the screen, below the heading."""
    return texts(table.daemon.shown.picture)[1]


def test_touches_on_the_number_show_one_request_after_the_other(table: AtTheShell) -> None:
    asked = table.view.ask
    assert len(asked) > 1
    seen = []
    for _request in asked:
        seen.append(first(table))
        more(table)
    assert seen == [*asked]
    assert first(table) == asked[0]
    assert table.phase == "correcting"


def test_the_first_request_stands_first_again_after_a_while_and_after_any_other_touch(
    table: AtTheShell,
) -> None:
    asked = table.view.ask
    more(table)
    assert first(table) == asked[1]
    table.wait(AGAIN_MS)
    assert first(table) == asked[0]
    more(table)
    table.tell(Touch(table.now_ms, 2, 2))
    assert first(table) == asked[0]


def test_once_the_board_has_changed_the_first_request_stands_first(table: AtTheShell) -> None:
    more(table)
    table.put("a1.n")
    assert first(table) == table.view.ask[0]
