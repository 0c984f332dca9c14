"""All the games, by name."""

from __future__ import annotations

from typing import Any

from engines.cites import Cites
from engines.forma import Forma
from engines.game import Game
from engines.massai import Massai
from engines.masterplan import Masterplan

GAMES: dict[str, Game[Any]] = {
    game.name: game
    for game in (
        Masterplan(),
        Forma(),
        Massai(),
        Cites(),
    )
}  # fmt: skip
