"""The sentences of a seat's phone beside its choices: whose turn it is, what this seat may do, and what the
table waits for. Pure.

They repeat public information of the touchscreen, as this seat needs it.
"""

from __future__ import annotations

from typing import Final

from controller.model.hands import KeptHand
from controller.model.view import Phase, Task, View
from controller.referee.phone_choices import WAITS, secretly_due
from controller.referee.play import Play
from controller.referee.session import Session
from controller.referee.tasks import tasks, together
from engines.record import record
from texts import _, joined

YOUR_TURN: Final = _("Your turn")
CHOSEN: Final = _("You have chosen. It stays secret until the rules reveal it.")
SHOW: Final = _("Show your tiles")
OTHERS_SHOW: Final = _("Others still show their tiles")
ON_THE_BOARD: Final = _("First, on the board:")
PLAY_A_TILE: Final = _("Lay one of the marked tiles on your pad, face up.")
PLAY_ANY: Final = _("Lay a tile on your pad, face up.")


@record
class SeatWords:
    """The sentences of a seat's phone.

    `turn` says whose turn it is, or how the game ended; `is_turn` that this seat must act. `ask` is what this
    seat may do, `wrong` what the table waits for, line by line.
    """

    turn: str
    is_turn: bool = False
    ask: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


def words_for(session: Session, view: View, seat: str, *, is_asked: bool) -> SeatWords:
    """The sentences for a seat; `view` is the public view of the session, and `is_asked` says that the phone
    shows a choice that is due."""
    if session.phase is Phase.PAUSED:
        return SeatWords(WAITS)
    if session.phase is Phase.OVER:
        return SeatWords(view.heading, ask=view.ask)
    if (asked := _to_show(session, seat)) is not None:
        return SeatWords(SHOW, is_turn=True, ask=(asked.words,), wrong=_wrong(session, seat, asked))
    if wrong := _wrong(session, seat):
        return SeatWords(view.heading if session.phase is Phase.CORRECTING else ON_THE_BOARD, wrong=wrong)
    if is_asked:
        return SeatWords(YOUR_TURN, is_turn=True)
    return _playing(session, view, seat)


def _playing(session: Session, view: View, seat: str) -> SeatWords:
    if session.phase is Phase.SECRET:
        return SeatWords(_choosers(session), ask=_kept(session, seat))
    if session.current.to_show:
        return SeatWords(OTHERS_SHOW)
    if _is_turn(session, seat):
        return SeatWords(YOUR_TURN, is_turn=True, ask=_ways(session, seat))
    return SeatWords(view.heading, ask=_kept(session, seat))


def _is_turn(session: Session, seat: str) -> bool:
    """Whether a person must act for this seat or its side."""
    play = session.current
    turn = play.position.turn
    if turn is None or session.computer is not None:
        return False
    return turn in (seat, play.table.side(play.position, seat)) and seat not in play.computers


def _to_show(session: Session, seat: str) -> Task | None:
    """The request for this seat's next tile to be shown, or to be taken back; `None` if there is none."""
    play = session.current
    if seat not in play.to_show:
        return None
    pad = play.table.tiles.pad(play.position, seat)
    return next((task for task in tasks(session) if task.sites == pad), None)


def _wrong(session: Session, seat: str, asked: Task | None = None) -> tuple[str, ...]:
    """The table's requests to hands, except the one that is shown as `asked`. A request about the pad of
    another person who shows tiles concerns that person alone."""
    play = session.current
    others = [one for one in play.showing if one not in play.computers and one != seat]
    pads = {play.table.tiles.pad(play.position, one) for one in others}
    due = tuple(task for task in tasks(session) if task.sites not in pads and task != asked)
    return tuple(task.words for task in together(due))


def _choosers(session: Session) -> str:
    """The players who choose in secret."""
    names = [session.table.name(one.seat) for one in secretly_due(session) if one.seat is not None]
    if len(names) == 1:
        return _("{player} chooses in secret", player=names[0])
    return _("All choose in secret")


def _kept(session: Session, seat: str) -> tuple[str, ...]:
    """Whether this seat has chosen something that is still secret. That it has is public."""
    play = session.current
    number = play.position.secret_plies
    is_kept = any(ply.actor == seat for ply in play.plies[len(play.plies) - number :])
    return (CHOSEN,) if is_kept else ()


def _ways(session: Session, seat: str) -> tuple[str, ...]:
    """The options of this seat in its turn."""
    play = session.current
    hand = play.kept_hand(seat)
    if hand is not None and hand.playable:
        is_free = len(hand.playable) == len(hand.pieces)
        return (PLAY_ANY if is_free else PLAY_A_TILE,)
    return (play.table.prompt_alone(play.position),)


def hand_words(play: Play, seat: str, hand: KeptHand | None) -> str:
    """The part of a hand that the table knows, in words; empty if it knows all of it, and for a game without
    hands."""
    if play.deal is None or seat in play.computers:
        return ""
    if hand is None:
        return _("Tiles that you show to your pad after the deal stand here, for your eyes alone.")
    if hand.is_whole or seat in play.to_show:
        return ""
    return _("The table knows {shown} of your {all} tiles.", shown=hand.shown, all=hand.dealt)


def aims(play: Play, seat: str) -> str:
    """The set that each player builds, in one line; the seat's own first. Empty before the first offer."""
    mine = play.table.side(play.position, seat)
    found = sorted(play.table.tiles.aims(play.position), key=lambda aim: aim[0] != mine)
    return joined(
        " · ",
        (
            _("You: {aim}", aim=aim)
            if player == mine
            else _("{who}: {what}", who=play.table.name(player), what=aim)
            for player, aim in found
        ),
    )
