"""A careful person's answers to a simulated table: corrections, reports of broken sensors, tiles."""

from __future__ import annotations

from collections.abc import Sequence

from controller.model.view import Meaning, Phase, Task
from controller.referee.play import Play
from controller.referee.tasks import changes, corrections
from controller.simulation.people.person import HAND_MS, PATIENCE_MS, Person
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from controller.simulation.wanted import kind_on
from hardware.ports import sites_in

SETTING = (Meaning.PLACE, Meaning.MARKER)
"""The tasks that ask for a piece to be set."""

LONG_PATIENCE_MS = 30_000
"""Longest wait for a device that is away."""


class BoardFixer(Person):
    """Does what the table asks for. Every method lets time pass, and raises `Refused` if the table never
    comes to rest."""

    def __init__(self, rig: Rig) -> None:
        super().__init__(rig)
        self._own = 0
        """The sites of the current action: changes there are right."""

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
            self._rig.run_until(
                self._rig.now_ms + PATIENCE_MS, lambda: self._session.is_waiting or self._is_at_rest()
            )
            is_waiting = self._session.is_waiting

    def _is_at_rest(self) -> bool:
        return self._session.devices.is_board_seen and self._session.due_ms() is None

    def _correct(self) -> None:
        """Lift wrong pieces, set missing ones. If the eye sees nothing wrong, a sensor is broken."""
        mendable = self._correctable()
        for task in mendable:
            if task.meaning in SETTING:
                self._take_off(task.sites)
                self.put(task.sites, self._kind(task.sites))
            elif self._movable(task):
                self.lift(task.sites)
        if not mendable and not self._session.is_waiting and self._is_unseen_for(PATIENCE_MS):
            self._report_broken_sensors()

    def _take_off(self, sites: int) -> None:
        """Remove another piece that still lies there: a tile with a dead tag leaves no trace."""
        for site in sites_in(sites):
            if self._rig.piece_on(site) is not None:
                self.lift(1 << site)

    def _is_unseen_for(self, for_ms: int) -> bool:
        """Whether the table keeps asking for something that the eye sees done already."""
        self._rig.run_until(
            self._rig.now_ms + for_ms, lambda: bool(self._correctable()) or not self._asked_corrections()
        )
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

    def _kind(self, sites: int) -> str:
        """The piece that belongs on a site."""
        return "piece" if self._session.play is None else kind_on(self._session, sites.bit_length() - 1)

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

    def _is_set(self, sites: int) -> bool:
        return all(self._rig.piece_on(site) for site in sites_in(sites))

    def _unseen(self) -> int:
        """The sites of the action that have not reported a change."""
        return self._own & ~(self._session.tracker.board ^ self._current_play.closed)

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
        self._rig.run_until(
            self._rig.now_ms + PATIENCE_MS, lambda: self._session.question.pointing is not None
        )  # the board may have to be judged first
        self.touch(f"#cell-{int(x)},{int(y)}")
        self.call_broken(f"#choice-{1 + sites_in(table.cell_at(int(x), int(y))).index(site)}")

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

    def _words_shown(self) -> str:
        view = self._rig.running.shown.view
        return " / ".join((view.heading, *view.ask))

    # Tiles. A computer's lie in a row before its pad, as they were shown

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
        end_ms = self._rig.now_ms + PATIENCE_MS
        return self._rig.run_until(end_ms, lambda: len(self._current_play.row(seat)) == shown)

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
        end_ms = self._rig.now_ms + PATIENCE_MS
        if not self._rig.run_until(end_ms, lambda: self._session.pads.laying is None):
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

    def _row(self, play: Play, pad: int) -> list[str]:
        """The tiles before a pad, in this deal."""
        assert play.deal is not None
        return self._rig.rows.setdefault((play.deal.number, pad), [])
