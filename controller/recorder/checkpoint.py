"""A table's complete state at a quiet moment, as JSON, and a table that continues from it. It contains no
secret.

A moment is quiet if nothing is being chosen or asked on the screen, and no screen lies over the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from controller.recorder import state
from controller.referee.session import Session
from controller.referee.session_parts import UnfinishedGame
from controller.shell.model.computer_pages import COMPUTER_PAGES
from controller.shell.model.layers import PastPage, PhoneCode, PinPad, ReplayPage, ReviewPage, SelfTesting
from controller.shell.model.people_pages import PEOPLE_PAGES
from controller.shell.model.state import Kiosk, Shell
from controller.tables.table import GameTable
from engines.game import RuleError
from engines.record import replace
from opponents.thought import Level

WITHHELD: Final = "withheld"
"""Replaces a PIN."""


class SavedGame(msgspec.Struct, frozen=True):
    """A game in play, in the journal's terms."""

    header: dict[str, Any]
    actions: tuple[str, ...]
    computers: dict[str, Level]
    seated: tuple[dict[str, Level], ...] = ()
    """The computer's seats at each action, if they have not been the same all the time."""


class Checkpoint(msgspec.Struct, frozen=True):
    """A table at a quiet moment: the states of its records, and its games."""

    session: dict[str, Any]
    shell: dict[str, Any]
    kiosk: dict[str, Any]
    play: SavedGame | None
    kept: dict[int, SavedGame]


_UNRECORDED: Final = (
    PinPad,
    PhoneCode,
    PastPage,
    ReplayPage,
    ReviewPage,
    SelfTesting,
    *COMPUTER_PAGES,
    *PEOPLE_PAGES,
)

_encoder = msgspec.json.Encoder(enc_hook=str)
_decoder = msgspec.json.Decoder(Checkpoint)


def is_quiet(shell: Shell) -> bool:
    """Whether a checkpoint may be possible now, by a quick test."""
    return state.is_settled(shell) and state.is_settled(shell.session)


def captured(shell: Shell) -> bytes | None:
    """The table at this moment; `None` if it is not quiet, or if a game holds a secret."""
    session = shell.session
    if not is_quiet(shell):
        return None
    play = None if session.play is None else _game(UnfinishedGame.of(session.play))
    kept = {number: _game(one) for number, one in session.unfinished.games.items()}
    games = list(kept.values()) if session.play is None else [play, *kept.values()]
    if any(game is None for game in games):
        return None
    kiosk = replace(shell.kiosk, pin=WITHHELD if shell.kiosk.pin else "")
    known = {number: game for number, game in kept.items() if game is not None}
    states = state.written(session), state.written(shell), state.written(kiosk)
    return _encoder.encode(Checkpoint(*states, play, known))


def read(data: bytes) -> Checkpoint:
    """The checkpoint in these bytes. Raises `msgspec.MsgspecError`."""
    return _decoder.decode(data)


def restored(checkpoint: Checkpoint, tables: Mapping[str, GameTable[Any, Any]]) -> Shell:
    """The table of a checkpoint. Raises `msgspec.ValidationError` for one of another version, `RuleError` or
    `KeyError` if its games are not valid."""
    play = None if checkpoint.play is None else _of(checkpoint.play, tables).play
    kept = {number: _of(game, tables) for number, game in checkpoint.kept.items()}
    session = state.read(Session, checkpoint.session, tables=tables, play=play)
    session = replace(session, unfinished=replace(session.unfinished, games=kept))
    return state.read(Shell, checkpoint.shell, session=session, kiosk=state.read(Kiosk, checkpoint.kiosk))


def is_withheld(shell: Shell) -> bool:
    """Whether a touch must not be recorded: it is secret (a PIN, or a secret choice), or it moves among
    things that no recording contains (past games, reports, this computer, people's names)."""
    selecting = shell.session.question.selecting
    return isinstance(shell.layer, _UNRECORDED) or (selecting is not None and selecting.selection.is_secret)


def is_of_the_past(shell: Shell) -> bool:
    """Whether the lights show something that no recording contains."""
    return isinstance(shell.layer, PastPage | ReplayPage | ReviewPage)


def _game(game: UnfinishedGame) -> SavedGame | None:
    """A game, unless an action has just been taken back, or it holds unrevealed actions or a hand."""
    if game.taken_back or game.hands.rows or _is_secret(game):
        return None
    seated = tuple(map(dict, game.seated))
    is_same = all(one == game.computers for one in seated)
    return SavedGame(dict(game.header), tuple(game.actions), dict(game.computers), () if is_same else seated)


def _is_secret(game: UnfinishedGame) -> bool:
    """Whether its last actions may not be revealed yet. It is replayed only if the last one was secret."""
    try:
        last = game.table.game.parse(game.actions[-1]) if game.actions else None
        return last is not None and last.is_secret and game.play.position.secret_plies > 0
    except RuleError:
        return True


def _of(game: SavedGame, tables: Mapping[str, GameTable[Any, Any]]) -> UnfinishedGame:
    table = tables[game.header["game"]]
    return UnfinishedGame(table, game.header, game.actions, computers=game.computers, seated=game.seated)
