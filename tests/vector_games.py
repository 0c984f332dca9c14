"""The vector games, and how people play them at a table."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from controller.simulation.people.player import Player

VECTORS = Path(__file__).parent / "vectors"

Move = str | int
"""An action that is allowed, or how many are taken back."""


@cache
def vectors(game: str) -> tuple[dict[str, Any], ...]:
    """Every vector of a game: its name, the requests and the answers expected."""
    lines = (VECTORS / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines)


def vector(game: str, name: str) -> dict[str, Any]:
    """One of them, by its name."""
    return next(vector for vector in vectors(game) if vector["name"] == name)


def moves(vector: dict[str, Any]) -> list[Move]:
    """The allowed actions of a vector's game."""
    found: list[Move] = []
    for request, answer in zip(vector["requests"], vector["answers"], strict=True):
        if answer.get("ok", True) and ("play" in request or "undo" in request):
            found.append(request.get("play") or request["undo"])
    return found


def actions(vector: dict[str, Any]) -> list[str]:
    """The actions alone, those that were taken back among them."""
    return [move for move in moves(vector) if isinstance(move, str)]


def standing(wanted: list[Move]) -> list[str]:
    """The actions that stand at the end."""
    texts: list[str] = []
    for move in wanted:
        if isinstance(move, int):
            del texts[-move:]
        else:
            texts.append(move)
    return texts


def plies(player: Player) -> int:
    """How many actions stand at the table."""
    return len(player._current_play.plies)


def play(player: Player, wanted: list[Move]) -> None:
    """Play all of it at the table. Its requests are carried out before and after each takeback.

    One touch takes back all actions that were revealed together: those of them that must stand are played
    again.
    """
    stands: list[str] = []
    for move in wanted:
        if isinstance(move, str):
            stands.append(move)
        else:
            del stands[-move:]
        while plies(player) > len(stands):
            player.do_tasks()
            player.touch("#undo")
            player.do_tasks()
        for text in stands[plies(player) :]:
            player.play(text)
    player.do_tasks()
