"""A game in review: the expected result after each action, and the turning points. Pure.

Positions are evaluated elsewhere; this module decides what to evaluate next, and combines the results.
Results are by player, in the order of `Position.players`, from 0 (lost) to 1 (won).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from controller.model.thinking import Request
from controller.referee.play import Play
from engines.game import Action, Position, RuleError
from engines.record import record
from opponents.thought import Level, Option

REVIEW: Final = "review"
"""The purpose of a request."""

MOST_TURNS: Final = 5
LEAST_SWING: Final = 0.06
"""Evaluations differ by some hundredths from search to search."""

WHOLE_MS: Final = 60_000
"""The longest thinking time for a whole game."""
MOST_MS: Final = 500
"""The longest thinking time for one position."""

_STRIDE: Final = 16


@record
class Moment:
    """The expected result of a position, by player, and the text of the best action."""

    results: tuple[float, ...]
    best: str = ""


Moments: TypeAlias = tuple[Moment | None, ...]
"""The evaluations of a game: for each number of actions played, including none."""


@record
class TurningPoint:
    """An action with which a game turned: its number, from 1; who acted, as the place in `players`; by how
    much that player's expected result changed; and the text of what looked best instead, if something did."""

    ply: int
    player: int
    swing: float
    best: str


def revealed(play: Play) -> Play:
    """A game without secret actions that were not revealed before people ended it."""
    return play.back(play.position.secret_plies)


def known(play: Play) -> Moments:
    """The evaluations that need no thinking: the result by the rules."""
    return with_moments(play, {})


def with_moments(play: Play, found: dict[int, Moment]) -> Moments:
    """The evaluations with these results of thinking. A position without a choice has the evaluation of the
    next one."""
    moments: list[Moment | None] = []
    after: Moment | None = None
    for plies in range(len(play.plies), -1, -1):
        position = _position(play, plies)
        after = _ended(position) or found.get(plies) or (after if _is_forced(position) else None)
        moments.append(after)
    return tuple(reversed(moments))


def found_in(moments: Moments) -> dict[int, Moment]:
    """Evaluations by numbers of actions, for `with_moments`."""
    return {plies: moment for plies, moment in enumerate(moments) if moment is not None}


def found_in_file(play: Play, moments: Moments) -> dict[int, Moment]:
    """Evaluations by numbers of actions, from a file; those that cannot belong to the game are left out."""
    kept = {plies: moment for plies, moment in found_in(moments).items() if plies <= len(play.plies)}
    return {plies: moment for plies, moment in kept.items() if _is_of(play, plies, moment)}


def _is_of(play: Play, plies: int, moment: Moment) -> bool:
    position = _position(play, plies)
    if len(moment.results) != len(position.players) or not all(0 <= one <= 1 for one in moment.results):
        return False
    try:
        if moment.best:
            position.check(play.table.game.parse(moment.best))
    except RuleError:
        return False
    return True


def next_ply(play: Play, moments: Moments, given_up: frozenset[int] = frozenset()) -> int | None:
    """The number of actions after which the position is evaluated next: first far apart, then ever closer.
    `None` if everything except the `given_up` ones is known."""
    open_plies = {
        plies
        for plies, moment in enumerate(moments)
        if moment is None and plies not in given_up and not _is_forced(_position(play, plies))
    }
    stride = _STRIDE
    while stride:
        for plies in sorted(open_plies):
            if plies % stride == 0:
                return plies
        stride //= 2
    return None


