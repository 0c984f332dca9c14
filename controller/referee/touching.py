"""The effects of a touch on the screen or a button of the panel. Pure.

A button's id is stable; `docs/table-scripts.md` writes it `#id`. Ids without a present button are ignored: a
finger may come down on a button that has just gone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.model import records
from controller.model.tracker import Tracker
from controller.model.view import Phase, cell_of
from controller.referee import pads, selecting, telling
from controller.referee.board_at_rest import BoardAtRest
from controller.referee.computer import declines_draw
from controller.referee.interpretation import Interpretation, interpret
from controller.referee.judging import agreed_result, apply, result, taken_back
from controller.referee.people import rematch, reseated, with_people
from controller.referee.play import Play
from controller.referee.seating import next_level, to_take_back
from controller.referee.session import Advance, Session
from controller.referee.session_parts import GameSetup, Question, UnfinishedGame
from controller.referee.tasks import corrections
from controller.tables.choosing import Selection, Spoken
from engines.record import replace
from hardware.ports import sites_in
from opponents.thought import Level
from texts import _

FEW = 2
"""The most options, or seats, that leave room for any number of the others."""


def button(session: Session, name: str, now_ms: int) -> Advance:
    """The session after a button of the panel: its function in the game, or the screen's button with that
    name."""
    if session.phase is Phase.PLAYING:
        for spoken in sayable(session):
            if spoken.button == name:
                return apply(session, Interpretation(0, (spoken.action,)))
    return pressed(session, name, now_ms)


def pressed(session: Session, button_id: str, now_ms: int) -> Advance:
    """The session after a touch on the button with this id."""
    return _ANSWERS[session.phase](session, button_id, now_ms)


def _menu(session: Session, button_id: str, now_ms: int) -> Advance:
    for game_id in session.unfinished.games:
        if button_id == f"resume-{game_id}":
            tracker = replace(session.tracker, moved_ms=now_ms)  # people see it before they correct it
            taken = replace(session, notice="", tracker=tracker).taken_up(game_id)
            return (taken if taken.play is None else replace(taken, phase=Phase.PLAYING).halted()), ()
    name = button_id.removeprefix("game-")
    if button_id == name or name not in session.tables:
        return session, ()
    options = {option.name: option.values[0][0] for option in session.tables[name].options}
    session = with_people(replace(session, phase=Phase.SETUP, setup=GameSetup(name, options)), {})
    return _with_seats(session, _first_levels(session)), ()


def _first_levels(session: Session) -> dict[str, Level | None]:
    """The computer's seats before anybody has chosen: all but the first, if people usually come alone."""
    others = free_seats(session)[1:] if session.rules.is_alone else ()
    return dict.fromkeys(others, session.rules.first_level)


def _setup(session: Session, button_id: str, now_ms: int) -> Advance:
    if button_id in ("seats", "back"):
        return _to_another_page(session, button_id), ()
    if button_id == "start":
        setup = replace(session.setup, is_clearing=True, is_seating=False)
        return replace(session, setup=setup, judgement=session.judgement.anew()), ()
    if button_id == "broken" and session.setup.is_clearing:
        in_the_way = session.tracker.board & session.table.ground
        return masked(session, session.tracker.masked | in_the_way, 0, now_ms)
    return _set(session, button_id), ()


def _to_another_page(session: Session, button_id: str) -> Session:
    if button_id == "seats":
        return replace(session, setup=replace(session.setup, is_seating=are_seats_apart(session)))
    if session.setup.is_seating:
        return replace(session, setup=replace(session.setup, is_seating=False))
    return replace(session, phase=Phase.MENU, setup=replace(session.setup, is_clearing=False))


