"""Sound by pygame's mixer. Without a sound card the game goes on in silence.

Only SDL's mixer is started, in a thread of its own: a driver may take long to report that it has no card.
"""

from __future__ import annotations

import importlib
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.device_thread import DeviceThread
from hardware.lasting_thread import BackOff, HostClock, ThreadClock
from hardware.ports import DeviceError, DeviceEvent, Emit, LinkLost
from hardware.screen.touchscreen import SDL_SETTINGS
from hardware.sound.tones import RATE_HZ, TONES, rendered
from texts import _

if TYPE_CHECKING:
    import pygame

SAMPLE_BITS = -16
"""Signed, in pygame's notation."""
BUFFER_SAMPLES = 512
"""Samples already handed to the card delay the next sound: 23 ms."""
RETRY = BackOff(first_s=5.0, longest_s=60.0)
STOP_S = 2.0
"""A driver that hangs is left behind: the program ends without it."""
LOOK_US = 60_000_000

CARDS = Path("/dev/snd")
SERVERS = ("pulse/native", "pipewire-0")
"""The sockets of sound servers, in the folder of the user's sockets."""

_log = logging.getLogger(__name__)


class MixerSound:
    """Device: plays the short sounds of `tones.TONES` by name. `volume` is 0 to 1."""

    def __init__(self, volume: float, clock: ThreadClock | None = None, back_off: BackOff = RETRY) -> None:
        self._volume = volume
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._thread = DeviceThread("sound", _("the sound"), self._serve, clock or HostClock(), back_off)

    def start(self, emit: Emit) -> None:
        """Look for a sound card. Nothing is emitted: the game needs none, so a log line is enough."""
        self._thread.start(_log_event)

    def stop(self) -> None:
        """Release the sound card."""
        self._thread.stop(STOP_S)

    def play(self, name: str) -> None:
        """Start a sound. Returns at once; without a sound card it is silent. Raises KeyError for an unknown
        sound."""
        TONES[name]
        sound = self._sounds.get(name)
        if sound is not None:
            sound.set_volume(self._volume)
            sound.play()

    def set_volume(self, volume: float) -> None:
        """Set the volume of the next sounds, from 0 to 1."""
        self._volume = volume

    def _serve(self, link: DeviceThread) -> None:
        """Hold the sound card until the end."""
        _open_mixer()
        from pygame import mixer

        try:
            self._sounds = {name: mixer.Sound(buffer=rendered(notes)) for name, notes in TONES.items()}
            link.up(f"{RATE_HZ} Hz")
            while not link.is_ending:
                link.wait_us(LOOK_US)
        finally:
            self._sounds = {}
            mixer.quit()


def _open_mixer() -> None:
    """Start pygame's mixer on a sound card. Raises `DeviceError`."""
    if not is_card_here():
        raise DeviceError(_("There is no sound card."))
    os.environ.update(SDL_SETTINGS)
    try:
        import pygame

        # If a library is missing, `pygame.mixer` is a stand-in that only warns. The import itself raises the
        # reason.
        mixer = importlib.import_module("pygame.mixer")
    except ImportError as error:
        raise DeviceError(
            _("Sound needs pygame's mixer, which cannot be loaded ({why}).", why=str(error))
        ) from error
    try:
        mixer.init(RATE_HZ, SAMPLE_BITS, 1, BUFFER_SAMPLES, allowedchanges=0)
    except pygame.error as error:
        raise DeviceError(_("The sound card cannot be opened ({why}).", why=str(error))) from error


def is_card_here() -> bool:
    """Whether SDL has a device to play on: without one it logs long complaints."""
    if "SDL_AUDIODRIVER" in os.environ or "PULSE_SERVER" in os.environ:
        return True
    sockets = Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere"))
    return any(CARDS.glob("pcm*p")) or any((sockets / server).exists() for server in SERVERS)


def _log_event(event: DeviceEvent) -> None:
    if isinstance(event, LinkLost):
        _log.warning("%s The game goes on without sound.", event.reason)
