"""The common part of the phases of a round of Cités Nouvelles.

A phase is an immutable value that holds only its own state; lasting state is in the `TableState` that every
method receives. `round` has the order of the phases.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from engines.cites.actions import Build, Choose, CitesAction, Contre, PlayBlock, TurnUp, Yield
from engines.cites.blocks import NAMES, SETS
from engines.cites.table import Offer, TableState
from engines.game import Illegal, Json
from texts import _, joined

RoundStep = tuple[TableState, "RoundPhase", tuple[Json, ...]]
"""The next table and phase, and the action's events."""


class RoundPhase:
    """A phase of a round. It is no `ABC`, as `Action` is none."""

    __slots__ = ()

    @property
    def offers_made(self) -> tuple[Offer, ...]:
        """The offers of this round, in the order they were made."""
        return ()

    @property
    def trick_on_table(self) -> tuple[int, tuple[int, ...]]:
        """The seat that leads the unfinished trick, and its blocks in the order played."""
        return 0, ()

    @property
    def takings(self) -> tuple[int, ...]:
        """The blocks that each side has won and not yet built; empty for sides without any."""
        return ()

    def blocks(self, table: TableState) -> int:
        """The set of blocks of which one may be played or turned up now."""
        return 0

    @abstractmethod
    def turn(self, table: TableState) -> str | None:
        """The seat or side that must act."""

    @abstractmethod
    def asks(self, table: TableState) -> str:
        """The required action, in words."""

    @abstractmethod
    def legal(self, table: TableState) -> Sequence[CitesAction]:
        """All legal actions."""

    @abstractmethod
    def check(self, table: TableState, action: CitesAction) -> None:
        """Raise `Illegal` unless the action is legal."""

    @abstractmethod
    def after(self, table: TableState, action: CitesAction) -> RoundStep:
        """The result of a legal action, within this phase."""

    @abstractmethod
    def state(self) -> Json:
        """The complete state of the phase, for JSON."""

    def not_now(self, table: TableState, action: CitesAction) -> Illegal:
        """The refusal of an action that belongs to another phase."""
        asked = self.asks(table)
        return Illegal(_("{action} is not asked for: {asked}", action=_in_words(action), asked=asked))


def _in_words(action: CitesAction) -> str:
    """An action in notation, as a translatable text."""
    match action:
        case TurnUp(block):
            return _("turnup {block}", block=NAMES[block])
        case Choose(kind):
            return _("choose {set}", set=SETS[kind])
        case Contre(kind):
            return _("contre {set}", set=SETS[kind])
        case Yield():
            return _("yield")
        case PlayBlock(block):
            return _("play {block}", block=NAMES[block])
        case Build(blocks):
            return joined(" ", (_("build"), *(NAMES[block] for block in blocks)))
