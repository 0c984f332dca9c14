"""The command `tablier`, as it is installed."""

from __future__ import annotations

import importlib
import sys

from tablier import own


def main() -> None:
    """Run the command; if a part of Tablier is missing, say what to install."""
    own.come_first()
    try:
        cli = importlib.import_module("controller.cli")
    except ModuleNotFoundError as error:
        if error.name in own.OWN:
            raise
        sys.stderr.write(
            f"Error: {error.name} is missing: only the engines are installed. For the command: "
            "pip install 'tablier[simulation]'. For a real table: 'tablier[table]'.\n"
        )
        sys.exit(2)
    cli.main()
