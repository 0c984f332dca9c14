"""Lessons: one rule at a time, each tried by the learner on the table or on the picture. Pure.

A lesson lies over the menu and looks at the sensors by itself: nothing of it is a game, and nothing is
stored. Pieces of a position need not stand on the table: they glow.
"""

from __future__ import annotations

from typing import Any, Final

from controller.model.signs import PLAYERS
from controller.model.view import Choice, Lit, LitSites, Meaning, Phase, PlayerScore, Task, View, cell_of
from controller.referee import touching
from controller.referee.play import Play
from controller.shell.model import pages
from controller.shell.model.layers import Lesson, Lessons
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from controller.tables.lesson import LessonStep
from controller.tables.table import GameTable
from controller.view.figures import drawn, figure_lights, play_of
from controller.view.game import scores_of
from controller.view.lights import echoes
from engines.game import Action
from engines.record import replace
from hardware.ports import sites_in
from texts import _, _n, joined

LIFT_THESE: Final = _("Take off what blinks orange")
NOT_THIS: Final = _("Not this. The right place glows yellow.")
TAKE_OFF: Final = _("Take it off again.")
PLAY: Final = Choice("play", _("Play"), on=True, place=pages.LATER.id)
"""On the last step, in place of the way on: the set-up of the game."""

_LESSON: Final = "lesson-"
_TRY: Final = "try-"
_CROSS: Final = "\N{MULTIPLICATION SIGN}"


# The list


def list_view(shell: Shell, layer: Lessons) -> View:
    """The games, each with a lesson."""
    choices = tuple(
        Choice(
            f"{_LESSON}{name}",
            table.title,
            picture=name,
            note=_n("{number} step", "{number} steps", len(table.lesson)),
        )
        for name, table in shell.session.tables.items()
    )
    heading = _("Learn to play")
    return pages.own(Phase.LESSONS, heading=heading, choices=choices)


def list_pressed(shell: Shell, layer: Lessons, button_id: str, at_ms: int) -> Answer:
    """A touch on the list."""
    game = button_id.removeprefix(_LESSON)
    if button_id.startswith(_LESSON) and game in shell.session.tables:
        return Answer(_opened(shell, game, 0))
    return Answer(shell)


# A lesson


def _opened(shell: Shell, game: str, at: int) -> Shell:
    """The shell with a step of a game's lesson. Pieces that are no part of it must be taken off."""
    layer = Lesson(game, at, seen=shell.session.tracker.snapshot)
    return shell.under(replace(layer, left=_new(shell, layer)))


def table_of(shell: Shell, layer: Lesson) -> GameTable[Any, Any]:
    """The lesson's game."""
    return shell.session.tables[layer.game]


def _step(shell: Shell, layer: Lesson) -> LessonStep:
    return table_of(shell, layer).lesson[layer.at]


def play_at(shell: Shell, layer: Lesson) -> Play:
    """The position of a step, after what the learner has done in it."""
    play = play_of(table_of(shell, layer), _step(shell, layer).figure)
    return play.after(play.table.game.parse(layer.made)) if layer.made else play


def is_by_hand(shell: Shell, layer: Lesson) -> bool:
    """Whether the learner does what the step asks for with pieces, not on the screen."""
    step, play = _step(shell, layer), play_at(shell, layer)
    if layer.made or step.offered:
        return False
    actions = map(play.table.game.parse, step.accepted)
    return any(play.table.touched(play.position, action) for action in actions)


def _tried_at(play: Play, layer: Lesson) -> Play:
    """The step's play with the action that was not the answer, so that the picture shows its pieces."""
    return play.after(play.table.game.parse(layer.tried)) if layer.tried else play


def _new(shell: Shell, layer: Lesson) -> int:
    """The sites of the game's board with a piece that the step's position and earlier steps do not have."""
    play = play_at(shell, layer)
    table, known = play.table, play.closed | play.table.ignored(play.position) | layer.left
    return shell.session.tracker.board & table.ground & ~known


