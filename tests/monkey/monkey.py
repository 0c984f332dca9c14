"""A monkey at the table: it touches what it sees, and what it saw, sets and lifts whatever is at hand, pulls
cables, and goes where it has not been.

It knows which buttons there are on which page, and which it has pressed; it likes those that it has not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from controller.model.view import Phase
from controller.screens.picture import BoardBox, Picture
from engines.cites.blocks import NAMES
from tests.monkey.promises import page_of
from tests.monkey.table import POWER, Table

Triple = tuple[str, str, str]
"""A phase, a page of it, and a button there, with all numbers alike."""

SIZES: Final = ((800, 480), (1024, 600), (1280, 800), (1920, 1080), (480, 800))
DEVICES: Final = ("board", "lights", "screen", "rfid")
WAITS_MS: Final = (50, 150, 400, 700, 1_500, 3_000, 15_000, 45_000, 200_000)
PIN: Final = "4711"
CORNERS: Final = ("left", "right") * 3

HOSTS: Final = (Phase.PIN, Phase.HOST, Phase.CONDITION, Phase.SELF_TEST)

CURIOUS: Final = 0.9
"""So often the monkey presses what it has not pressed yet, if there is anything."""


@dataclass(slots=True)
class Coverage:
    """The triples that were seen, and how often each was pressed."""

    pressed: dict[Triple, int] = field(default_factory=dict)

    @property
    def share(self) -> float:
        return sum(map(bool, self.pressed.values())) / max(len(self.pressed), 1)

    def left(self) -> list[Triple]:
        """What was seen and never pressed."""
        return sorted(triple for triple, times in self.pressed.items() if not times)

    def __str__(self) -> str:
        done = sum(map(bool, self.pressed.values()))
        return f"{done} of {len(self.pressed)} triples ({100 * self.share:.1f} %)"


class Monkey:
    """Plays at a table by lines of a table script, drawn from a seed."""

    def __init__(self, table: Table, random: Random, coverage: Coverage) -> None:
        self._table = table
        self._random = random
        self._coverage = coverage
        self._spots: deque[tuple[int, int]] = deque(maxlen=6)
        self._unplugged: set[str] = set()
        self._pieces: list[str] = []
        self._planned: deque[str] = deque()
        self._has_pin = False
        self._is_kit = False

    # The scene

    def begin(self) -> None:
        """The table is set up, and switched on."""
        random = self._random
        width, height = random.choice(SIZES)
        sizes = [f"config screen.width = {width}", f"config screen.height = {height}"]
        self._do(*(sizes if width > height else reversed(sizes)))  # one of them is at least 800 at all times
        self._has_pin, self._is_kit = random.random() < 0.6, random.random() < 0.2
        if self._has_pin:
            self._do(f'config kiosk.pin = "{PIN}"')
        if random.random() < 0.7:
            self._do(f"config kiosk.idle_s = {random.choice((20, 60, 120))}")
        if self._is_kit:
            self._do("config table.columns = 8", "config table.rows = 8", "config table.cell_sites = 1")
        self._do(f'config play.clock = "{random.choice(("off", "move", "game"))}"', POWER)

    def _do(self, *lines: str) -> None:
        for line in lines:
            self._table.do(line)

    # What it does

    def act(self) -> None:
        """One event. Raises whatever the table does wrong."""
        if not self._planned:
            self._planned.extend(self._plan())
        line = self._planned.popleft()
        self._note(line)
        self._do(line)

    def _plan(self) -> Iterable[str]:
        if not self._table.rig.daemon:
            return (POWER, "wait 100")
        plans = (*[self._touch] * 6, *[self._hand] * 3, self._wait, self._spot, self._world)
        return self._random.choice(plans)() or ("wait 100",)

    @property
    def _picture(self) -> Picture:
        return self._table.rig.running.shown.picture

    def _triples(self) -> dict[str, Triple]:
        """The triple of each button that there is, by the button's id."""
        whole = self._table.rig.running.shell
        page = str(page_of(whole))
        found = {
            button.id: (str(whole.phase), page, alike(button.id))
            for button in self._picture.buttons
            if button.id
        }
        for triple in found.values():
            self._coverage.pressed.setdefault(triple, 0)
        return found

    def _note(self, line: str) -> None:
        """Count a press."""
        if self._table.rig.daemon and line.startswith("touch #"):
            triple = self._triples().get(line.removeprefix("touch #"))
            if triple is not None:
                self._coverage.pressed[triple] += 1

    def _touch(self) -> list[str]:
        """A button, rather one that was never pressed; a cell of the picture; or the host's way."""
        random = self._random
        whole = self._table.rig.running.shell
        if "screen" in self._unplugged:
            return []
        if (
            self._has_pin
            and whole.phase in (Phase.MENU, Phase.PAUSED)
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
        new = [one for one in ids if not self._coverage.pressed[triples[one]]]
        rare = sorted(ids, key=lambda one: self._coverage.pressed[triples[one]])[:3]
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
        """A spot of the screen: where a button was, or any; again and again, as children do."""
        if "screen" in self._unplugged:
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
        return [f"wait {self._random.choice(WAITS_MS)}"]

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
        if self._unplugged and self._random.random() < 0.8:
            device = self._random.choice(sorted(self._unplugged))
        verb = "plug" if device in self._unplugged else "unplug"
        (self._unplugged.discard if verb == "plug" else self._unplugged.add)(device)
        return [f"{verb} {device}", "wait 300"]


def alike(button_id: str) -> str:
    """A button's id with all numbers alike."""
    return "".join("0" if sign.isdigit() else sign for sign in button_id).replace("00", "0")
