"""The table's state from moment to moment: what is being done, by which game, and what must still come right.

Pure and immutable. `step.py` gives the next session for an event; nothing here draws, stores or waits, and no
game is known by name.

| phase | leads to |
| --- | --- |
| menu | setup (a game was touched), playing (an unfinished game was) |
| setup | menu (back), playing or what is due (started, and the board is as the game begins) |
| playing | correcting, choosing (the board at rest says so), secret, over (by the rules), paused |
| correcting | playing, secret, over (the board is right again), choosing, paused |
| choosing | playing, over (chosen), correcting (the board changed), paused |
| secret | playing, secret (the next player's), over (chosen), correcting (taken back), paused |
| paused | what it was before; over (resigned, a draw agreed), menu (the game is left or given up) |
| over | correcting (taken back), menu |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from controller.model import records
from controller.model.clock import NO_CLOCK, Clock
from controller.model.hands import Laid, Laying
from controller.model.orders import Order
from controller.model.phones import Phone
from controller.model.thinking import Answer, Considered
from controller.model.tracker import Picture, Tracker
from controller.model.view import Phase, Task
from controller.referee.interpretation import Reading
from controller.referee.play import Play
from controller.referee.search import Returning
from controller.referee.seating import computer_to_act
from controller.tables.table import GameTable, Selection
from hardware.ports import DeviceEvent, Grid
from opponents.thought import Level

PATIENCE_MS = 20_000
"""So long beyond its time the table waits for what the computer thinks. Whoever thinks has given up long
before."""

MOST_WAIT = 30
"""So many games wait at the most until somebody takes them up."""

WATCHING = (Phase.PLAYING, Phase.CORRECTING, Phase.CHOOSING)
"""The phases in which the board at rest is judged."""

PAUSING = ("board", "lights")
"""The devices without which the table cannot guide: while one is away, the game pauses."""

READERS = "rfid"
"""The tag readers: only a game that needs them waits for them."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button on the screen was touched: its id. With a `game` it is part of a broker's order, and counts
    only while that game is being set up."""

    at_ms: int
    id: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class Selecting:
    """A choice that is being made: the items touched so far, and whether its cover has been lifted.

    `refused` says why the rules refuse what was chosen; it may tell what is secret, and goes with the cover.
    """

    selection: Selection
    chosen: tuple[str, ...] = field(default=(), repr=False)
    is_open: bool = False
    refused: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Wish:
    """The computer is to think for a seat, since a moment; of all wishes each has another number."""

    number: int
    seat: str
    since_ms: int


Event = DeviceEvent | Pressed | Answer | Phone | Order
Effects = tuple[records.Effect, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Session:
    """Everything the table knows. Sets of sites are integers. Sessions are compared by identity.

    `judged` is what the sensors said when they were judged last, at `judged_ms`; `None` when they must be
    judged anew. Before the board is read again, sites must come right that the table itself asked for:
    `asked` because an action changed them, `held` because one was taken back. Of the `asked`, `exchanging`
    wait for their old piece to be lifted, and `leaving` tells the pieces that readers saw there and that must
    go. `reminders` ask for what no sensor can tell. `acted_ms` is when something was played or taken back.
    `is_dark` holds until the board was right once since nobody looked. `lifted` are the sites that were open
    together since the board was right: their pieces may have been exchanged. `staying` are the sites where
    nothing is wrong though more must be done before they are right: pieces that can be played as soon as the
    rest is mended, or what somebody has begun. `returning` is what hands have taken back last. Once it
    `is_told_of_rest` nothing more is said of what lies beside the printed board. `pointing` are the sites of
    the cell where a person says that a piece was not seen; 0 while the cell is being asked for. `selecting`
    is what is being chosen on the screen. `away` gives the reason for each device that is away; while it
    `is_without_readers` people tell what these would have seen, until they are back. `trouble` says why
    nothing can be stored. `tiles` tells the piece of each tag. `game_id` is the journal's number of the game,
    `kept` are the other games that are not finished, the one that was left last at the end, `recent` those
    that the menu offers at once, that one first. `agreed` tells of broken sensors that are not wrong any more
    what they said last, and how often they have changed. `ended` is the result where people and not the rules
    ended the game. `levels` are the seats that the computer is to play in the game that is set up; while it
    `is_seating`, the screen asks for them alone. `first_level` what a seat plays when it first becomes one,
    and `think_ms` for how long one thinks. `wish` is what is to be thought now, of `wishes` so far, `answer`
    what came of it and is not stored yet, and
    `expected` what the computer thought it would get of the game, by seat (0 to 1). While `is_helpless`,
    people play for it. `laid` are tiles of hands that were shown and are not counted yet, `laying` what the
    computer plays when people have laid it on its pad, and `veiled` what lies on readers and nobody may know,
    by site. `told` are the pads of which people have told what lies there, each with what its reader sees
    itself, or nothing. While it `is_asking_hands` the screen offers what may be said of hands. With
    `is_friendly` pieces may be taken back by hand in strict games too. `clock` is the move clock, and
    `kept_ms` the time that the players of kept games have used. `phones` are the seats that have a phone,
    each with its game's number, and `refusals` tells them why what they chose there last was refused: it may
    tell what is secret.
    """

    tables: Mapping[str, GameTable[Any, Any]]
    tracker: Tracker
    settle_ms: int
    phase: Phase = Phase.MENU
    resumes_to: Phase = Phase.MENU
    play: Play | None = None
    chosen: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    is_clearing: bool = False
    is_seating: bool = False
    readings: tuple[Reading, ...] = ()
    pointing: int | None = None
    selecting: Selecting | None = None
    judged: Picture | None = None
    judged_ms: int = 0
    held: int = 0
    asked: int = 0
    exchanging: int = 0
    leaving: Mapping[int, str] = field(default_factory=dict)
    reminders: tuple[Task, ...] = ()
    acted_ms: int = 0
    lifted: int = 0
    staying: int = 0
    returning: Returning = field(default_factory=Returning)
    is_told_of_rest: bool = False
    is_seen: bool = False
    is_dark: bool = True
    is_paused_by_hand: bool = False
    is_ending: bool = False
    away: Mapping[str, str] = field(default_factory=dict)
    is_without_readers: bool = False
    notice: str = ""
    trouble: str = ""
    tiles: Mapping[str, str] = field(default_factory=dict)
    game_id: int | None = None
    kept: Mapping[int, Play] = field(default_factory=dict)
    recent: tuple[int, ...] = ()
    agreed: Mapping[int, tuple[bool, int]] = field(default_factory=dict)
    ended: Mapping[str, Any] | None = None
    is_friendly: bool = False
    clock: Clock = NO_CLOCK
    kept_ms: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    levels: Mapping[str, Level] = field(default_factory=dict)
    first_level: Level = Level.MEDIUM
    think_ms: int = 2_000
    wish: Wish | None = None
    wishes: int = 0
    answer: Considered | None = field(default=None, repr=False)
    expected: Mapping[str, float] = field(default_factory=dict)
    is_helpless: bool = False
    laid: tuple[Laid, ...] = ()
    laying: Laying | None = None
    veiled: Mapping[int, str] = field(default_factory=dict, repr=False)
    told: Mapping[int, str] = field(default_factory=dict, repr=False)
    is_asking_hands: bool = False
    phones: frozenset[tuple[int, str]] = frozenset()
    refusals: Mapping[tuple[int, str], str] = field(default_factory=dict, repr=False)

    @property
    def current(self) -> Play:
        """The play that is going on; only where a phase has one."""
        assert self.play is not None
        return self.play

    @property
    def table(self) -> GameTable[Any, Any]:
        """The game that it is about: the one being played or set up, or the table's first."""
        if self.play is not None:
            return self.play.table
        return self.tables.get(self.chosen) or next(iter(self.tables.values()))

    @property
    def differing(self) -> int:
        """The sites where the board is not as the position says, and pieces that still wait to be lifted; but
        not the pads with a tile that was shown."""
        board = self.tracker.board
        differing = self.current.differing(board, self.tracker.kinds) & ~self.shown_pads
        return differing | self.exchanging & board

    @property
    def broken(self) -> int:
        """The broken sites that the game has, or the one that is set up: no readers of another's."""
        return self.tracker.masked & (-1 if self.table.needs_readers else self.tracker.grid.all_sites)

    @property
    def shown_pads(self) -> int:
        """The pads on which a tile lies that a seat has shown: nothing is wrong there."""
        play, sites = self.play, 0
        if play is None or not self.veiled:
            return 0
        for site, kind in self.veiled.items():
            seat = play.seat_at(site)
            if seat is not None and seat in play.showing and kind in play.row(seat):
                sites |= 1 << site
        return sites

    @property
    def is_waiting(self) -> bool:
        """Whether a device is away without which the game must pause."""
        return self.is_without_a_device or (self.misses_readers and not self.is_without_readers)

    @property
    def is_without_a_device(self) -> bool:
        """Whether a device is away without which nothing is played."""
        return any(device in self.away for device in PAUSING)

    @property
    def misses_readers(self) -> bool:
        """Whether the tag readers are away and the game that is played needs them: people may do without."""
        return self.needs_readers and READERS in self.away

    @property
    def needs_readers(self) -> bool:
        """Whether tag readers see what is played in this game."""
        return self.play is not None and self.play.table.needs_readers

    def due_ms(self) -> int | None:
        """When the board will have been at rest for long enough to be judged, if nothing else happens."""
        is_watching = self.phase in WATCHING and self.selecting is None
        if not self.is_seen or not (is_watching or (self.phase is Phase.SETUP and self.is_clearing)):
            return None
        if self.judged == self.tracker.picture and not self.tracker.since and not self.is_doubted:
            return None
        return self.tracker.rests_at_ms(self.settle_ms)

    @property
    def is_doubted(self) -> bool:
        """Whether pieces that were off the board together all stand again, and nothing has been said of
        it."""
        return bool(self.lifted) and self.play is not None and not self.differing

    def clock_ms(self) -> int | None:
        """When what is shown of the clock changes next. It stands while pieces are being read: one that came
        in time must not be told that time is up."""
        return None if self.due_ms() is not None and self.tracker.since else self.clock.next_ms()

    def reminded_until_ms(self) -> int | None:
        """When what no sensor can tell is taken as done; `None` if nothing is, or only by a word."""
        if not self.reminders or self.phase not in WATCHING or self.current.table.reminds_for_ms is None:
            return None
        return self.acted_ms + self.current.table.reminds_for_ms

    def overdue_ms(self) -> int | None:
        """When the computer is not waited for any more: at once where it has answered."""
        if self.wish is None:
            return None
        return self.wish.since_ms + (0 if self.answer else self.think_ms + PATIENCE_MS)

    def next_ms(self) -> int | None:
        """When time alone changes something, if nothing else happens."""
        laid_ms = self.laid[0].at_ms if self.laid else None
        times = (self.due_ms(), self.reminded_until_ms(), self.clock_ms(), self.overdue_ms(), laid_ms)
        return min((at_ms for at_ms in times if at_ms is not None), default=None)

    @property
    def computer(self) -> str | None:
        """The computer's seat whose turn it is; `None` where it is a person's, or people play for it."""
        return None if self.play is None or self.is_helpless else computer_to_act(self.play)

    @property
    def thinking(self) -> str | None:
        """The player whose time passes. Nobody's does while the table waits for what an action or a takeback
        asks people to do with pieces."""
        if self.play is None or self.phase not in (*WATCHING, Phase.SECRET) or self.asked or self.held:
            return None
        if self.laying is not None or self.play.unshown:
            return None
        seat = self.selecting.selection.seat if self.selecting else None
        return seat or self.play.position.turn

    def right(self) -> Session:
        """The session when the board is as the position says: the game goes on with what is due."""
        session = replace(
            self,
            phase=Phase.PLAYING,
            tracker=self.tracker.understood(),
            judged=self.tracker.picture,
            readings=(),
            pointing=None,
            selecting=None,
            held=0,
            asked=0,
            exchanging=0,
            lifted=0,
            staying=0,
            is_dark=False,
        )
        position = self.current.position
        if self.ended is not None or position.outcome() is not None:
            return replace(session, phase=Phase.OVER)
        if self.computer is not None:
            return session
        due = next((one for one in self.current.table.selections(position) if one.button is None), None)
        return session if due is None else session.choosing_from(due)

    def choosing_from(self, selection: Selection) -> Session:
        """The session in which somebody chooses."""
        phase = Phase.SECRET if selection.is_secret else Phase.CHOOSING
        is_open = not selection.is_secret
        return replace(self, phase=phase, readings=(), selecting=Selecting(selection, is_open=is_open))

    def advanced_to(self, play: Play, premature: int = 0) -> Session:
        """The session after one or more actions. What they changed on the board is asked for.

        What was set too early (`premature`) is read anew instead.
        """
        session = replace(
            self,
            play=play,
            readings=(),
            pointing=None,
            selecting=None,
            notice="",
            exchanging=self._exchanging(play),
            reminders=play.table.reminders(self.current.position, play.position),
            is_helpless=False,
            refusals={},
        )
        differing = session.differing
        if not differing:
            return session.right()
        exchanged = play.table.exchanged(self.current.position, play.position)
        changed = play.changed_since(self.current) | session.exchanging | exchanged
        asked = differing & ~premature & changed
        phase = Phase.PLAYING if differing == asked else Phase.CORRECTING
        return replace(session, phase=phase, asked=asked, leaving=session.superfluous(asked), judged=None)

    def superfluous(self, sites: int) -> Mapping[int, str]:
        """The pieces that readers see on those of these sites where they do not belong."""
        sites &= self.differing
        return {site: kind for site, kind in self.tracker.kinds.items() if sites >> site & 1}

    def back_to(self, play: Play) -> Session:
        """The session after a takeback by touch. What the board has too much or too little must be mended."""
        session = replace(
            self,
            play=play,
            readings=(),
            pointing=None,
            selecting=None,
            notice="",
            asked=0,
            exchanging=self._exchanging(play),
            reminders=(*play.table.reminders(self.current.position, play.position), *play.returned),
            ended=None,
            is_helpless=False,
            returning=Returning(),
            refusals={},
        )
        differing = session.differing
        if not differing:
            return session.right()
        held = differing | self.current.closed ^ play.closed  # what no frame may have shown yet
        return replace(session, phase=Phase.CORRECTING, held=held, judged=None)

    def _exchanging(self, play: Play) -> int:
        """The sites where another piece stands than a new play has there: those that it exchanges, or those
        that still wait, unless it has there again what still stands."""
        exchanged = play.table.exchanged(self.current.position, play.position)
        return (exchanged ^ self.exchanging) & self.tracker.board & ~self.tracker.tagged

    def without_game(self) -> Session:
        """The session when no game is on the table any more: nothing that was asked for, or was being chosen,
        is left of it, for the menu or for another game to trip over."""
        return replace(
            self,
            play=None,
            game_id=None,
            ended=None,
            is_ending=False,
            readings=(),
            pointing=None,
            selecting=None,
            held=0,
            asked=0,
            exchanging=0,
            leaving={},
            reminders=(),
            lifted=0,
            staying=0,
            returning=Returning(),
            is_helpless=False,
            laid=(),
            laying=None,
            is_asking_hands=False,
        )

    def taken_up(self, game_id: int) -> Session:
        """The session in which an unfinished game goes on. Nobody saw what happened to its board meanwhile,
        nor whether pieces were exchanged as its last action asks, or lifted as its last takeback does."""
        kept = dict(self.kept)
        play = kept.pop(game_id)
        return replace(
            self,
            play=play,
            game_id=game_id,
            kept=kept,
            held=play.held,
            asked=play.asked,
            leaving=play.leaving,
            reminders=play.reminders,
            ended=None,
            is_dark=True,
            judged=None,
            expected={},
        )

    def covered(self) -> Session:
        """The session with the cover on what is being chosen in secret: somebody else may look now."""
        if self.selecting is None or not self.selecting.selection.is_secret:
            return self
        return replace(self, selecting=Selecting(self.selecting.selection))

    def paused(self, *, by_hand: bool) -> Session:
        """The session at rest, until a person or a device ends the pause."""
        if self.phase is Phase.PAUSED:
            return self
        resting = self.covered()
        return replace(resting, phase=Phase.PAUSED, resumes_to=self.phase, is_paused_by_hand=by_hand)

    def halted(self) -> Session:
        """The session at rest, if a device is away without which the game cannot go on."""
        return self.paused(by_hand=False) if self.is_waiting else self

    def resumed(self) -> Session:
        """Back from a pause, in which anything may have happened to the board."""
        return replace(
            self,
            phase=self.resumes_to,
            is_paused_by_hand=False,
            is_ending=False,
            is_dark=True,
            judged=None,
            pointing=None,
            is_helpless=False,
        )


def first_session(
    tables: Mapping[str, GameTable[Any, Any]], grid: Grid, settle_ms: int, away: Mapping[str, str]
) -> Session:
    """The session of a table that has just been switched on and waits for its devices."""
    return Session(tables, Tracker(grid), settle_ms, away=away).paused(by_hand=False)
