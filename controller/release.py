"""The release of Tablier."""

from __future__ import annotations

from typing import Final

RELEASE: Final = "0.1.0"
"""The release that runs. `pyproject.toml` takes it from here."""
