"""Bytes on their way through a cable that loses or changes some of them."""

from __future__ import annotations

DAMAGE = 0xA5


class HarmedLine:
    """One direction of a line. By default it carries everything."""

    def __init__(self) -> None:
        self._to_damage = 0
        self._to_lose = 0

    def corrupt(self, count: int) -> None:
        """The next `count` bytes are changed on their way."""
        self._to_damage += count

    def lose(self, count: int) -> None:
        """The next `count` bytes do not arrive."""
        self._to_lose += count

    @property
    def is_harming(self) -> bool:
        """Whether the next byte will be lost or changed."""
        return self._to_lose > 0 or self._to_damage > 0

    def carried(self, data: bytes) -> bytes:
        """The bytes that arrive of those sent."""
        lost = min(self._to_lose, len(data))
        self._to_lose -= lost
        data = data[lost:]
        hit = min(self._to_damage, len(data))
        self._to_damage -= hit
        return bytes(byte ^ DAMAGE for byte in data[:hit]) + data[hit:]
