"""The parts of a game's screens: whose turn, what to do, the score, the last action, a remark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from controller.screens import theme
from controller.screens.picture import Align, BoardBox, Box, Drawing, Glyph, Item, Panel, SignIcon
from controller.screens.plan import Plan, rows
from controller.screens.text import Setting, Type, fit, fit_alike, line_height, wrap
from controller.signs import Rgb, colour_of, player_colour
from controller.view import BoardView, Lit, PlayerScore, View


def board(plan: Plan, board_view: BoardView | None, *, is_dim: bool = False) -> list[Item]:
    """The board picture, if there is a board to show."""
    if board_view is None:
        return []
    return [BoardBox(plan.board, board_view, plan.scale(20), is_dim)]


def heading(plan: Plan, text: str, fill: Rgb, box: Box) -> list[Item]:
    """The largest words of a screen, on a banner."""
    scale = plan.scale
    inner = box.inset(scale(16), scale(4))
    setting = fit(text, Type(scale(40), scale(24), is_bold=True), inner.w, inner.h)
    return [Panel(box, fill, scale(12)), setting.label(inner, theme.ink_on(fill), Align.CENTRE)]


def turn_colour(view: View) -> Rgb:
    """The banner's colour: that of the player who must act, or a calm one where it is nobody's turn."""
    return theme.RAISED if view.turn is None else player_colour(view.turn)


_PAIR: Final = 2
_MOST_REMARK_LINES: Final = 5

_BETWEEN: Final = 5
"""Between two things to do."""

_SHORT: Final = 2
"""How many lines of type can still be bold."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One thing to do, set in type, with the sign beside it."""

    setting: Setting
    lit: Lit | None
    icon: int

    @property
    def height(self) -> int:
        return max(self.setting.height, self.icon if self.lit else 0)


def ask(plan: Plan, view: View, box: Box) -> list[Item]:
    """What to do now, each line with its task's sign. Lines beyond the room are counted in the last one."""
    inner = _inner(plan, box)
    if not view.ask or inner.h < line_height(plan.scale(20)):
        return []
    lines = _lines(plan, view, inner)
    items: list[Item] = [Panel(box, theme.SURFACE, plan.scale(12), _frame(lines))]
    room = inner.middle(inner.w, min(_height(plan, lines), inner.h))
    for line in lines:
        place, room = room.top(line.height, plan.scale(_BETWEEN))
        if line.lit:
            mark, place = place.left(line.icon, plan.scale(10))
            items.append(SignIcon(mark.middle(line.icon, line.icon), line.lit))
        items.append(line.setting.label(place, theme.INK))
    return items


def least_ask_height(plan: Plan, view: View, box: Box) -> int:
    """The height in which all that is asked can be read in the smallest type."""
    if not view.ask:
        return 0
    lits, inner = _task_lits(view), _inner(plan, box)
    lines = _set_all(plan, view.ask, lits, plan.scale(20), inner.w)
    return _height(plan, lines) + box.h - inner.h


def _inner(plan: Plan, box: Box) -> Box:
    return box.inset(plan.scale(14), plan.scale(8))


def _frame(lines: Sequence[_Line]) -> Rgb | None:
    lit = lines[0].lit
    return colour_of(lit) if lit else theme.EDGE


