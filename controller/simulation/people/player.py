"""A careful player at a simulated table, for scripts and demonstrations.

Input is an action in the game's notation; the player sets and lifts pieces, touches buttons, answers
questions and does what the table asks for, until the table has accepted the action.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from controller.model.view import Meaning, Phase, Task
from controller.referee.interpretation import Interpretation
from controller.referee.play import Play
from controller.referee.tasks import changes, corrections, reminded
from controller.simulation import deals
from controller.simulation.people.person import HAND_MS, PATIENCE_MS, Person
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from controller.tables.sensing import Movement
from controller.tables.table import GameTable
from controller.view.choices import say
from engines.game import Action, RuleError
from hardware.ports import sites_in

MOST_ROUNDS = 64
"""The number of attempts to satisfy the table's requests before giving up."""

MOST_STEPS = 2_000
"""The most steps in a game."""

THINKING_MS = 60_000
"""How long people wait for the computer."""

SETTING = (Meaning.PLACE, Meaning.MARKER)
"""The tasks that ask for a piece to be set."""


class Player(Person):
    """Plays at a rig. Every method lets time pass and raises `Refused` if it does not succeed."""

    def __init__(self, rig: Rig) -> None:
        super().__init__(rig)
        self.meant: list[str] = []
        """All played actions, in order."""
        self.has_lifted = False
        """Whether a piece that stood was lifted for no reason, and so perhaps taken back."""
        self._own = 0
        """The sites of the current action: changes there are right."""

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
            if self._is_taken(play, action):
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
        if not self._wait_for(lambda: len(self._current_play.plies) < plies):
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
            ways += table.candidates(position, task.sites & closed, task.sites & ~closed)
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

    def _is_taken(self, play: Play, action: Action) -> bool:
        """Whether the table soon accepts the action, with an answer if it asks which was meant."""
        end_ms = self._rig.now_ms + PATIENCE_MS
        while self._rig.run_until(end_ms, lambda: self._has(play, action) or self._is_asking()):
            if self._has(play, action):
                return True
            if self._rig.now_ms >= end_ms:
                return False
            self._answer(play, action)
            self._rig.run_for(HAND_MS)
        return False

    def _has(self, play: Play, action: Action) -> bool:
        return self._leads_to(self._current_play, play, action)

    def _leads_to(self, after: Play, play: Play, action: Action) -> bool:
        """Whether the action follows on what was played before it."""
        return len(after.plies) > len(play.plies) and after.plies[len(play.plies)].action == action

    def _after(self, interpretation: Interpretation) -> Play:
        """The play if this is what people did."""
        play = self._current_play.back(interpretation.back)
        for action in interpretation.actions:
            play = play.after(action)
        return play

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
        is_asked = self._session.phase is Phase.CHOOSING and bool(self._session.question.interpretations)
        return is_asked and self._session.due_ms() is None

    def _answer(self, play: Play, action: Action) -> None:
        for number, interpretation in enumerate(self._session.question.interpretations, start=1):
            after = self._after(interpretation)
            if after.plies[: len(play.plies)] == play.plies and self._leads_to(after, play, action):
                self.touch(f"#choice-{number}")
                return
        if masked := self._unseen() & self._session.tracker.masked:
            self._confirm_masked(sites_in(masked)[0], self._piece_of(play, action, sites_in(masked)[0]))
            return
        asked = self._session.question.interpretations
        if self._wait_for(lambda: self._session.question.interpretations != asked):
            return  # the lost bytes have come: the table asked about an outdated board
        offered = ", ".join(say(play, one) for one in self._session.question.interpretations)
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
                self._wait_for(partial(self._is_lift_seen, hand.sites))
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

    # Doing what the table asks for

    def _correct(self) -> None:
        """Lift wrong pieces, set missing ones. If the eye sees nothing wrong, a sensor is broken."""
        mendable = self._correctable()
        for task in mendable:
            if task.meaning in SETTING:
                self._take_off(task.sites)
                self.put(task.sites, self._kind(task.sites))
            elif self._movable(task):
                self.lift(task.sites)
        if not mendable and not self._session.is_waiting and self._is_unseen():
            self._report_broken_sensors()

    def _take_off(self, sites: int) -> None:
        """Remove another piece that still lies there: a tile with a dead tag leaves no trace."""
        for site in sites_in(sites):
            if self._rig.piece_on(site) is not None:
                self.lift(1 << site)

    def _is_unseen(self) -> bool:
        """Whether the table keeps asking for something that the eye sees done already."""
        self._wait_for(lambda: bool(self._correctable()) or not self._asked_corrections())
        if self._session.is_waiting:  # a device has gone meanwhile: it is not known what is asked afterwards
            return False
        return bool(self._asked_corrections()) and not self._correctable()

    def _correctable(self) -> list[Task]:
        """The tasks that can be done, one piece per task."""
        return [
            Task(task.meaning, sites, task.words)
            for task in self._asked_corrections()
            for sites in self._movable(task)
        ]

    def _report_broken_sensors(self) -> None:
        """Report on the screen that the task is done, although a sensor does not see it."""
        sites = [site for task in self._asked_corrections() for site in sites_in(task.sites)]
        masked = [site for site in sites if self._session.tracker.masked >> site & 1]
        if masked:
            self._confirm_masked(masked[0], self._kind(1 << masked[0]))
        elif self._session.phase is Phase.PLAYING:
            self._point_out(sites[0])
        else:
            self.call_broken("#broken")

    def _asked_corrections(self) -> list[Task]:
        asked = (*corrections(self._session), *changes(self._session))
        return [task for task in asked if not task.sites & self._own]

    def _movable(self, task: Task) -> list[int]:
        """The sites of a task with a piece to be lifted, each piece once; or all sites of the one missing
        piece."""
        pieces = {site: self._rig.piece_on(site) for site in sites_in(task.sites)}
        if task.meaning in SETTING:
            free = sum(1 << site for site, piece in pieces.items() if piece is None or self._is_other(site))
            return [free] if free else []
        found: dict[tuple[int, ...], int] = {}
        for site, piece in pieces.items():
            if piece is not None:
                found.setdefault(piece.sites, 1 << site)
        return list(found.values())

    def _is_other(self, site: int) -> bool:
        """Whether the eye sees a wrong tile on a pad."""
        piece = self._rig.piece_on(site)
        is_pad = site >= self._rig.table.grid.size
        return is_pad and piece is not None and piece.kind != self._kind(1 << site)

    def _unseen(self) -> int:
        """The sites of the action that have not reported a change."""
        return self._own & ~(self._session.tracker.board ^ self._current_play.closed)

    # Tiles. A computer's lie in a row before its pad, as they were shown

    def lay(self) -> bool:
        """Lay the computer's tile on its pad, if it plays one. Returns whether it does."""
        laying, play = self._session.pads.laying, self._session.play
        if laying is None or play is None:
            return False
        pad = play.table.tiles.pad(play.position, laying.seat)
        row = self._row(play, pad)
        if len(row) < laying.number:
            raise Refused(f"the row has {len(row)} tiles, and tile {laying.number} is wanted")
        if not self._is_set(pad):
            self.put(pad, row.pop(laying.number - 1))
        if not self._wait_for(lambda: self._session.pads.laying is None):
            raise Refused(f"the table does not take the computer's tile: {self._words_shown()}")
        self._rest()
        return True

    def put_back(self) -> None:
        """Put the computer's taken-back tiles into their rows."""
        play = self._current_play
        for seat in play.computers if play.deal else ():
            row = self._row(play, play.table.tiles.pad(play.position, seat))
            for number, tile in enumerate(play.in_hand(seat)):
                if tile not in row:
                    row.insert(number, tile)

    def show_hand(self, seed: int) -> bool:
        """Show one seat's tiles, as dealt from a seed, if any must be shown. Returns whether any must."""
        play = self._session.play
        seat = next(iter((*play.unshown, *play.to_show)), None) if play else None
        if play is None or seat is None:
            return False
        tiles = [tile for tile in deals.hand(play, seed, seat) if tile not in play.row(seat)]
        self.show(play.table.tiles.pad(play.position, seat), tiles)
        return True

    def play_out(self, seed: int) -> None:
        """Play the tiles dealt from a seed until the game is over. Raises `Refused` if it does not end."""
        for _ in range(MOST_STEPS):
            self.do_tasks()
            session = self._session
            if session.phase is Phase.OVER or session.play is None:
                return
            if self.show_hand(seed):
                continue
            if session.computer is not None:
                self._wait_for_computer()
            else:
                self.play(deals.action(session.play, seed))
        raise Refused("the game does not come to an end")

    def _wait_for_computer(self) -> None:
        """Wait until the computer has decided."""
        play = self._session.play

        def has_decided() -> bool:
            session = self._session
            return session.pads.laying is not None or session.play is not play or session.computer is None

        if not self._wait_for(has_decided, THINKING_MS):
            raise Refused("the computer does not play")
