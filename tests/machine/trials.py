"""The first days of a table, trial by trial, each in its machine."""

from __future__ import annotations

import json
import shlex
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pygame

from controller.making.install import FILES, SETTINGS_PATH
from controller.model.view import Phase
from controller.settings.config import load
from controller.simulation.people.player import Player
from tests.machine.computer import ROOT, Computer, MachineError
from tests.machine.mirror import GADGET, Mirror, Table, unit

GUIDE = ROOT / "docs" / "build" / "first-game.md"
START_S = 600.0
"""Longer than the service may take to start (`TimeoutStartSec`)."""
FILL = """
for size in 512M 64M 8M 1M 64K 4K; do
  while i=$((i + 1)); fallocate -l $size /fill.$i; do :; done
done 2>/dev/null; true"""
READ_ONLY = """
echo u >/proc/sysrq-trigger
until grep '^/dev/vda / ext4 ro,' /proc/mounts; do sleep 0.2; done"""
"""It leaves open files as they are, and a busy root too: `mount -o remount,ro` refuses that one."""
WRITABLE = "mount -o remount,rw /"
HOUSES = ("house d4 ne", "house f6 n", "house h8 sw", "house h1 n", "house a8 e", "house h3 e")
"""The actions before the plug is pulled, in order."""
ANSWERS = "(sleep 10; echo 2; sleep 3; echo 1; while sleep 3; do echo; done)"
"""The self-test's answers once the board is there: the strip is seen green, then red; everything else is
well."""
LAST_HOUSE, ITS_PARK = "house c3 n", "park e5"
"""The sheet's figure: that house calls for that park."""
PICTURE = "0.25 0.25"
"""A place on the panel without any button, in a game and in a pause."""
DEAF_S = 40
"""Longer than Linux keeps a program waiting that closes a port whose device takes nothing."""
PYTHON = "/opt/tablier/.venv/bin/python"
LARGE, SMALL = (1024, 600), (800, 480)
"""Panels, in pixels."""
EVERY_EVENING = """
shopt -s expand_aliases
cd /opt/tablier
alias tablier=/opt/tablier/.venv/bin/tablier"""
LAST_GAME = "SELECT kind || ' ' || detail FROM log WHERE game = (SELECT max(id) FROM game) ORDER BY id"


