"""The MQTT messages: the topics, and the payloads as JSON. docs/mqtt.md explains each field."""

from __future__ import annotations

from typing import Final

import msgspec

from controller.daemon.health import Health
from controller.model.view import BoardView
from controller.referee.session import Session
from controller.view import showing
from controller.view.language import in_language
from engines.game import Json

VERSION: Final = 1
"""The version of the payloads. A field may be added; the meaning of a field changes only with this number."""

ONLINE: Final = "online"
OFFLINE: Final = "offline"


class Points(msgspec.Struct, frozen=True):
    """A player's line: the name in the table's language, and the points."""

    player: str
    name: str
    points: int


class GameState(msgspec.Struct, frozen=True, kw_only=True):
    """A table's public view, in its own language. `game` is the journal's number, `name` the game's; both are
    empty on the menu."""

    v: int = VERSION
    phase: str
    game: int | None = None
    name: str = ""
    title: str
    heading: str
    turn: str | None = None
    scores: tuple[Points, ...] = ()
    ask: tuple[str, ...] = ()
    last: str = ""
    notice: str = ""
    board: BoardView | None = None


class ActionEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a table's journal.

    `journal` and `id` together name it for good: a follower that has had it leaves it out. Within a journal
    the ids rise. `kind` is `play`, `undo` (of `plies` actions) or `finish`; `ply` counts the actions that
    stand after it. `text` is the public text of an action now.
    """

    v: int = VERSION
    table: str
    journal: str
    id: int
    at_ms: int
    game: int
    name: str
    kind: str
    ply: int
    text: str = ""
    player: str | None = None
    plies: int = 0
    events: tuple[Json, ...] = ()
    score: dict[str, int] = {}
    turn: str | None = None
    over: bool = False
    winner: str | None = None


class HealthState(msgspec.Struct, frozen=True):
    """A table's condition: whether nothing needs attention, and everything that `tablier status` shows."""

    is_well: bool
    health: Health
    v: int = VERSION


class Topics:
    """The topics of one table."""

    def __init__(self, prefix: str, table: str) -> None:
        root = f"{prefix}/{table}"
        self.online = f"{root}/online"
        self.game = f"{root}/game"
        self.action = f"{root}/action"
        self.health = f"{root}/health"
        self.who = f"{root}/who"
        self.commands = f"{root}/command/+"


def game_state(session: Session, language: str) -> GameState:
    """The public view of a session. A secret choice stays covered."""
    public = session.covered()
    view = in_language(showing.view(public), language)
    play = public.play
    return GameState(
        phase=view.phase.value,
        game=None if play is None else public.game_id,
        name="" if play is None else play.table.game.name,
        title=view.title,
        heading=view.heading,
        turn=view.turn,
        scores=tuple(Points(one.player, one.name, one.points) for one in view.scores),
        ask=() if play is None else view.ask,
        last=view.last,
        notice=view.notice,
        board=view.board,
    )
