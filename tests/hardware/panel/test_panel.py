"""The panel: buttons, lights and buzzer on gpiozero's mock pins, by a clock that goes as far as it is let."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.exc import PinError
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.panel.panel import Buzzing, Panel, PanelPicture, PanelWiring
from hardware.panel.pins import NO_PINS
from hardware.ports import Button, DeviceEvent, LinkLost, LinkUp
from hardware.simulated.clock import LockStepClock

WIRING = PanelWiring("GPIO5", "GPIO6", "GPIO12", "GPIO13", "GPIO16")
PRESS_MS = 80
TURN = PanelPicture(frozenset({"turn"}))
BOTH = PanelPicture(frozenset({"turn", "undo"}))


class Edge:
    """A panel at a table's edge, and the hand at it."""

    def __init__(self, wiring: PanelWiring = WIRING) -> None:
        self.clock = LockStepClock()
        self.factory = MockFactory()
        Device.pin_factory = self.factory
        self.told: list[DeviceEvent] = []
        self.panel = Panel(wiring, self.clock)

    def start(self) -> None:
        self.panel.start(self.told.append)
        self.run(100)

    def run(self, for_ms: int) -> None:
        self.clock.run_for(1_000 * for_ms)

    def pin(self, name: str) -> MockPin:
        return self.factory.pin(name)

    def press(self, name: str, for_ms: int = PRESS_MS) -> None:
        self.pin(name).drive_low()
        self.run(for_ms)
        self.pin(name).drive_high()
        self.run(100)

    def is_on(self, name: str) -> bool:
        return bool(self.pin(name).state)

    @property
    def pressed(self) -> list[str]:
        return [event.name for event in self.told if isinstance(event, Button)]


class HeldPin(MockPin):
    """A pin with a button on it that a hand holds: gpiozero's own lets the pull-up win."""

    is_held = True

    def _get_state(self) -> bool:
        return not self.is_held and bool(super()._get_state())


@pytest.fixture
def edge(monkeypatch: pytest.MonkeyPatch) -> Iterator[Edge]:
    monkeypatch.setattr(Device, "pin_factory", None)
    edge = Edge()
    yield edge
    edge.panel.stop()
    edge.factory.reset()


class TestButtons:
    def test_a_press_is_reported_by_name_and_time(self, edge: Edge) -> None:
        edge.start()
        edge.press("GPIO5")
        edge.press("GPIO6")
        assert edge.pressed == ["turn", "undo"]
        assert edge.told[:2] == [LinkUp(0, "panel", "buttons: turn, undo"), Button(130, "turn")]

    def test_a_press_that_bounces_at_both_ends_is_one(self, edge: Edge) -> None:
        edge.start()
        for _ in range(3):
            for pin in ("low", "high") * 4:
                getattr(edge.pin("GPIO5"), f"drive_{pin}")()
                edge.run(7)
            edge.press("GPIO5")
        assert edge.pressed == ["turn"] * 3

    def test_a_button_that_is_held_counts_once(self, edge: Edge) -> None:
        edge.start()
        edge.press("GPIO5", for_ms=60_000)
        assert edge.pressed == ["turn"]

    def test_what_is_too_short_for_a_finger_is_no_press(self, edge: Edge) -> None:
        edge.start()
        for _ in range(20):
            edge.press("GPIO6", for_ms=15)
        assert edge.pressed == []

    def test_a_button_that_is_held_at_the_start_is_no_press_until_it_is_let_go(self, edge: Edge) -> None:
        button = edge.factory.pin("GPIO5", pin_class=HeldPin)
        edge.start()
        edge.run(1_000)
        assert edge.pressed == []
        button.is_held = False
        edge.run(100)
        edge.press("GPIO5")
        assert edge.pressed == ["turn"]

    def test_two_buttons_at_once_are_two_presses(self, edge: Edge) -> None:
        edge.start()
        edge.pin("GPIO5").drive_low()
        edge.press("GPIO6")
        assert edge.pressed == ["turn", "undo"]


