"""What the eye sees at a simulated table, compared with what the table takes for true: whose piece stands
where, and whose time has passed.

No sensor tells a white house from a yellow one. The simulated pieces know what they are; the table must have
come to the same by what was played.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.model.clock import Clock
from controller.referee.play import Play
from controller.referee.session import Session
from controller.simulation.rig import Rig
from controller.simulation.witness import Broken
from hardware.ports import sites_in

CLOCK_SLACK_MS = 60
"""A piece touches down, bounces and is debounced for so long at the most."""

PAD_MS = 260
"""Before so many milliseconds four pads have not been read twice in turn: no table can know of a tile."""


class WrongOwner(Broken):
    """The table takes a piece for another one, or believes in one that is not there."""


class WrongTouch(Broken):
    """The table has made something else of what hands did than they meant."""


class WrongClock(Broken):
    """A player's clock has been charged for what was no thinking."""


def require_owners(rig: Rig) -> None:
    """Every piece that the table believes in, and asks nothing about, is there. Raises `WrongOwner`."""
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
    """Whether a piece may be the one that is believed in: of the blocks on a lot those of a set are alike."""
    is_block = " " not in kind and " " not in believed
    return kind == believed or (is_block and not is_read and kind[:1] == believed[:1])


@dataclass(frozen=True, slots=True)
class Charge:
    """Whose time passes before an action is made: the clock then, and how many plies there are."""

    clock: Clock
    plies: int

    @classmethod
    def now(cls, rig: Rig) -> Charge:
        """What is so at this moment."""
        session = rig.running.session
        return cls(session.clock, len(session.play.plies) if session.play else 0)

    def difference(self, rig: Rig, moved_ms: int, acted_ms: int) -> str:
        """How the player has been charged otherwise than up to the moment at which the hand moved a piece or,
        if something was said afterwards, up to that; nothing where that is so.

        Only where one action was played since, and time was somebody's before it and somebody else's after.
        """
        session, player = rig.running.session, self.clock.player
        clock = session.clock
        is_one = session.play is not None and len(session.play.plies) == self.plies + 1
        if self.clock.kind != "game" or player is None or not is_one or clock.player == player:
            return ""
        used_ms = clock.used_ms.get(player, 0) - self.clock.used_ms.get(player, 0)
        over_ms = used_ms - (acted_ms - self.clock.since_ms)
        under_ms = acted_ms - moved_ms if moved_ms > self.clock.since_ms else 0
        if -under_ms - CLOCK_SLACK_MS <= over_ms <= CLOCK_SLACK_MS + _read_ms(rig, session.current):
            return ""
        return f"{player} acted after {used_ms - over_ms} ms and was charged {used_ms} ms"


def _read_ms(rig: Rig, play: Play) -> int:
    """How long no table can know of what was played last, where only a reader sees it."""
    touched = play.table.touched(play.before, play.plies[-1].action)
    return PAD_MS if touched & (~play.table.grid.all_sites | rig.table.broken) else 0
