"""People at a simulated table who deal tiles, hold them, and play them to the end of the game.

They follow suit if they can; how well they play does not matter.
"""

from __future__ import annotations

from controller.model.view import Phase
from controller.referee.play import Play
from controller.simulation import deals
from controller.simulation.people.player import Player
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from engines.game import Action

MOST_STEPS = 2_000
"""The most steps in a game."""

THINKING_MS = 60_000
"""How long people wait for the computer."""


class Dealer:
    """Deals at random, from this seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def hand(self, play: Play, seat: str) -> tuple[str, ...]:
        """The tiles that a seat holds."""
        return deals.hand(play, self._seed, seat)

    def action(self, play: Play) -> str:
        """The action of people who hold these tiles, as a text. Raises `Refused` if nothing can be played."""
        table, position = play.table, play.position
        legal: list[Action] = list(position.legal() or ())
        if not legal:
            raise Refused("nothing can be played")
        if turned_up := deals.reserve(play, self._seed):
            return next(str(one) for one in legal if table.hands(position, one)[0].kind == turned_up[0])
        pieces = {play.piece_of(position, one): one for one in legal}
        hand = self.hand(play, str(position.turn))
        held = table.tiles.playable(position, hand) if play.deal else frozenset[str]()
        return str(next((pieces[tile] for tile in sorted(held) if tile in pieces), legal[0]))


def show_tiles(player: Player, dealer: Dealer, play: Play) -> bool:
    """Show the tiles of one seat, if any must be shown. Returns whether any must."""
    for seat in (*play.unshown, *play.to_show):
        tiles = [tile for tile in dealer.hand(play, seat) if tile not in play.row(seat)]
        player.show(play.table.tiles.pad(play.position, seat), tiles)
        return True
    return False


def play_out(rig: Rig, player: Player, dealer: Dealer) -> None:
    """Play until the game is over. Raises `Refused` if it does not end."""
    for _ in range(MOST_STEPS):
        player.do_tasks()
        session = rig.running.session
        if session.phase is Phase.OVER or session.play is None:
            return
        if show_tiles(player, dealer, session.play):
            continue
        if session.computer is not None:
            _wait_for_it(rig)
        else:
            player.play(dealer.action(session.play))
    raise Refused("the game does not come to an end")


def _wait_for_it(rig: Rig) -> None:
    """Wait until the computer has decided."""
    play = rig.running.session.play

    def has_decided() -> bool:
        session = rig.running.session
        return session.pads.laying is not None or session.play is not play or session.computer is None

    if not rig.run_until(rig.now_ms + THINKING_MS, has_decided):
        raise Refused("the computer does not play")
