"""A clumsy person at a simulated table: means one action, and does more than it needs.

Pieces are slid to their places, set askew first, held over wrong sites, set where no rule allows them, lifted
for no reason; the table is knocked. In the end the action stands, and the table must have understood it, and
nothing else. The same seed gives the same blunders.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from controller.model.view import Phase
from controller.referee.board_at_rest import BoardAtRest
from controller.referee.interpretation import interpret
from controller.referee.play import Play
from controller.simulation.chance import any_action
from controller.simulation.people.player import Player
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from engines.game import Position
from engines.record import record
from hardware.ports import sites_in

EARLY = 0.3
"""The share of actions before which a later piece is set too early."""

SHORT_MS, LONG_MS = 40, 1_800
"""The duration of a blunder: from too short to be seen to long enough to be taken for an action."""


@record
class ClumsyGame:
    """A game played clumsily: the intended actions, those in the journal, and the end.

    `is_right` says whether the table played what was intended. If pieces of a set-up may be set in any order,
    the journal may hold them in another.
    """

    meant: tuple[str, ...]
    kept: tuple[str, ...]
    outcome: str
    is_right: bool


class Clumsy(Player):
    """Plays at a rig like `Player`, and blunders on the way. Raises `Refused` if the table is stuck."""

    def __init__(self, rig: Rig, random: Random) -> None:
        super().__init__(rig)
        self._random = random

    def play(self, text: str) -> None:
        """Make an action in the end."""
        self.get_ready()
        stood = len(self._current_play.plies)
        if self._session.phase is Phase.PLAYING:
            self._random.choice(self._blunders)()
            self.get_ready()
        if self.has_lifted and (self._session.trouble or len(self._current_play.plies) < stood):
            raise Refused("the piece that was lifted is not stored again yet, or had to be lifted")
        early = self._set_early(text) if self._random.random() < EARLY else {}
        try:
            super().play(text)
        finally:
            self.meant += [one for one, sites in early.items() if self._stands_on(sites)]

    def _set_early(self, text: str) -> dict[str, int]:
        """Set a piece that the action will require, before the action itself; returns that later action, and
        the place. If the table has it lifted again, it is no longer intended."""
        play = self._current_play
        table, after = play.table, play.after(self._action(play, text)).position
        for task in table.tasks(after):
            ways = table.candidates(after, 0, task.sites)
            is_free = all(self._rig.table.piece_on(site) is None for site in sites_in(task.sites))
            is_seen = not task.sites & self._session.tracker.masked
            if len(ways) == 1 and is_free and is_seen and not self._reading(task.sites):
                super().put(task.sites, task.meaning.value)
                self._wait()
                return {str(ways[0]): task.sites}
        return {}

    def _stands_on(self, sites: int) -> bool:
        return all(self._rig.table.piece_on(site) for site in sites_in(sites))

    def put(self, sites: int, kind: str, label: str = "") -> None:
        """Set a piece down, with a blunder."""
        places = sites_in(sites)
        if len(places) != 1 or places[0] >= self._rig.table.grid.size:
            super().put(sites, kind, label)
            return
        ways = (self._straight, self._straight, self._slid, self._crooked, self._lifted_again)
        self._random.choice(ways)(places[0], kind)

    # Ways to set one piece down

    def _straight(self, site: int, kind: str) -> None:
        super().put(1 << site, kind)

    def _slid(self, site: int, kind: str) -> None:
        """Put down beside its place, and pushed there."""
        start = self._free_neighbour(site)
        if start is None:
            self._straight(site, kind)
            return
        super().put(1 << start, kind)
        self.slide(start, site, self._random.randint(100, 400))

    def _crooked(self, site: int, kind: str) -> None:
        """Put down between two places, then straight."""
        other = self._free_neighbour(site)
        if other is not None and not self._is_final(1 << site | 1 << other):
            self._rig.table.put_between(site, other, kind, self._rig.now_us)
            self._wait()
            self._rig.table.lift([site], self._rig.now_us)
            self._rig.run_for(SHORT_MS)
        self._straight(site, kind)

    def _is_final(self, sites: int) -> bool:
        """Whether pieces on these sites, or on some of them, are final: no sensor could know that it was a
        blunder."""
        session = self._session
        if session.play is None or session.rules.is_friendly:
            return False
        table, position = session.play.table, session.play.position
        is_strict = not table.takes_back_by_hand(position)
        return is_strict and any(self._reading(some) for some in (sites, *(1 << s for s in sites_in(sites))))

    def _lifted_again(self, site: int, kind: str) -> None:
        """Set down, lifted in doubt, and set down for good."""
        self._straight(site, kind)
        self.lift(1 << site)
        self._rig.run_for(self._random.randint(SHORT_MS, 300))
        self._straight(site, kind)

    # Blunders that leave the board as it was

    @property
    def _blunders(self) -> tuple[Callable[[], None], ...]:
        return (self._nothing, self._nothing, self._hover, self._bump, self._set_wrongly, self._lift_wrongly)

    def _nothing(self) -> None:
        self._wait()

    def _hover(self) -> None:
        """Hold a piece over a free site."""
        site = self._random.choice(self._free_sites)
        if not self._reading(1 << site):
            self.hover(site, self._random.randint(SHORT_MS, LONG_MS))

    def _bump(self) -> None:
        self._rig.table.bump(self._rig.now_us)
        self._wait()

    def _set_wrongly(self) -> None:
        """Set a piece where no rule allows one, look at the lights, and remove it."""
        site = self._random.choice(self._free_sites)
        if not self._reading(1 << site):
            self._straight(site, "piece")
            self._wait()
            self.lift(1 << site)

    def _lift_wrongly(self) -> None:
        """Lift a piece that has nothing to do with the turn, and put it back."""
        standing = [piece for piece in self._rig.table.pieces if not any(piece.shift)]
        if not standing:
            return
        piece = self._random.choice(standing)
        sites = 0
        for site in piece.sites:
            sites |= 1 << site
        if not self._reading(sites):
            self.has_lifted = True
            self.lift(sites)
            self._wait()
            super().put(sites, piece.kind)

    def _wait(self) -> None:
        self._rig.run_for(self._random.randint(SHORT_MS, LONG_MS))

    # A clumsy person's sight

    @property
    def _free_sites(self) -> list[int]:
        table = self._rig.table
        return [site for site in range(table.grid.size) if table.piece_on(site) is None]

    def _free_neighbour(self, site: int) -> int | None:
        """A free site beside this one, with nothing nearby that a sliding piece would push away."""
        grid = self._rig.table.grid
        x, y = grid.column_row(site)
        around = [
            grid.site(x + east, y + north)
            for east in (-1, 0, 1)
            for north in (-1, 0, 1)
            if (east or north) and 0 <= x + east < grid.columns and 0 <= y + north < grid.rows
        ]
        if any(self._rig.table.piece_on(one) for one in around):
            return None
        return self._random.choice(around)

    def _reading(self, changed: int) -> bool:
        """Whether the table could interpret a change of these sites as an action."""
        session = self._session
        board = BoardAtRest(session.tracker.board ^ changed, kinds=session.tracker.kinds)
        return bool(session.differing) or bool(interpret(session.current, board))


def play_clumsily(rig: Rig, name: str, random: Random, options: Mapping[str, str]) -> ClumsyGame:
    """Play a whole random game. Raises `Refused` if it stops before its end."""
    clumsy = Clumsy(rig, random)
    clumsy.choose_game(name, dict(options))
    while True:
        play = rig.running.session.play
        if play is None:
            raise Refused("the game has not begun")
        outcome = play.position.outcome()
        if outcome is not None:
            kept = rig.journal.actions(rig.journal.games()[-1].id)
            is_right = sorted(kept) == sorted(clumsy.meant) and _end_of(play, clumsy.meant) == play.position
            return ClumsyGame(tuple(clumsy.meant), tuple(kept), outcome.winner or "draw", is_right)
        clumsy.play(str(any_action(play, random)))


def _end_of(play: Play, actions: Sequence[str]) -> Position[Any]:
    """The position that the engine alone reaches with these actions."""
    return Play.resume(play.table, play.header, actions).position
