"""The release of Tablier."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

RELEASE: Final = version("tablier")
"""The release that runs. It is read once: an update that is installed meanwhile only counts from the next
start."""
