"""A simulated table whose hands act at the machine too: what the one shows, the other must show."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import pygame

from controller.daemon.shown import Shown
from controller.screens import Painter
from controller.settings.settings import Config
from controller.simulation.rig import Rig
from controller.view.light_picture import strongest
from hardware.ports import DeviceEvent, Touch
from tests.machine.computer import Computer

REST_MS = 3_000
SEEN_S = 0.5
"""A button answers when it has been under the finger for a moment (`fingers.LOOK_MS`)."""
ALIKE = (40, 40, 40, 255)
"""Two pixels that differ by less are the same: letters have other edges in every version of SDL."""
ALIKE_SCALED = (80, 80, 80, 255)
"""The same on a panel that has the picture in another size: edges are made of two pixels each."""
OTHERWISE = 0.01
"""The share of a picture's pixels that may differ: what blinks may be at another moment."""

GADGET = (
    "modprobe dummy_hcd && modprobe g_serial idVendor=0x2e8a idProduct=0x0005"
    " iManufacturer=MicroPython iProduct=Board_in_FS_mode iSerialNumber=e661"
)
"""A USB device at a port of the computer's: a serial line to the computer itself, named as a Pico is."""
CABLE = "/sys/devices/platform/dummy_hcd.0/usb*/*-0:1.0/usb*-port1/disable"
"""The commands that pull that device out (1), and put it in (0)."""


def unit(name: str, command: str) -> str:
    """A shell command that lets another continue in the background."""
    return f"systemd-run --quiet --collect --unit={name} {command}"


class Table:
    """The machine as a table: its screen, its board, its journal."""

    def __init__(self, computer: Computer) -> None:
        self.computer = computer
        self.standing: Sequence[int] = ()
        """The sites that are closed."""
        self.resting = ""
        """The place of a second finger that rests on the panel, as two numbers from 0 to 1; "" if none
        does."""

    def plug_board(self) -> None:
        """Put the board's cable in, after a boot."""
        self.stand(self.standing)
        self.computer.run(
            f"{GADGET} && {unit('board', 'python3 /srv/machine/board.py /dev/ttyGS0 /run/board')}"
        )

    def pull_cable(self) -> None:
        """Pull the board's cable."""
        self.computer.run(f"echo 1 | tee {CABLE}")

    def put_cable_in(self) -> None:
        """Put the board's cable in again."""
        self.computer.run(f"echo 0 | tee {CABLE}")

    def plug_panel(self) -> None:
        """Put the touch panel's cable in, after a boot."""
        self.computer.run(f"modprobe uinput && {unit('panel', 'python3 /srv/machine/panel.py /run/panel')}")
        self.computer.until(
            lambda: self.computer.run("ls /run/panel", may_fail=True) == "/run/panel", "a panel"
        )

    def unplug_panel(self) -> None:
        """Pull the touch panel's cable."""
        self.computer.run("systemctl stop panel && rm /run/panel")

    def stand(self, sites: Iterable[int]) -> None:
        """Let pieces stand on these sites, and nowhere else."""
        self.standing = sorted(sites)
        self._tell_board(" ".join(map(str, self.standing)))

    def follow(self) -> None:
        """Let a magnet lie wherever a single light is lit."""
        self._tell_board("follow")

    def _tell_board(self, words: str) -> None:
        self.computer.run(
            f"mkdir -p /run/board; echo {words} >/run/board/new; mv /run/board/new /run/board/sites"
        )

    def tap(self, u: float, v: float) -> None:
        """A finger touches the panel, at a place from 0 to 1 of it, when its owner has seen what is there."""
        self.computer.run(f"sleep {SEEN_S}; echo {u:.4f} {v:.4f} {self.resting} >/run/panel")

    def lit(self) -> set[int]:
        """Which lights are lit, or were a moment ago; none before the board is there."""
        return set(json.loads(self.computer.run("cat /run/board/lit.json 2>/dev/null || echo []")))

    def screen(self) -> pygame.Surface:
        """The screen's picture."""
        return pygame.image.load(str(self.computer.screen()))


class Mirror(Rig):
    """The simulated table beside a machine's. A player at it waits until both show the same."""

    def __init__(self, config: Config, journal_file: Path, table: Table) -> None:
        super().__init__(config, journal_file)
        self._table = table
        self._agreed: Shown | None = None
        self.difference = 0.0
        """The share of the screen's pixels that were others when both were last compared."""

    def put(self, sites: Sequence[int], kind: str, label: str = "") -> None:
        """See `TableTop`."""
        self.agree()
        super().put(sites, kind, label)
        self._follow()

    def lift(self, sites: Sequence[int]) -> None:
        """See `TableTop`."""
        self.agree()
        super().lift(sites)
        self._follow()

    def tell(self, event: DeviceEvent) -> None:
        """See `Rig`."""
        if isinstance(event, Touch):
            self.agree()
            self._tap(event.x, event.y)
        super().tell(event)

    def _tap(self, x: int, y: int) -> None:
        """A finger touches the panel at this point of the picture."""
        size, lies = self.config.screen, self._lies()
        width, height = self._table.computer.panel
        u = (lies.left + (x + 0.5) * lies.width / size.width) / width
        v = (lies.top + (y + 0.5) * lies.height / size.height) / height
        self._table.tap(u, v)

    def _lies(self) -> pygame.Rect:
        """The place of the picture on the panel: as large as it fits, in the middle."""
        size = self.config.screen
        return pygame.Rect(0, 0, size.width, size.height).fit(pygame.Rect((0, 0), self._table.computer.panel))

    def agree(self) -> None:
        """Wait until lights and screen of the machine are those of this table, at rest."""
        self.run_for(REST_MS)
        if self._agreed is not self.running.shown:
            self._table.computer.until(self._is_alike, "lights and screen are as they should be")
            self._agreed = self.running.shown

    def _is_alike(self) -> bool:
        """Whether the machine shows what this table shows."""
        if self._table.lit() != self.lit():
            return False
        self.difference = self._compared()
        return self.difference < OTHERWISE

    def lit(self) -> set[int]:
        """Which lights are lit, or blink."""
        return set(strongest(self.running.shown.lights))

    def _compared(self) -> float:
        seen, lies = self._table.screen(), self._lies()
        expected = pygame.Surface(seen.get_size(), depth=24)
        picture = self.picture()
        expected.blit(pygame.transform.smoothscale(picture, lies.size), lies)
        alike = ALIKE if lies.size == picture.get_size() else ALIKE_SCALED
        same = pygame.mask.from_threshold(seen, (0, 0, 0, 255), alike, expected)
        return 1 - same.count() / (seen.get_width() * seen.get_height())

    def picture(self) -> pygame.Surface:
        """The expected picture of the screen."""
        surface = pygame.Surface((self.config.screen.width, self.config.screen.height), depth=24)
        Painter(surface).draw(self.running.shown.picture, self.now_ms)
        return surface

    def _follow(self) -> None:
        self._table.stand(site for piece in self.table.pieces for site in piece.sites)
