"""The panel at the table's edge: a button to end the turn, one to take back, their lights, and a buzzer.

By gpiozero, which is imported when the panel is opened. One thread reads the buttons and drives the rest; the
buttons are debounced here, the same way as the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from engines.record import record
from hardware.debounce import MIN_SCANS, Debouncer
from hardware.device_thread import DeviceThread
from hardware.lasting_thread import BackOff, HostClock, ThreadClock
from hardware.ports import Button, DeviceError, Emit
from texts import _

DEVICE = "panel"
LOOK_US = 10_000
"""A button is accepted after three looks: 30 ms, longer than any bounce and shorter than any press."""


@record
class PanelWiring:
    """The pins by function; "" if there is none.

    A button closes its pin to ground, a light and the buzzer are driven high.
    """

    turn: str = ""
    undo: str = ""
    turn_light: str = ""
    undo_light: str = ""
    buzzer: str = ""

    @property
    def buttons(self) -> Mapping[str, str]:
        """The pins of the existing buttons, by name."""
        return _fitted(turn=self.turn, undo=self.undo)

    @property
    def lights(self) -> Mapping[str, str]:
        """The pins of the existing lights, by their buttons' names."""
        return _fitted(turn=self.turn_light, undo=self.undo_light)

    @property
    def is_fitted(self) -> bool:
        """Whether there is a panel at all."""
        return bool(self.buttons or self.lights or self.buzzer)


@record
class PanelPicture:
    """The state of the panel: the names of the buttons whose lights are on."""

    lit: frozenset[str] = frozenset()


class Panel:
    """Device: emits a `Button` for each press, shows a picture, buzzes."""

    def __init__(
        self, wiring: PanelWiring, clock: ThreadClock | None = None, back_off: BackOff | None = None
    ) -> None:
        self._wiring = wiring
        self._clock = clock or HostClock()
        self._thread = DeviceThread(DEVICE, _("the panel"), self._serve, self._clock, back_off)
        self._picture = PanelPicture()
        self._buzzing = Buzzing((), 0)

    def start(self, emit: Emit) -> None:
        """Open the pins, now or as soon as possible."""
        self._thread.start(emit)

    def stop(self) -> None:
        """Make the panel dark and quiet, and release the pins."""
        self._thread.stop()

    def show(self, picture: PanelPicture) -> None:
        """Show a picture, now or as soon as the panel is there."""
        self._picture = picture

    def buzz(self, lengths_ms: Sequence[int]) -> None:
        """Buzz for the first of these times, pause for the second, and so on. A pattern in progress ends."""
        self._buzzing = Buzzing(tuple(lengths_ms), self._clock.now_us() // 1000)

    def _serve(self, link: DeviceThread) -> None:
        """Poll the buttons and drive the rest until the end."""
        from hardware.panel.pins import bus_failures, pin_factory

        pins = pin_factory()
        try:
            with ExitStack() as opened:
                self._run(Pins(self._wiring, pins, opened), link)
        except bus_failures() as error:
            raise DeviceError(
                _("The panel fails ({why}). Check its pins in the settings.", why=str(error))
            ) from error

    def _run(self, pins: Pins, link: DeviceThread) -> None:
        names = list(self._wiring.buttons)
        presses = Presses(MIN_SCANS)
        while not link.is_ending:
            pressed = presses.scanned(pins.held())
            for number, name in enumerate(names):
                if pressed >> number & 1:
                    link.emit(Button(link.at_ms, name))
            pins.drive(self._picture, is_buzzing=self._buzzing.is_on(link.at_ms))
            if not link.is_up:
                link.up(f"buttons: {', '.join(names) or 'none'}")
            link.wait_us(LOOK_US)


@record
class Buzzing:
    """A pattern of the buzzer: the times for which it is on, off, on again, since a moment."""

    lengths_ms: tuple[int, ...]
    since_ms: int

    def is_on(self, at_ms: int) -> bool:
        """Whether it buzzes at a moment."""
        end_ms = self.since_ms
        for number, length_ms in enumerate(self.lengths_ms):
            end_ms += length_ms
            if at_ms < end_ms:
                return number % 2 == 0
        return False


class Presses:
    """Turns looks at the buttons into presses. A set of buttons is an integer with a bit for each.

    A button held from the start, by a hand or a short circuit, is no press; a later one is a single press,
    however long.
    """

    def __init__(self, scans: int) -> None:
        self._debouncer = Debouncer(scans)
        self._unsure_scans = scans

    def scanned(self, held: int) -> int:
        """Process one look. Returns the newly pressed buttons."""
        before = self._debouncer.believed
        self._debouncer.scanned(held)
        if self._unsure_scans:
            self._unsure_scans -= 1
            return 0
        return self._debouncer.believed & ~before


class Pins:
    """The panel's open pins: until `opened` is closed, which leaves them off."""

    def __init__(self, wiring: PanelWiring, factory: Any, opened: ExitStack) -> None:
        from gpiozero import LED, Buzzer, InputDevice

        def let_go(device: Any) -> Any:
            opened.enter_context(device)
            return device

        def dark(device: Any) -> Any:
            let_go(device)
            opened.callback(device.off)
            return device

        self._buttons = [
            let_go(InputDevice(pin, pull_up=True, pin_factory=factory)) for pin in wiring.buttons.values()
        ]
        self._lights = {name: dark(LED(pin, pin_factory=factory)) for name, pin in wiring.lights.items()}
        self._buzzer = dark(Buzzer(wiring.buzzer, pin_factory=factory)) if wiring.buzzer else None

    def held(self) -> int:
        """The set of buttons that are closed now."""
        return sum(button.is_active << number for number, button in enumerate(self._buttons))

    def drive(self, picture: PanelPicture, *, is_buzzing: bool) -> None:
        """Set the outputs that differ."""
        for name, light in self._lights.items():
            _set(light, name in picture.lit)
        if self._buzzer is not None:
            _set(self._buzzer, is_buzzing)


def _set(device: Any, is_on: bool) -> None:
    if device.is_active != is_on:
        device.value = is_on


def _fitted(**pins: str) -> Mapping[str, str]:
    return {name: pin for name, pin in pins.items() if pin}
