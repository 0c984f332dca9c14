"""Other programs of this computer: real ones."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest

from hardware.host.port import HostError
from hardware.host.programs import run


def python(text: str) -> Sequence[str]:
    return (sys.executable, "-c", text)


def test_a_program_gets_its_input_and_gives_its_status_and_the_last_line_of_its_complaints() -> None:
    ended = run(
        python("import sys; print(sys.stdin.read()); print('a\\nb', file=sys.stderr); sys.exit(3)"), "x"
    )
    assert (ended.status, ended.output, ended.complaint) == (3, "x\n", "b")


def test_it_answers_in_plain_english_whatever_the_computer_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert run(python("import os; print(os.environ['LC_ALL'])")).output == "C.UTF-8\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("no-such-program",), "no-such-program is not installed."),
        (("/",), "/ cannot be run."),
        (python("import time; time.sleep(600)"), "does not answer."),
    ],
    ids=["missing", "no-program", "hanging"],
)
def test_one_that_is_missing_or_hangs_is_an_error_in_words(words: Sequence[str], message: str) -> None:
    with pytest.raises(HostError, match=message):
        run(words, within_s=0.3)
