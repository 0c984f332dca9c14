"""Whether what a program prints depends on how Python hashes texts."""

from __future__ import annotations

import os
import subprocess
import sys


def said_under_any_hashes(program: str) -> str:
    """The output of a program, which must be the same whatever the hashes of texts are."""
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    (one,) = said
    return one