def lights(shell: Shell, layer: Lesson) -> LitSites:
    """The position's lights; its pieces that do not stand on the table; what is wrong or to be done."""
    play, step = play_at(shell, layer), _step(shell, layer)
    table, board = play.table, shell.session.tracker.board
    lit = {site: _glow(play, site) for site in sites_in(play.closed & ~board)}
    lit |= dict(figure_lights(play, has_gains=bool(layer.made) or not step.accepted))
    if layer.told:
        lit |= dict.fromkeys(sites_in(layer.wrong), Lit(Meaning.WRONG, text=_CROSS if layer.tried else ""))
        for text in step.accepted[:1]:
            touched = table.touched(play.position, table.game.parse(text))
            lit |= dict.fromkeys(sites_in(touched), Lit(Meaning.HINT))
    lit |= dict.fromkeys(sites_in(layer.left & board), Lit(Meaning.LIFT))
    changed = board ^ layer.seen[0] if layer.seen else board
    under_a_hand = ((site, one) for site, one in echoes(shell.session) if changed >> site & 1)
    return (*sorted(lit.items()), *under_a_hand)


def _glow(play: Play, site: int) -> Lit:
    """The light in place of a piece: in its player's colour, if it has one."""
    owner = play.table.kind(play.position, site).split(" ")[-1]
    return Lit(Meaning.SCORE, owner) if owner in PLAYERS else Lit(Meaning.LAST)


def view(shell: Shell, layer: Lesson) -> View:
    """The step: its task and, when that is done, its result."""
    play, step = play_at(shell, layer), _step(shell, layer)
    lit = lights(shell, layer)
    lift = (Task(Meaning.LIFT, layer.left, LIFT_THESE),) if layer.left else ()
    steps = len(play.table.lesson)
    ways = (*pages.controls(layer.at, steps), *((PLAY,) if layer.at + 1 == steps else ()))
    is_ready = bool(layer.made) or not step.accepted
    return View(
        Phase.LESSON,
        heading=step.title,
        title=play.table.title,
        turn=play_of(play.table, step.figure).position.turn if step.accepted else None,
        scores=_scores(play, layer),
        ask=(*(task.words for task in lift), *_words(play, layer, step)),
        tasks=lift,
        notice=pages.words(layer.at, steps),
        choices=() if layer.made else _choices(play, step),
        controls=tuple(replace(way, on=is_ready) if way.id == pages.LATER.id else way for way in ways),
        places=pages.places(),
        board=drawn(_tried_at(play, layer), lit, step.figure),
        lights=tuple((site, one) for site, one in lit if site < play.table.grid.size),
    )


def _words(play: Play, layer: Lesson, step: LessonStep) -> tuple[str, ...]:
    if layer.made:
        told = play.table.describe_events(play.plies[-1].events)
        return (*((told,) if told else ()), *step.answer)
    return (layer.told, *step.lines[-1:]) if layer.told else step.lines


def _scores(play: Play, layer: Lesson) -> tuple[PlayerScore, ...]:
    """The points, if what the learner did has changed them."""
    events = play.plies[-1].events if layer.made else ()
    return scores_of(play) if any(play.table.gains(event) for event in events) else ()


def _choices(play: Play, step: LessonStep) -> tuple[Choice, ...]:
    actions = [play.table.game.parse(text) for text in step.offered]
    return tuple(Choice(f"{_TRY}{number}", _label(play, action)) for number, action in enumerate(actions))


def _label(play: Play, action: Action) -> str:
    """An action on a button: as in the game, or the piece that it plays."""
    spoken = {one.action: one.choice.label for one in play.table.spoken(play.position)}
    piece = play.piece_of(play.position, action)
    return spoken.get(action) or (play.table.call(piece) if piece else play.table.describe(action))


# The learner's touches and pieces


def pressed(shell: Shell, layer: Lesson, button_id: str, at_ms: int) -> Answer:
    """A touch: another step, an offered action, or a cell of the picture."""
    if button_id == PLAY.id:
        session, effects = touching.pressed(shell.session, f"game-{layer.game}", at_ms)
        return Answer(replace(shell.under(None), session=session), effects)
    steps = table_of(shell, layer).lesson
    at = pages.turned(layer.at, len(steps), button_id)
    if at != layer.at:
        return Answer(_opened(shell, layer.game, at))
    step, cell = steps[layer.at], cell_of(button_id)
    if layer.made or not step.accepted:
        return Answer(shell)
    if button_id.startswith(_TRY):
        return Answer(_tried(shell, layer, step.offered[int(button_id.removeprefix(_TRY))]))
    return Answer(shell if cell is None else _pointed(shell, layer, *cell))


