"""How the demonstration plays each game: its options, its preferences, and its comments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from controller.referee.play import Play
from controller.tables.cites.layout import standing
from controller.tables.cites.progress import on_pads
from controller.tables.cites.words import SET_WORDS, name, short
from engines.cites.blocks import NAMES, SETS
from engines.cites.game import CitesPosition

_FEW_OBSTACLES: Final = 7
_FAR: Final = 99

SIGNS_LEGEND: Final = "x is wrong, + is missing, ^ is to be lifted, * was played last."


@dataclass(frozen=True, slots=True)
class DemoStyle:
    """How one game is demonstrated.

    `legend` explains the board. `options` are set on the screen; the others keep their values. A mistake is
    made in `wrong_turn`, or in the next turn without a secret choice; in `second_thoughts_turn` a move is
    taken back by hand. With `says_all` an action is described together with its events. The board is shown
    every `shown_every` turns, and after events of the kinds `shown_at`. `words` describes the board if no
    drawing can. `nodes` is the number of search nodes per action of the better player while people wait.
    """

    legend: str
    options: Mapping[str, str] = field(default_factory=dict)
    wrong_turn: int = 9
    second_thoughts_turn: int | None = None
    says_all: bool = True
    shown_every: int = 1
    shown_at: frozenset[str] = frozenset()
    nodes: int = 1_000
    words: Callable[[Play], Sequence[str]] | None = None

    def is_shown(self, turn: int, kinds: frozenset[str]) -> bool:
        """Whether the board is shown after a turn with events of these kinds."""
        return turn % self.shown_every == 0 or bool(kinds & self.shown_at)


def _cites_in_words(play: Play) -> list[str]:
    """The lots with their buildings and builders, the trick, and what each side has won."""
    position = cast(CitesPosition, play.position)
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


DEMO_STYLES: Final[Mapping[str, DemoStyle]] = {
    "masterplan": DemoStyle(
        "W and Y are houses with their spots (Wne stands in the north-east), (P) is a park, [T] a tower. "
        f"P? and T? are asked for, {SIGNS_LEGEND}",
        second_thoughts_turn=5,
        says_all=False,
    ),
    "forma": DemoStyle(
        "B and Y are squares of elements, b and y markers, # an obstacle, T the tower. "
        f"Behind them: ? is asked for, {SIGNS_LEGEND}",
        {"players": "2"},
        shown_every=5,
        wrong_turn=15,
        nodes=400,
        shown_at=frozenset({"start", "enclosed tower", "bridge"}),
    ),
    "massai": DemoStyle(f"D and L are dark and light huts. {SIGNS_LEGEND}"),
    "cites": DemoStyle(
        "M, P, H and T are blocks of the four sets (M3 is the 3 of the Maisons), D are decorations.",
        {"players": "2"},
        shown_every=_FAR,
        shown_at=frozenset({"speaker", "built", "built nothing"}),
        words=_cites_in_words,
    ),
}
"""By the game's name. The first is the default."""
