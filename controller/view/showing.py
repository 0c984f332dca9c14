"""The view of a session, from which lights and screen are drawn. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.model.view import Choice, Phase, View
from controller.referee import telling
from controller.referee.play import Play
from controller.referee.session import Session
from controller.referee.tasks import corrections, reminded, tasks
from controller.referee.touching import resigning, sayable, selectable
from controller.tables.table import GameTable
from controller.view.choices import labels, question, secret_view, selecting_view
from controller.view.game import (
    BACK,
    BROKEN,
    HINT,
    PAUSE,
    PLACES,
    UNDO,
    UNSEEN,
    confirmations,
    game_view,
    put_away,
    shown_tasks,
    to_undo,
)
from controller.view.start import SEATS, menu_view, setup_view, who_plays
from engines.record import replace
from hardware.ports import sites_in
from texts import _

WITHOUT_READERS = Choice("without-readers", _("Continue without them"))

PLACED = Choice("placed", _("It is done"), place=HINT.id)

NEW = Choice("new", _("New game"), on=True, place=PAUSE.id)
REMATCH = Choice("rematch", _("Rematch"))


def view(session: Session) -> View:
    """The complete content of lights and screen for a session."""
    return _VIEWS[session.phase](session)


def _playing(session: Session) -> View:
    play = session.current
    if session.pads.is_asking:
        return _asking_hands(session)
    asks = (*(task.words for task in shown_tasks(session)), *put_away(session)) or (_prompt(session),)
    spoken = tuple(one.choice for one in sayable(session))
    choosable = tuple(one.button for one in selectable(session) if one.button is not None)
    begun = (*spoken, *choosable)
    placed = (PLACED,) if reminded(session) else ()
    shown = game_view(
        session,
        heading=_headline(session),
        ask=asks,
        choices=(*confirmations(session), *_of_hands(session)),
        controls=(*begun, *placed, *_to_hands(session), *to_undo(play), PAUSE, *_unseen(session)),
        turn=placed_for(session),
    )
    is_thinking = session.computer is not None and placed_for(session) is None and not tasks(session)
    points = () if play.table.tiles.heading(play) else shown.scores
    return replace(shown, is_thinking=is_thinking, scores=points, places=(UNSEEN, *PLACES))


def _asking_hands(session: Session) -> View:
    """Whose tiles are shown to the table: a question for the whole screen."""
    shown = game_view(
        session,
        heading=_("Whose tiles?"),
        ask=(_("Shown face down on the pad, so that the table tells when one does not follow"),),
        choices=_of_hands(session),
        controls=(BACK,),
    )
    return replace(shown, phase=Phase.CHOOSING, board=None, scores=(), tasks=())


def _of_hands(session: Session) -> tuple[Choice, ...]:
    """The choices about hands: those asked for, or about a computer's tiles that must be shown."""
    play = session.current
    return play.table.tiles.choices(play, is_asked=session.pads.is_asking)


def _to_hands(session: Session) -> tuple[Choice, ...]:
    """The button that leads to the choices about hands, before anything was chosen."""
    way = session.current.table.tiles.way()
    return (way,) if way and session.current.is_just_dealt and not session.due.asked else ()


def placed_for(session: Session) -> str | None:
    """The player whose pieces people move because the computer cannot; `None` if there is none."""
    play = session.current
    if session.pads.laying is not None:
        return session.pads.laying.seat
    if play.unshown and not session.due.asked:
        return play.unshown[0]
    if not session.due.asked or not play.plies or not play.is_computers(play.plies[-1]):
        return None
    is_laid = play.piece_of(play.before, play.plies[-1].action) is not None
    return None if is_laid else play.plies[-1].actor


def _headline(session: Session) -> str:
    """The player to move, or the one for whom pieces are moved, in words."""
    play = session.current
    if (heading := play.table.tiles.heading(play)) and not session.due.asked:
        return heading
    if (player := placed_for(session)) is not None:
        return _("Place for {player}", player=play.table.name(player))
    if session.computer is not None:
        return _("{player} is thinking", player=play.table.name(str(play.position.turn)))
    return play.table.headline(play.position)


def _prompt(session: Session) -> str:
    """The options of people, if the table has no request."""
    play = session.current
    if session.computer is None:
        return play.table.prompt(play.position)
    return _("Leave the board as it is until the computer shows its move.")


def _unseen(session: Session) -> tuple[Choice, ...]:
    """The button to report a missed piece, if pieces can be seen at all."""
    if telling.is_offered(session):  # while nothing can be stored, no result is shown either
        return () if session.trouble else (telling.button(session),)
    return (UNSEEN,) if session.due.asked or not session.current.table.tiles.need_readers else ()


def _correcting(session: Session) -> View:
    """The board must be mended, or only follows a takeback, or may be right and has not been judged."""
    is_mending = any(task.sites & ~session.due.sites for task in corrections(session))
    shown = game_view(
        session,
        heading=_("Mend the board") if is_mending else _headline(session),
        ask=tuple(task.words for task in shown_tasks(session)) or (_prompt(session),),
        choices=confirmations(session),
        controls=(BROKEN, *to_undo(session.current), PAUSE, *_unseen(session)),
    )
    return replace(shown, places=(UNSEEN, *PLACES))