class Evening:
    """A machine with its table, the table beside it that shows what is right, and hands at both."""

    def __init__(self, computer: Computer, folder: Path, pictures: Path, note: Callable[[str], None]) -> None:
        self.computer = computer
        self.table = Table(computer)
        self.settings = folder / "tablier.toml"
        text = (FILES / SETTINGS_PATH.name).read_text().replace("idle_s = 180", "idle_s = 0")
        self.settings.write_text(text)
        self.mirror = Mirror(load(self.settings), folder / "journal.sqlite", self.table)
        self.player = Player(self.mirror)
        self.note = note
        self._pictures = pictures
        self._houses = iter(HOUSES)

    def look(self, name: str) -> None:
        """Keep what the screen shows."""
        pygame.image.save(self.table.screen(), str(self._pictures / f"{name}.png"))

    def settle(self, more: str = "") -> None:
        """The maker's settings are those that were installed, and these."""
        self.computer.write(f"/{SETTINGS_PATH}", f"{self.settings.read_text()}\n{more}")

    def unit(self, name: str, unit: str = "tablier") -> str:
        """A property of a unit, from systemd."""
        return self.computer.run(f"systemctl show --property={name} --value {unit}")

    def health(self) -> dict[str, Any]:
        """The running table's own status."""
        said = self.computer.run("cat /run/tablier/tablier/status-*.json", may_fail=True)
        return json.loads(said) if said.startswith("{") else {}

    def until_started(self) -> None:
        """Wait until systemd holds the table for started."""
        begun_s = self.computer.at_s
        self.computer.until(lambda: self.unit("ActiveState") == "active", "the table has started", START_S)
        self.note(f"ready after {self.computer.at_s - begun_s:.0f} s of the machine's own")

    def agree(self) -> None:
        """Wait until lights, screen and journal of the machine are as they should be."""
        self.mirror.agree()
        file = self.mirror.journal.file.path  # another one after each crash
        assert file is not None
        with closing(sqlite3.connect(file)) as own:
            expected = [row[0] for row in own.execute(LAST_GAME)]
        assert self.stored() == expected, f"stored {self.stored()}, expected {expected}"
        differ = f"{100 * self.mirror.difference:.2f} % of the pixels differ"
        self.note(f"{len(expected)} actions stored, {len(self.mirror.lit())} lights, {differ}")

    def set_a_house(self) -> None:
        """A player sets the next house."""
        self.player.play(next(self._houses))

    def stored(self) -> list[str]:
        """The last game in the machine's journal, read beside the running table."""
        text = f"""
import json, sqlite3
journal = sqlite3.connect("file:/var/lib/tablier/journal.sqlite?mode=ro", uri=True)
print(json.dumps([row[0] for row in journal.execute({LAST_GAME!r})]))
"""
        found: list[str] = json.loads(self.computer.run(f"python3 -c {shlex.quote(text)}"))
        return found

    def as_maker(self, command: str, within_s: float = 300.0, *, may_fail: bool = False) -> str:
        """The output of the guide's commands, as a maker types them one evening."""
        words = f"{EVERY_EVENING}\n{command}"
        self.computer.write("/tmp/commands", words)
        for line in command.splitlines():
            self.note(f"$ {line}")
        said = self.computer.run(
            "runuser -l maker -c '. /tmp/commands' 2>&1", within_s=within_s, may_fail=may_fail
        )
        for line in said.splitlines()[-3:]:
            self.note(f"  {line}")
        return said

    def until_missed(self, device: str) -> None:
        """Wait until the table says what is wrong with a device."""
        self.computer.until(lambda: self.health().get("devices", {}).get(device), f"the {device} is missed")
        self.note(self.health()["devices"][device])

    def until_in_trouble(self, word: str, picture: str) -> None:
        """Wait until the table says that its journal is in some trouble, and keep what the screen shows."""

        def trouble() -> str:
            return str(self.health().get("journal", {}).get("trouble", ""))

        self.computer.until(lambda: word in trouble(), f"the journal is {word}")
        self.note(trouble())
        self.look(picture)

    def until_on_tty1(self, word: str) -> None:
        """Wait until a word stands on the console."""
        self.computer.until(lambda: word in self.computer.run("cat /dev/vcs1"), f"{word} on tty1")

    def log(self) -> str:
        """The table's log since the last boot."""
        return self.computer.run("journalctl --boot --unit=tablier --output=cat")

    def last_words(self) -> None:
        """Keep what helps to find out why a trial has failed."""
        self._keep(
            "failed-log.txt", "journalctl --boot --lines=400 --output=short-monotonic; ls -l /run/board"
        )
        with suppress(MachineError, pygame.error, ValueError):
            self.look("failed")
            if self.mirror.daemon is not None:
                pygame.image.save(self.mirror.picture(), str(self._pictures / "failed-expected.png"))

    def _keep(self, name: str, command: str) -> None:
        with suppress(MachineError):
            (self._pictures / name).write_text(self.computer.run(command, may_fail=True))

    def assert_sound(self) -> None:
        """Nothing was called hanging since the boot, and no login has the table's screen."""
        said = self.log()
        assert "hangs" not in said, said
        assert self.unit("ActiveState", "getty@tty1") == "inactive"

    def switch_off_and_on(self, panel: tuple[int, int]) -> None:
        """The plug is pulled, and put in again, on a panel of this size. Wait until the table is there."""
        self.computer.pull_plug()
        self.mirror.power_cut()
        self.computer.plug_in(panel)
        self.table.plug_panel()
        self.table.plug_board()
        self.until_started()
        self.mirror.power_on()

    def login(self) -> str:
        """When the login on tty1 came last."""
        return self.unit("ActiveEnterTimestamp", "getty@tty1")

    def restart(self) -> None:
        """Restart it. No login may come in between: its end would end the table once more."""
        login = self.login()
        self.computer.run("systemctl restart tablier", within_s=START_S)
        assert self.login() == login, "a login came in between"

    def ends(self, signal: str) -> None:
        """The program gets a signal that ends it. Wait until it is there again, as it was."""
        before = int(self.unit("NRestarts"))
        self.computer.run(f"kill -{signal} {self.unit('MainPID')}")
        self.computer.until(lambda: int(self.unit("NRestarts")) == before + 1, "it is started again")
        self.until_started()
        self.mirror.kill()
        self.agree()

    def dies(self, signal: str) -> None:
        """The same with a signal that lets it do nothing more. No login may come in between."""
        login = self.login()
        self.ends(signal)
        assert self.login() == login, "a login came in between"


def guide(kind: str = "sh") -> list[str]:
    """The commands of the guide to the first game, or its settings (`toml`), block by block."""
    return [part.split("```")[0].strip() for part in GUIDE.read_text().split(f"```{kind}\n")[1:]]


def it_starts_by_itself(evening: Evening) -> None:
    """Switched on, it starts the table by itself. It waits for its board, and systemd finds nothing
    hanging."""
    evening.computer.plug_in(LARGE)
    evening.until_started()
    evening.until_missed("board")
    evening.look("waiting-for-the-board")
    assert evening.unit("NRestarts") == "0"