class TestLights:
    def test_the_lights_show_the_picture(self, edge: Edge) -> None:
        edge.start()
        for picture, lit in ((TURN, (True, False)), (BOTH, (True, True)), (PanelPicture(), (False, False))):
            edge.panel.show(picture)
            edge.run(20)
            assert (edge.is_on("GPIO12"), edge.is_on("GPIO13")) == lit

    def test_a_picture_from_before_the_start_is_shown(self, edge: Edge) -> None:
        edge.panel.show(TURN)
        edge.start()
        assert edge.is_on("GPIO12")

    def test_after_the_end_the_panel_is_dark_and_quiet_and_can_be_started_again(self, edge: Edge) -> None:
        edge.panel.show(BOTH)
        edge.panel.buzz([10_000])
        edge.start()
        assert all(edge.is_on(pin) for pin in ("GPIO12", "GPIO13", "GPIO16"))
        edge.panel.stop()
        edge.panel.stop()
        assert not any(edge.is_on(pin) for pin in ("GPIO12", "GPIO13", "GPIO16"))
        edge.start()
        assert edge.is_on("GPIO13")


class TestBuzzer:
    def test_it_buzzes_by_its_pattern_and_ends(self, edge: Edge) -> None:
        edge.start()
        edge.panel.buzz([80, 60, 80])
        heard = []
        for _ in range(8):
            edge.run(40)
            heard.append(edge.is_on("GPIO16"))
        assert heard == [True, False, False, True, True, False, False, False]

    def test_a_new_pattern_takes_the_place_of_the_old(self, edge: Edge) -> None:
        edge.start()
        edge.panel.buzz([10_000])
        edge.run(20)
        edge.panel.buzz([30])
        edge.run(50)
        assert not edge.is_on("GPIO16")

    @pytest.mark.parametrize(("at_ms", "is_on"), [(99, True), (100, True), (149, True), (150, False)])
    def test_a_pattern_is_on_from_its_beginning_to_its_end(self, at_ms: int, is_on: bool) -> None:
        assert Buzzing((50,), 100).is_on(at_ms) is is_on
        assert not Buzzing((), 0).is_on(at_ms)


class TestPins:
    def test_what_is_not_fitted_takes_no_pin(self, edge: Edge) -> None:
        edge.panel = Panel(PanelWiring(turn="GPIO5"), edge.clock)
        edge.panel.show(BOTH)
        edge.panel.buzz([100])
        edge.start()
        edge.press("GPIO5")
        assert edge.pressed == ["turn"]
        assert [str(info.name) for info in edge.factory.pins] == ["GPIO5"]

    def test_without_any_pin_there_is_no_panel(self) -> None:
        assert not PanelWiring().is_fitted
        assert PanelWiring(buzzer="GPIO16").is_fitted

    def test_pins_that_cannot_be_opened_are_reported_once(
        self, edge: Edge, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Device, "pin_factory", None)
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "steam")
        edge.start()
        edge.run(10_000)
        why = "Unable to find pin factory 'steam'"
        assert edge.told == [LinkLost(0, "panel", NO_PINS.with_values(why=why))]

    def test_a_pin_that_fails_is_reported_and_the_panel_comes_back_as_it_was(
        self, edge: Edge, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        edge.panel.show(TURN)
        edge.start()

        def fail(self: object) -> bool:
            raise PinError("can not read gpio")

        with monkeypatch.context() as broken:
            broken.setattr(MockPin, "_get_state", fail)
            edge.run(3_000)
        edge.run(3_000)
        reason = "The panel fails (can not read gpio). Check its pins in the settings."
        assert [event for event in edge.told if isinstance(event, LinkLost)] == [
            LinkLost(110, "panel", reason)
        ]
        assert isinstance(edge.told[-1], LinkUp)
        assert edge.is_on("GPIO12")
