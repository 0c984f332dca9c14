"""The kind of the values that say which screen lies over a session."""

from __future__ import annotations

from typing import ClassVar

from controller.model.view import Phase


class Layer:
    """The state of a screen over a session. Each screen has a record of its own for it."""

    __slots__ = ()

    phase: ClassVar[Phase]
