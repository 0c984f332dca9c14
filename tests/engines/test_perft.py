"""Perft: the number of ways to play on from a position, by depth, against counted data in `GAME/perft.json`.

A record is `{"name", "header", "played", "counts"}`: after the texts of `played`, `counts[n]` ways of n + 1
actions. Masterplan's counts come from its second implementation by plain rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engines.game import Position
from engines.games import GAMES

RECORDS = {
    f"{file.parent.name}: {record['name']}": (file.parent.name, record)
    for file in sorted(Path(__file__).parent.glob("*/perft.json"))
    for record in json.loads(file.read_text())
}


def perft(position: Position[Any], depth: int) -> int:
    actions = position.legal()
    assert actions is not None, "perft data begin where the legal actions are listed"
    if depth == 1:
        return len(actions)
    return sum(perft(position.after(action)[0], depth - 1) for action in actions)


def divided(position: Position[Any], depth: int) -> str:
    """The count under each first action: the one that differs from another engine's contains the error."""
    lines = []
    for action in sorted(position.legal() or [], key=str):
        ways = perft(position.after(action)[0], depth - 1) if depth > 1 else 1
        lines.append(f"{action}: {ways}")
    return "\n".join(lines)


@pytest.mark.parametrize("name", RECORDS)
def test_ways_to_play_on_are_as_counted(name: str) -> None:
    game_name, record = RECORDS[name]
    game = GAMES[game_name]
    position = game.start(record["header"])
    for text in record["played"]:
        position, _ = position.after(game.parse(text))
    for depth, count in enumerate(record["counts"], start=1):
        found = perft(position, depth)
        assert found == count, f"depth {depth}, under each first action:\n{divided(position, depth)}"
