"""After a wrong PIN the keys are locked for a while, and the screen says so. Pure."""

from __future__ import annotations

from controller.shell.model.layers import PinPad
from controller.shell.model.state import Shell
from engines.record import replace


def asked(shell: Shell, layer: PinPad, now_ms: int) -> Shell:
    """The shell with the PIN keys, or with the time for which they are still locked."""
    locked_s = max(-(-(shell.locked_ms - now_ms) // 1_000), 0)
    is_wrong = layer.is_wrong and locked_s > 0
    return shell.under(replace(layer, locked_s=locked_s, is_wrong=is_wrong))


def counts_ms(shell: Shell, layer: PinPad) -> int | None:
    """When the countdown of the lock next changes; `None` if there is no lock."""
    return shell.locked_ms - 1_000 * (layer.locked_s - 1) if layer.locked_s else None


def unlocked(shell: Shell, now_ms: int) -> Shell:
    """The shell after the computer's owner has ended the lock."""
    shell = replace(shell, wrong_pins=0, locked_ms=now_ms)
    return asked(shell, shell.layer, now_ms) if isinstance(shell.layer, PinPad) else shell
