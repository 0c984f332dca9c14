"""A tournament for one of the two-player games: its rounds, results and standing. Pure.

A win is 1 point, a draw half a point, a bye a win. Ties are broken by Buchholz (the sum of the opponents'
points), then by Sonneborn-Berger (the points of beaten opponents, half of those drawn with), then by the
number of wins; players equal in all three share the place. Source: FIDE handbook C.07.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from controller.model.pairings import Pair, PastRounds, round_robin, swiss
from engines.games import GAMES

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Result = Literal["first", "second", "draw"]
POINTS: Final = {"first": (1.0, 0.0), "second": (0.0, 1.0), "draw": (0.5, 0.5)}


class TournamentError(Exception):
    """A tournament does not allow this. The text says why, and what to do."""


class RoundGame(msgspec.Struct, frozen=True):
    """A game of a round: the players in the order of their seats, the table, and the result if it is over. A
    bye has no second player and no table."""

    first: str
    second: str | None = None
    table: str = ""
    result: Result | None = None

    @property
    def is_open(self) -> bool:
        """Whether its result is missing."""
        return self.second is not None and self.result is None


class HallTournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament as its file holds it. `rounds` are those that have been paired."""

    game: str
    system: Literal["round robin", "swiss"]
    players: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=256)]
    rounds_planned: Annotated[int, Meta(ge=1, le=255)]
    rounds: tuple[tuple[RoundGame, ...], ...] = ()

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise ValueError(f"expected one of {', '.join(GAMES)}, got {self.game!r}")

    @property
    def is_over(self) -> bool:
        """Whether every planned round has been played."""
        return len(self.rounds) == self.rounds_planned and not self.waiting

    @property
    def waiting(self) -> tuple[RoundGame, ...]:
        """The games of the last round whose results are missing."""
        return tuple(game for game in self.rounds[-1] if game.is_open) if self.rounds else ()


class Standing(msgspec.Struct, frozen=True):
    """A line of the standing; equal players share a `rank`."""

    rank: int
    player: str
    points: float
    buchholz: float
    sonneborn_berger: float
    wins: int


def new_tournament(
    game: str, system: str, players: Sequence[str], rounds: int | None = None
) -> HallTournament:
    """A tournament without pairings. Raises `TournamentError`.

    A round robin has as many rounds as it needs; a Swiss tournament `rounds`, or enough to separate the best.
    """
    if game not in GAMES:
        raise TournamentError(f"No game {game!r}: there are {', '.join(GAMES)}.")
    names = [player.strip() for player in players]
    for name in names:
        if names.count(name) > 1:
            raise TournamentError(f"{name!r} is named twice: every player needs a name of their own.")
    if system == "round robin":
        needed = len(names) - 1 + len(names) % 2
    else:
        needed = rounds or max(1, (len(names) - 1).bit_length())
        if needed >= len(names) + len(names) % 2:
            raise TournamentError(f"{needed} rounds are too many for {len(names)} players.")
    made = {"game": game, "system": system, "players": names, "rounds_planned": max(needed, 1)}
    try:
        return msgspec.convert(made, HallTournament)
    except msgspec.ValidationError as error:
        raise TournamentError(f"This makes no tournament: {error}") from error


def paired(tournament: HallTournament, tables: Sequence[str]) -> HallTournament:
    """The tournament with its next round, whose games go to these tables in turn. Raises
    `TournamentError`."""
    if tournament.waiting:
        one = tournament.waiting[0]
        raise TournamentError(f"Round {len(tournament.rounds)} is not over: {one.first} plays {one.second}.")
    if len(tournament.rounds) >= tournament.rounds_planned:
        raise TournamentError(f"All {tournament.rounds_planned} rounds have been played.")
    games = []
    free = iter(tables)
    for first, second in _next_pairs(tournament):
        games.append(RoundGame(first, second, next(free, "") if second is not None else ""))
    return msgspec.structs.replace(tournament, rounds=(*tournament.rounds, tuple(games)))


def _next_pairs(tournament: HallTournament) -> tuple[Pair, ...]:
    if tournament.system == "round robin":
        return round_robin(tournament.players)[len(tournament.rounds)]
    so_far = [(game.first, game.second) for games in tournament.rounds for game in games]
    return swiss([place.player for place in standing(tournament)], PastRounds.of(so_far))


def with_result(tournament: HallTournament, number: int, first: str, result: Result | None) -> HallTournament:
    """The tournament with the result of a game, found by its round (from 1) and its first player; `None`
    deletes a result. Raises `TournamentError` if there is no such game, or a later round depends on it."""
    if not 1 <= number <= len(tournament.rounds):
        raise TournamentError(f"No round {number}: {len(tournament.rounds)} have been paired.")
    games = list(tournament.rounds[number - 1])
    for place, game in enumerate(games):
        if game.first == first and game.second is not None:
            games[place] = msgspec.structs.replace(game, result=result)
            break
    else:
        raise TournamentError(f"In round {number} nobody called {first!r} has the first seat.")
    if result is None and number < len(tournament.rounds):
        raise TournamentError(
            f"Round {number + 1} was paired by this result: it can be changed, not removed."
        )
    rounds = (*tournament.rounds[: number - 1], tuple(games), *tournament.rounds[number:])
    return msgspec.structs.replace(tournament, rounds=rounds)


def at_table(tournament: HallTournament, table: str) -> RoundGame | None:
    """The game of the last round at a table, if its result is missing."""
    return next((game for game in tournament.waiting if game.table == table), None)


def standing(tournament: HallTournament) -> tuple[Standing, ...]:
    """All players, the best first; equal ones in the order in which they were entered."""
    games = [game for games in tournament.rounds for game in games]
    points = dict.fromkeys(tournament.players, 0.0)
    wins = dict.fromkeys(tournament.players, 0)
    met: list[tuple[str, str, float]] = []  # a player, an opponent, the player's points from that game
    for game in games:
        if game.second is None:
            points[game.first] += 1
        elif game.result is not None:
            for player, other, got in zip(
                (game.first, game.second), (game.second, game.first), POINTS[game.result], strict=True
            ):
                points[player] += got
                wins[player] += got == 1
                met.append((player, other, got))
    buchholz = dict.fromkeys(tournament.players, 0.0)
    berger = dict.fromkeys(tournament.players, 0.0)
    for player, other, got in met:
        buchholz[player] += points[other]
        berger[player] += got * points[other]
    keys = {one: (points[one], buchholz[one], berger[one], wins[one]) for one in tournament.players}
    order = sorted(tournament.players, key=lambda one: keys[one], reverse=True)
    better = {one: sum(keys[other] > keys[one] for other in order) for one in order}
    return tuple(Standing(1 + better[one], one, *keys[one]) for one in order)
