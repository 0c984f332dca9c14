"""The records of a session, grouped by subject. Pure.

Each is written into the recorder's checkpoints and read from them, field by field, except fields marked
`FLEETING` or `APART`. Sets of sites are integers, times milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from controller.model.checkpoints import APART, FLEETING
from controller.model.hands import NO_HANDS, Hands
from controller.model.thinking import Considered
from controller.model.tracker import Snapshot
from controller.model.view import Task
from controller.referee.board_at_rest import Returning
from controller.referee.interpretation import Interpretation
from controller.referee.play import Play
from controller.tables.choosing import Selection
from controller.tables.table import GameTable
from engines.record import record, replace
from opponents.thought import Level


@record
class GameSetup:
    """The current or last game set-up."""

    chosen: str = ""
    """The name of the game; empty before one was touched."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """The values of the game's options, by name."""

    levels: Mapping[str, Level] = field(default_factory=dict)
    """The computer's seats and levels."""

    is_clearing: bool = False
    """Whether "Start" was touched: the game begins as soon as the board shows its start."""

    is_seating: bool = False
    """Whether the screen shows only the seats."""


@record
class Selecting:
    """A choice in progress on the screen."""

    selection: Selection
    """The choice."""

    chosen: tuple[str, ...] = field(default=(), repr=False)
    """The ids of the items touched so far, in their order."""

    is_open: bool = False
    """Whether the cover has been lifted."""

    refused: str = field(default="", repr=False)
    """The rules' refusal of the choice. It may reveal a secret, so it goes with the cover."""


@record
class Question:
    """A question on the screen. The default is none."""

    interpretations: tuple[Interpretation, ...] = field(default=(), metadata=FLEETING)
    """The interpretations of the board, one of which people choose."""

    pointing: int | None = field(default=None, metadata=FLEETING)
    """The sites of the cell where a person reports a missed piece; 0 while the cell is asked for; `None` if
    no report is in progress."""

    selecting: Selecting | None = field(default=None, metadata=FLEETING)
    """The choice in progress."""


NO_QUESTION: Final = Question()


@record
class Due:
    """The table's requests to hands, before the board is interpreted again."""

    held: int = 0
    """The sites that must become right because an action was taken back."""

    asked: int = 0
    """The sites that must become right because an action changed them."""

    exchanging: int = 0
    """Of the asked sites those whose old piece must be lifted first."""

    must_leave: Mapping[int, str] = field(default_factory=dict)
    """The pieces that readers saw on asked sites and that must go: their kinds, by site."""

    reminders: tuple[Task, ...] = field(default=(), metadata=FLEETING)
    """Requests that no sensor can check."""

    @property
    def sites(self) -> int:
        """All sites that must become right."""
        return self.asked | self.held

    def is_to_go(self, site: int, kind: str) -> bool:
        """Whether an identified piece lies on a site that must become right, and must go."""
        return self.must_leave.get(site) == kind and bool(self.sites >> site & 1)

    def done(self) -> Due:
        """The requests on a right board: reminders only."""
        return Due(reminders=self.reminders)


@record
class Judgement:
    """The judgement of the board so far."""

    picture: Snapshot | None = None
    """The sensors' state at the last judgement; `None` to request a new one."""

    at_ms: int = 0
    """The time of that judgement."""

    acted_ms: int = 0
    """The time of the last action or takeback, or of the end of a pause."""

    lifted: int = 0
    """The sites that were open together since the board was right: their pieces may have been exchanged."""

    staying: int = 0
    """The sites that may stay as they are although they are not right yet: playable pieces that wait for the
    rest, or actions in progress."""

    returning: Returning = field(default_factory=Returning)
    """The last takeback by hand."""

    is_dark: bool = True
    """Whether the board has not been right since an unobserved period."""

    is_told_of_rest: bool = False
    """Whether the remark about pieces beside the printed board was made in this game."""

    def anew(self) -> Judgement:
        """The judgement, with a new one requested."""
        return replace(self, picture=None)

    def right(self, picture: Snapshot) -> Judgement:
        """The judgement of a right board."""
        return replace(self, picture=picture, lifted=0, staying=0, is_dark=False)

    def without_game(self) -> Judgement:
        """The judgement without a game on the table."""
        return replace(self, lifted=0, staying=0, returning=Returning())


