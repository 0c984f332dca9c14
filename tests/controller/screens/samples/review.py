"""Views of hints, and of the review of a game."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from controller import shell
from controller.games import tables_for
from controller.model.records import GameRecord
from controller.model.thinking import Considered, Unanswered
from controller.model.view import Phase, View
from controller.referee.play import Play
from controller.review.judgement import Moment, turns, with_moments
from controller.shell import Shell
from controller.shell.model.layers import ReplayPage, ReviewPage
from controller.shell.playing import hinting
from opponents.thought import Option
from tests.controller.screens.samples.sessions import GRID, played, vector_game

_TABLES: Final = tables_for(GRID, 3, 4)
_VECTORS: Final = {
    "masterplan": "the end: towers are scored, ties give nothing",
    "forma": "random game: 4 players, contact corner, 1",
    "massai": "random game: orthogonal false, all_fifteen false, 2",
    "cites": "random game: 4 players, contre true, hands hidden, 2",
}


def hinted(name: str, plies: int, *, with_secret: bool = False) -> View:
    """A game with advice: the actions with the longest comments, including a secret one on request."""
    header, texts = vector_game(name, _VECTORS[name])
    session = played(_TABLES[name], header, texts[:plies])
    play = session.current
    actions = sorted(
        (action for action in play.position.legal() or () if with_secret or not action.is_secret),
        key=lambda action: (action.is_secret, len(hinting.words_of(play, action)), str(action)),
        reverse=True,
    )
    results = tuple(1 / len(play.position.players) for _ in play.position.players)
    options = tuple(Option(action, 1 / len(actions), results) for action in actions)
    asked = hinting.asked(Shell(session), 0)
    return shell.view(hinting.answered(asked, Considered(1, hinting.HINTS, 1, name, options)))


def waiting(name: str, plies: int, *, is_answered: bool) -> View:
    """A game in which a hint is thought about, or was, and nothing came of it."""
    header, texts = vector_game(name, _VECTORS[name])
    asked = hinting.asked(Shell(played(_TABLES[name], header, texts[:plies])), 0)
    return shell.view(
        hinting.answered(asked, Unanswered(1, hinting.HINTS, 1, "too late")) if is_answered else asked
    )


def expected(play: Play, plies: int) -> Moment:
    """The evaluation of an invented thinker after this many actions: it swings, and ends as the game does."""
    players = play.position.players
    winner = max(range(len(players)), key=lambda side: play.position.score()[players[side]])
    progress = plies / len(play.plies)
    raw = []
    for side in range(len(players)):
        swing = math.sin(plies / 7 + 2.1 * side) + (plies // 11 % len(players) == side)
        end = 1.0 if side == winner else 0.0
        raw.append(0.05 + (1 - progress) * (1 + 0.8 * swing) / 2 + progress * end)
    whole = sum(raw)
    best = play.plies[-1] if plies == len(play.plies) else play.plies[plies]
    legal = play.plies[plies - 1].position.legal() if plies else play.start.legal()
    other = next((one for one in legal or () if one != best.action), best.action)
    return Moment(tuple(round(one / whole, 3) for one in raw), str(other))


def reviewed(name: str, *, step: int = 1) -> ReviewPage:
    """The review of a game in which every n-th position was evaluated."""
    header, texts = vector_game(name, _VECTORS[name])
    play = Play.resume(_TABLES[name], header, texts)
    result = {"winner": play.position.players[0], "reason": "", "score": play.position.score()}
    record = GameRecord(7, header, 1_700_000_000_000, len(play.plies), result)
    found = {plies: expected(play, plies) for plies in range(0, len(play.plies) + 1, step)}
    moments = with_moments(play, found)
    return ReviewPage(record, play, moments, asking=1 if step > 1 else None)


def _shown(layer: ReviewPage | ReplayPage) -> View:
    session = played(_TABLES["masterplan"], {"game": "masterplan"}, [])
    return shell.view(Shell(replace(session, phase=Phase.MENU, play=None), layer=layer))


def _turned(name: str) -> View:
    """The worst action of a game, in its replay, with what would have been better."""
    review = reviewed(name)
    worst = min(turns(review.play, review.moments), key=lambda turn: turn.swing)
    return _shown(ReplayPage(review.record, review.play, review, worst.ply))


def _even(name: str) -> ReviewPage:
    """A game in which nothing ever turned."""
    review = reviewed(name)
    even = Moment((0.5, 0.5))
    return replace(review, moments=(even,) * len(review.moments))


REVIEW_SAMPLES: Final[dict[str, View]] = {
    "hint-masterplan": hinted("masterplan", 18),
    "hint-forma": hinted("forma", 60),
    "hint-massai": hinted("massai", 11, with_secret=True),
    "hint-cites-hidden": waiting("cites", 40, is_answered=False),
    "hint-thinking": waiting("masterplan", 18, is_answered=False),
    "hint-none": waiting("masterplan", 18, is_answered=True),
    **{f"review-{name}": _shown(reviewed(name)) for name in _VECTORS},
    "review-second-page": _shown(replace(reviewed("cites"), page=1)),
    "review-growing": _shown(reviewed("forma", step=8)),
    "review-even": _shown(_even("masterplan")),
    **{f"review-turn-{name}": _turned(name) for name in _VECTORS},
}