def a_stop_brings_the_login(evening: Evening) -> None:
    """`systemctl stop tablier`: tty1 has a login again, and a person logs in there by the keyboard."""
    evening.computer.run("systemctl stop tablier")
    evening.until_on_tty1("login:")
    evening.look("login")
    evening.computer.type("maker\n")
    evening.until_on_tty1("Password:")
    evening.computer.type("maker\n")
    evening.until_on_tty1("maker@table")
    evening.computer.type("tty >here\n")
    here = "cat /home/maker/here"
    evening.computer.until(lambda: evening.computer.run(here, may_fail=True) == "/dev/tty1", "tty1 obeys")


def the_guides_first_commands(evening: Evening) -> None:
    """The guide, 1: a version, and what the lights draw."""
    said = evening.as_maker(guide()[1])
    assert "tablier, version" in said, said


def the_firmware_is_brought_to_a_new_pico(evening: Evening) -> None:
    """The guide, 2: a Pico with MicroPython gets the firmware, restarts, and answers as a board of 24 × 24;
    then as one of 8 × 8."""
    evening.computer.run(f"{GADGET} && {unit('pico', f'{PYTHON} /srv/machine/pico.py')}")
    evening.computer.until(
        lambda: evening.computer.run("ls /dev/tablier-board", may_fail=True) == "/dev/tablier-board",
        "the Pico is plugged in",
    )
    for command in guide()[2].splitlines():
        said = evening.as_maker(command, within_s=900)
        assert "It is ready." in said, said


def a_smaller_table_gets_its_settings(evening: Evening) -> None:
    """The guide, 3: with the settings of 8 × 8 the table starts, takes that Pico for its board: the menu."""
    evening.settle(guide("toml")[0])
    evening.as_maker(guide()[3])
    evening.until_started()
    evening.computer.until(lambda: evening.health().get("devices") == {"board": ""}, "the board is there")
    evening.look("menu-8x8")
    assert evening.health()["phase"] == Phase.MENU.value
    evening.settle()
    evening.computer.run("systemctl stop pico")
    evening.table.put_cable_in()


def every_site_is_tested(evening: Evening) -> None:
    """The guide, 4: a magnet goes wherever a light asks for it, and a report says that all is fine."""
    stop, check = guide()[4].splitlines()
    evening.as_maker(stop)
    evening.table.plug_board()
    evening.table.follow()
    said = evening.as_maker(f"{ANSWERS} | {check} --sites 0,0-2,2", within_s=900)
    assert "Sensors: 9 of 9 are fine." in said, said
    evening.table.stand([])


def a_board_is_printed(evening: Evening) -> None:
    """The guide, 5: the printed board is drawn."""
    evening.as_maker(guide()[5])
    evening.note(evening.computer.run("ls -l /home/maker/boards"))


def the_blocks_get_their_tags(evening: Evening) -> None:
    """The guide, 5: blocks of Cités Nouvelles are laid on a reader, and their tags are written down, until
    Ctrl-C."""
    evening.computer.run(unit("reader", f"{PYTHON} /srv/machine/reader.py /run/reader"))
    evening.settle('[table]\npads = 1\n[tags]\nkind = "rdm6300"\nports = ["/run/reader"]')
    said = evening.as_maker(guide()[6].replace("/opt", "timeout --preserve-status --signal=INT 8 /opt", 1))
    assert "M1 has the tag" in said, said
    assert "the same command goes on from there" in said, said
    evening.computer.run("systemctl stop reader")


def the_first_picture(evening: Evening) -> None:
    """The guide, 5 and 6: with the tags' file in its settings the table starts: its menu, and no login."""
    evening.settle(guide("toml")[2])
    evening.as_maker(guide()[7])
    evening.table.plug_panel()
    evening.until_started()
    evening.mirror.power_on()
    evening.agree()
    evening.look("menu")
    evening.assert_sound()


def a_game_is_begun_by_finger(evening: Evening) -> None:
    """A finger touches Masterplan, then Start. Pieces are set, and their lights are lit at the board."""
    evening.player.choose_game("masterplan", {})
    evening.agree()
    for _ in range(2):
        evening.set_a_house()
        evening.agree()
    evening.look("game")


def it_is_killed(evening: Evening) -> None:
    """SIGKILL: systemd starts it again, the game goes on, and no login comes in between."""
    evening.dies("KILL")


def it_hangs(evening: Evening) -> None:
    """SIGSTOP: the watchdog notices, systemd starts it again, and the game goes on."""
    evening.dies("STOP")


def it_is_told_to_end(evening: Evening) -> None:
    """SIGTERM: it ends in order, as when the host ends it. systemd starts it again, and the game goes on."""
    evening.ends("TERM")
    evening.assert_sound()


