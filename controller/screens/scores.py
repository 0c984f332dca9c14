"""Everybody's points beside or below the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.model.signs import player_colour
from controller.model.view import PlayerScore
from controller.screens import theme
from controller.screens.picture import Align, Box, Drawing, Glyph, Item, Panel
from controller.screens.plan import Plan, rows
from controller.screens.text import fit_alike, wrap

_PAIR: Final = 2

_LINE: Final = 40
_SMALL: Final = 50
_SMALL_WITH_CLOCK: Final = 74
_STACKED: Final = 60
_STACKED_WITH_CLOCK: Final = 84
"""Heights of a player's points: in a line of their own, beside others', and narrow beside several others';
the last two without and with a clock."""

_DISC: Final = 16

_POINTS: Final = 44
"""The width of three figures in the smallest type."""

_LONG_NAME: Final = 0.66
"""A name that takes more of a small tile's width stands above the points, not beside them."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout of the scores: the number of columns, and the total height."""

    columns: int
    height: int


def layouts(plan: Plan, scores: Sequence[PlayerScore], width: int, tile: int) -> list[Layout]:
    """The layouts of the scores for a width, the best first. Two players' tiles are `tile` high.

    More have a line each, are two in a line, or all in one line if their names fit.
    """
    if not scores:
        return []
    has_clock = any(score.clock for score in scores)
    widest = max(wrap(score.name, plan.grown(20), False, width).width for score in scores)
    is_stacked = widest > _LONG_NAME * _inner(plan, width, _PAIR)
    heights = (_STACKED_WITH_CLOCK, _STACKED) if is_stacked else (_SMALL_WITH_CLOCK, _SMALL)
    small = _lines(plan, scores, _PAIR, heights[not has_clock])
    if len(scores) <= _PAIR:
        large = Layout(len(scores), plan.grown(max(tile, heights[not has_clock])))
        fits = widest <= _inner(plan, width, len(scores))
        return [large, small] if fits else [_lines(plan, scores, 1, _LINE)]
    one_line = _lines(plan, scores, len(scores), _STACKED_WITH_CLOCK if has_clock else _STACKED)
    fits = widest <= _inner(plan, width, len(scores))
    listed = _lines(plan, scores, 1, _LINE)
    return ([one_line] if fits and plan.is_upright else [listed]) + [small] + ([one_line] if fits else [])


