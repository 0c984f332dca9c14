"""The checks that need no machine: its trials take their commands from the guide, by their order there."""

from __future__ import annotations

import pytest

from tests.machine.trials import guide


@pytest.mark.parametrize(
    ("number", "line", "words"),
    [
        (0, -1, "sudo ./install"),
        (1, 1, "tablier --version"),
        (2, 0, "tablier flash"),
        (2, 1, "tablier flash --config examples/chessboard-8x8.toml"),
        (3, 0, "sudo systemctl restart tablier"),
        (4, 0, "sudo systemctl stop tablier"),
        (4, 1, "tablier check --config /etc/tablier/tablier.toml"),
        (5, 0, "tablier overlay masterplan"),
        (6, 0, "tablier enrol"),
        (7, 0, "sudo systemctl start tablier"),
    ],
)
def test_the_guides_commands_are_where_the_machine_looks_for_them(number: int, line: int, words: str) -> None:
    assert words in guide()[number].splitlines()[line]


@pytest.mark.parametrize(("number", "words"), [(0, "columns = 8"), (2, "/var/lib/tablier/tiles.toml")])
def test_the_guides_settings_are_where_the_machine_looks_for_them(number: int, words: str) -> None:
    assert words in guide("toml")[number]
