"""The computer that the figures are from."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

from benchmarks.report import Json

_MODEL_FILES = (Path("/proc/device-tree/model"), Path("/proc/cpuinfo"))


def machine() -> Json:
    """Processor, cores, system and Python, with its build: another build of the same version may take a third
    more time."""
    return {
        "cpu": cpu_model([file.read_text() for file in _MODEL_FILES if file.exists()]),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {sys.version}",
    }


def cpu_model(texts: list[str]) -> str:
    """The processor's name from the kernel: a board's model (`Raspberry Pi 5 …`), or `model name`."""
    for text in texts:
        if ":" not in text:
            return text.strip("\0\n ")
        for line in text.splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.machine()
