"""A whole table with its screens, and hands at it: events and time in; what is shown and stored out."""

from __future__ import annotations

from pathlib import Path

from controller.daemon.daemon import Daemon, started
from controller.journal.journal import Journal
from controller.model.orders import Unlock
from controller.model.view import View
from controller.referee.session import Pressed
from controller.settings import preferences
from controller.settings.config import load
from controller.thinker.inline import InlineThinker
from hardware.ports import Button, LinkLost, LinkUp, SensorFrame, Touch
from tests.owner import owned

NODES = 10
"""A number of nodes so small that the computer answers quickly."""
NOON_MS = 1_600_000_000_000


class Lamps:
    """Lights that note how bright they are."""

    def __init__(self) -> None:
        self.shown: list[bytes] = []
        self.brightness: list[float] = []
        self.orders: list[str] = []

    def show(self, frame: bytes) -> None:
        self.shown.append(frame)

    def dim(self, brightness: float) -> None:
        self.brightness.append(brightness)

    def reorder(self, order: str) -> None:
        self.orders.append(order)


class AtTheShell:
    """A table that has just been switched on, with its board there and nothing on it."""

    def __init__(self, folder: Path, *settings: tuple[str, str]) -> None:
        self.file = folder / preferences.FILE
        self.config = load(None, settings)
        self.journal = owned(Journal.open(None))
        self.lamps = Lamps()
        self.now_ms = 0
        self.wall_ms = NOON_MS
        self.ended = 0
        self.closed = 0
        self.thinker = InlineThinker(NODES, 1)
        self.daemon: Daemon = started(
            self.config,
            self.journal,
            self.lamps,
            ["board"],
            lambda: self.wall_ms,
            kept=preferences.opened(self.file, self.config),
            strip=self.lamps,
            end=self._end,
            thinker=self.thinker,
        )
        self.thinker.start(lambda answer: self.daemon.handle(answer, self.now_ms))
        self.tell(LinkUp(0, "board", "a board"))
        self.see()

    def _end(self) -> None:
        self.ended += 1

    def tell(self, event: Pressed | Button | LinkUp | LinkLost | SensorFrame | Touch | Unlock) -> None:
        """An event now."""
        self.daemon.handle(event, self.now_ms)

    def see(self) -> None:
        """The board reports its pieces."""
        self.tell(SensorFrame(self.now_ms, self.closed))

    def touch(self, *ids: str) -> None:
        """Touches on the screen's buttons."""
        for one in ids:
            assert one in self.buttons, f"{one} is not among {self.buttons}"
            self.tell(Pressed(self.now_ms, one))

    def touch_cell(self, cell: str) -> None:
        """A touch on a cell of the board's picture, by its id."""
        self.tell(Pressed(self.now_ms, cell))

    def tap_corners(self, *corners: str) -> None:
        """Touches on the upper corners of the screen."""
        width = self.config.screen.width
        for corner in corners:
            self.tell(Touch(self.now_ms, 2 if corner == "left" else width - 3, 2))

    def wait(self, for_ms: int) -> None:
        """Time passes, from one thing that is due to the next."""
        end_ms = self.now_ms + for_ms
        while self.now_ms < end_ms:
            due_ms = min(
                at for at in (self.daemon.next_ms(), self.thinker.next_ms(), end_ms) if at is not None
            )
            self.now_ms = min(end_ms, max(due_ms, self.now_ms + 1))
            self.thinker.poll(self.now_ms)
            self.daemon.tick(self.now_ms)

    def begin(self, game: str = "masterplan") -> None:
        """A game begins."""
        self.touch(f"game-{game}", "start")
        self.wait(1_000)

    def put(self, *places: str) -> None:
        """Pieces are set or lifted, each with its rest."""
        for place in places:
            self.closed ^= self.daemon.session.table.sites(place)
            self.see()
            self.wait(1_000)

    @property
    def view(self) -> View:
        """The present view."""
        return self.daemon.shown.view

    @property
    def phase(self) -> str:
        """The phase, as people see it."""
        return self.view.phase.value

    @property
    def buttons(self) -> list[str]:
        """The touchable buttons."""
        return [choice.id for choice in (*self.view.choices, *self.view.controls)]

    @property
    def on(self) -> dict[str, str]:
        """The labels of the choices that are on, by their groups."""
        return {choice.group: choice.label for choice in self.view.choices if choice.on}
