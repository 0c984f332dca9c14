"""Sound: the tones as samples, and the mixer with SDL's driver that needs no card, and without any."""

from __future__ import annotations

import importlib
import logging
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue

import pytest

from hardware.lasting_thread import BackOff
from hardware.ports import DeviceEvent, LinkLost, LinkUp
from hardware.sound import sound
from hardware.sound.sound import MixerSound
from hardware.sound.tones import RATE_HZ, TONES, Note, rendered
from tests.needs import needs

WITHIN_S = 60.0
QUICK = BackOff(0.01, 0.02)
Start = Callable[[MixerSound], MixerSound]


def samples(notes: tuple[Note, ...]) -> array[int]:
    return array("h", rendered(notes))


class TestTones:
    @pytest.mark.parametrize("name", TONES)
    def test_a_sound_is_short_loud_enough_and_begins_and_ends_in_silence(self, name: str) -> None:
        tone = samples(TONES[name])
        assert 0.1 < len(tone) / RATE_HZ < 1.5
        assert 8_000 < max(abs(level) for level in tone) <= 32_767
        assert tone[0] == tone[-1] == 0
        assert max(abs(level) for level in tone[:20]) < 3_000

    def test_a_note_has_its_pitch(self) -> None:
        tone = samples((Note(441, 0, 500),))
        rising = [at for at in range(1, len(tone)) if tone[at - 1] < 0 <= tone[at]]
        assert (rising[-1] - rising[0]) / (len(rising) - 1) == pytest.approx(RATE_HZ / 441, rel=0.01)

    def test_a_note_fades(self) -> None:
        tone = samples((Note(441, 0, 500),))
        assert max(tone[:2_000]) > 3 * max(tone[-2_000:])

    def test_notes_together_are_never_clipped(self) -> None:
        one, loud = (Note(441, 0, 100, 1.0),), (Note(441, 0, 100, 1.0),) * 5
        level = [abs(level) for level in samples(loud)]
        assert max(level) == 32_767
        assert level.count(32_767) < 5
        assert max(samples(one)) < 32_767

    def test_the_wrong_sound_is_the_lowest(self) -> None:
        lowest = {name: min(note.hz for note in notes) for name, notes in TONES.items()}
        assert min(lowest, key=lambda name: lowest[name]) == "wrong"


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Queue[DeviceEvent]:
    """The entries of the log."""
    told: Queue[DeviceEvent] = Queue()
    monkeypatch.setattr(sound, "_log_event", told.put)
    return told


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, heard: Queue[DeviceEvent]) -> Iterator[Start]:
    """Starts a speaker that finds a card at once."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speakers = []

    def start(speaker: MixerSound) -> MixerSound:
        speakers.append(speaker)
        speaker.start(_told_nothing)
        assert isinstance(heard.get(timeout=WITHIN_S), LinkUp)
        return speaker

    yield start
    for speaker in speakers:
        speaker.stop()


def _told_nothing(event: DeviceEvent) -> None:
    raise AssertionError(f"nothing shall be told of sound, but {event} was")


def is_mixer_here() -> bool:
    """Whether pygame's mixer can be loaded: it needs a library that a small Debian does not have."""
    try:
        importlib.import_module("pygame.mixer")
    except ImportError:
        return False
    return True


needs_mixer = needs(is_mixer_here(), "pygame's mixer", "libglib2.0-0")


