"""The current of a picture, for any kind of lights."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Protocol

from hardware.ports import Lights

FULL = 255

REPEATED: Final = 64
"""The pictures that are kept as they are sent: rhythms bring the same ones again and again."""


class Electrics:
    """Turns pictures into bytes to send, with brightness, gamma and a cap on the current.

    `brightness` is 0 to 1; `channel_ma` is the current of one colour of one light at full, `idle_ma` that of
    a dark light (WS2812B datasheet: about 20 and 1). Lights that `have_white` use it for the common part of
    their three colours, at `white_ma` when full.
    """

    def __init__(
        self,
        brightness: float,
        gamma: float,
        cap_ma: float,
        channel_ma: float = 20.0,
        idle_ma: float = 1.0,
        white_ma: float = 20.0,
        *,
        have_white: bool = False,
    ) -> None:
        self.cap_ma = cap_ma
        self.have_white = have_white
        self._channel_ma = channel_ma
        self._idle_ma = idle_ma
        self._white_ma = white_ma
        self._gamma = gamma
        self._levels = _levels(brightness, gamma)

    def dim(self, brightness: float) -> None:
        """Set the brightness of the pictures from now on, 0 to 1."""
        self._levels = _levels(brightness, self._gamma)

    def sent(self, frame: bytes) -> bytes:
        """The bytes for a picture of three bytes a light: their estimated current never exceeds the cap.

        A picture above the cap is dimmed as a whole, so that its colours stay the same.
        """
        sent = wanted = frame.translate(self._levels)
        most = self._most(len(frame) // 3)
        total = load = self._load(wanted)
        aim: float = most
        while load > most and any(sent):
            if sent is not wanted:
                aim -= max(load - most, 1)  # rounding has left less white than colours
            share = max(0, aim)
            sent = wanted.translate(bytes(int(level * share // total) for level in range(FULL + 1)))
            load = self._load(sent)
        return sent

    def current_ma(self, sent: bytes) -> float:
        """The estimated current of lights that show these bytes."""
        return len(sent) // 3 * self._idle_ma + self._load(sent) * self._channel_ma / FULL

    def _load(self, sent: bytes) -> float:
        """The current of these bytes in addition to dark lights, in levels of one colour."""
        if not self.have_white:
            return sum(sent)
        white = sum(map(min, sent[0::3], sent[1::3], sent[2::3]))
        return sum(sent) - (3 - self._white_ma / self._channel_ma) * white

    def _most(self, lights: int) -> int:
        """The largest sum of levels within the cap, after the current of dark lights."""
        return max(0, int((self.cap_ma - lights * self._idle_ma) * FULL / self._channel_ma))


def _levels(brightness: float, gamma: float) -> bytes:
    """The level for each value of a colour. Any nonzero value stays lit, unless brightness is zero."""
    faintest = 1 if brightness else 0
    lit = (max(faintest, round(FULL * brightness * (value / FULL) ** gamma)) for value in range(1, FULL + 1))
    return bytes([0, *lit])


class Ordered(Protocol):
    """A strip whose colour order may have to be changed."""

    def reorder(self, order: str) -> None:
        """Send the present and all later pictures in this order."""


class DimmedLights:
    """Dims the pictures for a device that knows no currents. Keeps the duties of `Lights`.

    `strip` is the device, perhaps behind a light map.
    """

    def __init__(self, inner: Lights, electrics: Electrics, strip: Ordered) -> None:
        self._inner = inner
        self._electrics = electrics
        self._sent = lru_cache(REPEATED)(electrics.sent)
        self._strip = strip

    def show(self, frame: bytes) -> None:
        """Show a picture: three bytes (red, green, blue) for each light."""
        self._inner.show(self._sent(frame))

    def dim(self, brightness: float) -> None:
        """Set the brightness of the pictures from the next one on, 0 to 1."""
        self._electrics.dim(brightness)
        self._sent.cache_clear()

    def reorder(self, order: str) -> None:
        """Set the strip's colour order: see `hardware.lights.colour_order`."""
        self._electrics.have_white = "W" in order
        self._sent.cache_clear()
        self._strip.reorder(order)


class NoLights:
    """A table without lights: the screen alone guides. Keeps `Lights`."""

    def show(self, frame: bytes) -> None:
        """Show nothing."""
