"""Speech by a program that speaks: what it is called with, and in which order."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.sound.speech import DEADLINE_MS, LONGEST, Speech


class Speaking:
    """A program that speaks until the test lets it finish."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self.status: int | None = None

    def poll(self) -> int | None:
        return self.status

    def terminate(self) -> None:
        self.status = -15

    def kill(self) -> None:
        self.status = -9

    def wait(self, timeout: float | None = None) -> int:
        if self.status is None:
            raise subprocess.TimeoutExpired(self.command, timeout or 0)
        return self.status


class Hanging(Speaking):
    """A program that hangs on a busy sound device, and does not end when it is asked to."""

    def terminate(self) -> None:
        pass


class Voice:
    """Every program that was begun."""

    def __init__(self) -> None:
        self.begun: list[Speaking] = []

    def run(self, command: Sequence[str]) -> Speaking:
        self.begun.append(Speaking(command))
        return self.begun[-1]

    @property
    def said(self) -> list[str]:
        return [one.command[-1] for one in self.begun]


@pytest.fixture
def voice() -> Voice:
    return Voice()


def test_a_sentence_is_an_argument_and_no_option(voice: Voice) -> None:
    Speech(voice.run).say("-x; rm", "fr")
    assert voice.begun[0].command == ("espeak-ng", "-v", "fr", "-s", "150", "--", "-x; rm")


def test_a_sentence_waits_for_the_one_before(voice: Voice) -> None:
    speech = Speech(voice.run)
    speech.say("one", "en")
    speech.say("two", "en")
    speech.poll(0)
    assert voice.said == ["one"]
    voice.begun[0].status = 0
    speech.poll(20)
    assert voice.said == ["one", "two"]


def test_the_newest_replaces_what_waits(voice: Voice) -> None:
    speech = Speech(voice.run)
    for sentence in ("one", "two", "three"):
        speech.say(sentence, "en")
    voice.begun[0].status = 0
    speech.poll(20)
    assert voice.said == ["one", "three"]


def test_it_falls_silent_at_the_end(voice: Voice) -> None:
    speech = Speech(voice.run)
    speech.say("one", "en")
    speech.say("two", "en")
    speech.stop()
    speech.stop()
    assert voice.begun[0].status == -15
    speech.poll(20)
    assert voice.said == ["one"]


def test_a_program_that_hangs_is_killed_and_the_next_sentence_is_said(voice: Voice) -> None:
    speech = Speech(voice.run)
    speech.say("one", "en")
    speech.say("two", "en")
    speech.poll(0)
    speech.poll(DEADLINE_MS - 1)
    assert voice.begun[0].status is None
    speech.poll(DEADLINE_MS)
    assert voice.begun[0].status == -9
    assert voice.said == ["one", "two"]
    speech.poll(DEADLINE_MS + 1)
    assert voice.begun[1].status is None


def test_a_program_that_hangs_at_the_end_is_killed() -> None:
    hanging = Hanging(())
    speech = Speech(lambda command: hanging)
    speech.say("one", "en")
    speech.stop()
    assert hanging.status == -9


def test_a_real_program_that_ignores_its_end_is_killed(tmp_path: Path) -> None:
    deaf = tmp_path / "deaf"
    deaf.write_text("#!/bin/sh\ntrap '' TERM\nwhile :; do sleep 0.05; done\n")
    deaf.chmod(0o755)
    begun: list[subprocess.Popen[bytes]] = []

    def run(command: Sequence[str]) -> subprocess.Popen[bytes]:
        begun.append(subprocess.Popen([deaf]))
        return begun[-1]

    speech = Speech(run)
    speech.say("one", "en")
    speech.stop()
    assert begun[0].wait() in (-signal.SIGKILL, -signal.SIGTERM)


def test_a_program_that_cannot_be_run_is_not_tried_again(voice: Voice) -> None:
    tries = []

    def missing(command: Sequence[str]) -> Speaking:
        tries.append(command)
        raise FileNotFoundError(2, "No such file or directory")

    speech = Speech(missing)
    speech.say("one", "en")
    speech.say("two", "en")
    assert len(tries) == 1


def test_a_long_text_is_cut(voice: Voice) -> None:
    Speech(voice.run).say("a" * 2 * LONGEST, "de")
    assert len(voice.said[0]) == LONGEST
