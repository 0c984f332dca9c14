"""Everybody's points beside or below the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.model.signs import player_colour
from controller.model.view import PlayerScore
from controller.screens.layout import theme
from controller.screens.layout.picture import Align, Box, FilledBox, Glyph, GlyphIcon, Item
from controller.screens.layout.plan import Plan, rows
from controller.screens.layout.text import fit_alike, line_height, width_of, wrap
from engines.record import record

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

_EDGE: Final = 6
_WIDE_EDGE: Final = 10
"""Within a narrow tile on both sides, and within a wide one."""

_LONG_NAME: Final = 0.66
"""A name that takes more of a small tile's width stands above the points, not beside them."""


@record
class ScoreLayout:
    """A layout of the scores: the number of columns, and the total height."""

    columns: int
    height: int


def layouts(plan: Plan, scores: Sequence[PlayerScore], width: int, tile: int) -> list[ScoreLayout]:
    """The layouts of the scores for a width, the best first. Two players' tiles are `tile` high.

    More have a line each, are two in a line, or all in one line if their names fit.
    """
    if not scores:
        return []
    needs = _Needs.of(plan, scores)
    is_stacked = needs.are_long(plan, _tile_width(plan, scores, width, _PAIR))
    heights = (_STACKED_WITH_CLOCK, _STACKED) if is_stacked else (_SMALL_WITH_CLOCK, _SMALL)
    small = _lines(plan, scores, _PAIR, heights[not needs.clock])
    room = _tile_width(plan, scores, width, len(scores)) - needs.widest
    if len(scores) <= _PAIR:
        fits = room >= 2 * plan.scale(_EDGE)
        large = ScoreLayout(len(scores), plan.grown(max(tile, heights[not needs.clock])))
        in_a_line = needs.in_a_line(plan) <= _tile_width(plan, scores, width, _PAIR)
        low = [_lines(plan, scores, _PAIR, _LINE)] if in_a_line else []
        return [large, small, *low] if fits else [_lines(plan, scores, 1, _LINE)]
    one_line = _lines(plan, scores, len(scores), _STACKED_WITH_CLOCK if needs.clock else _STACKED)
    fits = room >= 2 * plan.scale(_EDGE)
    listed = _lines(plan, scores, 1, _LINE)
    return ([one_line] if fits and plan.is_upright else [listed]) + [small] + ([one_line] if fits else [])


