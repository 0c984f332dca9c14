"""The actions of Cités Nouvelles and their notation. Source: the rule page, "Notation"."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from engines.cites.blocks import BLOCKS, NAMES, NAMES_IN_WORDS, SETS
from engines.game import Action, BadNotation
from engines.record import record
from engines.words import shown


@record
class TurnUp(Action):
    """The next seat turns up a block of the reserve."""

    is_chance: ClassVar[bool] = True
    block: int

    def __str__(self) -> str:
        return f"turnup {NAMES[self.block]}"


@record
class Choose(Action):
    """The speaking side takes a set that no side has. `kind` is the set, 0 to 3."""

    kind: int

    def __str__(self) -> str:
        return f"choose {SETS[self.kind]}"


@record
class Yield(Action):
    """The speaking seat leaves the offer to its partner."""

    def __str__(self) -> str:
        return "yield"


@record
class Contre(Action):
    """The speaking side takes a set that another side has chosen. `kind` is the set, 0 to 3."""

    kind: int

    def __str__(self) -> str:
        return f"contre {SETS[self.kind]}"


@record
class PlayBlock(Action):
    """Play a block to the trick."""

    block: int

    def __str__(self) -> str:
        return f"play {NAMES[self.block]}"


@record
class Build(Action):
    """The decorations that a side places, sorted; the buildings that it took are placed automatically."""

    blocks: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(["build", *(NAMES[block] for block in self.blocks)])


CitesAction = TurnUp | Choose | Yield | Contre | PlayBlock | Build

TURN_UPS = tuple(TurnUp(block) for block in range(len(NAMES)))
PLAYS = tuple(PlayBlock(block) for block in range(len(NAMES)))
CHOICES = tuple(Choose(kind) for kind in range(len(SETS)))
CONTRES = tuple(Contre(kind) for kind in range(len(SETS)))
YIELD = Yield()


def parse(text: str) -> CitesAction:
    """The action in a text. Raises `BadNotation`."""
    word, *rest = text.split(" ")
    try:
        read = _READERS[word]
    except KeyError:
        raise BadNotation(f"{shown(word)} is no action: they are {', '.join(_READERS)}") from None
    return read(word, rest)


def _block(name: str) -> int:
    try:
        return BLOCKS[name]
    except KeyError:
        raise BadNotation(f"{shown(name)} is no block: they are {NAMES_IN_WORDS}") from None


def _one(word: str, rest: list[str], what: str) -> str:
    if len(rest) != 1:
        raise BadNotation(f"{word!r} takes one {what}, as in '{word} {'H' if what == 'set' else 'H12'}'")
    return rest[0]


def _set(word: str, rest: list[str]) -> int:
    name = _one(word, rest, "set")
    if name not in SETS:
        raise BadNotation(f"{shown(name)} is no set: they are M, P, H and T")
    return SETS.index(name)


def _read_yield(_word: str, rest: list[str]) -> CitesAction:
    if rest:
        raise BadNotation("'yield' stands alone")
    return YIELD


def _read_build(_word: str, rest: list[str]) -> CitesAction:
    if not rest:
        raise BadNotation("'build' takes the decorations to place, as in 'build D3 D7'")
    blocks = tuple(map(_block, rest))
    in_order = tuple(sorted(set(blocks)))
    if blocks != in_order:
        raise BadNotation(f"'build' takes each block once, sorted by number: {Build(in_order)}")
    return Build(blocks)


_READERS: dict[str, Callable[[str, list[str]], CitesAction]] = {
    "turnup": lambda word, rest: TURN_UPS[_block(_one(word, rest, "block"))],
    "choose": lambda word, rest: CHOICES[_set(word, rest)],
    "yield": _read_yield,
    "contre": lambda word, rest: CONTRES[_set(word, rest)],
    "play": lambda word, rest: PLAYS[_block(_one(word, rest, "block"))],
    "build": _read_build,
}