def _lines(plan: Plan, scores: Sequence[PlayerScore], columns: int, height: int) -> Layout:
    lines = -(-len(scores) // columns)
    return Layout(columns, lines * plan.grown(height) + (lines - 1) * plan.scale(4))


def _inner(plan: Plan, width: int, columns: int) -> int:
    """The room within each of several tiles side by side."""
    return (width - (columns - 1) * plan.scale(4)) // columns - 2 * plan.scale(6)


def scores(plan: Plan, scores: Sequence[PlayerScore], box: Box, columns: int) -> list[Item]:
    """Everybody's points, large, in so many columns."""
    gap = plan.gap if len(scores) <= _PAIR else plan.scale(4)
    places = rows(box, len(scores), columns, gap, box.h)
    names = fit_alike(
        [score.name for score in scores], plan.type(20, 20), [_name_room(plan, one) for one in places]
    )
    clocks = [wrap(score.clock, plan.grown(20), True, places[0].w) for score in scores]
    stack = _Stack(
        max(name.width for name in names),
        max(name.height for name in names),
        max(clock.width for clock in clocks),
    )
    tiles = [_tile(plan, place, stack, is_narrow=columns > _PAIR) for place in places]
    points = fit_alike(
        [str(score.points) for score in scores],
        plan.type(72, 20, is_bold=True),
        [tile.points for tile in tiles],
    )
    items: list[Item] = []
    for score, tile, name, figure, clock in zip(scores, tiles, names, points, clocks, strict=True):
        items += [
            Panel(tile.box, plan.palette.surface, plan.scale(12), plan.palette.rim),
            Drawing(tile.disc, Glyph.DISC, player_colour(score.player)),
            name.label(tile.name, plan.palette.quiet_ink),
            figure.label(tile.points, plan.palette.ink, tile.align),
        ]
        if score.clock and tile.clock:
            items.append(clock.label(tile.clock, theme.ALARM if score.is_late else plan.palette.ink))
    return items


def _name_room(plan: Plan, tile: Box) -> Box:
    return Box(tile.x, tile.y, tile.w - plan.scale(20), plan.grown(26))


@dataclass(frozen=True, slots=True)
class _Stack:
    """The largest name, and the largest face of a clock below or beside it; zero width without a clock."""

    width: int
    height: int
    clock: int


@dataclass(frozen=True, slots=True)
class _Tile:
    """The places of a player's disc, name and points, and of the clock if there is room."""

    box: Box
    disc: Box
    name: Box
    points: Box
    align: Align
    clock: Box | None = None


def _tile(plan: Plan, box: Box, stack: _Stack, *, is_narrow: bool) -> _Tile:
    """The points below disc and name if the tile is tall and the name has room beside its disc; beside them
    if the tile is not tall."""
    if is_narrow:
        return _stacked(plan, box, stack)
    if box.h > plan.grown(110) and stack.width <= box.w - plan.scale(20 + _DISC + 6):
        above, points = box.inset(plan.scale(10), plan.scale(4)).top(plan.grown(28))
        mark, name = above.left(plan.scale(_DISC), plan.scale(6))
        return _Tile(box, _disc(plan, mark), name, points, Align.CENTRE)
    is_long = max(stack.width, stack.clock) > _LONG_NAME * box.w
    if is_long and box.h > plan.grown(_LINE):
        return _stacked(plan, box, stack)
    in_a_line = plan.scale(_DISC + 44) + stack.width + stack.clock + plan.grown(_POINTS)
    if box.w > plan.grown(200) and (box.h <= plan.grown(_LINE) or box.w > in_a_line):
        return _in_a_line(plan, box, stack)
    return _beside(plan, box, stack)


def _disc(plan: Plan, room: Box) -> Box:
    return room.middle(plan.scale(_DISC), plan.scale(_DISC))


def _stacked(plan: Plan, box: Box, stack: _Stack) -> _Tile:
    """The name on top, disc and points below, and the clock below them."""
    inner = box.inset(plan.scale(6), plan.scale(4))
    name, inner = inner.top(stack.height)
    clock = None
    if stack.clock:
        clock, inner = inner.foot(stack.height)
    mark, points = inner.left(plan.scale(_DISC), plan.scale(6))
    return _Tile(box, _disc(plan, mark), name, points, Align.RIGHT, clock)


def _in_a_line(plan: Plan, box: Box, stack: _Stack) -> _Tile:
    """Disc, name, clock and points side by side."""
    gap = plan.scale(6)
    mark, rest = box.inset(plan.scale(10), plan.scale(4)).left(plan.scale(_DISC), gap)
    name, rest = rest.left(stack.width, gap)
    if not stack.clock or rest.w < stack.clock + gap + plan.grown(_POINTS):  # points go before a clock
        return _Tile(box, _disc(plan, mark), name, rest, Align.RIGHT)
    clock, rest = rest.left(stack.clock, gap)
    return _Tile(box, _disc(plan, mark), name, rest, Align.RIGHT, clock)


def _beside(plan: Plan, box: Box, stack: _Stack) -> _Tile:
    """Disc, name and clock below each other, the points at their right."""
    disc = plan.scale(_DISC)
    inner = box.inset(plan.scale(10), plan.scale(4))
    left, points = inner.left(max(stack.width, stack.clock), plan.scale(6))
    lines = 1 + bool(stack.clock)
    mark, rest = left.middle(left.w, disc + lines * stack.height).top(disc)
    name, clock = rest.top(stack.height)
    place = mark.left(disc)[0]
    return _Tile(box, place, name, points, Align.RIGHT, clock if stack.clock else None)
