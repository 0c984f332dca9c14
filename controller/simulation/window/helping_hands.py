"""Simulated hands beside a person's: they lay the computer's pieces, and clear away tiles.

They carry out the table's requests in place of an absent person, one piece at a time, at a pace that people
can follow.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from controller.referee.play import Play
from controller.referee.session import WATCHING, Session
from controller.simulation import deals
from controller.simulation.wanted import kind_on
from hardware.ports import sites_in
from hardware.simulated.pads import SimulatedPads
from hardware.simulated.table import ImpossibleAct, Piece, SimulatedTable

PACE_MS: Final = 700
"""From one piece to the next."""

DEAL_MS: Final = 150
"""From one tile to the next while a computer's are shown, face down."""


class HelpingHands:
    """Moves pieces on a table and its pads when `act` is called, at most one each time."""

    def __init__(self, table: SimulatedTable, pads: SimulatedPads) -> None:
        self._table = table
        self._pads = pads
        self._next_ms = 0
        self._is_waiting = False

    def act(self, session: Session, now_ms: int) -> None:
        """Make the next move, if there is one and its time has come. A new request waits a little."""
        play = session.play
        if play is None or session.phase not in WATCHING or not self._has_work(session, play):
            self._is_waiting = False
            return
        if not self._is_waiting:
            self._is_waiting, self._next_ms = True, now_ms + PACE_MS
        if now_ms < self._next_ms:
            return
        self._next_ms = now_ms + PACE_MS
        with suppress(ImpossibleAct):  # another hand was quicker
            self._do(session, play, 1000 * now_ms)

    def _has_work(self, session: Session, play: Play) -> bool:
        is_chance = play.table.tiles.is_chance(play.position) and play.position.turn in play.computers
        is_its = bool(play.by_computer) or play.table.tiles.need_readers
        asked = session.due.asked if is_its else 0
        is_asked = bool(asked & session.differing)
        is_shown = self._left_lying(session, play) is not None
        return bool(is_asked or is_shown or session.pads.laying or play.unshown or is_chance)

    def _do(self, session: Session, play: Play, at_us: int) -> None:
        at_us = max(at_us, self._table.now_us)
        if session.due.asked & session.differing:
            self._bring(session, play, at_us)
        elif session.pads.laying is not None:
            self._lay(play, session.pads.laying.seat, session.pads.laying.kind)
        elif play.unshown:
            self._show(session, play, play.unshown[0])
        elif (pad := self._left_lying(session, play)) is not None:
            self._pads.lift(pad)
        elif tiles := deals.reserve(play, session.game_id):
            self._lay(play, str(play.position.turn), tiles[0])

    # Tiles

    def _left_lying(self, session: Session, play: Play) -> int | None:
        """The pad of a computer with a tile that it has shown, and that is not to be played."""
        laying = session.pads.laying.seat if session.pads.laying is not None else None
        for seat in play.computers if play.deal is not None else ():
            pad = self._pad(play, seat)
            is_due = seat == laying or seat in play.unshown or play.closed >> self._table.grid.size + pad & 1
            if not is_due and self._pads.tile_on(pad) is not None:
                return pad
        return None

    def _pad(self, play: Play, seat: str) -> int:
        return play.position.seats.index(seat)

    def _lay(self, play: Play, seat: str, kind: str) -> None:
        """Lay a tile on a seat's pad, in place of any other."""
        pad = self._pad(play, seat)
        lying = self._pads.tile_on(pad)
        if lying is not None and lying.kind != kind:
            self._pads.lift(pad)
        elif lying is None:
            self._pads.put(pad, Piece(kind, ()))

    def _show(self, session: Session, play: Play, seat: str) -> None:
        """Show the next tile of a computer's hand, or take the one away that is counted."""
        pad, row = self._pad(play, seat), play.row(seat)
        self._next_ms -= PACE_MS - DEAL_MS
        lying = self._pads.tile_on(pad)
        if lying is not None:
            if lying.kind in row:
                self._pads.lift(pad)
            return
        left = [tile for tile in deals.dealt(play, session.game_id, seat) if tile not in row]
        if left:
            self._pads.put(pad, Piece(left[0], ()))

    # Pieces

    def _bring(self, session: Session, play: Play, at_us: int) -> None:
        """Lift one piece that the last action takes off, or set one that it brings."""
        asked = session.due.asked & session.differing
        for site in sites_in(asked):
            is_there = self._kind_on(site) is not None
            if is_there and (not play.closed >> site & 1 or session.due.exchanging >> site & 1):
                self._lift(site, at_us)
                return
        missing = sum(1 << site for site in sites_in(asked & play.closed) if self._kind_on(site) is None)
        for sites in play.table.groups(play.position, missing):
            first = sites_in(sites)[0]
            kind = kind_on(session, first)
            if first >= self._table.grid.size:
                self._pads.put(first - self._table.grid.size, Piece(kind, ()))
            else:
                self._table.put(sites_in(sites), kind, at_us)
            return

    def _kind_on(self, site: int) -> str | None:
        pad = site - self._table.grid.size
        piece = self._table.piece_on(site) if pad < 0 else self._pads.tile_on(pad)
        return piece.kind if piece else None

    def _lift(self, site: int, at_us: int) -> None:
        pad = site - self._table.grid.size
        if pad < 0:
            self._table.lift([site], at_us)
        else:
            self._pads.lift(pad)
