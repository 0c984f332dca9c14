"""A person at a simulated table with one habit an action."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from controller.model.view import Phase
from controller.referee.play import Play
from controller.screens import texts
from controller.simulation.people.person import HAND_MS, PATIENCE_MS
from controller.simulation.people.player import Player
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from controller.simulation.truth import WrongOwner, WrongTouch
from controller.tables.sensing import Movement
from engines.game import Action
from hardware.ports import sites_in
from hardware.simulated.table import Piece

SOON_MS = 700
"""A touch follows a piece this soon, before the piece has been read."""

TAP_MS = (0, 10, 25, 80, 150, 280)
"""The delay of the second tap of a double tap; a doubled event has none."""

LOOK_MS = 3_000
"""How long people look at the table after their sleeve has pushed something."""

MOST_BESIDE = 4
"""The most pieces beside the board."""

LONGEST_WAIT_MS = 120_000
"""The longest wait for the flag."""

Standing = list[str]
"""The notations of the actions that stand."""


class Habitual(Player):
    """Plays at a rig like `Player`, with one habit. Raises `WrongTouch` and `WrongOwner` if the table
    misunderstands, and `Refused` if it is stuck."""

    def __init__(self, rig: Rig, name: str, habit: Habit, random: Random) -> None:
        super().__init__(rig)
        self.name = name
        self.random = random
        self.is_done = False
        """Whether there was an occasion for the habit."""
        self.early: tuple[str, ...] = ()
        """The actions that others have made before it was their turn."""
        self._habit = habit
        self._is_tapping = False

    def play(self, text: str) -> None:
        """Make an action in the end, with the habit on the way."""
        self.get_ready()
        play = self._current_play
        action = self._action(play, text)
        harms = self._rig.harms
        try:
            self._habit(self, play, action)
        except (WrongTouch, WrongOwner):
            if self._rig.harms == harms:
                raise  # nothing has gone wrong meanwhile, so that it is the table's doing
        self._insist(play, action)

    def _insist(self, play: Play, action: Action) -> None:
        """Play carefully what is not played yet, and take back what was not intended."""
        wanted = [*texts_of(play), str(action)]
        self._rest()
        if self.standing[: len(wanted)] == wanted and self._session.phase is not Phase.CHOOSING:
            self.meant += self.standing[len(play.plies) :]
            return
        self._undo_by_hand(play, action)
        self.answer(wanted[:-1])
        self.come_to(wanted[:-1])
        super().play(str(action))

    def _undo_by_hand(self, play: Play, action: Action) -> None:
        """Put the pieces of an action back where they were before it."""
        for hand in reversed(play.table.hands(play.position, action)):
            is_there = self._is_set(hand.sites)
            if hand.verb == "put" and is_there:
                self.lift(hand.sites)
            elif hand.verb == "lift" and not is_there:
                self.put(hand.sites, hand.kind)

    # Seeing

    @property
    def standing(self) -> Standing:
        """The actions that stand."""
        return texts_of(self._current_play)

    def pause(self, least_ms: int, most_ms: int) -> None:
        """Let a short time pass."""
        self._rig.run_for(self.random.randint(least_ms, most_ms))

    def standing_pieces(self, play: Play) -> list[Piece]:
        """The one-site pieces on the board that stand where the table believes, on working sensors."""
        sound = play.closed & ~self._rig.table.broken & ~self._session.tracker.masked
        return [
            piece
            for piece in self._rig.table.pieces
            if len(piece.sites) == 1 and not any(piece.shift) and sound >> piece.sites[0] & 1
        ]

    def is_sound(self, sites: int) -> bool:
        """Whether the sensors of these sites work."""
        return not sites & (self._rig.table.broken | self._session.tracker.masked)

    def is_begun(self, play: Play, action: Action) -> bool:
        """Whether a piece lies where the action brings one: it was taken back, and no sensor saw it."""
        return any(
            self._rig.piece_on(site)
            for hand in play.table.hands(play.position, action)
            if hand.verb == "put"
            for site in sites_in(hand.sites)
        )

    # Acting

    def set_down(self, play: Play, hand: Movement) -> None:
        """Do one part of an action, if it is not done yet."""
        self._make_room(play.table, hand)
        is_there = self._is_set(hand.sites)
        if hand.verb == "put" and not is_there:
            self._rig.put(sites_in(hand.sites), hand.kind)
        elif hand.verb == "lift" and is_there:
            self._rig.lift(sites_in(hand.sites))

    def set_all(self, play: Play, action: Action) -> bool:
        """Do all parts of an action with pieces. Returns whether there is any."""
        hands = play.table.hands(play.position, action)
        for number, hand in enumerate(hands):
            if number:
                self._rig.run_for(HAND_MS)
            self.set_down(play, hand)
        return bool(hands)

    def leave_screens(self) -> None:
        """Return to the game from any other screen."""
        self._rig.run_for(PATIENCE_MS)
        if self._rig.running.shell.layer is not None:
            self._leave_other_screens()
        session = self._session
        pointing, selecting = session.question.pointing, session.question.selecting
        if pointing is not None or (selecting is not None and selecting.selection.button is not None):
            self.touch("#back")
        self.get_ready()

    def answer(self, wanted: Standing) -> None:
        """If the table asks, choose the answer that leads to these actions, or else the one that the eye
        sees, if it is offered."""
        self._rest()
        if self._session.phase is Phase.CHOOSING:
            plays = [self._after(interpretation) for interpretation in self._session.question.interpretations]
            fitting = [one for one in plays if texts_of(one) == wanted] or [
                one for one in plays if self._sees(one)
            ]
            if fitting:
                self.touch(f"#choice-{1 + plays.index(fitting[0])}")
        self._rest()

    def _sees(self, play: Play) -> bool:
        """Whether the pieces on the board are exactly those of a play."""
        pieces = {site: self._rig.piece_on(site) for site in sites_in(play.closed)}
        kind = play.table.kind
        return all(piece and piece.kind == kind(play.position, site) for site, piece in pieces.items())

    def look(self, for_ms: int) -> str:
        """Look at the table for a while; returns everything that the screen says meanwhile."""
        said: dict[str, None] = {}
        seen: list[object] = [None]

        def has_changed() -> bool:
            if self._rig.daemon is not None and self._rig.running.shown is not seen[0]:
                seen[0] = self._rig.running.shown
                said.update(dict.fromkeys(map(str, texts(self._rig.running.shown.picture))))
            return False

        self._wait_for(has_changed, for_ms)
        return " ".join(said)

    def come_to(self, wanted: Standing) -> None:
        """Take back and play again until exactly these actions stand."""
        while self.standing != wanted[: len(self.standing)]:
            before = len(self.standing)
            self.take_back()
            if len(self.standing) >= before:
                raise Refused(f"the table takes nothing back: {self._words_shown()}")
        for text in wanted[len(self.standing) :]:
            super().play(text)
            self.meant.pop()

    def touch(self, name: str, *, looks: bool = True) -> None:
        """Touch a button; twice, if that is the habit."""
        if self._is_tapping:
            self.double_tap(name, self.random.choice(TAP_MS))
            self._rig.run_for(HAND_MS)
        else:
            super().touch(name, looks=looks)

    def tapping(self, do: Callable[[], None]) -> None:
        """Do something with every touch doubled."""
        self._is_tapping = True
        try:
            do()
        finally:
            self._is_tapping = False


def texts_of(play: Play) -> Standing:
    """The notations of a play's actions."""
    return [str(ply.action) for ply in play.plies]


Habit = Callable[[Habitual, Play, Any], None]
"""One wrong act before or around an action."""