def request(play: Play, plies: int, number: int) -> Request:
    """The thinking request for the position after this many actions."""
    position = _position(play, plies)
    seat = seat_of(position)
    think_ms = min(MOST_MS, WHOLE_MS // (len(play.plies) + 1))
    hand = hand_of(play, plies, seat)
    return Request(REVIEW, number, play.table.game, position, seat, Level.STRONG, think_ms, hand)


def moment_of(options: Sequence[Option]) -> Moment:
    """The expected result by options, the best first. In a secret choice each option counts by its
    probability."""
    best = options[0]
    if not best.action.is_secret:
        return Moment(_rounded(best.results), str(best.action))
    return Moment(mean_of(options))


def mean_of(options: Sequence[Option]) -> tuple[float, ...]:
    """The expected result if each option is as probable as its share."""
    whole = sum(option.share for option in options)
    columns = zip(*([option.share * result for result in option.results] for option in options), strict=True)
    return _rounded([sum(column) / whole for column in columns])


def by_all_seats(play: Play, moments: Moments) -> Moments:
    """With tiles in hands, the mean of what each seat expected last in the deal; otherwise the same.

    Each seat knows other tiles and hopes a little too much: the mean does neither jump nor favour the mover.
    """
    tiles = play.table.tiles
    if not tiles.need_readers:
        return moments
    means: list[Moment | None] = []
    last: dict[str, tuple[float, ...]] = {}
    for plies, moment in enumerate(moments):
        if plies and tiles.is_end_of_deal(play.plies[plies - 1].events):
            last = {}
        position = _position(play, plies)
        if moment is None or position.outcome() is not None:
            means.append(moment)
            continue
        last[seat_of(position)] = moment.results
        columns = zip(*last.values(), strict=True)
        means.append(Moment(_rounded([sum(column) / len(last) for column in columns]), moment.best))
    return tuple(means)


def turns(play: Play, moments: Moments) -> tuple[TurningPoint, ...]:
    """The actions with which the game turned most, in the order of play."""
    found = []
    for ply in range(1, len(moments)):
        again = _judged_again(play, ply)
        if again is None or moments[ply] is None:
            continue
        turn = _turn(play, ply, moments[ply - 1], moments[again])
        if turn is not None and abs(turn.swing) >= LEAST_SWING:
            found.append(turn)
    largest = sorted(found, key=lambda turn: (-abs(turn.swing), turn.ply))[:MOST_TURNS]
    return tuple(sorted(largest, key=lambda turn: turn.ply))


def _turn(play: Play, ply: int, before: Moment | None, after: Moment | None) -> TurningPoint | None:
    played = play.plies[ply - 1]
    if before is None or after is None or played.actor is None:
        return None
    player = play.position.players.index(play.table.side(played.position, played.actor))
    swing = after.results[player] - before.results[player]
    best = before.best if before.best != str(played.action) else ""
    return TurningPoint(ply, player, swing, best if swing < 0 else "")


def _judged_again(play: Play, ply: int) -> int | None:
    """The number of actions after which a result is to be compared with that before an action: at once, or
    with tiles in hands when the same seat chooses again, since others know other tiles. `None` if a deal
    comes first, which is luck."""
    seat, tiles = play.plies[ply - 1].actor, play.table.tiles
    for plies in range(ply, len(play.plies) + 1):
        position = _position(play, plies)
        if position.outcome() is not None:
            return plies
        if tiles.is_end_of_deal(play.plies[plies - 1].events):
            return None
        if not tiles.need_readers or seat_of(position) == seat:
            return plies
    return None


def seat_of(position: Position[Any]) -> str:
    """The seat that acts in a position; of a side that builds together the first."""
    turn = position.turn or position.seats[0]
    return turn if turn in position.seats else turn.partition("+")[0]


def hand_of(play: Play, plies: int, seat: str) -> frozenset[str]:
    """The tiles that a seat holds after this many actions, as far as later actions show them: those that it
    plays until the end of the deal. Empty in a game without hands of tiles."""
    tiles, held = play.table.tiles, set[str]()
    for ply in play.plies[plies:]:
        if ply.actor == seat and (tile := tiles.plays(ply.action)) is not None:
            held.add(tile)
        if tiles.is_end_of_deal(ply.events):
            break
    return frozenset(held)


def _position(play: Play, plies: int) -> Position[Any]:
    return play.plies[plies - 1].position if plies else play.start


def _ended(position: Position[Any]) -> Moment | None:
    """The result of a game that is over by the rules."""
    outcome = position.outcome()
    if outcome is None:
        return None
    players = position.players
    if outcome.winner is None:
        return Moment((1 / len(players),) * len(players))
    return Moment(tuple(float(player == outcome.winner) for player in players))


@lru_cache(maxsize=1024)  # each is asked for again whenever more is known
def _is_forced(position: Position[Any]) -> bool:
    """Whether the game continues without a choice: no one's turn, a drawn action, a single legal one, or only
    required ones, in any order."""
    legal = position.legal()
    if position.turn is None or not legal:
        return position.turn is None
    return len(legal) == 1 or legal[0].is_chance or _are_all_required(position, legal)


def _are_all_required(position: Position[Any], legal: Sequence[Action]) -> bool:
    """Whether nothing but required actions is legal, and each leaves the others required."""
    need = set(position.need())
    if len(need) != len(legal) or need != {str(action) for action in legal}:
        return False
    return all(set(position.after(action)[0].need()) == need - {str(action)} for action in legal)


def _rounded(results: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(result, 3) for result in results)
