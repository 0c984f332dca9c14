"""After a wrong PIN the host's keys are locked for a while, which they say. Pure."""

from __future__ import annotations

from dataclasses import replace

from controller.shell.state import PinPad, Shell


def asked(shell: Shell, layer: PinPad, now_ms: int) -> Shell:
    """The shell that asks for the PIN, or says how long the keys are still locked."""
    locked_s = max(-(-(shell.locked_ms - now_ms) // 1_000), 0)
    is_wrong = layer.is_wrong and locked_s > 0
    return shell.under(replace(layer, locked_s=locked_s, is_wrong=is_wrong))


def counts_ms(shell: Shell, layer: PinPad) -> int | None:
    """When another second of the lock is over; `None` where there is none."""
    return shell.locked_ms - 1_000 * (layer.locked_s - 1) if layer.locked_s else None


def unlocked(shell: Shell, now_ms: int) -> Shell:
    """The shell when whoever runs the computer lets the keys be read at once."""
    shell = replace(shell, wrong_pins=0, locked_ms=now_ms)
    return asked(shell, shell.layer, now_ms) if isinstance(shell.layer, PinPad) else shell
