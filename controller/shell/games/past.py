"""Past games: a list from the journal, and a step-by-step replay of each. Pure."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, Final

from controller.model.records import GameRecord
from controller.model.view import Choice, Lit, LitSites, Meaning, Phase, View
from controller.referee import step
from controller.referee.play import Play
from controller.referee.session import Pressed
from controller.shell.games import reviewing
from controller.shell.model import pages
from controller.shell.model.layers import PastPage, ReplayPage, ReviewPage
from controller.shell.model.requests import (
    Found,
    GameOpened,
    GamesListed,
    GameTakenUp,
    ListGames,
    OpenGame,
    ReadFailed,
    TakeUpGame,
)
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from controller.shell.playing.flashing import flash_of
from controller.tables.table import GameTable
from controller.view.game import last_words, scores_of
from controller.view.lights import board_with, lit_after
from engines.game import RuleError
from engines.record import replace
from hardware.ports import sites_in
from texts import Text, _, _c, _n, joined, why

ON_A_PAGE: Final = 4
STEP_MS: Final = 2_000
"""How long each step is shown in automatic replay."""

START: Final = Choice("replay-start", _c("replay", "First"))
STEP_BACK: Final = Choice("replay-back", _c("replay", "Previous"))
STEP_ON: Final = Choice("replay-on", _c("replay", "Next"), on=True)
RUN: Final = Choice("replay-run", _c("replay", "Play"))
HALT: Final = Choice("replay-halt", _c("replay", "Pause"), place=RUN.id)
GO_ON: Final = Choice("go-on", _("Take it up again"))


def opened(shell: Shell) -> Answer:
    """The list, which must be read first."""
    return Answer(shell.under(PastPage()), requests=(ListGames(0, ON_A_PAGE),))


def _answered(shell: Shell, layer: PastPage, found: Found) -> Answer:
    """The shell after an answer: the list, a game, or why it cannot be read."""
    match found:
        case GamesListed():
            layer = replace(layer, records=found.records, total=found.total)
        case GameOpened():
            return _begun(shell, layer, found)
        case ReadFailed():
            layer = replace(layer, refused=found.reason)
        case _:
            return Answer(shell)
    return Answer(shell.under(layer))


def view(shell: Shell, layer: PastPage) -> View:
    """A page of the list, the newest game first."""
    of = pages.pages(layer.total, ON_A_PAGE)
    nothing = (_("No game has been played yet."),) if layer.records == () else ()
    return pages.own(
        Phase.PAST,
        heading=_("Past games"),
        ask=nothing,
        choices=tuple(_line(shell, record) for record in layer.records or ()),
        notice=layer.refused or pages.words(layer.page, of),
        controls=pages.controls(layer.page, of),
        places=pages.places(),
    )


def _line(shell: Shell, record: GameRecord) -> Choice:
    """One game of the list."""
    name = str(record.header.get("game"))
    table = shell.session.tables.get(name)
    title = table.title if table else name
    told = (date(record.started_ms), outcome_words(table, record))
    return Choice(f"past-{record.id}", title, picture=name, note=joined(" · ", filter(None, told)))


def date(wall_ms: int) -> str:
    """Day and time by this computer's clock; empty for an invalid time."""
    with suppress(OverflowError, OSError, ValueError):
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(wall_ms / 1000))
    return ""


def outcome_words(table: GameTable[Any, Any] | None, record: GameRecord) -> Text:
    """How a game ended, with everyone's points."""
    if record.result is None:
        return _n("Not finished, {number} action", "Not finished, {number} actions", record.plies)
    score = record.result.get("score") or {}
    names = {player: table.name(player) if table else player for player in score}
    points = joined(", ", (_("{player} {points}", player=names[one], points=score[one]) for one in score))
    winner = record.result.get("winner")
    if winner in names:
        return _("{player} wins: {points}", player=names[winner], points=points)
    ended = _("A draw") if winner == "draw" else _("Given up")
    return _("{ended}: {points}", ended=ended, points=points) if score else ended


def pressed(shell: Shell, layer: PastPage, button_id: str, at_ms: int) -> Answer:
    """A touch on the list."""
    for record in layer.records or ():
        if button_id == f"past-{record.id}":
            return Answer(shell, requests=(OpenGame(record.id),))
    page = pages.turned(layer.page, pages.pages(layer.total, ON_A_PAGE), button_id)
    if page == layer.page:
        return Answer(shell)
    turned = replace(layer, page=page, records=None, refused="")
    return Answer(shell.under(turned), requests=(ListGames(page * ON_A_PAGE, ON_A_PAGE),))


def _begun(shell: Shell, layer: PastPage, answer: GameOpened) -> Answer:
    """The replay at the start of its game."""
    table = shell.session.tables.get(str(answer.record.header.get("game")))
    if table is None:
        refused: str = _("This game needs another table.")
        return Answer(shell.under(replace(layer, refused=refused)))
    try:
        play = Play.resume(table, answer.record.header, answer.actions)
    except RuleError as error:
        refused = _("Game {game} cannot be shown: {why}", game=answer.record.id, why=why(error))
        return Answer(shell.under(replace(layer, refused=refused)))
    replay = ReplayPage(answer.record, play, layer, may_go_on=answer.may_go_on and bool(play.plies))
    return Answer(shell.under(replay))


