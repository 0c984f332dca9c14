"""Massaï: two players build huts in a dry river; the first to join its two banks wins.

The rules are those of `docs/rules/massai.md`. A position holds the secret set-ups and attacks, but reveals
them only to their player, until both set-ups, or the guards, are in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from engines.choices import Choices
from engines.game import Game, Illegal, Json, Outcome, Position
from engines.header import check_fields, read_options
from engines.massai.actions import (
    ALL_HUTS,
    ATTACK_TABLE,
    ATTACKS,
    BUILD_TABLE,
    MOVE_TABLES,
    PASS,
    PLAYERS,
    Attack,
    Build,
    GamePhase,
    Guard,
    MassaiAction,
    Move,
    Pass,
    Setup,
    guards,
    parse,
)
from engines.massai.huts import (
    BESIDE,
    CELLS,
    NAMES,
    Touching,
    by_side,
    by_side_or_corner,
    joins_banks,
    lone,
    names,
    split,
    touched,
)
from engines.massai.refusals import refusal
from engines.record import record, replace
from texts import _

Events = tuple[Json, ...]

OPTIONS = {"orthogonal": (False, True), "all_fifteen": (False, True)}

_CHAINS = {
    "dark": _("a chain of dark huts joins row a to row h"),
    "light": _("a chain of light huts joins row a to row h"),
}
_ALL_BUILT = {
    "dark": _("all {number} dark huts are on the board", number=ALL_HUTS),
    "light": _("all {number} light huts are on the board", number=ALL_HUTS),
}


@record
class MassaiPosition(Position[MassaiAction]):
    """A moment of a game. Pairs hold dark's and light's value, as sets of cells of `huts`.

    `marks` are the secret set-ups (0 while missing), `None` once they are revealed. `mover` (0 or 1) has the
    turn, also while the other places guards. `attacked` is the cell under attack until they are in, otherwise
    0.
    """

    orthogonal: bool = False
    all_fifteen: bool = False
    huts: tuple[int, int] = (0, 0)
    marks: tuple[int, int] | None = (0, 0)
    mover: int = 0
    attacked: int = 0
    ended: Outcome | None = field(default=None, hash=False)

    @property
    def players(self) -> tuple[str, ...]:
        return PLAYERS

    @property
    def phase(self) -> GamePhase:
        """The stage of a turn."""
        if self.ended:
            return GamePhase.OVER
        if self.marks is not None:
            return GamePhase.SETUP
        return GamePhase.GUARDS if self.attacked else GamePhase.TURN

    @property
    def turn(self) -> str | None:
        if self.ended:
            return None
        if self.marks is not None:
            return PLAYERS[1 if self.marks[0] else 0]
        return PLAYERS[1 - self.mover if self.attacked else self.mover]

    @property
    def touching(self) -> Touching:
        """The cells that touch those of a set, by the game's option."""
        return by_side if self.orthogonal else by_side_or_corner

    @property
    def secret_plies(self) -> int:
        if self.marks is not None:
            return sum(map(bool, self.marks))
        return 1 if self.attacked else 0

    def need(self) -> tuple[str, ...]:
        return ()

    def score(self) -> dict[str, int]:
        return {player: huts.bit_count() for player, huts in zip(PLAYERS, self.huts, strict=True)}

    def outcome(self) -> Outcome | None:
        return self.ended

    def legal(self) -> Sequence[MassaiAction] | None:
        """All legal actions; `None` during the set-up, which has too many to list."""
        phase = self.phase
        if phase is GamePhase.SETUP:
            return None
        if phase is GamePhase.GUARDS:
            return guards(self.threatened())
        return self._turns() if phase is GamePhase.TURN else ()

    def check(self, action: MassaiAction) -> None:
        why = refusal(self, action)
        if why:
            raise Illegal(why)

    def after(self, action: MassaiAction) -> tuple[MassaiPosition, Events]:
        match action:
            case Build() | Move() | Pass():
                position, events = self._after_turn(action)
            case Setup(player, cells):
                position, events = self._after_setup(player, cells)
            case Attack(cell):
                position = self._at(self.huts, self.mover, cell)
                events = ({"kind": "attack", "player": PLAYERS[self.mover]},)
            case Guard(cells):
                position, events = self._after_guards(cells)
        if position.ended:
            events += ({"kind": "over", "winner": position.ended.winner, "reason": position.ended.reason},)
        return position, events

    def as_json(self) -> Json:
        sides = zip(PLAYERS, self.huts, strict=True)
        cells = {name: player for player, huts in sides for name in names(huts)}
        hand = {player: ALL_HUTS - huts for player, huts in self.score().items()}
        return {"cells": cells, "hand": hand, "secret": "attack" if self.attacked else None}

    def seen_by(self, seat: str) -> Json:
        """As `as_json`, but `secret` is the full text of the seat's own set-up or attack while that is
        secret."""
        seen = Position.seen_by(self, seat)
        own = PLAYERS.index(seat)
        secret: MassaiAction | None = None
        if self.marks is not None and self.marks[own]:
            secret = Setup(seat, self.marks[own])
        elif self.attacked and own == self.mover:
            secret = ATTACKS[self.attacked]
        return seen | {"secret": str(secret)} if secret else seen

    def state(self) -> Json:
        return {
            "options": {option: getattr(self, option) for option in OPTIONS},
            "huts": [names(huts) for huts in self.huts],
            "marks": self.marks and [names(marks) for marks in self.marks],
            "mover": PLAYERS[self.mover],
            "attacked": names(self.attacked),
            "ended": self.ended and [self.ended.winner, self.ended.reason],
        }

    # Legal actions

    def threatened(self) -> int:
        """The huts of the other player that touch one of the mover's."""
        return self.huts[1 - self.mover] & self.touching(self.huts[self.mover])

    def goals(self, hut: int) -> int:
        """The cells to which the mover may move a hut: it touches another there, and no hut is left alone."""
        ((_hut, goals),) = self.moves(hut)
        return goals

    def moves(self, huts: int) -> list[tuple[int, int]]:
        """Each of these huts of the mover, and its `goals`."""
        return self._moves(huts, *touched(self.huts[self.mover], self.touching))

    def _moves(self, huts: int, once: int, twice: int) -> list[tuple[int, int]]:
        """As `moves`. `once` are the cells that the mover's huts touch, `twice` those that two of them
        do."""
        own, beside = self.huts[self.mover], BESIDE[self.touching]
        room = once & ~(own | self.huts[1 - self.mover])
        by_one, leaning, lonely = room & ~twice, own & ~twice, own & ~once
        moves = []
        for hut in split(huts):
            goals = room & ~(by_one & beside[hut])
            left_alone = leaning & beside[hut] | lonely & ~hut
            if left_alone:
                for other in split(left_alone):
                    goals &= beside[other]
            moves.append((hut, goals))
        return moves

    def _turns(self) -> Sequence[MassaiAction]:
        own, other = self.huts[self.mover], self.huts[1 - self.mover]
        if own.bit_count() < ALL_HUTS:
            room = self.touching(own) & ~own
            tables, goals = [BUILD_TABLE], [room & ~other]
        else:
            room, twice = touched(own, self.touching)
            moves = self._moves(own, room, twice)
            tables, goals = [MOVE_TABLES[hut] for hut, _ in moves], [cells for _, cells in moves]
        return Choices((), [*tables, ATTACK_TABLE], [*goals, room & other]) or (PASS,)

    # Effects of an action

    def _after_setup(self, player: str, marks: int) -> tuple[MassaiPosition, Events]:
        dark, light = self.marks or (0, 0)
        dark, light = (marks, light) if player == PLAYERS[0] else (dark, marks)
        marked: Json = {"kind": "setup", "player": player}
        if not (dark and light):
            return replace(self, marks=(dark, light)), (marked,)
        sides = zip(PLAYERS, (dark, light), strict=True)
        revealed = [_hut(side, cell) for side, cells in sides for cell in split(cells)]
        return self._next((dark, light), 0, (0, 1)), (marked, *revealed)

    def _after_turn(self, action: Build | Move | Pass) -> tuple[MassaiPosition, Events]:
        mover, huts = self.mover, self.huts
        player, own, other = PLAYERS[mover], huts[mover], huts[1 - mover]
        event: Json
        match action:
            case Build(cell):
                own, event = own | cell, _hut(player, cell)
            case Move(start, goal):
                own = own & ~start | goal
                event = {"kind": "move", "player": player, "from": NAMES[start], "to": NAMES[goal]}
            case Pass():
                event = {"kind": "pass", "player": player}
        return self._next((other, own) if mover else (own, other), 1 - mover, (mover,)), (event,)

    def _after_guards(self, guarded: int) -> tuple[MassaiPosition, Events]:
        attacker, defender = PLAYERS[self.mover], PLAYERS[1 - self.mover]
        own, other, cell = self.huts[self.mover], self.huts[1 - self.mover], self.attacked
        beside = self.touching(cell)
        events: list[Json] = [{"kind": "reveal", "attack": NAMES[cell], "guards": names(guarded)}]
        if cell & guarded:
            own, off = self._without(own, beside, attacker)
        else:
            has_hut = own.bit_count() < ALL_HUTS
            events.append(_off(defender, cell, "attacked"))
            events += [_hut(attacker, cell)] * has_hut
            other, off = self._without(other & ~cell, beside, defender)
            own |= cell * has_hut
        changed = (self.mover, 1 - self.mover)
        huts = (other, own) if self.mover else (own, other)
        return self._next(huts, 1 - self.mover, changed), (*events, *off)

    def _without(self, huts: int, beside: int, player: str) -> tuple[int, list[Json]]:
        """A player's huts without those beside the attacked cell and without those that are then alone."""
        left = huts & ~beside
        alone = lone(left, self.touching)
        events = [_off(player, cell, "beside") for cell in split(huts & beside)]
        events += [_off(player, cell, "alone") for cell in split(alone)]
        return left & ~alone, events

    def _next(self, huts: tuple[int, int], mover: int, changed: tuple[int, ...]) -> MassaiPosition:
        """The position with these huts, `mover` to play, if the huts of the players who have `changed` do not
        end the game."""
        return self._at(huts, mover, 0, self._outcome(huts, changed))

    def _at(
        self, huts: tuple[int, int], mover: int, attacked: int, ended: Outcome | None = None
    ) -> MassaiPosition:
        return MassaiPosition(self.orthogonal, self.all_fifteen, huts, None, mover, attacked, ended)

    def _outcome(self, huts: tuple[int, int], changed: tuple[int, ...]) -> Outcome | None:
        """The result of these huts, if those of the players who have `changed` end the game. The player who
        has acted (or attacked) is checked first."""
        touching = self.touching
        for player in changed:
            own, other = huts[player], huts[1 - player]
            name = PLAYERS[player]
            if joins_banks(own, touching):
                return Outcome(name, _CHAINS[name])
            if not other:
                return Outcome(name, _("{player} has no hut left on the board", player=PLAYERS[1 - player]))
            if self.all_fifteen and own.bit_count() == ALL_HUTS:
                return Outcome(name, _ALL_BUILT[name])
        return None


