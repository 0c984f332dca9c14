"""Which buttons there are on which page, which of them were pressed, and how the others were reached."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from controller.model.view import Phase, View
from controller.shell.model.state import Shell

Triple = tuple[str, str, str]
"""A phase, a page of it, and a button there, with all numbers alike."""

HOSTS: Final = (
    Phase.PIN,
    Phase.HOST,
    Phase.CONDITION,
    Phase.COMPUTER,
    Phase.LEVELS,
    Phase.STORAGE,
    Phase.WIFI,
    Phase.WIFI_KEY,
    Phase.UPDATE,
    Phase.SELF_TEST,
)
"""The phases of the host's pages."""

MOST_TRIES: Final = 6
"""The number of times the way to a button is taken again before it is given up."""

SHORTEST: Final = 8
"""One of this many shortest ways is taken."""


def page_of(state: Shell, view: View) -> str:
    """A person's name for the page, beside its phase: the game, whether it is the first page or a later one,
    and the question or cover on it. Values and texts on it make no other page."""
    session, layer = state.session, state.layer
    is_of_game = layer is None or state.phase in (Phase.HELP, Phase.SHEET, Phase.MASKING, Phase.SENSORS)
    parts = [session.table.game.name] if is_of_game and session.phase is not Phase.MENU else []
    parts += _of_layer(state) if layer is not None else _of_session(state)
    return " ".join([*parts, "asks again"] if view.before else parts)


def _of_layer(state: Shell) -> Iterator[str]:
    layer = state.layer
    if getattr(layer, "page", 0):
        yield "later"
    if getattr(layer, "locked_s", 0):
        yield "locked"
    if getattr(layer, "wish", None):
        yield "to set something"


def _of_session(state: Shell) -> Iterator[str]:
    session, selecting = state.session, state.session.question.selecting
    is_choosing = session.phase in (Phase.CHOOSING, Phase.SECRET)
    if is_choosing and selecting is not None:
        yield "open" if selecting.is_open else "covered"
    if is_choosing and session.question.pointing is not None:
        yield "pointing"
    if session.setup.is_seating and session.phase is Phase.SETUP and not session.setup.is_clearing:
        yield "seats"
    if session.is_seating:
        yield "who plays"
    if session.pads.is_asking:
        yield "hands"


def alike(button_id: str) -> str:
    """A button's id with all numbers alike."""
    return re.sub(r"\d+", "0", button_id)


@dataclass(frozen=True, slots=True)
class Way:
    """The way to a button: its number of lines, which may grow, and the button's id."""

    lines: Sequence[str]
    count: int
    button: str

    def __iter__(self) -> Iterator[str]:
        yield from self.lines[: self.count]
        yield f"touch #{self.button}"


@dataclass(slots=True)
class Coverage:
    """The triples that were seen, how often each was pressed, and how the others can be reached."""

    pressed: dict[Triple, int] = field(default_factory=dict)
    ways: dict[Triple, Way] = field(default_factory=dict)
    tries: dict[Triple, int] = field(default_factory=dict)

    @property
    def share(self) -> float:
        return sum(map(bool, self.pressed.values())) / max(len(self.pressed), 1)

    def times(self, triple: Triple) -> int:
        """How often a button was pressed."""
        return self.pressed.get(triple, 0)

    def see(self, triple: Triple, lines: Sequence[str], button: str) -> None:
        """A button is shown after these lines."""
        times = self.pressed.setdefault(triple, 0)
        if not times and (triple not in self.ways or len(lines) < self.ways[triple].count):
            self.ways[triple] = Way(lines, len(lines), button)

    def press(self, triple: Triple) -> None:
        """A button was pressed."""
        self.pressed[triple] = self.times(triple) + 1
        self.ways.pop(triple, None)

    def way(self, random: Random) -> list[str]:
        """The lines that lead to a button that was never pressed; empty if none is known. A few of each are
        tried; then it must be seen again."""
        open_ways = sorted(one for one in self.ways if self.tries.get(one, 0) < MOST_TRIES)
        if not open_ways:
            return []
        triple = random.choice(sorted(open_ways, key=lambda one: self.ways[one].count)[:SHORTEST])
        self.tries[triple] = self.tries.get(triple, 0) + 1
        return list(self.ways.pop(triple))

    def add(self, other: Coverage) -> None:
        """With what another monkey has seen and pressed."""
        for triple, times in other.pressed.items():
            self.pressed[triple] = self.times(triple) + times

    def left(self) -> list[Triple]:
        """Buttons that were seen and never pressed."""
        return sorted(triple for triple, times in self.pressed.items() if not times)

    def __str__(self) -> str:
        done = sum(map(bool, self.pressed.values()))
        return f"{done} of {len(self.pressed)} triples ({100 * self.share:.1f} %)"
