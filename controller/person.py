"""A careful person at a simulated table, for scripts and demonstrations.

What the person wants is an action in the game's notation; what they do is set and lift pieces, touch buttons,
and answer what the screen asks, until the table has taken the action.
"""

from __future__ import annotations

from controller.play import Play
from controller.rig import Rig
from controller.screens import find
from controller.screens.board_geometry import geometry
from controller.screens.picture import BoardBox
from controller.session import Session
from controller.showing import say, tasks
from controller.tables.table import NoSuchPlace
from controller.touching import confirm_id
from controller.view import Meaning, Phase
from engines.game import Action, RuleError
from hardware.ports import Touch, sites_in
from hardware.simulated_table import TableError

HAND_MS = 100
"""How long a hand needs from one piece to the next."""

PATIENCE_MS = 3_000
"""After so long without an answer from the table a person looks for another way."""


class Refused(Exception):
    """The person cannot do it, or the table does not take it. The text says why."""


class Person:
    """Plays at a rig. Every method lets time pass and raises `Refused` where it comes to no end."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig

    @property
    def _session(self) -> Session:
        return self._rig.running.session

    def put(self, sites: int, kind: str) -> None:
        """Set one piece down on these sites."""
        try:
            self._rig.table.put(sites_in(sites), kind, self._rig.now_us)
        except TableError as error:
            raise Refused(str(error)) from error
        self._rig.run_for(HAND_MS)

    def lift(self, sites: int) -> None:
        """Take the pieces on these sites away."""
        try:
            self._rig.table.lift(sites_in(sites), self._rig.now_us)
        except TableError as error:
            raise Refused(str(error)) from error
        self._rig.run_for(HAND_MS)

    def slide(self, start: int, end: int, over_ms: int) -> None:
        """Push the piece on one site to another, and hold it until it is there."""
        try:
            self._rig.table.slide(start, end, 1000 * over_ms, self._rig.now_us)
        except TableError as error:
            raise Refused(str(error)) from error
        self._rig.run_for(over_ms)

    def touch(self, name: str) -> None:
        """Touch the button with this label or `#id`, as soon as the screen has it."""
        found: list[tuple[int, int]] = []

        def is_there() -> bool:
            found[:] = [point for point in [self._point(name)] if point]
            return bool(found)

        if not self._rig.run_until(self._rig.now_ms + PATIENCE_MS, is_there):
            seen = ", ".join(f"{b.text} (#{b.id})" for b in self._rig.running.shown.picture.buttons)
            raise Refused(f"the screen has no {name!r}; it has {seen or 'no button'}")
        self._rig.tell(Touch(self._rig.now_ms, *found[0]))

    def _point(self, name: str) -> tuple[int, int] | None:
        """Where to touch for a button, by label or `#id`, or for a cell of the board picture, `#cell-3,4`."""
        picture = self._rig.running.shown.picture
        button = find(picture, name)
        if button:
            return button.box.x + button.box.w // 2, button.box.y + button.box.h // 2
        for item in picture.items:
            if isinstance(item, BoardBox) and name.startswith("#cell-"):
                column, _, row = name.removeprefix("#cell-").partition(",")
                box = geometry(item).box(int(column), int(row), 1)
                return box.x + box.w // 2, box.y + box.h // 2
        return None

    def choose_game(self, name: str, options: dict[str, str]) -> None:
        """Go to the menu, choose a game with its options, and start it."""
        if self._session.phase is Phase.OVER:
            self.touch("#new")
        elif self._session.phase in (Phase.PLAYING, Phase.CORRECTING, Phase.CHOOSING):
            self.touch("#pause")
            self.touch("#end")
        self.touch(f"#game-{name}")
        for key, value in options.items():
            self.touch(f"#option-{key}-{value}")
        self.touch("#start")
        self._rig.run_until(self._rig.now_ms + PATIENCE_MS, lambda: self._session.phase is Phase.PLAYING)

    def play(self, text: str) -> None:
        """Make an action, and wait until the table has taken it and is at rest."""
        play = self._play
        action = self._action(play, text)
        self._do(play, action)
        if not self._is_taken_within(PATIENCE_MS, play, action):
            self._insist(play, action)
        if not self._is_taken_within(PATIENCE_MS, play, action):
            raise Refused(f"the table has not taken {text!r}: {self._what_it_says()}")
        self._rig.run_until(self._rig.now_ms + PATIENCE_MS, self._is_at_rest)

    def do_tasks(self) -> None:
        """Do all that the table asks for at the moment."""
        for task in tasks(self._session):
            there = [site for site in sites_in(task.sites) if self._rig.table.piece_on(site)]
            if task.meaning in (Meaning.LIFT, Meaning.WRONG):
                for site in there:
                    self.lift(1 << site)
            elif not there:
                self.put(task.sites, task.meaning.value)
        self._rig.run_for(HAND_MS)
        self._rig.run_until(self._rig.now_ms + PATIENCE_MS, self._is_at_rest)

    @property
    def _play(self) -> Play:
        if self._session.play is None:
            raise Refused("no game is being played")
        return self._session.play

    def _action(self, play: Play, text: str) -> Action:
        try:
            action: Action = play.table.game.parse(text)
            play.position.check(action)
        except RuleError as error:
            raise Refused(str(error)) from error
        return action

    def _do(self, play: Play, action: Action) -> None:
        """Move the pieces of an action, and say what no sensor sees."""
        for hand in play.table.hands(play.position, action):
            if hand.verb == "put":
                self.put(hand.sites, hand.kind)
            else:
                self.lift(hand.sites)
        for spoken in play.table.spoken(play.position):
            if spoken.action == action:
                self.touch(f"#{spoken.choice.id}")

    def _is_taken_within(self, for_ms: int, play: Play, action: Action) -> bool:
        """Whether the table takes the action, when it is told which one was meant where it asks."""
        end_ms = self._rig.now_ms + for_ms
        while self._rig.run_until(end_ms, lambda: self._has(play, action) or self._is_asking()):
            if self._has(play, action):
                return True
            self._answer(play, action)
        return False

    def _has(self, play: Play, action: Action) -> bool:
        plies = self._play.plies
        return len(plies) > len(play.plies) and plies[len(play.plies)].action == action

    def _is_asking(self) -> bool:
        return self._session.phase is Phase.CHOOSING and bool(self._session.readings)

    def _answer(self, play: Play, action: Action) -> None:
        for number, reading in enumerate(self._session.readings, start=1):
            if reading.actions == (action,) and not reading.back:
                self.touch(f"#choice-{number}")
                return
        offered = ", ".join(say(play.table, reading) for reading in self._session.readings)
        raise Refused(f"the table asks among {offered}; none of them is {action}")

    def _insist(self, play: Play, action: Action) -> None:
        """Tell the screen what the sensors have not seen."""
        wanted = play.closed ^ play.table.touched(play.position, action)
        for site in sites_in(self._session.tracker.board ^ wanted):
            if self._session.tracker.masked >> site & 1:
                self.touch(f"#{confirm_id(self._session, site)}")
            else:
                self._point_out(site)

    def _point_out(self, site: int) -> None:
        """Show on the screen which site has not seen its piece."""
        if self._session.phase is not Phase.PLAYING:
            raise Refused(f"the table does not understand the board: {self._what_it_says()}")
        table = self._play.table
        x, y, _ = table.corner(site)
        self.touch("#unseen")
        self.touch(f"#cell-{int(x)},{int(y)}")
        self.touch(f"#choice-{1 + sites_in(table.cell_at(int(x), int(y))).index(site)}")

    def _is_at_rest(self) -> bool:
        return self._session.due_ms() is None

    def _what_it_says(self) -> str:
        view = self._rig.running.shown.view
        return " / ".join((view.heading, *view.ask))


def site_of(rig: Rig, place: str) -> int:
    """The set of the sites of a place, in the name of the game on the table or as a raw site `@x,y`.

    Raises `Refused`.
    """
    grid = rig.config.table.grid
    if place.startswith("@"):
        column, _, row = place[1:].partition(",")
        if not (_is_below(column, grid.columns) and _is_below(row, grid.rows)):
            raise Refused(f"{place!r} is no site: the table has @0,0 to @{grid.columns - 1},{grid.rows - 1}")
        return 1 << grid.site(int(column), int(row))
    session = rig.running.session
    table = session.play.table if session.play else session.tables.get(session.chosen)
    try:
        return (table or next(iter(session.tables.values()))).sites(place)
    except NoSuchPlace as error:
        raise Refused(str(error)) from error


def _is_below(text: str, limit: int) -> bool:
    return text.isascii() and text.isdecimal() and int(text) < limit
