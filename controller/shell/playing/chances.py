"""The winning chances for spectators: in a game, while anyone follows their page. Pure.

Players may see that page too. So a search gets no more than everybody knows, and there are no chances if
people do without hints, or play a game of their tournament. The touchscreen never shows them.
"""

from __future__ import annotations

from typing import Final

from controller.model.phones import Watched
from controller.model.thinking import Answer, Considered, Request
from controller.model.view import Phase
from controller.referee.people import people_of
from controller.referee.play import Play
from controller.referee.session import Session
from controller.review.judgement import mean_of, moment_of, seat_of
from controller.shell.model.layers import Demonstration
from controller.shell.model.state import Chances, Shell
from controller.shell.playing import pending
from engines.record import replace
from opponents.thought import Level

CHANCES: Final = "chances"
"""The purpose of a request."""

THINK_MS: Final = 1_000


def watched(shell: Shell, event: Watched) -> Shell:
    """The shell when spectators come, or all have gone."""
    return replace(shell, is_watched=event.is_watched)


def followed(shell: Shell) -> Shell:
    """The shell with the chances of its present position, which may be still due, or without any."""
    play = shell.session.play
    if play is None or not _are_shown(shell, play):
        return shell if shell.chances is None else replace(shell, chances=None)
    position, is_secret = play.position, _is_secret(shell.session, play)
    known = shell.chances
    if known is not None and known.position is position and known.is_secret == is_secret:
        return shell
    number = shell.chances_asked + 1
    chances = Chances(number, position, is_secret, is_due=not is_secret)
    return replace(shell, chances=chances, chances_asked=number)


def _are_shown(shell: Shell, play: Play) -> bool:
    is_over = shell.session.ended is not None or play.position.outcome() is not None
    if not shell.is_watched or is_over or isinstance(shell.layer, Demonstration):
        return False
    return shell.kiosk.has_chances and shell.preferences.hints and not _is_of_tournament(shell, play)


def _is_of_tournament(shell: Shell, play: Play) -> bool:
    """Whether the game on the table is one of people's tournament."""
    tournament = shell.book.tournament
    if tournament is None or not shell.preferences.names:
        return False
    people = people_of(shell.session, shell.session.game_id)
    known = (shell.book.known(people.get(seat, "")) for seat in play.start.seats)
    return tournament.awaits(play.table.game.name, [name for name in known if name is not None])


def _is_secret(session: Session, play: Play) -> bool:
    """Whether a choice is being made in secret, or is not revealed yet."""
    return session.phase is Phase.SECRET or play.position.secret_plies > 0


def request_of(shell: Shell) -> Request | None:
    """The thinking request, if chances are due and the board rests: a piece that is lifted may be the
    computer's turn soon. It names no hand: a hidden one is drawn for each walk of the search, the mover's
    too."""
    chances, play = shell.chances, shell.session.play
    if chances is None or not chances.is_due or play is None or pending.is_moving(shell.session):
        return None
    position = chances.position
    seat = seat_of(position)
    return Request(CHANCES, chances.number, play.table.game, position, seat, Level.STRONG, THINK_MS)


def answered(shell: Shell, answer: Answer) -> Shell:
    """The shell after an answer. Answers to other requests are ignored, and hasty ones are none."""
    chances, play = shell.chances, shell.session.play
    if chances is None or play is None or answer.number != chances.number:
        return shell
    is_whole = isinstance(answer, Considered) and not answer.is_quick
    results = _results(play, answer) if isinstance(answer, Considered) and is_whole else ()
    return replace(shell, chances=replace(chances, is_due=False, results=results))


def _results(play: Play, answer: Considered) -> tuple[float, ...]:
    """The results by player. Without the mover's hand there is no best action, only all that hands allow."""
    options = answer.options
    return moment_of(options).results if play.table.remarks.is_open else mean_of(options)
