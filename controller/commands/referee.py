"""`tablier referee`."""

from __future__ import annotations

import sys

import click


@click.command()
def referee() -> None:
    """Play any game by requests, one JSON object a line (docs/rules/referee.md)."""
    from engines import protocol

    protocol.run(sys.stdin.buffer, sys.stdout.buffer)
