"""The demonstration of Cités Nouvelles in a terminal."""

from __future__ import annotations

from typing import Final

from controller.tables.cites.layout import standing
from controller.tables.cites.progress import on_pads
from controller.tables.cites.words import SET_WORDS, name, short
from controller.tables.demo import DemoStyle
from engines.cites.blocks import NAMES, SETS
from engines.cites.game import CitesPosition

_FAR: Final = 99


def _in_words(position: CitesPosition) -> list[str]:
    """The lots with their buildings and builders, the trick, and what each side has won."""
    phase, table = position.phase, position.table
    builders = {offer.kind: position.players[offer.side] for offer in phase.offers_made}
    lines = []
    for kind, lot in enumerate(SETS):
        stand = standing(kind, table.lots[kind], table.rules.decorations)
        blocks = " ".join(NAMES[block] for block in stand.values()) or "nothing yet"
        builder = f" ({short(builders[kind])} builds)" if kind in builders else ""
        lines.append(f"Lot {lot}, {SET_WORDS[lot]}{builder}: {blocks}")
    pads = [f"{name(position.seats[seat])} {NAMES[block]}" for seat, block in on_pads(position).items()]
    lines.append(f"On the pads: {', '.join(pads) or 'nothing'}")
    won = [(side, blocks) for side, blocks in position.as_json()["taken"].items() if blocks]
    return [*lines, *(f"Won by {name(side)}: {' '.join(blocks)}" for side, blocks in won)]


DEMO: Final[DemoStyle[CitesPosition]] = DemoStyle(
    "M, P, H and T are blocks of the four sets (M3 is the 3 of the Maisons), D are decorations.",
    {"players": "2"},
    shown_every=_FAR,
    shown_at=frozenset({"speaker", "built", "built nothing"}),
    words=_in_words,
)
