"""What the session looks like: the view that lights and screen are drawn from. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from functools import lru_cache
from typing import Any

from controller import hand_tasks
from controller.judging import broken_sensors
from controller.lights import strongest
from controller.play import Play
from controller.reading import Reading
from controller.seating import LEVELS, is_computers, name_of, to_take_back
from controller.selecting import covered, is_enough
from controller.session import Selecting, Session
from controller.tables.table import GameTable
from controller.tasks import FEW, clearing, corrections, reminded, tasks, together
from controller.touching import confirm_id, free_seats, option_id, resigning, sayable, selectable
from controller.view import BoardView, Choice, Lit, Mark, Meaning, Phase, PlayerScore, Sign, Task, View
from hardware.ports import sites_in
from opponents.thought import Level
from texts import Text, _, _c, _n, joined

UNDO = Choice("undo", _("Take back"))
PAUSE = Choice("pause", _("Pause"))
BACK = Choice("back", _("Back"))
UNSEEN = Choice("unseen", _("Piece not seen"))
PLACED = Choice("placed", _("It is done"))
BROKEN = Choice("broken", _("It is so: sensor broken"))


def view(session: Session) -> View:
    """Everything that lights and screen show of a session."""
    return _VIEWS[session.phase](session)


def lights(session: Session) -> tuple[tuple[int, Lit], ...]:
    """Every light's meaning: a part of the view that can be had before the rest is worked out. The readers
    beside the board have no light."""
    return tuple((site, lit) for site, lit in _lights(session) if site < session.tracker.grid.size)


def _lights(session: Session) -> tuple[tuple[int, Lit], ...]:
    if session.phase is Phase.MENU:
        return _echoes(session)
    if session.phase is Phase.SETUP:
        return tuple((site, Lit(task.meaning)) for task in clearing(session) for site in sites_in(task.sites))
    if session.play is None or session.selecting is not None:
        return ()  # no light tells of what somebody chooses
    return _game_lights(session)


def _menu(session: Session) -> View:
    games = tuple(Choice(f"game-{name}", table.title, picture=name) for name, table in session.tables.items())
    return View(
        Phase.MENU,
        heading=_("What shall we play?"),
        title="Tablier",
        ask=tuple(table.summary for table in session.tables.values()),
        choices=(*games, *_unfinished(session)),
        notice=_notice(session),
        lights=lights(session),
    )


def _unfinished(session: Session) -> tuple[Choice, ...]:
    """A button for each game that waits in the journal."""
    return tuple(
        Choice(
            f"resume-{game_id}",
            _n(
                "Go on: {game}, {number} action",
                "Go on: {game}, {number} actions",
                len(play.plies),
                game=play.table.title,
            ),
        )
        for game_id, play in session.kept.items()
    )


def _setup(session: Session) -> View:
    table = session.tables[session.chosen]
    choices = tuple(
        Choice(
            option_id(o.name, value),
            _("{option}: {value}", option=o.label, value=label),
            on=session.options[o.name] == value,
        )
        for o in table.options
        for value, label in o.values
    )
    in_the_way = clearing(session)
    controls = (Choice("start", _c("button", "Start"), on=True), BACK, *([BROKEN] if in_the_way else []))
    return View(
        Phase.SETUP,
        heading=table.title,
        title=table.title,
        ask=_count_to_lift(len(in_the_way)) if in_the_way else (table.summary,),
        choices=choices if in_the_way else (*choices, *_seat_choices(session)),
        controls=controls,
        notice=_notice(session),
        lights=lights(session),
    )


def _seat_choices(session: Session) -> tuple[Choice, ...]:
    """For each seat who sits there: another touch changes it."""
    table = session.tables[session.chosen]
    return tuple(
        Choice(
            f"seat-{seat}",
            _("{player}: {who}", player=table.name(seat), who=_who(session.levels.get(seat))),
            on=seat in session.levels,
        )
        for seat in free_seats(session)
    )


def _who(level: Level | None) -> str:
    return _c("seat", "a person") if level is None else _("computer, {level}", level=LEVELS[level])


def _count_to_lift(pieces: int) -> tuple[str, ...]:
    return (_n("Lift the piece from the board", "Lift the {number} pieces from the board", pieces),)


def _playing(session: Session) -> View:
    play = session.current
    if session.is_asking_hands:
        return _asking_hands(session)
    asks = (*(task.words for task in _tasks(session)), *_away(session)) or (_prompt(session),)
    spoken = tuple(one.choice for one in sayable(session))
    choosable = tuple(one.button for one in selectable(session) if one.button is not None)
    begun = (*spoken, *choosable)
    placed = (PLACED,) if reminded(session) else ()
    shown = _game_view(
        session,
        heading=_headline(session),
        ask=asks,
        choices=(*_confirmations(session), *hand_tasks.choices(session)),
        controls=(*begun, *placed, *hand_tasks.ways(session), *_undo(play), PAUSE, *_unseen(session)),
        turn=placed_for(session),
    )
    is_thinking = session.computer is not None and placed_for(session) is None and not tasks(session)
    points = () if hand_tasks.heading(play) else shown.scores
    return replace(shown, is_thinking=is_thinking, scores=points)


def _asking_hands(session: Session) -> View:
    """Whose tiles are shown to the table: answers enough for the whole screen."""
    shown = _game_view(
        session,
        heading=_("Whose tiles?"),
        ask=(_("Shown face down on the pad, so that the table tells when one does not follow"),),
        choices=hand_tasks.choices(session),
        controls=(BACK,),
    )
    return replace(shown, phase=Phase.CHOOSING, board=None, scores=(), tasks=())


def _undo(play: Play) -> tuple[Choice, ...]:
    """The way to take back, where people have played anything."""
    return (UNDO,) if to_take_back(play) else ()


def placed_for(session: Session) -> str | None:
    """Whose pieces people set and lift now because the computer cannot; `None` if nobody's."""
    play = session.current
    if session.laying is not None:
        return session.laying.seat
    if play.unshown and not session.asked:
        return play.unshown[0]
    if not session.asked or not play.plies or not is_computers(play, play.plies[-1]):
        return None
    is_laid = play.piece_of(play.before, play.plies[-1].action) is not None
    return None if is_laid else play.plies[-1].actor


