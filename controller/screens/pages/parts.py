"""The parts of a game's screens: whose turn, the requests, the score, the last action, a remark."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from controller.model.signs import Rgb, colour_of, player_colour
from controller.model.view import BoardView, Lit, Meaning, Phase, View
from controller.screens.layout import theme
from controller.screens.layout.picture import Align, BoardBox, Box, FilledBox, Item, More, SignIcon
from controller.screens.layout.plan import Plan
from controller.screens.layout.text import SetText, Type, fit, least_lines, line_height, wrap
from engines.record import record, replace


def board(plan: Plan, view: View, *, is_dim: bool = False) -> list[Item]:
    """The board picture, if there is a board to show."""
    return [] if view.board is None else [board_of(plan, view, view.board, is_dim=is_dim)]


def board_of(plan: Plan, view: View, shown: BoardView, *, is_dim: bool = False) -> BoardBox:
    """The picture of a board in its place."""
    targets = frozenset[tuple[int, int]]() if is_dim else _targets(view, shown)
    return BoardBox(plan.board_box(shown), shown, plan.scale(20), is_dim, targets)


def _targets(view: View, board: BoardView) -> frozenset[tuple[int, int]]:
    """The selectable cells: framed ones, or all if a cell is asked for without frames."""
    framed = [mark for mark in board.marks if mark.shape in ("choosable", "chosen")]
    if framed:
        return frozenset((math.floor(mark.x), math.floor(mark.y)) for mark in framed)
    if view.phase is not Phase.CHOOSING or view.choices:
        return frozenset()
    cells = ((x, y) for x in range(board.columns) for y in range(board.rows))
    pads = {(math.floor(mark.x), math.floor(mark.y)) for mark in board.marks if mark.shape in ("pad", "tile")}
    return frozenset(cell for cell in cells if board.cells is None or cell in board.cells | pads)


def heading(plan: Plan, text: str, fill: Rgb, box: Box) -> list[Item]:
    """The largest words of a screen, on a banner."""
    inner, setting = _heading(plan, text, box)
    fill = theme.panel_of(fill)
    return [
        FilledBox(box, fill, plan.scale(12), plan.palette.rim),
        setting.label(inner, theme.ink_on(fill), Align.CENTRE),
    ]


def is_cut_heading(plan: Plan, text: str, box: Box) -> bool:
    """Whether a heading does not fit in a banner."""
    return _heading(plan, text, box)[1].is_cut


def _heading(plan: Plan, text: str, box: Box) -> tuple[Box, SetText]:
    inner = box.inset(plan.scale(16), plan.scale(4))
    return inner, fit(text, plan.type(40, 24, is_bold=True), inner.w, inner.h)


def turn_colour(plan: Plan, view: View) -> Rgb:
    """The banner's colour: that of the player to act, or a calm one if there is none."""
    return plan.palette.raised if view.turn is None else player_colour(view.turn)


_MOST_REMARK_LINES: Final = 6

_BETWEEN: Final = 5
"""The gap between two requests."""

_SHORT: Final = 2
"""The most lines of type that can be bold."""

_FAR: Final = 35
"""The type of a correction, which must be read from 1.5 m: capitals of 4.5 mm on a panel of 7 inches."""

_MOST_ICON: Final = 36
"""The size of a sign beside large type."""

_NEXT: Final = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
"""Behind the number of the texts that come next."""

_TOUCH: Final = 48
"""The least height of a touch target."""


@record
class _RequestLine:
    """One request as set type, with its sign; or the reason of the one before."""

    setting: SetText
    lit: Lit | None
    icon: int
    is_reason: bool = False

    @property
    def height(self) -> int:
        return max(self.setting.height, self.icon if self.lit else 0)


