"""The review of a finished game: the evaluation of each action, and the turning points. Pure.

Positions are analysed one by one while someone looks. The results are stored, so that each position is
analysed once.
"""

from __future__ import annotations

from typing import Final

from controller.model.thinking import Answer as Thought
from controller.model.thinking import Considered, Request
from controller.model.view import Choice, Curve, Graph, GraphMark, Phase, PlayerScore, View
from controller.referee.play import Play
from controller.review.judgement import (
    Moments,
    TurningPoint,
    by_all_seats,
    found_in,
    found_in_file,
    moment_of,
    next_ply,
    request,
    revealed,
    turns,
    with_moments,
)
from controller.shell.model import pages
from controller.shell.model.layers import ReplayPage, ReviewPage
from controller.shell.model.requests import KeepReview, OpenReview, ReviewOpened
from controller.shell.model.screen import Screen
from controller.shell.model.state import Advice, Answer, Shell
from controller.shell.playing.hinting import sites_of, words_of
from controller.view.game import scores_of
from engines.game import RuleError
from engines.record import replace
from texts import Text, _, _c, _n

ON_A_PAGE: Final = 3
GAMES: Final = 10_000
"""More than any game has actions: a request's number is the game's times this, plus the number of actions."""

WAY: Final = Choice("review", _("Review"))


def opened(shell: Shell) -> Answer:
    """The review of the replayed game, or of the finished one on the table. It must be read first."""
    layer = shell.layer
    game_id = layer.record.id if isinstance(layer, ReplayPage) else shell.session.game_id
    return Answer(shell, requests=() if game_id is None else (OpenReview(game_id),))


def begun(shell: Shell, answer: ReviewOpened) -> Answer:
    """The review of a game that was read, with its stored results."""
    table = shell.session.tables.get(str(answer.record.header.get("game")))
    if table is None:
        return Answer(shell)
    try:
        play = revealed(Play.resume(table, answer.record.header, answer.actions))
    except RuleError:
        return Answer(shell)
    below = shell.layer if isinstance(shell.layer, ReplayPage) else None
    layer = ReviewPage(answer.record, play, with_moments(play, found_in_file(play, answer.moments)), below)
    return Answer(shell.under(_asking(layer)))


def _asking(layer: ReviewPage) -> ReviewPage:
    return replace(layer, asking=next_ply(layer.play, layer.moments, layer.given_up))


def _request_of(shell: Shell, layer: ReviewPage) -> Request | None:
    """The next thinking request."""
    if layer.asking is None:
        return None
    return request(layer.play, layer.asking, GAMES * layer.record.id + layer.asking)


def answered(shell: Shell, answer: Thought) -> Answer:
    """The shell with one more result, or with one position given up. The review is stored."""
    layer = shell.layer
    wanted = _request_of(shell, layer) if isinstance(layer, ReviewPage) else None
    if not isinstance(layer, ReviewPage) or wanted is None or wanted.number != answer.number:
        return Answer(shell)
    plies = answer.number % GAMES
    if isinstance(answer, Considered):
        found = {**found_in(layer.moments), plies: moment_of(answer.options)}
        layer = replace(layer, moments=with_moments(layer.play, found))
    else:
        layer = replace(layer, given_up=layer.given_up | {plies})
    layer = _asking(layer)
    return Answer(shell.under(layer), requests=(_kept(layer),) if layer.asking is None else ())


def _kept(layer: ReviewPage) -> KeepReview:
    return KeepReview(layer.record.id, tuple(str(ply.action) for ply in layer.play.plies), layer.moments)


def view(shell: Shell, layer: ReviewPage) -> View:
    """The graph as far as it is known; once it is complete, the turning points too, in pages."""
    return view_of(layer, ON_A_PAGE)


def view_of(layer: ReviewPage, on_a_page: int) -> View:
    """The view of a review without a shell, with this many actions per page."""
    found = turns(layer.play, layer.moments) if layer.asking is None else ()
    of = pages.pages(len(found), on_a_page)
    here = found[layer.page * on_a_page :][:on_a_page]
    return View(
        Phase.REVIEW,
        heading=_("Review"),
        title=layer.play.table.title,
        scores=_curves_names(layer.play),
        ask=_ask(layer, found),
        choices=tuple(_card(layer.play, found.index(turn) + 1, turn) for turn in here),
        notice=pages.words(layer.page, of),
        controls=pages.controls(layer.page, of),
        places=pages.places(),
        graph=graph(layer.play, layer.moments, found),
    )


