"""Forma: place polyominoes, enclose cells, build bridges. Two or four players.

Rules: docs/rules/forma.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.forma.actions import FormaAction, parse
from engines.forma.board import COLOURS
from engines.forma.position import FormaPosition, first_position, position_from
from engines.forma.side import Rules
from engines.game import BadOption, Game
from engines.header import check_fields, read_options
from engines.words import shown

_CHOICES: dict[str, tuple[Any, ...]] = {"contact": ("corner", "side")}
_FIELDS = ("players", "options", "first")
_NUMBERS = (2, 4)


class Forma(Game[FormaAction]):
    """Forma by its rule page."""

    name: ClassVar[str] = "forma"

    def start(self, header: Mapping[str, Any]) -> FormaPosition:
        """See `Game.start`. The header has `players` (2 or 4), `options`, and `first`, a player's name."""
        check_fields(self.name, header, _FIELDS)
        players = COLOURS[: _number_of_players(header)]
        first = header.get("first", players[0])
        if first not in players:
            raise BadOption(f"'first' must be {' or '.join(players)}, not {shown(first)}")
        options = read_options(header, _CHOICES)
        return first_position(Rules(players, options["contact"]), players.index(first))

    def parse(self, text: str) -> FormaAction:
        """See `Game.parse`."""
        return parse(text)

    def restore(self, state: Mapping[str, Any]) -> FormaPosition:
        """See `Game.restore`."""
        return position_from(dict(state))


def _number_of_players(header: Mapping[str, Any]) -> int:
    number = header.get("players")
    if type(number) is not int or number not in _NUMBERS:
        found = f"not {shown(number)}" if "players" in header else "and the header does not say"
        raise BadOption(f"'players' must be 2 or 4, {found}")
    return number


GAME = Forma()
