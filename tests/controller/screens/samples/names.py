"""Wherever names are shown: none of the players, one, all, and with longer names than there are, played by
the computer, whose level stands behind a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.model.clock import Clock
from controller.model.records import GameRecord
from controller.model.view import Phase, View
from controller.referee.judging import agreed_result
from controller.referee.people import reseated
from controller.referee.play import Play
from controller.referee.seating import LEVELS
from controller.referee.session import Session
from controller.referee.session_parts import UnfinishedGame, UnfinishedGames
from controller.shell.model.layers import Demonstration, PastPage, ReviewPage, SheetPage, UnfinishedPage
from opponents.thought import Level
from tests.controller.screens.samples import around_game as samples
from tests.controller.screens.samples import review as review_samples
from tests.controller.screens.samples.sessions import played, vector_game
from texts import _

_VECTORS: Final = {
    "masterplan": ("masterplan", samples.VECTORS["masterplan"], 20),
    "forma of four": ("forma", samples.VECTORS["forma"], 60),
    "cites of three": ("cites", "random game: 3 players, contre true, hands hidden, 1", 40),
    "cites in teams": ("cites", samples.VECTORS["cites"], 40),
}
"""A game of each number of players: its vector, and how many actions lead into its middle."""


def _levels(seats: Sequence[str], computers: int) -> dict[str, Level]:
    return dict.fromkeys(seats[:computers], Level.MEDIUM)


def _session(name: str, computers: int, *, is_over: bool = False) -> Session:
    """A game in its middle, or at its end, with the computer on this many seats."""
    game, vector, plies = _VECTORS[name]
    header, texts = vector_game(game, vector)
    session = played(samples.TABLES[game], header, texts if is_over else texts[:plies])
    play = session.current
    levels = _levels(play.position.seats, computers)
    play = replace(play, plies=tuple(replace(ply, computers=levels) for ply in play.plies), computers=levels)
    return replace(session, play=play, game_id=1)


def _with_clock(session: Session) -> Session:
    """The session with a game clock, on which everybody has the most that there is: a day."""
    return replace(session, clock=Clock("game", 86_400_000))


def _record(number: int, play: Play, winner: str | None) -> GameRecord:
    result = {"winner": winner, "reason": "more points", "score": play.position.score()}
    return GameRecord(number, play.header, samples._STARTED_MS, len(play.plies), result)


def _of_game(name: str, computers: int) -> Iterator[tuple[str, View]]:
    """The pages of a game that show who plays."""
    playing, over = _session(name, computers), _session(name, computers, is_over=True)
    drawn = replace(playing, phase=Phase.OVER, ended=agreed_result(playing.current, "draw"))
    yield "playing", samples._over(_with_clock(playing), None)
    yield "paused", samples._over(playing.paused(by_hand=True), None)
    yield "over", samples._over(_with_clock(over), None)
    yield "drawn", samples._over(drawn, None)
    yield "ending", samples._over(replace(playing.paused(by_hand=True), is_ending=True), None)
    seating = replace(playing.paused(by_hand=True), is_seating=True)
    yield "seats", samples._over(seating, None)
    yield "given", samples._over(reseated(seating, f"seat-{seating.current.start.seats[-1]}")[0], None)
    for page in range(2):
        yield f"sheet-{page}", samples._over(over, SheetPage(page))
    play = over.current
    shared = replace(play, computers={}) if computers else play.seated(play.position.seats[0], Level.MEDIUM)
    yield "shared-sheet", samples._over(replace(over, play=shared), SheetPage())
    yield "invitation", samples._over(samples._menu(), Demonstration(play, 1, 3_000))
    moments = (review_samples.expected(play, 0),) * (len(play.plies) + 1)
    record = _record(1, play, play.position.players[-1])
    yield "review", samples._over(samples._menu(), ReviewPage(record, play, moments))


def _lists() -> Iterator[tuple[str, View]]:
    """The pages that list games with those who play them."""
    plays = [_session(name, 4).current for name in _VECTORS]
    records = tuple(_record(n, play, play.position.players[-1]) for n, play in enumerate(plays, start=1))
    yield "past", samples._over(samples._menu(), PastPage(0, records, 5))
    kept = UnfinishedGames(dict(enumerate(map(UnfinishedGame.of, plays), start=1)), (3, 4))
    menu = replace(samples._menu(), unfinished=kept)
    began_ms = dict.fromkeys(kept.games, samples._STARTED_MS)
    for page in range(2):
        yield f"unfinished-{page}", samples._over(menu, UnfinishedPage(page, began_ms))


def _lengthened(view: View) -> View:
    """A view with longer names than any player has."""
    again = {"level": LEVELS[Level.MEDIUM]}
    longer = (replace(one, name=_("{player} ({level})", player=one.name, **again)) for one in view.scores)
    return replace(view, scores=tuple(longer))


def _named() -> Iterator[tuple[str, View]]:
    for name in _VECTORS:
        for computers in (0, 1, 4) if name == "forma of four" else (4,):
            for page, view in _of_game(name, computers):
                yield f"{name}-{computers}-{page}", view
        for page, view in _of_game(name, 4):
            yield f"{name}-too-long-{page}", _lengthened(view)
    yield from _lists()


NAMED: Final[dict[str, View]] = {name: view for view, name in {view: name for name, view in _named()}.items()}
"""Each once."""
