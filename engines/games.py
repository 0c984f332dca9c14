"""All the games, by name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engines.game import Game
from engines.names import NAMES

GAMES: dict[str, Game[Any]] = {name: import_module(f"engines.{name}.game").GAME for name in NAMES}
"""Each game is the `GAME` of its module `engines/NAME/game.py`."""