def _headline(session: Session) -> str:
    """Whose turn it is, or for whom pieces are set and lifted, in words."""
    play = session.current
    if (heading := hand_tasks.heading(play)) and not session.asked:
        return heading
    if (player := placed_for(session)) is not None:
        return _("Place for {player}", player=play.table.name(player))
    if session.computer is not None:
        return _("{player} is thinking", player=play.table.name(str(play.position.turn)))
    return play.table.headline(play.position)


def _prompt(session: Session) -> str:
    """What people may do, when the table asks for nothing in particular."""
    play = session.current
    if session.computer is None:
        return play.table.prompt(play.position)
    return _("The computer plays here. Leave the board as it is until it shows where its piece goes.")


def _unseen(session: Session) -> tuple[Choice, ...]:
    """The way to say that a sensor does not see its piece, where any piece is to be seen."""
    return (UNSEEN,) if session.asked or session.current.table.is_played_on_board else ()


def _away(session: Session) -> tuple[str, ...]:
    """Where the pieces go that the last action takes off the board, while hands are at it."""
    play = session.current
    return play.table.put_away(play.plies[-1].events) if session.asked and play.plies else ()


def _tasks(session: Session) -> tuple[Task, ...]:
    """What is asked for, in so few lines that there is room for what else is said."""
    return together(tasks(session), FEW - len(_away(session)))


def _correcting(session: Session) -> View:
    return _game_view(
        session,
        heading=_("Mend the board"),
        ask=tuple(task.words for task in _tasks(session)),
        choices=_confirmations(session),
        controls=(BROKEN, *_undo(session.current), PAUSE, *_unseen(session)),
    )