def _set(session: Session, button_id: str) -> Session:
    """The session with another value of an option, or another player on a seat."""
    for option in session.tables[session.setup.chosen].offered(session.setup.options):
        for value, _label in option.values:
            if button_id == option_id(option.name, value):
                people = set(free_seats(session)) - session.setup.levels.keys()
                session = _with_options(session, {**session.setup.options, option.name: value})
                levels = {**_first_levels(session), **session.setup.levels, **dict.fromkeys(people)}
                return _with_seats(session, levels)
    for seat in free_seats(session):
        if button_id == f"seat-{seat}":
            level = next_level(session.setup.levels.get(seat), session.rules.first_level)
            return _with_seats(session, {**session.setup.levels, seat: level})
    return session


def _with_options(session: Session, options: Mapping[str, Any]) -> Session:
    """The session with these options; an unavailable value is replaced by the first one."""
    chosen = {}
    for option in session.tables[session.setup.chosen].offered(options):
        values = [value for value, _label in option.values]
        wanted = options[option.name]
        chosen[option.name] = wanted if wanted in values else values[0]
    return replace(session, setup=replace(session.setup, options=chosen))


def are_seats_apart(session: Session) -> bool:
    """Whether the seats are on a page of their own: a game with many options and seats has no room for
    both."""
    options = session.tables[session.setup.chosen].offered(session.setup.options)
    return len(options) > FEW and len(free_seats(session)) > FEW


def free_seats(session: Session) -> tuple[str, ...]:
    """The seats of the game in set-up that the computer may take."""
    table = session.tables[session.setup.chosen]
    return table.game.start(table.header(session.setup.options)).seats


def _with_seats(session: Session, levels: Mapping[str, Level | None]) -> Session:
    """The session with the computer on the existing ones of those seats."""
    wanted = {seat: levels.get(seat) for seat in free_seats(session)}
    seated = {seat: level for seat, level in wanted.items() if level is not None}
    return replace(session, setup=replace(session.setup, levels=seated))


def option_id(name: str, value: object) -> str:
    """The id of an option's value on the set-up screen: `option-assist-true`."""
    return f"option-{name}-{str(value).lower()}"


def confirm_id(session: Session, site: int) -> str:
    """The id of the button for a broken site: `confirm-3,4`."""
    column, row = session.tracker.grid.column_row(site)
    return f"confirm-{column},{row}"


def confirmed_site(session: Session, button_id: str) -> int | None:
    """The broken site of a button; `None` for another button."""
    sites = sites_in(session.broken)
    return next((site for site in sites if button_id == confirm_id(session, site)), None)


def _playing(session: Session, button_id: str, now_ms: int) -> Advance:
    if button_id == "undo" and (plies := to_take_back(session.current)):
        return taken_back(session, plies)
    if button_id == "pause":
        return session.paused(by_hand=True), ()
    if button_id == "unseen":
        return _unseen(session), ()
    if (site := confirmed_site(session, button_id)) is not None:
        return _confirmed(session, site, now_ms), ()
    if button_id == "placed":
        return session.reminded(), ()
    return pads.pressed(session, button_id) or _spoken(session, button_id)


def _unseen(session: Session) -> Session:
    """A person wants to report a piece that no sensor has seen."""
    if telling.is_offered(session):
        return telling.begun(session)
    return replace(session, phase=Phase.CHOOSING, question=Question(pointing=0))


def _spoken(session: Session, button_id: str) -> Advance:
    """An action that no sensor can see, or a choice to begin."""
    for spoken in sayable(session):
        if button_id == spoken.choice.id:
            return apply(session, Interpretation(0, (spoken.action,)))
    for selection in selectable(session):
        if selection.button is not None and button_id == selection.button.id:
            return session.choosing_from(selection), ()
    return session, ()


def sayable(session: Session) -> tuple[Spoken[Any], ...]:
    """The actions available on the screen now: none before hands have completed the last action."""
    if session.due.asked or session.computer is not None or session.current.to_show:
        return ()
    return session.current.table.spoken(session.current.position)


