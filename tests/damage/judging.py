"""The allowed outcomes of harm: the same data, or less with a notice that names the loss. Never other
actions, nor silence."""

from __future__ import annotations

import re
from enum import StrEnum

from tests.damage.starting import Held, Seen

ABOUT_ALL = re.compile(
    r"Games restored from|A new one was begun|is another one than before|Games missing: \d|"
    r"The last changes are lost: \d|shortened likewise: \d| …\."
)
"""Words on a journal as a whole, that make plain that something may be missing of any game."""
NAMED = re.compile(r"\bGames? (?:lost: )?(\d+(?:, \d+)*)")
"""Words that name games."""


class Outcome(StrEnum):
    """The outcome of a harm. The first four are allowed."""

    SAME = "the same"
    SAME_TOLD = "the same, and told"
    LESS_TOLD = "less, and told"
    ANOTHER_TOLD = "another journal, and told"
    WAITS = "waits, and says why"
    SILENT = "less, silently"
    OTHER = "something else"
    NEVER = "never starts"


ALLOWED = frozenset({Outcome.SAME, Outcome.SAME_TOLD, Outcome.LESS_TOLD, Outcome.ANOTHER_TOLD})


def judged(
    before: Held, seen: Seen, another: Held | None = None, *, may_wait: bool = False
) -> tuple[Outcome, str]:
    """The outcome, and a description of any error in it.

    `another` is a journal whose games may be there instead, if one of its files replaced one of this
    journal's. A table that cannot write `may_wait` for a repair.
    """
    told = f"; it says {seen.notice or 'nothing'!r}"
    if seen.refusal:
        found = (Outcome.WAITS, "") if may_wait and seen.is_waiting else (Outcome.NEVER, seen.refusal)
    elif seen.held == before:
        found = Outcome.SAME_TOLD if seen.notice else Outcome.SAME, ""
    elif wrong := _others(seen.held, before, *([another] if another else [])):
        found = Outcome.OTHER, wrong
    elif another is not None and _others(seen.held, before):
        found = (Outcome.ANOTHER_TOLD, "") if seen.notice else (Outcome.SILENT, "another journal" + told)
    elif unnamed := _unnamed(before, seen):
        found = Outcome.SILENT, unnamed + told
    else:
        found = Outcome.LESS_TOLD, ""
    return found


def _others(now: Held, *known: Held) -> str:
    """The content that is neither the whole nor the beginning of a known game, in words."""
    for number, texts in now.games.items():
        were = [games for one in known if (games := one.games.get(number)) is not None]
        if not any(texts == game[: len(texts)] for game in were):
            return f"game {number} is {texts}, and was {were or 'never played'}"
    return ""


def _unnamed(before: Held, seen: Seen) -> str:
    """The losses without a notice, in words."""
    less = {number for number, texts in before.games.items() if seen.held.games.get(number) != texts}
    beside = {name for name, value in before.beside.items() if seen.held.beside.get(name) != value}
    less |= {int(name.rsplit(" ", 1)[-1]) for name in beside if name != "masks"}
    if not seen.notice:
        return f"games {sorted(less)}, {sorted(beside)}"
    if ABOUT_ALL.search(seen.notice):
        return ""
    numbers = {int(number) for named in NAMED.findall(seen.notice) for number in named.split(", ")}
    return f"games {sorted(less - numbers)}" if less - numbers else ""
