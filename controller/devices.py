"""The devices of a table, chosen by its settings: real ones or simulated ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING

from controller.daemon.display import Display, NoDisplay, ScreenDisplay
from controller.daemon.signals import Signals
from controller.daemon.table_lights import choose_lights
from controller.making.enrol import TagSource
from controller.monotonic import now_ms
from controller.referee.session import READERS
from controller.settings.light_map_file import light_map_for
from controller.settings.settings import Config
from controller.settings.tile_file import tiles_for
from engines.record import record, replace
from hardware.board.serial_board import SerialBoard
from hardware.board.spi_board import SpiBoard
from hardware.lights.lights import DimmedLights
from hardware.panel.panel import Panel
from hardware.ports import Device, DeviceError, Heartbeat, Lights, Polled
from hardware.screen.backlight import Backlight
from hardware.screen.touchscreen import Touchscreen
from hardware.sound.sound import MixerSound
from hardware.sound.speech import Speech, is_speech_here
from hardware.tags.rfid import TagReaders, sort_of

if TYPE_CHECKING:
    from hardware.simulated.table import SimulatedTable


@record
class Devices:
    """The devices of a table: all of them in the order of starting, and the same by function.

    `config` are the settings with a screen that fits on the display, `table` the simulated one, if any,
    `sensors` the board if it has a thread of its own, `signals` the followers of the game beside lights and
    display.
    """

    config: Config
    all: tuple[Device, ...]
    polled: tuple[Polled, ...]
    lights: Lights
    display: Display
    awaited: tuple[str, ...]
    table: SimulatedTable | None = None
    sensors: Heartbeat | None = None
    signals: Signals = field(default_factory=Signals)


def choose_devices(config: Config) -> Devices:
    """The devices that the settings name. None of them is opened yet."""
    table = simulated_table(config)
    if table is not None:
        return _with_signals(_simulated_devices(config, table), config)
    devices = _with_signals(_real_devices(config), config)
    readers = _serial_readers(config)
    if readers is None:
        return devices
    return replace(devices, all=(readers, *devices.all), awaited=(*devices.awaited, READERS))


def _with_signals(devices: Devices, config: Config) -> Devices:
    """The devices, with the settings' panel and sound, and speech if available. The table does not wait for
    these."""
    panel = Panel(config.panel.wiring) if config.panel.wiring.is_fitted else None
    sound = MixerSound(config.sound.volume) if config.sound.kind == "mixer" else None
    speech = Speech() if is_speech_here() else None
    more: tuple[Device | None, ...] = (panel, sound, speech)
    fitted = tuple(device for device in more if device is not None)
    polled = devices.polled if speech is None else (*devices.polled, speech)
    signals = Signals(panel, sound, speech, Backlight() if devices.table is None else None)
    return replace(devices, all=(*devices.all, *fitted), polled=polled, signals=signals)


def _real_devices(config: Config) -> Devices:
    """The board, the lights and the screen of a table that can be touched."""
    light_map = light_map_for(config)
    board = _board(config, light_map.lights)
    display = display_for(config)
    strip, lights = choose_lights(config, light_map, board if isinstance(board, SerialBoard) else None)
    if strip is None:
        return Devices(config, (board, display), (display,), lights, display, ("board",), sensors=board)
    all_three = (board, strip, display)
    return Devices(config, all_three, (display,), lights, display, ("board", "lights"), sensors=board)


def display_for(config: Config) -> Display:
    """The touchscreen of a table that can be touched; none if the settings want none."""
    if config.screen.kind == "none":
        return NoDisplay()
    size = (config.screen.width, config.screen.height)
    touchscreen = Touchscreen(size, config.screen.rotation, fullscreen=config.screen.kind == "fullscreen")
    return ScreenDisplay(touchscreen, size)


def _board(config: Config, lights: int) -> SerialBoard | SpiBoard:
    if config.board.kind == "spi":
        return SpiBoard(config.board_spec, config.board.wiring)
    return SerialBoard(replace(config.board_spec, lights=lights), config.board.port, now_ms)


def simulated_table(config: Config) -> SimulatedTable | None:
    """A simulated table, if the settings name one. Whoever needs to know is given the table, or asks here."""
    if config.board.kind != "simulated":
        return None
    from hardware.simulated.table import SimulatedTable

    return SimulatedTable(config.table.grid, config.simulation.seed)


def _simulated_devices(config: Config, table: SimulatedTable) -> Devices:
    """The simulated table, in its window if it has a screen. A real table starts without what only this
    needs."""
    from hardware.simulated.board import SimulatedBoard
    from hardware.simulated.pads import SimulatedPads

    board = SimulatedBoard(config.board_spec, table)
    pads = SimulatedPads(config.pads, table if config.has_identity else None, tiles_for(config).tags)
    if config.screen.kind == "none":
        lights, none = DimmedLights(board, config.lights.electrics, board), NoDisplay()
        every = (board, pads, none)
        return Devices(config, every, every, lights, none, ("board", READERS), table)
    from controller.simulation.window.table_window import LAPTOP, TableWindow, desktop_size, fitted

    desktop = desktop_size() or LAPTOP
    config = fitted(config, desktop)
    window = TableWindow(config, table, board, pads, desktop)
    lights = DimmedLights(board, config.lights.electrics, board)
    devices = (board, pads, window)
    return Devices(config, devices, devices, lights, window, ("board", READERS), table)


def _serial_readers(config: Config) -> TagReaders | None:
    """The tag readers of a real table, if it has any."""
    if config.tags.kind == "none":
        return None
    return TagReaders(sort_of(config.tags.kind), config.tag_ports, config.tags.absent_ms)


def choose_readers(config: Config) -> tuple[TagSource, Callable[[str], None]]:
    """The tag readers of the settings, and hands that lay a piece on one if they are simulated.

    Raises `DeviceError` if there is no reader.
    """
    readers = _serial_readers(config)
    if readers is not None:
        return readers, lambda piece: None
    if not config.pads:
        raise DeviceError(
            "This table has no tag readers. Name those on serial ports in the settings (tags); or set "
            'board.kind = "simulated", and table.pads to how many the simulated table has.'
        )
    from hardware.simulated.pads import SimulatedPads
    from hardware.simulated.table import Piece

    pads = SimulatedPads(config.pads)
    laid: Counter[str] = Counter()

    def lay(piece: str) -> None:
        if pads.tile_on(0) is not None:
            pads.lift(0)
        laid[piece] += 1
        label = f"{piece} {laid[piece]}" if laid[piece] > 1 else ""
        pads.put(0, Piece(piece, (), label=label))

    return pads, lay
