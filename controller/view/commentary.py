"""A running comment on a game, in words: the leader, coming events, the evaluation. Pure.

It speaks only at important moments, and uses public information only: while an action is secret it is silent,
and a search's evaluation is used only if the search sees no more than the audience.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from controller.referee.play import Play
from controller.tables.remarks import Naming
from engines.record import record, replace
from texts import Text, _

MOST_SENTENCES: Final = 2

_STEPS: Final = (0.15, 0.35, 0.65, 0.85)
"""The borders between two steps of the winning chance."""

_MIDDLE: Final = 2
_MARGIN: Final = 0.05
"""How far a chance must pass a border before it counts as another step."""


@record
class Expected:
    """A player's evaluation: the last announced chance, as a step from 0 to 4, and its words, if they are
    new; and the newest one, the expected result of a `side` from 0 to 1."""

    step: int = _MIDDLE
    words: str = ""
    side: str = ""
    result: float = 0.5

    def without_words(self) -> Expected:
        """The evaluation after its words have been spoken."""
        return replace(self, words="")

    def results(self, players: Sequence[str]) -> tuple[float, ...]:
        """The newest one for both of two players; none if it has no side of theirs."""
        if self.side not in players:
            return ()
        return tuple(self.result if player == self.side else 1 - self.result for player in players)

    def with_result(self, result: float, player: str, side: str = "") -> Expected:
        """The evaluation with a search's expected result for the player of a side, from 0 to 1."""
        low = _STEPS[self.step - 1] - _MARGIN if self.step else 0.0
        high = _STEPS[self.step] + _MARGIN if self.step < len(_STEPS) else 1.0
        if low <= result <= high:
            return replace(self, side=side, result=result)
        tenths = min(9, max(1, round(10 * result)))
        words = _("Winning chance for {player}: {percent} %", player=player, percent=10 * tenths)
        return Expected(sum(result > step for step in _STEPS), words, side, result)


EVEN: Final = Expected()


def comment(before: Play, after: Play, expected: Expected, name: Naming) -> tuple[Text, ...]:
    """The comment on the way from one play to a later one of the same game: its two most important
    sentences."""
    if after.position.secret_plies or after.position.outcome() is not None:
        return ()
    said = [expected.words] if expected.words else []
    leader = _leader(after)
    if leader is not None and leader != _leader(before):
        said.append(_lead(after, leader, name))
    said += _denials(before, after, name)
    remarks = after.table.remarks
    old = dict(remarks.prospects(before.position, name))
    said += [words for key, words in remarks.prospects(after.position, name) if key not in old]
    return tuple(_("{words:sentence}", words=words) for words in said[:MOST_SENTENCES])


def _denials(before: Play, after: Play, name: Naming) -> Iterator[str]:
    """The denials of the first of the actions on the way."""
    ply = after.plies[len(before.plies)]
    if ply.actor is not None:
        for clause in after.table.remarks.denials(before.position, ply.action):
            yield _("{player}: {clause}", player=name(ply.actor), clause=clause)


def _leader(play: Play) -> str | None:
    """The last player with a relevant lead; `None` if there was none."""
    least = play.table.remarks.lead
    if least is None:
        return None
    positions = chain((ply.position for ply in reversed(play.plies)), (play.start,))
    for position in positions:
        (most, player), (second, _other), *_rest = sorted(
            ((points, player) for player, points in position.score().items()), reverse=True
        )
        if most - second >= least:
            return player
    return None


def _lead(play: Play, leader: str, name: Naming) -> str:
    score = play.position.score()
    others = max(points for player, points in score.items() if player != leader)
    return _("{player} leads, {more} to {less}", player=name(leader), more=score[leader], less=others)