def _lines(plan: Plan, scores: Sequence[PlayerScore], columns: int, height: int) -> ScoreLayout:
    lines = -(-len(scores) // columns)
    return ScoreLayout(columns, lines * plan.grown(height) + (lines - 1) * plan.scale(4))


def _gap(plan: Plan, scores: Sequence[PlayerScore]) -> int:
    """The room between two tiles."""
    return plan.gap if len(scores) <= _PAIR else plan.scale(4)


def _tile_width(plan: Plan, scores: Sequence[PlayerScore], width: int, columns: int) -> int:
    """The width of each of several tiles side by side."""
    return (width - (columns - 1) * _gap(plan, scores)) // columns


@record
class _Needs:
    """The widths of the longest name, clock and points in the smallest type, 0 for no clock; and the height
    of a line."""

    name: int
    clock: int
    points: int
    line: int

    @classmethod
    def of(cls, plan: Plan, scores: Sequence[PlayerScore]) -> _Needs:
        px = plan.grown(20)
        return cls(
            max(width_of(score.name, px) for score in scores),
            max(width_of(score.clock, px, True) if score.clock else 0 for score in scores),
            max(width_of(str(score.points), px, True) for score in scores),
            line_height(px),
        )

    @property
    def widest(self) -> int:
        """Of a name and a clock."""
        return max(self.name, self.clock)

    def in_a_line(self, plan: Plan) -> int:
        """The width of a tile with everything side by side."""
        return plan.scale(_DISC + 44) + self.name + self.clock + plan.grown(_POINTS)

    def are_long(self, plan: Plan, width: int) -> bool:
        """Whether a name or a clock leaves too little of a tile's width for points beside it."""
        room = width - 2 * plan.scale(_WIDE_EDGE) - plan.scale(_EDGE) - self.points
        return self.widest > min(_LONG_NAME * width, room)


def scores(plan: Plan, scores: Sequence[PlayerScore], box: Box, columns: int) -> list[Item]:
    """Everyone's points, large, in this many columns."""
    places = rows(box, len(scores), columns, _gap(plan, scores), box.h)
    needs = _Needs.of(plan, scores)
    tiles = [_tile(plan, place, needs, is_narrow=columns > _PAIR) for place in places]
    names = fit_alike([score.name for score in scores], plan.type(20, 20), [tile.name for tile in tiles])
    points = fit_alike(
        [str(score.points) for score in scores],
        plan.type(72, 20, is_bold=True),
        [tile.points for tile in tiles],
    )
    items: list[Item] = []
    for score, tile, name, figure in zip(scores, tiles, names, points, strict=True):
        items += [
            FilledBox(tile.box, plan.palette.surface, plan.scale(12), plan.palette.rim),
            GlyphIcon(tile.disc, Glyph.DISC, player_colour(score.player)),
            name.label(tile.name, plan.palette.quiet_ink),
            figure.label(tile.points, plan.palette.ink, tile.align),
        ]
        if score.clock and tile.clock:
            clock = wrap(score.clock, plan.grown(20), True, tile.clock.w)
            items.append(clock.label(tile.clock, theme.ALARM if score.is_late else plan.palette.ink))
    return items


@record
class _Tile:
    """The places of a player's disc, name and points, and of the clock if there is room."""

    box: Box
    disc: Box
    name: Box
    points: Box
    align: Align
    clock: Box | None = None


def _tile(plan: Plan, box: Box, needs: _Needs, *, is_narrow: bool) -> _Tile:
    """The points below disc and name if the tile is tall and the name has room beside its disc; beside them
    if the tile is not tall."""
    if is_narrow:
        return _stacked(plan, box, needs)
    if box.h > plan.grown(110) and needs.name <= box.w - plan.scale(2 * _WIDE_EDGE + _DISC + _EDGE):
        above, points = box.inset(plan.scale(_WIDE_EDGE), plan.scale(4)).top(plan.grown(28))
        mark, name = above.left(plan.scale(_DISC), plan.scale(_EDGE))
        return _Tile(box, _disc(plan, mark), name, points, Align.CENTRE)
    if needs.are_long(plan, box.w) and box.h > plan.grown(_LINE):
        return _stacked(plan, box, needs)
    is_wide = box.w > plan.grown(200) and box.w > needs.in_a_line(plan)
    if is_wide or box.h <= plan.grown(_LINE):
        return _in_a_line(plan, box, needs)
    return _beside(plan, box, needs)


def _disc(plan: Plan, room: Box) -> Box:
    return room.middle(plan.scale(_DISC), plan.scale(_DISC))


def _stacked(plan: Plan, box: Box, needs: _Needs) -> _Tile:
    """The name on top, disc and points below, and the clock below them."""
    inner = box.inset(plan.scale(_EDGE), plan.scale(4))
    name, inner = inner.top(needs.line)
    clock = None
    if 0 < needs.clock <= inner.w:
        clock, inner = inner.foot(needs.line)
    mark, points = inner.left(plan.scale(_DISC), plan.scale(_EDGE))
    return _Tile(box, _disc(plan, mark), name, points, Align.RIGHT, clock)


def _in_a_line(plan: Plan, box: Box, needs: _Needs) -> _Tile:
    """Disc, name, clock and points side by side."""
    gap = plan.scale(_EDGE)
    mark, rest = box.inset(plan.scale(_WIDE_EDGE), plan.scale(4)).left(plan.scale(_DISC), gap)
    name, rest = rest.left(min(needs.name, rest.w - gap - plan.grown(_POINTS)), gap)
    if not needs.clock or rest.w < needs.clock + gap + plan.grown(_POINTS):  # points go before a clock
        return _Tile(box, _disc(plan, mark), name, rest, Align.RIGHT)
    clock, rest = rest.left(needs.clock, gap)
    return _Tile(box, _disc(plan, mark), name, rest, Align.RIGHT, clock)


def _beside(plan: Plan, box: Box, needs: _Needs) -> _Tile:
    """Disc, name and clock below each other, the points at their right."""
    disc = plan.scale(_DISC)
    inner = box.inset(plan.scale(_WIDE_EDGE), plan.scale(4))
    left, points = inner.left(needs.widest, plan.scale(_EDGE))
    lines = 1 + bool(needs.clock)
    mark, rest = left.middle(left.w, disc + lines * needs.line).top(disc)
    name, clock = rest.top(needs.line)
    place = mark.left(disc)[0]
    return _Tile(box, place, name, points, Align.RIGHT, clock if needs.clock else None)
