"""What can be held without a machine: its trials take their commands from the guide, by their order there."""

from __future__ import annotations

import pytest

from tests.machine.trials import guide


@pytest.mark.parametrize(
    ("number", "line", "words"),
    [
        (0, -1, "sudo ./install"),
        (1, 1, "tablier --version"),
        (2, 0, "tablier flash"),
        (3, 0, "sudo systemctl restart tablier"),
        (4, 1, "tablier check --config /etc/tablier/tablier.toml"),
        (5, 0, "tablier overlay masterplan"),
        (7, 0, "sudo systemctl start tablier"),
    ],
)
def test_the_guides_commands_are_where_the_machine_looks_for_them(number: int, line: int, words: str) -> None:
    assert words in guide()[number].splitlines()[line]
