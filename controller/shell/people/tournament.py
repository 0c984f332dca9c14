"""A tournament at one table: each of a few people meets each other one once. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any, Final

from controller.model.pairings import round_robin
from controller.model.people import MOST_IN_A_TOURNAMENT, Tournament
from controller.model.view import Choice, Phase, PlayerScore, SheetRow, View
from controller.referee.people import with_people
from controller.referee.session import Session
from controller.referee.session_parts import GameSetup
from controller.shell.model import pages
from controller.shell.model.people_pages import PeoplePage, TournamentPage
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from controller.shell.people.names import ON_A_PAGE, person, touched
from controller.tables.table import GameTable
from engines.record import replace
from texts import Text, _, _c, _n, decimal

WAY: Final = Choice("tournament", _("Tournament"))
_BEGIN: Final = Choice("begin-tournament", _c("tournament", "Begin"), on=True)
_PLAY: Final = Choice("play-next", _("Play the next game"), on=True)
_END: Final = Choice("end-tournament", _("End the tournament"))
_REALLY: Final = Choice("end-tournament-really", _("End it"))
_COLUMNS: Final = (_c("column", "Games"), _c("column", "Won"), _c("column", "Points"))

_PLAYERS: Final = 2
_GAMES_ON_A_PAGE: Final = 8


def is_of_last_game(shell: Shell) -> bool:
    """Whether the game whose result is shown was one of the tournament."""
    last = shell.book.last
    is_it = last is not None and last.number == shell.session.game_id and last.is_of_tournament
    return is_it and shell.book.tournament is not None and shell.preferences.names


def opened(shell: Shell) -> Answer:
    """A touch on its button."""
    return Answer(shell.under(TournamentPage()))


def to_come(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    """The games that are not over, in their order: who has the first seat, and who the second."""
    pairs = [pair for one in round_robin(tournament.players) for pair in one]
    games = [(first, second) for first, second in pairs if second is not None]
    return tuple(game for game in games if not any(one.is_of(*game) for one in tournament.meetings))


def standing(tournament: Tournament) -> list[tuple[str, int, int, float]]:
    """Each player's games, those won, and points: one for a win, half a point for a draw. The best first."""
    lines = []
    for name in tournament.players:
        firsts = [one.share for one in tournament.meetings if one.first == name]
        shares = firsts + [1 - one.share for one in tournament.meetings if one.second == name]
        lines.append((name, len(shares), shares.count(1), sum(shares)))
    return sorted(lines, key=lambda line: (-line[3], -line[2], line[0].casefold()))


def view(shell: Shell, layer: TournamentPage) -> View:
    """The table of results with the games to come or, without a tournament, a question for its game or its
    people."""
    tournament = shell.book.tournament
    if tournament is None:
        return _choosing_people(shell, layer) if layer.game else _choosing_game(shell)
    if layer.is_asking:
        return _asking(shell, tournament)
    return _of_games(shell, tournament, layer.page) if layer.page else _of_results(shell, tournament)


def _pairs(tournament: Tournament) -> tuple[Text, ...]:
    """The games to come, in words."""
    return tuple(_("{first} and {second}", first=one, second=other) for one, other in to_come(tournament))


def _page_count(tournament: Tournament) -> int:
    """The table of results, and the pages with the games to come."""
    games = len(to_come(tournament))
    return 1 + (pages.pages(games, _GAMES_ON_A_PAGE) if games else 0)


def _of_games(shell: Shell, tournament: Tournament, page: int) -> View:
    """Games to come, in their order."""
    pairs, of = _pairs(tournament), _page_count(tournament)
    first = _GAMES_ON_A_PAGE * (page - 1)
    return View(
        Phase.TOURNAMENT,
        heading=_("Games to come"),
        title=_title(shell, tournament.game),
        sheet=tuple(SheetRow(pair, ()) for pair in pairs[first:][:_GAMES_ON_A_PAGE]),
        notice=pages.words(page, of),
        controls=pages.controls(page, of),
        places=pages.places(of),
    )


def _of_results(shell: Shell, tournament: Tournament) -> View:
    pairs, of = _pairs(tournament), _page_count(tournament)
    return View(
        Phase.TOURNAMENT,
        heading=_title(shell, tournament.game),
        title=WAY.label,
        ask=(_("Next: {pair}", pair=pairs[0]) if pairs else _("All games have been played."),),
        scores=tuple(PlayerScore("", column, 0) for column in _COLUMNS),
        sheet=tuple(
            SheetRow(_("{place}. {name}", place=place, name=name), (str(games), str(won), _points(points)))
            for place, (name, games, won, points) in enumerate(standing(tournament), start=1)
        ),
        notice=shell.book_trouble or pages.words(0, of),
        controls=(*pages.controls(0, of), _END, *((_PLAY,) if _can_play(shell, tournament) else ())),
        places=(pages.BACK, pages.LATER, _END, _PLAY),
    )


def _points(points: float) -> str:
    return decimal(points) if points % 1 else f"{points:g}"


