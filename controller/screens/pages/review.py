"""The review of a game: the graph of expected results, and the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.model.signs import player_colour
from controller.model.view import Graph, PlayerScore, View
from controller.screens.layout.picture import Align, Box, Chart, FilledBox, Glyph, GlyphIcon, Item
from controller.screens.layout.plan import Plan, rows
from controller.screens.layout.text import fit, fit_alike, line_height, wrap
from controller.screens.pages import parts
from controller.screens.pages.frame import cards, framed

_WIDE_SHARES: Final = {"normal": 0.5, "large": 0.42}
"""The graph's share of the width, by the size of letters."""
_LEAST_SHARE: Final = 0.4
"""The least share of an upright screen's height for the graph."""
_LEAST_CARD: Final = 80
_DISC: Final = 16
_CARD: Final = 150
_WORDS: Final = 22


def review(plan: Plan, view: View) -> list[Item]:
    """The graph on the left or on top; beside it a card for each turning point, to be touched."""
    items, box = framed(plan, view)
    if view.graph is None:
        return items
    if plan.is_upright:
        count = max(len(view.choices), 2)
        kept = count * (plan.grown(_LEAST_CARD) + plan.gap)
        shown, rest = box.top(max(box.h - kept, round(box.h * _LEAST_SHARE)), plan.gap)
    else:
        shown, rest = box.left(round(box.w * _WIDE_SHARES[plan.style.text]), plan.scale(12))
    items += _graph(plan, view.graph, view.scores, shown)
    asked, rest = parts.ask_above(plan, view, rest)
    items += asked
    places = rows(rest, len(view.choices), 1, plan.gap, plan.grown(_CARD))
    return [*items, *cards(plan, view.choices, [choice.note for choice in view.choices], places, 24)]


def _graph(plan: Plan, graph: Graph, scores: Sequence[PlayerScore], box: Box) -> list[Item]:
    """The graph with the meaning of its heights above and below, and a legend if there are several curves."""
    items: list[Item] = [FilledBox(box, plan.palette.surface, plan.scale(12), plan.palette.rim)]
    inner = box.inset(plan.scale(12), plan.scale(8))
    line = line_height(plan.grown(_WORDS))
    if scores:
        names, inner = inner.top(line * -(-len(scores) // _a_line(plan, scores, inner)), plan.scale(4))
        items += _names(plan, scores, names)
    above, inner = inner.top(line, plan.scale(4))
    below, inner = inner.foot(line, plan.scale(4))
    upper = graph.curves[0].player if graph.other else None
    items += _meaning(plan, graph.top, upper, above)
    along = fit(graph.along, plan.type(_WORDS, 20), below.w // 2, below.h)
    items.append(along.label(below.left(below.w - along.width)[1], plan.palette.quiet_ink, Align.RIGHT))
    items += _meaning(plan, graph.foot, graph.other, below.left(below.w - along.width - plan.scale(8))[0])
    return [*items, Chart(inner, graph, plan.grown(20))]


def _meaning(plan: Plan, words: str, player: str | None, box: Box) -> list[Item]:
    """The meaning of the top, or of the foot: in words, with the colour of the favoured player."""
    items: list[Item] = []
    if player is not None:
        size = plan.scale(_DISC)
        disc, box = box.left(size, plan.scale(8))
        items.append(GlyphIcon(disc.middle(size, size), Glyph.DISC, player_colour(player)))
    return [*items, fit(words, plan.type(_WORDS, 20), box.w, box.h).label(box, plan.palette.ink)]


def _a_line(plan: Plan, scores: Sequence[PlayerScore], box: Box) -> int:
    """The number of names side by side."""
    widest = max(wrap(score.name, plan.grown(_WORDS), False, box.w).width for score in scores)
    return min(max(box.w // (widest + plan.scale(_DISC + 8)), 1), len(scores))


def _names(plan: Plan, scores: Sequence[PlayerScore], box: Box) -> list[Item]:
    columns = _a_line(plan, scores, box)
    size = plan.scale(_DISC)
    places = rows(box, len(scores), columns, plan.scale(2), box.h)
    rooms = [place.left(size, plan.scale(6))[1] for place in places]
    items: list[Item] = []
    names = fit_alike([score.name for score in scores], plan.type(_WORDS, 20), rooms)
    for score, place, room, name in zip(scores, places, rooms, names, strict=True):
        items.append(
            GlyphIcon(place.left(size)[0].middle(size, size), Glyph.DISC, player_colour(score.player))
        )
        items.append(name.label(room, plan.palette.ink))
    return items
