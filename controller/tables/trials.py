"""How a game is tried by random games."""

from __future__ import annotations

from engines.record import record


@record
class Trials:
    """`options` are those of one game each, as table scripts write them. `own_table` are the settings of a
    table for this game alone, if people build such tables."""

    options: tuple[str, ...] = ("",)
    own_table: tuple[str, ...] = ()
