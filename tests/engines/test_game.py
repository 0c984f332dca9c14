"""The secrets that every game inherits, shown by a game of one secret bid and one open answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from engines.game import Action, Json, Outcome, Position, public_texts


@dataclass(frozen=True, slots=True, repr=False)
class Bid(Action):
    is_secret: ClassVar[bool] = True
    amount: int

    def __str__(self) -> str:
        return f"bid {self.amount}"

    @property
    def public(self) -> str:
        return "bid"


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Action):
    amount: int

    def __str__(self) -> str:
        return f"answer {self.amount}"


@dataclass(frozen=True, slots=True, repr=False)
class Auction(Position[Bid | Answer]):
    bids: tuple[int, ...] = ()

    players = ("north", "south")

    @property
    def turn(self) -> str | None:
        return self.players[len(self.bids)] if len(self.bids) < 2 else None

    def need(self) -> tuple[str, ...]:
        return ()

    def score(self) -> dict[str, int]:
        return dict.fromkeys(self.players, 0)

    def outcome(self) -> Outcome | None:
        return Outcome(None, "both have bid") if len(self.bids) == 2 else None

    def legal(self) -> None:
        return None

    def check(self, action: Bid | Answer) -> None:
        """Everything is allowed here."""

    def after(self, action: Bid | Answer) -> tuple[Auction, tuple[Json, ...]]:
        return Auction((*self.bids, action.amount)), ()

    def as_json(self) -> Json:
        return {"bids": list(self.bids) if len(self.bids) == 2 else None}

    def state(self) -> Json:
        return {"bids": list(self.bids)}


class SealedAuction(Auction):
    @property
    def secret_plies(self) -> int:
        return len(self.bids) % 2


def test_a_secret_action_is_reported_by_its_public_text_until_the_reveal() -> None:
    actions = [Bid(7), Answer(3)]
    assert public_texts(actions[:1], SealedAuction((7,))) == ("bid",)
    assert public_texts(actions, SealedAuction((7, 3))) == ("bid 7", "answer 3")


def test_where_nothing_is_secret_every_action_is_reported_as_it_is() -> None:
    assert public_texts([Bid(7)], Auction((7,))) == ("bid 7",)
    assert Answer(3).public == "answer 3"


def test_the_repr_of_an_action_is_its_public_text() -> None:
    assert repr([Bid(7), Answer(3)]) == "[<bid>, <answer 3>]"


def test_the_repr_of_a_position_is_what_everyone_may_see() -> None:
    assert repr(Auction((7,))) == "<Auction {'bids': None}>"
    assert repr(Auction((7, 3))) == "<Auction {'bids': [7, 3]}>"


def test_every_player_has_a_seat_and_sees_what_everyone_sees() -> None:
    position = Auction((7,))
    assert position.seats == ("north", "south")
    assert [position.seen_by(seat) for seat in position.seats] == [position.as_json()] * 2


def test_no_one_sees_from_a_seat_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="'west' has no seat here; the seats are north, south"):
        Auction().seen_by("west")
