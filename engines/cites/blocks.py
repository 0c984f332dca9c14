"""The blocks of Cités Nouvelles, and sets of them as integers.

A block is a number from 0 to 74: fifteen times its kind (in the order `M P H T D`), plus its printed number
less one. A set of blocks is an integer with bit `block` set for each, so that its bits from the lowest up are
its blocks in the order in which the rules sort lots, hands and takings. Source: the rule page, "Pieces".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self

from texts import _

KINDS = ("M", "P", "H", "T", "D")
SETS = KINDS[:4]
TRUMP = 4
"""The kind of the decorations. The kinds below it are the four sets of buildings."""

PER_KIND = 15
KIND_WORDS = ("maisons", "pavillons", "H.L.M.", "tours", _("decorations"))
TYPE_WORDS = (_("lawns"), _("pools"), _("trees"))
"""The names of the types of decorations."""

NAMES = tuple(f"{kind}{number}" for kind in KINDS for number in range(1, PER_KIND + 1))
BLOCKS = {name: block for block, name in enumerate(NAMES)}
KIND = tuple(block // PER_KIND for block in range(len(NAMES)))
NUMBER = tuple(block % PER_KIND + 1 for block in range(len(NAMES)))
NAMES_IN_WORDS = "M1 to M15, and so for P, H, T and D"

ALL = (1 << len(NAMES)) - 1
OF_KIND = tuple(((1 << PER_KIND) - 1) << PER_KIND * kind for kind in range(len(KINDS)))
TRUMPS = OF_KIND[TRUMP]
BUILDINGS = ALL & ~TRUMPS

RANK = tuple(NUMBER[block] + (PER_KIND if KIND[block] == TRUMP else 0) for block in range(len(NAMES)))
"""The rank of turned-up blocks: any trump above any building, then by number."""

STRENGTH = tuple(
    tuple(RANK[block] if KIND[block] in {led, TRUMP} else 0 for block in range(len(NAMES)))
    for led in range(len(KINDS))
)
"""`STRENGTH[led][block]`: the strength of a block in a trick to which the kind `led` was led; 0 never
wins."""


def blocks_in(mask: int) -> list[int]:
    """The blocks of a set, sorted."""
    blocks = []
    while mask:
        low = mask & -mask
        blocks.append(low.bit_length() - 1)
        mask ^= low
    return blocks


def mask_of(blocks: Iterable[int]) -> int:
    """The set of some blocks."""
    mask = 0
    for block in blocks:
        mask |= 1 << block
    return mask


def names_in(mask: int) -> list[str]:
    """The names of a set's blocks, sorted by kind, then number."""
    return [NAMES[block] for block in blocks_in(mask)]


def mask_of_names(names: Iterable[str]) -> int:
    """The set of the blocks with these names."""
    return mask_of(BLOCKS[name] for name in names)


class Decorations(NamedTuple):
    """The sets of lawns, pools and trees, which are disjoint."""

    lawns: int
    pools: int
    trees: int

    @property
    def types(self) -> tuple[tuple[str, int], ...]:
        """Each type's name, in the plural, with its set."""
        lawns, pools, trees = TYPE_WORDS
        return ((lawns, self.lawns), (pools, self.pools), (trees, self.trees))

    def state(self) -> list[list[str]]:
        """The names of the lawns, the pools and the trees, for JSON."""
        return [names_in(mask) for _word, mask in self.types]

    @classmethod
    def restored(cls, state: Iterable[Iterable[str]]) -> Self:
        """The decorations with this state."""
        return cls(*map(mask_of_names, state))


def _five_from(number: int) -> int:
    return 0b11111 << BLOCKS[f"D{number}"]


USUAL_DECORATIONS = Decorations(lawns=_five_from(1), pools=_five_from(6), trees=_five_from(11))
