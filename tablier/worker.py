"""`python -P -m tablier.worker`: simulated tables for the program that has started it."""

import importlib
import os
import sys

from tablier.own import come_first


def main() -> None:
    """Answer on standard output, which nothing else may write on."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    come_first()
    importlib.import_module("controller.simulation.scripts.serving").run(sys.stdin.buffer, answers)


if __name__ == "__main__":
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    main()
