"""Games of Cités Nouvelles for the tests of who plays it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engines.cites.actions import CitesAction
from engines.cites.blocks import NAMES, mask_of_names
from engines.cites.game import Cites, CitesPosition
from engines.game import Json

GAME = Cites()

EVERY_TABLE = pytest.mark.parametrize(
    ("players", "has_contre"), [(players, contre) for players in (2, 3, 4) for contre in (False, True)]
)


def started(
    seed: int, players: int = 2, *, contre: bool = False, is_open: bool = True, speaker: str | None = "p1"
) -> CitesPosition:
    """A game with a mixed deck, or with hidden hands."""
    header: Json = {"players": players, "options": {"contre": contre}}
    if speaker is not None:
        header["speaker"] = speaker
    if is_open:
        deck = list(NAMES)
        Random(seed).shuffle(deck)
        header["options"]["hands"] = "open"
        header["deck"] = deck
    return GAME.start(header)


def holding(position: CitesPosition, *hands: str) -> CitesPosition:
    """The position with these hands, by seat, and the reserve as it was."""
    masks = tuple(mask_of_names(hand.split()) for hand in hands)
    return replace(position, table=replace(position.table, hands=masks))


def plies(position: CitesPosition, seed: int) -> Iterator[tuple[CitesPosition, CitesAction, CitesPosition]]:
    """A game played at random: each position, what was done in it, and what followed."""
    random = Random(seed)
    while position.outcome() is None:
        action = random.choice(position.legal())
        after, _events = position.after(action)
        yield position, action, after
        position = after


def actor(position: CitesPosition) -> str:
    """The seat to act; of a side that builds, one of its seats."""
    return str(position.turn).split("+")[0]
