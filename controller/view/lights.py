"""The meaning of every light of a session, and the board picture with the same signs. Pure."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from controller.model.view import BoardView, Lit, LitSites, Meaning, Phase, Sign
from controller.referee.play import Play, of_last_play
from controller.referee.session import Session
from controller.referee.tasks import clearing, tasks
from controller.view.light_picture import strongest
from engines.record import replace
from hardware.ports import sites_in


def lights(session: Session) -> LitSites:
    """Every light's meaning: a part of the view that is available before the rest is computed. The readers
    beside the board have no light."""
    size = session.tracker.grid.size
    return tuple((site, lit) for site, lit in _lights(session) if site < size)


def _lights(session: Session) -> LitSites:
    if session.phase is Phase.MENU:
        return echoes(session)
    if session.phase is Phase.SETUP:
        return tuple((site, Lit(task.meaning)) for task in clearing(session) for site in sites_in(task.sites))
    if session.play is None or session.question.selecting is not None:
        return ()  # no light reveals a choice in progress
    return game_lights(session)


@lru_cache(maxsize=1)  # lights and view both ask, one after the other
def game_lights(session: Session) -> LitSites:
    """The meaning of every site, including the pads. Requests outshine past events, and those the score.

    The echo of a hand is added to a light's other meaning: `lights.strongest` decides.
    """
    lit = dict(lit_after(session.current))
    lit.update(dict.fromkeys(sites_in(asked_about(session)), Lit(Meaning.HINT)))
    for (meaning, player), alike in groupby(reversed(tasks(session)), attrgetter("meaning", "player")):
        since_ms, sites = session.judgement.at_ms if meaning is Meaning.WRONG else 0, 0
        for task in alike:
            sites |= task.sites
        lit.update(dict.fromkeys(sites_in(sites), Lit(meaning, player, since_ms)))
    return (*sorted(lit.items()), *echoes(session))


def asked_about(session: Session) -> int:
    """The sites of the pieces in question when people are asked what was played."""
    play, sites = session.current, 0
    for interpretation in session.question.interpretations if session.phase is Phase.CHOOSING else ():
        actions = (*interpretation.actions, *interpretation.later)
        for position, action in play.befores(actions, interpretation.back):
            sites |= play.table.touched(position, action)
    return sites


@of_last_play
def lit_after(play: Play) -> LitSites:
    """The lights of a play without requests: the score, and the last turn."""
    lit = dict(play.table.score_lights(play.position))
    for ply in play.plies[len(play.plies) - max(play.turn_length, 1) :] if play.plies else ():
        for site in sites_in(play.table.last_sites(play.position, ply.action)):
            lit[site] = Lit(Meaning.LAST)
    return tuple(lit.items())


def echoes(session: Session) -> LitSites:
    """The pieces under a hand: changes since the last rest."""
    return tuple((site, Lit(Meaning.ECHO, since_ms=at)) for site, at in session.tracker.since.items())


def board_with(play: Play, lit: LitSites) -> BoardView:
    """The board picture with the same signs as the lights; the score is beside it in figures."""
    corners = play.table.corners
    signs = [
        Sign(*corners[site], sign)
        for site, sign in strongest(lit).items()
        if sign.meaning is not Meaning.SCORE
    ]
    return replace(picture(play), signs=tuple(signs))


@of_last_play
def picture(play: Play) -> BoardView:
    """The board picture without signs."""
    return play.table.picture(play.position, [ply.action for ply in play.plies])