def it_is_told_to_restart(evening: Evening) -> None:
    """`systemctl restart`: the game goes on, and no login takes the screen from it."""
    evening.restart()
    evening.mirror.kill()
    evening.agree()
    evening.set_a_house()
    evening.agree()
    evening.assert_sound()
    assert evening.unit("NRestarts") == "0"


def the_panel_is_unplugged_and_comes_back(evening: Evening) -> None:
    """The touch panel's cable is pulled, and put in again. A finger rests on the board's picture; another
    pauses the game, and lets it go on."""
    evening.table.unplug_panel()
    evening.table.plug_panel()
    evening.table.resting = PICTURE
    for button in ("#pause", "#resume"):
        evening.player.touch(button)
        evening.agree()
    evening.table.resting = ""


def the_board_is_unplugged_and_comes_back(evening: Evening) -> None:
    """The board's cable is pulled: the screen says so. It is plugged in again: the game goes on."""
    evening.table.pull_cable()
    evening.mirror.unplug("board")
    evening.until_missed("board")
    evening.look("board-unplugged")
    evening.table.put_cable_in()
    evening.mirror.plug("board")
    evening.agree()
    evening.set_a_house()
    evening.agree()


def the_board_is_deaf(evening: Evening) -> None:
    """The board is plugged in, and takes nothing of what is sent to it: the screen says so, nothing hangs,
    and when it listens again the game goes on."""
    evening.computer.run("systemctl stop board")
    evening.mirror.unplug("board")
    evening.until_missed("board")
    evening.computer.run(f"sleep {DEAF_S}")
    evening.assert_sound()
    evening.table.plug_board()
    evening.mirror.plug("board")
    evening.agree()


def the_disk_is_full(evening: Evening) -> None:
    """The disk is full: what cannot be stored is not played, the screen says why; with room it goes on."""
    evening.computer.run(FILL)
    evening.set_a_house()
    evening.until_in_trouble("full", "disk-full")
    evening.computer.run("rm /fill.*")
    evening.agree()


def the_root_is_read_only(evening: Evening) -> None:
    """The root is read-only, as Linux makes it when a card fails: a house is not played, the screen says why,
    until the root can be written. The table also starts on such a root, and waits; then the game goes on."""
    evening.computer.run(READ_ONLY)
    evening.set_a_house()
    evening.until_in_trouble("cannot be written", "read-only")
    evening.computer.run(WRITABLE)
    evening.agree()
    evening.computer.run(READ_ONLY)
    evening.restart()
    told = "cannot be opened: Read-only file system."
    evening.computer.until(lambda: told in evening.unit("StatusText"), "it is told at the start")
    evening.note(evening.unit("StatusText"))
    evening.look("read-only-from-the-start")
    evening.computer.run(WRITABLE)
    evening.mirror.kill()
    evening.agree()


def the_plug_is_pulled(evening: Evening) -> None:
    """The plug is pulled between a house and the park that it calls for: after the boot, on a smaller
    panel, the park's light is lit again. It is set, and a finger pauses the game."""
    evening.player.play(LAST_HOUSE)
    evening.agree()
    evening.look("park-asked-for")
    evening.switch_off_and_on(SMALL)
    evening.agree()
    evening.look("resumed-on-a-smaller-panel")
    evening.player.play(ITS_PARK)
    evening.agree()
    evening.player.touch("#pause")
    evening.agree()
    evening.look("paused-by-finger")
    evening.assert_sound()


def it_is_removed(evening: Evening) -> None:
    """The guide's last command: the table ends and is gone, the games stay, and tty1 has its login."""
    evening.as_maker("sudo /opt/tablier/.venv/bin/tablier uninstall")
    evening.until_on_tty1("login:")
    assert evening.computer.run("systemctl is-enabled tablier", may_fail=True) == "not-found"
    assert evening.stored()


TRIALS = (
    it_starts_by_itself,
    a_stop_brings_the_login,
    the_guides_first_commands,
    the_firmware_is_brought_to_a_new_pico,
    a_smaller_table_gets_its_settings,
    every_site_is_tested,
    a_board_is_printed,
    the_blocks_get_their_tags,
    the_first_picture,
    a_game_is_begun_by_finger,
    it_is_killed,
    it_hangs,
    it_is_told_to_end,
    it_is_told_to_restart,
    the_panel_is_unplugged_and_comes_back,
    the_board_is_unplugged_and_comes_back,
    the_board_is_deaf,
    the_disk_is_full,
    the_root_is_read_only,
    the_plug_is_pulled,
    it_is_removed,
)
"""The trials in order; each begins where the previous one has ended."""
