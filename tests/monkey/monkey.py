"""A monkey at the table: it touches buttons present and past, sets and lifts any piece, pulls cables, and
goes where it has not been.

It knows the buttons of each page, and those that it has pressed; it prefers the others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final

from controller.model.view import Phase
from controller.screens.layout.picture import BoardBox, Picture
from engines.cites.blocks import NAMES
from tests.monkey.coverage import HOSTS, Coverage, Triple, alike, page_of
from tests.monkey.table import POWER, Table

SIZES: Final = ((800, 480), (1024, 600), (1280, 800), (1920, 1080), (480, 800))
DEVICES: Final = ("board", "lights", "screen", "rfid")
WAITS_MS: Final = (50, 150, 400, 700, 1_500, 3_000, 15_000)
LONG_WAITS_MS: Final = (45_000, 200_000)
"""After this time a table invites, or has left a page."""
PIN: Final = "4711"
CORNERS: Final = ("left", "right") * 3

CURIOUS: Final = 0.9
"""The share of presses on buttons that were never pressed, if there is any."""


PATIENT: Final = 0.15
"""The share of long waits."""


class Monkey:
    """Plays at a table by lines of a table script, drawn from a seed."""

    def __init__(self, table: Table, random: Random, coverage: Coverage) -> None:
        self._table = table
        self._random = random
        self._coverage = coverage
        self._spots: deque[tuple[int, int]] = deque(maxlen=6)
        self._pieces: list[str] = []
        self._planned: deque[str] = deque()
        self._has_pin = False
        self._is_kit = False
        table.on_press = self._pressed

    # The scene

    def begin(self, way: Sequence[str] = ()) -> None:
        """The table is set up, and switched on; if there is a `way`, as its lines say, which come first."""
        scene = [line for line in way if line.startswith("config ")] or self._scene()
        self._has_pin = any("kiosk.pin" in line for line in scene)
        self._is_kit = any("cell_sites" in line for line in scene)
        self._do(*scene)
        self._planned.extend(way[len(scene) :] or [POWER])

    def _scene(self) -> list[str]:
        random = self._random
        width, height = random.choice(SIZES)
        sizes = [f"config screen.width = {width}", f"config screen.height = {height}"]
        scene = sizes if width > height else sizes[::-1]  # one of them is at least 800 at all times
        if random.random() < 0.6:
            scene.append(f'config kiosk.pin = "{PIN}"')
        if random.random() < 0.7:
            scene.append(f"config kiosk.idle_s = {random.choice((20, 60, 120))}")
        if random.random() < 0.2:
            scene += ["config table.columns = 8", "config table.rows = 8", "config table.cell_sites = 1"]
        return [*scene, f'config play.clock = "{random.choice(("off", "move", "game"))}"']

    def _do(self, *lines: str) -> None:
        for line in lines:
            self._table.do(line)

    # The monkey's acts

    def act(self) -> None:
        """One event. Raises whatever the table does wrong."""
        if not self._planned:
            self._planned.extend(self._plan())
        self._do(self._planned.popleft())
        self._see()

    def _plan(self) -> Iterable[str]:
        if not self._table.rig.daemon:
            return (POWER, "wait 100")
        plans = (*[self._touch] * 6, *[self._hand] * 3, self._wait, self._spot, self._world)
        return self._random.choice(plans)() or ("wait 100",)

    @property
    def _picture(self) -> Picture:
        return self._table.rig.running.shown.picture

    def _triple(self, button_id: str) -> Triple:
        running = self._table.rig.running
        return str(running.shell.phase), page_of(running.shell, running.shown.view), alike(button_id)

    def _triples(self) -> dict[str, Triple]:
        """The triple of each button that there is, by the button's id."""
        return {button.id: self._triple(button.id) for button in self._picture.buttons}

    def _see(self) -> None:
        """The present buttons are known from now on."""
        if self._table.rig.daemon is not None:
            for button, triple in self._triples().items():
                self._coverage.see(triple, self._table.lines, button)

    def _pressed(self, button_id: str) -> None:
        self._coverage.press(self._triple(button_id))

    def _touch(self) -> list[str]:
        """A button, rather one that was never pressed; a cell of the picture; or the host's way."""
        random = self._random
        state = self._table.rig.running.shell
        if "screen" in self._table.rig.unplugged:
            return ["plug screen", "wait 300"] if random.random() < 0.3 else []
        if (
            self._has_pin
            and state.phase in (Phase.MENU, Phase.PAUSED)
            and random.random() < self._hosts_share()
        ):
            return self._as_host()
        boards = [item for item in self._picture.items if isinstance(item, BoardBox) and not item.is_dim]
        if boards and random.random() < (0.5 if boards[0].targets else 0.03):
            return [self._cell(boards[0])]
        triples = self._triples()
        ids = list(triples)
        if not ids:
            return []
        times = self._coverage.times
        new = [one for one in ids if not times(triples[one])]
        rare = sorted(ids, key=lambda one: times(triples[one]))[:3]
        pool = new if new and random.random() < CURIOUS else rare if random.random() < 0.5 else ids
        button = random.choice(pool)
        if (found := next((one for one in self._picture.buttons if one.id == button), None)) is not None:
            self._spots.append((found.box.x + found.box.w // 2, found.box.y + found.box.h // 2))
        pause = [f"wait {random.choice((50, 400, 400, 800))}"] if random.random() < 0.8 else []
        return [*pause, f"touch #{button}"]

    def _hosts_share(self) -> float:
        """How often the monkey is the host: while the host's pages have something new."""
        is_new = any(not times for triple, times in self._coverage.pressed.items() if triple[0] in HOSTS)
        return 0.3 if is_new or not self._coverage.pressed else 0.06

    def _cell(self, item: BoardBox) -> str:
        if item.targets:
            column, row = self._random.choice(sorted(item.targets))
        else:
            column, row = (self._random.randrange(n) for n in (item.board.columns, item.board.rows))
        return f"touch #cell-{column},{row}"

    def _as_host(self) -> list[str]:
        digits = PIN if self._random.random() < 0.7 else str(self._random.randrange(1_000, 99_999))
        taps = [f"touch #corner-{side}" for side in CORNERS]
        return ["wait 500", *taps, "wait 500", *(f"touch #digit-{digit}" for digit in digits), "touch #enter"]

    def _spot(self) -> list[str]:
        """A spot of the screen: a former button's, or any; again and again, as children do."""
        if "screen" in self._table.rig.unplugged:
            return []
        random, picture = self._random, self._picture
        if self._spots and random.random() < 0.7:
            x, y = random.choice(self._spots)
        else:
            x, y = random.randrange(picture.width), random.randrange(picture.height)
        return [f"touch #at-{x},{y}"] * random.choice((1, 1, 2, 3, 5))

    def _hand(self) -> list[str]:
        """A piece is set or lifted, or what the rules allow is played."""
        random, rig = self._random, self._table.rig
        session = rig.running.session
        play = session.play
        is_played = play is not None and play.position.outcome() is None and not session.is_waiting
        if is_played and play is not None and random.random() < 0.35:
            legal = play.position.legal()
            if legal and random.random() < 0.6:
                return [f'play "{random.choice(legal)}"']
            return ["play tasks"]
        if session.phase is Phase.SETUP and random.random() < 0.4:
            return ["play tasks"]
        if self._pieces and random.random() < 0.5:
            return [f"lift {self._pieces.pop(random.randrange(len(self._pieces)))}", "wait 700"]
        grid = rig.config.table
        place = f"@{random.randrange(grid.columns)},{random.randrange(grid.rows)}"
        piece = ""
        if not self._is_kit and random.random() < 0.2:
            place, piece = f"pad.p{random.randrange(1, 5)}", f" {random.choice(NAMES)}"
        self._pieces.append(place)
        return [f"put {place}{piece}", f"wait {random.choice((100, 700, 1_200))}"]

    def _wait(self) -> list[str]:
        is_awake = self._table.rig.running.shell.phase is not Phase.DEMO
        is_long = is_awake and self._random.random() < PATIENT
        return [f"wait {self._random.choice(LONG_WAITS_MS if is_long else WAITS_MS)}"]

    def _world(self) -> list[str]:
        """Cables, the clock on the wall, the disk, buttons of the panel, a bump, and the plug."""
        random = self._random
        ways: tuple[Callable[[], list[str]], ...] = (
            self._cable,
            self._cable,
            lambda: [f"press {random.choice(('turn', 'undo', 'pause'))}"],
            lambda: ["bump", "wait 700"],
            lambda: [f"clock {random.choice((-86_400, -3_600, 3_600, 86_400))}"],
            lambda: [
                "disk failing",
                "wait 500",
                f"touch #{random.choice(['pause', 'start', 'resume'])}",
                "disk sound",
                "wait 2500",
            ],
            lambda: ["power cut", POWER],
            lambda: ["kill", "wait 2500"],
        )
        return random.choice(ways)()

    def _cable(self) -> list[str]:
        device = self._random.choice(DEVICES)
        if device == "rfid" and self._is_kit:
            return []
        if self._table.rig.unplugged and self._random.random() < 0.8:
            device = self._random.choice(sorted(self._table.rig.unplugged))
        verb = "plug" if device in self._table.rig.unplugged else "unplug"
        return [f"{verb} {device}", "wait 300"]
