"""A careful person at a simulated table, for scripts and demonstrations.

Input is an action in the game's notation; the person sets and lifts pieces, touches buttons, and answers
questions on the screen, until the table has accepted the action.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from controller.model.view import Phase
from controller.referee.play import Play
from controller.referee.tasks import changes, corrections, reminded
from controller.simulation.people.board_fixer import SETTING, BoardFixer
from controller.simulation.people.person import HAND_MS, PATIENCE_MS
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from controller.tables.choosing import Selection
from controller.tables.sensing import Movement
from controller.tables.table import GameTable
from controller.view.choices import say
from engines.game import Action, RuleError
from hardware.ports import sites_in

MOST_ROUNDS = 64
"""The number of attempts to satisfy the table's requests before giving up."""

MOST_COVERS = 4
"""The number of attempts at a secret choice that the table covers again."""


class Player(BoardFixer):
    """Plays at a rig. Every method lets time pass and raises `Refused` if it does not succeed."""

    def __init__(self, rig: Rig) -> None:
        super().__init__(rig)
        self.meant: list[str] = []
        """All played actions, in order."""

    def play(self, text: str) -> None:
        """Make an action, and wait until the table has accepted it and is at rest."""
        self.get_ready()
        if self._session.is_waiting:
            raise Refused(f"the table takes nothing: {self._words_shown()}")
        play = self._current_play
        action = self._action(play, text)
        self._own = play.table.touched(play.position, action)
        if self._session.phase is Phase.CORRECTING and not play.table.hands(play.position, action):
            self._correct()  # the screen accepts nothing while the board is wrong
            self._rest()
        self._do(play, action)
        again, confirm = partial(self._set_again, play, action), partial(self._confirm, play, action)
        for insist in (self._correct, self._correct_more, again, confirm, confirm, None):
            if self._is_taken_within(PATIENCE_MS, play, action):
                break
            self._rest()
            if self._has(play, action):
                break
            if insist is None:
                raise Refused(f"the table has not taken {text!r}: {self._words_shown()}")
            self._take_back_to(play)
            insist()
        self._own = 0
        self.meant.append(text)
        self._rest()

    def take_back(self) -> None:
        """Take the last action back on the screen, and move the pieces that the table then asks for."""
        self.get_ready()
        plies = len(self._current_play.plies)
        self.touch("#undo")
        if not self._rig.run_until(
            self._rig.now_ms + PATIENCE_MS, lambda: len(self._current_play.plies) < plies
        ):
            raise Refused(f"the table takes nothing back: {self._words_shown()}")
        self.get_ready()
        self.put_back()

    def do_tasks(self) -> None:
        """Do everything that the table asks for at the moment, if anything."""
        self.get_ready()
        for _ in range(MOST_ROUNDS):
            if corrections(self._session) or changes(self._session):
                self._correct()
                self._rest()
            elif reminded(self._session):
                self.put_back()
                self.touch("#placed")
            elif self.lay():
                continue
            elif required := self._required():
                self.play(str(required))
            else:
                return
        raise Refused(f"the table still asks for more: {self._words_shown()}")

    def _required(self) -> Action | None:
        """The first action that the table asks for."""
        if self._session.play is None or self._session.phase is not Phase.PLAYING:
            return None
        table, position = self._session.play.table, self._session.play.position
        closed = table.closed(position)
        ways: list[Action] = []
        for task in table.tasks(position):
            ways += table.readings(position, task.sites & closed, task.sites & ~closed)
        return ways[0] if ways else None

    def get_ready(self) -> None:
        """Continue after a pause, leave choices begun on the screen, clear the board for a game, do what an
        action or a takeback asks for, report a broken sensor; wait until everything rests."""
        self._rest()
        if self._session.phase is Phase.PAUSED and not self._session.is_waiting:
            self.touch("#resume")
            self._rest()
        if self._session.question.pointing is not None:
            self.touch("#back")
            self._rest()
        for _ in range(MOST_ROUNDS):
            session = self._session
            is_clearing = session.phase is Phase.SETUP and session.setup.is_clearing
            is_stuck = session.phase is Phase.CORRECTING and not self._correctable()
            if is_clearing or is_stuck or session.due.held or changes(session):
                self._correct()
                self._rest()
            elif not self.lay():
                break
        self._check_exchanged()

    def _correct_more(self) -> None:
        """Do what the table asks for once something else is done, if it asks for anything."""
        if self._correctable():
            self._correct()

    def _check_exchanged(self) -> None:
        """Exchange the pieces that the table asks people to check, and that the eye sees to be others."""
        play = self._session.play
        sites = sum(task.sites for task in self._session.due.reminders) if play else 0
        for site in sites_in(sites & play.closed if play else 0):
            assert play is not None
            piece, kind = self._rig.piece_on(site), play.table.kind(play.position, site)
            if piece is not None and kind and piece.kind != kind:
                self.lift(1 << site)
                self.put(1 << site, kind)
                self._rest()

    # Making an action

    def _action(self, play: Play, text: str) -> Action:
        try:
            action: Action = play.table.game.parse(text)
            play.position.check(action)
        except RuleError as error:
            raise Refused(str(error)) from error
        return action

    def _do(self, play: Play, action: Action) -> None:
        """Move the pieces of an action that are not in place yet, and report what no sensor sees."""
        for hand in play.table.hands(play.position, action):
            self._make_room(play.table, hand)
            is_there = self._is_set(hand.sites)
            if hand.verb == "put" and not is_there:
                self.put(hand.sites, hand.kind)
            elif hand.verb == "lift" and is_there:
                self.lift(hand.sites)
        for spoken in play.table.spoken(play.position):
            if spoken.action == action:
                self.touch(f"#{spoken.choice.id}")
        choice = play.table.selecting(play.position, action)
        if choice is not None:
            self._choose(*choice)

    def _make_room(self, table: GameTable[Any, Any], hand: Movement) -> None:
        """Remove another tile from the pad of a tile: it may still lie there if the pad was masked when it
        was to be lifted."""
        for site in sites_in(hand.sites & ~table.grid.all_sites):
            piece = self._rig.piece_on(site)
            if hand.verb == "put" and piece is not None and piece.kind != hand.kind:
                self.lift(1 << site)

    def _choose(self, selection: Selection, items: tuple[str, ...]) -> None:
        """Make a choice on the screen. A pause of the table covers a secret one, which begins anew."""
        for _ in range(MOST_COVERS):
            try:
                self._choose_at_once(selection, items)
            except Refused:
                selecting = self._session.question.selecting
                if selecting is None or selecting.is_open:
                    raise
            else:
                return
        raise Refused(f"the screen covers the choice again and again: {self._words_shown()}")

    def _choose_at_once(self, selection: Selection, items: tuple[str, ...]) -> None:
        """Begin a choice if it is not due, lift its cover, touch the items."""
        if selection.button is not None and self._chosen_of(selection) is None:
            self.touch(f"#{selection.button.id}")
        selecting = self._session.question.selecting
        if selecting is not None and not selecting.is_open:
            is_first = selecting.selection.id == selection.id
            self.touch("#reveal" if is_first else f"#reveal-{selection.seat}")
        chosen = self._chosen_of(selection) or ()
        for item in (*chosen, *items):
            if (item in chosen) != (item in items):
                self.touch(f"#{item}")
        if selection.most != 1 or selection.is_secret:
            self.touch("#done")

    def _chosen_of(self, selection: Selection) -> tuple[str, ...] | None:
        """The items chosen so far; `None` if the choice has not begun."""
        selecting = self._session.question.selecting
        return selecting.chosen if selecting and selecting.selection.id == selection.id else None

    def _is_taken_within(self, for_ms: int, play: Play, action: Action) -> bool:
        """Whether the table accepts the action, with an answer if it asks which was meant."""
        end_ms = self._rig.now_ms + for_ms
        while self._rig.run_until(end_ms, lambda: self._has(play, action) or self._is_asking()):
            if self._has(play, action):
                return True
            if self._rig.now_ms >= end_ms:
                return False
            self._answer(play, action)
            self._rig.run_for(HAND_MS)
        return False

    def _has(self, play: Play, action: Action) -> bool:
        plies = self._current_play.plies
        return len(plies) > len(play.plies) and plies[len(play.plies)].action == action

    def _take_back_to(self, play: Play) -> None:
        """Take back on the screen what the table has played instead."""
        while len(self._current_play.plies) > len(play.plies):
            plies = len(self._current_play.plies)
            self.touch("#undo")
            self._rest()
            if len(self._current_play.plies) >= plies:
                return

    def _is_asking(self) -> bool:
        """Whether the table asks what was played, about the board in its present state."""
        is_asked = self._session.phase is Phase.CHOOSING and bool(self._session.question.readings)
        return is_asked and self._session.due_ms() is None

    def _answer(self, play: Play, action: Action) -> None:
        for number, reading in enumerate(self._session.question.readings, start=1):
            if reading.actions[:1] == (action,) and not reading.back:
                self.touch(f"#choice-{number}")
                return
        if masked := self._unseen() & self._session.tracker.masked:
            self._confirm_masked(sites_in(masked)[0], self._piece_of(play, action, sites_in(masked)[0]))
            return
        asked = self._session.question.readings
        if self._rig.run_until(
            self._rig.now_ms + PATIENCE_MS, lambda: self._session.question.readings != asked
        ):
            return  # the lost bytes have come: the table asked about an outdated board
        offered = ", ".join(say(play, reading) for reading in self._session.question.readings)
        raise Refused(f"the table asks among {offered}; none of them is {action}")

    def _piece_of(self, play: Play, action: Action, site: int) -> str:
        """The piece that an action brings to a site."""
        hands = play.table.hands(play.position, action)
        return next((hand.kind for hand in hands if hand.sites >> site & 1), self._kind(1 << site))

    def _set_again(self, play: Play, action: Action) -> None:
        """Lift the pieces that were set for an action, if the table asks to lift or straighten them, and set
        them again."""
        if self._session.phase is not Phase.CORRECTING:
            return
        asked = sum(task.sites for task in corrections(self._session) if task.meaning not in SETTING)
        for hand in play.table.hands(play.position, action):
            if hand.verb == "put" and hand.sites & asked and self._is_set(hand.sites):
                self.lift(hand.sites)
                self._rig.run_until(self._rig.now_ms + PATIENCE_MS, partial(self._is_lift_seen, hand.sites))
                self._rest()
                self.put(hand.sites, hand.kind)

    def _is_lift_seen(self, sites: int) -> bool:
        """Whether the table has noticed that a piece was lifted: a reader needs time."""
        return not self._session.tracker.board & sites

    def _confirm(self, play: Play, action: Action) -> None:
        """Tell the screen what the sensors missed of the action; or, if they have seen all of it, that their
        other changes are not part of it."""
        unseen = sites_in(self._unseen())
        for site in unseen:
            kind = self._piece_of(play, action, site)
            if self._session.tracker.masked >> site & 1:
                self._confirm_masked(site, kind)
            elif site >= play.table.grid.size:
                self._report_tile(site, kind)
            else:
                self._point_out(site)
        if not unseen and self._session.phase is Phase.CORRECTING:
            self.call_broken("#broken")