def _choosing(session: Session) -> View:
    if session.question.selecting is not None:
        return selecting_view(session, session.question.selecting)
    table = session.current.table
    pointed: tuple[int, int] | None = None
    choices: tuple[Choice, ...] = ()
    controls: tuple[Choice, ...] = (BACK,)
    if session.question.pointing is None:
        readings = tuple(_choice(number, label) for number, label in enumerate(labels(session), 1))
        choices = (*readings, *confirmations(session))
        doubts = tuple(task.words for task in corrections(session))
        ask = doubts or (question(session),)
        heading, controls = _("What was played?"), (UNDO, PAUSE)
    elif session.question.pointing:
        choices = _places(table, session.question.pointing)
        heading, ask = _("Where exactly?"), (_("Touch the place of the piece in its cell"),)
        if session.question.pointing.bit_count() == 1:
            ask = (_("Touch the right cell on the picture, then its button"),)
        column, row, _size = table.corner(sites_in(session.question.pointing)[0])
        pointed = int(column), int(row)
    else:
        heading, ask = _("Which piece?"), (_("Touch the cell on the picture where a piece was not seen"),)
    shown = game_view(session, heading=heading, ask=ask, choices=choices, controls=controls)
    return replace(shown, pointed=pointed)


def _choice(number: int, label: str) -> Choice:
    return Choice(f"choice-{number}", label)


def _places(table: GameTable[Any, Any], cell: int) -> tuple[Choice, ...]:
    """The sites of a cell as they lie on the board, from the north-west."""

    def north_west(numbered: tuple[int, int]) -> tuple[int, int]:
        x, y = table.grid.column_row(numbered[1])
        return -y, x

    numbered = sorted(enumerate(sites_in(cell), start=1), key=north_west)
    return tuple(_choice(number, table.spot(site)) for number, site in numbered)


def _paused(session: Session) -> View:
    reasons = tuple(reason for device, reason in session.devices.away.items())
    resume = () if session.is_waiting else (Choice("resume", _("Continue"), on=True, place=PAUSE.id),)
    if session.is_waiting and not session.is_without_a_device:
        resume = (WITHOUT_READERS,)
    mended = (Choice("mended", _("Sensors are mended")),) if session.tracker.masked else ()
    if session.is_ending and session.play is not None:
        return _ending(session, session.play)
    if session.is_seating and session.play is not None:
        return _seating(session, session.play)
    leave = (Choice("leave", _("Menu")),) if session.play else ()
    is_played = session.play is not None and session.resumes_to is not Phase.OVER
    end = (Choice("end", _("End this game")), replace(SEATS, place=UNDO.id)) if is_played else ()
    heading = _("Paused") if session.play else _("The table waits")
    ask = reasons if session.is_waiting else (_("Touch “Continue” when ready"),)
    controls = (*resume, *mended, *leave, *end)
    if session.play is None:
        return View(Phase.PAUSED, heading=heading, title="Tablier", ask=ask, controls=controls)
    ask += _rounds(session.play)
    return game_view(session, heading=heading, ask=ask, choices=(), controls=controls)


def _ending(session: Session, play: Play) -> View:
    """The ways in which people may end a game before the rules do."""
    resign = tuple(
        Choice(f"resign-{one}", _("{player} resigns", player=play.table.name(one))) for one in resigning(play)
    )
    shown = game_view(
        session,
        heading=_("How does it end?"),
        ask=(_("Touch how the game ends, or go back"),),
        choices=(*resign, Choice("draw", _("Agree on a draw")), Choice("give-up", _("Abandon the game"))),
        controls=(BACK,),
    )
    return replace(shown, board=None, scores=(), tasks=(), last="", notice="", places=())


def _seating(session: Session, play: Play) -> View:
    """Who plays each seat from now on."""
    remark = session.trouble or session.notice
    shown = game_view(
        session,
        heading=SEATS.label,
        ask=(remark or _("Touch a seat to give it to the computer, or back to a person"),),
        choices=who_plays(play.table, play.start.seats, play.computers),
        controls=(BACK,),
    )
    return replace(shown, board=None, scores=(), tasks=(), last="", notice="", places=())


def _over(session: Session) -> View:
    play = session.current
    outcome = play.position.outcome()
    winner, reason = (outcome.winner, outcome.reason) if outcome else (None, "")
    if session.ended is not None:
        winner, reason = session.ended["winner"], session.ended["reason"]
    reason = _("{reason:capital}", reason=play.table.naming(reason, play.position))
    is_won = winner in play.position.players
    return game_view(
        session,
        heading=_("{player} wins", player=play.table.name(str(winner))) if is_won else _("A draw"),
        turn=winner if is_won else None,
        ask=(reason, *play.table.sheet(play.position), *_rounds(play)),
        choices=(),
        controls=(NEW, REMATCH, *(to_undo(play) if session.ended is None else ())),
    )


def _rounds(play: Play) -> tuple[str, ...]:
    """The score sheet so far."""
    return play.table.rounds(play.position, [event for ply in play.plies for event in ply.events])


_VIEWS: dict[Phase, Callable[[Session], View]] = {
    Phase.MENU: menu_view,
    Phase.SETUP: setup_view,
    Phase.PLAYING: _playing,
    Phase.CORRECTING: _correcting,
    Phase.CHOOSING: _choosing,
    Phase.SECRET: secret_view,
    Phase.PAUSED: _paused,
    Phase.OVER: _over,
}
