"""The table's own short sounds: notes as data, rendered to samples. Pure."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from math import exp, pi, sin

from engines.record import record

RATE_HZ = 22_050
LOUDEST = 32_767
ATTACK_MS = 6
"""A note without an attack clicks."""
RELEASE_MS = 20
"""So does one without a release."""
HARMONICS = ((1, 0.7), (2, 0.2), (3, 0.1))
"""Multiples of a note's frequency and their shares: rounder than a beep, and audible on small speakers."""
PERIOD = tuple(sum(share * sin(2 * pi * n * at / 1024) for n, share in HARMONICS) for at in range(1024))
"""One period of every note."""


@record
class Note:
    """A struck note: its frequency, its start, its duration, and its volume, from 0 to 1."""

    hz: float
    at_ms: int
    for_ms: int
    loudness: float = 0.6


TONES: Mapping[str, tuple[Note, ...]] = {
    "accepted": (Note(784, 0, 130), Note(1175, 60, 160, 0.4)),
    "task": (Note(988, 0, 90, 0.5), Note(988, 130, 140, 0.5)),
    "turn": (Note(523, 0, 160), Note(659, 100, 240)),
    "wrong": (Note(196, 0, 180, 0.8), Note(185, 170, 300, 0.8)),
    "over": (
        Note(523, 0, 300),
        Note(659, 140, 300),
        Note(784, 280, 300),
        Note(1047, 420, 700, 0.7),
    ),
}
"""Each sound by its name. The error sound is low, the others are high, so that they differ on any speaker."""


def rendered(notes: Sequence[Note]) -> bytes:
    """Signed 16-bit samples of one channel, `RATE_HZ` a second, in the computer's byte order.

    A sound too loud for the format is scaled down as a whole.
    """
    length = max(_samples(note.at_ms + note.for_ms) for note in notes)
    mixed = [0.0] * length
    for note in notes:
        start = _samples(note.at_ms)
        for offset, level in enumerate(_levels(note)):
            mixed[start + offset] += level
    scale = LOUDEST / max(1.0, *map(abs, mixed))
    return array("h", [round(level * scale) for level in mixed]).tobytes()


def _levels(note: Note) -> list[float]:
    """A note's samples from -1 to 1: struck at once, fading, and released at its end."""
    count = _samples(note.at_ms + note.for_ms) - _samples(note.at_ms)
    step = note.hz * len(PERIOD) / RATE_HZ
    fade = exp(-4.0 / count)
    loudness = note.loudness
    levels = []
    for number in range(count):
        levels.append(loudness * PERIOD[int(step * number) % len(PERIOD)])
        loudness *= fade
    for edge in (_samples(ATTACK_MS), -_samples(RELEASE_MS)):
        for number in range(abs(edge)):
            levels[number if edge > 0 else -1 - number] *= number / abs(edge)
    return levels


def _samples(at_ms: int) -> int:
    return at_ms * RATE_HZ // 1000
