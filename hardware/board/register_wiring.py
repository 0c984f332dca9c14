"""The wiring of the shift-register chains to the computer: values that load no driver."""

from __future__ import annotations

from engines.record import record

SPI_PINS = ("GPIO11", "GPIO10", "GPIO9")
"""Clock, data to and data from the registers, of SPI 0: gpiozero knows the hardware of no other."""

SELECT_PINS = ("GPIO8", "GPIO7")
"""The select line of each device of SPI 0. The registers need none, but the bus drives it."""


@record
class RegisterWiring:
    """The wiring of the chains: SPI 0 with its select line `device`, and two more pins.

    `settle_us` is the time for a row to rise and the columns of the row before to fall.
    """

    device: int = 0
    rate_hz: int = 4_000_000
    latch_pin: str = "GPIO24"
    load_pin: str = "GPIO25"
    settle_us: int = 5
    is_end_high: bool = True
    may_bit_bang: bool = False

    @property
    def bus_pins(self) -> tuple[str, ...]:
        """The pins of the bus."""
        return (*SPI_PINS, SELECT_PINS[self.device])
