"""The pictures of docs/touchscreen.md, as the touchscreen shows them. `make docs` renews them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.screens import Painter  # before pygame, which prints a greeting otherwise
from controller.settings.config import with_settings
from controller.settings.settings import Config
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig

SIZE: Final = (1024, 600)
SETTINGS: Final = [("screen.width", "1024"), ("screen.height", "600"), ("journal.path", '":memory:"')]
ACTIONS: Final = ("house d4 ne", "house f6 n", "house c3 n", "park e5", "house g3 s")


def pictures() -> Iterator[tuple[str, Rig]]:
    """The name of each picture, and the table with its screen, in the order of the page."""
    with tempfile.TemporaryDirectory(prefix="tablier-") as folder:
        rig = Rig(with_settings(Config(), SETTINGS), Path(folder) / "journal.sqlite")
        try:
            rig.power_on()
            rig.run_for(1_000)
            yield from _evening(rig, Player(rig))
        finally:
            rig.close()


def _evening(rig: Rig, player: Player) -> Iterator[tuple[str, Rig]]:
    yield "menu", rig
    player.touch("#game-masterplan")
    player.touch("#seat-yellow")
    yield "seats", rig
    player.touch("#back")
    player.choose_game("masterplan", {})
    for action in ACTIONS:
        player.play(action)
    rig.run_for(1_000)
    yield "game", rig
    player.touch("#pause")
    yield "pause", rig
    player.touch("#end")
    yield "end", rig
    player.touch("#resign-yellow")
    rig.run_for(1_000)
    yield "over", rig
    player.touch("#review")
    rig.run_for(120_000)
    yield "review", rig


def write(folder: Path) -> None:
    """Write them as PNG files. Raises `OSError`."""
    import pygame

    for name, rig in pictures():
        surface = pygame.Surface(SIZE, 0, 32)
        Painter(surface).draw(rig.running.shown.picture, 0)
        with (folder / f"touch-{name}.png").open("wb") as opened:
            pygame.image.save(surface, opened, "png")


if __name__ == "__main__":
    write(Path(__file__).parents[3] / "docs" / "pictures")
