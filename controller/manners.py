"""How the demonstration plays each game: with which options, what it likes, and how it tells of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from controller.play import Play
from controller.sensible import MOST_WEIGHED, Liking
from controller.tables.cites_layout import standing
from controller.tables.cites_progress import on_pads
from controller.tables.cites_words import SET_WORDS, name, short
from engines.cites import CitesPosition
from engines.cites_actions import Play as PlayTile
from engines.cites_blocks import KIND, NAMES, SETS
from engines.forma_actions import Start, Tower
from engines.forma_board import OBSTACLES
from engines.forma_position import FormaPosition
from engines.forma_side import Stage
from engines.game import Action
from engines.huts import BANK, BOARD, OPPOSITE_BANK, Touching
from engines.massai import MassaiPosition
from engines.massai_actions import MassaiAction
from engines.massai_actions import Phase as MassaiPhase

_FEW_OBSTACLES: Final = 7
_FAR: Final = 99

SIGNS_LEGEND: Final = "x is wrong, + is missing, ^ is to be lifted, * was played last."


@dataclass(frozen=True, slots=True)
class Manner:
    """How one game is demonstrated.

    `legend` explains the board; `options` are set on the screen, the others stay as they are. In
    `wrong_turn` somebody makes a mistake, in `second_thoughts_turn` a move is taken back by hand. With
    `says_all` an action is told with what it brought, not by that alone. The board is shown each so many
    turns (`shown_every`), and when something of the kinds `shown_at` has happened. `words` tells the board
    where no drawing can. Where nobody is to wait at the screen, `most_weighed` actions are thought of.
    """

    legend: str
    options: Mapping[str, str] = field(default_factory=dict)
    wrong_turn: int = 9
    second_thoughts_turn: int | None = None
    says_all: bool = True
    shown_every: int = 1
    shown_at: frozenset[str] = frozenset()
    liking: Liking | None = None
    most_weighed: int = MOST_WEIGHED
    words: Callable[[Play], Sequence[str]] | None = None

    def is_shown(self, turn: int, kinds: frozenset[str]) -> bool:
        """Whether the board is shown after a turn that brought events of these kinds."""
        return turn % self.shown_every == 0 or bool(kinds & self.shown_at)


# Forma


def _likes_short_set_up(play: Play, action: Action) -> float:
    """The tower, a few obstacles, then the start: all of them as far from the others as they come."""
    position = cast(FormaPosition, play.position)
    if position.stage is not Stage.SETUP:
        return 0
    is_enough = position.obstacles.bit_count() >= min(_FEW_OBSTACLES, OBSTACLES)
    return float(isinstance(action, Tower) or isinstance(action, Start) is is_enough)


# Massaï


def gaps(own: int, other: int, touching: Touching) -> int:
    """How many huts a player's chain from bank to bank still lacks; very many where it is barred."""
    reached = _grown(own & BANK, own, touching)
    lacking = 0
    while not reached & OPPOSITE_BANK:
        wider = (touching(reached) | BANK) & BOARD & ~other & ~reached
        if not wider:
            return _FAR
        reached = _grown(reached | wider, own, touching)
        lacking += 1
    return lacking


def _grown(cells: int, own: int, touching: Touching) -> int:
    """Some cells, and all own huts that hang together with them."""
    while more := touching(cells) & own & ~cells:
        cells |= more
    return cells


def _likes_chains(play: Play, action: Action) -> float:
    """What shortens the own way from bank to bank, or else makes the other's longer."""
    before = cast(MassaiPosition, play.position)
    if before.phase is not MassaiPhase.TURN:
        return 0
    after, _ = before.after(cast(MassaiAction, action))
    own, other = after.huts[before.mover], after.huts[1 - before.mover]
    return min(gaps(other, own, before.touching), 9) - 1.5 * min(gaps(own, other, before.touching), 9)


# Cités Nouvelles


def _likes_to_follow(play: Play, action: Action) -> float:
    """A tile of the set that was led, so that nobody is suspected of a revoke."""
    _, trick = cast(CitesPosition, play.position).phase.trick_on_table
    return float(bool(trick) and isinstance(action, PlayTile) and KIND[action.block] == KIND[trick[0]])


def _cites_in_words(play: Play) -> list[str]:
    """The lots with what stands on them and who builds there, the trick, and what each side has won."""
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


MANNERS: Final[Mapping[str, Manner]] = {
    "masterplan": Manner(
        "W and Y are houses with their spots (Wne stands in the north-east), (P) is a park, [T] a tower. "
        f"P? and T? are asked for, {SIGNS_LEGEND}",
        second_thoughts_turn=5,
        says_all=False,
    ),
    "forma": Manner(
        "B and Y are squares of elements, b and y markers, # an obstacle, T the tower. "
        f"Behind them: ? is asked for, {SIGNS_LEGEND}",
        {"players": "2"},
        shown_every=5,
        wrong_turn=15,
        shown_at=frozenset({"start", "enclosed tower", "bridge"}),
        liking=_likes_short_set_up,
        most_weighed=24,
    ),
    "massai": Manner(f"D and L are dark and light huts. {SIGNS_LEGEND}", liking=_likes_chains),
    "cites": Manner(
        "M, P, H and T are blocks of the four sets (M3 is the 3 of the Maisons), D are decorations.",
        {"players": "2"},
        shown_every=_FAR,
        shown_at=frozenset({"speaker", "built", "built nothing"}),
        liking=_likes_to_follow,
        words=_cites_in_words,
    ),
}
"""By the game's name, the first for whoever names none."""
