"""The invitation: the table plays a game by itself, on screen and lights, until somebody touches it. Pure.

Nothing of it is ever a game of the journal, and nobody is asked to move a piece.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Final

from controller.manners import MANNERS
from controller.play import Play
from controller.refused import Refused
from controller.sensible import choose
from controller.session import WATCHING
from controller.shell.flashing import flash_of
from controller.shell.state import Demonstration, Shell
from controller.showing import board_with, last_words, lit_after, scores_of
from controller.tables.table import GameTable
from controller.view import Choice, Lit, Phase, View
from texts import _

STEP_MS: Final = 3_000
"""How long people can look at an action."""
END_MS: Final = 9_000
"""How long they see who has won, before the next game begins."""
PATIENCE: Final = 5
"""So many times as long people may think in a game before the table thinks that they have left."""

WAKE: Final = Choice("wake", _("Play"), on=True)


def due_ms(shell: Shell) -> int | None:
    """When the table invites, if no hand comes before; `None` if it does not."""
    session, idle_ms = shell.session, shell.kiosk.idle_ms
    is_needed = session.is_waiting or bool(session.trouble)
    if not idle_ms or is_needed or shell.phase in (Phase.DEMO, Phase.SELF_TEST):
        return None
    is_played = session.phase in (*WATCHING, Phase.SECRET)
    return shell.hands_ms + idle_ms * (PATIENCE if is_played else 1)


def invited(shell: Shell, now_ms: int) -> Shell:
    """The shell that invites. A game that is on the table waits in a pause."""
    session = shell.session
    if session.phase in (*WATCHING, Phase.SECRET):
        session = session.paused(by_hand=True)
    if session.phase is Phase.SETUP:
        session = replace(session, is_clearing=False)
    shell = replace(shell, session=session)
    return _with_game(shell, now_ms)


def _with_game(shell: Shell, now_ms: int) -> Shell:
    """The next game from its start: another one each time."""
    seed = shell.invitations
    tables = list(shell.session.tables.values())
    play = _begun(tables[seed % len(tables)])
    layer = Demonstration(play, seed, now_ms + STEP_MS)
    return replace(shell, layer=layer, invitations=seed + 1)


def _begun(table: GameTable[Any]) -> Play:
    """A game as it is demonstrated, from its start."""
    wanted = MANNERS[table.game.name].options
    options = {option.name: option.values[0][0] for option in table.options}
    for option in table.options:
        for value, _label in option.values:
            if wanted.get(option.name) == str(value).lower():
                options[option.name] = value
    return Play.begin(table, table.header(options))


def played_on(shell: Shell, layer: Demonstration, now_ms: int) -> Shell:
    """The shell when the table plays on: another action, or another game."""
    play = layer.play
    if play.position.outcome() is not None:
        return _with_game(shell, now_ms)
    random = Random((layer.seed << 16) + len(play.plies))  # noqa: S311 - a game to be repeated, no secret
    manner = MANNERS[play.table.game.name]
    try:
        play = play.after(choose(play, random, (), manner.liking, manner.most_weighed))
    except Refused:
        return _with_game(shell, now_ms)
    wait_ms = END_MS if play.position.outcome() is not None else STEP_MS
    flash = flash_of(play, len(play.plies) - 1, now_ms)
    return shell.under(Demonstration(play, layer.seed, now_ms + wait_ms, flash))


def lights(layer: Demonstration) -> tuple[tuple[int, Lit], ...]:
    """What the table lights: the pieces of the game that are new, what has scored, and the score."""
    lit = (*lit_after(layer.play), *(layer.flash.lit if layer.flash else ()))
    return tuple((site, one) for site, one in lit if site < layer.play.table.grid.size)


def view(shell: Shell, layer: Demonstration) -> View:
    """The game, and that anybody may play."""
    play = layer.play
    outcome = play.position.outcome()
    ended = (_("{reason:capital}", reason=outcome.reason),) if outcome else ()
    lit = lights(layer)
    return View(
        Phase.DEMO,
        heading=_("Touch the table to play"),
        title=play.table.title,
        turn=(outcome.winner if outcome else play.position.turn),
        scores=scores_of(play),
        ask=(*ended, play.table.summary),
        last=last_words(play),
        controls=(WAKE,),
        board=board_with(play, lit),
        lights=lit,
    )