def _ask(layer: ReviewPage, found: tuple[TurningPoint, ...]) -> tuple[str, ...]:
    if layer.asking is not None:
        left = sum(moment is None for moment in layer.moments)
        return (
            _n("Still analysing: {number} position left", "Still analysing: {number} positions left", left),
        )
    return () if found else (_("No single action turned this game."),)


def _curves_names(play: Play) -> tuple[PlayerScore, ...]:
    """The players' names, if each has a curve."""
    return scores_of(play) if len(play.position.players) > 2 else ()


def _card(play: Play, number: int, turn: TurningPoint) -> Choice:
    table, played = play.table, play.plies[turn.ply - 1]
    name = table.name(play.position.players[turn.player])
    label = _("{number}. Action {ply}, {player}", number=number, ply=turn.ply, player=name)
    note = _("{action}: {swing}", action=table.describe(played.action), swing=_swing(turn))
    return Choice(f"turn-{turn.ply}", label, note=note)


def _swing(turn: TurningPoint) -> Text:
    """By how much an action changed its player's evaluation."""
    wins = round(100 * abs(turn.swing))
    if turn.swing < 0:
        return _("winning chance −{number} %", number=wins)
    return _("winning chance +{number} %", number=wins)


def graph(play: Play, moments: Moments, found: tuple[TurningPoint, ...]) -> Graph:
    """The evaluations as a graph: one curve for two players, otherwise one each."""
    players = play.position.players
    is_pair = len(players) == 2
    moments = by_all_seats(play, moments)
    curves = tuple(
        Curve(
            player,
            tuple((ply, moment.results[side]) for ply, moment in enumerate(moments) if moment is not None),
        )
        for side, player in enumerate(players[:1] if is_pair else players)
    )
    names = [play.table.name(player) for player in players]
    return Graph(
        len(play.plies),
        curves,
        tuple(_mark(moments, turn, number, is_pair=is_pair) for number, turn in enumerate(found, start=1)),
        _("{player} wins", player=names[0]) if is_pair else _c("graph", "wins"),
        _("{player} wins", player=names[1]) if is_pair else _c("graph", "loses"),
        _("Actions"),
        players[1] if is_pair else None,
    )


def _mark(moments: Moments, turn: TurningPoint, number: int, *, is_pair: bool) -> GraphMark:
    moment = moments[turn.ply]
    assert moment is not None
    return GraphMark(turn.ply, moment.results[0 if is_pair else turn.player], str(number))


def pressed(shell: Shell, layer: ReviewPage, button_id: str, at_ms: int) -> Answer:
    """A touch on it. A turning point is shown on lights and screen."""
    found = turns(layer.play, layer.moments) if layer.asking is None else ()
    for turn in found:
        if button_id == f"turn-{turn.ply}":
            return Answer(shell.under(ReplayPage(layer.record, layer.play, layer, turn.ply)))
    page = pages.turned(layer.page, pages.pages(len(found), ON_A_PAGE), button_id)
    return Answer(shell.under(replace(layer, page=page)))


def _back(shell: Shell, layer: ReviewPage) -> Answer:
    return Answer(shell.under(layer.below), requests=() if layer.asking is None else (_kept(layer),))


# In the replay of a turning point: what would have been better


def comment_on(layer: ReplayPage) -> tuple[str, ...]:
    """In a review, the comment on a turning point, line by line."""
    turn, instead = _turn_at(layer), better(layer)
    swing = (_("{swing:capital}", swing=_swing(turn)),) if turn else ()
    return (*swing, *((instead.words,) if instead else ()))


def better(layer: ReplayPage) -> Advice | None:
    """The better action in place of the one shown; `None` outside a review, or if there was none."""
    turn = _turn_at(layer)
    if turn is None or not turn.best:
        return None
    play = layer.play.back(len(layer.play.plies) - layer.at + 1)
    action = play.table.game.parse(turn.best)
    return Advice(_("Better: {advice}", advice=words_of(play, action)), sites_of(play, action))


def _turn_at(layer: ReplayPage) -> TurningPoint | None:
    found = turns(layer.play, layer.below.moments) if isinstance(layer.below, ReviewPage) else ()
    return next((turn for turn in found if turn.ply == layer.at), None)


SCREEN: Final = Screen(ReviewPage, view, pressed, _back, request_of=_request_of)
