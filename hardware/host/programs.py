"""Runs other programs of this computer, each within a time limit and with plain answers."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from typing import Final

from engines.record import record
from hardware.host.port import HostError
from texts import _

WITHIN_S: Final = 10.0


@record
class EndedProgram:
    """A program that has ended: its status, its output, and the last line of its complaints."""

    status: int
    output: str
    complaint: str


Run = Callable[[Sequence[str], str, float], EndedProgram]
"""Runs a program with this input and this limit in seconds. Raises `HostError`."""


def run(words: Sequence[str], given: str = "", within_s: float = WITHIN_S) -> EndedProgram:
    """See `Run`. The input goes through a pipe, so no other user sees it."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(  # noqa: S603 - no shell
            words,
            input=given,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=within_s,
            env=environment,
            check=False,
        )
    except FileNotFoundError as error:
        raise HostError(_("{program} is not installed.", program=words[0])) from error
    except subprocess.TimeoutExpired as error:
        raise HostError(_("{program} does not answer.", program=words[0])) from error
    except (OSError, ValueError) as error:
        raise HostError(_("{program} cannot be run.", program=words[0])) from error
    complaints = done.stderr.strip().splitlines()
    return EndedProgram(done.returncode, done.stdout, complaints[-1] if complaints else "")
