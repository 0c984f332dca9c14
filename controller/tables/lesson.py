"""The parts of a game's lesson."""

from __future__ import annotations

from controller.tables.help import Figure
from engines.record import record


@record
class LessonStep:
    """One step of a lesson: a position, what it teaches, and what the learner does in it.

    Each of the `accepted` actions, in the notation of the rule page, is right; without any there is only
    something to read. After it the learner reads the `answer`; before it, after another try, the `hint`.
    `offered` are actions with a button on the screen, because hands cannot do them at every table.
    """

    title: str
    lines: tuple[str, ...]
    figure: Figure
    accepted: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    hint: str = ""
    offered: tuple[str, ...] = ()
