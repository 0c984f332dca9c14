"""One play of a game: its header, and every position and action from the start. Immutable; knows no
device."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from types import MappingProxyType
from typing import Any

from controller.tables.table import NO_KINDS, GameTable
from controller.view import Task
from engines.game import Action, Illegal, Json, Position
from hardware.ports import sites_in
from opponents.thought import Level
from texts import _

NOBODY: Mapping[str, Level] = MappingProxyType({})
"""The computer plays no seat."""


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
    """A game in play. Taking back is keeping fewer plies.

    `left` is the position that was taken back from, until something is played again. `computers` are the
    levels of the seats that the computer plays.
    """

    table: GameTable[Any]
    header: Mapping[str, Any]
    start: Position[Any]
    plies: tuple[Ply, ...] = ()
    left: tuple[Ply, ...] = field(default=(), compare=False)
    computers: Mapping[str, Level] = field(default_factory=dict)

    @classmethod
    def begin(
        cls, table: GameTable[Any], header: Mapping[str, Any], computers: Mapping[str, Level] = NOBODY
    ) -> Play:
        """A play that has just begun. Raises `BadOption`."""
        return cls(table, header, table.game.start(header), computers=computers)

    @classmethod
    def resume(
        cls,
        table: GameTable[Any],
        header: Mapping[str, Any],
        actions: Sequence[str],
        taken_back: Sequence[str] = (),
        computers: Mapping[str, Level] = NOBODY,
    ) -> Play:
        """The play that a journal tells of: the actions that stand, and those that were taken back last.

        Raises `RuleError` if it tells of something that cannot be, with nothing secret in its text.
        """
        play = cls.begin(table, header, computers)
        for text in (*actions, *taken_back):
            action = table.game.parse(text)
            try:
                play.position.check(action)
            except Illegal:
                if action.is_secret:
                    raise Illegal(
                        _("the rules refuse what was played in secret ({action})", action=action.public)
                    ) from None
                raise
            play = play.after(action)
        return play.back(len(taken_back)) if taken_back else play

    @property
    def position(self) -> Position[Any]:
        """The position now."""
        return self.plies[-1].position if self.plies else self.start

    @property
    def closed(self) -> int:
        """The sites that are closed when the board is right."""
        return self.plies[-1].closed if self.plies else self.table.closed(self.start)

    @property
    def before(self) -> Position[Any]:
        """The position before the last action; the first one where there was none."""
        return self.plies[-2].position if len(self.plies) > 1 else self.start

    def differing(self, board: int, kinds: Mapping[int, str] = NO_KINDS) -> int:
        """The sites where a board is not as the position says."""
        return self.table.differing(self.position, board, kinds)

    def after(self, action: Action) -> Play:
        """The play with one more action, which must be legal."""
        actor = self.table.actor(self.position, action)
        position, events = self.position.after(action)
        ply = Ply(action, actor, events, position, self.table.closed(position))
        return replace(self, plies=(*self.plies, ply), left=())

    def back(self, plies: int) -> Play:
        """The play without its last plies."""
        kept = len(self.plies) - plies
        return replace(self, plies=self.plies[:kept], left=self.plies[kept:] + self.left)

    def is_by_hand(self, action: Action) -> bool:
        """Whether hands alone can take an action back."""
        return self.table.is_taken_back_by_hand(action)

    def computer_of(self, who: str | None) -> str | None:
        """The computer's seat that acts for somebody, a seat or a side; `None` where a person does.

        A side is the computer's if all its seats are.
        """
        if who is None or not self.computers:
            return None
        position, side = self.position, self.table.side
        seats = (who,) if who in position.seats else [s for s in position.seats if side(position, s) == who]
        return seats[0] if seats and all(seat in self.computers for seat in seats) else None

    @property
    def by_computer(self) -> int:
        """How many of the last plies the computer has played, without a break."""
        return sum(1 for _ in takewhile(lambda ply: self.computer_of(ply.actor), reversed(self.plies)))

    @property
    def asked(self) -> int:
        """The sites that the last action changed and its player's hands did not: they are asked for. A
        computer has no hands."""
        if not self.plies:
            return 0
        if self.by_computer:
            return self.changed_since(self.back(self.by_computer))
        touched = self.table.touched(self.before, self.plies[-1].action)
        return self.table.closed(self.before) ^ touched ^ self.closed

    @property
    def held(self) -> int:
        """The sites where pieces moved in what was taken back last, until something is played again: what
        still stands there is a piece that was taken back, also one that a later action had taken off."""
        sites, closed, position = 0, self.closed, self.position
        for ply in self.left:
            sites |= closed ^ ply.closed | self.table.touched(position, ply.action)
            closed, position = ply.closed, ply.position
        return sites

    @property
    def leaving(self) -> Mapping[int, str]:
        """The pieces that the last action takes off the board again, by their sites: those are asked for."""
        table, gone = self.table, self.asked & ~self.closed
        kinds = {site: table.kind(self.before, site) for site in sites_in(gone & table.closed(self.before))}
        for hand in table.hands(self.before, self.plies[-1].action) if self.plies else ():
            kinds |= dict.fromkeys(sites_in(gone & hand.sites), hand.kind)
        return kinds

    @property
    def reminders(self) -> tuple[Task, ...]:
        """What the last action or takeback asks for that no sensor can tell, with the pieces that it
        exchanged."""
        table, position = self.table, self.position
        checks = []
        before = self.left[-1].position if self.left else self.before
        for site in sites_in(table.exchanged(before, position)):
            meaning, player = table.placing(position, site)
            words = _("Check: {piece} on {place}", piece=table.piece(position, site), place=table.place(site))
            checks.append(Task(meaning, 1 << site, words, player))
        return (*checks, *table.reminders(self.before, position))

    def changed_since(self, earlier: Play) -> int:
        """The sites where pieces move, or are moved and taken away again, on the way from an earlier play of
        the same game to this one."""
        sites, common = earlier.closed ^ self.closed, 0
        for one, other in zip(earlier.plies, self.plies, strict=False):
            if one is not other:
                break
            common += 1
        positions = (self.start, *(ply.position for ply in self.plies))
        for position, ply in zip(positions[common:], self.plies[common:], strict=False):
            sites |= self.table.touched(position, ply.action)
        return sites

    @property
    def turn_length(self) -> int:
        """How many of the last plies were one player's, without a break: the turn that may still be
        mended."""
        actor = self.plies[-1].actor if self.plies else None
        length = 0
        for ply in reversed(self.plies):
            if ply.actor is None or ply.actor != actor or not self.is_by_hand(ply.action):
                break
            length += 1
        return length
