"""The types of the decorations of Cités Nouvelles: they are not numbered alike in every set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.tables.tiles import Marking
from engines.cites.blocks import TRUMPS, USUAL_DECORATIONS, Decorations, mask_of_names, names_in

TYPES: Final = ("lawn", "pool", "tree")
"""The words for the types in a tile file, in the order of `Decorations.types`."""


def type_of(name: str, decorations: Decorations) -> str:
    """The type of a decoration: `lawn`, `pool` or `tree`."""
    of_types = zip(TYPES, decorations.types, strict=True)
    return next(word for word, (_, of_type) in of_types if name in names_in(of_type))


def marks_of(decorations: Decorations) -> dict[str, str]:
    """The type of each decoration, by name."""
    return {name: type_of(name, decorations) for name in names_in(TRUMPS)}


MARKING: Final = Marking(
    section="decorations",
    usual=marks_of(USUAL_DECORATIONS),
    plurals={word: f"{word}s" for word in TYPES},
)


def decorations_of(marks: Mapping[str, str]) -> Decorations:
    """The decorations of a set with these marks."""
    types = MARKING.all_of(marks)
    named = ([name for name, of_type in types.items() if of_type == word] for word in TYPES)
    return Decorations(*map(mask_of_names, named))