def _title(shell: Shell, game: str) -> str:
    table = shell.session.tables.get(game)
    return game if table is None else table.title


def _can_play(shell: Shell, tournament: Tournament) -> bool:
    """Whether a game is to come, and may begin: this table has it, and nothing else is being played."""
    is_free = shell.session.phase in (Phase.MENU, Phase.OVER)
    return bool(to_come(tournament)) and is_free and tournament.game in shell.session.tables


def _asking(shell: Shell, tournament: Tournament) -> View:
    return View(
        Phase.TOURNAMENT,
        heading=_("End the tournament?"),
        title=_title(shell, tournament.game),
        ask=(_("Its table is deleted. Everyone's results stay."),),
        choices=(_REALLY,),
        controls=(pages.BACK,),
        before=(_of_results(shell, tournament),),
    )


def _games(shell: Shell) -> Mapping[str, GameTable[Any, Any]]:
    """The games for two that this table can hold."""
    tables = shell.session.tables.items()
    return {name: table for name, table in tables if len(_seats(table)) == _PLAYERS}


def _first_options(table: GameTable[Any, Any]) -> dict[str, Any]:
    return {option.name: option.values[0][0] for option in table.options}


def _seats(table: GameTable[Any, Any]) -> tuple[str, ...]:
    return table.game.start(table.header(_first_options(table))).seats


def _choosing_game(shell: Shell) -> View:
    return View(
        Phase.TOURNAMENT,
        heading=_("Which game?"),
        title=WAY.label,
        ask=(_("Everyone plays everyone else once, two at a time."),),
        choices=tuple(Choice(f"of-{name}", table.title) for name, table in _games(shell).items()),
        controls=(pages.BACK,),
    )


def _choosing_people(shell: Shell, layer: TournamentPage) -> View:
    page, of, shown = pages.cut(shell.book.names, ON_A_PAGE, layer.page)
    games = comb(len(layer.chosen), 2)
    return View(
        Phase.TOURNAMENT,
        heading=_("Who plays?"),
        title=_title(shell, layer.game),
        ask=(_n("{number} game in all", "{number} games in all", games),) if games else (_("Touch names"),),
        choices=tuple(person(number, name, is_chosen=name in layer.chosen) for number, name in shown),
        notice=pages.words(page, of),
        controls=(*pages.controls(page, of), *((_BEGIN,) if games else ())),
        places=(*pages.places(of), _BEGIN),
    )


def pressed(shell: Shell, layer: TournamentPage, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    tournament = shell.book.tournament
    if tournament is None:
        return Answer(_chosen(shell, layer, button_id))
    if button_id == _PLAY.id and _can_play(shell, tournament):
        session = _set_up(shell.session, tournament)
        return Answer(replace(shell, session=session).under(None))
    if button_id == _END.id:
        return Answer(shell.under(replace(layer, is_asking=True)))
    if button_id == _REALLY.id and layer.is_asking:
        return Answer(replace(shell, book=replace(shell.book, tournament=None)).under(TournamentPage()))
    page = pages.turned(layer.page, _page_count(tournament), button_id)
    return Answer(shell.under(TournamentPage(page)))


def _back(shell: Shell, layer: TournamentPage) -> Answer:
    if layer.is_asking or layer.game or (layer.page and shell.book.tournament):
        return Answer(shell.under(TournamentPage()))
    return Answer(shell.under(PeoplePage() if shell.session.phase is Phase.MENU else None))


def _chosen(shell: Shell, layer: TournamentPage, button_id: str) -> Shell:
    """A touch while there is no tournament."""
    if not layer.game:
        game = button_id.removeprefix("of-")
        return shell.under(TournamentPage(game=game)) if game in _games(shell) else shell
    names, chosen = shell.book.names, layer.chosen
    if button_id == _BEGIN.id and len(chosen) > 1:
        options = _first_options(shell.session.tables[layer.game])
        begun = Tournament(layer.game, chosen, options)
        return replace(shell, book=replace(shell.book, tournament=begun)).under(TournamentPage())
    if (name := touched(button_id, names)) is not None:
        others = tuple(one for one in chosen if one != name)
        is_new = others == chosen and len(chosen) < MOST_IN_A_TOURNAMENT
        return shell.under(replace(layer, chosen=(*others, name) if is_new else others))
    page = pages.turned(layer.page, pages.pages(len(names), ON_A_PAGE), button_id)
    return shell.under(replace(layer, page=page))


def _set_up(session: Session, tournament: Tournament) -> Session:
    """The session that sets up the next game, with its two people at its seats."""
    table = session.tables[tournament.game]
    setup = GameSetup(tournament.game, {**_first_options(table), **tournament.options})
    seats = dict(zip(_seats(table), to_come(tournament)[0], strict=True))
    session = replace(session.without_game(), phase=Phase.SETUP, setup=setup, notice="")
    return with_people(session, seats)


SCREEN: Final = Screen(TournamentPage, view, pressed, _back)
