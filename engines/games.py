"""All the games, by name."""

from __future__ import annotations

from typing import Any

from engines.game import Game
from engines.masterplan import Masterplan

GAMES: dict[str, Game[Any]] = {
    game.name: game
    for game in (
        Masterplan(),
    )
}  # fmt: skip
