"""The contract of a game on a table: how its positions lie on the sites, and what a change of sites can mean.

One file beside this one keeps it for each game. Tracker, session and screens know the games by this contract
only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Generic, Self, TypeVar

from controller.model.hands import HIDDEN, Deal
from controller.model.tracker import adjacent
from controller.model.view import BoardView, Choice, LitSites, Meaning, Task
from controller.tables.help import Topic
from controller.tables.pieces import CALLED
from controller.tables.remarks import Remarks
from controller.tables.tiles import Tiles
from engines.game import Action, Game, Illegal, Json, Position, RuleError
from hardware.ports import Grid, sites_in
from texts import _, joined, named, why

A = TypeVar("A", bound=Action)
P = TypeVar("P", bound=Position[Any])


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


LOT: Final = "lot"
"""The value of an option that is drawn by lot when the game begins."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What was drawn by lot: the options with it, and a sentence that tells it. Where players draw their
    colours, `starter` is the seat of whoever touched Start."""

    options: Mapping[str, Any]
    words: str
    starter: str | None = None


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


@dataclass(frozen=True, slots=True)
class Selection:
    """Something that a player chooses on the screen, from `least` to `most` of the `items`.

    An item with the id `cell-3,4` is a cell of the board picture (column and row from 0), the others are
    buttons. With `is_secret` the screen is covered until `seat` asks to see it. Without a `button` that
    begins it, the choice is due: play does not go on before it is made. Of several secret choices that are
    due, each seat may make its own first. `has_board` says whether the board picture stands beside the items.
    A choice that `tells` something is no action: it says what lies on these pads, in place of their readers.
    """

    id: str
    seat: str | None
    words: str
    items: tuple[Choice, ...] = field(repr=False)
    least: int
    most: int
    is_secret: bool = False
    button: Choice | None = None
    has_board: bool = True
    tells: tuple[int, ...] = ()

    @property
    def is_at_once(self) -> bool:
        """Whether the first touch makes the choice."""
        return self.most == 1 and (not self.is_secret or bool(self.tells))

    @property
    def is_at_the_table(self) -> bool:
        """Whether the choice is due before everybody's eyes."""
        return self.button is None and not self.is_secret


UNKNOWN_TAG = "unknown tag"
"""How the kind of a piece begins whose tag the tile file does not know."""

FITS_NO_RULE = _("Together with the other changes it fits no rule.")
"""What is said of a piece that the rules would allow there alone."""

NO_KINDS: Mapping[int, str] = MappingProxyType({})
"""No sensor of the table reads which piece it sees."""


def chained(said: Sequence[str]) -> str:
    """Several things that were done at once, in words."""
    first, *rest = said
    for one in rest:
        first = _("{first}, then {second}", first=first, second=one)
    return first