def _lines(plan: Plan, view: View, room: Box) -> list[_Line]:
    """The lines in the largest type in which all fit, or as many as fit in the smallest."""
    lits = _task_lits(view)
    least_px = plan.scale(20)
    if len(view.ask) * line_height(least_px) <= room.h:
        for px in range(plan.scale(30), least_px - 1, -1):
            lines = _set_all(plan, view.ask, lits, px, room.w)
            if _height(plan, lines) <= room.h:
                return lines
    first = view.ask[: room.h // line_height(least_px) + 1]
    return _as_many_as_fit(plan, _set_all(plan, first, lits, least_px, room.w), len(view.ask), room)


def _set_all(plan: Plan, words: Sequence[str], lits: Mapping[str, Lit], px: int, width: int) -> list[_Line]:
    """All lines in one size; those with a sign are bold, unless one of them is long."""
    lines = [_line(plan, line, lits.get(line), px, width, is_bold=line in lits) for line in words]
    if any(line.setting.is_bold and len(line.setting.lines) > _SHORT for line in lines):
        return [_line(plan, line, lits.get(line), px, width, is_bold=False) for line in words]
    return lines


def _as_many_as_fit(plan: Plan, lines: list[_Line], total: int, room: Box) -> list[_Line]:
    """The first lines, and a count of the rest. A first one that is too long alone is cut."""
    px = lines[0].setting.px
    for count in range(len(lines) - 1, 0, -1):
        rest = _Line(wrap(f"+ {total - count}", px, True, room.w), None, 0)
        if _height(plan, [*lines[:count], rest]) <= room.h:
            return [*lines[:count], rest]
    first = lines[0]
    cut = fit(first.setting.text, Type(px, px, first.setting.is_bold), first.setting.width, room.h)
    return [_Line(cut, first.lit, first.icon)]


def _height(plan: Plan, lines: Sequence[_Line]) -> int:
    return sum(line.height for line in lines) + plan.scale(_BETWEEN) * (len(lines) - 1)


def _line(plan: Plan, words: str, lit: Lit | None, px: int, width: int, *, is_bold: bool) -> _Line:
    icon = round(1.4 * px)
    room = width - (icon + plan.scale(10) if lit else 0)
    return _Line(wrap(words, px, is_bold, room), lit, icon)


def _task_lits(view: View) -> dict[str, Lit]:
    """The sign for each task's words, in step with the same sign on the board."""
    signs = view.board.signs if view.board else ()
    since_ms = {sign.lit.meaning: sign.lit.since_ms for sign in reversed(signs)}
    return {
        task.words: Lit(task.meaning, task.player, since_ms.get(task.meaning, 0))
        for task in reversed(view.tasks)
    }


_LINE: Final = 40
_SMALL_TILE: Final = 50
_CLOCK_TILE: Final = 74
"""Heights of a player's points in a line of their own, and beside others', without and with a clock."""


def scores_heights(plan: Plan, scores: Sequence[PlayerScore], tile: int) -> list[int]:
    """The heights that the scores can take, the larger first. Two players' tiles are `tile` high.

    More have a line each, or are two in a line.
    """
    if not scores:
        return [0]
    least = _CLOCK_TILE if any(score.clock for score in scores) else _SMALL_TILE
    lines = -(-len(scores) // _PAIR)
    small = lines * plan.scale(least) + (lines - 1) * plan.scale(4)
    return [plan.scale(tile) if len(scores) <= _PAIR else _listed(plan, scores), small]


def _listed(plan: Plan, scores: Sequence[PlayerScore]) -> int:
    """The height of so many lines."""
    return len(scores) * plan.scale(_LINE) + (len(scores) - 1) * plan.scale(4)


def scores(plan: Plan, scores: Sequence[PlayerScore], box: Box) -> list[Item]:
    """Everybody's points, large: two players side by side, more below each other where there is room."""
    if len(scores) <= _PAIR:
        places = rows(box, len(scores), len(scores) or 1, plan.gap, box.h)
    else:
        columns = 1 if box.h >= _listed(plan, scores) else _PAIR
        places = rows(box, len(scores), columns, plan.scale(4), box.h)
    names = fit_alike(
        [score.name for score in scores],
        Type(plan.scale(20), plan.scale(20)),
        [place.inset(plan.scale(28), 0) for place in places],
    )
    clocks = [wrap(score.clock, plan.scale(20), True, places[0].w) for score in scores]
    stack = _Stack(max(name.width for name in names), names[0].height, max(clock.width for clock in clocks))
    tiles = [_tile(plan, place, stack) for place in places]
    points = fit_alike(
        [str(score.points) for score in scores],
        Type(plan.scale(72), plan.scale(20), is_bold=True),
        [tile.points for tile in tiles],
    )
    items: list[Item] = []
    for score, tile, name, figure, clock in zip(scores, tiles, names, points, clocks, strict=True):
        items += [
            Panel(tile.box, theme.SURFACE, plan.scale(12)),
            Drawing(tile.disc, Glyph.DISC, player_colour(score.player)),
            name.label(tile.name, theme.QUIET_INK),
            figure.label(tile.points, theme.INK, tile.align),
        ]
        if score.clock and tile.clock:
            items.append(clock.label(tile.clock, theme.ALARM if score.is_late else theme.INK))
    return items


@dataclass(frozen=True, slots=True)
class _Stack:
    """The largest name, and the largest face of a clock below or beside it; no width for no clock."""

    width: int
    height: int
    clock: int


@dataclass(frozen=True, slots=True)
class _Tile:
    """Where a player's disc, name and points are, and the clock where there is room."""

    box: Box
    disc: Box
    name: Box
    points: Box
    align: Align
    clock: Box | None = None


def _tile(plan: Plan, box: Box, stack: _Stack) -> _Tile:
    """The points below disc and name where the tile is tall, beside them where it is not."""
    scale = plan.scale
    inner = box.inset(scale(10), scale(4))
    disc, gap = scale(16), scale(6)
    if box.h > scale(110):
        above, points = inner.top(scale(28))
        mark, name = above.left(disc, gap)
        return _Tile(box, mark.middle(disc, disc), name, points, Align.CENTRE)
    if box.w > scale(200):
        mark, name = inner.left(disc, gap)
        name, points = name.left(stack.width, gap)
        if not stack.clock:
            return _Tile(box, mark.middle(disc, disc), name, points, Align.RIGHT)
        clock, points = points.left(stack.clock, gap)
        return _Tile(box, mark.middle(disc, disc), name, points, Align.RIGHT, clock)
    left, points = inner.left(max(stack.width, stack.clock), gap)
    if not stack.clock:
        mark, name = left.middle(left.w, disc + stack.height).top(disc)
        return _Tile(box, mark.left(disc)[0], name, points, Align.RIGHT)
    mark, rest = left.middle(left.w, disc + 2 * stack.height).top(disc)
    name, clock = rest.top(stack.height)
    return _Tile(box, mark.left(disc)[0], name, points, Align.RIGHT, clock)


def remark_height(plan: Plan, view: View, room: Box) -> int:
    """The height that the last action, or a passing remark in its place, takes of a room."""
    words, px = view.notice or view.last, plan.scale(20)
    lines = len(wrap(words, px, False, room.w - 2 * plan.scale(6)).lines)
    return max(min(lines, _MOST_REMARK_LINES, room.h // line_height(px)), 0) * line_height(px)


def remark(plan: Plan, view: View, box: Box) -> list[Item]:
    """The last action and what it scored; a passing remark stands in its place while there is one."""
    words = view.notice or view.last
    if not words:
        return []
    inner = box.inset(plan.scale(6), 0)
    setting = fit(words, Type(plan.scale(20), plan.scale(20)), inner.w, inner.h)
    return [setting.label(inner, theme.ALARM if view.notice else theme.QUIET_INK)]