def ask(plan: Plan, view: View, box: Box) -> list[Item]:
    """The requests, each line with its task's sign. The last line counts those that do not fit, except in a
    demonstration, which a touch ends."""
    inner = _inner(plan, box)
    if not view.ask or inner.h < line_height(plan.grown(20)):
        return []
    if len(view.ask) == 1 and least_ask_height(plan, view, box) > box.h:
        inner = box.inset(plan.scale(14), plan.scale(2))
    is_alarm = view.phase is Phase.CORRECTING
    lines = _correction(plan, view, inner) if is_alarm else _lines(plan, view, inner)
    if view.phase is Phase.DEMO and is_counting(lines[-1].setting):
        return ask(plan, replace(view, ask=view.ask[:-1]), box)
    fill = theme.ALARM if is_alarm else plan.palette.surface
    items: list[Item] = [FilledBox(box, fill, plan.scale(12), _frame(plan, lines))]
    room = inner.middle(inner.w, min(_height(plan, lines), inner.h))
    for line in lines:
        place, room = room.top(line.height, plan.scale(_BETWEEN))
        if line.lit:
            mark, place = place.left(line.icon, plan.scale(10))
            items.append(SignIcon(mark.middle(line.icon, line.icon), line.lit))
        label = line.setting.label(place, theme.ink_on(fill))
        items.append(replace(label, goes_on=line.is_reason))
    return [*items, *more(plan, lines[-1].setting, box)]


def count(number: int) -> str:
    """The number of the texts that come next, at the end of those that there is room for."""
    return f"+\N{NO-BREAK SPACE}{number}\N{NO-BREAK SPACE}{_NEXT}"


def is_counting(setting: SetText) -> bool:
    """Whether a text ends in such a number."""
    return setting.text.endswith(_NEXT)


def more(plan: Plan, last: SetText, box: Box) -> list[Item]:
    """The touch target around texts of which the last one ends in a count."""
    if not is_counting(last):
        return []
    return [More(box.middle(box.w, max(box.h, plan.scale(_TOUCH))))]


def ask_above(plan: Plan, view: View, box: Box) -> tuple[list[Item], Box]:
    """The requests above the choices, or in the whole box if there are none; and the rest of the box."""
    if not view.ask:
        return [], box
    height = min(least_ask_height(plan, view, box), box.h) if view.choices else box.h
    asked, rest = box.top(height, plan.gap)
    return ask(plan, view, asked), rest


def least_ask_height(plan: Plan, view: View, box: Box) -> int:
    """The height in which all requests are readable in the smallest type."""
    if not view.ask:
        return 0
    lits, inner = _task_lits(view), _inner(plan, box)
    lines = _set_all(plan, view.ask, lits, plan.grown(20), inner.w)
    return _height(plan, lines) + box.h - inner.h


def far_height(plan: Plan, view: View, box: Box) -> int:
    """The height in which the first correction can be read from afar, and its reason from nearby."""
    if not view.ask:
        return 0
    inner = _inner(plan, box)
    lines = _corrections(plan, view, inner, plan.grown(_FAR), is_short=True)
    return _height(plan, lines) + box.h - inner.h


def urgent(view: View) -> tuple[str, ...]:
    """The lines that must be read: of several tasks the first is enough, as the lights show them all; in a
    pause and at the end the first line, as the score sheet has the others; of a hint the two best actions."""
    if is_hint(view):
        return view.ask[:2]
    if view.phase in (Phase.PAUSED, Phase.OVER) and view.board is not None:
        return view.ask[:1]
    tasks = {task.words for task in view.tasks}
    first = next((words for words in view.ask if words in tasks), None)
    return tuple(words for words in view.ask if words not in tasks or words == first)


def is_hint(view: View) -> bool:
    """Whether the requests are a hint's actions."""
    return any(one.id == "hint-off" for one in view.controls)


def _inner(plan: Plan, box: Box) -> Box:
    return box.inset(plan.scale(14), plan.scale(8))


def _frame(plan: Plan, lines: Sequence[_RequestLine]) -> Rgb | None:
    lit = lines[0].lit
    return colour_of(lit) if lit else plan.palette.edge


