"""Views of a game of Masterplan: parks and towers, what is wrong, questions, broken sensors, and the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.games import tables_for
from controller.model.view import Phase, View
from controller.referee.session import Session, first_session
from controller.referee.session_parts import DeviceStates, UnfinishedGame, UnfinishedGames
from controller.shell import Shell, view
from controller.shell.playing.flashing import flash_of
from controller.tables.masterplan.table import MasterplanTable
from hardware.ports import Grid
from opponents.thought import Level
from tests.controller.screens.samples.sessions import (
    GRID,
    SETTLE_MS,
    at_rest,
    begun,
    played,
    seen,
    touched,
    vector_game,
)

_TABLE: Final = MasterplanTable(GRID, 3)
_SMALL: Final = MasterplanTable(Grid(8, 8), 1)
_FIGURE_4: Final = ["house d4 ne", "house f6 n", "house c3 n"]


def _game(name: str, plies: int | None = None, *, is_done: bool = True) -> Session:
    """A vector game after this many of its actions."""
    header, texts = vector_game("masterplan", name)
    return played(_TABLE, header, texts[:plies], is_done=is_done)


def _sites(*places: str) -> int:
    sites = 0
    for place in places:
        sites |= _TABLE.sites(place)
    return sites


def _menu() -> Session:
    """A table that has room for every game, with two that are not over."""
    session = first_session(tables_for(GRID, 3, 4), GRID, SETTLE_MS, {})
    plays = _GAME.current, _game("the end: equal points are a draw", 16).current
    kept = {number: UnfinishedGame.of(play) for number, play in enumerate(plays, start=1)}
    return replace(session, phase=Phase.MENU, unfinished=UnfinishedGames(kept, tuple(kept)))


def _scored() -> View:
    """The view right after a park has scored."""
    session = _game("one house scores for several parks", 9)
    flash = flash_of(session.current, len(session.current.plies) - 1, 0)
    return view(Shell(session, flash=flash))


def _with_computer(*, is_done: bool) -> Session:
    """Both players are the computer: it thinks, or with pieces still to be set, it has just played."""
    session = played(_TABLE, {"game": "masterplan"}, _FIGURE_4[:2], is_done=is_done)
    computers = {"white": Level.STRONG, "yellow": Level.MEDIUM}
    plies = tuple(replace(ply, computers=computers) for ply in session.current.plies)
    play = replace(session.current, plies=plies, computers=computers)
    if is_done:
        return replace(session, play=play)
    return replace(session, play=play, due=replace(session.due, asked=play.asked))


def _unplugged(session: Session) -> Session:
    reason = "The board does not answer on /dev/ttyACM0. Plug its cable in; the game goes on by itself."
    return replace(session.paused(by_hand=False), devices=DeviceStates({"board": reason}))


_GAME: Final = _game("random game: assist true, overlap park, 1", 30)
_CORNER: Final = played(_TABLE, {"game": "masterplan"}, _FIGURE_4[:2])
_DUE: Final = played(_TABLE, {"game": "masterplan"}, _FIGURE_4)
_BROKEN: Final = replace(_GAME, tracker=_GAME.tracker.mask(_sites("a1.n", "h8.sw"), _GAME.current.closed, 0))
_OVER: Final = _game("the end: towers are scored, ties give nothing")
_MIDDLE: Final = {
    "spots": at_rest(played(_SMALL, {"game": "masterplan"}, []), _SMALL.sites("d4")),
    "swept": at_rest(_GAME, 0),
    "wrong": at_rest(_CORNER, _CORNER.current.closed | _sites("c3.n", "e5.s")),
}

MENU: Final = replace(_menu(), unfinished=UnfinishedGames())

MASTERPLAN_SAMPLES: Final[dict[str, View]] = {
    "menu": seen(begun(_TABLE)),
    "menu-of-four": seen(MENU),
    "menu-with-games-that-wait": seen(_menu()),
    "setup": seen(touched(begun(_TABLE), "game-masterplan")),
    "setup-clearing": seen(at_rest(touched(begun(_TABLE), "game-masterplan", "start"), _sites("a1.n", "e5"))),
    "playing": seen(_GAME),
    "playing-park": seen(_DUE),
    "playing-parks-and-towers": seen(_game("the end: equal points are a draw", 16)),
    "playing-scored": _scored(),
    "playing-towers": seen(_game("the 22nd park stands for itself")),
    "playing-players-watch": seen(_game("assist off: some placed, some forgotten", 5)),
    "playing-broken-sensors": seen(_BROKEN),
    "computer-thinking": seen(_with_computer(is_done=True)),
    "computer-placing": seen(_with_computer(is_done=False)),
    "correcting": seen(_MIDDLE["wrong"]),
    "correcting-after-a-sweep": seen(_MIDDLE["swept"]),
    "choosing-a-spot": seen(_MIDDLE["spots"]),
    "choosing-a-cell": seen(touched(_GAME, "unseen")),
    "choosing-a-place": seen(touched(_GAME, "unseen", "cell-3,3")),
    "paused": seen(touched(_GAME, "pause")),
    "paused-unplugged": seen(_unplugged(_GAME)),
    "paused-ending": seen(touched(_GAME, "pause", "end")),
    "paused-before-a-game": seen(_unplugged(begun(_TABLE))),
    "over": seen(_OVER),
    "over-draw": seen(_game("the end: equal points are a draw")),
    "over-agreed": seen(touched(_GAME, "pause", "end", "draw")),
}
