"""The running table: its parts are started in order, and stopped in reverse."""

from __future__ import annotations

import gc
import logging
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Protocol

from controller.caretaker import Caretaker, FrameCounter, Observed
from controller.daemon.daemon import NO_STRIP, Daemon, started
from controller.daemon.ending import when_told
from controller.daemon.events import Events
from controller.daemon.main_loop import MOST_NEW, loop
from controller.daemon.shown import Shown
from controller.daemon.status_file import StatusFile, folder_here, name_of
from controller.daemon.supervisor import notify
from controller.daemon.waiting import HOPELESS, Waiting
from controller.daemon.watchdog import JOURNAL_STILL_MS, SENSORS_STILL_MS, Probe, Pulse, Watchdog
from controller.devices import Devices, choose_devices
from controller.host_desk import HostDesk
from controller.journal.errors import JournalDamaged, JournalError
from controller.journal.journal import Journal
from controller.journal.keeper import Keeper
from controller.model.orders import Unlock
from controller.model.thinking import Thinker
from controller.monotonic import now_ms
from controller.mqtt.password import password_of
from controller.recorder.recorder import Recorded, RecordedLights, recorder_of
from controller.referee.play import Play
from controller.referee.session import Event
from controller.release import RELEASE
from controller.settings import preferences
from controller.settings.calibration_file import calibration_for
from controller.settings.settings import Config
from controller.thinker.pool import Pool
from controller.thinker.room import room_here
from controller.web.server import WebServer
from hardware.board.protocol import LinkStatistics
from hardware.board.serial_board import SerialBoard
from hardware.host.linux import LinuxHost
from hardware.host.port import HostComputer
from hardware.host.storage import storage_of
from hardware.lights.lights import DimmedLights
from hardware.ports import Closed, Emit, Heartbeat, Lights, sites_in
from texts import _

if TYPE_CHECKING:
    from controller.mqtt.publisher import MqttPublisher
    from hardware.simulated.table import SimulatedTable

log = logging.getLogger(__name__)

MOST_MENDED = 3
"""The number of times that a journal found damaged at run time is replaced."""

SWITCH_S = 0.000_1
"""The switch interval of threads. The default is 5 ms, during which drawing the screen would delay the
board's thread."""


class Follower(Protocol):
    """A receiver of every view, beside lights and display."""

    def follow(self, shown: Shown) -> None:
        """This is shown now; the call returns at once."""


def wall_ms() -> int:
    """The wall clock, in milliseconds since 1970; without a clock battery it may show any time."""
    return time.time_ns() // 1_000_000


Choose = Callable[[Config], Devices]
"""Gives the devices of a table, none of them opened yet."""


def run(config: Config, *, is_demo: bool = False, choose: Choose | None = None) -> None:
    """Run the table until its window is closed or the program is asked to end. With `is_demo` it plays by
    itself until someone touches it. `choose` gives the devices, if not those of the settings.

    Raises `JournalError`, `NoSuchPlace`, `ConfigError` or `DeviceError` if the table cannot start at all;
    later errors, and those that may go away, are shown on the screen.
    """
    password = password_of(config.mqtt)
    events = Events()
    when_told(lambda: events.put(Closed(now_ms())))
    signal.signal(signal.SIGUSR1, lambda *_: events.put(Unlock(now_ms())))
    is_doubted = False
    choose = choose or choose_devices
    for _mended in range(MOST_MENDED):
        journal = _journal(config, events, choose, is_doubted=is_doubted)
        if journal is None:
            return
        try:
            with journal:
                _play(config, journal, events, password, choose, is_demo=is_demo)
                return
        except JournalDamaged as error:
            log.error("journal: %s", error)  # replaced by its sound part when it is opened again
            is_doubted = True
    raise JournalDamaged(
        _("{journal} is damaged again and again. Change the card.", journal=str(config.journal.file))
    )


def _play(
    config: Config, journal: Journal, events: Events, password: str, choose: Choose, *, is_demo: bool
) -> None:
    """Run the table with an open journal and the broker's password. See `run`."""
    kept = preferences.opened(preferences.file_beside(config.journal.file), config)
    devices = choose(preferences.put_over(config, kept.current))
    recorder = recorder_of(devices.config, wall_ms)
    seen = RecordedLights(devices.lights, recorder)
    pool = Pool(room_here().processes)
    daemon = _daemon(devices, journal, seen, kept, pool, lambda: events.put(Closed(now_ms())))
    if is_demo:
        daemon.invite(now_ms())
    frames = FrameCounter(events.put)
    emit = calibration_for(config).emitting(frames)
    with ExitStack() as stack:
        stack.enter_context(recorder)
        stack.enter_context(_running(devices, emit))
        pool.start(events.put)
        stack.callback(pool.stop)
        probe = stack.enter_context(Probe(journal.probe))
        stack.enter_context(Keeper(journal.file))
        status = stack.enter_context(StatusFile(folder_here(), name_of(config)))
        watchdog = Watchdog([*_pulses(devices), Pulse("journal", lambda: probe.beats, JOURNAL_STILL_MS)])
        statistics = _statistics(devices.sensors)
        publisher = _publisher(stack, devices.config, password, events.broker.put)
        page = _web(stack, devices.config, events.phones.put)
        parts = Observed(
            daemon,
            journal,
            recorder,
            watchdog,
            frames,
            devices.awaited,
            events.qsize,
            statistics,
            left_out=partial(_left_out, events, publisher),
            troubles=network_faults(page, publisher),
        )
        caretaker = Caretaker(parts, [status.write, *(one.tell for one in publisher)], now_ms())
        daemon.shell_requests.tell_health = caretaker.words
        daemon.shell_requests.host = stack.enter_context(
            HostDesk(_host(config, devices, events), events.put, now_ms)
        )
        devices.signals.is_quiet = lambda: daemon.brightness.is_night
        table = Recorded(daemon, seen, recorder)
        _reduce_pauses()
        for server in page:
            daemon.shell_requests.phones = server
        followers: list[Follower] = [devices.signals, *page, *publisher]
        look = caretaker.look

        def follow(shown: Shown) -> None:
            for follower in followers:
                follower.follow(shown)

        loop(table, (*devices.polled, pool), devices.display, events, now_ms, follow=follow, look=look)


