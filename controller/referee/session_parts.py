"""The records that a session is made of, each with what belongs together. Pure.

Each is written into the recorder's checkpoints and read from them, field by field, but for the fields that
are marked `FLEETING` or `APART`. Sets of sites are integers, times milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from controller.model.checkpoints import APART, FLEETING
from controller.model.hands import Laid, Laying
from controller.model.thinking import Considered
from controller.model.tracker import Snapshot
from controller.model.view import Task
from controller.referee.interpretation import Reading
from controller.referee.play import Play
from controller.referee.search import Returning
from controller.tables.table import Selection
from opponents.thought import Level


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The game that is being set up, or was last."""

    chosen: str = ""
    """The name of the game; empty before one was touched."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """The values of the game's options, by name."""

    levels: Mapping[str, Level] = field(default_factory=dict)
    """The seats that the computer is to play."""

    is_clearing: bool = False
    """Whether "Start" was touched: the game begins as soon as the board is as it begins."""

    is_seating: bool = False
    """Whether the screen asks for the seats alone."""


@dataclass(frozen=True, slots=True)
class Selecting:
    """A choice that is being made on the screen."""

    selection: Selection
    """What is offered."""

    chosen: tuple[str, ...] = field(default=(), repr=False)
    """The ids of the items touched so far, in their order."""

    is_open: bool = False
    """Whether the cover has been lifted."""

    refused: str = field(default="", repr=False)
    """Why the rules refuse what was chosen. It may tell what is secret, and goes with the cover."""


@dataclass(frozen=True, slots=True)
class Question:
    """What people are asked on the screen. The default asks nothing."""

    readings: tuple[Reading, ...] = field(default=(), metadata=FLEETING)
    """The ways to read the board, of which people choose one."""

    pointing: int | None = field(default=None, metadata=FLEETING)
    """The sites of the cell where a person says that a piece was not seen; 0 while the cell is asked for;
    `None` if nobody points."""

    selecting: Selecting | None = field(default=None, metadata=FLEETING)
    """The choice that is being made."""


NO_QUESTION: Final = Question()


