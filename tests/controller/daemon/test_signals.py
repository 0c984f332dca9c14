"""The panel and the sounds of a running table."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.daemon.daemon import Shown, started
from controller.daemon.display import NoDisplay
from controller.daemon.events import Events
from controller.daemon.main_loop import loop
from controller.daemon.panel_signs import BUZZES
from controller.daemon.signals import Signals
from controller.devices import choose_devices
from controller.journal.journal import Journal
from controller.settings.config import load
from controller.settings.settings import Config
from controller.shell import Shell
from controller.view.cues import Cue
from hardware.board.spi_board import SpiBoard
from hardware.panel.panel import Panel, PanelPicture
from hardware.sound.sound import MixerSound
from tests.controller.at_the_table import AtTheTable

SIZE = (1024, 600)
ROOT = Path(__file__).parents[3]


class NoLights:
    """A table without lights."""

    def show(self, frame: bytes) -> None:
        """See `Lights`."""


class Noted:
    """A panel and a sound card that record their orders."""

    def __init__(self) -> None:
        self.shown: list[set[str]] = []
        self.buzzed: list[tuple[int, ...]] = []
        self.played: list[str] = []

    def show(self, picture: PanelPicture) -> None:
        self.shown.append(set(picture.lit))

    def buzz(self, lengths_ms: Sequence[int]) -> None:
        self.buzzed.append(tuple(lengths_ms))

    def set_volume(self, volume: float) -> None:
        """Nothing of it is noted here."""

    def play(self, name: str) -> None:
        self.played.append(name)


@pytest.fixture
def table() -> AtTheTable:
    table = AtTheTable()
    table.begin()
    return table


def test_the_panel_is_shown_its_whole_picture_at_once_and_whenever_it_changes(table: AtTheTable) -> None:
    noted = Noted()
    signals = Signals(noted, noted)
    signals.follow(Shown(Shell(table.session), SIZE))
    table.play("d4.ne")
    signals.follow(Shown(Shell(table.session), SIZE))
    table.put("f6.n")
    signals.follow(Shown(Shell(table.session), SIZE))
    assert noted.shown == [set(), {"undo"}]


def test_what_happens_is_played_and_buzzed_once(table: AtTheTable) -> None:
    noted = Noted()
    signals = Signals(noted, noted)
    signals.follow(Shown(Shell(table.session), SIZE))
    assert (noted.played, noted.buzzed) == ([], [])
    table.play("d4.ne")
    shown = Shown(Shell(table.session), SIZE)
    signals.follow(shown)
    signals.follow(shown)
    table.play("a1")
    signals.follow(Shown(Shell(table.session), SIZE))
    assert noted.played == ["turn", "wrong"]
    assert noted.buzzed == [BUZZES[Cue.TURN], BUZZES[Cue.WRONG]]


def test_nothing_is_heard_at_night_and_the_panel_is_lit_all_the_same(table: AtTheTable) -> None:
    noted = Noted()
    signals = Signals(noted, noted)
    signals.is_quiet = lambda: True
    signals.follow(Shown(Shell(table.session), SIZE))
    table.play("d4.ne")
    signals.follow(Shown(Shell(table.session), SIZE))
    assert (noted.played, noted.buzzed) == ([], [])
    assert noted.shown[-1] == {"undo"}


def test_a_table_without_panel_and_sound_is_followed_in_silence(table: AtTheTable) -> None:
    signals = Signals()
    signals.follow(Shown(Shell(table.session), SIZE))
    table.play("d4.ne")
    shown = Shown(Shell(table.session), SIZE)
    signals.follow(shown)
    assert "view" not in vars(shown)


def test_the_loop_lets_the_signals_follow_what_is_shown() -> None:
    noted = Noted()
    with Journal.open(None) as kept:
        daemon = started(Config(), kept, NoLights(), [], lambda: 0)
        follow = Signals(noted).follow
        loop(daemon, (), NoDisplay(), Events(), lambda: 0, lambda: bool(noted.shown), follow)
    assert noted.shown == [set()]


def kinds(*settings: tuple[str, str]) -> list[type]:
    return [type(device) for device in choose_devices(load(None, settings)).all]


REAL = (("board.kind", '"serial"'), ("screen.kind", '"none"'), ("lights.kind", '"none"'))


def test_panel_and_sound_are_there_where_the_settings_name_them() -> None:
    assert kinds(*REAL, ("panel.turn_pin", '"GPIO5"'))[-2:] == [Panel, MixerSound]
    assert not {Panel, MixerSound} & set(kinds(*REAL, ("sound.kind", '"none"')))


RUN = """
import signal
from controller.app import run
from controller.settings.config import load
from hardware.panel.panel import Panel

def show(panel, picture):
    print(sorted(picture.lit))
    signal.raise_signal(signal.SIGTERM)

Panel.show = show
settings = {
    "board.kind": '"serial"', "board.port": '"/nowhere"', "screen.kind": '"none"', "lights.kind": '"none"',
    "panel.turn_light_pin": '"GPIO5"', "journal.path": '":memory:"',
}
run(load(None, settings.items()))
"""


def test_at_a_running_table_the_panel_follows() -> None:
    env = {"GPIOZERO_PIN_FACTORY": "mock", "PATH": ""}
    ran = subprocess.run(
        [sys.executable, "-c", RUN], cwd=ROOT, env=env, capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout == "[]\n"


def test_nothing_waits_for_panel_or_sound() -> None:
    settings = (*REAL, ("panel.turn_pin", '"GPIO5"'), ("sound.kind", '"mixer"'))
    assert choose_devices(load(None, settings)).awaited == ("board",)


def test_shift_registers_are_the_board_where_the_settings_say_so() -> None:
    spi = dict(REAL) | {"board.kind": '"spi"'}
    devices = choose_devices(load(None, spi.items()))
    assert isinstance(devices.all[0], SpiBoard)
    assert devices.awaited == ("board",)
    devices.lights.show(bytes(3 * 576))
