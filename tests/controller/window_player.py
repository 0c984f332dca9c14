"""A person who plays at the window with the mouse only: drags pieces, and touches the screen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pygame

from controller.model.view import Phase, View
from controller.referee.play import Play
from controller.referee.session import Session
from controller.shell.model.layers import Lesson
from controller.shell.playing import lesson
from controller.simulation.window.held import Held
from controller.simulation.window.stock import Stack
from controller.tables.choosing import Selection
from controller.tables.lesson import LessonStep
from controller.tables.sensing import Movement
from engines.game import Action
from hardware.ports import sites_in
from tests.controller.window_desk import Desk, middle

MOST_STEPS = 3_000
Squares = frozenset[tuple[int, int]]


class WindowPlayer:
    """Plays any legal action, from a seed, until the game is over."""

    def __init__(self, desk: Desk, seed: int = 1) -> None:
        self._desk = desk
        self._random = Random(seed)

    @property
    def _session(self) -> Session:
        return self._desk.rig.running.session

    def play_out(self) -> None:
        """Play to the end of the game."""
        self.play_until(lambda play: False)

    def play_until(self, is_enough: Callable[[Play], bool]) -> None:
        """Play until the game has come so far, or to its end."""
        for _ in range(MOST_STEPS):
            session = self._session
            play = session.play
            if session.phase is Phase.OVER or play is None or is_enough(play):
                return
            self._step(session, play)
        raise AssertionError(f"no end: {self._desk.rig.running.shown.view}")

    def _step(self, session: Session, play: Play) -> None:
        asked = session.due.asked & session.differing
        is_theirs = session.computer is not None or session.pads.laying or play.unshown
        is_read = session.due_ms() is None and not (session.due.asked and not asked)
        is_theirs = is_theirs or (
            play.table.tiles.is_chance(play.position) and play.position.turn in play.computers
        )
        if not is_read or is_theirs or (asked and (play.by_computer or play.table.tiles.need_readers)):
            self._desk.wait(300)  # the table still reads, or simulated hands do it
        elif asked:
            self._bring(play, asked)
        elif session.question.selecting is not None and (secret := session.question.selecting.selection):
            self.choose(secret)
        elif session.phase is Phase.CHOOSING:
            self._desk.touch("#choice-1")
        else:
            if self._desk.window.hands.tiles.may_turn and not self._desk.window.hands.tiles.is_open:
                self._desk.click(self._desk.rack_button("show"))
            self.act(play, self._wanted(play))

    def _wanted(self, play: Play) -> Action:
        required = [
            action
            for task in play.table.tasks(play.position)
            for action in play.table.candidates(play.position, 0, task.sites)
        ]
        legal = required or list(play.position.legal() or ())
        tiles = {stack.kind for stack in self._desk.window.hands.stacks}
        if play.table.tiles.need_readers:
            held = play.table.tiles.playable(play.position, tiles) or tiles
            own = [one for one in legal if not play.table.hands(play.position, one)]
            own = own or [one for one in legal if play.table.hands(play.position, one)[0].kind in held]
            legal = own or legal
        by_hand = [one for one in legal if play.table.hands(play.position, one)]
        return self._random.choice(by_hand or legal)

    def act(self, play: Play, action: Action) -> None:
        """Make an action: by pieces, or on the screen."""
        for spoken in play.table.spoken(play.position):
            if spoken.action == action:
                self._desk.touch(f"#{spoken.choice.id}")
                return
        choice = play.table.selecting(play.position, action)
        if choice is not None:
            self.choose(choice[0], choice[1])
            return
        for hand in play.table.hands(play.position, action):
            self.do(hand)

    def learn(self, see: Callable[[], object] = lambda: None) -> None:
        """Play a lesson on the screen to its last step, and `see` each step before and after it is done."""
        while True:
            layer, view = self._lesson()
            if view.tasks:  # pieces of an earlier step
                self._desk.click(self._desk.rack_button("clear"))
            see()
            play = lesson.play_at(self._desk.shell, layer)
            step = play.table.lesson[layer.at]
            if step.accepted:
                self._answer(play, step)
                layer, view = self._lesson()
                assert layer.made in step.accepted, (step.title, view.ask)
                see()
            if layer.at + 1 == len(play.table.lesson):
                return
            self._desk.touch("#page-on")

    def _lesson(self) -> tuple[Lesson, View]:
        layer = self._desk.shell.layer
        assert isinstance(layer, Lesson)
        return layer, self._desk.rig.running.shown.view

    def _answer(self, play: Play, step: LessonStep) -> None:
        """Do the first thing that a lesson accepts: with pieces, by a button, or on the picture."""
        text = step.accepted[0]
        action = play.table.game.parse(text)
        if step.offered:
            self._desk.touch(f"#try-{step.offered.index(text)}")
        elif play.table.touched(play.position, action):
            for hand in play.table.hands(play.position, action):
                self.do(hand)
        else:
            board, cell = play.table.marks(play.position), text.split()[-1]
            names = board.column_names.index(cell[0]), board.row_names.index(cell[1:])
            self._desk.click(self._desk.cell(*names))

    def do(self, hand: Movement) -> None:
        """Drag a piece from its rack to its place, or off the table."""
        sites = sites_in(hand.sites)
        if hand.verb == "lift":
            self._desk.drag(self._desk.at_site(sites[0]), self._desk.rack_button("clear"))
            return
        number, turns, flips, held = self._stack(hand.kind, sites)
        keys = (pygame.K_f,) * flips + (pygame.K_r,) * turns
        self._desk.drag(middle(self._desk.window.racks.box_of(number)), self._desk.at_site(held), *keys)

    def _stack(self, kind: str, sites: list[int]) -> tuple[int, int, int, int]:
        """The number of the stack, how often to turn and flip its piece, and the site for the square that is
        held."""
        grid = self._desk.rig.table.grid
        own = [(i, one) for i, one in enumerate(self._desk.window.hands.stacks) if one.left != 0]
        for number, stack in own:
            if stack.kind.split()[0] != kind.split(maxsplit=1)[0] or len(stack.squares) != len(sites):
                continue
            if len(sites) == 1:
                if stack.kind == kind or kind.startswith("element"):
                    return number, 0, 0, sites[0]
                continue
            places = {grid.column_row(site): site for site in sites}
            if found := _fit(stack, frozenset(places)):
                turns, flips, at = found
                return number, turns, flips, places[at]
        raise AssertionError(f"no {kind} for {sites}")

    def _bring(self, play: Play, asked: int) -> None:
        site = sites_in(asked)[0]
        if self._desk.rig.piece_on(site) is not None:
            self.do(Movement("lift", 1 << site, ""))
        else:
            self.do(Movement("put", 1 << site, play.table.brings(play.before, play.position, site)))

    def choose(self, selection: Selection, items: tuple[str, ...] = ()) -> None:
        """Make a choice on the screen."""
        if selection.button is not None and self._session.question.selecting is None:
            self._desk.touch(f"#{selection.button.id}")
        selecting = self._session.question.selecting
        if selecting is not None and not selecting.is_open:
            self._desk.touch("#reveal")
        if not items:
            ids = [item.id for item in selection.items]
            items = tuple(self._random.sample(ids, selection.least))
        for item in items:
            if item.startswith("cell-"):
                column, row = map(int, item.removeprefix("cell-").split(","))
                self._desk.click(self._desk.cell(column, row))
            else:
                self._desk.touch(f"#{item}")
        if not selection.is_at_once:
            self._desk.touch("#done")


def _fit(stack: Stack, places: Squares) -> tuple[int, int, tuple[int, int]] | None:
    """The number of turns and flips with which an element covers these places, and the place of its held
    square."""
    for flips in (0, 1):
        for turns in range(4):
            held = Held(stack.kind, stack.squares)
            held = (held.flipped() if flips else held).turned(turns)
            for x, y in places:
                if frozenset((x + east, y + north) for east, north in held.squares) == places:
                    return turns, flips, (x, y)
    return None
