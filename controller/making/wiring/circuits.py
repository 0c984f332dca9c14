"""Every connection of a table. The computers' pins come from the settings, so they always agree.

The drawings and the tables of pins in `docs/build` are made from these circuits alone.
"""

from __future__ import annotations

from typing import Final

from controller.making.power import estimate
from controller.making.wiring.circuit import GAP, Circuit, Part, net
from controller.making.wiring.modules import HEADER, PICO, RDM6300, SHIFTER, gp, resistor
from controller.making.wiring.register_circuits import sensors, sensors_on_pi, tags
from controller.settings.light_map_file import light_map_for
from controller.settings.settings import Config
from firmware import settings
from hardware.panel.panel import PanelWiring

PANEL: Final = PanelWiring(
    turn="GPIO5", undo="GPIO6", turn_light="GPIO22", undo_light="GPIO23", buzzer="GPIO27"
)
"""Pins for a panel that are free in all other circuits."""

IDLE: Final = ("2A", "2OE", "3A", "3OE", "4A", "4OE")
"""The inputs of a 74AHCT125's other three gates: none may float (its data sheet)."""


def all_circuits() -> tuple[Circuit, ...]:
    """Every circuit, in the order of the page."""
    return sensors(), lights(), power(), panel(), readers(), tags(), sensors_on_pi()


def lights() -> Circuit:
    """From the Pico to the first light: the level is shifted from 3.3 V to 5 V."""
    data = gp(settings.LIGHTS_PIN)
    pico = Part("Raspberry Pi Pico", 0, (), (data, "GND"), "under the table", PICO)
    shifter = Part("74AHCT125", 1, ("1A", "1OE", *IDLE, "GND", "VCC"), ("1Y",), "3.3 V to 5 V", SHIFTER)
    series = resistor("R 470 Ω", 2, drop=1)
    tank = Part("C 1000 µF", 2, ("+", "−"), (), "at least 6.3 V")
    strip = Part("Lights", 3, ("DIN", "5 V", "GND"), ("DOUT",), "the first of the strip")
    return Circuit(
        "lights",
        "Lights: from the Pico to the first light",
        (pico, shifter, series, tank, strip),
        (
            net("data", pico[data], shifter["1A"]),
            net("data, 5 V", shifter["1Y"], series["1"]),
            net("data", series["2"], strip["DIN"]),
            net("next light’s DIN", strip["DOUT"]),
            net("GND", pico["GND"], strip["GND"], tank["−"]),
            net("GND", *(shifter[pin] for pin in ("1OE", *IDLE, "GND"))),
            net("5 V", shifter["VCC"], strip["5 V"], tank["+"]),
        ),
    )


def power() -> Circuit:
    """Two supplies, a fuse, and every power injection point of the strip, by `tablier power`."""
    config = Config()
    reckoned = estimate(config, light_map_for(config))
    apart = reckoned.lights // reckoned.feeds[0]
    supply = Part("Supply, lights", 0, (), ("+", "−"), f"5 V, {reckoned.supply_a} A")
    charger = Part("Supply, Raspberry Pi", 0, (), ("plug",), "its maker’s own", drop=20)
    fuse = Part("Fuse, terminals", 1, ("+", "−"), ("+5 V", "GND"), f"{reckoned.wiring.fuse_a:g} A")
    pi = Part("Raspberry Pi", 1, ("power",), ("USB",), drop=21)
    fed = [Part(f"Light {1 + feed * apart}", 2, ("5 V", "GND")) for feed in range(reckoned.feeds[0])]
    tank = Part("C 1000 µF", 2, ("+", "−"), (), "at least 6.3 V")
    shifter = Part("74AHCT125", 2, ("VCC", "GND"), numbers=SHIFTER)
    pico = Part("Raspberry Pi Pico", 2, ("GND", "USB"), numbers={"GND": PICO["GND"]})
    plus = [tank["+"], shifter["VCC"], *(light["5 V"] for light in fed)]
    minus = [tank["−"], *(part["GND"] for part in (shifter, *fed, pico))]
    return Circuit(
        "power",
        "Power: two supplies, one ground",
        (supply, charger, fuse, pi, tank, shifter, *fed, pico),
        (
            net("+5 V", supply["+"], fuse["+"]),
            net("ground", supply["−"], fuse["−"]),
            net("ground", fuse["GND"], *minus),
            net("+5 V", fuse["+5 V"], *plus),
            net("its cable", charger["plug"], pi["power"]),
            net("USB cable", pi["USB"], pico["USB"]),
        ),
    )


