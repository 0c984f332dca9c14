"""All that a table knows at a quiet moment, as JSON, and a table that goes on from it. No secret is in it.

A moment is quiet when nothing is being chosen or asked on the screen, and no screen lies over the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec

from controller.model.clock import Clock
from controller.model.tracker import Picture, Tracker
from controller.model.view import Phase
from controller.referee.play import Play
from controller.referee.search import Returning
from controller.referee.session import Session, Wish
from controller.settings.preferences import NO_PREFERENCES, Preferences
from controller.shell.state import Gesture, Kiosk, Past, PhoneCode, PinPad, Replay, Review, SelfTesting, Shell
from controller.tables.table import GameTable
from opponents.thought import Level

WITHHELD: Final = "withheld"
"""Stands for a PIN that there was."""


class GameState(msgspec.Struct, frozen=True):
    """A game in play, as the journal has it."""

    header: dict[str, Any]
    actions: tuple[str, ...]
    computers: dict[str, Level]


class SessionState(msgspec.Struct, frozen=True, kw_only=True):
    """What a session knows beside its games: each field is the session's of this name."""

    tracker: Tracker
    settle_ms: int
    phase: Phase
    resumes_to: Phase
    chosen: str
    options: dict[str, Any]
    is_clearing: bool
    is_seating: bool
    judged: Picture | None
    judged_ms: int
    held: int
    asked: int
    exchanging: int
    leaving: dict[int, str]
    acted_ms: int
    lifted: int
    staying: int = 0
    returning: Returning = Returning()
    is_told_of_rest: bool = False
    told: dict[int, str] = {}
    is_seen: bool
    is_dark: bool
    is_paused_by_hand: bool
    is_ending: bool
    away: dict[str, str]
    is_without_readers: bool = False
    notice: str
    tiles: dict[str, str]
    game_id: int | None
    ended: dict[str, Any] | None
    is_friendly: bool
    clock: Clock
    recent: tuple[int, ...]
    agreed: dict[int, tuple[bool, int]]
    kept_ms: dict[int, dict[str, int]]
    levels: dict[str, Level]
    first_level: Level
    think_ms: int
    wish: Wish | None
    wishes: int
    expected: dict[str, float]
    is_helpless: bool
    phones: frozenset[tuple[int, str]]


class ShellState(msgspec.Struct, frozen=True, kw_only=True):
    """What the screens around the game know, likewise."""

    preferences: Preferences
    defaults: Preferences = NO_PREFERENCES  # none in older recordings
    hands_ms: int
    invitations: int
    hints: int
    gesture: Gesture
    wrong_pins: int
    locked_ms: int
    address: str


class Checkpoint(msgspec.Struct, frozen=True):
    """A table at a quiet moment."""

    session: SessionState
    shell: ShellState
    kiosk: dict[str, Any]
    play: GameState | None
    kept: dict[int, GameState]


_UNRECORDED: Final = (PinPad, PhoneCode, Past, Replay, Review, SelfTesting)

_State = TypeVar("_State", SessionState, ShellState)
_encoder = msgspec.json.Encoder(enc_hook=str)
_decoder = msgspec.json.Decoder(Checkpoint)


def is_quiet(shell: Shell) -> bool:
    """Whether a checkpoint can be made of this moment, as far as a glance tells."""
    session = shell.session
    is_asking = session.readings or session.reminders or session.selecting or session.pointing is not None
    is_showing = session.is_asking_hands or session.laying is not None or session.laid or session.veiled
    is_over = session.answer is None and not session.trouble
    is_plain = shell.layer is None and shell.flash is None and shell.hint is None
    is_plain = is_plain and not shell.pending and shell.word is None
    return is_plain and not (is_asking or is_showing) and is_over


def captured(shell: Shell) -> bytes | None:
    """The table at this moment; `None` where it is not quiet, or where a game holds what is still secret."""
    session = shell.session
    if not is_quiet(shell):
        return None
    play = None if session.play is None else _game(session.play)
    kept = {number: _game(one) for number, one in session.kept.items()}
    games = list(kept.values()) if session.play is None else [play, *kept.values()]
    if any(game is None for game in games):
        return None
    kiosk = {name: getattr(shell.kiosk, name) for name in Kiosk.__dataclass_fields__}
    kiosk["pin"] = WITHHELD if shell.kiosk.pin else ""
    known = {number: game for number, game in kept.items() if game is not None}
    states = _taken(SessionState, session), _taken(ShellState, shell)
    return _encoder.encode(Checkpoint(*states, kiosk, play, known))


def read(data: bytes) -> Checkpoint:
    """The checkpoint in these bytes. Raises `msgspec.MsgspecError`."""
    return _decoder.decode(data)


def restored(checkpoint: Checkpoint, tables: Mapping[str, GameTable[Any, Any]]) -> Shell:
    """The table that a checkpoint tells of. Raises `RuleError` or `KeyError` where its games cannot be."""
    play = None if checkpoint.play is None else _play(checkpoint.play, tables)
    kept = {number: _play(game, tables) for number, game in checkpoint.kept.items()}
    session = Session(tables=tables, play=play, kept=kept, **_fields(checkpoint.session))
    return Shell(session, kiosk=Kiosk(**checkpoint.kiosk), **_fields(checkpoint.shell))


def is_withheld(shell: Shell) -> bool:
    """Whether what is touched now is nobody's to know (a PIN, or what is chosen in secret), or a way among
    things that no recording has: games of the past, and reports."""
    selecting = shell.session.selecting
    return isinstance(shell.layer, _UNRECORDED) or (selecting is not None and selecting.selection.is_secret)


def is_of_the_past(shell: Shell) -> bool:
    """Whether the lights show what no recording has."""
    return isinstance(shell.layer, Past | Replay | Review)


def _taken(kind: type[_State], owner: Session | Shell) -> _State:
    return kind(**{name: getattr(owner, name) for name in kind.__struct_fields__})


def _fields(state: SessionState | ShellState) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__struct_fields__}


def _game(play: Play) -> GameState | None:
    """A game, unless it has been taken back just now, holds what was not revealed yet, or knows a hand."""
    if play.left or play.position.secret_plies or play.hands.rows:
        return None
    actions = tuple(str(ply.action) for ply in play.plies)
    return GameState(dict(play.header), actions, dict(play.computers))


def _play(game: GameState, tables: Mapping[str, GameTable[Any, Any]]) -> Play:
    return Play.resume(tables[game.header["game"]], game.header, game.actions, computers=game.computers)