def _tried(shell: Shell, layer: Lesson, text: str) -> Shell:
    """The shell after a try on the screen."""
    step, play = _step(shell, layer), play_at(shell, layer)
    if text in step.accepted:
        return shell.under(_done(layer, text))
    action = play.table.game.parse(text)
    refusal = play.table.against(play.position, action)
    wrong, tried = play.table.touched(play.position, action), "" if refusal else text
    return shell.under(replace(layer, told=refusal or step.hint or NOT_THIS, wrong=wrong, tried=tried))


def _done(layer: Lesson, text: str) -> Lesson:
    """The step with the learner's right action."""
    return replace(layer, made=text, told="", wrong=0, tried="")


def _pointed(shell: Shell, layer: Lesson, column: int, row: int) -> Shell:
    """The shell after a touch on a cell of the picture: it counts for an action there."""
    step, play = _step(shell, layer), play_at(shell, layer)
    board = play.table.marks(play.position)
    cell = f"{board.column_names[column]}{board.row_names[row]}"
    made = next((text for text in step.accepted if cell in text.split()), "")
    if made:
        return shell.under(_done(layer, made))
    sites = sites_in(play.table.cell_at(column, row))
    wrong = 1 << sites[len(sites) // 2] if sites else 0
    return shell.under(replace(layer, told=step.hint or NOT_THIS, wrong=wrong, tried=""))


def due_ms(shell: Shell, layer: Lesson) -> int | None:
    """When the board will have rested, if it has changed."""
    session = shell.session
    if layer.seen == session.tracker.snapshot:
        return None
    return session.tracker.rests_at_ms(session.settle_ms)


def _rested(shell: Shell, layer: Lesson, now_ms: int) -> Answer:
    """The shell when the board has come to rest."""
    tracker, step, play = shell.session.tracker, _step(shell, layer), play_at(shell, layer)
    before = layer.seen[0] if layer.seen else 0
    layer = replace(layer, seen=tracker.snapshot, left=layer.left & tracker.board)
    if layer.made or not step.accepted:
        return Answer(shell.under(replace(layer, left=layer.left | _new(shell, layer))))
    new, gone = _new(shell, layer), before & ~tracker.board
    is_begun = not new
    for text in step.accepted:
        touched = play.table.touched(play.position, play.table.game.parse(text))
        put, lifted = touched & ~play.closed, touched & play.closed
        if touched and new == put and (put or lifted & gone == lifted) and _is_kind(shell, new, text):
            return Answer(shell.under(_done(layer, text)))
        is_begun = is_begun or not new & ~put
    if is_begun:
        return Answer(shell.under(replace(layer, told="", wrong=0, tried="")))
    told, tried = _objection(shell, layer, new)
    return Answer(shell.under(replace(layer, told=told, wrong=new, tried=tried)))


def _is_kind(shell: Shell, sites: int, text: str) -> bool:
    """Whether a tile on a pad is the one of an action; other pieces are not asked."""
    read = [kind for site, kind in shell.session.tracker.kinds.items() if sites >> site & 1]
    is_pad = sites > shell.session.tracker.grid.all_sites
    return not is_pad or all(kind in text.split() for kind in read)


def _objection(shell: Shell, layer: Lesson, new: int) -> tuple[str, str]:
    """Why the pieces set are not the answer, by the rules or by the hint; and the action that they are, if
    the rules allow it."""
    play, step = play_at(shell, layer), _step(shell, layer)
    table, kinds = play.table, shell.session.tracker.kinds
    candidates = table.candidates(play.position, 0, new, kinds)
    if not candidates:
        return joined(" ", (table.objection_to(play.position, new), TAKE_OFF)), ""
    tried = next((str(one) for one in candidates if table.touched(play.position, one) == new), "")
    return joined(" ", (step.hint or NOT_THIS, TAKE_OFF)), tried


LIST_SCREEN: Final = Screen(Lessons, list_view, list_pressed)

SCREEN: Final = Screen(
    Lesson,
    view,
    pressed,
    lambda shell, layer: Answer(shell.under(Lessons())),
    lights=lights,
    due_ms=due_ms,
    passed=_rested,
)
