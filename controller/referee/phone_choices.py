"""Choices that people make on their phones, beside the screen: secret ones, and those that a seat makes
alone. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Final

from controller.model.people import seat_of
from controller.model.phones import Answered, PhoneSeen, SeatChose
from controller.model.view import Choice, Phase
from controller.referee import pads
from controller.referee.interpretation import Interpretation
from controller.referee.judging import apply
from controller.referee.people import people_of, set_up_again
from controller.referee.play import Play
from controller.referee.selecting import action_of, covered, is_enough
from controller.referee.session import Advance, Session
from controller.referee.session_parts import Question, Selecting
from controller.referee.touching import sayable, selectable
from controller.tables.choosing import Selection
from engines.game import Action, RuleError
from engines.record import replace
from texts import _

WAITS: Final = _("Paused. Continue at the table.")
_GONE_ON = _("The table has gone on meanwhile.")


def seats_of_phones(session: Session) -> tuple[str, ...]:
    """The seats that may have a phone: people's, in a game with secrets."""
    play = session.play
    if play is None or session.game_id is None or not play.table.has_secrets(play.start):
        return ()
    return tuple(seat for seat in play.start.seats if play.computer_of(seat) is None)


def seats_to_be(session: Session) -> tuple[str, ...]:
    """The seats that may have a phone in the game that is being set up, by its options and players."""
    if session.phase is not Phase.SETUP:
        return ()
    table, setup = session.table, session.setup
    start = table.game.start(table.header(setup.options))
    return tuple(seat for seat in start.seats if seat not in setup.levels) if table.has_secrets(start) else ()


SPEAK, AGAIN, DROP = "speak", "again", "drop"
"""The ids of choices that phones have beside the game's: among the actions that a seat has only to say; to
play once more; of tiles that do not belong to the seat's hand."""

TILE = "tile-"
"""The prefix of the ids of tiles."""


def on_phone(session: Session, seat: str) -> tuple[Selection, ...]:
    """The choices that a person may make now on a seat's phone: the seat's secret ones, and public ones that
    it makes alone."""
    if session.play is None or session.play.computer_of(seat) is not None:
        return ()
    offered: Iterable[Selection] = ()
    if session.phase is Phase.SECRET:
        offered = covered(session).values()
    elif session.phase is Phase.PLAYING:
        offered = (*selectable(session), *_to_say(session, seat))
    elif session.phase is Phase.CHOOSING and session.question.selecting is not None:
        offered = (session.question.selecting.selection,)
    elif session.phase is Phase.OVER:
        return (_again(session, seat),)
    return tuple(one for one in offered if not one.tells and _is_alone(session.play, one.seat, seat))


def _to_say(session: Session, seat: str) -> tuple[Selection, ...]:
    """The actions that a seat in turn has only to say, as one choice."""
    play, spoken = session.current, sayable(session)
    if not spoken or play.position.turn != seat:
        return ()
    items = tuple(one.choice for one in spoken)
    words = play.table.prompt_alone(play.position)
    return (Selection(SPEAK, seat, words, items, least=1, most=1, has_board=False),)


def _again(session: Session, seat: str) -> Selection:
    """The choice to play the same game once more."""
    button = Choice(AGAIN, _("Play again"))
    return Selection(AGAIN, seat, button.label, (), least=0, most=0, button=button, has_board=False)


def droppable(session: Session, seat: str) -> tuple[str, ...]:
    """The tiles that a seat has shown, and may take out of its hand now."""
    play = session.play
    is_shown = play is not None and session.phase is not Phase.PAUSED and seat in play.showing
    return play.row(seat) if play is not None and is_shown and seat not in play.computers else ()


def hand_way(session: Session, seat: str) -> Choice | None:
    """The button by which a seat begins to show its tiles, or shows none."""
    play = session.play
    if play is None or session.phase is Phase.PAUSED or seat in play.computers:
        return None
    return play.table.tiles.own_way(play, seat)


def _is_alone(play: Play, chooser: str | None, seat: str) -> bool:
    """Whether a choice of a seat, or of a side, is this seat's and no partner's."""
    partners = [one for one in play.position.seats if play.table.side(play.position, one) == chooser]
    return chooser == seat or partners == [seat]


def secretly_due(session: Session) -> tuple[Selection, ...]:
    """The choices that people must make in secret before play goes on."""
    return tuple(covered(session).values()) if session.phase is Phase.SECRET else ()


def heard(session: Session, event: SeatChose | PhoneSeen) -> Advance:
    """The session after a phone has chosen, connected or left."""
    if isinstance(event, SeatChose):
        return _chose(session, event)
    place = (event.game, event.seat)
    if not event.is_there:
        return replace(session, phones=session.phones - {place}), ()
    session = replace(session, phones=session.phones | {place})
    if event.name:
        left = seat_of(people_of(session, event.game), event.name)
        session = without_name(session, (event.game, left))  # a player who has moved is at one seat
        names = {**session.names, place: event.name}
        return replace(session, names=names, named_by_phone=session.named_by_phone | {place}), ()
    return without_name(session, place) if place in session.named_by_phone else session, ()