def _daemon(
    devices: Devices,
    journal: Journal,
    lights: Lights,
    kept: preferences.Stored,
    thinker: Thinker,
    end: Callable[[], None],
) -> Daemon:
    """The table's daemon. On a simulated table the pieces of its game are laid out."""
    strip = devices.lights if isinstance(devices.lights, DimmedLights) else NO_STRIP
    daemon = started(
        devices.config,
        journal,
        lights,
        devices.awaited,
        wall_ms,
        kept=kept,
        strip=strip,
        end=end,
        thinker=thinker,
    )
    if devices.table is not None and daemon.session.play is not None:
        lay_out(devices.table, daemon.session.play)
    return daemon


def _host(config: Config, devices: Devices, events: Events) -> HostComputer:
    """This computer; beside a simulated table a simulated one, which ends the program when it goes down."""
    storage = partial(storage_of, config.journal.file, config.recorder_folder)
    if devices.table is None:
        return LinuxHost(storage)
    from hardware.simulated.host.computer import SimulatedHost

    return SimulatedHost(storage, lambda: events.put(Closed(now_ms())))


def _web(stack: ExitStack, config: Config, emit: Callable[[Event], object]) -> tuple[WebServer, ...]:
    """The page for spectators, served until the stack closes; none if the settings disable it."""
    if config.web.listen == "off":
        return ()
    server = WebServer(config.web, config.journal.file, RELEASE, emit)
    server.start()
    stack.callback(server.stop)
    return (server,)


def _publisher(
    stack: ExitStack, config: Config, password: str, emit: Callable[[Event], object]
) -> tuple[MqttPublisher, ...]:
    """The publisher to the broker, until the stack closes; none if the settings name no broker."""
    if not config.mqtt.broker:
        return ()
    from controller.mqtt.publisher import MqttPublisher

    publisher = MqttPublisher(config.mqtt, password, config.journal.file, emit)
    publisher.start()
    stack.callback(publisher.stop)
    return (publisher,)


def _left_out(events: Events, publisher: Sequence[MqttPublisher]) -> dict[str, int]:
    """The number of dropped events, by source."""
    dropped = events.dropped
    return dropped | {"broker": dropped["broker"] + sum(one.left_out for one in publisher)}


def network_faults(
    page: Sequence[WebServer], publisher: Sequence[MqttPublisher]
) -> dict[str, Callable[[], str]]:
    """Functions that say what is wrong with the web page and MQTT, by their names in `Health`."""
    parts = [*(("page", one) for one in page), *(("broker", one) for one in publisher)]
    return {name: partial(getattr, part, "trouble") for name, part in parts}


def _statistics(sensors: Heartbeat | None) -> Callable[[], LinkStatistics] | None:
    """The damage counters of the board's line, if it has one."""
    return (lambda: sensors.statistics) if isinstance(sensors, SerialBoard) else None


def _journal(config: Config, events: Events, choose: Choose, *, is_doubted: bool) -> Journal | None:
    """The journal, as soon as it can be opened; `None` if the table is closed before. One with known damage
    `is_doubted`.

    Raises `JournalError` for errors that waiting does not cure.
    """
    try:
        keep_games = config.journal.keep_games
        return Journal.open(config.journal.file, keep_games=keep_games, is_doubted=is_doubted)
    except HOPELESS:
        raise
    except JournalError as error:
        kept = preferences.opened(preferences.file_beside(config.journal.file), config)
        devices = choose(preferences.put_over(config, kept.current))
        waiting = Waiting(devices.config, devices.lights, error, wall_ms)
    with _running(devices, lambda event: events.put(event) if isinstance(event, Closed) else None):
        look = Watchdog(_pulses(devices)).look
        loop(waiting, devices.polled, devices.display, events, now_ms, until=waiting.is_over, look=look)
    return waiting.journal


def _pulses(devices: Devices) -> list[Pulse]:
    """The heartbeats of devices with a thread."""
    sensors = devices.sensors
    return [] if sensors is None else [Pulse("board", lambda: sensors.beats, SENSORS_STILL_MS)]


@contextmanager
def _running(devices: Devices, emit: Emit) -> Iterator[None]:
    """Start the devices in order, and stop them in reverse."""
    with ExitStack() as stack:
        for device in devices.all:
            device.start(emit)
            stack.callback(device.stop)
        stack.callback(notify, "STOPPING=1")
        yield


def lay_out(table: SimulatedTable, play: Play) -> None:
    """Set the pieces of an unfinished game on a simulated table: on a real one they still stand there."""
    for site in sites_in(play.closed & table.grid.all_sites):
        table.put([site], play.table.kind(play.position, site), 0)


def _reduce_pauses() -> None:
    """Switch threads sooner, let the main loop look for garbage, and leave out what lives since the start:
    some of it is garbage, but to look for that would make the start longer."""
    sys.setswitchinterval(SWITCH_S)
    gc.freeze()
    gc.set_threshold(MOST_NEW, *gc.get_threshold()[1:])
