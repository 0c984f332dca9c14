"""Speech by a program that speaks: what it is called with, and in which order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hardware.speech import LONGEST, Speech


class Speaking:
    """A program that speaks until it is told to have spoken."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self.status: int | None = None

    def poll(self) -> int | None:
        return self.status

    def terminate(self) -> None:
        self.status = -15

    def wait(self, timeout: float | None = None) -> int:
        assert self.status is not None
        return self.status


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
