"""Metadata of a record's fields for the recorder's checkpoints. A field without it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CHECKPOINT: Final = "checkpoint"
"""The metadata key."""

FLEETING: Final[Mapping[str, str]] = {CHECKPOINT: "fleeting"}
"""No checkpoint is possible while the field differs from its default, so none stores it."""

APART: Final[Mapping[str, str]] = {CHECKPOINT: "apart"}
"""The field is stored separately in another form, or not at all."""