def selectable(session: Session) -> tuple[Selection, ...]:
    """The choices that a button of the screen may begin now."""
    if session.due.asked or session.computer is not None or session.current.to_show:
        return ()
    selections = session.current.table.selections(session.current.position)
    return tuple(one for one in selections if one.button is not None)


def _correcting(session: Session, button_id: str, now_ms: int) -> Advance:
    if button_id == "broken":
        tracker, broken = session.tracker, _broken(session)
        missing = broken & session.current.closed & ~tracker.grid.all_sites
        session = telling.broken(session, missing, now_ms)
        return masked(session, tracker.masked | broken & ~missing, session.current.closed, now_ms)
    return _playing(session, button_id, now_ms)


def _broken(session: Session) -> int:
    """The sites whose sensors are wrong if people say that the board is right.

    They are those that the table asks about, without a piece that the rules would take for an action, alone
    or with what has been lifted: it only waits for the others.
    """
    play, tracker, asked, waiting = session.current, session.tracker, 0, 0
    lifted = session.differing & play.closed & ~tracker.board
    for task in corrections(session):
        sites = task.sites & session.differing
        asked |= sites
        ways = (sites, sites | lifted)
        if any(
            interpret(play, BoardAtRest(play.closed ^ one, tracker.order, tracker.kinds, is_dark=True))
            for one in ways
        ):
            waiting |= sites
    return asked & ~waiting or session.differing


def _choosing(session: Session, button_id: str, now_ms: int) -> Advance:
    if session.question.pointing is not None:
        return _pointing(session, button_id, now_ms)
    if session.question.selecting is not None:
        return _selecting(session, button_id, now_ms)
    for number, interpretation in enumerate(session.question.interpretations, start=1):
        if button_id == f"choice-{number}":
            return apply(session, interpretation)
    return _playing(session, button_id, now_ms)


def _pointing(session: Session, button_id: str, now_ms: int) -> Advance:
    """A person shows where a piece stands, or was lifted, that no sensor saw: that site is broken."""
    if button_id == "back":
        return session.unasked(), ()
    if button_id.startswith("cell-"):
        return replace(session, question=Question(pointing=_cell_sites(session, button_id))), ()
    for number, site in enumerate(sites_in(session.question.pointing or 0), start=1):
        if button_id == f"choice-{number}":
            tracker = session.tracker
            return masked(session.unasked(), tracker.masked | 1 << site, tracker.board ^ 1 << site, now_ms)
    return session, ()


def _cell_sites(session: Session, button_id: str) -> int:
    cell = cell_of(button_id)
    return 0 if cell is None else session.current.table.cell_at(*cell)


def _paused(session: Session, button_id: str, now_ms: int) -> Advance:
    if button_id in ("resume", "without-readers"):
        return _gone_on(session, button_id, now_ms), ()
    if button_id == "mended" and session.tracker.masked:
        return masked(session, 0, 0, now_ms)
    return (session, ()) if session.play is None else _in_a_pause(session, session.play, button_id)


def _in_a_pause(session: Session, play: Play, button_id: str) -> Advance:
    if button_id == "leave":
        return _left(session), ()
    if button_id == "seats" and session.resumes_to is not Phase.OVER:
        return replace(session, is_seating=True, notice=""), ()
    if button_id in ("end", "back") and session.resumes_to is not Phase.OVER:
        return replace(session, is_ending=button_id == "end", is_seating=False), ()
    if session.is_seating:
        return reseated(session, button_id)
    return _ended(session, play, button_id) if session.is_ending else (session, ())


def _gone_on(session: Session, button_id: str, now_ms: int) -> Session:
    """The session after the pause, if it may end."""
    if not session.is_waiting:
        return session.resumed() if button_id == "resume" else session
    is_told = button_id == "without-readers" and not session.is_without_a_device
    return telling.without_readers(session, now_ms) if is_told else session


