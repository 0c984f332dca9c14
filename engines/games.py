"""All the games, by name."""

from __future__ import annotations

from typing import Any

from engines.cites.game import Cites
from engines.forma.game import Forma
from engines.game import Game
from engines.massai.game import Massai
from engines.masterplan.game import Masterplan

GAMES: dict[str, Game[Any]] = {
    game.name: game
    for game in (
        Masterplan(),
        Forma(),
        Massai(),
        Cites(),
    )
}  # fmt: skip
