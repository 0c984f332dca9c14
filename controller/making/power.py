"""The current drawn by a table's lights, and the supply, fuse and wires for it.

All of it is an estimate from the currents of one light (`lights.channel_ma`, `lights.idle_ma`). The draw of
games is measured: simulated hands play each one on this table, and then sweep the board.
"""

from __future__ import annotations

import io
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec

from controller.games import tables_for
from controller.journal.journal import Journal
from controller.model.records import Played, Start
from controller.settings.settings import Config
from controller.settings.tile_file import tiles_for
from controller.simulation.demonstration.game import DemonstratedGame
from controller.simulation.rig import Rig
from controller.view.terminal import Terminal
from engines.record import record
from hardware.lights.light_map import LightMap

MARGIN: Final = 1.25
"""A supply at its limit all day gets hot, and its voltage sinks."""

SUPPLIES_A: Final = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 50, 60, 80)
"""The 5 V supplies on the market."""

FUSES_A: Final = (2, 3, 5, 7.5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 70, 80)
"""Blade fuses (ISO 8820-3)."""

WIRES: Final = {0.5: 3, 0.75: 6, 1.0: 10, 1.5: 16, 2.5: 25, 4.0: 32, 6.0: 40, 10.0: 63, 16.0: 80}
"""Cross-sections of copper wire in mm², and the usual current rating of such cords in A."""

COPPER_OHM_MM2_M: Final = 0.0178
WIRE_M: Final = 1.0
DROP_V: Final = 0.25
"""The allowed loss of the 5 V over a wire of `WIRE_M` there and back: below 4.5 V blue fails first."""

FEED_MA: Final = 2000
"""The current into a strip at one place: its leads and plugs are rated for 3 A."""

NODES: Final = 20
"""Search nodes per action; playing strength hardly changes the lights."""

SWEPT_MS: Final = 6000
"""How long the lights of a swept board are watched: by then each rhythm has shown its brightest."""

UNCAPPED_MA: Final = 60_000


@record
class FusedWire:
    """A fuse, and the wire behind it."""

    fuse_a: float
    wire_mm2: float


@record
class Estimate:
    """The draw of the lights by their settings alone. All in mA; `feeds` are the power injection points of
    each panel."""

    lights: int
    dark_ma: float
    full_light_ma: float
    bright_light_ma: float
    cap_ma: float
    feeds: tuple[int, ...]

    @property
    def full_ma(self) -> float:
        """All colours of all lights at full: the most that wrong data could draw."""
        return self.lights * self.full_light_ma

    @property
    def bright_ma(self) -> float:
        """All lights white at the configured brightness, without the cap."""
        return self.lights * self.bright_light_ma

    @property
    def most_ma(self) -> float:
        """The most that any picture may draw."""
        return min(self.bright_ma, self.cap_ma)

    @property
    def supply_a(self) -> int:
        """The supply for the lights alone."""
        return supply_a(self.most_ma)

    @property
    def wiring(self) -> FusedWire:
        """The fuse behind the supply, and the wire from there to the lights."""
        return wiring(self.most_ma)


@record
class CurrentDraw:
    """The draw of a game without the cap: average and peak while it is played, and the peak when all its
    pieces are gone and asked for."""

    title: str
    mean_ma: float
    highest_ma: float
    swept_ma: float


def estimate(config: Config, light_map: LightMap) -> Estimate:
    """The most that the lights of these settings draw."""
    lights = config.lights
    free = msgspec.structs.replace(lights, cap_ma=UNCAPPED_MA).electrics
    bright_ma = free.current_ma(free.sent(b"\xff\xff\xff"))
    channels_ma = 3 * lights.channel_ma + (lights.white_ma if lights.have_white else 0)
    return Estimate(
        lights=light_map.lights,
        dark_ma=light_map.lights * lights.idle_ma,
        full_light_ma=lights.idle_ma + channels_ma,
        bright_light_ma=bright_ma,
        cap_ma=lights.cap_ma,
        feeds=tuple(-int(-size * bright_ma // FEED_MA) for size in light_map.panels),
    )


def supply_a(most_ma: float) -> int:
    """The smallest available supply, in A, for this plus a quarter."""
    return next(size for size in SUPPLIES_A if 1000 * size >= MARGIN * most_ma)


def wiring(most_ma: float) -> FusedWire:
    """The smallest fuse for this current, and the thinnest wire that the fuse protects."""
    fuse_a = next(size for size in FUSES_A if 1000 * size >= MARGIN * most_ma)
    needed_mm2 = COPPER_OHM_MM2_M * 2 * WIRE_M * most_ma / 1000 / DROP_V
    wire_mm2 = next(mm2 for mm2, bears_a in WIRES.items() if bears_a >= fuse_a and mm2 >= needed_mm2)
    return FusedWire(fuse_a, wire_mm2)


def simulated(config: Config) -> Config:
    """The simulated table that offers the same games with the same lights, without the cap."""
    plain = Config()
    return msgspec.structs.replace(
        config,
        table=msgspec.structs.replace(config.table, pads=config.pads),
        board=plain.board,
        tags=plain.tags,
        tiles=plain.tiles,
        panel=plain.panel,
        lights=msgspec.structs.replace(config.lights, kind="board", cap_ma=UNCAPPED_MA),
    )


def games_of(config: Config) -> tuple[str, ...]:
    """The names of the games that fit on a simulated table. Raises `NoSuchPlace` if there is none."""
    table = config.table
    return tuple(tables_for(table.grid, table.cell_sites, config.pads, tiles_for(config)))


def measured(config: Config, game: str) -> CurrentDraw:
    """Play a game on a simulated table, and measure the draw of its lights."""
    with tempfile.TemporaryDirectory(prefix="tablier-") as folder:
        meter = _Meter(config, Path(folder) / "played.sqlite")
        with closing(meter.rig):
            title = _play(meter.rig, game)
            played = meter.rig.journal.games()[-1]
            actions = meter.rig.journal.actions(played.id)
        swept = _Meter(config, Path(folder) / "swept.sqlite")
        with Journal.open(Path(folder) / "swept.sqlite") as journal:
            journal.apply([Start(played.header), *map(Played, actions[:-1])], 0)
        with closing(swept.rig):
            swept.rig.power_on()
            swept.rig.run_for(SWEPT_MS)
        return CurrentDraw(title, meter.mean_ma, meter.highest_ma, swept.highest_ma)


def _play(rig: Rig, game: str) -> str:
    """Play a whole game; returns its title."""
    DemonstratedGame(game, rig, Terminal(io.StringIO(), is_coloured=False), lambda: None, NODES).play()
    return rig.running.session.tables[game].title


class _Meter:
    """A rig that measures the current of its lights at each step."""

    def __init__(self, config: Config, journal: Path) -> None:
        self.highest_ma = 0.0
        self._charge_ma_ms = 0.0
        self._last_ms = 0
        self._last_ma = 0.0
        self.rig = Rig(config, journal, pace=self._read)

    @property
    def mean_ma(self) -> float:
        """The average so far."""
        return self._charge_ma_ms / self._last_ms if self._last_ms else 0.0

    def _read(self, now_ms: int) -> None:
        if self.rig.daemon is None:
            return
        self._charge_ma_ms += self._last_ma * (now_ms - self._last_ms)
        self._last_ms, self._last_ma = now_ms, self.rig.lights.current_ma
        self.highest_ma = max(self.highest_ma, self._last_ma)
