"""A rig with its window before a person: by posted events on SDL's dummy display, or as a real window with a
real mouse if an X server is available."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pygame
import pytest

from controller.model.view import Phase
from controller.screens import find
from controller.screens.layout.board_geometry import geometry
from controller.screens.layout.picture import BoardBox, Box
from controller.settings.settings import Config
from controller.shell import Shell
from controller.simulation.rig import Rig
from controller.simulation.window.ground import placed
from controller.simulation.window.layout import LAPTOP, fitted
from controller.simulation.window.table_window import TableWindow
from hardware.ports import DeviceEvent, Touch
from tests.needs import require

TO_THE_WINDOW = ("search", "--onlyvisible", "--class", ".", "mousemove", "--window", "%1")
"""The xdotool command that moves the mouse to a point of the only window. pygame could name the window, but
its `get_wm_info` may end the process on Python 3.13."""


class Counting(TableWindow):
    """A window that counts the clicks that have reached it, also those that change nothing."""

    clicks = 0

    def _hear(self, event: DeviceEvent) -> None:
        super()._hear(event)
        self.clicks += isinstance(event, Touch)


class Desk:
    """A rig on its virtual clock, with the window as its display."""

    def __init__(self, folder: Path, config: Config) -> None:
        self.config = fitted(config)
        self.rig = Rig(self.config, folder / "journal.sqlite")
        self.rig.power_on()
        self.rig.run_for(100)
        self.window = Counting(self.config, self.rig.table, self.rig.board, self.rig.pads)
        self.told: list[DeviceEvent] = []
        self.acts = 0
        """The number of clicks and drags so far."""
        self.window.start(self.hear)
        self.refresh()

    def hear(self, event: DeviceEvent) -> None:
        self.told.append(event)
        self.rig.tell(event)

    def refresh(self) -> None:
        self.window.poll(self.rig.now_ms)
        self.window.draw(self.rig.running.shown, self.rig.now_ms)

    def click(self, point: tuple[int, int], button: int = 1) -> None:
        """Click, and let the table come to rest."""
        self.acts += 1
        self.post(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0))
        self.post(pygame.MOUSEBUTTONDOWN, pos=point, button=button)
        self.post(pygame.MOUSEBUTTONUP, pos=point, button=button)
        self.rig.run_for(1_000)
        self.refresh()

    def post(self, kind: int, **values: object) -> None:
        """Let one event of the mouse or the keyboard happen."""
        pygame.event.post(pygame.event.Event(kind, **values))
        self.refresh()

    def drag(self, start: tuple[int, int], end: tuple[int, int], *keys: int) -> None:
        """Drag from one point to another, with keys pressed on the way, and let the table come to rest."""
        self.acts += 1
        self.post(pygame.MOUSEMOTION, pos=start, rel=(0, 0), buttons=(0, 0, 0))
        self.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        for share in (0.3, 0.7, 1.0):
            at = tuple(round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
            self.post(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(1, 0, 0))
        for key in keys:
            self.post(pygame.KEYDOWN, key=key, mod=0, unicode="")
        self.post(pygame.MOUSEBUTTONUP, pos=end, button=1)
        self.rig.run_for(1_000)
        self.refresh()

    def help(self) -> str:
        """The line below the racks."""
        return self.window.racks_state(self.rig.running.shown).help

    def wait(self, for_ms: int) -> None:
        """Let time pass, as the window sees it pass."""
        for _ in range(max(for_ms // 100, 1)):
            self.rig.run_for(100)
            self.refresh()

    def stack(self, kind: str, size: int = 0) -> tuple[int, int]:
        """The middle of a stack of the racks: of a kind, or the first element of this many squares."""
        stacks = self.window.hands.stacks
        wanted = (one.kind == kind and len(one.squares) == (size or len(one.squares)) for one in stacks)
        return middle(self.window.racks.box_of(list(wanted).index(True)))

    def rack_button(self, id_: str) -> tuple[int, int]:
        """The middle of a button beside the racks."""
        return middle(self.window.racks.button_box(id_))

    @property
    def shell(self) -> Shell:
        """The session with the screen over it."""
        return self.rig.running.shown.shell

    @property
    def phase(self) -> Phase:
        return self.rig.running.session.phase

    def button(self, name: str) -> tuple[int, int]:
        """The middle of a button of the touchscreen, in the window."""
        found = find(self.rig.running.shown.picture, name)
        assert found is not None
        screen = self.window.layout.screen
        return screen.x + found.box.x + found.box.w // 2, screen.y + found.box.y + found.box.h // 2

    def cell(self, column: int, row: int) -> tuple[int, int]:
        """The middle of a cell of the touchscreen's board picture, in the window."""
        (board,) = (item for item in self.rig.running.shown.picture.items if isinstance(item, BoardBox))
        box, screen = geometry(board).box(column, row, 1), self.window.layout.screen
        return screen.x + box.x + box.w // 2, screen.y + box.y + box.h // 2

    def place(self, name: str, game: str = "masterplan") -> tuple[int, int]:
        """The place of a game in the window."""
        return self.at_site(self.rig.running.session.tables[game].sites(name).bit_length() - 1)

    def at_site(self, site: int) -> tuple[int, int]:
        """The place of a site, or a pad, in the window."""
        if site >= self.rig.table.grid.size:
            return self.pad(site - self.rig.table.grid.size)
        side, grid = self.window.layout.table, self.config.table.grid
        x, y = placed((side.w, side.h), grid).point(*grid.column_row(site))
        return round(side.x + x), round(side.y + y)

    def pad(self, number: int) -> tuple[int, int]:
        """The middle of a pad of Cités Nouvelles, counted from 0."""
        table = self.rig.running.session.tables["cites"]
        x, y, width = table.corner(table.grid.size + number)
        side = self.window.layout.table
        left, top = placed((side.w, side.h), table.grid).point(2 * (x + width / 2), 2 * (y + width / 2))
        return round(side.x + left), round(side.y + top)

    def touch(self, *names: str) -> None:
        """Click buttons of the touchscreen."""
        for name in names:
            self.click(self.button(name))

    def start_game(self, name: str = "Masterplan") -> None:
        self.click(self.button(name))
        self.click(self.button("Start"))

    def play(self, *places: str, game: str = "masterplan") -> None:
        for place in places:
            self.click(self.place(place, game))

    def plies(self) -> list[str]:
        return [str(ply.action) for ply in self.rig.running.session.current.plies]

    def kinds(self) -> list[str]:
        return [piece.kind for piece in self.rig.table.pieces]

    def close(self) -> None:
        self.window.stop()
        self.rig.close()


