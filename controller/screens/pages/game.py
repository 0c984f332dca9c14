"""The screens while a game is on the table: playing, correcting, choosing, paused, over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.model.signs import Rgb
from controller.model.view import Phase, View
from controller.screens.layout.board_geometry import height_within
from controller.screens.layout.picture import BoardBox, Box, Glyph, GlyphIcon, Item, ScreenButton
from controller.screens.layout.plan import Plan
from controller.screens.pages import buttons, controls, parts
from controller.screens.pages.nearer import nearer
from controller.screens.pages.scores import ScoreLayout, layouts, scores
from engines.record import replace

HEADING: Final = 54
_LEAST_HEADING: Final = 40
_MANY: Final = 8
_HIGH_HEADING: Final = 72
_SCORE_TILE: Final = 74
_LEAST_ASK: Final = 44
_LEAST_WORDS: Final = HEADING + _LEAST_ASK
_LEAST_REMARK: Final = 48
"""Kept free above answers, whether there is a remark or not: so they keep their places."""

_MOST_KEPT_FOR_ASK: Final = 150
"""The most of the column kept for requests, before scores and the last action are shown."""

_ASK_BESIDE: Final = 0.42
"""The heading's share of the width, if a heading and the requests stand side by side."""

_COVER: Final = 76
"""The height of an uncovering button."""

_ANSWERS: Final = 0.6
"""The share of the room below the heading for a few answers; many take as much as they need."""

_LARGE_TILE: Final = 150


def playing(plan: Plan, view: View) -> list[Item]:
    """Whose turn it is, the requests, the score and the last action."""
    return parts.board(plan, view) + column(plan, view, parts.turn_colour(plan, view))


def correcting(plan: Plan, view: View) -> list[Item]:
    """The faults of the board, and their corrections in large type. The last action gives way to them."""
    return parts.board(plan, view) + column(plan, replace(view, last=""), parts.turn_colour(plan, view))


def secret(plan: Plan, view: View) -> list[Item]:
    """The secret choice; before that its cover."""
    return _cover(plan, view) if view.is_covered else choosing(plan, view)


def _cover(plan: Plan, view: View) -> list[Item]:
    """The players who may look, with a large button for each in the place of the board."""
    place, beside = plan.halves
    height = len(view.choices) * plan.grown(_COVER) + (len(view.choices) - 1) * plan.gap
    calls = buttons.calls(plan, view.choices, place.middle(place.w, min(height, place.h)))
    words = replace(view, choices=())
    return [*calls, *column(plan, words, parts.turn_colour(plan, view), box=beside)]


def _choosing_on_the_whole(plan: Plan, view: View) -> list[Item]:
    """A question whose answers take the whole screen: many of them, or with pieces drawn on their buttons."""
    foot, box = take(plan.whole, controls.height(plan, view, plan.whole.w), plan.gap)
    top, asked, box = _question(plan, view, box)
    colour = parts.turn_colour(plan, view)
    remark, box = take(box, parts.remark_height(plan, view, box) if view.notice else 0, plan.gap)
    if any(choice.shape for choice in view.choices):
        answers = buttons.pieces(plan, view.choices, box, colour)
    else:
        answers = buttons.answers(plan, view.choices, box)
    return [
        *parts.heading(plan, view.heading, colour, top),
        *parts.ask(plan, view, asked),
        *(parts.remark(plan, view, remark) if view.notice else ()),
        *answers,
        *controls.controls(plan, view, foot),
    ]


def _question(plan: Plan, view: View, box: Box) -> tuple[Box, Box, Box]:
    """The places for the heading and for the request, one below the other or, in large letters, side by side;
    and the rest."""
    if plan.style.text == "large" and not plan.is_upright:
        asked = box.left(round(box.w * _ASK_BESIDE))[1]
        height = max(parts.least_ask_height(plan, view, asked), plan.grown(_HIGH_HEADING))
        top, rest = box.top(height, plan.gap)
        return (*top.left(round(box.w * _ASK_BESIDE), plan.gap), rest)
    top, box = box.top(plan.grown(HEADING), plan.gap)
    height = max(parts.least_ask_height(plan, view, box), plan.grown(_LEAST_ASK))
    return (top, *box.top(height, plan.gap))