def panel() -> Circuit:
    """Two buttons with lights and a buzzer at the table's edge."""
    pins = (PANEL.turn, PANEL.turn_light, PANEL.undo, PANEL.undo_light, PANEL.buzzer)
    slots = tuple(slot for pin in pins for slot in (pin, GAP, GAP))[:-2]
    pi = Part("Raspberry Pi", 0, (), (*slots, "GND"), "its 40 pins", HEADER)
    turn, undo = (
        Part(f"Button “{name}”", 1, ("1",), ("2",), drop=drop) for name, drop in (("turn", 1), ("undo", 0))
    )
    series = [resistor(f"R 330 Ω, {name}", 1) for name in ("turn", "undo")]
    lamps = [Part(f"LED “{name}”", 2, ("+",), ("−",), drop=drop) for name, drop in (("turn", 4), ("undo", 3))]
    base = resistor("R 1 kΩ", 1)
    switch = Part("2N2222", 2, ("base", "emitter"), ("collector",), "or another NPN")
    buzzer = Part("Buzzer", 3, ("−",), ("+",), "active, 5 V", drop=13)
    return Circuit(
        "panel",
        "Panel: two buttons with lights, and a buzzer",
        (pi, turn, series[0], undo, series[1], base, *lamps, switch, buzzer),
        (
            net("turn", pi[PANEL.turn], turn["1"]),
            net("its light", pi[PANEL.turn_light], series[0]["1"]),
            net("undo", pi[PANEL.undo], undo["1"]),
            net("its light", pi[PANEL.undo_light], series[1]["1"]),
            net("buzzer", pi[PANEL.buzzer], base["1"]),
            *(net("light", part["2"], lamp["+"]) for part, lamp in zip(series, lamps, strict=True)),
            net("switch", base["2"], switch["base"]),
            net("buzzer", switch["collector"], buzzer["−"]),
            net("GND", pi["GND"], switch["emitter"], turn["2"], undo["2"], *(lamp["−"] for lamp in lamps)),
            net("5 V", buzzer["+"]),
        ),
    )


def readers() -> Circuit:
    """A tag reader for a seat: a PN532 or an RDM6300, each on a USB adapter of its own."""
    pi = Part("Raspberry Pi", 0, (), ("USB", *[GAP] * 6, "another USB"), "its USB sockets")
    adapters = [
        Part(name, 1, ("USB",), ("5 V", "GND", "TXD", "RXD"), "CH340, CP2102 or FT232")
        for name in ("USB adapter", "USB adapter no. 2")
    ]
    pn532 = Part("PN532", 2, ("VCC", "GND", "RXD", "TXD"), (), "switches: HSU")
    rdm6300 = Part("RDM6300", 2, ("5V", "GND", GAP, "TX"), ("ANT1", "ANT2"), "its rows P1 and P2", RDM6300)
    first, second = adapters
    return Circuit(
        "readers",
        "Tag readers of the seats: either sort, each on its own adapter",
        (pi, first, second, pn532, rdm6300),
        (
            net("USB cable", pi["USB"], first["USB"]),
            net("USB cable", pi["another USB"], second["USB"]),
            net("+5 V", first["5 V"], pn532["VCC"]),
            net("ground", first["GND"], pn532["GND"]),
            net("to the reader", first["TXD"], pn532["RXD"]),
            net("from the reader", first["RXD"], pn532["TXD"]),
            net("+5 V", second["5 V"], rdm6300["5V"]),
            net("ground", second["GND"], rdm6300["GND"]),
            net("from the reader", second["RXD"], rdm6300["TX"]),
            net("free", second["TXD"]),
            net("coil", rdm6300["ANT1"]),
            net("coil, other end", rdm6300["ANT2"]),
        ),
    )