def _hut(player: str, cell: int) -> Json:
    return {"kind": "hut", "player": player, "cell": NAMES[cell]}


def _off(player: str, cell: int, cause: str) -> Json:
    """The event of a hut taken off because it was `attacked`, stood `beside` the attacked cell, or was then
    `alone`."""
    return {"kind": "off", "player": player, "cell": NAMES[cell], "cause": cause}


class Massai(Game[MassaiAction]):
    """The game, with its options `orthogonal` and `all_fifteen`."""

    name = "massai"

    def start(self, header: Mapping[str, Any]) -> MassaiPosition:
        check_fields(self.name, header, ("options",))
        return MassaiPosition(**read_options(header, OPTIONS))

    def parse(self, text: str) -> MassaiAction:
        return parse(text)

    def restore(self, state: Mapping[str, Any]) -> MassaiPosition:
        dark, light = map(_set, state["huts"])
        marks = state["marks"]
        return MassaiPosition(
            **state["options"],
            huts=(dark, light),
            marks=None if marks is None else (_set(marks[0]), _set(marks[1])),
            mover=PLAYERS.index(state["mover"]),
            attacked=_set(state["attacked"]),
            ended=None if state["ended"] is None else Outcome(*state["ended"]),
        )


def _set(cells: list[str]) -> int:
    return sum(CELLS[cell] for cell in cells)


GAME = Massai()