@record
class Wish:
    """The computer must think for a seat."""

    number: int
    """A number unique to each wish."""

    seat: str
    """The seat to think for."""

    since_ms: int
    """The time of the wish."""


@record
class Opponent:
    """The computer as a player: its wish for thinking, and the result."""

    wish: Wish | None = None
    """The current wish."""

    wishes: int = 0
    """The number of wishes so far."""

    answer: Considered | None = field(default=None, repr=False, metadata=FLEETING)
    """The result of the wish, until it is stored."""

    expected: Mapping[str, float] = field(default_factory=dict)
    """The computer's expected result, from 0 (lost) to 1 (won), by seat."""

    is_played_by_people: bool = False
    """Whether people play for it."""

    def idle(self) -> Opponent:
        """The opponent without a wish."""
        return replace(self, wish=None, answer=None)

    def able(self) -> Opponent:
        """The opponent, playing for itself again."""
        return replace(self, is_played_by_people=False) if self.is_played_by_people else self


@dataclass(eq=False)
class UnfinishedGame:
    """A game that is not on the table, as the journal has it (`Play.resume`); actions may be secret."""

    table: GameTable[Any, Any]
    header: Mapping[str, Any]
    actions: Sequence[str] = field(repr=False)
    taken_back: Sequence[str] = field(default=(), repr=False)
    computers: Mapping[str, Level] = field(default_factory=dict)
    hands: Hands = field(default=NO_HANDS, repr=False)
    again: Sequence[str] = field(default=(), repr=False)
    seated: Sequence[Mapping[str, Level]] = ()

    @classmethod
    def of(cls, play: Play) -> UnfinishedGame:
        """A game that leaves the table."""
        actions, taken_back = ([str(ply.action) for ply in plies] for plies in (play.plies, play.left))
        seated = [ply.computers for ply in (*play.plies, *play.left)]
        again = [str(action) for action in play.again]
        hands = Hands(play.stored_hands)
        left = cls(play.table, play.header, actions, taken_back, play.computers, hands, again, seated)
        left.play = play
        return left

    @cached_property
    def play(self) -> Play:
        """The game, replayed when it is first wanted. Raises `RuleError` if the rules refuse it."""
        told = self.actions, self.taken_back, self.computers, self.hands, self.again, self.seated
        return Play.resume(self.table, self.header, *told)

    @property
    def is_empty(self) -> bool:
        """Whether no action was played in it."""
        return not (self.actions or self.taken_back or self.hands.rows)


@record
class UnfinishedGames:
    """The unfinished games, without the one on the table."""

    games: Mapping[int, UnfinishedGame] = field(default_factory=dict, metadata=APART)
    """The games by their numbers in the journal, the last one left at the end."""

    recent: tuple[int, ...] = ()
    """The numbers of those in the menu, the last one left first."""

    used_ms: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    """The time used by each player, by game."""

    def with_game(
        self, number: int, game: UnfinishedGame, used_ms: Mapping[str, int] | None = None
    ) -> UnfinishedGames:
        """The games with one more, first in the menu. Without `used_ms` its known times stay."""
        recent = (number, *(one for one in self.recent if one != number))
        used = self.used_ms if used_ms is None else {**self.used_ms, number: used_ms}
        return UnfinishedGames({**self.games, number: game}, recent, used)

    def without_game(self, number: int) -> UnfinishedGames:
        """The games without a resumed one."""
        return replace(self, games={one: game for one, game in self.games.items() if one != number})


@record
class DeviceStates:
    """The devices at the table, as far as they affect the game."""

    away: Mapping[str, str] = field(default_factory=dict)
    """The devices that are away, each with the reason."""

    is_without_readers: bool = False
    """Whether people report tiles in place of the tag readers, until these are back."""

    is_board_seen: bool = False
    """Whether the board has sent its sites since it was last found."""

    board_stalled_ms: int | None = None
    """When the board was noticed to have fallen silent, until it sends its sites again."""

    def lost(self, device: str, reason: str) -> DeviceStates:
        """The devices after one has gone."""
        return replace(self, away={**self.away, device: reason})

    def found(self, device: str) -> DeviceStates:
        """The devices after one has come."""
        return replace(self, away={name: reason for name, reason in self.away.items() if name != device})