@needs_mixer
class TestMixer:
    def test_a_sound_is_played_at_its_volume(self, start: Start) -> None:
        import pygame

        speaker = start(MixerSound(0.5))
        speaker.play("turn")
        assert pygame.mixer.get_busy()
        playing = pygame.mixer.Channel(0).get_sound()
        assert playing.get_raw() == rendered(TONES["turn"])
        assert playing.get_volume() == pytest.approx(0.5, abs=0.01)
        speaker.set_volume(0.25)
        speaker.play("turn")
        assert playing.get_volume() == pytest.approx(0.25, abs=0.01)

    def test_only_the_mixer_of_pygame_is_started(self, start: Start) -> None:
        import pygame

        start(MixerSound(0.5))
        assert pygame.mixer.get_init() == (RATE_HZ, -16, 1)
        assert not pygame.get_init()
        assert not pygame.display.get_init()

    def test_a_sound_that_there_is_not_is_refused_with_a_card_and_without(self, start: Start) -> None:
        speaker = MixerSound(0.5)
        with pytest.raises(KeyError):
            speaker.play("fanfare")
        with pytest.raises(KeyError):
            start(speaker).play("fanfare")

    def test_before_the_card_is_there_and_after_the_end_it_is_silent(self, start: Start) -> None:
        import pygame

        speaker = MixerSound(0.5)
        speaker.play("turn")
        start(speaker).stop()
        speaker.stop()
        speaker.play("turn")
        assert pygame.mixer.get_init() is None
        start(speaker).play("turn")
        assert pygame.mixer.get_busy()


def logged_in_five_attempts(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> list[str]:
    """The log while a sound card is looked for five times, and a sound is played without one."""
    speaker, attempts = MixerSound(0.5, back_off=QUICK), Queue[None]()
    opening = sound._open_mixer
    monkeypatch.setattr(sound, "_open_mixer", lambda: (attempts.put(None), opening()))
    with caplog.at_level(logging.INFO):
        speaker.start(_told_nothing)
        for _ in range(5):
            attempts.get(timeout=WITHIN_S)
        speaker.play("turn")
        speaker.stop()
    return [record.getMessage() for record in caplog.records]


class TestNoCard:
    @pytest.mark.parametrize(
        ("driver", "said"),
        [
            pytest.param(
                "nonsense",
                "The sound card cannot be opened (Audio target 'nonsense' not available).",
                marks=needs_mixer,
            ),
            (None, "There is no sound card."),
        ],
    )
    def test_without_a_card_there_is_one_line_in_the_log_and_silence(
        self,
        driver: str | None,
        said: str,
        monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        monkeypatch.delenv("SDL_AUDIODRIVER", raising=False)
        if driver is not None:
            monkeypatch.setenv("SDL_AUDIODRIVER", driver)
        monkeypatch.setattr(sound, "CARDS", tmp_path)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
        assert logged_in_five_attempts(monkeypatch, caplog) == [f"{said} The game goes on without sound."]

    @pytest.mark.parametrize(
        ("module", "said"),
        [
            ("pygame", "import of pygame halted; None in sys.modules"),
            ("pygame.mixer", "import of pygame.mixer halted; None in sys.modules"),
        ],
    )
    def test_without_the_library_there_is_one_line_in_the_log_and_silence(
        self, module: str, said: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
        monkeypatch.setitem(sys.modules, module, None)
        assert logged_in_five_attempts(monkeypatch, caplog) == [
            f"Sound needs pygame's mixer, which cannot be loaded ({said}). The game goes on without sound."
        ]

    @needs_mixer
    def test_a_card_that_comes_later_is_taken(
        self, heard: Queue[DeviceEvent], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        import pygame

        monkeypatch.setenv("SDL_AUDIODRIVER", "nonsense")
        speaker = MixerSound(0.5, back_off=QUICK)
        speaker.start(_told_nothing)
        assert isinstance(heard.get(timeout=WITHIN_S), LinkLost)
        monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
        try:
            assert isinstance(heard.get(timeout=WITHIN_S), LinkUp)
            speaker.play("turn")
            assert pygame.mixer.get_busy()
        finally:
            speaker.stop()

    def test_a_card_is_seen_by_what_can_be_played_on(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        for variable in ("SDL_AUDIODRIVER", "PULSE_SERVER"):
            monkeypatch.delenv(variable, raising=False)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
        monkeypatch.setattr(sound, "CARDS", tmp_path)
        (tmp_path / "pcmC0D0c").touch()
        assert not sound.is_card_here()
        (tmp_path / "pcmC0D0p").touch()
        assert sound.is_card_here()


def test_sound_loads_no_driver_before_it_is_started() -> None:
    code = "import sys, hardware.sound; print('pygame' in sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout == "False\n"
