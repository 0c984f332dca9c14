"""The tiles in the racks: the reserve, and the hidden hand of the person whose turn it is."""

from __future__ import annotations

from collections.abc import Collection

from controller.referee.play import Play
from controller.referee.session import Session
from controller.simulation import deals
from controller.simulation.window.stock import Stack


class TileRack:
    """The tiles of one game at the window. If several people hold some, they lie face down until their player
    turns them up, and again at another's turn."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self._open_for: str | None = None

    @property
    def _play(self) -> Play | None:
        return self._session.play if self._session is not None else None

    def look(self, session: Session) -> None:
        """See what is played."""
        self._session = session
        if self._open_for != self.seat:
            self._open_for = None

    @property
    def _people(self) -> tuple[str, ...]:
        """The seats whose tiles people play: theirs, and the computer's if it does not know its hand."""
        play = self._play
        if play is None:
            return ()
        seats = play.position.seats
        return tuple(seat for seat in seats if seat not in play.computers or play.is_blind(seat))

    @property
    def seat(self) -> str | None:
        """The person whose tiles lie in the rack: whose turn it is, or else the first."""
        people, play = self._people, self._play
        if play is not None and play.position.turn in people:
            return play.position.turn
        return next(iter(people), None)

    @property
    def owner(self) -> str:
        """That person's name."""
        play, seat = self._play, self.seat
        return play.table.name(seat) if play is not None and seat is not None else ""

    @property
    def may_turn(self) -> bool:
        """Whether there are tiles that others must not see: several people hold some."""
        play = self._play
        return play is not None and play.deal is not None and len(self._people) > 1

    @property
    def is_open(self) -> bool:
        """Whether the tiles lie face up."""
        return not self.may_turn or self._open_for is not None

    def turn(self) -> None:
        """Turn them up for their player, or down again."""
        self._open_for = None if self.is_open else self.seat

    def stacks(self, away: Collection[str]) -> tuple[Stack, ...]:
        """The reserve while tiles are turned up, or the hand, without the tiles that are `away` from it."""
        play = self._play
        if play is None or self._session is None or not play.table.tiles.need_readers:
            return ()
        heap = [tile for tile in deals.reserve(play, self._session.game_id) if tile not in away]
        if heap:
            return (Stack(heap[0], len(heap), is_hidden=True),)
        own = deals.hand(play, self._session.game_id, self.seat) if self.seat is not None else ()
        return tuple(
            Stack(tile, is_hidden=not self.is_open) for tile in sorted(own, key=_rank) if tile not in away
        )

    def tile_for(self, pad: int, away: Collection[str]) -> str:
        """The tile for a click on a pad: the next of the reserve, or the first of its player's that the rules
        let them play. None that is `away`, none of a computer's."""
        play = self._play
        if play is None or self._session is None or pad >= len(play.position.seats):
            return ""
        seat = play.position.seats[pad]
        if heap := [tile for tile in deals.reserve(play, self._session.game_id) if tile not in away]:
            return heap[0]
        own = [tile for tile in deals.hand(play, self._session.game_id, seat) if tile not in away]
        if seat not in self._people or not own:
            return ""
        playable = play.table.tiles.playable(play.position, own)
        return next((tile for tile in own if tile in playable), own[0])


def _rank(tile: str) -> tuple[str, int]:
    """Tiles of a set lie together, the lowest first."""
    return tile[0], int(tile[1:])
