"""The invitation: the table plays a game by itself, on screen and lights, until someone touches it. Pure.

Its games never enter the journal, and no one is asked to move a piece.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from controller.model.thinking import Considered, Request, Unanswered
from controller.model.view import Choice, LitSites, Phase, View
from controller.referee import timing
from controller.referee.play import Play
from controller.referee.seating import name_of
from controller.referee.session import WATCHING, Session
from controller.shell.host import settings
from controller.shell.idle import attracting
from controller.shell.idle.attracting import RINGS_MS
from controller.shell.idle.exhibition import expected_of, given, introduction, known, naming, seated
from controller.shell.model.layers import Demonstration
from controller.shell.model.screen import Screen, never
from controller.shell.model.state import Answer, Shell
from controller.shell.phones.watching import code_of
from controller.shell.playing.flashing import flash_of
from controller.tables.table import GameTable
from controller.view.commentary import comment
from controller.view.game import last_words, scores_of
from controller.view.lights import board_with, lit_after
from engines.game import Outcome
from engines.record import replace
from texts import _

STEP_MS: Final = 3_000
"""How long each action is shown."""
END_MS: Final = 9_000
"""How long the result is shown before the next game begins."""
READ_MS: Final = 2_000
"""Extra time per sentence of a comment."""
THINK_MS: Final = 1_000
"""Thinking time per action, while people look at the last one. It is short, because this runs for days."""
WAIT_MS: Final = 20_000
"""Grace period after the thinking time, before another game begins."""

DEMONSTRATE: Final = "demonstration"
"""The purpose of its thinking requests."""

WAKE: Final = Choice("wake", _("Play"), on=True)


def invited(shell: Shell, now_ms: int) -> Answer:
    """The shell that invites, and what must be stored: a stopped clock. The preferences return to the table's
    settings, so that the next people find a language that they can read, and no loud sound."""
    session, effects = timing.timed(shell.session, _left_alone(shell.session), (), now_ms)
    answer = settings.as_set_up(replace(shell, session=session))
    return replace(answer, shell=_with_game(answer.shell, now_ms), effects=effects)


def _left_alone(session: Session) -> Session:
    """The session after people have left. A game on the table is paused. Nothing else remains, except that
    they find their games among the unfinished and the past ones."""
    if session.phase in (*WATCHING, Phase.SECRET):
        session = session.paused(by_hand=True)
    if session.phase in (Phase.SETUP, Phase.OVER):
        setup = replace(session.setup, is_clearing=False)
        session = replace(session.without_game(), phase=Phase.MENU, notice="", setup=setup)
    # The next people find the menu unchanged, and the last ones their page
    return replace(session, unfinished=replace(session.unfinished, recent=()))


def _with_game(shell: Shell, now_ms: int) -> Shell:
    """The next game from its start: another one each time."""
    seed = shell.invitations
    tables = list(shell.session.tables.values())
    play = _begun(tables[seed % len(tables)], seed)
    layer = _shown(Demonstration(play, seed, now_ms + RINGS_MS, words=(introduction(play),), begun_ms=now_ms))
    return replace(shell, layer=layer, invitations=seed + 1)


def _begun(table: GameTable[Any, Any], seed: int) -> Play:
    """The start of a demonstrated game."""
    wanted = table.demo.options
    options = {option.name: option.values[0][0] for option in table.options}
    for option in table.options:
        for value, _label in option.values:
            if wanted.get(option.name) == str(value).lower():
                options[option.name] = value
    play = Play.begin(table, table.header(options))
    return replace(play, computers=seated(play.position, seed))


def _shown(layer: Demonstration) -> Demonstration:
    """The demonstration with its next action, if that needs no thinking."""
    random = Random((layer.seed << 16) + len(layer.play.plies))  # noqa: S311 - to be repeated, no secret
    return replace(layer, action=given(known(layer.play, layer.seed), random))


# Thinking


def _request_of(shell: Shell, layer: Demonstration) -> Request | None:
    """The thinking request, if any, while people look at the last action."""
    seat = _to_think(layer)
    if seat is None:
        return None
    play = layer.play
    position = known(play, layer.seed)
    level = play.computers[seat]
    return Request(DEMONSTRATE, layer.number, play.table.game, position, seat, level, THINK_MS)


def _to_think(layer: Demonstration) -> str | None:
    """The seat that has to think."""
    return None if layer.action is not None or layer.is_stuck else _seat_to_act(layer.play)


def _seat_to_act(play: Play) -> str | None:
    """The seat to act. A demonstrated game has no secrets."""
    return None if play.position.outcome() is not None else play.computer_of(play.position.turn)


def answered(shell: Shell, answer: Considered | Unanswered) -> Shell:
    """The shell after an answer. Answers to other requests are ignored."""
    layer = shell.layer
    if not isinstance(layer, Demonstration) or (answer.purpose, answer.number) != (DEMONSTRATE, layer.number):
        return shell
    if isinstance(answer, Unanswered):
        return shell.under(replace(layer, is_stuck=True))
    best = answer.options[0]
    seat = _seat_to_act(layer.play)
    assert seat is not None
    expected = expected_of(layer.play, seat, best, layer.expected)
    return shell.under(replace(layer, action=best.action, expected=expected))


def layer_due_ms(layer: Demonstration) -> int:
    """When the table plays on, if nothing happens before."""
    return layer.next_ms + (0 if _to_think(layer) is None else WAIT_MS)


def played_on(shell: Shell, layer: Demonstration, now_ms: int) -> Shell:
    """The shell after the pause between actions: another action, or another game if this one is over or no
    answer came."""
    if layer.action is None:
        return _with_game(shell, now_ms)
    play = layer.play.after(layer.action)
    words = comment(layer.play, play, layer.expected, naming(play))
    wait_ms = END_MS if play.position.outcome() is not None else STEP_MS + READ_MS * len(words)
    flash = flash_of(play, len(play.plies) - 1, now_ms)
    expected = layer.expected.without_words()
    return shell.under(
        _shown(
            replace(layer, play=play, next_ms=now_ms + wait_ms, flash=flash, words=words, expected=expected)
        )
    )


def lights(layer: Demonstration) -> LitSites:
    """The lights: new pieces of the game, what has scored, and the score."""
    lit = (*lit_after(layer.play), *(layer.flash.lit if layer.flash else ()))
    return tuple((site, one) for site, one in lit if site < layer.play.table.grid.size)


def view(shell: Shell, layer: Demonstration) -> View:
    """The game, and an invitation to play."""
    return replace(game_view(layer), controls=(WAKE,), code=code_of(shell))


def game_view(layer: Demonstration) -> View:
    """The game alone."""
    play = layer.play
    outcome = play.position.outcome()
    ended = (_won(play, outcome), _("{reason:capital}", reason=outcome.reason)) if outcome else ()
    lit = lights(layer)
    return View(
        Phase.DEMO,
        heading=_("Touch the table to play"),
        title=play.table.title,
        turn=(outcome.winner if outcome else play.position.turn),
        scores=scores_of(play),
        ask=ended or layer.words or (play.table.summary,),
        last=last_words(play),
        board=board_with(play, lit),
        lights=lit,
    )


def _won(play: Play, outcome: Outcome) -> str:
    winner = outcome.winner
    return _("A draw") if winner is None else _("{player} wins", player=name_of(play, winner))


def _pressed(shell: Shell, layer: Demonstration, button_id: str, at_ms: int) -> Answer:
    return Answer(shell.under(None))


SCREEN: Final = Screen(
    Demonstration,
    view,
    _pressed,
    lights=lambda shell, layer: lights(layer),
    takes_any_tap=True,
    due_ms=lambda shell, layer: layer_due_ms(layer),
    passed=lambda shell, layer, now_ms: Answer(played_on(shell, layer, now_ms)),
    left_ms=never,
    request_of=_request_of,
    frame=attracting.frame,
    next_frame_ms=attracting.next_frame_ms,
)