def middle(box: Box) -> tuple[int, int]:
    """The point in the middle of a box."""
    return box.x + box.w // 2, box.y + box.h // 2


@contextmanager
def real_x_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An X server of its own with a laptop's desktop, and nothing on it."""
    for program in ("Xvfb", "xdotool"):
        require(shutil.which(program) is not None, program, program.lower())
    # It stays as it is between one client and the next, as a desktop does.
    options = "-displayfd 1 -nolisten tcp -noreset -screen 0"
    command = ["Xvfb", *options.split(), f"{LAPTOP[0]}x{LAPTOP[1]}x24"]
    number = ""
    while not number:  # two that start at once may choose the same display: then one of them ends
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert server.stdout is not None
        number = server.stdout.readline().strip()
    monkeypatch.setenv("DISPLAY", f":{number}")
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    try:
        yield
    finally:
        pygame.display.quit()
        server.terminate()
        server.wait()
        server.stdout.close()


class RealDesk(Desk):
    """A desk whose clicks come from the X server's mouse."""

    def click(self, point: tuple[int, int], button: int = 1) -> None:
        before = self.window.clicks
        xdotool(*TO_THE_WINDOW, *map(str, point), "click", str(button))
        deadline = time.monotonic() + 20
        while self.window.clicks == before and time.monotonic() < deadline:
            self.refresh()
        self.rig.run_for(1_000)
        self.refresh()

    def drag(self, start: tuple[int, int], end: tuple[int, int], *keys: int) -> None:
        """See `Desk.drag`."""
        self._go(start)
        xdotool("mousedown", "1")
        self._until(lambda: self.window.hands.is_dragging)
        self._go(end)
        for key in keys:
            before = self.window.hands.held
            xdotool("key", pygame.key.name(key))
            self._until(partial(lambda held: self.window.hands.held != held, before))
        xdotool("mouseup", "1")
        self._until(lambda: not self.window.hands.is_dragging)
        self.rig.run_for(1_000)
        self.refresh()

    def _go(self, point: tuple[int, int]) -> None:
        xdotool(*TO_THE_WINDOW, *map(str, point))
        self._until(lambda: self.window.hands.at == point)

    def _until(self, is_seen: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 20
        while not is_seen():
            assert time.monotonic() < deadline, "the mouse has done nothing"
            self.refresh()

    def double_click(self, point: tuple[int, int], gap_ms: int) -> None:
        """Two clicks on one spot. The table's time passes as the mouse's does."""
        xdotool(*TO_THE_WINDOW, *map(str, point))
        told = len(self.told)
        clicks = ["click", "--repeat", "2", "--delay", str(gap_ms), "1"]
        began_s, began_ms = time.monotonic(), self.rig.now_ms
        with subprocess.Popen(["xdotool", *clicks]) as mouse:
            while len(self.told) < told + 2 and time.monotonic() < began_s + 20:
                passed_ms = round(1000 * (time.monotonic() - began_s))
                self.rig.run_until(began_ms + passed_ms)
                self.refresh()
            mouse.wait(timeout=20)
        assert len(self.told) == told + 2
        self.rig.run_for(1_000)
        self.refresh()


def xdotool(*words: str) -> None:
    subprocess.run(["xdotool", *words], check=True, capture_output=True, timeout=20)
