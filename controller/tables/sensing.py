"""How a game lies on the sites of a table, and what a change of sites can mean."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from controller.model.tracker import adjacent
from engines.game import Action, Position
from engines.record import record
from hardware.ports import Grid, sites_in

A = TypeVar("A", bound=Action)
P = TypeVar("P", bound=Position[Any])


class NoSuchPlace(Exception):
    """A text names no place of the game's board, or the table has no room for the game. The text says what
    would do."""


@record
class Movement:
    """One movement of a careful person: `put` or `lift` a piece, on or off these sites."""

    verb: str
    sites: int
    kind: str


NO_KINDS: Mapping[int, str] = MappingProxyType({})
"""No sensor of the table identifies pieces."""


class Sensing(ABC, Generic[A, P]):
    """The sensors' view of a game. Raises `NoSuchPlace` at once if the table has no room for the game.

    The tag readers beside the board, in the order of the seats, are sites too: they are numbered after those
    of the grid, and have no light.
    """

    pieces: tuple[str, ...]
    """The kinds of pieces of the game, as in `Movement.kind`."""
    is_one_piece_an_action: bool = False
    """Whether every action sets a piece of one site, lifts one, or moves it to another site."""
    is_one_action_a_turn: bool = False
    """Whether every action by hands ends its player's turn."""
    most_changes = 10
    """With more differing sites than this the board counts as disturbed, not played on."""

    def __init__(self, grid: Grid, cell_sites: int, pads: int = 0) -> None:
        self.grid = grid
        self.cell_sites = cell_sites
        self.pads = pads

    @abstractmethod
    def closed(self, position: P) -> int:
        """The sites that are closed when the board agrees with the position."""

    def ignored(self, position: P) -> int:
        """The sites whose state is ignored: a piece with or without a magnet may stand there, or none."""
        return 0

    @cached_property
    def ground(self) -> int:
        """The sites of the printed board, with the readers that belong to the game. Pieces beside it are not
        part of the game."""
        return self.grid.all_sites

    def differing(self, position: P, board: int, kinds: Mapping[int, str] = NO_KINDS) -> int:
        """The sites where a board differs from the position; `kinds` are the identified pieces."""
        closed = self.closed(position)
        sites = (closed ^ board) & ~self.ignored(position) & self.ground
        for site, kind in kinds.items():
            if closed & board & 1 << site and not self.may_stand(position, site, kind):
                sites |= 1 << site
        return sites

    def may_stand(self, position: P, site: int, kind: str) -> bool:
        """Whether an identified piece of this kind may be the one on a closed site."""
        return kind == self.kind(position, site)

    def groups(self, position: P, sites: int) -> Sequence[int]:
        """Differing sites, divided into what may be one piece each, for messages."""
        return [1 << site for site in sites_in(sites)]

    def as_played(self, position: P, kinds: Mapping[int, str]) -> Mapping[int, str]:
        """The identified pieces as the player to move may play them: if a player has two colours, both are
        that player's."""
        return kinds

    @abstractmethod
    def kind(self, position: P, site: int) -> str:
        """The kind of piece on a closed site, as in `Movement.kind`."""

    def brings(self, before: P, after: P, site: int) -> str:
        """The kind of piece to set on a site after an action: if interchangeable pieces stand on several
        sites, `kind` does not say which of them is new."""
        return self.kind(after, site)

    def exchanged(self, before: P, after: P) -> int:
        """The sites that are closed in both positions, but by different pieces."""
        return 0

    @abstractmethod
    def candidates(
        self, position: P, missing: int, extra: int, kinds: Mapping[int, str] = NO_KINDS
    ) -> Sequence[A]:
        """The legal actions whose pieces are all among these sites: open (`missing`) or closed (`extra`)
        contrary to the position."""

    def near(self, position: P, extra: int, sites: int) -> int:
        """Those of the wrongly closed sites (`extra`) that one action may explain together with one of some
        of them. It shortens the search and may name too many."""
        return extra

    def on_exactly(self, position: P, sites: int, kinds: Mapping[int, str] = NO_KINDS) -> Sequence[A]:
        """The legal actions that touch these wrongly closed sites, and no others."""
        ways = self.candidates(position, 0, sites, kinds)
        return [way for way in ways if self.touched(position, way) == sites]

    def hopeless(self, position: P, extra: int) -> int:
        """Those of the wrongly closed sites that no action explains, whichever others are explained first. It
        shortens the search and may be incomplete."""
        return 0

    def is_out_of_reach(self, position: P, missing: int, extra: int) -> bool:
        """Whether it is plain at once that no actions lead to the board that differs on these sites, open
        (`missing`) or closed (`extra`). It shortens the search and may be incomplete."""
        return bool(missing & ~self.liftable(position))

    def may_leave_new(self, position: P, missing: int, extra: int) -> bool:
        """Whether actions may explain all of the open sites (`missing`) and only some of the closed ones
        (`extra`). It shortens the search and may say so too often."""
        return not missing & ~self.liftable(position)

    def outcomes(self, position: P, missing: int, extra: int) -> Collection[Hashable] | None:
        """Values that stand for all positions that actions may lead to from here at the board that differs on
        these sites, open (`missing`) or closed (`extra`); `None` if they are unknown. It shortens the search,
        and may name too many."""
        return None

    def unowned(self, position: P) -> Hashable:
        """A position without the owners of its pieces, if what may follow does not depend on them as long as
        no piece is identified; else `None`. It shortens the search."""
        return None

    def liftable(self, position: P) -> int:
        """The sites of the pieces that actions may still lift. It may name too many."""
        return self.closed(position)

    def actor(self, position: P, action: A) -> str | None:
        """The player of a legal action: the one to move, unless an action of the game ends another's turn."""
        return position.turn

    def most_steps(self, position: P) -> int:
        """The number of actions tried before a board is given up and corrected piece by piece.

        Of 6,300 boards of Masterplan and Massaï seven that had a meaning took more than 120; others, whose
        pieces are ambiguous, could take millions.
        """
        return 120

    def has_large_pieces(self, position: P) -> bool:
        """Whether a piece set down now may cover several sites, which close one soon after the other."""
        return False

    def may_be_one_piece(self, position: P, one: int, other: int) -> bool:
        """Whether one piece set down now, straight or askew, may close both of these sites."""
        return adjacent(self.grid, one, other)

    def is_order_free(self, position: P) -> bool:
        """Whether the actions that may follow here lead to the same position in any order, and none makes
        room for another."""
        return False

    def arrangements(
        self, position: P, sites: Sequence[int], kinds: Mapping[int, str] = NO_KINDS
    ) -> Iterator[tuple[A, ...]]:
        """If the order is free: the ways to explain these wrongly closed sites, each by one action, in this
        order, without those that no action explains any more."""
        return iter(())

    def is_simultaneous(self, position: P) -> bool:
        """Whether all players act at once here, although the rules list them in order, so that no order
        matters."""
        return False

    def half_done(self, position: P, missing: int, extra: int, kinds: Mapping[int, str] = NO_KINDS) -> int:
        """Those of these sites, open (`missing`) or closed (`extra`) contrary to the position, where a legal
        action is in progress: nothing is wrong there, and nothing played yet."""
        return 0

    def doubt(self, position: P, actions: Sequence[A]) -> str:
        """Why a board with only these interpretations may have been meant otherwise; then people are asked.
        Empty if it is certain."""
        return ""

    @abstractmethod
    def touched(self, position: P, action: A) -> int:
        """The sites that change when an action is made at the table."""

    def last_sites(self, position: P, action: A) -> int:
        """The sites that show the last action, in the position after it."""
        return self.touched(position, action) & self.closed(position)

    @abstractmethod
    def hands(self, position: P, action: A) -> tuple[Movement, ...]:
        """A person's movements of pieces for a legal action."""

    def takes_back_by_hand(self, position: P) -> bool:
        """Whether restoring the pieces takes actions back, even under the strict touch rule (`play.touch`).
        Not if a touched piece counts as played."""
        return True

    def is_taken_back_by_hand(self, action: A) -> bool:
        """Whether restoring the pieces takes this action back, if that is possible at all."""
        return True

    def may_return(self, now: P, then: P) -> bool:
        """Whether a board equal to an earlier position takes the game back to it. If not, no earlier one
        does."""
        return True