@dataclass(frozen=True, slots=True)
class Due:
    """What hands must still do on the board before it is read again."""

    held: int = 0
    """The sites that must come right because an action was taken back."""

    asked: int = 0
    """The sites that must come right because an action changed them."""

    exchanging: int = 0
    """Of the asked sites those whose old piece must be lifted first."""

    leaving: Mapping[int, str] = field(default_factory=dict)
    """The pieces that readers saw on asked sites and that must go: their kinds, by site."""

    reminders: tuple[Task, ...] = field(default=(), metadata=FLEETING)
    """What is asked for that no sensor can tell."""

    @property
    def sites(self) -> int:
        """All sites that must come right."""
        return self.asked | self.held

    def is_to_go(self, site: int, kind: str) -> bool:
        """Whether a piece is known to lie on a site that must come right, and to have to go."""
        return self.leaving.get(site) == kind and bool(self.sites >> site & 1)

    def done(self) -> Due:
        """What is due on a board that is right: reminders alone."""
        return replace(self, held=0, asked=0, exchanging=0)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was made of the board so far."""

    picture: Snapshot | None = None
    """What the sensors said when they were judged last; `None` if they must be judged anew."""

    at_ms: int = 0
    """When they were judged."""

    acted_ms: int = 0
    """When something was played or taken back last, or a pause ended."""

    lifted: int = 0
    """The sites that were open together since the board was right: their pieces may have been exchanged."""

    staying: int = 0
    """The sites where nothing is wrong though more must be done before they are right: pieces that can be
    played as soon as the rest is mended, or what somebody has begun."""

    returning: Returning = field(default_factory=Returning)
    """What hands have taken back last."""

    is_dark: bool = True
    """Whether the board has not been right since nobody looked."""

    is_told_of_rest: bool = False
    """Whether it was said in this game that nothing counts beside the printed board."""

    def anew(self) -> Judgement:
        """The same, for a board that must be judged anew."""
        return replace(self, picture=None)

    def right(self, picture: Snapshot) -> Judgement:
        """What is known when the board is right."""
        return replace(self, picture=picture, lifted=0, staying=0, is_dark=False)

    def without_game(self) -> Judgement:
        """What is known when no game is on the table any more."""
        return replace(self, lifted=0, staying=0, returning=Returning())


@dataclass(frozen=True, slots=True)
class Pads:
    """What lies on the pads where hands of tiles are shown and played."""

    laid: tuple[Laid, ...] = field(default=(), metadata=FLEETING)
    """The tiles of hands that were shown and are not counted yet."""

    laying: Laying | None = field(default=None, metadata=FLEETING)
    """What the computer plays when people have laid it on its pad."""

    veiled: Mapping[int, str] = field(default_factory=dict, repr=False, metadata=FLEETING)
    """The kinds of the pieces that lie on readers and nobody may know, by site."""

    told: Mapping[int, str] = field(default_factory=dict, repr=False)
    """The sites of which people have told what lies there, each with what its reader sees itself, or
    nothing."""

    is_asking: bool = field(default=False, metadata=FLEETING)
    """Whether the screen offers what may be said of hands."""

    def of_another_moment(self) -> Pads:
        """The same when the play has moved on: nothing is to be laid or said that belongs to an earlier
        moment."""
        return replace(self, laying=None, is_asking=False)


@dataclass(frozen=True, slots=True)
class Wish:
    """The computer is to think for a seat."""

    number: int
    """Another one for each wish."""

    seat: str
    """The seat to think for."""

    since_ms: int
    """When it was wished."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """The computer as a player: what it is to think, and has thought."""

    wish: Wish | None = None
    """What is to be thought now."""

    wishes: int = 0
    """How many wishes there were."""

    answer: Considered | None = field(default=None, repr=False, metadata=FLEETING)
    """What came of the wish, while it is not stored yet."""

    expected: Mapping[str, float] = field(default_factory=dict)
    """What the computer thought it would get of the game, from 0 (lost) to 1 (won), by seat."""

    is_helpless: bool = False
    """Whether people play for it."""

    def idle(self) -> Opponent:
        """The same with nothing to think."""
        return replace(self, wish=None, answer=None)

    def able(self) -> Opponent:
        """The same, playing for itself again."""
        return replace(self, is_helpless=False) if self.is_helpless else self


@dataclass(frozen=True, slots=True)
class UnfinishedGames:
    """The other games that are not finished."""

    games: Mapping[int, Play] = field(default_factory=dict, metadata=APART)
    """The games by their numbers in the journal, the one that was left last at the end."""

    recent: tuple[int, ...] = ()
    """The numbers of those that the menu offers at once, the one that was left last first."""

    used_ms: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    """The time that each player has used, by game."""

    def with_game(self, number: int, play: Play, used_ms: Mapping[str, int] | None = None) -> UnfinishedGames:
        """The same with one more, that is offered first: with the time used in it, if that is not known."""
        recent = (number, *(one for one in self.recent if one != number))
        used = self.used_ms if used_ms is None else {**self.used_ms, number: used_ms}
        return UnfinishedGames({**self.games, number: play}, recent, used)

    def without_game(self, number: int) -> UnfinishedGames:
        """The same without a game that is taken up."""
        return replace(self, games={one: play for one, play in self.games.items() if one != number})


@dataclass(frozen=True, slots=True)
class Devices:
    """The devices at the table, as far as the game depends on them."""

    away: Mapping[str, str] = field(default_factory=dict)
    """The devices that are away, each with the reason."""

    is_without_readers: bool = False
    """Whether people tell what the tag readers would have seen, until these are back."""

    is_board_seen: bool = False
    """Whether the board has told its sites since it was found last."""

    def lost(self, device: str, reason: str) -> Devices:
        """The same when a device has gone."""
        return replace(self, away={**self.away, device: reason})

    def found(self, device: str) -> Devices:
        """The same when a device is there."""
        return replace(self, away={name: reason for name, reason in self.away.items() if name != device})
