"""A table at rest, as it is interpreted: its pieces, and the times at which they came. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from controller.model.tracker import adjacent
from controller.referee.play import Play
from engines.record import record
from hardware.ports import sites_in

ONE_PIECE_MS = 80
"""Neighbouring sites that close within this time are one tilted piece, not two pieces."""

PAUSE_MS = 250
"""The pause of a hand between setting two pieces."""

TOGETHER_MS = 50
"""The order of two pieces that moved within this time is unknown."""

LONG_AGO = -1_000_000
"""Before any observation."""


@record
class Returning:
    """Pieces that hands have taken back and that may return to their spots: their identities, by site, the
    number of plies that were left, and that number with the later ones that stood again."""

    plies: int = 0
    since: int = 0
    kinds: Mapping[int, str] = field(default_factory=dict)


@record
class BoardAtRest:
    """The state of a table at rest.

    `closed` are the sites that hold a piece, `since` when sites changed, if that was observed; `kinds` the
    identified pieces. `lifted` are the sites whose pieces were off the board together: a sleeve that sweeps
    pieces away may leave an earlier board too, at once or while they are put back, so nothing is taken back
    while some of them have returned. Nor is it with `is_dark`, when the change was unobserved. `acted_ms` is
    the time of the last action, `returning` the pieces that hands have taken back last.
    """

    closed: int
    since: Mapping[int, int] = field(default_factory=dict)
    kinds: Mapping[int, str] = field(default_factory=dict)
    lifted: int = 0
    is_dark: bool = False
    acted_ms: int = 0
    returning: Returning = field(default_factory=Returning)

    def differing(self, play: Play) -> int:
        """The sites that differ from a play's position."""
        return play.differing(self.closed, self.kinds)

    def superfluous(self, play: Play) -> int:
        """The sites with pieces that a play's position does not have."""
        return self.differing(play) & self.closed


def crooked_pairs(play: Play, board: BoardAtRest) -> list[tuple[int, int]]:
    """The neighbouring superfluous sites that closed at one time: a piece that stands on both."""
    since = board.since
    extra = sorted(filter(since.__contains__, sites_in(board.superfluous(play))), key=since.__getitem__)
    crooked = []
    for number, one in enumerate(extra, start=1):
        for other in extra[number:]:
            if since[other] - since[one] > ONE_PIECE_MS:
                break
            if play.table.may_be_one_piece(play.position, one, other):
                crooked.append((one, other))
    return crooked


def overhanging(play: Play, board: BoardAtRest) -> int:
    """The sites beside the printed board that a new piece of several squares covers, lying across its
    edge."""
    beside = sites_in(board.closed & ~play.table.ground & play.table.grid.all_sites)
    if not beside or not play.table.has_large_pieces(play.position):
        return 0
    since, extra = board.since, sites_in(board.superfluous(play))
    return sum(
        1 << site
        for site in beside
        if site in since
        and any(
            adjacent(play.table.grid, site, other) and abs(since.get(other, 0) - since[site]) <= PAUSE_MS
            for other in extra
        )
    )