def _left(session: Session) -> Session:
    """The menu, while the game waits in the journal, unless it is over."""
    is_over = session.resumes_to is Phase.OVER
    if session.play is not None and session.game_id is not None and not is_over:
        unfinished = session.unfinished.with_game(session.game_id, UnfinishedGame.of(session.play))
        session = replace(session, unfinished=unfinished)
    return _at_the_menu(session)


def _at_the_menu(session: Session) -> Session:
    session = replace(session.without_game(), resumes_to=Phase.MENU)
    return session if session.is_waiting else session.resumed()


def _ended(session: Session, play: Play, button_id: str) -> Advance:
    """The game is ended by people: one resigns, both agree to a draw, or all abandon it."""
    table, players = play.table, play.position.players
    if button_id == "give-up":
        effect = records.Finish(result(play, None, _("given up")))
        return _at_the_menu(session), (effect,)
    if button_id == "draw":
        if (seat := declines_draw(session)) is not None:
            declined = _("{player} declines a draw.", player=table.name(seat))
            return replace(session, is_ending=False, notice=declined), ()
        winner = "draw"
    else:
        loser = button_id.removeprefix("resign-")
        if loser == button_id or loser not in resigning(play):
            return session, ()
        winner = players[1 - players.index(loser)]
    ended = agreed_result(play, winner)
    assert ended is not None
    question = replace(session.question, selecting=None)
    session = replace(session, ended=ended, is_ending=False, phase=Phase.OVER, question=question)
    return session.reminded(), (records.Finish(ended),)


def resigning(play: Play) -> tuple[str, ...]:
    """The players who may resign, of two: a computer does not, if it plays against a person."""
    players = play.position.players
    people = tuple(player for player in players if play.computer_of(player) is None)
    return (people or players) if len(players) == 2 else ()


def _over(session: Session, button_id: str, now_ms: int) -> Advance:
    if button_id == "new":
        return replace(session.without_game(), phase=Phase.MENU, notice=""), ()
    if button_id == "rematch":
        return rematch(session), ()
    if button_id == "undo" and session.ended is None:
        return _playing(session, button_id, now_ms)
    return session, ()


def _selecting(session: Session, button_id: str, now_ms: int) -> Advance:
    return telling.pressed(session, button_id, now_ms) or selecting.pressed(session, button_id)


def _confirmed(session: Session, site: int, now_ms: int) -> Session:
    """A person set or lifted the piece of a broken site; for a pad the screen asks which."""
    if telling.is_offered(session, site):
        return telling.begun(session, site)
    tracker = session.tracker
    return replace(session, tracker=tracker.mask(tracker.masked, tracker.confirmed ^ 1 << site, now_ms))


def masked(session: Session, sites: int, confirmed: int, now_ms: int) -> Advance:
    """Exactly these sites are masked. `confirmed` says which of the new ones hold a piece."""
    tracker = session.tracker
    new = sites & ~tracker.masked
    kept = tracker.confirmed & tracker.masked & sites
    effects = (
        *(_mask_effect(tracker, site, records.Mask) for site in sites_in(new)),
        *(_mask_effect(tracker, site, records.Unmask) for site in sites_in(tracker.masked & ~sites)),
    )
    masked = tracker.mask(sites, kept | confirmed & new, now_ms)
    due = replace(session.due, held=session.due.held & ~sites)
    return replace(session, tracker=masked, due=due, judgement=session.judgement.anew()), effects


def _mask_effect(
    tracker: Tracker, site: int, effect: type[records.Mask] | type[records.Unmask]
) -> records.Mask | records.Unmask:
    column, row = tracker.grid.column_row(site)
    return effect(column, row)


_ANSWERS: dict[Phase, Callable[[Session, str, int], Advance]] = {
    Phase.MENU: _menu,
    Phase.SETUP: _setup,
    Phase.PLAYING: _playing,
    Phase.CORRECTING: _correcting,
    Phase.CHOOSING: _choosing,
    Phase.SECRET: _selecting,
    Phase.PAUSED: _paused,
    Phase.OVER: _over,
}
