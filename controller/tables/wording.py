"""The words of a game on a table: its places, pieces, players, actions and refusals."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, TypeVar

from controller.model.hands import HIDDEN
from controller.tables.help import Topic
from controller.tables.pieces import CALLED
from controller.tables.sensing import Sensing
from engines.game import Action, Illegal, Json, Position, RuleError
from hardware.ports import sites_in
from texts import _, joined, named, why

A = TypeVar("A", bound=Action)
P = TypeVar("P", bound=Position[Any])


UNKNOWN_TAG = "unknown tag"
"""The prefix of the kind of a piece whose tag the tile file does not know."""

FITS_NO_RULE = _("Together with the other changes it fits no rule.")
"""The reason for a piece that no rule allows there, though alone it might be legal."""


def chained(said: Sequence[str]) -> str:
    """Several simultaneous actions, in words."""
    first, *rest = said
    for one in rest:
        first = _("{first}, then {second}", first=first, second=one)
    return first


class Wording(Sensing[A, P]):
    """The words of a game. All are sentences or parts of them, for people."""

    title: str
    summary: str

    @abstractmethod
    def name(self, player: str) -> str:
        """A player's name in words."""

    def names(self, player: str) -> tuple[str, ...]:
        """All words that stand for one player, the longest first."""
        return (self.name(player),)

    def side(self, position: P, player: str) -> str:
        """The player of the score for a seat, if partners play together."""
        return player

    def call(self, kind: str) -> str:
        """An identified piece, in words: `house white` is the white house."""
        if kind.startswith(UNKNOWN_TAG):
            return _("the piece with the unknown tag {tag}", tag=kind.removeprefix(UNKNOWN_TAG).strip())
        if kind == HIDDEN:
            return _("the tile")
        return CALLED.get(kind) or _("the piece {piece}", piece=kind)  # another game's

    @abstractmethod
    def piece(self, position: P, site: int) -> str:
        """The piece on a site, in words (`the white house`)."""

    def asks_for(self, before: P, after: P, site: int) -> tuple[str, str]:
        """The request to set the piece of `brings`, and its place, which is empty in the request."""
        return _("Put {piece} on {place}", piece=self.piece(after, site), place=""), self.place(site)

    def taken_off(self, before: P, site: int) -> str:
        """A piece that an action removes from the board, in words; `before` is the position before it."""
        return self.piece(before, site)

    @abstractmethod
    def place(self, site: int) -> str:
        """A site in words (`d4 north-east`)."""

    def place_beyond(self, site: int) -> str:
        """A site outside the game's board, in words."""
        column, row = self.grid.column_row(site)
        return _("site {column}, {row}", column=column + 1, row=row + 1)

    def places(self, sites: int) -> str:
        """Several sites in words."""
        return joined(" ", map(self.place, sites_in(sites)))

    def spot(self, site: int) -> str:
        """The distinction of a site within its cell, short enough for a small button (`NE`)."""
        return self.place(site)

    @abstractmethod
    def sites(self, place: str) -> int:
        """The sites of a place, by the game's own names (`d4.ne`, `e5`). Raises `NoSuchPlace`."""

    def owner(self, position: P, kind: str) -> str:
        """The player whose pieces are of this kind, if any."""
        owner = kind.rpartition(" ")[2]
        return owner if owner in position.players else ""

    def misfit(self, position: P, sites: int, kind: str) -> str:
        """Why an identified piece does not belong on these sites, as a sentence.

        Empty if it may be played there as soon as the rest of the board is right.
        """
        if kind.startswith(UNKNOWN_TAG):
            return _("The tile file does not know this tag.")
        if standing := sites_in(self.closed(position) & sites):
            return self._belongs_there(self.kind(position, standing[0]))
        owner = self.owner(position, kind)
        if owner and position.turn not in (owner, None):
            return _("It is {player}'s turn.", player=self.name(str(position.turn)))
        ways = self.candidates(position, 0, sites)
        wanted = next((hand.kind for way in ways for hand in self.hands(position, way)), kind)
        return self.objection_to(position, sites) if wanted == kind else self._belongs_there(wanted)

    def _belongs_there(self, kind: str) -> str:
        return _("{piece:capital} belongs there.", piece=self.call(kind))

    @abstractmethod
    def objection(self, position: P, site: int) -> str:
        """Why a piece set down on a site fits no rule, as a sentence."""

    def objection_to(self, position: P, sites: int) -> str:
        """Why the piece on one of the `groups` fits no rule, as a sentence."""
        return self.objection(position, sites_in(sites)[0])

    def refusal(self, error: RuleError, position: P) -> str:
        """A refusal of the rules, as a sentence with the players' names."""
        return _("{refusal:sentence}", refusal=self.naming(why(error), position))

    def covered(self, position: P) -> str:
        """The public part of a secret choice while it is covered, as a sentence; empty if there is none."""
        return ""

    @abstractmethod
    def why(self, position: P, events: Sequence[Json], sites: int) -> str:
        """A cell of the board, by its sites, in words: what its piece scores, why it was due, or why the
        rules allow none there. `events` are all of the game so far. Empty if there is nothing to say."""

    def against(self, position: P, action: A) -> str:
        """Why the rules refuse an action, as a sentence; empty if they allow it."""
        try:
            position.check(action)
        except Illegal as error:
            return self.refusal(error, position)
        return ""

    def naming(self, text: str, position: P) -> str:
        """A text of the rules, with the players' names."""
        players = {*position.players, *position.seats}
        return named(text, {player: self.name(player) for player in players})

    @abstractmethod
    def describe(self, action: A) -> str:
        """An action in words."""

    def describe_all(self, actions: Sequence[A]) -> str:
        """Several simultaneous actions, in words."""
        return chained([self.describe(action) for action in actions])

    def describe_turn(self, told: Sequence[str]) -> str:
        """The actions of one turn or their results, each in words."""
        return joined(". ", told)

    @abstractmethod
    def describe_events(self, events: Sequence[Json]) -> str:
        """The result of an action, in words (`Park e5: white 2, yellow 1`), or empty."""

    def warn(self, events: Sequence[Json]) -> str:
        """A bad but legal aspect of an action, as a sentence; or empty."""
        return ""

    def headline(self, position: P) -> str:
        """Whose turn it is, in words."""
        return _("{player} to move", player=self.name(position.turn)) if position.turn else self.title

    @abstractmethod
    def prompt(self, position: P) -> str:
        """The options of the player to move, if the table has no request."""

    def prompt_alone(self, position: P) -> str:
        """The mover's options on the mover's phone, which has the screen's choices on it."""
        return self.prompt(position)

    @abstractmethod
    def help(self, position: P | None) -> tuple[Topic, ...]:
        """The rules for players in short, by topic, the current one first; before a game `None`."""

    def put_away(self, events: Sequence[Json]) -> tuple[str, ...]:
        """The places for the pieces that an action removes from the board, line by line."""
        return ()

    def rounds(self, position: P, events: Sequence[Json]) -> tuple[str, ...]:
        """The score sheet from all events of a game so far, a line for each round; empty if a game has no
        rounds."""
        return ()

    def sheet(self, position: P) -> tuple[str, ...]:
        """How a result came about, line by line, for the last screen."""
        return ()
