"""How a game lies on the sites of a table, and what a change of sites can mean."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from controller.model.tracker import adjacent
from engines.game import Action, Position
from hardware.ports import Grid, sites_in

A = TypeVar("A", bound=Action)
P = TypeVar("P", bound=Position[Any])


class NoSuchPlace(Exception):
    """A text names no place of the game's board, or the table has no room for the game. Says what would
    do."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One thing that a careful person does with a piece: `put` or `lift` it, on or off these sites."""

    verb: str
    sites: int
    kind: str


NO_KINDS: Mapping[int, str] = MappingProxyType({})
"""No sensor of the table reads which piece it sees."""


class Sensing(ABC, Generic[A, P]):
    """What the sensors tell of a game. Raises `NoSuchPlace` at once if the table has no room for the game.

    The tag readers beside the board, in the order of the seats, are sites too: they are numbered after those
    of the grid, and have no light.
    """

    pieces: tuple[str, ...]
    """The kinds of pieces that people have at hand, as `Hand.kind` names them."""
    is_one_site_an_action: bool = False
    """Whether every action changes one site at most, so that the order of sites is that of actions."""
    most_changes = 10
    """So many sites may differ before the board is held to be disturbed, not played on."""

    def __init__(self, grid: Grid, cell_sites: int, pads: int = 0) -> None:
        self.grid = grid
        self.cell_sites = cell_sites
        self.pads = pads

    @abstractmethod
    def closed(self, position: P) -> int:
        """The sites that are closed when the board is as the position says."""

    def ignored(self, position: P) -> int:
        """The sites whose state says nothing: a piece with or without a magnet may stand there, or none."""
        return 0

    @cached_property
    def ground(self) -> int:
        """The sites of the printed board, with the readers that belong to the game. Whatever lies beside it
        is no part of the game."""
        return self.grid.all_sites

    def differing(self, position: P, board: int, kinds: Mapping[int, str] = NO_KINDS) -> int:
        """The sites where a board is not as the position says; `kinds` are the pieces that were read."""
        closed = self.closed(position)
        sites = (closed ^ board) & ~self.ignored(position) & self.ground
        for site, kind in kinds.items():
            if closed & board & 1 << site and kind != self.kind(position, site):
                sites |= 1 << site
        return sites

    def groups(self, position: P, sites: int) -> Sequence[int]:
        """Sites that are not as the position says, parted into what may be one piece each: the table speaks
        of them so."""
        return [1 << site for site in sites_in(sites)]

    def as_played(self, position: P, kinds: Mapping[int, str]) -> Mapping[int, str]:
        """The pieces that were read, as the player to move may play them: where somebody has two colours,
        both are that player's."""
        return kinds

    @abstractmethod
    def kind(self, position: P, site: int) -> str:
        """The kind of piece that stands on a closed site, as `Hand.kind` names it."""

    def brings(self, before: P, after: P, site: int) -> str:
        """The kind of piece that is to be set on a site after an action: where pieces that are alike may
        stand on several sites, `kind` does not tell which of them is new."""
        return self.kind(after, site)

    def exchanged(self, before: P, after: P) -> int:
        """The sites that are closed in both positions, but by another piece."""
        return 0

    @abstractmethod
    def readings(
        self, position: P, missing: int, extra: int, kinds: Mapping[int, str] = NO_KINDS
    ) -> Sequence[A]:
        """The legal actions whose pieces are all among these sites: open (`missing`) or closed (`extra`)
        although the position says otherwise."""

    def hopeless(self, position: P, extra: int) -> int:
        """Those of the sites closed although the position says otherwise that no action explains, whichever
        of the others are explained before. It spares the search for one: none need be named."""
        return 0

    def actor(self, position: P, action: A) -> str | None:
        """Who makes a legal action: whose turn it is, unless the game has actions that end another's turn."""
        return position.turn

    def most_steps(self, position: P) -> int:
        """When so many actions have been tried, a board is given up and mended piece by piece.

        Six towers lifted at once take 192; boards that nobody saw change, or whose pieces can mean many
        things, could take millions.
        """
        return 200

    def has_large_pieces(self, position: P) -> bool:
        """Whether a piece that is set down now may cover several sites, which close soon after one
        another."""
        return False

    def may_be_one_piece(self, position: P, one: int, other: int) -> bool:
        """Whether one piece that is set down now, straight or crookedly, may close both of these sites."""
        return adjacent(self.grid, one, other)

    def is_order_free(self, position: P) -> bool:
        """Whether the actions that may follow here come to the same in any order, and none makes room for
        another."""
        return False

    def is_simultaneous(self, position: P) -> bool:
        """Whether all do here at once what the rules tell one after the other, so that no order matters."""
        return False

    def half_done(self, position: P, missing: int, extra: int, kinds: Mapping[int, str] = NO_KINDS) -> int:
        """Those of these sites, open (`missing`) or closed (`extra`) although the position says otherwise,
        where somebody has begun what the rules allow: nothing is wrong there, and nothing played yet."""
        return 0

    def doubt(self, position: P, actions: Sequence[A]) -> str:
        """Why a board that can mean only these actions may have been meant otherwise; then people are asked.
        Nothing where it is certain."""
        return ""

    @abstractmethod
    def touched(self, position: P, action: A) -> int:
        """The sites that change when an action is made at the table."""

    @abstractmethod
    def hands(self, position: P, action: A) -> tuple[Hand, ...]:
        """What a person does with pieces to make a legal action."""

    def takes_back_by_hand(self, position: P) -> bool:
        """Whether putting pieces back as they were takes actions back, also where people are strict
        (`play.touch`). Not where what is touched is played."""
        return True

    def is_taken_back_by_hand(self, action: A) -> bool:
        """Whether putting pieces back as they were takes this action back, where that is so at all."""
        return True

    def may_return(self, now: P, then: P) -> bool:
        """Whether a board that is as it was in an earlier position takes the game back to that."""
        return True
