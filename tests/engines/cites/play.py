"""How the tests of Cités Nouvelles begin games, play them and ask what is allowed."""

from __future__ import annotations

import pytest

from engines.cites.blocks import NAMES
from engines.cites.game import Cites, CitesPosition
from engines.game import Illegal, Json

GAME = Cites()


def deck_of(*hands: str) -> list[str]:
    """A deck that deals these hands, seat by seat, and keeps the rest in its order."""
    front = " ".join(hands).split()
    return front + [name for name in NAMES if name not in front]


def start(players: int, *hands: str, contre: bool = False, speaker: str | None = "p1") -> CitesPosition:
    """A first position: with open hands if any hand is given."""
    header: Json = {"game": "cites", "players": players, "options": {"contre": contre}}
    if hands:
        header["options"]["hands"] = "open"
        header["deck"] = deck_of(*hands)
    if speaker:
        header["speaker"] = speaker
    return GAME.start(header)


def played(position: CitesPosition, *texts: str) -> CitesPosition:
    return told(position, *texts)[0]


def told(position: CitesPosition, *texts: str) -> tuple[CitesPosition, tuple[Json, ...]]:
    """The position after these actions, and the events of the last."""
    events: tuple[Json, ...] = ()
    for text in texts:
        action = GAME.parse(text)
        position.check(action)
        position, events = position.after(action)
    return position, events


def refusal(position: CitesPosition, text: str) -> str:
    with pytest.raises(Illegal) as refused:
        position.check(GAME.parse(text))
    assert text not in map(str, position.legal())
    return str(refused.value)


def plays(blocks: str) -> list[str]:
    return [f"play {block}" for block in blocks.split()]


def legal(position: CitesPosition) -> list[str]:
    return sorted(map(str, position.legal()))