def without_name(session: Session, place: tuple[int, str]) -> Session:
    """The session in which the player of a game's seat has no name."""
    names = {key: name for key, name in session.names.items() if key != place}
    return replace(session, names=names, named_by_phone=session.named_by_phone - {place})


def answer_to(session: Session, game: int, seat: str, phone: str) -> Answered:
    """The answer to the newest choice of this phone, which no other phone of its seat is shown."""
    answered = session.answered.get((game, seat))
    return answered if answered is not None and answered.phone == phone else Answered(phone, 0)


def due_since(play: Play, selection: Selection) -> int:
    """The number of actions after which a choice that is due now came up, and has been due ever since."""
    before = (play.start, *(ply.position for ply in play.plies[:-1]))
    still = takewhile(
        lambda at: selection in play.table.selections(at), reversed(before if play.plies else ())
    )
    return len(play.plies) - sum(1 for _at in still)


def _chose(session: Session, event: SeatChose) -> Advance:
    """The session after a choice on a phone, which the rules judge like one on the screen. A refusal goes to
    that phone only, and another player's choice on the screen continues there. A choice that was sent twice
    is judged once."""
    if session.play is None or event.game != session.game_id:
        return session, ()
    if event.number <= answer_to(session, event.game, event.seat, event.phone).number:
        return session, ()
    if event.choice == DROP:
        return _dropped(_answered(session, event), event)
    way = hand_way(session, event.seat)
    if way is not None and event.choice == way.id:
        return pads.pressed(_answered(session, event), way.id) or (session, ())
    selection = next((one for one in on_phone(session, event.seat) if one.id == event.choice), None)
    if selection is None or not _is_of_now(session.play, selection, event.ply):
        return _answered(session, event, WAITS if session.phase is Phase.PAUSED else _GONE_ON), ()
    return _made(session, event, selection) if _fits(selection, event.items) else (session, ())


def _made(session: Session, event: SeatChose, selection: Selection) -> Advance:
    """The session after a choice that was offered to this phone."""
    if selection.id == AGAIN:
        return _once_more(_answered(session, event), event.seat), ()
    try:
        action = _action(session, selection, event.items)
    except RuleError as error:
        return _answered(session, event, session.table.refusal(error, session.current.position)), ()
    after, effects = apply(_answered(session, event), Interpretation(0, (action,)))
    return _on_the_screen(session, after, selection), effects


def _dropped(session: Session, event: SeatChose) -> Advance:
    """The session without some tiles in a seat's hand."""
    shown = droppable(session, event.seat)
    gone = {item.removeprefix(TILE) for item in event.items}
    if not gone or not gone.issubset(shown):
        return session, ()
    return pads.with_row(session, event.seat, tuple(tile for tile in shown if tile not in gone))


def _once_more(session: Session, seat: str) -> Session:
    """The session in which the same game is set up again, with the same options and players."""
    words = _("{player} would like to play again.", player=session.table.name(seat))
    return replace(set_up_again(session), notice=words)


def _action(session: Session, selection: Selection, items: tuple[str, ...]) -> Action:
    """The action of a choice. Raises `RuleError` if the rules refuse it."""
    if selection.id != SPEAK:
        return action_of(session, selection, items)
    action: Action = next(one.action for one in sayable(session) if one.choice.id in items)
    return action


def _answered(session: Session, event: SeatChose, refused: str = "") -> Session:
    answer = Answered(event.phone, event.number, refused)
    return replace(session, answered={**session.answered, (event.game, event.seat): answer})


def _is_of_now(play: Play, selection: Selection, ply: int) -> bool:
    """Whether a choice has been available ever since a phone saw it, after this many actions: only the other
    player's secret choice may have come between."""
    if not selection.is_secret:
        return ply == len(play.plies)
    positions = (play.start, *(one.position for one in play.plies))[ply:]
    return bool(positions) and all(selection in play.table.selections(at) for at in positions)


def _fits(selection: Selection, items: tuple[str, ...]) -> bool:
    """Whether these are distinct items, in an allowed number."""
    there = {item.id for item in selection.items}
    is_each_once = len(set(items)) == len(items)
    return is_each_once and is_enough(Selecting(selection, items)) and there.issuperset(items)


def _on_the_screen(before: Session, after: Session, made: Selection) -> Session:
    """The session with another seat's choice on the screen, if that is still due. A person there who was
    about to make the same choice learns that a phone was first."""
    begun = before.question.selecting
    if begun is None or not begun.is_open:
        return after
    if begun.selection.id == made.id:
        player = after.table.name(made.seat or "")
        return replace(after, notice=_("{player} has chosen on a phone.", player=player))
    if after.phase is not Phase.SECRET:
        return after
    due = next((one for one in covered(after).values() if one.id == begun.selection.id), None)
    return (
        after if due is None else replace(after, question=Question(selecting=replace(begun, selection=due)))
    )