def _choosing(session: Session) -> View:
    if session.selecting is not None:
        return selecting_view(session, session.selecting)
    table = session.current.table
    choices: tuple[Choice, ...] = ()
    controls: tuple[Choice, ...] = (BACK,)
    if session.pointing is None:
        readings = tuple(_choice(number, say(table, one)) for number, one in enumerate(session.readings, 1))
        choices = (*readings, *_confirmations(session))
        doubts = tuple(task.words for task in corrections(session))
        ask = doubts or (_("Touch what you played, or lift the piece"),)
        heading, controls = _("What was played?"), (UNDO, PAUSE)
    elif session.pointing:
        choices = _places(table, session.pointing)
        heading, ask = _("Where exactly?"), (_("Touch the place of the piece in its cell"),)
    else:
        heading, ask = _("Which piece?"), (_("Touch the cell on the picture where a piece was not seen"),)
    return _game_view(session, heading=heading, ask=ask, choices=choices, controls=controls)


def _secret(session: Session) -> View:
    """A choice behind its cover, which tells nothing but whose it is; or open before that player's eyes."""
    selecting = session.selecting
    assert selecting is not None
    if selecting.is_open:
        return selecting_view(session, selecting)
    play, behind = session.current, covered(session)
    names = {button_id: play.table.name(one.seat or "") for button_id, one in behind.items()}
    phones = {button_id for button_id, one in behind.items() if (session.game_id, one.seat) in session.phones}
    is_one = len(names) == 1
    undo = _undo(play)
    return View(
        Phase.SECRET,
        heading=_("For {player} alone", player=names["reveal"]) if is_one else _("In secret"),
        title=play.table.title,
        turn=selecting.selection.seat if is_one else None,
        ask=(_secrecy(names, phones),),
        notice=_notice(session),
        choices=tuple(Choice(one, _reveal(name, has_phone=one in phones)) for one, name in names.items()),
        controls=(*((BACK,) if selecting.selection.button is not None else undo), PAUSE),
    )


def _reveal(player: str, *, has_phone: bool) -> str:
    """What the button says that lifts a cover."""
    return _("{player}: choose here", player=player) if has_phone else _("I am {player}", player=player)


def _secrecy(names: Mapping[str, str], phones: Set[str]) -> str:
    """Who may look at what is behind the cover, if anybody is to look at the screen at all; `phones` are the
    buttons of those who have a phone."""
    if len(names) > 1:
        if phones >= names.keys():
            return _("All choose on their phones")
        return _("Who goes on? Nobody else may look then")
    if phones:
        return _("{player} chooses on a phone", player=names["reveal"])
    return _("Only {player} may look now", player=names["reveal"])


def selecting_view(session: Session, selecting: Selecting) -> View:
    """The items to choose from: cells on the board picture, others as buttons. No light tells of it."""
    selection, play = selecting.selection, session.current
    items = tuple(replace(item, on=item.id in selecting.chosen) for item in selection.items)
    cells = tuple(item for item in items if item.id.startswith("cell-"))
    is_at_once = selection.most == 1 and not selection.is_secret
    done = (Choice("done", _("Done"), on=is_enough(selecting)),) if not is_at_once else ()
    leave = (*_undo(play), PAUSE) if selection.is_at_the_table else (BACK,)
    return View(
        session.phase,
        heading=play.table.name(selection.seat) if selection.seat else play.table.title,
        title=play.table.title,
        turn=selection.seat,
        ask=(selection.words, *(() if is_at_once else (_count(selecting),))),
        notice=selecting.refused or _notice(session),
        choices=tuple(item for item in items if item not in cells),
        controls=(*done, *leave),
        board=_choosable(play, cells) if selection.has_board else None,
    )


def _count(selecting: Selecting) -> str:
    """How much is chosen, of how much."""
    selection, chosen = selecting.selection, len(selecting.chosen)
    if selection.least == selection.most:
        return _("{chosen} of {all} chosen", chosen=chosen, all=selection.most)
    if not chosen:
        return _("None chosen, {most} at most", most=selection.most)
    return _("{chosen} chosen, {most} at most", chosen=chosen, most=selection.most)


def _choosable(play: Play, cells: tuple[Choice, ...]) -> BoardView:
    """The board picture with a frame around each cell that may be chosen, and a tick on those that are."""
    board = _picture(play)
    frames = []
    for item in cells:
        column, _comma, row = item.id.removeprefix("cell-").partition(",")
        shape = "chosen" if item.on else "choosable"
        frames.append(Mark(shape, int(column) + 0.5, int(row) + 0.5, 1.0))
    return replace(board, marks=(*board.marks, *frames))


