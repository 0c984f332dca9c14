"""Views of choices on the screen, open or secret. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Set

from controller.model.view import BoardView, Choice, Mark, Phase, View, cell_of
from controller.referee.interpretation import Interpretation
from controller.referee.play import Play
from controller.referee.selecting import covered, is_enough
from controller.referee.session import Session
from controller.referee.session_parts import Selecting
from controller.referee.telling import UNSEEN_TILE
from controller.tables.choosing import Selection
from controller.view.game import BACK, HELP, HINT, PAUSE, PLACES, notice, to_undo
from controller.view.lights import picture
from engines.record import replace
from texts import _


def secret_view(session: Session) -> View:
    """A choice behind its cover, which shows only whose it is; or uncovered before that player's eyes."""
    selecting = session.question.selecting
    assert selecting is not None
    if selecting.is_open:
        return selecting_view(session, selecting)
    play, behind = session.current, covered(session)
    if selecting.selection.tells and selecting.selection.seat in play.computers:
        return _computers_tile(session, selecting)
    names = {button_id: play.table.name(one.seat or "") for button_id, one in behind.items()}
    phones = {
        button_id
        for button_id, one in behind.items()
        if (session.game_id, one.seat) in session.phones and not one.tells
    }
    is_one = len(names) == 1
    undo = to_undo(play)
    return View(
        Phase.SECRET,
        heading=_("For {player} alone", player=names["reveal"]) if is_one else _("In secret"),
        title=play.table.title,
        turn=selecting.selection.seat if is_one else None,
        ask=tuple(filter(None, (play.table.covered(play.position), _secrecy(names, phones)))),
        notice=notice(session),
        choices=tuple(Choice(one, _reveal(name, has_phone=one in phones)) for one, name in names.items()),
        controls=(*((BACK,) if selecting.selection.button is not None else undo), PAUSE),
        places=PLACES,
        is_covered=True,
    )


def _computers_tile(session: Session, selecting: Selecting) -> View:
    """The cover of one person's report about a computer's tile."""
    return View(
        Phase.SECRET,
        heading=UNSEEN_TILE.label,
        title=session.current.table.title,
        turn=selecting.selection.seat,
        ask=(_("Only one person may look at the computer's tile"),),
        notice=notice(session),
        choices=(Choice("reveal", _("I look at it")),),
        controls=(BACK, PAUSE),
        places=PLACES,
        is_covered=True,
    )


def _reveal(player: str, *, has_phone: bool) -> str:
    """The label of an uncovering button."""
    return _("{player}: choose here", player=player) if has_phone else _("I am {player}", player=player)


def _secrecy(names: Mapping[str, str], phones: Set[str]) -> str:
    """Who may look behind the cover, if anyone may look at the screen at all; `phones` are the buttons of
    players with a phone."""
    if len(names) > 1:
        if phones >= names.keys():
            return _("All choose on their phones")
        return _("Who goes on? Nobody else may look then")
    if phones:
        return _("{player} chooses on a phone", player=names["reveal"])
    who = names["reveal"]
    return _("Only {player} may look: touch “{button}”", player=who, button=_reveal(who, has_phone=False))


def selecting_view(session: Session, selecting: Selecting) -> View:
    """The items to choose from: cells on the board picture, others as buttons. The lights do not show
    them."""
    selection, play = selecting.selection, session.current
    items = tuple(replace(item, on=item.id in selecting.chosen) for item in selection.items)
    cells = {cell: item for item in items if (cell := cell_of(item.id)) is not None}
    is_at_once = selection.is_at_once
    place = HINT.id if selection.is_at_the_table else PAUSE.id
    done = (Choice("done", _("Done"), on=is_enough(selecting), place=place),) if not is_at_once else ()
    example = (Choice("example", _("Example"), place=HELP.id),) if selection.examples else ()
    leave = (*to_undo(play), PAUSE) if selection.is_at_the_table else (BACK,)
    return View(
        session.phase,
        heading=_heading(play, selection),
        title=play.table.title,
        turn=selection.seat,
        ask=(selection.words, *(() if is_at_once else (_count(selecting),))),
        notice=selecting.refused or notice(session),
        choices=tuple(item for item in items if cell_of(item.id) is None),
        controls=(*done, *example, *leave),
        places=PLACES,
        board=_choosable(play, cells) if selection.has_board else None,
    )