def choosing(plan: Plan, view: View) -> list[Item]:
    """A question with large buttons as answers. Of remarks it shows only errors."""
    if view.board is None:
        return _choosing_on_the_whole(plan, view)
    foot, box = take(plan.column_beside(view.board), controls.height(plan, view, plan.halves[1].w), plan.gap)
    answers, box = _answers(plan, view, box) if view.choices else ([], box)
    top, box = box.top(plan.grown(HEADING), plan.gap)
    items = [*parts.heading(plan, view.heading, parts.turn_colour(plan, view), top), *answers]
    board = nearer(plan, view, parts.board_of(plan, view, view.board))
    below, board = _below(plan, view, board) if view.notice else (None, board)
    if below:
        items += parts.remark(plan, view, below)
    elif view.notice:
        most = box.h - parts.least_remark_height(plan, view, box)
        asked = max(plan.grown(_LEAST_ASK), min(parts.least_ask_height(plan, view, box), most))
        room = box._replace(h=box.h - asked - plan.gap)
        place, box = take(box, parts.remark_height(plan, view, room), plan.gap)
        items += parts.remark(plan, view, place)
    return [board, *items, *parts.ask(plan, view, box), *controls.controls(plan, view, foot)]


def _answers(plan: Plan, view: View, box: Box) -> tuple[list[ScreenButton], Box]:
    """The answers with the larger part of a room or, if that is too little, with everything that the question
    leaves; and the rest."""
    usual = plan.in_usual_letters
    room = box.top(usual.grown(HEADING), plan.gap)[1]
    asked = max(min(parts.least_ask_height(usual, view, room), room.h // 2), usual.grown(_LEAST_ASK))
    most = room.h - asked - plan.gap
    least = buttons.answers_height(usual, view.choices, room.w, most)
    return _readable(plan, view, box, (max(least, min(round(room.h * _ANSWERS), most)), most))


def _readable(plan: Plan, view: View, box: Box, heights: Sequence[int]) -> tuple[list[ScreenButton], Box]:
    """The answers in the first of some heights in which they can be read, or in the last; and the rest."""
    for height in heights:
        place, rest = take(box, height, plan.gap)
        answers = buttons.answers(plan.in_usual_letters, view.choices, place, plan)
        if not any(label.is_cut for button in answers for label in button.labels):
            break
    return answers, rest


def _below(plan: Plan, view: View, item: BoardBox) -> tuple[Box | None, BoardBox]:
    """The room for a remark below a wide board, which keeps its place; or none."""
    height = height_within(item.board, item.box.w, item.name_px)
    room = item.box.foot(max(item.box.h - height, 0) // 2)[0]
    needed = parts.remark_height(plan, view, room._replace(h=item.box.h))
    if plan.is_upright or room.h < needed + plan.gap:
        return None, item
    return room, replace(item, box=item.box.inset(0, room.h))


def paused(plan: Plan, view: View) -> list[Item]:
    """Why play is paused, and how it continues. The board is dim."""
    items = parts.board(plan, view, is_dim=True)
    if view.board:
        size = plan.scale(150)
        items.append(
            GlyphIcon(plan.board_box(view.board).middle(size, size), Glyph.PAUSE, plan.palette.light)
        )
    return items + column(plan, view, plan.palette.light)


def over(plan: Plan, view: View) -> list[Item]:
    """The winner, the margin and the reason."""
    return parts.board(plan, view) + column(plan, view, parts.turn_colour(plan, view), score_tile=_LARGE_TILE)


def column(
    plan: Plan, view: View, fill: Rgb, *, score_tile: int = _SCORE_TILE, box: Box | None = None
) -> list[Item]:
    """From top to bottom: heading, requests (in the remaining room), scores, remark, buttons; in a box beside
    or below the board, or in another one."""
    box = box or plan.column_beside(view.board)
    foot, box = take(box, controls.height(plan, view, box.w), plan.gap)
    ways = controls.controls(plan, view, foot)
    rooms = [box.h - plan.scale(said) - 3 * plan.gap for said in (_LEAST_WORDS + _LEAST_REMARK, _LEAST_WORDS)]
    usual = plan.in_usual_letters
    answers, box = _readable(
        plan, view, box, [buttons.answers_height(usual, view.choices, box.w, room) for room in rooms]
    )
    top, box = box.top(_heading_height(plan, view, box.w), plan.gap)
    items = parts.heading(plan, view.heading, fill, top)
    asked = _room_for_ask(plan, view, box, score_tile)
    layout, remark_height = _shares(plan, view, box._replace(h=box.h - asked - 2 * plan.gap), score_tile)
    foot, box = take(box, remark_height, plan.gap)
    remark = parts.remark(plan, view, foot) if remark_height else []
    points: list[Item] = []
    if layout is not None:
        foot, box = take(box, layout.height, plan.gap)
        points = scores(plan, view.scores, foot, layout.columns)
    return [*items, *parts.ask(plan, view, box), *points, *remark, *answers, *ways]


def _heading_height(plan: Plan, view: View, width: int) -> int:
    """The height of the banner: less above many buttons or a warning; more for a heading that needs two lines
    in the smallest type."""
    if len(view.controls) > _MANY or parts.is_warned(view):
        return plan.grown(_LEAST_HEADING)
    is_long = parts.is_cut_heading(plan, view.heading, Box(0, 0, width, plan.grown(HEADING)))
    return plan.grown(_HIGH_HEADING if is_long else HEADING)


def _room_for_ask(plan: Plan, view: View, box: Box, score_tile: int) -> int:
    """The room for requests. Points and the last action give way to those that must be read, but not to a
    second task."""
    ways = layouts(plan, view.scores, box.w, score_tile) if score_tile else []
    kept = min((way.height for way in ways), default=0)
    if view.notice or plan.style.text == "normal":
        kept += parts.remark_height(plan, view, box)
    is_far = view.phase is Phase.CORRECTING
    wanted = parts.far_height(plan, view, box) if is_far else parts.least_ask_height(plan, view, box)
    most = box.h - kept - 2 * plan.gap
    most = most if is_far else min(plan.grown(_MOST_KEPT_FOR_ASK), most)
    urgent = parts.urgent(view)
    count = ("+",) if len(urgent) < len(view.ask) else ()
    least = parts.least_ask_height(plan, replace(view, ask=(*urgent, *count)), box)
    rest = box.h - (2 * plan.gap + parts.least_remark_height(plan, view, box) if parts.is_warned(view) else 0)
    return max(min(wanted, most), min(least, rest), plan.grown(_LEAST_ASK))


def _shares(plan: Plan, view: View, room: Box, score_tile: int) -> tuple[ScoreLayout | None, int]:
    """The layout of the scores, and the height of the remark. Scores shrink before a remark is cut, and are
    dropped last; before a warning is cut, they are dropped."""
    remark = parts.remark_height(plan, view, room)
    ways = layouts(plan, view.scores, room.w, score_tile) if score_tile else []
    for way in ways:
        if way.height + remark <= room.h:
            return way, remark
    if view.notice:
        return None, parts.remark_height(plan, view, room._replace(h=room.h + plan.gap))
    small = next((way for way in sorted(ways, key=lambda way: way.height) if way.height <= room.h), None)
    left = room.h - (small.height if small else 0)
    return small, parts.remark_height(plan, view, room._replace(h=left))


def take(box: Box, height: int, gap: int) -> tuple[Box, Box]:
    """The lowest part of a box and the rest; without a gap if nothing is taken."""
    return box.foot(height, gap if height else 0)
