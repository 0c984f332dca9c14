"""What may come of a harm: the same, or less with a notice that names it. Never other actions, nor silence."""

from __future__ import annotations

import re
from enum import StrEnum

from tests.damage.starting import Held, Seen

ABOUT_ALL = re.compile(
    r"restored from|were restored|A new one was begun|another one than before|Missing: \d+ game|stored last is lost"
)
"""Words on a journal as a whole, that make plain that something may be missing of any game."""


class Outcome(StrEnum):
    """What came of a harm. The first four may be."""

    SAME = "the same"
    SAME_TOLD = "the same, and told"
    LESS_TOLD = "less, and told"
    ANOTHER_TOLD = "another journal, and told"
    WAITS = "waits, and says why"
    SILENT = "less, silently"
    OTHER = "something else"
    NEVER = "never starts"


ALLOWED = frozenset({Outcome.SAME, Outcome.SAME_TOLD, Outcome.LESS_TOLD, Outcome.ANOTHER_TOLD})


def judged(before: Held, seen: Seen, another: Held | None = None, *, may_wait: bool = False) -> tuple[Outcome, str]:
    """What came of it, and in words what is wrong with that, if anything is.

    `another` is what may be there instead, where another journal was put in the place of this one. A table
    that cannot write `may_wait` for somebody who mends that.
    """
    if seen.refusal:
        if may_wait and seen.is_waiting:
            return Outcome.WAITS, ""
        return Outcome.NEVER, seen.refusal
    if seen.held == before:
        return (Outcome.SAME_TOLD if seen.notice else Outcome.SAME), ""
    if another is not None and seen.held == another:
        return (Outcome.ANOTHER_TOLD, "") if seen.notice else (Outcome.SILENT, "another journal")
    if wrong := _others(before, seen.held):
        return Outcome.OTHER, wrong
    if unnamed := _unnamed(before, seen):
        return Outcome.SILENT, f"{unnamed}; it says {seen.notice or 'nothing'!r}"
    return Outcome.LESS_TOLD, ""


def _others(before: Held, now: Held) -> str:
    """What is there that was never stored, in words."""
    for number, texts in now.games.items():
        were = before.games.get(number)
        if were is None:
            return f"game {number} was never played"
        if texts != were[: len(texts)]:
            return f"game {number} is {texts}, and was {were}"
    return ""


def _unnamed(before: Held, seen: Seen) -> str:
    """What is less, and not said to be, in words."""
    less = {number for number, texts in before.games.items() if seen.held.games.get(number) != texts}
    beside = {
        name for name, value in before.beside.items() if seen.held.beside.get(name) != value
    }
    less |= {int(name.rsplit(" ", 1)[-1]) for name in beside if name != "masks"}
    if not seen.notice:
        return f"games {sorted(less)}, {sorted(beside)}"
    if ABOUT_ALL.search(seen.notice):
        return ""
    numbers = set(map(int, re.findall(r"\d+", seen.notice.rpartition("/")[2])))
    return f"games {sorted(less - numbers)}" if less - numbers else ""
