"""Hands at a simulated table that hold hidden tiles: they show them to a pad, and lay the computer's tiles. A
computer's tiles lie in a row before its pad, as they were shown."""

from __future__ import annotations

from collections.abc import Sequence

from controller.referee.play import Play
from controller.simulation.people.board_fixer import BoardFixer
from controller.simulation.people.person import PATIENCE_MS
from controller.simulation.refused import Refused


class TileHands(BoardFixer):
    """Moves tiles as the table asks. Every method lets time pass, and raises `Refused` if it does not
    succeed."""

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
                raise Refused(f"the table does not count {tile}: {self._what_it_says()}")
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
            raise Refused(f"the table does not take the computer's tile: {self._what_it_says()}")
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
