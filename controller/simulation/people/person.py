"""A person at a simulated table, act by act: pieces are set, lifted and slid, the screen is touched.

A player's whole actions are made of them in `player.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from controller.model.view import Phase
from controller.referee.play import Play
from controller.referee.session import WATCHING, Session
from controller.referee.touching import confirm_id
from controller.screens import find
from controller.screens.layout.board_geometry import geometry
from controller.screens.layout.picture import BoardBox
from controller.shell.playing.pending import JUST_CHANGED
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from controller.simulation.wanted import kind_on
from controller.tables.choosing import Selection
from controller.tables.sensing import NoSuchPlace
from controller.tables.table import GameTable
from hardware.ports import Button, Touch, sites_in
from hardware.simulated.table import ImpossibleAct

CORNERS = {"#corner-left": 0, "#corner-right": 1}
"""Where a finger may touch outside all buttons."""

HAND_MS = 100
"""The time of a hand from one piece to the next."""

PATIENCE_MS = 3_000
"""After this long without an answer from the table a person tries another way, or gives up."""

LONG_PATIENCE_MS = 30_000
"""Longest wait for a device that is away."""

MOST_TOUCHES = 3
"""How often a button is touched that moves away."""

MOST_COVERS = 4
"""The number of attempts at a secret choice that the table covers again."""


class Person:
    """Plays at a rig. Every method lets time pass and raises `Refused` if it does not succeed."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self.acted_ms = self.moved_ms = rig.now_ms
        """The time of the hand's last act, and of its last act with a piece."""

    @property
    def _session(self) -> Session:
        return self._rig.running.session

    @property
    def _current_play(self) -> Play:
        if self._session.play is None:
            raise Refused("no game is being played")
        return self._session.play

    def _rest(self) -> None:
        """Wait until the table has everything it needs and is at rest. A device may be unplugged meanwhile,
        and come back: a line that has lost some bytes soon works again."""
        self._rig.run_for(HAND_MS)
        end_ms = self._rig.now_ms + LONG_PATIENCE_MS
        is_waiting = True
        while is_waiting and self._rig.run_until(end_ms, lambda: not self._session.is_waiting):
            self._wait_for(lambda: self._session.is_waiting or self._is_at_rest())
            is_waiting = self._session.is_waiting

    def _wait_for(self, condition: Callable[[], bool], for_ms: int = PATIENCE_MS) -> bool:
        """Wait until a condition holds, for this long. Returns whether it does."""
        return self._rig.run_until(self._rig.now_ms + for_ms, condition)

    def _is_at_rest(self) -> bool:
        return self._session.devices.is_board_seen and self._session.due_ms() is None

    # Pieces

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
        except ImpossibleAct as error:
            raise Refused(str(error)) from error
        self.acted_ms = self.moved_ms = self._rig.now_ms
        self._rig.run_for(lasts_ms)

    def show(self, pad: int, tiles: Sequence[str]) -> None:
        """Lay tiles on a pad (its site, as a set), one after the other, each until it is counted."""
        seat = self._current_play.seat_at(pad.bit_length() - 1)
        if seat is None:
            raise Refused("nobody has a hand there")
        if not self._current_play.row(seat):
            self._row(self._current_play, pad).clear()
        for tile in tiles:
            shown = len(self._current_play.row(seat))
            self.put(pad, tile)
            if not self._is_counted(seat, shown + 1):
                raise Refused(f"the table does not count {tile}: {self._words_shown()}")
            self.lift(pad)
            self._row(self._current_play, pad).append(tile)
        self._rest()

    def _is_counted(self, seat: str, shown: int) -> bool:
        """Whether the table soon counts this many shown tiles."""
        return self._wait_for(lambda: len(self._current_play.row(seat)) == shown)

    def _row(self, play: Play, pad: int) -> list[str]:
        """The tiles before a pad, in this deal."""
        assert play.deal is not None
        return self._rig.rows.setdefault((play.deal.number, pad), [])

    def _is_set(self, sites: int) -> bool:
        return all(self._rig.piece_on(site) for site in sites_in(sites))

    def _kind(self, sites: int) -> str:
        """The piece that belongs on a site."""
        return "piece" if self._session.play is None else kind_on(self._session, sites.bit_length() - 1)

    # The screen and the buttons

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
        self._wait_for(lambda: self._session.phase is not Phase.SETUP)

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

    def _confirm_masked(self, site: int, kind: str) -> None:
        """Confirm on the screen that the piece of a broken sensor has been set or lifted."""
        self.confirm(site)
        self._name_tile(site, kind)

    def _report_tile(self, site: int, kind: str) -> None:
        """Report on the screen which tile lies on a pad whose reader misses it."""
        self.touch("#unseen")
        self._name_tile(site, kind)

    def _name_tile(self, site: int, kind: str) -> None:
        """Answer a question on the screen about a tile on a pad: whether it lies there, or which it is."""
        while (selecting := self._session.question.selecting) is not None and selecting.selection.tells:
            wanted = {f"lies-{site}", f"choose-{site}", f"tile-{kind}", f"family-{kind[:1]}"}
            if not kind:
                wanted = {f"empty-{site}"}
            found = [item.id for item in selecting.selection.items if item.id in wanted]
            if not selecting.is_open:
                found = ["reveal"]
            if not found:
                raise Refused(f"the screen does not offer {kind} on a pad: {self._words_shown()}")
            self.touch(f"#{found[-1]}")

    def _point_out(self, site: int) -> None:
        """Show on the screen which site has missed its piece."""
        if self._session.phase not in (Phase.PLAYING, Phase.CORRECTING):
            raise Refused(f"the table does not understand the board: {self._words_shown()}")
        table = self._current_play.table
        if site >= table.grid.size:
            self._report_tile(site, self._kind(1 << site))
            return
        x, y, _ = table.corner(site)
        self.touch("#unseen")
        self._wait_for(lambda: self._session.question.pointing is not None)  # the board is judged first
        self.touch(f"#cell-{int(x)},{int(y)}")
        self.call_broken(f"#choice-{1 + sites_in(table.cell_at(int(x), int(y))).index(site)}")

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

    def _words_shown(self) -> str:
        view = self._rig.running.shown.view
        return " / ".join((view.heading, *view.ask))

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
        if self._session.is_ending or self._session.is_seating:
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
