"""Compares the real pieces of a simulated table with the table's belief: whose piece stands where, and whose
time passes.

No sensor distinguishes a white house from a yellow one. The simulated pieces know what they are; the table
must have inferred the same from play.
"""

from __future__ import annotations

from controller.model.clock import Clock
from controller.referee.play import Play
from controller.referee.session import Session
from controller.simulation.rig import Rig
from controller.simulation.witness import Broken
from engines.record import record
from hardware.ports import sites_in

SITE_MS = 60
"""The longest time in which a piece touches down, bounces and is debounced: before it the table can know
nothing of the piece."""

PAD_MS = 260
"""The longest time that four pads need to be read twice in turn: before it no table can know of a tile."""


class WrongOwner(Broken):
    """The table takes a piece for another one, or believes in one that is not there."""


class WrongTouch(Broken):
    """The table has made something else of hands' moves than they meant."""


class WrongClock(Broken):
    """A player's clock was charged for time that was not thinking."""


def require_owners(rig: Rig) -> None:
    """Require that every piece that the table believes in, and asks nothing about, is there. Raises
    `WrongOwner`."""
    session = rig.running.session
    play = session.play
    if play is None:
        return
    for site in sites_in(_certain(rig, session, play)):
        believed, piece = play.table.kind(play.position, site), rig.piece_on(site)
        kind = piece.kind if piece else "nothing"
        if not _is_same(kind, believed, is_read=site >= rig.table.grid.size):
            place = play.table.place(site)
            raise WrongOwner(f"on {place} the table believes in {believed}, and {kind} stands there")


def _certain(rig: Rig, session: Session, play: Play) -> int:
    """The sites of pieces about which the table asks nothing."""
    asked = session.due.sites | session.due.exchanging | session.tracker.masked
    asked |= play.table.ignored(play.position) | session.differing
    for task in (*session.due.reminders, *play.reminders):
        asked |= task.sites
    return play.closed & ~asked & ~rig.table.broken


def _is_same(kind: str, believed: str, *, is_read: bool) -> bool:
    """Whether a piece may be the expected one: on a lot, the blocks of a set are alike."""
    is_block = " " not in kind and " " not in believed
    return kind == believed or (is_block and not is_read and kind[:1] == believed[:1])


@record
class Charge:
    """Whose time passes before an action: the clock at that moment, and the number of plies."""

    clock: Clock
    plies: int

    @classmethod
    def now(cls, rig: Rig) -> Charge:
        """The present values."""
        session = rig.running.session
        return cls(session.clock, len(session.play.plies) if session.play else 0)

    def difference(self, rig: Rig, moved_ms: int, acted_ms: int) -> str:
        """How the player's charge differs from the time up to the moment at which the hand moved a piece or,
        if something was chosen on the screen afterwards, up to that; empty if it does not.

        Only if exactly one action was played since, and it passed the clock from one player to another.
        """
        session, player = rig.running.session, self.clock.player
        clock = session.clock
        is_one = session.play is not None and len(session.play.plies) == self.plies + 1
        if self.clock.kind != "game" or player is None or not is_one or clock.player == player:
            return ""
        used_ms = clock.used_ms.get(player, 0) - self.clock.used_ms.get(player, 0)
        over_ms = used_ms - (acted_ms - self.clock.since_ms)
        under_ms = acted_ms - moved_ms if moved_ms > self.clock.since_ms else 0
        if -under_ms - SITE_MS <= over_ms <= SITE_MS + _read_ms(rig, session.current):
            return ""
        return f"{player} acted after {used_ms - over_ms} ms and was charged {used_ms} ms"


def _read_ms(rig: Rig, play: Play) -> int:
    """How long no table can know of the last action, if only a reader sees it."""
    touched = play.table.touched(play.before, play.plies[-1].action)
    return PAD_MS if touched & (~play.table.grid.all_sites | rig.table.broken) else 0
