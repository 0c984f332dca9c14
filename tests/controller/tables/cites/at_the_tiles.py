"""A table with Cités Nouvelles, and a person who knows where the tiles are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.referee.play import Play
from controller.simulation import deals
from controller.tables.cites.table import CitesTable
from hardware.ports import Grid
from tests.controller.with_a_computer import SETTLED_MS, AtTheTable

ROW = tuple(f"{kind}{number}" for number in (1, 2, 3) for kind in "MPHTD")
OTHER_ROW = tuple(f"{kind}{number}" for number in (4, 5, 6) for kind in "TDPHM")
MINE = tuple(f"{kind}{number}" for number in (7, 8, 9) for kind in "MPHTD")
THEIRS = tuple(f"{kind}{number}" for number in (10, 11, 12) for kind in "MPHTD")
TURNED_UP = ("turnup D15", "turnup M15")


class AtTheTiles(AtTheTable):
    """A table with Cités Nouvelles on it, and a person who knows where the tiles are."""

    def speak(self) -> None:
        """Begin with Player 2 as the computer, up to the showing of tiles."""
        self.begin("cites", p2="medium")
        for text in TURNED_UP:
            self.player.play(text)
        self.player.do_tasks()

    def pad(self, seat: int) -> int:
        return 1 << self.session.tracker.grid.size + seat - 1

    def show(self, row: Sequence[str] = ROW, seat: int = 2) -> None:
        self.player.show(self.pad(seat), row)

    def lay(self, tile: str, seat: int = 2) -> None:
        """Lay a tile on a pad, and wait until the table has seen it."""
        self.player.put(self.pad(seat), tile)
        self.rig.run_for(SETTLED_MS)

    def lift(self, seat: int = 2) -> None:
        self.player.lift(self.pad(seat))
        self.rig.run_for(SETTLED_MS)

    def offer(self, row: Sequence[str] = ROW) -> None:
        """Play until Player 1 leads the first trick: H for the person, M for the computer."""
        self.speak()
        self.show(row)
        self.player.play("choose H")
        self.answer("choose M")
        self.rig.run_for(SETTLED_MS)

    def decide(self, tile: str, lead: str = "H9") -> None:
        """Lead, and let the computer come to a tile."""
        self.player.play(f"play {lead}")
        self.answer(f"play {tile}")
        self.rig.run_for(100)

    def cut(self) -> None:
        """Cut the power, and switch it on again."""
        self.rig.power_cut()
        self.rig.power_on()
        self.rig.run_for(3_000)

    @property
    def asked(self) -> str:
        return " / ".join(self.rig.running.shown.view.ask)


def in_the_second_round() -> tuple[Play, Play]:
    """Two people show a hand each after the second deal; and the game before its last action."""
    table = CitesTable(Grid(24, 24), 2, pads=2)
    play = Play.begin(table, table.header({"players": 2, "contre": False}))
    before = play
    while play.deal is None or play.deal.number < 2:
        before, action = play, deals.action(play, 3)
        play = play.after(table.game.parse(action))
    for seat in play.position.seats:
        row = tuple(deals.hand(play, 3, seat))
        play = replace(play, hands=play.hands.with_row(2, seat, row))
    return before, play