def _choice(number: int, label: str) -> Choice:
    return Choice(f"choice-{number}", label)


def _places(table: GameTable[Any], cell: int) -> tuple[Choice, ...]:
    """The sites of a cell as they lie on the board, from the north-west."""

    def north_west(numbered: tuple[int, int]) -> tuple[int, int]:
        x, y = table.grid.column_row(numbered[1])
        return -y, x

    numbered = sorted(enumerate(sites_in(cell), start=1), key=north_west)
    return tuple(_choice(number, table.spot(site)) for number, site in numbered)


def say(table: GameTable[Any], reading: Reading) -> str:
    """A reading of the board in words."""
    return table.say_all(reading.actions) if reading.actions else _("Taken back")


def _paused(session: Session) -> View:
    reasons = tuple(reason for device, reason in session.away.items())
    resume = () if session.is_waiting else (Choice("resume", _("Go on"), on=True),)
    mended = (Choice("mended", _("Sensors are mended")),) if session.tracker.masked else ()
    if session.is_ending and session.play is not None:
        return _ending(session, session.play)
    leave = (Choice("leave", _("Menu")),) if session.play else ()
    end = (
        (Choice("end", _("End this game")),) if session.play and session.resumes_to is not Phase.OVER else ()
    )
    heading = _("The game waits") if session.play else _("The table waits")
    ask = reasons if session.is_waiting else (_("Touch Go on when you are ready"),)
    controls = (*resume, *mended, *leave, *end)
    if session.play is None:
        return View(Phase.PAUSED, heading=heading, title="Tablier", ask=ask, controls=controls)
    ask += _rounds(session.play)
    return _game_view(session, heading=heading, ask=ask, choices=(), controls=controls)


def _ending(session: Session, play: Play) -> View:
    """How people may end a game before the rules do."""
    resign = tuple(
        Choice(f"resign-{one}", _("{player} resigns", player=play.table.name(one))) for one in resigning(play)
    )
    return _game_view(
        session,
        heading=_("How does it end?"),
        ask=(_("Touch how the game ends, or go back"),),
        choices=(
            *resign,
            Choice("draw", _("A draw is agreed")),
            Choice("give-up", _("It is given up")),
        ),
        controls=(BACK,),
    )


def _over(session: Session) -> View:
    play = session.current
    outcome = play.position.outcome()
    winner, reason = (outcome.winner, outcome.reason) if outcome else (None, "")
    if session.ended is not None:
        winner, reason = session.ended["winner"], session.ended["reason"]
    reason = _("{reason:capital}", reason=play.table.naming(reason, play.position))
    is_won = winner in play.position.players
    return _game_view(
        session,
        heading=_("{player} wins", player=play.table.name(str(winner))) if is_won else _("A draw"),
        turn=winner if is_won else None,
        ask=(reason, *play.table.sheet(play.position), *_rounds(play)),
        choices=(),
        controls=(Choice("new", _("New game"), on=True), *(_undo(play) if session.ended is None else ())),
    )


def _rounds(play: Play) -> tuple[str, ...]:
    """The score sheet so far."""
    return play.table.rounds(play.position, [event for ply in play.plies for event in ply.events])


