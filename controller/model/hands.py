"""Hidden hands: the tiles that each seat of a game has shown to its pad, face down, deal by deal. Pure.

A game with tiles in hands knows nothing of them before they are played. A seat whose tiles are shown after
the deal is known from then on: the computer plays such a hand, and a person may also show one. A hand is a
*row*: its pieces in the order in which they were shown, which is the order in which a computer's lie before
its pad. A played piece leaves the row; a taken-back one returns to it.

Only the seat itself may see it: `KeptHand` is for its own eyes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Final, TypeAlias

from controller.model.checkpoints import FLEETING
from engines.game import Action
from engines.record import record

Row: TypeAlias = tuple[str, ...]
"""The kinds of the pieces that a seat has shown, in their order."""

HIDDEN: Final = "hidden tile"
"""The replacement for a piece on a pad while it is secret."""


@record
class Deal:
    """The public information about the hands at a moment.

    `number` is the deal's, `pieces` the number given to each seat. While it `is_open` the pads are free, and
    a piece laid on one is shown, not played. `gone` are the pieces that no seat can hold any more.
    """

    number: int
    pieces: int
    is_open: bool
    gone: frozenset[str] = frozenset()


@record
class Hands:
    """The rows of a game, by deal and seat.

    A row in it has been begun. `None` is one that is not shown: people play for a computer's seat, and a
    person plays without.
    """

    rows: Mapping[tuple[int, str], Row | None] = field(default_factory=dict, repr=False)

    def is_begun(self, deal: Deal, seat: str) -> bool:
        """Whether a seat shows its pieces of this deal."""
        return (deal.number, seat) in self.rows

    def is_given_up(self, deal: Deal, seat: str) -> bool:
        """Whether a seat's pieces of this deal cannot be shown."""
        return self.is_begun(deal, seat) and self.rows[deal.number, seat] is None

    def is_wanted(self, deal: Deal, seat: str) -> bool:
        """Whether a seat shows its pieces of this deal: it has begun, or it did so in the deal before."""
        if self.is_begun(deal, seat):
            return not self.is_given_up(deal, seat)
        return self.rows.get((deal.number - 1, seat)) is not None

    def row(self, deal: Deal, seat: str) -> Row:
        """The pieces that a seat has shown of this deal."""
        return self.rows.get((deal.number, seat)) or ()

    def is_whole(self, deal: Deal, seat: str) -> bool:
        """Whether a seat has shown all its pieces of this deal."""
        return len(self.row(deal, seat)) == deal.pieces

    def held(self, deal: Deal, seat: str) -> Row:
        """The shown pieces that a seat still holds."""
        return tuple(kind for kind in self.row(deal, seat) if kind not in deal.gone)

    def owner(self, deal: Deal, kind: str) -> str | None:
        """The seat that has shown this piece of this deal."""
        shown = ((seat, row) for (number, seat), row in self.rows.items() if number == deal.number)
        return next((seat for seat, row in shown if row and kind in row), None)

    def with_row(self, deal: int, seat: str, row: Row | None) -> Hands:
        """The hands with another row."""
        return Hands({**self.rows, (deal, seat): row})

    def without_row(self, deal: int, seat: str) -> Hands:
        """The hands without a row: the seat shows nothing."""
        return Hands({key: row for key, row in self.rows.items() if key != (deal, seat)})


@record
class Laid:
    """A piece was laid on the pad of a seat that shows its hand, and is not stored yet."""

    at_ms: int
    seat: str
    kind: str = field(repr=False)


@record
class Laying:
    """The computer plays a piece of a seat's row, as soon as people have laid it on the pad: its `number`
    counts from the left, among those that are still there."""

    seat: str
    number: int
    kind: str = field(repr=False)
    action: Action = field(repr=False)


NO_HANDS: Final = Hands(MappingProxyType({}))
"""No seat has shown anything."""


@record
class Pads:
    """The pads on which hands of tiles are shown and played."""

    laid: tuple[Laid, ...] = field(default=(), metadata=FLEETING)
    """Shown tiles that are not counted yet."""

    laying: Laying | None = field(default=None, metadata=FLEETING)
    """The computer's action that waits until people have laid its tile."""

    hidden_tags: Mapping[int, str] = field(default_factory=dict, repr=False, metadata=FLEETING)
    """The kinds of the secret pieces on readers, by site."""

    told: Mapping[int, str] = field(default_factory=dict, repr=False)
    """The sites whose piece people have reported, each with its reader's own state."""

    is_asking: bool = field(default=False, metadata=FLEETING)
    """Whether the screen shows the choices about hands."""


@record
class KeptHand:
    """A seat's knowledge of the hand that it has shown.

    `pieces` are those that it still holds, in the order shown; `playable` those of them that are legal now.
    `shown` of `dealt` pieces have been shown.
    """

    pieces: Row = field(repr=False)
    playable: frozenset[str] = field(repr=False)
    shown: int
    dealt: int

    @property
    def is_whole(self) -> bool:
        """Whether the table knows all of it."""
        return self.shown == self.dealt
