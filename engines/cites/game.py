"""Cités Nouvelles: bid for a set of buildings, win its blocks in tricks, build it. Two to four players.

Source: the rule page of Cités Nouvelles. This module has the game and its positions; the rules are in
`blocks`, `actions`, `points`, `table` and the phases of a round in `offers`, `tricks`, `building` and
`round`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines.cites import actions as cites_actions
from engines.cites import round as cites_round
from engines.cites.actions import CitesAction
from engines.cites.blocks import (
    ALL,
    BLOCKS,
    NAMES,
    NAMES_IN_WORDS,
    SETS,
    USUAL_DECORATIONS,
    Decorations,
    mask_of,
    names_in,
)
from engines.cites.building import Building
from engines.cites.offers import Offering, TurningUp
from engines.cites.phase import RoundPhase
from engines.cites.table import HAND_SIZE, SEATS, Rules, TableState, new_table
from engines.cites.tricks import Tricks
from engines.game import BadOption, Game, Json, Outcome, Position
from engines.header import check_fields, read_options
from engines.record import record
from engines.words import shown

FIELDS = ("players", "options", "speaker", "deck")
OPTIONS: dict[str, tuple[Any, ...]] = {"contre": (False, True), "hands": ("hidden", "open")}

_PHASES = {phase.__name__: phase for phase in (TurningUp, Offering, Tricks, Building, cites_round.Ended)}


@record
class CitesPosition(Position[CitesAction]):
    """A position: the table and the phase of the round.

    It holds no secret: hidden hands are unknown to the program too, and open ones are open to everyone.
    """

    table: TableState
    phase: RoundPhase

    @property
    def players(self) -> tuple[str, ...]:
        return self.table.rules.sides

    @property
    def seats(self) -> tuple[str, ...]:
        return self.table.rules.seats

    @property
    def turn(self) -> str | None:
        return self.phase.turn(self.table)

    def need(self) -> tuple[str, ...]:
        if not isinstance(self.phase, Building):
            return ()
        return tuple(sorted(map(str, self.phase.legal(self.table))))

    def score(self) -> dict[str, int]:
        return dict(zip(self.players, self.table.points, strict=True))

    def outcome(self) -> Outcome | None:
        if not isinstance(self.phase, cites_round.Ended):
            return None
        score = self.score()
        best = max(score.values())
        winners = [side for side, points in score.items() if points == best]
        return Outcome(winners[0] if len(winners) == 1 else None, cites_round.why_ended(self.table))

    def legal(self) -> Sequence[CitesAction]:
        return self.phase.legal(self.table)

    def check(self, action: CitesAction) -> None:
        self.phase.check(self.table, action)

    def after(self, action: CitesAction) -> tuple[CitesPosition, tuple[Json, ...]]:
        table, phase, events = cites_round.play(self.table, self.phase, action)
        return CitesPosition(table, phase), events

    def as_json(self) -> Json:
        table, phase = self.table, self.phase
        offers = phase.offers_made
        is_open = table.rules.is_open
        return {
            "lots": {kind: names_in(lot) for kind, lot in zip(SETS, table.lots, strict=True)},
            "hands": table.hands_by_seat() if is_open else None,
            "reserve": [NAMES[block] for block in table.reserve] if is_open else None,
            "trick": self._trick(),
            "taken": {
                side: names_in(taken)
                for side, taken in zip(self.players, phase.takings or (0,) * len(self.players), strict=True)
            },
            "offers": {self.players[offer.side]: SETS[offer.kind] for offer in offers},
            "round": table.round_number,
        }

    def _trick(self) -> list[str]:
        leader, blocks = self.phase.trick_on_table
        rules = self.table.rules
        return [
            f"{rules.seats[rules.seat_after(leader, place)]} {NAMES[block]}"
            for place, block in enumerate(blocks)
        ]

    def state(self) -> Json:
        return {"table": self.table.state(), "phase": type(self.phase).__name__, **self.phase.state()}


class Cites(Game[CitesAction]):
    """Cités Nouvelles. `decorations` defines which of them are lawns, pools and trees, if they are not the
    usual ones."""

    name = "cites"

    def __init__(self, decorations: Decorations = USUAL_DECORATIONS) -> None:
        self._decorations = decorations

    def start(self, header: Mapping[str, Any]) -> CitesPosition:
        check_fields(self.name, header, FIELDS)
        rules = self._rules(header)
        table = new_table(rules, _deck(rules, header))
        if "speaker" not in header:
            return CitesPosition(table, TurningUp(()))
        table = table.with_speaker(_speaker(rules, header["speaker"]))
        return CitesPosition(table, Offering((), table.speaker))

    def parse(self, text: str) -> CitesAction:
        return cites_actions.parse(text)

    def restore(self, state: Mapping[str, Any]) -> CitesPosition:
        table = TableState.restored(state["table"])
        return CitesPosition(table, _PHASES[state["phase"]].restored(state))

    def _rules(self, header: Mapping[str, Any]) -> Rules:
        players = header.get("players")
        if type(players) is not int or players not in HAND_SIZE:
            raise BadOption(f"'players' must be {_either(HAND_SIZE)}, not {shown(players)}")
        options = read_options(header, OPTIONS)
        return Rules(players, options["contre"], options["hands"] == "open", self._decorations)


def _either(choices: Iterable[object]) -> str:
    *others, last = map(str, choices)
    return f"{', '.join(others)} or {last}"


def _speaker(rules: Rules, speaker: object) -> int:
    if speaker not in rules.seats:
        raise BadOption(f"'speaker' must be {_either(rules.seats)}, not {shown(speaker)}")
    return SEATS.index(str(speaker))


def _deck(rules: Rules, header: Mapping[str, Any]) -> tuple[int, ...]:
    """The reserve before the first deal; empty if it is not known."""
    if rules.is_open:
        return _all_blocks(header.get("deck"))
    if "deck" in header:
        raise BadOption("'deck' goes with open hands only: leave it out, or set option 'hands' to 'open'")
    return ()


def _all_blocks(deck: object) -> tuple[int, ...]:
    if not isinstance(deck, list):
        raise BadOption(f"'deck' must be a list of the 75 blocks where hands are open, not {shown(deck)}")
    blocks = list[int]()
    for name in deck:
        block = BLOCKS.get(name) if isinstance(name, str) else None
        if block is None:
            raise BadOption(f"'deck' has {shown(name)}, which is no block: they are {NAMES_IN_WORDS}")
        if block in blocks:
            raise BadOption(f"'deck' has {name} twice: each of the 75 blocks must be there once")
        blocks.append(block)
    if missing := names_in(ALL & ~mask_of(blocks)):
        raise BadOption(f"'deck' lacks {missing[0]}: each of the 75 blocks must be there once")
    return tuple(blocks)


GAME = Cites()
