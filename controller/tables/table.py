"""The contract of a game on a table: how its positions lie on the sites, and what a change of sites can mean.

One file beside this one keeps it for each game. Tracker, session and screens know the games by this contract
only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from controller.view import BoardView, Choice, Lit, Task
from engines.game import Action, Game, Json, Position
from hardware.ports import Grid

A = TypeVar("A", bound=Action)


class NoSuchPlace(Exception):
    """A text names no place of the game's board, or the table has no room for the game. Says what would
    do."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice before a game starts: a header's option, its label, and its values with their labels, default
    first."""

    name: str
    label: str
    values: tuple[tuple[Any, str], ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """One thing that a careful person does with a piece: `put` or `lift` it, on or off these sites."""

    verb: str
    sites: int
    kind: str


@dataclass(frozen=True, slots=True)
class Spoken(Generic[A]):
    """An action that no sensor can see: what the screen offers, and the panel's button that says it, if
    any."""

    choice: Choice
    action: A
    button: str | None = None


class GameTable(ABC, Generic[A]):
    """A game laid on a grid of sites. Raises `NoSuchPlace` at once where the grid is too small for it."""

    game: Game[A]
    title: str
    summary: str
    options: tuple[Option, ...]
    pieces: tuple[str, ...]
    """The kinds of pieces that people have at hand, as `Hand.kind` names them."""
    is_one_site_an_action: bool = False
    """Whether every action changes one site at most, so that the order of sites is that of actions."""

    def __init__(self, grid: Grid, cell_sites: int) -> None:
        self.grid = grid
        self.cell_sites = cell_sites

    @abstractmethod
    def closed(self, position: Position[A]) -> int:
        """The sites that are closed when the board is as the position says."""

    @abstractmethod
    def readings(self, position: Position[A], missing: int, extra: int) -> Sequence[A]:
        """The legal actions whose pieces are all among these sites: open (`missing`) or closed (`extra`)
        although the position says otherwise."""

    def hopeless(self, position: Position[A], extra: int) -> int:
        """Those of the sites closed although the position says otherwise that no action explains, whichever
        of the others are explained before. It spares the search for one: none need be named."""
        return 0

    def actor(self, position: Position[A], action: A) -> str | None:
        """Who makes a legal action: whose turn it is, unless the game has actions that end another's turn."""
        return position.turn

    @abstractmethod
    def touched(self, position: Position[A], action: A) -> int:
        """The sites that change when an action is made at the table."""

    @abstractmethod
    def hands(self, position: Position[A], action: A) -> tuple[Hand, ...]:
        """What a person does with pieces to make a legal action."""

    @abstractmethod
    def spoken(self, position: Position[A]) -> tuple[Spoken[A], ...]:
        """The legal actions that only the screen or a button can tell."""

    @abstractmethod
    def tasks(self, position: Position[A]) -> tuple[Task, ...]:
        """What the rules ask for now and the table may say, the most urgent first."""

    @abstractmethod
    def piece(self, position: Position[A], site: int) -> str:
        """The piece that stands on a site, in words (`the white house`)."""

    @abstractmethod
    def objection(self, position: Position[A], site: int) -> str:
        """Why a piece set down on a site fits no rule, as a sentence."""

    @abstractmethod
    def place(self, site: int) -> str:
        """A site in words (`d4 north-east`)."""

    def spot(self, site: int) -> str:
        """What tells a site from the others of its cell, short enough for a small button (`NE`)."""
        return self.place(site)

    @abstractmethod
    def sites(self, place: str) -> int:
        """The sites of a place in the game's own names (`d4.ne`, `e5`). Raises `NoSuchPlace`."""

    @abstractmethod
    def say(self, action: A) -> str:
        """An action in words."""

    @abstractmethod
    def tell(self, events: Sequence[Json]) -> str:
        """What an action brought, in words (`Park e5: white 2, yellow 1`), or nothing."""

    @abstractmethod
    def name(self, player: str) -> str:
        """A player's name in words."""

    def headline(self, position: Position[A]) -> str:
        """Whose turn it is, in words."""
        return f"{self.name(position.turn)} to move" if position.turn else self.title

    @abstractmethod
    def prompt(self, position: Position[A]) -> str:
        """What the one whose turn it is may do, when the table asks for nothing in particular."""

    @abstractmethod
    def marks(self, position: Position[A]) -> BoardView:
        """The board picture with its pieces, without signs."""

    @abstractmethod
    def corner(self, site: int) -> tuple[float, float, float]:
        """Where a site lies in the board picture: its south-west corner and its width, in cells."""

    @abstractmethod
    def cell_at(self, column: int, row: int) -> int:
        """The sites of a cell of the board picture; none outside the board."""

    @abstractmethod
    def score_lights(self, position: Position[A]) -> tuple[tuple[int, Lit], ...]:
        """The score as lights on the board."""

    def last_sites(self, position: Position[A], action: A) -> int:
        """Where the last action is shown, in the position after it."""
        return self.touched(position, action) & self.closed(position)