def _heading(play: Play, selection: Selection) -> str:
    if selection.seat:
        return play.table.name(selection.seat)
    return selection.button.label if selection.tells and selection.button else play.table.title


def _count(selecting: Selecting) -> str:
    """How many are chosen, of how many."""
    selection, chosen = selecting.selection, len(selecting.chosen)
    if selection.least == selection.most:
        return _("{chosen} of {all} chosen", chosen=chosen, all=selection.most)
    if not chosen:
        return _("None chosen, {most} at most", most=selection.most)
    return _("{chosen} chosen, {most} at most", chosen=chosen, most=selection.most)


def _choosable(play: Play, cells: Mapping[tuple[int, int], Choice]) -> BoardView:
    """The board picture with a frame around each selectable cell, and a tick on chosen ones."""
    board = picture(play)
    frames = []
    for (column, row), item in cells.items():
        shape = "chosen" if item.on else "choosable"
        frames.append(Mark(shape, column + 0.5, row + 0.5, 1.0))
    return replace(board, marks=(*board.marks, *frames))


# Actions

MOST_TOLD = 8
"""The most buttons with room for the player and the continuation."""


MOST_OFFERED = 16
"""The most interpretations offered: a player who meant another one lifts the piece."""


def labels(session: Session) -> tuple[str, ...]:
    """The interpretations among which people choose, in words: with the player of each action, unless all
    begin with the same piece of the same player."""
    play, interpretations = session.current, session.question.interpretations[:MOST_OFFERED]
    is_told = len(interpretations) <= MOST_TOLD and len({_first(play, one) for one in interpretations}) > 1
    return tuple(_with_players(play, one) if is_told else say(play, one) for one in interpretations)


def _first(play: Play, interpretation: Interpretation) -> tuple[str | None, int]:
    """The player and place of the first action in an interpretation."""
    if not interpretation.actions:
        return None, 0
    then, action = play.back(interpretation.back), interpretation.actions[0]
    return then.table.actor(then.position, action), then.table.touched(then.position, action)


def question(session: Session) -> str:
    """The request when people are asked what was played."""
    play, interpretations = session.current, session.question.interpretations
    firsts = {_first(play, one) for one in interpretations}
    if len(firsts) < 2 or not any(one.premature for one in interpretations):
        return _("Touch what you played, or lift the piece")
    players = {player for player, _sites in firsts}
    (player, *others) = players
    if player is None or others:
        return _("Touch what was played first, or lift a piece")
    return _("Touch what {player} played first, or lift a piece", player=play.table.name(player))


def say(play: Play, interpretation: Interpretation) -> str:
    """An interpretation of the board in words."""
    return play.table.describe_all(interpretation.actions) if interpretation.actions else _("Taken back")


def _with_players(play: Play, interpretation: Interpretation) -> str:
    """An interpretation with the player of each action, in their order."""
    told = list[str]()
    actions = (*interpretation.actions, *interpretation.later)
    is_first = len(actions) > 1 or interpretation.premature
    for position, action in play.befores(actions, interpretation.back):
        what, actor = play.table.describe(action), play.table.actor(position, action)
        if actor is not None:
            player = play.table.name(actor)
            told.append(
                _("First {player}: {what}", player=player, what=what)
                if is_first and not told
                else _("{who}: {what}", who=player, what=what)
            )
        else:
            told.append(what)
    if not told:
        return _("Taken back")
    words = told[0]
    for more in told[1:]:
        words = _("{first}, then {second}", first=words, second=more)
    return words
