"""What the recorder's checkpoints make of a field of a record, as its metadata. One without is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CHECKPOINT: Final = "checkpoint"
"""The key of the metadata."""

FLEETING: Final[Mapping[str, str]] = {CHECKPOINT: "fleeting"}
"""No checkpoint is made while the field has another value than its default, so none has the field."""

APART: Final[Mapping[str, str]] = {CHECKPOINT: "apart"}
"""The field is no part of the record's state: a checkpoint has it in another form, or not at all."""
