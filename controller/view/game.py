"""The common parts of a game's screens: board, scores, tasks and notices. Pure."""

from __future__ import annotations

from functools import lru_cache

from controller.model.view import Choice, Phase, PlayerScore, Task, View
from controller.referee.judging import broken_sensors
from controller.referee.play import Play, Ply
from controller.referee.seating import name_of, to_take_back
from controller.referee.session import WATCHING, Session
from controller.referee.tasks import FEW, tasks, together
from controller.referee.touching import confirm_id
from controller.view.lights import board_with, game_lights, lights
from engines.record import replace
from hardware.ports import sites_in
from texts import Text, _, joined

UNDO = Choice("undo", _("Take back"))


PAUSE = Choice("pause", _("Pause"))


HINT = Choice("hint", _("Hint"))


HELP = Choice("help", _("Help"))


UNSEEN = Choice("unseen", _("Piece not seen"))


PLACES = (HINT, HELP, UNDO, PAUSE)
"""The controls with one place in all screens of a game. Others may stand there while they are not offered."""


BACK = Choice("back", _("Back"), place=UNDO.id)


BROKEN = Choice("broken", _("Board is right (bad sensor)"), place=HINT.id)


def game_view(
    session: Session,
    *,
    heading: str,
    ask: tuple[str, ...],
    choices: tuple[Choice, ...],
    controls: tuple[Choice, ...],
    turn: str | None = None,
) -> View:
    """The view of a game with its board, scores and lights."""
    play = session.current
    lit = game_lights(session)
    return View(
        session.phase,
        heading=heading,
        title=play.table.title,
        turn=turn or play.position.turn,
        scores=scores(session),
        ask=ask,
        tasks=shown_tasks(session),
        last=last_words(play),
        notice=notice(session),
        choices=choices,
        controls=controls,
        places=PLACES,
        board=board_with(play, lit),
        lights=lights(session),
    )


def to_undo(play: Play) -> tuple[Choice, ...]:
    """The takeback button, if people have played anything."""
    return (UNDO,) if to_take_back(play) else ()


def put_away(session: Session) -> tuple[str, ...]:
    """The places for the pieces that the last action removes, while hands carry them."""
    play = session.current
    return play.table.put_away(play.plies[-1].events) if session.due.asked and play.plies else ()


@lru_cache(maxsize=1)  # the view shows them, and asks for them in words
def shown_tasks(session: Session) -> tuple[Task, ...]:
    """The requests, in few enough lines to leave room for the rest."""
    return together(tasks(session), FEW - len(put_away(session)))


BESIDE_THE_BOARD = 2
"""The most broken sensors with buttons beside the board. More would leave no room for anything else."""


SENSORS = "sensors"
"""The button that leads to all of them."""


def confirmations(session: Session) -> tuple[Choice, ...]:
    """A button for each broken site, or one that leads to them if they are many."""
    if not are_many_broken(session):
        return buttons_of_broken(session)
    return (Choice(SENSORS, _("Broken sensors: {number}", number=session.broken.bit_count())),)


def are_many_broken(session: Session) -> bool:
    """Whether there are too many broken sites for a button each beside the board."""
    is_played = session.phase in WATCHING and session.play is not None
    return is_played and session.broken.bit_count() > BESIDE_THE_BOARD


def buttons_of_broken(session: Session) -> tuple[Choice, ...]:
    """A button for each broken site: people say what stands there."""
    return tuple(
        Choice(
            confirm_id(session, site),
            session.current.table.place(site),
            on=bool(session.tracker.confirmed >> site & 1),
        )
        for site in sites_in(session.broken)
    )


def scores(session: Session) -> tuple[PlayerScore, ...]:
    """The players of the game with their points, and their clocks."""
    clock, players = session.clock, scores_of(session.current)
    if not clock.is_on:
        return players
    return tuple(
        replace(score, clock=clock.face(score.player), is_late=clock.is_up(score.player)) for score in players
    )


def scores_of(play: Play) -> tuple[PlayerScore, ...]:
    """The players of a game with their points."""
    score = play.position.score()
    return tuple(PlayerScore(p, name_of(play, p), score[p]) for p in play.position.players)


def ply_words(play: Play, ply: Ply) -> str:
    """An action that was played, in words: its results, or else itself."""
    return play.table.describe_events(ply.events) or play.table.describe(ply.action)


def last_words(play: Play) -> str:
    """The last turn in words: its actions and their results."""
    turn = play.plies[-max(play.turn_length, 1) :] if play.plies else ()
    said = [ply_words(play, ply) for ply in turn]
    words = play.table.describe_turn(said) if said else ""
    who = play.table.name(turn[0].actor) if turn and turn[0].actor else ""
    named = (*play.position.players, *play.position.seats)
    says_who = words.startswith(tuple(play.table.name(player) for player in named))
    return _("{who}: {what}", who=who, what=words) if who and not says_who else words


def notice(session: Session) -> str:
    """A passing remark, or a fault of devices and sensors that does not stop the game."""
    remarks = [remark for remark in (session.trouble, session.notice) if remark]
    tracker = session.tracker
    if session.play is not None and tracker.weak:
        places = joined(", ", map(session.play.table.place, sites_in(tracker.weak)))
        remarks.append(_("Weak magnet or sensor: {places}. Set the piece again.", places=places))
    if session.play is not None and session.broken:
        remarks.append(broken_sensors(session.play, session.broken))
    remarks += _late_players(session)
    remarks += [
        reason for device, reason in session.devices.away.items() if session.phase is not Phase.PAUSED
    ]
    return joined(" ", remarks)


def _late_players(session: Session) -> list[Text]:
    """The players whose time is up. The table only shows it: the consequences are people's business."""
    if session.play is None or session.phase is Phase.OVER:
        return []
    return [_("Time is up for {player}.", player=session.table.name(player)) for player in session.late]
