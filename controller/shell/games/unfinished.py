"""The unfinished games: a page of them all, and the end of those that no one resumes.

The menu offers the newest few. An older game without any action is deleted. Of the others a limited number
wait, and the oldest beyond it are abandoned, as if people had done it. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.model.view import Choice, Phase, View
from controller.referee import step
from controller.referee.judging import result
from controller.referee.session import MOST_WAIT, Pressed, Session
from controller.referee.session_parts import UnfinishedGame
from controller.shell.games.past import date
from controller.shell.model import pages
from controller.shell.model.layers import UnfinishedPage
from controller.shell.model.requests import (
    ForgetGames,
    Found,
    GamesListed,
    GiveUpGame,
    ListGames,
    ReadFailed,
    Request,
)
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from controller.view.game import scores_of
from controller.view.start import offered
from engines.game import RuleError
from engines.record import replace
from texts import Text, _, _n, joined, why

ON_A_PAGE: Final = 3


def opened(shell: Shell) -> Answer:
    """The newest of them. Their start times must be read first."""
    return _page(shell, 0)


def _page(shell: Shell, page: int) -> Answer:
    wanted = _on_page(shell.session, page)
    return Answer(shell.under(UnfinishedPage(page)), requests=(ListGames(0, ON_A_PAGE, wanted),))


def _on_page(session: Session, page: int) -> tuple[int, ...]:
    newest_first = tuple(session.unfinished.games)[::-1]
    return newest_first[page * ON_A_PAGE :][:ON_A_PAGE]


def _answered(shell: Shell, layer: UnfinishedPage, found: Found) -> Answer:
    """The start times have come, or could not be read, which loses no game."""
    if isinstance(found, ReadFailed):
        layer = replace(layer, refused=found.reason)
    elif isinstance(found, GamesListed):
        layer = replace(layer, began_ms={record.id: record.started_ms for record in found.records})
    else:
        return Answer(shell)
    return Answer(shell.under(layer))


def view(shell: Shell, layer: UnfinishedPage) -> View:
    """A page of them, the one that was left last first."""
    session, games = shell.session, shell.session.unfinished.games
    of = pages.pages(len(games), ON_A_PAGE)
    return pages.own(
        Phase.UNFINISHED,
        heading=_("Unfinished games"),
        ask=() if games else (_("No game waits."),),
        choices=tuple(_line(game, games[game], layer) for game in _on_page(session, layer.page)),
        notice=layer.refused or pages.words(layer.page, of),
        controls=pages.controls(layer.page, of),
        places=pages.places(),
    )


def _line(game_id: int, left: UnfinishedGame, layer: UnfinishedPage) -> Choice:
    """One unfinished game: its name and start time, its progress, its players and score; or why the rules
    refuse it."""
    began = date(layer.began_ms[game_id]) if game_id in layer.began_ms else ""
    actions = _n("{number} action", "{number} actions", len(left.actions))
    try:
        play = left.play
    except RuleError as error:
        board, last = None, why(error)
    else:
        board = play.table.picture(play.position, [ply.action for ply in play.plies])
        last = joined(", ", (_player(one.name, one.points) for one in scores_of(play)))
    note = joined(" · ", [one for one in (began, actions, last) if one])
    return Choice(f"resume-{game_id}", left.table.title, board=board, note=note)


def _player(name: str, points: int) -> Text:
    return _("{player} {points}", player=name, points=points)


def pressed(shell: Shell, layer: UnfinishedPage, button_id: str, at_ms: int) -> Answer:
    """A touch on it: the game is resumed."""
    if button_id in {f"resume-{game_id}" for game_id in _on_page(shell.session, layer.page)}:
        session, effects = step.handle(shell.session, Pressed(at_ms, button_id))
        return Answer(replace(shell, session=session, layer=None), effects)
    page = pages.turned(layer.page, pages.pages(len(shell.session.unfinished.games), ON_A_PAGE), button_id)
    return Answer(shell) if page == layer.page else _page(shell, page)


# The end of unfinished games


def tidied(answer: Answer) -> Answer:
    """The answer without the games that no one waits for."""
    session = answer.shell.session
    games, requests = _sorted_out(session.unfinished.games, offered(session))
    if not requests:
        return answer
    session = replace(session, unfinished=replace(session.unfinished, games=games))
    shell = replace(answer.shell, session=session)
    return replace(answer, shell=shell, requests=(*answer.requests, *requests))


def _sorted_out(
    kept: Mapping[int, UnfinishedGame], offered: tuple[int, ...]
) -> tuple[Mapping[int, UnfinishedGame], tuple[Request, ...]]:
    """The games that still wait, and what must be written about the others."""
    empty = tuple(game for game, left in kept.items() if game not in offered and left.is_empty)
    others = [game for game in kept if game not in empty]
    oldest = others[: max(len(others) - MOST_WAIT, 0)]
    requests: list[Request] = [ForgetGames(empty)] if empty else []
    requests += [GiveUpGame(game, _given_up(kept[game])) for game in oldest]
    return {game: kept[game] for game in others if game not in oldest}, tuple(requests)


def _given_up(left: UnfinishedGame) -> Mapping[str, object]:
    """Its result, without a score if the rules refuse it."""
    reason = _("given up")
    try:
        return result(left.play, None, reason)
    except RuleError:
        return {"winner": None, "reason": reason}


SCREEN: Final = Screen(UnfinishedPage, view, pressed, answered=_answered)
