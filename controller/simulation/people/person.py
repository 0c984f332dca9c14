"""A person's hands at a simulated table: pieces are set, lifted and slid, the screen is touched.

A careful person's use of them is in `player.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from controller.model.view import Phase
from controller.referee.session import WATCHING, Session
from controller.referee.touching import confirm_id
from controller.screens import find
from controller.screens.layout.board_geometry import geometry
from controller.screens.layout.picture import BoardBox
from controller.shell.phones.pending import JUST_CHANGED
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from controller.tables.sensing import NoSuchPlace
from controller.tables.table import GameTable
from hardware.ports import Button, Touch, sites_in
from hardware.simulated.table import TableError

CORNERS = {"#corner-left": 0, "#corner-right": 1}
"""Where a finger may touch outside all buttons."""

HAND_MS = 100
"""The time of a hand from one piece to the next."""

PATIENCE_MS = 3_000
"""After this long without an answer from the table a person tries another way, or gives up."""


MOST_TOUCHES = 3
"""How often a button is touched that moves away."""


class Person:
    """Plays at a rig. Every method lets time pass and raises `Refused` if it does not succeed."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self.acted_ms = self.moved_ms = rig.now_ms
        """The time of the hand's last act, and of its last act with a piece."""

    @property
    def _session(self) -> Session:
        return self._rig.running.session

    def put(self, sites: int, kind: str, label: str = "") -> None:
        """Set one piece down on these sites, with this label on its tag (or its kind)."""
        self._move(partial(self._rig.put, sites_in(sites), kind, label))

    def lift(self, sites: int) -> None:
        """Take the pieces on these sites away."""
        self._move(partial(self._rig.lift, sites_in(sites)))

    def slide(self, start: int, end: int, over_ms: int) -> None:
        """Push the piece on one site to another, and hold it until it is there."""
        self._move(partial(self._rig.table.slide, start, end, 1000 * over_ms, self._rig.now_us), over_ms)

    def hover(self, site: int, for_ms: int) -> None:
        """Hold a piece close over a site, then take it away."""
        self._move(partial(self._rig.table.hover, site, 1000 * for_ms, self._rig.now_us), for_ms)

    def _move(self, move: Callable[[], object], lasts_ms: int = HAND_MS) -> None:
        """Do something with a piece, which the table may refuse, and let its time pass."""
        try:
            move()
        except TableError as error:
            raise Refused(str(error)) from error
        self.acted_ms = self.moved_ms = self._rig.now_ms
        self._rig.run_for(lasts_ms)

    def touch(self, name: str, *, looks: bool = True) -> None:
        """Touch the button with this label or `#id`, as soon as the screen has it. A person who `looks` first
        waits for a new page to become touchable, and for a button that still waits for the board, and touches
        again when the screen says so."""
        for _ in range(MOST_TOUCHES):
            point = self._found(name, looks=looks)
            self.acted_ms = self._rig.now_ms
            self._rig.tell(Touch(self._rig.now_ms, *point))
            if not looks or not self._is_to_touch_again():
                return

    def _is_to_touch_again(self) -> bool:
        """Whether the screen changed under the finger, and says so."""
        word = self._rig.running.shell.word if self._rig.daemon is not None else None
        return word is not None and word.words == JUST_CHANGED

    def double_tap(self, name: str, over_ms: int) -> None:
        """Touch a button, and the same spot again after this delay, whatever lies there then."""
        point = self._found(name, looks=True)
        self.acted_ms = self._rig.now_ms
        self._rig.tell(Touch(self._rig.now_ms, *point))
        self._rig.run_for(over_ms)
        if self._rig.daemon is not None:
            self._rig.tell(Touch(self._rig.now_ms, *point))

    def push(self, name: str, *, looks: bool = True) -> None:
        """Press a button of the panel. A person who `looks` first does not press it twice in a row."""
        if looks:
            self._rig.run_until(self._rig.running.fingers.pushable_ms(name))
        self._rig.tell(Button(self._rig.now_ms, name))

    def _found(self, name: str, *, looks: bool) -> tuple[int, int]:
        """The place of the button, as soon as it appears; for a person who `looks`, or has waited for it, as
        soon as it is touchable. Raises `Refused`."""
        if "screen" in self._session.devices.away:
            raise Refused(f"the screen is unplugged: {name!r} cannot be touched")
        looks = looks or self._point(name) is None
        end_ms = self._rig.now_ms + PATIENCE_MS
        while self._rig.run_until(end_ms, lambda: self._point(name) is not None):
            point = self._point(name)
            assert point is not None
            ready_ms = self._rig.running.fingers.ready_ms(*point)
            if not looks or (ready_ms <= self._rig.now_ms and not self._is_waiting(name)):
                return point
            self._rig.run_until(max(ready_ms, self._rig.now_ms + 1))
        seen = ", ".join(f"{b.text} (#{b.id})" for b in self._rig.running.shown.picture.buttons)
        raise Refused(f"the screen has no {name!r}; it has {seen or 'no button'}")

    def _is_waiting(self, name: str) -> bool:
        """Whether a button has been touched already, and waits for the board."""
        shown = self._rig.running.shown
        button = find(shown.picture, name)
        return button is not None and button.id in shown.view.pressed

    def _point(self, name: str) -> tuple[int, int] | None:
        """Where to touch for a button, by label or `#id`, a cell of the board picture, `#cell-3,4`, an upper
        corner of the screen, or a spot of it in pixels, `#at-400,300`."""
        picture = self._rig.running.shown.picture
        if name in CORNERS:
            return CORNERS[name] * (picture.width - 1), 0
        if spot := re.fullmatch(r"#at-(\d{1,4}),(\d{1,4})", name):
            return min(int(spot[1]), picture.width - 1), min(int(spot[2]), picture.height - 1)
        button = find(picture, name)
        if button:
            return button.box.x + button.box.w // 2, button.box.y + button.box.h // 2
        cell = re.fullmatch(r"#cell-(\d{1,2}),(\d{1,2})", name)
        for item in picture.items:
            if cell and isinstance(item, BoardBox):
                column, row = int(cell[1]) - item.board.west, int(cell[2]) - item.board.south
                if 0 <= column < item.board.columns and 0 <= row < item.board.rows:
                    box = geometry(item).box(column, row, 1)
                    return box.x + box.w // 2, box.y + box.h // 2
        return None

    def choose_game(self, name: str, options: dict[str, str]) -> None:
        """Go to the menu, choose a game with its options, and start it. A game in play is ended. Raises
        `Refused` if this table does not have the game."""
        if name not in self._session.tables:
            raise Refused(f"this table has no game {name!r}; it has {', '.join(self._session.tables)}")
        self._rig.run_for(HAND_MS)
        self._go_to_menu()
        self.touch(f"#game-{name}")
        for key, value in options.items():
            self.touch(f"#option-{key}-{value}")
        self.touch("#start")
        self._rig.run_until(self._rig.now_ms + PATIENCE_MS, lambda: self._session.phase is not Phase.SETUP)

    def call_broken(self, name: str) -> None:
        """Touch the button that declares sensors broken, and confirm if the table asks."""
        if not self._is_masking():
            self.touch(name)
            end_ms = self._rig.now_ms + PATIENCE_MS
            self._rig.run_until(end_ms, lambda: not self._rig.running.shell.pending)
        if self._is_masking():
            self.touch("#mask-really")

    def _is_masking(self) -> bool:
        """Whether the table asks if a sensor is really broken."""
        return self._rig.running.shell.phase is Phase.MASKING

    def confirm(self, site: int) -> None:
        """Confirm that the piece of a broken site has been set or lifted."""
        name = f"#{confirm_id(self._session, site)}"
        if self._point("#sensors") is None:
            self.touch(name)
            return
        self.touch("#sensors")
        while self._point(name) is None and self._point("#page-on"):
            self.touch("#page-on")
        self.touch(name)
        if self._rig.running.shell.layer is not None:
            self.touch("#back")

    def _leave_other_screens(self) -> None:
        """Close every screen over the game."""
        while self._rig.running.shell.layer is not None:
            self.touch("#wake" if self._rig.running.shell.phase is Phase.DEMO else "#back")

    def _go_to_menu(self) -> None:
        self._leave_other_screens()
        if self._session.phase is Phase.CHOOSING and self._session.question.pointing is not None:
            self.touch("#back")
        if self._session.question.selecting is not None and self._session.question.selecting.is_open:
            self.touch("#back")
        if self._session.phase in (*WATCHING, Phase.SECRET):
            self.touch("#pause")
        way = {Phase.SETUP: "#back", Phase.OVER: "#new"}.get(self._session.phase)
        if self._session.is_ending:
            self.touch("#back")
        if self._session.phase is Phase.PAUSED and not self._session.is_waiting:
            way = "#leave" if self._session.play else "#resume"
        if way:
            self.touch(way)


def sites_of(table: GameTable[Any, Any], place: str) -> int:
    """The sites of a place, by the game's own name or as a raw site `@x,y`. Raises `Refused`."""
    grid = table.grid
    if place.startswith("@"):
        column, _, row = place[1:].partition(",")
        if not (_is_below(column, grid.columns) and _is_below(row, grid.rows)):
            raise Refused(f"{place!r} is no site: the table has @0,0 to @{grid.columns - 1},{grid.rows - 1}")
        return 1 << grid.site(int(column), int(row))
    try:
        return table.sites(place)
    except NoSuchPlace as error:
        raise Refused(str(error)) from error


def _is_below(text: str, limit: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 4 and int(text) < limit
