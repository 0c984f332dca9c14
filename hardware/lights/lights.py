"""What a picture draws from the supply, for any kind of lights."""

from __future__ import annotations

from hardware.ports import Lights

FULL = 255


class Electrics:
    """From a picture to the bytes that are sent, with brightness, gamma and a cap on the current.

    `brightness` is 0 to 1; `channel_ma` is what one colour of one light draws at full, `idle_ma` a dark light
    (WS2812B datasheet: about 20 and 1).
    """

    def __init__(
        self, brightness: float, gamma: float, cap_ma: float, channel_ma: float = 20.0, idle_ma: float = 1.0
    ) -> None:
        self.cap_ma = cap_ma
        self._channel_ma = channel_ma
        self._idle_ma = idle_ma
        self._gamma = gamma
        self._levels = _levels(brightness, gamma)

    def dim(self, brightness: float) -> None:
        """Let the pictures from now on be so bright, 0 to 1."""
        self._levels = _levels(brightness, self._gamma)

    def sent(self, frame: bytes) -> bytes:
        """What to send for a picture of three bytes a light: its estimate is never above the cap.

        A picture that would draw more is dimmed as a whole, so that its colours stay what they are.
        """
        wanted = frame.translate(self._levels)
        most = self._most(len(frame) // 3)
        total = sum(wanted)
        if total <= most:
            return wanted
        return wanted.translate(bytes(level * most // total for level in range(FULL + 1)))

    def current_ma(self, sent: bytes) -> float:
        """The estimated current of lights that show these bytes."""
        return len(sent) // 3 * self._idle_ma + sum(sent) * self._channel_ma / FULL

    def _most(self, lights: int) -> int:
        """The largest sum of levels that the cap allows, beside what dark lights draw."""
        return max(0, int((self.cap_ma - lights * self._idle_ma) * FULL / self._channel_ma))


def _levels(brightness: float, gamma: float) -> bytes:
    """The level to send for each value of a colour. Whatever is lit stays lit, unless all is dark."""
    faintest = 1 if brightness else 0
    lit = (max(faintest, round(FULL * brightness * (value / FULL) ** gamma)) for value in range(1, FULL + 1))
    return bytes([0, *lit])


class DimmedLights:
    """The lights of a device, none of which knows of currents. Keeps the duties of `Lights`."""

    def __init__(self, inner: Lights, electrics: Electrics) -> None:
        self._inner = inner
        self._electrics = electrics

    def show(self, frame: bytes) -> None:
        """Show a picture: three bytes (red, green, blue) for each light."""
        self._inner.show(self._electrics.sent(frame))

    def dim(self, brightness: float) -> None:
        """Let the pictures from the next one on be so bright, 0 to 1."""
        self._electrics.dim(brightness)


class NoLights:
    """A table without lights: the screen alone guides. Keeps `Lights`."""

    def show(self, frame: bytes) -> None:
        """Show nothing."""
