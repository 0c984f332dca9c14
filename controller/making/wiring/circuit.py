"""Connections as values: parts with pins, and nets that join pins under the name of a signal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from engines.record import record

RAILS: Final = ("GND", "3.3 V", "own 3.3 V", "5 V")
"""Nets that are named at each pin instead of drawn as wires, because they have too many."""

GAP: Final = ""
"""A gap in a part's row of pins."""


class CircuitError(Exception):
    """The circuit is invalid: a pin that a part does not have, or one that is in two nets. The text says
    which."""


@record
class End:
    """A pin of a part."""

    part: str
    pin: str


@record
class Part:
    """A part as it is drawn: a box in a column, with pins on its left and its right side from above.

    `numbers` are printed beside the pins on the part, or counted along a chip. `drop` moves it down by this
    many pins.
    """

    name: str
    column: int
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    note: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    drop: float = 0

    def __getitem__(self, pin: str) -> End:
        """A pin by its name. Raises `CircuitError`."""
        if pin not in self.pins:
            raise CircuitError(f"{self.name} has no pin {pin}")
        return End(self.name, pin)

    @property
    def pins(self) -> tuple[str, ...]:
        """All its pins."""
        return tuple(pin for pin in (*self.left, *self.right) if pin != GAP)


@record
class Net:
    """Joined pins. For a single one, `signal` is its destination in words."""

    signal: str
    ends: tuple[End, ...]

    @property
    def is_wire(self) -> bool:
        """Whether it is drawn as a wire; otherwise its name stands at each pin."""
        return self.signal not in RAILS and len(self.ends) > 1


def net(signal: str, *ends: End) -> Net:
    """A net of these pins."""
    return Net(signal, ends)


@record
class Circuit:
    """The parts and nets of one drawing. The order of the nets is that of their wires from left to right.

    Raises `CircuitError`.
    """

    name: str
    title: str
    parts: tuple[Part, ...]
    nets: tuple[Net, ...]

    def __post_init__(self) -> None:
        known = {End(part.name, pin) for part in self.parts for pin in part.pins}
        taken: set[End] = set()
        for end in (end for one in self.nets for end in one.ends):
            if end not in known:
                raise CircuitError(f"{self.name}: there is no pin {end.pin} of {end.part}")
            if end in taken:
                raise CircuitError(f"{self.name}: pin {end.pin} of {end.part} is in two nets")
            taken.add(end)
        if free := known - taken:
            raise CircuitError(f"{self.name}: nothing is said of {sorted(free, key=repr)}")

    def part(self, name: str) -> Part:
        """A part by its name."""
        return next(part for part in self.parts if part.name == name)
