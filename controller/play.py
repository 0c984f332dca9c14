"""One play of a game: its header, and every position and action from the start. Immutable; knows no
device."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from controller.tables.table import GameTable
from engines.game import Action, Json, Position


@dataclass(frozen=True, slots=True)
class Ply:
    """An action that was played, who played it, what it brought, and the position and closed sites after
    it."""

    action: Action
    actor: str | None
    events: tuple[Json, ...]
    position: Position[Any]
    closed: int


@dataclass(frozen=True, slots=True)
class Play:
    """A game in play. Taking back is keeping fewer plies."""

    table: GameTable[Any]
    header: Mapping[str, Any]
    start: Position[Any]
    plies: tuple[Ply, ...] = ()

    @classmethod
    def begin(cls, table: GameTable[Any], header: Mapping[str, Any]) -> Play:
        """A play that has just begun. Raises `BadOption`."""
        return cls(table, header, table.game.start(header))

    @classmethod
    def resume(cls, table: GameTable[Any], header: Mapping[str, Any], actions: Sequence[str]) -> Play:
        """The play that a journal tells of. Raises `RuleError` if it tells of something that cannot be."""
        play = cls.begin(table, header)
        for text in actions:
            action = table.game.parse(text)
            play.position.check(action)
            play = play.after(action)
        return play

    @property
    def position(self) -> Position[Any]:
        """The position now."""
        return self.plies[-1].position if self.plies else self.start

    @property
    def closed(self) -> int:
        """The sites that are closed when the board is right."""
        return self.plies[-1].closed if self.plies else self.table.closed(self.start)

    def after(self, action: Action) -> Play:
        """The play with one more action, which must be legal."""
        actor = self.table.actor(self.position, action)
        position, events = self.position.after(action)
        ply = Ply(action, actor, events, position, self.table.closed(position))
        return replace(self, plies=(*self.plies, ply))

    def back(self, plies: int) -> Play:
        """The play without its last plies."""
        return replace(self, plies=self.plies[: len(self.plies) - plies])

    @property
    def turn_length(self) -> int:
        """How many of the last plies were one player's, without a break: the turn that may still be
        mended."""
        actor = self.plies[-1].actor if self.plies else None
        length = 0
        for ply in reversed(self.plies):
            if ply.actor is None or ply.actor != actor:
                break
            length += 1
        return length