def _lines(plan: Plan, view: View, room: Box) -> list[_RequestLine]:
    """The lines in the largest type in which all fit, or as many as fit in the smallest."""
    lits = _task_lits(view)
    least_px = plan.grown(20)
    for px in range(plan.grown(30), least_px - 1, -1):
        if _may_fit(plan, view.ask, lits, px, room):
            lines = _set_all(plan, view.ask, lits, px, room.w)
            if _height(plan, lines) <= room.h:
                return lines
    first = view.ask[: room.h // line_height(least_px) + 1]
    return _as_many_as_fit(plan, _set_all(plan, first, lits, least_px, room.w), len(view.ask), room)


def _correction(plan: Plan, view: View, room: Box) -> list[_RequestLine]:
    """The first correction in the largest type, its reason, and the others; or only their number."""
    least_px = plan.grown(20)
    for px in range(plan.grown(_FAR), least_px - 1, -1):
        for is_short in (False, True):
            lines = _corrections(plan, view, room, px, is_short=is_short)
            if not lines[0].setting.is_broken and _height(plan, lines) <= room.h:
                return lines
    return _lines(plan, view, room)


def _corrections(plan: Plan, view: View, room: Box, px: int, *, is_short: bool) -> list[_RequestLine]:
    """The first correction in a size, and the rest in the smallest one."""
    (do, *why), least_px, lit = sentences(view.ask[0]), plan.grown(20), _task_lits(view).get(view.ask[0])
    others = view.ask[1:]
    if is_short and others:
        number = count(len(others))
        why, others = [f"{reason}  {number}" for reason in why], () if why else (number,)
    reasons = [_line(plan, words, None, least_px, room.w, is_bold=False) for words in why]
    return [
        _line(plan, do, lit, px, room.w, is_bold=False),
        *(replace(reason, is_reason=True) for reason in reasons),
        *(_line(plan, words, None, least_px, room.w, is_bold=False) for words in others),
    ]


def sentences(words: str) -> tuple[str, ...]:
    """A correction in two: the request, and its reason if there is one."""
    request, _, reason = words.partition(_SENTENCE)
    return (f"{request}.", reason) if reason else (words,)


def _set_all(
    plan: Plan, words: Sequence[str], lits: Mapping[str, Lit], px: int, width: int
) -> list[_RequestLine]:
    """All lines in one size and their weights."""
    are_bold = _are_bold(plan, words, lits, px, width)
    return [_line(plan, line, lits.get(line), px, width, is_bold=are_bold and line in lits) for line in words]


def _are_bold(plan: Plan, words: Sequence[str], lits: Mapping[str, Lit], px: int, width: int) -> bool:
    """Whether the lines with a sign are bold in a size: unless one of them is long."""
    _icon, room = _beside(plan, px, width)
    return all(least_lines(line, px, True, room)[0] <= _SHORT for line in words if line in lits)


def _as_many_as_fit(plan: Plan, lines: list[_RequestLine], total: int, room: Box) -> list[_RequestLine]:
    """The first lines, and a count of the rest, after the first line if there is no room below it. If even
    the first is too long, it is cut."""
    px = lines[0].setting.px
    for shown in range(len(lines) - 1, 0, -1):
        rest = _RequestLine(wrap(count(total - shown), px, True, room.w), None, 0)
        if _height(plan, [*lines[:shown], rest]) <= room.h:
            return [*lines[:shown], rest]
    first = lines[0]
    width = room.w - (first.icon + plan.scale(10) if first.lit else 0)
    words = f"{first.setting.text}  {count(total - 1)}" if total > 1 else first.setting.text
    cut = fit(words, Type(px, px, first.setting.is_bold), width, room.h)
    return [_RequestLine(cut, first.lit, first.icon)]


def _height(plan: Plan, lines: Sequence[_RequestLine]) -> int:
    return sum(line.height for line in lines) + plan.scale(_BETWEEN) * (len(lines) - 1)


def _may_fit(plan: Plan, words: Sequence[str], lits: Mapping[str, Lit], px: int, room: Box) -> bool:
    """Whether lines are not sure to be too high in a size, if those with a sign are not bold, and as they
    are."""
    if not _may_fit_in(False, plan, words, lits, px, room):
        return False
    return not _are_bold(plan, words, lits, px, room.w) or _may_fit_in(True, plan, words, lits, px, room)


def _may_fit_in(
    is_bold: bool, plan: Plan, words: Sequence[str], lits: Mapping[str, Lit], px: int, room: Box
) -> bool:
    """The same for one weight of the lines with a sign."""
    icon, beside = _beside(plan, px, room.w)
    left, height = room.h - plan.scale(_BETWEEN) * (len(words) - 1), line_height(px)
    for line in words:
        if line in lits:
            left -= max(least_lines(line, px, is_bold, beside)[0] * height, icon)
        else:
            left -= least_lines(line, px, False, room.w)[0] * height
        if left < 0:
            return False
    return True


def _line(plan: Plan, words: str, lit: Lit | None, px: int, width: int, *, is_bold: bool) -> _RequestLine:
    icon, room = _beside(plan, px, width) if lit else (0, width)
    return _RequestLine(wrap(words, px, is_bold, room), lit, icon)


def _beside(plan: Plan, px: int, width: int) -> tuple[int, int]:
    """The width of a line's sign, and that of the words beside it."""
    icon = min(round(1.4 * px), plan.grown(_MOST_ICON))
    return icon, width - icon - plan.scale(10)


def _task_lits(view: View) -> dict[str, Lit]:
    """The sign for each task's words, in step with the same sign on the board; while the computer thinks, a
    breathing one in its colour."""
    if view.is_thinking:
        return {view.ask[0]: Lit(Meaning.MARKER, view.turn)}
    if not view.tasks:
        return {}
    signs = view.board.signs if view.board else ()
    since_ms = {sign.lit.meaning: sign.lit.since_ms for sign in reversed(signs)}
    return {
        task.words: Lit(task.meaning, task.player, since_ms.get(task.meaning, 0))
        for task in reversed(view.tasks)
    }


def remark_height(plan: Plan, view: View, room: Box) -> int:
    """The height of the last action, or of a passing remark in its place, in a room."""
    words, px = view.notice or view.last, plan.grown(20)
    lines = len(wrap(words, px, False, room.w - 2 * plan.scale(6)).lines)
    return max(min(lines, _MOST_REMARK_LINES, room.h // line_height(px)), 0) * line_height(px)


def least_remark_height(plan: Plan, view: View, room: Box) -> int:
    """The height of the first sentence of a passing remark, in a room."""
    return remark_height(plan, replace(view, notice=sentences(view.notice)[0]), room)


_CALM: Final = frozenset(
    {
        Phase.HELP,
        Phase.LESSON,
        Phase.PAST,
        Phase.UNFINISHED,
        Phase.REVIEW,
        Phase.SHEET,
        Phase.PREFERENCES,
        Phase.ABOUT,
        Phase.SENSORS,
        Phase.NAMES,
        Phase.PEOPLE,
        Phase.TOURNAMENT,
        Phase.WIFI,
    }
)
"""Screens whose remark is only the page number."""


def _end_of(plan: Plan, words: str, room: Box) -> SetText | None:
    """As many of the last sentences as fit; `None` if not even one does."""
    said = words.split(_SENTENCE)
    parts = (f"… {_SENTENCE.join(said[start:])}" for start in range(1, len(said)))
    return _first_that_fits(plan, parts, room)


def _start_of(plan: Plan, words: str, room: Box) -> SetText | None:
    """As many of the first sentences as fit, and the number of the others; `None` if not even one does."""
    said = words.split(_SENTENCE)
    parts = (
        f"{_SENTENCE.join(said[:shown])}. {count(len(said) - shown)}" for shown in range(len(said) - 1, 0, -1)
    )
    return _first_that_fits(plan, parts, room)


def _first_that_fits(plan: Plan, texts: Iterable[str], room: Box) -> SetText | None:
    type_ = plan.type(20, 20)
    most = room.h // line_height(type_.px)
    near = (text for text in texts if least_lines(text, type_.px, False, room.w)[0] <= most)
    settings = (fit(text, type_, room.w, room.h) for text in near)
    return next((setting for setting in settings if not setting.is_cut), None)


_SENTENCE: Final = ". "
_MOST_SENTENCES: Final = 3


def newest(last: str) -> str:
    """The essential part of the last turn: all of it, or the end of a long one."""
    sentences = last.split(_SENTENCE)
    return last if len(sentences) <= _MOST_SENTENCES else sentences[-1]


def is_calm(view: View) -> bool:
    """Whether a remark is no warning."""
    return view.phase in _CALM


def is_warned(view: View) -> bool:
    """Whether a remark is a warning."""
    return bool(view.notice) and not is_calm(view)


def remark(plan: Plan, view: View, box: Box) -> list[Item]:
    """The last action and its score, for a long turn the end; a passing remark replaces it."""
    words = view.notice or view.last
    if not words:
        return []
    inner = box.inset(plan.scale(6), 0)
    if inner.h < line_height(plan.grown(20)):
        return []
    setting = fit(words, plan.type(20, 20), inner.w, inner.h)
    if setting.is_cut:
        part = _start_of(plan, words, inner) if view.notice else _end_of(plan, words, inner)
        if part is None and not view.notice:
            return []
        setting = part or setting
    label = setting.label(inner, theme.ALARM if is_warned(view) else plan.palette.quiet_ink)
    return [label, *more(plan, setting, box)]
