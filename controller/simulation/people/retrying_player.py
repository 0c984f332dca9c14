"""A person who does not give up during faults: a cable is pulled, the program killed.

They try again as long as a fault may explain the failure. If nothing has happened to the table during a whole
careful try, it must have succeeded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from controller.simulation.people.habitual import Habitual
from controller.simulation.people.intent import Intent
from controller.simulation.people.player import Player
from controller.simulation.refused import Refused
from controller.simulation.rig import Rig
from controller.simulation.truth import Charge

MOST_TRIES = 16

LONGEST_HARM_MS = 120_000
"""The longest wait for the end of all faults."""


class RetryingPlayer:
    """Plays at a rig, tries again after a fault, and records the intent.

    Every method raises `Refused` if the table does not go on.
    """

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self.intent = Intent()
        self.first: Player | None = None
        """A person who errs, for the first try of the next `play`."""
        self._was_quiet = False
        """Whether there was no fault when the last action was made: lost bytes show later."""
        self.overcharged = ""
        """The first wrong charge of a clock, in words."""
        self._early: Counter[str] = Counter()
        """The actions that others have made early, and that have not been played yet."""
        self.habits: Counter[str] = Counter()
        """The number of occasions for each habit."""
        self.dealt: int | None = None
        """The seed by which hidden tiles were dealt, if any."""

    def choose_game(self, name: str, options: Mapping[str, str]) -> None:
        """Go to the menu, choose a game with its options, and start it."""
        self.intent = Intent()
        self._early.clear()
        self.overcharged = ""
        self._retry(lambda player: player.choose_game(name, dict(options)), lambda: False)

    def play(self, text: str) -> None:
        """Make an action, and wait until the table has accepted it and is at rest."""
        stood = self._standing()
        before = len(stood)
        self.intent.played([text])
        first, self.first = self.first, None
        self.intent.is_clumsy |= first is not None

        def is_taken() -> bool:
            return text in self._standing()[before:]

        def once(player: Player) -> None:
            if player is not first:
                player.get_ready()
            while self.intent.is_clumsy and len(self._standing()) > before and not is_taken():
                player.take_back()  # a clumsily set piece has been taken for another action
            if first is not None and first.has_lifted:
                for lost in stood[len(self._standing()) :]:  # the power failed while it was lifted
                    player.play(lost)
                    player.meant.remove(lost)
            if not is_taken():  # a reader that is back may have said what an earlier try was asked
                player.play(text)

        charge, harms = Charge.now(self._rig), self._rig.harms
        self._was_quiet &= not self._rig.is_harmed
        player = self._retry(once, is_taken, first, text)
        self._early -= Counter([text])
        self._intend([one for one in self._standing()[before:] if one != text and self._early[one]])
        is_quiet = self._rig.harms == harms and not self._rig.is_harmed
        if first is None and is_quiet and self._was_quiet and not self.overcharged:
            self.overcharged = charge.difference(self._rig, player.moved_ms, player.acted_ms)
        self._was_quiet = is_quiet

    def do_tasks(self) -> None:
        """Do everything that the table asks for at the moment; show the computer's tiles, if any were
        dealt."""
        self._retry(self._do_tasks, lambda: False)

    def _do_tasks(self, player: Player) -> None:
        player.do_tasks()
        while self.dealt is not None and player.show_hand(self.dealt):
            pass

    def show(self, pad: int, tiles: Sequence[str]) -> None:
        """Show tiles to a pad, one after the other."""
        self._retry(lambda player: player.show(pad, self._unshown(pad, tiles)), lambda: False)

    def _unshown(self, pad: int, tiles: Sequence[str]) -> list[str]:
        """The tiles that the table has not counted yet."""
        play = self._rig.running.session.play
        seat = play.seat_at(pad.bit_length() - 1) if play else None
        shown = play.row(seat) if play and seat else ()
        return [tile for tile in tiles if tile not in shown]

    def play_out(self) -> None:
        """Play the dealt tiles until the game is over."""
        seed = self.dealt
        if seed is None:
            raise Refused("nobody has dealt: `deal SEED` comes first")
        self._retry(lambda player: player.play_out(seed), lambda: False)

    def take_back(self) -> None:
        """Take the last action back on the screen, and do what the table then asks for."""
        standing = self._standing()
        if not standing:
            raise Refused("there is nothing to take back")

        def is_done() -> bool:
            return len(self._standing()) < len(standing)

        def once(player: Player) -> None:
            player.get_ready()
            if not is_done():  # the touch of an earlier try waited for the board, or for the disk
                player.take_back()

        self._retry(once, is_done)
        self.intent.took_back(standing[len(self._standing()) :])
        self._retry(lambda player: player.get_ready(), lambda: False)

    def difference(self) -> str:
        """The difference between the journal's game and the intent, in words; empty if there is none."""
        games = self._rig.stored.games()
        if not games:
            return "no game has been played"
        return self.intent.difference(self._rig.running.session.tables, self._rig.stored, games[-1])

    def _standing(self) -> list[str]:
        """The standing actions of the game, from the journal, even if the game is over and left."""
        games = self._rig.stored.games()
        return self._rig.stored.actions(games[-1].id) if games else []

    def _retry(
        self,
        once: Callable[[Player], None],
        is_done: Callable[[], bool],
        first: Player | None = None,
        text: str = "",
    ) -> Player:
        """Try again after each fault; returns the person who succeeded.

        `text` is the intended action; anything else played on the way counts as intended too.
        """
        player = first or Player(self._rig)
        for _ in range(MOST_TRIES):
            harms = self._rig.harms
            refused = None
            try:
                once(player)
            except Refused as reason:
                refused = None if is_done() else reason  # a reader that is back may have done it meanwhile
            if isinstance(player, Habitual):
                self._early.update(player.early)
                self.habits[player.name] += player.is_done
            self._intend([one for one in player.meant if one != text])
            if refused is None and text and self._is_disturbed() and not is_done():
                refused = Refused("the line hides for a while that the piece is back")
            if refused is None:
                return player
            if player is not first and self._rig.harms == harms and not self._is_disturbed():
                raise refused
            end_ms = self._rig.now_ms + LONGEST_HARM_MS
            if not self._rig.run_until(end_ms, lambda: not self._is_disturbed()):
                raise refused
            player = Player(self._rig)
            if is_done():
                return player
        raise Refused("something happens to the table again and again")

    def _intend(self, texts: Sequence[str]) -> None:
        """These were played beside the intended action, and intended by others."""
        self.intent.played(texts)
        self._early -= Counter(texts)

    def _is_disturbed(self) -> bool:
        """Whether a fault is still to come, or has taken a device away that is not back yet."""
        is_waiting = self._rig.daemon is not None and self._rig.running.session.is_waiting
        return self._rig.is_harmed or is_waiting
