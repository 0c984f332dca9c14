"""An id that distinguishes installations of a table, even if both were made from one card's image."""

from __future__ import annotations

import uuid
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

LETTERS: Final = 8
MACHINE: Final = (Path("/sys/firmware/devicetree/base/serial-number"), Path("/etc/machine-id"))


def installation(journal: Path | None) -> str:
    """Eight letters that stay the same for a journal on this computer: made of its network card's address,
    its serial number, and the journal's path."""
    parts = [f"{uuid.getnode():x}", str(journal)]
    for path in MACHINE:
        with suppress(OSError):
            parts.append(path.read_text(encoding="utf-8", errors="replace"))
    return sha256("\n".join(parts).encode()).hexdigest()[:LETTERS]
