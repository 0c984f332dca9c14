"""Lights that can be unplugged: between the controller and the lights of a simulated board."""

from __future__ import annotations

from hardware.lights.lights import Electrics, Ordered
from hardware.ports import Emit, Lights, LinkLost, LinkUp
from texts import _


class SimulatedLights:
    """The lights of a simulated table with a supply of their own. Keeps the duties of `Lights`.

    A picture shown while they are unplugged appears when they are plugged in again, as the port demands.
    """

    def __init__(self, inner: Lights, electrics: Electrics, strip: Ordered) -> None:
        self._inner = inner
        self._strip = strip
        self._electrics = electrics
        self._wanted = b""
        self._is_plugged = True
        self._emit: Emit | None = None

    @property
    def current_ma(self) -> float:
        """The estimated current of the picture."""
        return self._electrics.current_ma(self._sent(self._wanted)) if self._wanted else 0.0

    def dim(self, brightness: float) -> None:
        """Set the brightness of the pictures from the next one on, 0 to 1."""
        self._electrics.dim(brightness)

    def reorder(self, order: str) -> None:
        """Set the strip's colour order."""
        self._electrics.have_white = "W" in order
        self._strip.reorder(order)

    def shows(self, frame: bytes, lit: bytes) -> bool:
        """Whether this state of the lights shows this picture."""
        return self._electrics.sent(frame) == lit

    def start(self, emit: Emit) -> None:
        """Emit when the lights go and come back."""
        self._emit = emit

    def show(self, frame: bytes) -> None:
        """Show a picture of three bytes a light."""
        self._wanted = frame
        self._inner.show(self._sent(frame))

    def unplug(self, at_ms: int) -> None:
        """Cut their power: they go dark."""
        self._is_plugged = False
        self._refresh()
        if self._emit is not None:
            self._emit(
                LinkLost(at_ms, "lights", _("The lights have no power. Look at their supply and cable."))
            )

    def plug(self, at_ms: int) -> None:
        """Restore the power: the last picture is shown."""
        self._is_plugged = True
        self._refresh()
        if self._emit is not None:
            self._emit(LinkUp(at_ms, "lights", "lights of the simulated board"))

    def _refresh(self) -> None:
        if self._wanted:
            self._inner.show(self._sent(self._wanted))

    def _sent(self, frame: bytes) -> bytes:
        return self._electrics.sent(frame) if self._is_plugged else bytes(len(frame))
