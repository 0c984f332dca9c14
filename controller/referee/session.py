"""The state of the table: its game, what people are doing, and what hands must still put right.

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
from dataclasses import field
from typing import Any

from controller.model import records
from controller.model.checkpoints import APART, FLEETING
from controller.model.clock import NO_CLOCK, Clock
from controller.model.hands import Pads
from controller.model.host import HostAnswered
from controller.model.house_rules import HouseRules
from controller.model.orders import Order
from controller.model.phones import Answered, Phone
from controller.model.thinking import Answer
from controller.model.tracker import Tracker
from controller.model.view import Phase
from controller.referee.board_at_rest import Returning
from controller.referee.play import Play
from controller.referee.seating import computer_to_act
from controller.referee.session_parts import (
    NO_QUESTION,
    DeviceStates,
    Due,
    GameSetup,
    Judgement,
    Opponent,
    Question,
    Selecting,
    UnfinishedGames,
)
from controller.tables.choosing import Selection
from controller.tables.table import GameTable
from engines.game import RuleError
from engines.record import moment, record, replace
from hardware.ports import DeviceEvent, Grid
from texts import _, why

PATIENCE_MS = 20_000
"""Grace period after the thinking time before people take over. The thinker has normally given up long
before."""

MOST_WAIT = 30
"""The most games that wait to be resumed."""

WATCHING = (Phase.PLAYING, Phase.CORRECTING, Phase.CHOOSING)
"""The phases in which the board at rest is judged."""

PAUSING = ("board", "lights")
"""The devices that guide people: while one is away, the game pauses."""

SILENCE_MS = 1_000
"""How long a board that has stopped sending may still hold a change that was not seen."""

READERS = "rfid"
"""The tag readers: only a game that needs them waits for them."""


@record
class Pressed:
    """A button on the screen was touched: its id. With a `game` it is part of a broker's order, and valid
    only while that game is being set up."""

    at_ms: int
    id: str
    game: str = ""


Event = DeviceEvent | Pressed | Answer | Phone | Order | HostAnswered
Effects = tuple[records.Effect, ...]


@moment
class Session:
    """The table's complete state. Sets of sites are integers. Sessions are compared by identity."""

    tables: Mapping[str, GameTable[Any, Any]] = field(metadata=APART)
    """The games that this table can hold, by name."""

    tracker: Tracker
    """The sensors' state."""

    settle_ms: int
    """How long the board must rest before it is judged."""

    phase: Phase = Phase.MENU
    """The phase of the table."""

    resumes_to: Phase = Phase.MENU
    """The phase to which a pause returns."""

    is_paused_by_hand: bool = False
    """Whether a person has paused the game, not a device that is away."""

    is_ending: bool = False
    """Whether the screen asks in a pause how the game ends."""

    is_seating: bool = False
    """Whether the screen asks in a pause who plays which seat."""

    setup: GameSetup = field(default_factory=GameSetup)
    """The game that is being set up."""

    rules: HouseRules = field(default_factory=HouseRules)
    """People's settings for their games."""

    play: Play | None = field(default=None, metadata=APART)
    """The game on the table."""

    game_id: int | None = None
    """The journal's number of that game."""

    ended: Mapping[str, Any] | None = None
    """The result of that game, if people ended it, not the rules."""

    clock: Clock = NO_CLOCK
    """The move clock."""

    unfinished: UnfinishedGames = field(default_factory=UnfinishedGames)
    """The other games that are not finished."""

    judgement: Judgement = field(default_factory=Judgement)
    """The judgement of the board so far."""

    due: Due = field(default_factory=Due)
    """The table's open requests to hands."""

    question: Question = NO_QUESTION
    """The question on the screen."""

    pads: Pads = field(default_factory=Pads)
    """The pads on which hands of tiles are shown and played."""

    opponent: Opponent = field(default_factory=Opponent)
    """The computer as a player."""

    devices: DeviceStates = field(default_factory=DeviceStates)
    """The devices at the table."""

    tiles: Mapping[str, str] = field(default_factory=dict)
    """The kind of piece of each tag."""

    agreed: Mapping[int, tuple[bool, int]] = field(default_factory=dict)
    """For each broken sensor that agrees again, its last state and its number of changes, by site."""

    phones: frozenset[tuple[int, str]] = frozenset()
    """The seats that have a phone, each with its game's number."""

    names: Mapping[tuple[int, str], str] = field(default_factory=dict, repr=False, metadata=APART)
    """The names of players, by their game's number and seat: chosen on the screen, or given on a phone."""

    named_by_phone: frozenset[tuple[int, str]] = field(default=frozenset(), metadata=APART)
    """The places whose names were given on phones: such a phone may take its name back."""

    answered: Mapping[tuple[int, str], Answered] = field(default_factory=dict, repr=False, metadata=APART)
    """The answer to the last choice on the phone of a game's seat."""

    notice: str = ""
    """Messages beside the game."""

    trouble: str = field(default="", metadata=FLEETING)
    """Why nothing can be stored; empty if it can."""

    @property
    def current(self) -> Play:
        """The current play; only in phases that have one."""
        assert self.play is not None
        return self.play

    @property
    def table(self) -> GameTable[Any, Any]:
        """The current game: the one being played or set up, or the table's first."""
        if self.play is not None:
            return self.play.table
        return self.tables.get(self.setup.chosen) or next(iter(self.tables.values()))

    @property
    def differing(self) -> int:
        """The sites where the board differs from the position, plus pieces that still wait to be lifted, but
        without the pads with a shown tile."""
        board = self.tracker.board
        differing = self.current.differing(board, self.tracker.kinds) & ~self.shown_pads
        return differing | self.due.exchanging & board

    @property
    def late(self) -> tuple[str, ...]:
        """The players whose time is up."""
        players = self.play.position.players if self.play is not None else ()
        return tuple(player for player in players if self.clock.is_up(player))

    @property
    def broken(self) -> int:
        """The broken sites of the current game, without other games' readers."""
        return self.tracker.masked & (-1 if self.table.tiles.need_readers else self.tracker.grid.all_sites)

    @property
    def shown_pads(self) -> int:
        """The pads with a tile that a seat has shown: they are not wrong."""
        play, sites = self.play, 0
        if play is None or not self.pads.hidden_tags:
            return 0
        for site, kind in self.pads.hidden_tags.items():
            seat = play.seat_at(site)
            if seat is not None and seat in play.showing and kind in play.row(seat):
                sites |= 1 << site
        return sites

    @property
    def is_waiting(self) -> bool:
        """Whether the game must pause because a device is away."""
        return self.is_without_a_device or (self.misses_readers and not self.devices.is_without_readers)

    @property
    def is_without_a_device(self) -> bool:
        """Whether nothing is played because a device is away."""
        return any(device in self.devices.away for device in PAUSING)

    @property
    def misses_readers(self) -> bool:
        """Whether the tag readers are away and the current game needs them: people may continue without."""
        return self.needs_readers and READERS in self.devices.away

    @property
    def needs_readers(self) -> bool:
        """Whether this game is played with tag readers."""
        return self.play is not None and self.play.table.tiles.need_readers

    def due_ms(self) -> int | None:
        """When the board will have rested long enough to be judged, if nothing else happens."""
        is_watching = self.phase in WATCHING and self.question.selecting is None
        is_watching = is_watching or (self.phase is Phase.SETUP and self.setup.is_clearing)
        is_watching = is_watching or self.is_end_in_doubt
        if not (is_watching and self.devices.is_board_seen):
            return None
        is_known = self.judgement.picture == self.tracker.snapshot and not self.tracker.is_moving
        if is_known and not self.is_doubted:
            return None
        rests_ms, stalled_ms = self.tracker.rests_at_ms(self.settle_ms), self.devices.board_stalled_ms
        return rests_ms if stalled_ms is None else max(rests_ms, stalled_ms + SILENCE_MS)

    @property
    def is_doubted(self) -> bool:
        """Whether pieces that were off the board together all stand again, without a message about it yet."""
        return bool(self.judgement.lifted) and self.play is not None and not self.differing

    @property
    def is_end_in_doubt(self) -> bool:
        """Whether the game is over by the rules, and a piece that was taken back before its last actions is
        on its spot again."""
        if self.phase is not Phase.OVER or self.play is None or self.ended is not None:
            return False
        extra = self.differing & self.tracker.board
        return any(extra >> site & 1 for site in self.judgement.returning.kinds)

    def clock_ms(self) -> int | None:
        """When the displayed clock next changes. It stands while pieces are being read, so that a piece in
        time does not show a fallen flag."""
        return None if self.tracker.is_moving and self.due_ms() is not None else self.clock.next_ms()

    def reminded_until_ms(self) -> int | None:
        """When the reminders count as done; `None` if there are none, or only a confirmation ends them."""
        if not self.due.reminders or self.phase not in WATCHING or self.current.table.reminds_for_ms is None:
            return None
        return self.judgement.acted_ms + self.current.table.reminds_for_ms

    def overdue_ms(self) -> int | None:
        """When the wait for the computer ends: at once if it has answered."""
        wish = self.opponent.wish
        if wish is None:
            return None
        return wish.since_ms + (0 if self.opponent.answer else self.rules.think_ms + PATIENCE_MS)

    def next_ms(self) -> int | None:
        """When time alone next changes something."""
        laid_ms = self.pads.laid[0].at_ms if self.pads.laid else None
        times = (self.due_ms(), self.reminded_until_ms(), self.clock_ms(), self.overdue_ms(), laid_ms)
        return min((at_ms for at_ms in times if at_ms is not None), default=None)

    @property
    def computer(self) -> str | None:
        """The computer's seat to act; `None` if it is a person's turn, or people play for the computer."""
        play = self.play
        is_its = play is not None and bool(play.computers) and not self.opponent.is_played_by_people
        return computer_to_act(play) if play is not None and is_its else None

    @property
    def thinking(self) -> str | None:
        """The player whose time passes. While the table waits for people to move pieces after an action or a
        takeback, it is no one's."""
        if self.play is None or self.phase not in (*WATCHING, Phase.SECRET) or self.due.sites:
            return None
        if self.pads.laying is not None or self.play.to_show:
            return None
        seat = self.question.selecting.selection.seat if self.question.selecting else None
        return seat or self.play.position.turn

    def right(self) -> Session:
        """The session when the board agrees with the position: the game goes on with whatever is due."""
        session = replace(
            self,
            phase=Phase.PLAYING,
            tracker=self.tracker.understood(),
            judgement=self.judgement.right(self.tracker.snapshot),
            due=self.due.done(),
            question=NO_QUESTION,
        )
        position = self.current.position
        if self.ended is not None or position.outcome() is not None:
            return replace(session, phase=Phase.OVER)
        if self.computer is not None:
            return session
        due = next((one for one in self.current.table.selections(position) if one.button is None), None)
        return session if due is None else session.choosing_from(due)

    def choosing_from(self, selection: Selection) -> Session:
        """The session in which a person chooses."""
        phase = Phase.SECRET if selection.is_secret else Phase.CHOOSING
        is_open = not selection.is_secret
        return replace(self, phase=phase, question=Question(selecting=Selecting(selection, is_open=is_open)))

    def unasked(self) -> Session:
        """The session without any question on the screen: the board is judged again."""
        judgement = self.judgement.anew()
        return replace(self, phase=Phase.PLAYING, question=NO_QUESTION, judgement=judgement)

    def reminded(self) -> Session:
        """The session with all reminders done."""
        return replace(self, due=replace(self.due, reminders=()))

    def _turned_to(self, play: Play | None, due: Due) -> Session:
        """The session with another play, or none, without open questions and choices."""
        opponent = self.opponent.able()
        answers = self.answered.items() if play is not None else ()
        answered = {seat: replace(one, refused="") for seat, one in answers}
        return replace(self, play=play, due=due, question=NO_QUESTION, opponent=opponent, answered=answered)

    def advanced_to(self, play: Play, premature: int = 0) -> Session:
        """The session after one or more actions, which asks for their changes of the board.

        Pieces set too early (`premature`) are interpreted anew instead.
        """
        reminders = play.table.reminders(self.current.position, play.position)
        # A piece that hands have set since belongs to whom the play now says.
        common = play.back(len(play.plies) - play.in_common(self.current))
        exchanged = play.table.exchanged(common.position, play.position)
        due = replace(self.due, exchanging=self._exchanging(exchanged), reminders=reminders)
        session = replace(self._turned_to(play, due), notice="")
        differing = session.differing
        if not differing:
            return session.right()
        changed = play.changed_since(self.current) | due.exchanging | exchanged
        asked = differing & ~premature & changed
        phase = Phase.PLAYING if differing == asked else Phase.CORRECTING
        due = replace(due, asked=asked, must_leave=session.superfluous(asked))
        return replace(session, phase=phase, due=due, judgement=self.judgement.anew())

    def superfluous(self, sites: int) -> Mapping[int, str]:
        """The pieces that readers see on those of these sites where they do not belong."""
        sites &= self.differing
        return {site: kind for site, kind in self.tracker.kinds.items() if sites >> site & 1}

    def back_to(self, play: Play) -> Session:
        """The session after a takeback by touch. The board must be made to agree."""
        reminders = (*play.table.reminders(self.current.position, play.position), *play.returned)
        exchanged = play.table.exchanged(self.current.position, play.position)
        due = replace(self.due, asked=0, exchanging=self._exchanging(exchanged), reminders=reminders)
        judgement = replace(self.judgement, returning=Returning())
        session = replace(self._turned_to(play, due), notice="", ended=None, judgement=judgement)
        differing = session.differing
        if not differing:
            return session.right()
        held = differing | self.current.closed ^ play.closed  # not necessarily in a frame yet
        due = replace(due, held=held)
        return replace(session, phase=Phase.CORRECTING, due=due, judgement=judgement.anew())

    def _exchanging(self, exchanged: int) -> int:
        """The sites where another piece must stand: those where one is exchanged, or that still wait, unless
        the piece there is right again."""
        return (exchanged ^ self.due.exchanging) & self.tracker.board & ~self.tracker.tagged

    def without_game(self) -> Session:
        """The session when no game is on the table any more, without any remainder of it that could affect
        the menu or another game."""
        return replace(
            self._turned_to(None, Due()),
            game_id=None,
            ended=None,
            is_ending=False,
            is_seating=False,
            judgement=self.judgement.without_game(),
            pads=replace(self.pads, laid=(), laying=None, is_asking=False),
        )

    def taken_up(self, game_id: int) -> Session:
        """The session in which an unfinished game is resumed. Changes of its board since then were
        unobserved, including exchanges for its last action and lifts for its last takeback. If the rules
        refuse it, the session says so, and the game stays in the journal alone."""
        unfinished = self.unfinished.without_game(game_id)
        try:
            play = self.unfinished.games[game_id].play
        except RuleError as error:
            notice = _("Game {game} cannot go on: {why}", game=game_id, why=why(error))
            return replace(self, unfinished=unfinished, notice=notice)
        return replace(
            self,
            play=play,
            game_id=game_id,
            unfinished=unfinished,
            due=Due(play.held, play.asked, 0, play.removed, play.reminders),
            ended=None,
            judgement=replace(self.judgement, is_dark=True, picture=None),
            opponent=replace(self.opponent, expected={}),
        )

    def covered(self) -> Session:
        """The session with the cover on the secret choice: another person may look now."""
        selecting = self.question.selecting
        if selecting is None or not selecting.selection.is_secret:
            return self
        return replace(self, question=Question(selecting=Selecting(selecting.selection)))

    def paused(self, *, by_hand: bool) -> Session:
        """The paused session, until a person or a device ends the pause."""
        if self.phase is Phase.PAUSED:
            return self
        resting = self.covered()
        return replace(resting, phase=Phase.PAUSED, resumes_to=self.phase, is_paused_by_hand=by_hand)

    def halted(self) -> Session:
        """The session, paused if a device is away that the game needs."""
        return self.paused(by_hand=False) if self.is_waiting else self

    def resumed(self) -> Session:
        """Back from a pause, with the board unobserved meanwhile."""
        return replace(
            self,
            phase=self.resumes_to,
            is_paused_by_hand=False,
            is_ending=False,
            is_seating=False,
            judgement=replace(self.judgement, is_dark=True, picture=None),
            question=replace(self.question, pointing=None),
            opponent=self.opponent.able(),
        )


def first_session(
    tables: Mapping[str, GameTable[Any, Any]], grid: Grid, settle_ms: int, away: Mapping[str, str]
) -> Session:
    """The session of a table that has just been switched on and waits for its devices."""
    return Session(tables, Tracker(grid), settle_ms, devices=DeviceStates(away)).paused(by_hand=False)


Advance = tuple[Session, Effects]
"""The next session, and what must be stored before it takes effect."""
