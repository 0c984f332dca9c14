"""What the session looks like: the view that lights and screen are drawn from. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from controller.play import Play
from controller.reading import Reading, crooked_pairs
from controller.session import Session
from controller.tables.table import GameTable
from controller.touching import confirm_id, option_id
from controller.view import BoardView, Choice, Lit, Meaning, Phase, PlayerScore, Sign, Task, View
from hardware.ports import sites_in

UNDO = Choice("undo", "Take back")
PAUSE = Choice("pause", "Pause")
BACK = Choice("back", "Back")
UNSEEN = Choice("unseen", "Piece not seen")
BROKEN = Choice("broken", "It is so: sensor broken")


def view(session: Session) -> View:
    """Everything that lights and screen show of a session."""
    return _VIEWS[session.phase](session)


def tasks(session: Session) -> tuple[Task, ...]:
    """What the table asks people to do with pieces now: corrections first, then what the rules require."""
    if session.play is None:
        return _clearing(session) if session.phase is Phase.SETUP else ()
    if session.phase is Phase.CORRECTING:
        return (*_corrections(session), *_required(session))
    return _required(session) if session.phase in (Phase.PLAYING, Phase.CHOOSING) else ()


def _menu(session: Session) -> View:
    games = tuple(Choice(f"game-{name}", table.title) for name, table in session.tables.items())
    return View(
        Phase.MENU,
        heading="What shall we play?",
        title="Tablier",
        ask=tuple(table.summary for table in session.tables.values()),
        choices=games,
        notice=_notice(session),
        lights=_echoes(session),
    )


def _setup(session: Session) -> View:
    table = session.tables[session.chosen]
    choices = tuple(
        Choice(option_id(o.name, value), f"{o.label}: {label}", on=session.options[o.name] == value)
        for o in table.options
        for value, label in o.values
    )
    clearing = _clearing(session)
    controls = (Choice("start", "Start", on=True), BACK, *([BROKEN] if clearing else []))
    return View(
        Phase.SETUP,
        heading=table.title,
        title=table.title,
        ask=_count_to_lift(len(clearing)) if clearing else (table.summary,),
        choices=choices,
        controls=controls,
        notice=_notice(session),
        lights=tuple((site, Lit(task.meaning)) for task in clearing for site in sites_in(task.sites)),
    )


def _count_to_lift(pieces: int) -> tuple[str, ...]:
    return ("Lift the piece from the board" if pieces == 1 else f"Lift the {pieces} pieces from the board",)


def _clearing(session: Session) -> tuple[Task, ...]:
    """The pieces that are still in the way of a new game."""
    if not session.is_clearing:
        return ()
    return tuple(Task(Meaning.LIFT, 1 << s, "Lift this piece") for s in sites_in(session.tracker.board))


def _playing(session: Session) -> View:
    play = session.current
    position = play.position
    required = _required(session)
    spoken = tuple(one.choice for one in play.table.spoken(position))
    asks = tuple(task.words for task in required) or (play.table.prompt(position),)
    undo = (UNDO,) if play.plies else ()
    return _game_view(
        session,
        heading=play.table.headline(position),
        ask=asks,
        choices=_confirmations(session),
        controls=(*spoken, *undo, PAUSE, UNSEEN),
    )


def _correcting(session: Session) -> View:
    return _game_view(
        session,
        heading="Mend the board",
        ask=tuple(task.words for task in tasks(session)),
        choices=_confirmations(session),
        controls=(BROKEN, *((UNDO,) if session.current.plies else ()), PAUSE),
    )


def _choosing(session: Session) -> View:
    table = session.current.table
    labels: list[str] = []
    controls: tuple[Choice, ...] = (BACK,)
    if session.pointing is None:
        labels = [say(table, reading) for reading in session.readings]
        heading, ask, controls = "What was played?", "Touch what you played, or lift the piece", (UNDO, PAUSE)
    elif session.pointing:
        labels = [table.place(site) for site in sites_in(session.pointing)]
        heading, ask = "Where exactly?", "Touch the place of the piece"
    else:
        heading, ask = "Which piece?", "Touch the cell on the picture where a piece was not seen"
    choices = tuple(Choice(f"choice-{number}", label) for number, label in enumerate(labels, start=1))
    return _game_view(session, heading=heading, ask=(ask,), choices=choices, controls=controls)


def say(table: GameTable[Any], reading: Reading) -> str:
    """A reading of the board in words."""
    said = [table.say(action) for action in reading.actions]
    if reading.back and not said:
        return "Taken back"
    return ", then ".join(said)


def _paused(session: Session) -> View:
    reasons = tuple(reason for device, reason in session.away.items())
    resume = () if session.is_waiting else (Choice("resume", "Go on", on=True),)
    mended = (Choice("mended", "Sensors are mended"),) if session.tracker.masked else ()
    end = (Choice("end", "End this game"),) if session.play else ()
    heading = "The game waits" if session.play else "The table waits"
    ask = reasons if session.is_waiting else ("Touch Go on when you are ready",)
    controls = (*resume, *mended, *end)
    if session.play is None:
        return View(Phase.PAUSED, heading=heading, title="Tablier", ask=ask, controls=controls)
    return _game_view(session, heading=heading, ask=ask, choices=(), controls=controls)


def _over(session: Session) -> View:
    play = session.current
    outcome = play.position.outcome()
    winner = outcome.winner if outcome else None
    return _game_view(
        session,
        heading=f"{play.table.name(winner)} wins" if winner else "A draw",
        turn=winner,
        ask=(outcome.reason if outcome else "",),
        choices=(),
        controls=(Choice("new", "New game", on=True), UNDO),
    )


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
    score = play.position.score()
    lights = _lights(session)
    return View(
        session.phase,
        heading=heading,
        title=play.table.title,
        turn=turn or play.position.turn,
        scores=tuple(PlayerScore(p, play.table.name(p), score[p]) for p in play.position.players),
        ask=ask,
        tasks=tasks(session),
        last=_last(play),
        notice=_notice(session),
        choices=choices,
        controls=controls,
        board=_board(play, lights),
        lights=lights,
    )


def _last(play: Play) -> str:
    """The last turn in words: what was played and what it brought."""
    said = []
    turn = play.plies[-max(play.turn_length, 1) :] if play.plies else ()
    for ply in turn:
        told = play.table.tell(ply.events)
        said.append(told or play.table.say(ply.action))
    who = f"{play.table.name(turn[0].actor)}: " if turn and turn[0].actor else ""
    return who + ". ".join(said)


def _notice(session: Session) -> str:
    """A passing remark, or what is wrong with devices and sensors that the game goes on without."""
    remarks = [remark for remark in (session.trouble, session.notice) if remark]
    tracker = session.tracker
    if session.play is not None and tracker.weak:
        places = ", ".join(session.play.table.place(site) for site in sites_in(tracker.weak))
        remarks.append(f"Weak magnet or sensor: {places}. Set the piece again.")
    if session.play is not None and tracker.masked:
        places = ", ".join(session.play.table.place(site) for site in sites_in(tracker.masked))
        remarks.append(f"Broken sensor: {places}. Touch its button when you set or lift the piece.")
    remarks += [reason for device, reason in session.away.items() if session.phase is not Phase.PAUSED]
    return " ".join(remarks)


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


def _required(session: Session) -> tuple[Task, ...]:
    return session.current.table.tasks(session.current.position)


def _corrections(session: Session) -> tuple[Task, ...]:
    """What makes the board right again, piece by piece."""
    return (*_crooked(session), *_superfluous(session), *_missing(session))


def _crooked(session: Session) -> Iterator[Task]:
    play, tracker = session.current, session.tracker
    for one, other in crooked_pairs(play, tracker.board, tracker.order):
        words = f"One piece covers {play.table.place(one)} and {play.table.place(other)}: set it straight"
        yield Task(Meaning.WRONG, 1 << one | 1 << other, words)


def _superfluous(session: Session) -> Iterator[Task]:
    play, tracker = session.current, session.tracker
    covered = [site for pair in crooked_pairs(play, tracker.board, tracker.order) for site in pair]
    for site in sites_in(tracker.board & ~play.closed):
        if session.held >> site & 1:
            yield Task(Meaning.LIFT, 1 << site, f"Lift the piece on {play.table.place(site)}")
        elif site not in covered:
            words = f"Lift the piece on {play.table.place(site)}. {play.table.objection(play.position, site)}"
            yield Task(Meaning.WRONG, 1 << site, words)


def _missing(session: Session) -> Iterator[Task]:
    play = session.current
    for site in sites_in(play.closed & ~session.tracker.board):
        piece, place = play.table.piece(play.position, site), play.table.place(site)
        yield Task(Meaning.PLACE, 1 << site, f"Put {piece} back on {place}")


def _lights(session: Session) -> tuple[tuple[int, Lit], ...]:
    """Every light's meaning. What is asked for outshines what happened, and that the score."""
    play = session.current
    lights = dict(play.table.score_lights(play.position))
    for ply in play.plies[len(play.plies) - max(play.turn_length, 1) :] if play.plies else ():
        for site in sites_in(play.table.last_sites(play.position, ply.action)):
            lights[site] = Lit(Meaning.LAST)
    lights.update(_echoes(session))
    for task in reversed(tasks(session)):
        since_ms = session.judged_ms if task.meaning is Meaning.WRONG else 0
        lights.update(dict.fromkeys(sites_in(task.sites), Lit(task.meaning, task.player, since_ms)))
    return tuple(sorted(lights.items()))


def _echoes(session: Session) -> tuple[tuple[int, Lit], ...]:
    """The pieces under a hand: what has changed since the last rest."""
    return tuple((site, Lit(Meaning.ECHO, since_ms=at)) for site, at in session.tracker.since.items())


def _board(play: Play, lights: tuple[tuple[int, Lit], ...]) -> BoardView:
    """The board picture with the same signs as the lights; the score stands beside it in figures."""
    signs = tuple(
        Sign(*play.table.corner(site), lit) for site, lit in lights if lit.meaning is not Meaning.SCORE
    )
    return replace(play.table.marks(play.position), signs=signs)


_VIEWS: dict[Phase, Callable[[Session], View]] = {
    Phase.MENU: _menu,
    Phase.SETUP: _setup,
    Phase.PLAYING: _playing,
    Phase.CORRECTING: _correcting,
    Phase.CHOOSING: _choosing,
    Phase.PAUSED: _paused,
    Phase.OVER: _over,
}
