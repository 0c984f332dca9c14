"""The people who play at a table by name: what they have won, and a tournament between them. Pure.

Names are of a few letters, so that each place for one has room, and of signs that the table's fonts have.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from engines.record import record, replace

LONGEST_NAME: Final = 12
"""The most characters of a name: every place for a name on the table has room for it."""

_LAST_LETTER: Final = "\u052f"
"""The last Cyrillic letter. Up to here the table's fonts have Latin, Greek and Cyrillic."""

MOST_PEOPLE: Final = 60
"""The most names on the list."""

MOST_IN_A_TOURNAMENT: Final = 6
"""The most people of a tournament: 15 games fill an evening."""

_PLAYERS: Final = 2
_DRAW: Final = 0.5

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Count: TypeAlias = Annotated[int, Meta(ge=0)]


def plain_name(given: str) -> str:
    """A player's name as the table writes it: only letters and digits that its fonts have, and a few
    signs."""
    normal = unicodedata.normalize("NFC", given)
    kept = "".join(one for one in normal if (one.isalnum() and one <= _LAST_LETTER) or one in " -'’.")
    return " ".join(kept.split())[:LONGEST_NAME].strip()


def seat_of(people: Mapping[str, str], name: str) -> str:
    """The seat of the person with this name, whatever its capitals; empty if there is none."""
    return next((seat for seat, one in people.items() if name and one.casefold() == name.casefold()), "")


@record
class Tally:
    """A person's games, those won and drawn of them, and the points of all."""

    games: Count = 0
    won: Count = 0
    drawn: Count = 0
    points: int = 0

    def plus(self, other: Tally, sign: int = 1) -> Tally:
        """The sum with another one, or with `sign` -1 the difference."""
        return Tally(
            self.games + sign * other.games,
            self.won + sign * other.won,
            self.drawn + sign * other.drawn,
            self.points + sign * other.points,
        )


@record
class Meeting:
    """A game of a tournament that is over: who had the first seat, who the second, and the first's result, 0
    (lost) to 1 (won)."""

    first: Name
    second: Name
    share: Annotated[float, Meta(ge=0, le=1)]

    def is_of(self, one: str, other: str) -> bool:
        """Whether these two have met in it."""
        return {self.first, self.second} == {one, other}


@record
class Over:
    """A game that is over: its number in the journal, its name and options, and what its people have of it.
    `seats` are their names in the order of the seats, if all have one on the list."""

    number: int
    game: str
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    gains: Mapping[str, Tally]


@record
class Tournament:
    """Each of the players meets each other one at this game, set up with these options."""

    game: str
    players: Annotated[tuple[Name, ...], Meta(max_length=MOST_IN_A_TOURNAMENT)]
    options: Mapping[str, Any] = field(default_factory=dict)
    meetings: tuple[Meeting, ...] = ()

    def without(self, name: str) -> Tournament | None:
        """The tournament without a player and all games of that player; `None` if too few are left."""
        players = tuple(one for one in self.players if one != name)
        meetings = tuple(one for one in self.meetings if name not in (one.first, one.second))
        return replace(self, players=players, meetings=meetings) if len(players) > 1 else None

    def awaits(self, game: str, seats: Sequence[str]) -> bool:
        """Whether a game of these people, in the order of the seats, is one of the tournament, and not over
        yet."""
        is_its = game == self.game and len(seats) == _PLAYERS and set(seats) <= set(self.players)
        return is_its and not any(one.is_of(*seats) for one in self.meetings)

    def with_game(self, over: Over) -> Tournament:
        """The tournament with this game as played, if its two people had one to play. The next one is set up
        like it."""
        if not self.awaits(over.game, over.seats):
            return self
        first, second = over.seats
        tally = over.gains[first]
        meeting = Meeting(first, second, tally.won + _DRAW * tally.drawn)
        return replace(self, options=over.options, meetings=(*self.meetings, meeting))


@record
class Counted:
    """The last game that was counted: its number in the journal, its name, what its people have of it, and
    whether it was a game of the tournament."""

    number: int
    game: str
    gains: Mapping[Name, Tally]
    is_of_tournament: bool = False


@record
class Book:
    """The people of a table, each with a tally for each game, and their tournament."""

    people: Annotated[Mapping[Name, Mapping[str, Tally]], Meta(max_length=MOST_PEOPLE)] = field(
        default_factory=dict
    )
    last: Counted | None = None
    tournament: Tournament | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """All names, in the order of a list."""
        return tuple(sorted(self.people, key=lambda name: (name.casefold(), name)))

    def known(self, name: str) -> str | None:
        """A name as the list writes it, however its letters are written."""
        return next((one for one in self.people if one.casefold() == name.casefold()), None)

    def with_person(self, name: str) -> Book:
        """The book with another name."""
        return replace(self, people={**self.people, name: {}})

    def without(self, name: str) -> Book:
        """The book without a name and all that belongs to it."""
        last, tournament = self.last, self.tournament
        if last is not None:
            gains = {one: tally for one, tally in last.gains.items() if one != name}
            is_whole = len(gains) == len(last.gains)
            last = replace(last, gains=gains, is_of_tournament=last.is_of_tournament and is_whole)
            last = last if gains else None
        return Book(
            {one: tallies for one, tallies in self.people.items() if one != name},
            last,
            tournament and tournament.without(name),
        )

    def with_game(self, over: Over) -> Book:
        """The book with a game that is over."""
        tournament = self.tournament and self.tournament.with_game(over)
        counted = Counted(over.number, over.game, over.gains, tournament is not self.tournament)
        return replace(self._moved(counted, 1), last=counted, tournament=tournament)

    def without_last(self) -> Book:
        """The book without the game that was counted last: it goes on."""
        last = self.last
        assert last is not None
        tournament = self.tournament
        if last.is_of_tournament and tournament is not None:
            tournament = replace(tournament, meetings=tournament.meetings[:-1])
        return replace(self._moved(last, -1), last=None, tournament=tournament)

    def _moved(self, counted: Counted, sign: int) -> Book:
        people = dict(self.people)
        for name, tally in counted.gains.items():
            before = people[name].get(counted.game, Tally())
            people[name] = {**people[name], counted.game: before.plus(tally, sign)}
        return replace(self, people=people)


NO_BOOK: Final = Book()