def _game_view(
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
    lit = _game_lights(session)
    return View(
        session.phase,
        heading=heading,
        title=play.table.title,
        turn=turn or play.position.turn,
        scores=scores(session),
        ask=ask,
        tasks=_tasks(session),
        last=last_words(play),
        notice=_notice(session),
        choices=choices,
        controls=controls,
        board=board_with(play, lit),
        lights=lights(session),
    )


def scores(session: Session) -> tuple[PlayerScore, ...]:
    """The players of the game with their points, and their clocks."""
    clock = session.clock
    return tuple(
        replace(score, clock=clock.face(score.player), is_late=clock.is_up(score.player))
        for score in scores_of(session.current)
    )


def scores_of(play: Play) -> tuple[PlayerScore, ...]:
    """The players of a game with their points."""
    score = play.position.score()
    return tuple(PlayerScore(p, name_of(play, p), score[p]) for p in play.position.players)


def last_words(play: Play) -> str:
    """The last turn in words: what was played and what it brought."""
    said = []
    turn = play.plies[-max(play.turn_length, 1) :] if play.plies else ()
    for ply in turn:
        told = play.table.tell(ply.events)
        said.append(told or play.table.say(ply.action))
    words = joined(". ", said)
    who = play.table.name(turn[0].actor) if turn and turn[0].actor else ""
    says_who = words.startswith(tuple(play.table.name(player) for player in play.position.players))
    return _("{who}: {what}", who=who, what=words) if who and not says_who else words


def _notice(session: Session) -> str:
    """A passing remark, or what is wrong with devices and sensors that the game goes on without."""
    remarks = [remark for remark in (session.trouble, session.notice) if remark]
    tracker = session.tracker
    if session.play is not None and tracker.weak:
        places = joined(", ", map(session.play.table.place, sites_in(tracker.weak)))
        remarks.append(_("Weak magnet or sensor: {places}. Set the piece again.", places=places))
    if session.play is not None and tracker.masked:
        remarks.append(broken_sensors(session.play, tracker.masked))
    remarks += _late_players(session)
    remarks += [reason for device, reason in session.away.items() if session.phase is not Phase.PAUSED]
    return joined(" ", remarks)


def _late_players(session: Session) -> list[Text]:
    """Whose time is up. The table only says so: what follows from it is people's business."""
    if session.play is None or session.phase is Phase.OVER:
        return []
    play = session.play
    late = [play.table.name(player) for player in play.position.players if session.clock.is_up(player)]
    return [_("Time is up for {player}.", player=name) for name in late]


def _confirmations(session: Session) -> tuple[Choice, ...]:
    """A button for each broken site: people say what stands there."""
    return tuple(
        Choice(
            confirm_id(session, site),
            session.current.table.place(site),
            on=bool(session.tracker.confirmed >> site & 1),
        )
        for site in sites_in(session.tracker.masked)
    )


@lru_cache(maxsize=1)  # lights and view both ask, one after the other
def _game_lights(session: Session) -> tuple[tuple[int, Lit], ...]:
    """The meaning of every site, those of the pads too. What is asked for outshines what happened, and that
    the score.

    The echo of a hand comes beside what its light says otherwise: `lights.strongest` decides.
    """
    lit = dict(lit_after(session.current))
    for task in reversed(tasks(session)):
        since_ms = session.judged_ms if task.meaning is Meaning.WRONG else 0
        lit.update(dict.fromkeys(sites_in(task.sites), Lit(task.meaning, task.player, since_ms)))
    return (*sorted(lit.items()), *_echoes(session))


def lit_after(play: Play) -> tuple[tuple[int, Lit], ...]:
    """What is lit of a play where nothing is asked for: the score, and the last turn."""
    lit = dict(play.table.score_lights(play.position))
    for ply in play.plies[len(play.plies) - max(play.turn_length, 1) :] if play.plies else ():
        for site in sites_in(play.table.last_sites(play.position, ply.action)):
            lit[site] = Lit(Meaning.LAST)
    return tuple(lit.items())


def _echoes(session: Session) -> tuple[tuple[int, Lit], ...]:
    """The pieces under a hand: what has changed since the last rest."""
    return tuple((site, Lit(Meaning.ECHO, since_ms=at)) for site, at in session.tracker.since.items())


def board_with(play: Play, lit: tuple[tuple[int, Lit], ...]) -> BoardView:
    """The board picture with the same signs as the lights; the score stands beside it in figures."""
    signs = tuple(
        Sign(*play.table.corner(site), sign)
        for site, sign in strongest(lit).items()
        if sign.meaning is not Meaning.SCORE
    )
    return replace(_picture(play), signs=signs)


def _picture(play: Play) -> BoardView:
    """The board picture without signs."""
    return play.table.picture(play.position, [ply.action for ply in play.plies])


_VIEWS: dict[Phase, Callable[[Session], View]] = {
    Phase.MENU: _menu,
    Phase.SETUP: _setup,
    Phase.PLAYING: _playing,
    Phase.CORRECTING: _correcting,
    Phase.CHOOSING: _choosing,
    Phase.SECRET: _secret,
    Phase.PAUSED: _paused,
    Phase.OVER: _over,
}