class GameTable(ABC, Generic[A, P]):
    """A game laid on a grid of sites. Raises `NoSuchPlace` at once where the table has no room for it.

    The tag readers beside the board, in the order of the seats, are sites too: they are numbered after those
    of the grid, and have no light.
    """

    game: Game[A]
    remarks: Remarks[A, P]
    title: str
    summary: str
    options: tuple[Option, ...]
    pieces: tuple[str, ...]
    """The kinds of pieces that people have at hand, as `Hand.kind` names them."""
    tray: tuple[str, ...] | None = None
    """What people take pieces from at the simulated table, where that is not simply each of the `pieces`."""
    is_one_site_an_action: bool = False
    """Whether every action changes one site at most, so that the order of sites is that of actions."""

    def __init__(self, grid: Grid, cell_sites: int, pads: int = 0) -> None:
        self.grid = grid
        self.cell_sites = cell_sites
        self.pads = pads

    def knowing(self, tiles: Tiles) -> Self:
        """The same table for players whose set of pieces differs from the usual one, if it matters."""
        return self

    def offered(self, options: Mapping[str, Any]) -> tuple[Option, ...]:
        """The options with the values that there are beside those chosen."""
        return self.options

    def draw(self, options: Mapping[str, Any], lot: int) -> Draw | None:
        """What a lot, a number at random, decides of the options; `None` where nothing is drawn by lot."""
        return None

    def header(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The header of a game with these options, as the rule page gives it. What is to be drawn by lot is
        as if nobody had chosen it."""
        return {"game": self.game.name, "options": dict(options)}

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

    def from_tray(self, position: P, kind: str, elsewhere: Container[str] = ()) -> str:
        """The piece that somebody takes who wants one of this kind of the `tray`; those `elsewhere` are not
        at hand."""
        return kind

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

    def family(self, kind: str) -> tuple[str, str]:
        """The set to which a piece belongs that is played on a pad: an id, and what it is called."""
        raise NotImplementedError

    def selections(self, position: P) -> tuple[Selection, ...]:
        """What may be chosen on the screen now, or must be."""
        return ()

    def selected(self, position: P, selection: Selection, chosen: Sequence[str]) -> A:
        """The action that a finished choice makes: the ids of the items. Raises `RuleError` for one that the
        rules refuse, with nothing in its text that others may not read."""
        raise NotImplementedError

    def selecting(self, position: P, action: A) -> tuple[Selection, tuple[str, ...]] | None:
        """The choice, and the items, that make an action; `None` if it is not made by choosing."""
        return None

    def reminders(self, before: P, after: P) -> tuple[Task, ...]:
        """What is to be done after an action, or after one was taken back, that no sensor can tell: markers
        on what was closed before."""
        return ()

    most_changes = 10
    """So many sites may differ before the board is held to be disturbed, not played on."""

    reminds_for_ms: int | None = None
    """So long the table shows its `reminders`; `None`: until somebody says that it is done, or acts."""

    is_played_on_board = True
    """Whether an action may be one that the sensors of the board see: then a piece may be pointed out to
    them."""

    needs_readers = False
    """Whether the game waits while the tag readers are away."""

    def has_secrets(self, position: P) -> bool:
        """Whether there is anything in this game that a player sees or chooses alone."""
        return False

    def is_chance(self, position: P) -> bool:
        """Whether what is due now is nobody's choice: people do it with pieces, for the computer too."""
        return False

    def deal(self, position: P) -> Deal | None:
        """What everybody knows of the hands now; `None` where nobody holds pieces that others do not see."""
        return None

    def pad(self, position: P, seat: str) -> int:
        """The site, as a set, of the reader on which a seat shows and plays what it holds; only where `deal`
        is one."""
        raise NotImplementedError

    def playable(self, position: P, held: Iterable[str]) -> frozenset[str]:
        """Which of the pieces that a seat holds the rules let it play now, as if all hands were open; only
        where `deal` is one."""
        raise NotImplementedError

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

    @abstractmethod
    def spoken(self, position: P) -> tuple[Spoken[A], ...]:
        """The legal actions that only the screen or a button can tell."""

    @abstractmethod
    def tasks(self, position: P) -> tuple[Task, ...]:
        """What the rules ask for now and the table may say, the most urgent first."""

    @abstractmethod
    def piece(self, position: P, site: int) -> str:
        """The piece that stands on a site, in words (`the white house`)."""

    def asks_for(self, before: P, after: P, site: int) -> tuple[str, str]:
        """The words that ask for the piece that `brings` tells, and with what they end if only that differs
        from what they are for other pieces."""
        place = self.place(site)
        return _("Put {piece} on {place}", piece=self.piece(after, site), place=place), place

    def taken_off(self, before: P, site: int) -> str:
        """A piece that an action takes off the board, in words; `before` is the position before it."""
        return self.piece(before, site)

    @abstractmethod
    def objection(self, position: P, site: int) -> str:
        """Why a piece set down on a site fits no rule, as a sentence."""

    def call(self, kind: str) -> str:
        """A piece that was read, in words: `house white` is the white house."""
        if kind.startswith(UNKNOWN_TAG):
            return _("the piece with the unknown tag {tag}", tag=kind.removeprefix(UNKNOWN_TAG).strip())
        if kind == HIDDEN:
            return _("the tile")
        return CALLED.get(kind) or _("the piece {piece}", piece=kind)  # another game's

    def misfit(self, position: P, sites: int, kind: str) -> str:
        """Why a piece that was read does not belong on these sites, as a sentence.

        Nothing where it may be played there as soon as the rest of the board is right.
        """
        if kind.startswith(UNKNOWN_TAG):
            return _("The tile file does not know this tag.")
        if standing := sites_in(self.closed(position) & sites):
            return self._belongs_there(self.kind(position, standing[0]))
        owner = kind.rsplit(maxsplit=1)[-1]
        if owner in position.players and position.turn not in (owner, None):
            return _("It is {player}'s turn.", player=self.name(str(position.turn)))
        ways = self.readings(position, 0, sites)
        wanted = next((hand.kind for way in ways for hand in self.hands(position, way)), kind)
        return self.objection_to(position, sites) if wanted == kind else self._belongs_there(wanted)

    def _belongs_there(self, kind: str) -> str:
        return _("{piece:capital} belongs there.", piece=self.call(kind))

    def refusal(self, error: RuleError, position: P) -> str:
        """What the rules say against something, as a sentence that names the players as people call them."""
        return _("{refusal:sentence}", refusal=self.naming(why(error), position))

    def against(self, position: P, action: A) -> str:
        """Why the rules refuse an action, as a sentence; nothing if they allow it."""
        try:
            position.check(action)
        except Illegal as error:
            return self.refusal(error, position)
        return ""

    def naming(self, text: str, position: P) -> str:
        """A text of the rules that names the players as people call them."""
        players = {*position.players, *position.seats}
        return named(text, {player: self.name(player) for player in players})

    def groups(self, position: P, sites: int) -> Sequence[int]:
        """Sites that are not as the position says, parted into what may be one piece each: the table speaks
        of them so."""
        return [1 << site for site in sites_in(sites)]

    def objection_to(self, position: P, sites: int) -> str:
        """Why what was set down on one of the `groups` fits no rule, as a sentence."""
        return self.objection(position, sites_in(sites)[0])

    @abstractmethod
    def place(self, site: int) -> str:
        """A site in words (`d4 north-east`)."""

    def place_beyond(self, site: int) -> str:
        """A site that is no part of the game's board, in words."""
        column, row = self.grid.column_row(site)
        return _("site {column}, {row}", column=column + 1, row=row + 1)

    def places(self, sites: int) -> str:
        """Several sites in words."""
        return joined(" ", map(self.place, sites_in(sites)))

    def spot(self, site: int) -> str:
        """What tells a site from the others of its cell, short enough for a small button (`NE`)."""
        return self.place(site)

    @abstractmethod
    def sites(self, place: str) -> int:
        """The sites of a place in the game's own names (`d4.ne`, `e5`). Raises `NoSuchPlace`."""

    @abstractmethod
    def say(self, action: A) -> str:
        """An action in words."""

    def say_all(self, actions: Sequence[A]) -> str:
        """Several actions that were made at once, in words."""
        return chained([self.say(action) for action in actions])

    def tell_all(self, told: Sequence[str]) -> str:
        """What the actions of one turn brought or were, each in words."""
        return joined(". ", told)

    @abstractmethod
    def tell(self, events: Sequence[Json]) -> str:
        """What an action brought, in words (`Park e5: white 2, yellow 1`), or nothing."""

    def warn(self, events: Sequence[Json]) -> str:
        """What an action did against good play although the rules let it stand, as a sentence; or nothing."""
        return ""

    def gains(self, event: Json) -> Mapping[str, int]:
        """The points that something which happened gave, by player."""
        points = event.get("points", 0)
        if isinstance(points, Mapping):
            return points
        player = event.get("player") or event.get("side")
        return {player: points} if player and points else {}

    def scored(self, events: Sequence[Json]) -> Mapping[int, str | None]:
        """The sites of what has scored in an action, and for whom, so that people see why."""
        return {}

    @abstractmethod
    def help(self, position: P | None) -> tuple[Topic, ...]:
        """The rules for players in short, by topics, that of the moment first; before a game `None`."""

    def put_away(self, events: Sequence[Json]) -> tuple[str, ...]:
        """Where the pieces go that an action takes off the board, line by line."""
        return ()

    def rounds(self, position: P, events: Sequence[Json]) -> tuple[str, ...]:
        """The score sheet from all events of a game so far, a line for each round; nothing where a game has
        no rounds."""
        return ()

    @abstractmethod
    def name(self, player: str) -> str:
        """A player's name in words."""

    def side(self, position: P, player: str) -> str:
        """Which player of the score somebody plays for, where partners play together."""
        return player

    def headline(self, position: P) -> str:
        """Whose turn it is, in words."""
        return _("{player} to move", player=self.name(position.turn)) if position.turn else self.title

    @abstractmethod
    def prompt(self, position: P) -> str:
        """What the one whose turn it is may do, when the table asks for nothing in particular."""

    @abstractmethod
    def marks(self, position: P) -> BoardView:
        """The board picture with its pieces, without signs."""

    def picture(self, position: P, actions: Sequence[A]) -> BoardView:
        """The board picture, `marks`, with what only the actions tell that led to the position."""
        return self.marks(position)

    @abstractmethod
    def corner(self, site: int) -> tuple[float, float, float]:
        """Where a site lies in the board picture: its south-west corner and its width, in cells."""

    @abstractmethod
    def cell_at(self, column: int, row: int) -> int:
        """The sites of a cell of the board picture; none outside the board."""

    @abstractmethod
    def score_lights(self, position: P) -> LitSites:
        """The score as lights on the board."""

    def placing(self, position: P, site: int) -> tuple[Meaning, str | None]:
        """How a missing piece is asked for after an action: the light's meaning, and whose colour it has."""
        return Meaning.PLACE, None

    def sheet(self, position: P) -> tuple[str, ...]:
        """How a result came about, line by line, for the last screen."""
        return ()

    def last_sites(self, position: P, action: A) -> int:
        """Where the last action is shown, in the position after it."""
        return self.touched(position, action) & self.closed(position)
