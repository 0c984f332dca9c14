"""A simulated table at which the computer has a seat, with careful hands at it."""

from __future__ import annotations

from pathlib import Path

from controller.model.thinking import Considered
from controller.referee.session import Session
from controller.screens import texts
from controller.settings.config import load
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from opponents.thought import Option
from tests.owner import owned

SETTLED_MS = 1_200
THINK_MS = 2_000


class AtTheTable:
    """A simulated table with careful hands at it."""

    def __init__(self, folder: Path, *settings: tuple[str, str]) -> None:
        self.rig = owned(Rig(load(None, list(settings)), folder / "journal.sqlite"))
        self.rig.power_on()
        self.rig.run_for(50)
        self.player = Player(self.rig)

    def begin(self, game: str, **levels: str) -> None:
        """Start a game in which the computer sits on some seats."""
        self.player.touch(f"#game-{game}")
        for seat, level in levels.items():
            while f"computer, {level}" not in self.label(f"seat-{seat}"):
                self.player.touch(f"#seat-{seat}")
        self.player.touch("#start")
        self.rig.run_for(SETTLED_MS)

    def label(self, button: str) -> str:
        return next(choice.label for choice in self.rig.running.shown.view.choices if choice.id == button)

    def think(self) -> None:
        """Let the computer come to its action."""
        self.rig.run_for(THINK_MS + 100)

    def answer(self, text: str, results: tuple[float, ...] = (0.5, 0.5), *, is_quick: bool = False) -> None:
        """An answer to the thinking request that the test gives."""
        game = self.session.current.table.game
        assert self.session.opponent.wish is not None
        options = (Option(game.parse(text), 1.0, results),)
        number = self.session.opponent.wish.number
        self.rig.tell(Considered(self.rig.now_ms, "play", number, game.name, options, is_quick))

    @property
    def session(self) -> Session:
        return self.rig.running.session

    @property
    def played(self) -> list[str]:
        return [str(ply.action) for ply in self.session.current.plies]

    @property
    def words(self) -> str:
        return "\n".join(texts(self.rig.running.shown.picture))

    @property
    def buttons(self) -> list[str]:
        return [button.id for button in self.rig.running.shown.picture.buttons]

    def rows(self) -> list[object]:
        return [entry.what for entry in self.rig.stored.entries(1)]