def _taken_up(shell: Shell, layer: ReplayPage, answer: Found) -> Answer:
    """The shell after an abandoned game was resumed, or after it could not be."""
    if isinstance(answer, ReadFailed):
        return Answer(shell.under(replace(_list_below(layer), refused=answer.reason)))
    if not isinstance(answer, GameTakenUp):
        return Answer(shell)
    session = shell.session
    unfinished = session.unfinished.with_game(answer.id, answer.game, answer.used_ms)
    session = replace(session, unfinished=unfinished)
    session, effects = step.handle(session, Pressed(answer.at_ms, f"resume-{answer.id}"))
    return Answer(replace(shell, session=session, layer=None), effects)


def _list_below(layer: ReplayPage) -> PastPage:
    """The list that a replay was opened from; a new one if it was opened from another screen."""
    return layer.below if isinstance(layer.below, PastPage) else PastPage()


# Replay


def _played(layer: ReplayPage) -> Play:
    """The game up to the current step."""
    return layer.play.back(len(layer.play.plies) - layer.at)


def replay_lights(layer: ReplayPage) -> LitSites:
    """The lights: the last action, what it scored, and the score; in a review also what would have been
    better."""
    play = _played(layer)
    flash = flash_of(play, max(layer.at - 1, 0), 0)
    better = reviewing.better(layer)
    hints = ((site, Lit(Meaning.HINT)) for site in sites_in(better.sites if better else 0))
    return (*lit_after(play), *(flash.lit if flash else ()), *hints)


def replay_view(shell: Shell, layer: ReplayPage) -> View:
    """The game after the current step."""
    play, plies = _played(layer), len(layer.play.plies)
    lights = replay_lights(layer)
    running = (HALT,) if layer.next_ms is not None else (RUN,)
    back = (STEP_BACK, START) if layer.at else ()
    on = () if layer.at == plies else (STEP_ON, *running)
    view = step_view(layer.record, play, plies, lights)
    return replace(
        view,
        ask=reviewing.comment_on(layer) or view.ask,
        controls=(pages.BACK, *back, *on, *_ways(layer)),
        places=(pages.BACK, START, STEP_BACK, STEP_ON, RUN, *_ways(layer)),
        lights=tuple((site, lit) for site, lit in lights if site < play.table.grid.size),
    )


def _ways(layer: ReplayPage) -> tuple[Choice, ...]:
    return (*((GO_ON,) if layer.may_go_on else ()), *((reviewing.WAY,) if _has_review(layer) else ()))


def step_view(record: GameRecord, play: Play, plies: int, lit: LitSites) -> View:
    """The game after the actions of `play`, of `plies` in total, with its lights and without buttons."""
    at = len(play.plies)
    ask = outcome_words(play.table, record) if at == plies else play.table.headline(play.position)
    return View(
        Phase.REPLAY,
        heading=_("Action {number} of {all}", number=at, all=plies),
        title=play.table.title,
        turn=play.position.turn,
        scores=scores_of(play),
        ask=(ask,),
        last=last_words(play),
        board=board_with(play, lit),
    )


def replay_pressed(shell: Shell, layer: ReplayPage, button_id: str, at_ms: int) -> Answer:
    """A touch on it. Any step pauses the replay."""
    match button_id:
        case reviewing.WAY.id if _has_review(layer):
            return reviewing.opened(shell)
        case GO_ON.id if layer.may_go_on:
            return Answer(shell, requests=(TakeUpGame(layer.record.id, shell.session.tables),))
        case STEP_ON.id:
            layer = _at(layer, layer.at + 1)
        case STEP_BACK.id:
            layer = _at(layer, layer.at - 1)
        case START.id:
            layer = _at(layer, 0)
        case HALT.id:
            layer = replace(layer, next_ms=None)
        case RUN.id:
            layer = replace(layer, next_ms=at_ms + STEP_MS)
    return Answer(shell.under(layer))


def _has_review(layer: ReplayPage) -> bool:
    """Whether a review can be opened here: the game is over, and this is not part of its review."""
    return layer.record.result is not None and not isinstance(layer.below, ReviewPage)


def replayed(layer: ReplayPage, now_ms: int) -> ReplayPage:
    """The replay one automatic step further."""
    further = _at(layer, layer.at + 1)
    return further if further.at == len(layer.play.plies) else replace(further, next_ms=now_ms + STEP_MS)


def _at(layer: ReplayPage, at: int) -> ReplayPage:
    return replace(layer, at=min(max(at, 0), len(layer.play.plies)), next_ms=None)


SCREEN: Final = Screen(PastPage, view, pressed, answered=_answered)

REPLAY_SCREEN: Final = Screen(
    ReplayPage,
    replay_view,
    replay_pressed,
    lambda shell, layer: Answer(shell.under(layer.below)),
    lights=lambda shell, layer: replay_lights(layer),
    due_ms=lambda shell, layer: layer.next_ms,
    passed=lambda shell, layer, now_ms: Answer(shell.under(replayed(layer, now_ms))),
    answered=_taken_up,
)
