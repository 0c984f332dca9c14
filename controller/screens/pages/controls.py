"""The controls along the near edge: each has its place, whichever of the others are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import dropwhile
from typing import Final

from controller.model.view import Choice, Phase, View
from controller.screens.layout.picture import Box, ScreenButton
from controller.screens.layout.plan import Plan
from controller.screens.pages import buttons

_OF_A_GAME: Final = frozenset(
    {Phase.PLAYING, Phase.CORRECTING, Phase.CHOOSING, Phase.SECRET, Phase.PAUSED, Phase.OVER}
)
"""The screens of a game: their controls have equal places, whatever the language."""

_BESIDE_A_BOARD, _BELOW_A_BOARD = 2, 3
"""The places in a line of a game's screen; across the whole screen there are twice as many."""

_LAST: Final = 16
"""The rows of controls that are kept: those of a game change less often than its board."""

Line = Sequence[Choice | None]
"""Controls side by side; `None` is an empty place."""


def height(plan: Plan, view: View, width: int) -> int:
    """The height of a view's controls; 0 without any. Lines are higher if a label needs two lines."""
    return _height(_plan(plan, view), view.controls, view.places, view.phase, _width(plan, view, width))


def controls(plan: Plan, view: View, box: Box) -> list[ScreenButton]:
    """A view's controls. The suggested one (`on`) stands out."""
    box = box.left(box.w - _width(plan, view, box.w))[1]
    return [*_buttons(_plan(plan, view), view.controls, view.places, view.phase, box, plan)]


@lru_cache(maxsize=_LAST)
def _height(plan: Plan, choices: Sequence[Choice], places: Sequence[Choice], phase: Phase, width: int) -> int:
    return buttons.lines_height(plan, _lines(plan, choices, places, phase, width), width)


@lru_cache(maxsize=_LAST)
def _buttons(
    plan: Plan, choices: Sequence[Choice], places: Sequence[Choice], phase: Phase, box: Box, full: Plan
) -> list[ScreenButton]:
    return buttons.in_lines(plan, _lines(plan, choices, places, phase, box.w), box, full)


def _plan(plan: Plan, view: View) -> Plan:
    """The measures of the controls: beside a board their places do not depend on the letters."""
    is_in_game = view.board is not None or view.phase in _OF_A_GAME
    return plan.in_usual_letters if view.places and is_in_game else plan


def _width(plan: Plan, view: View, width: int) -> int:
    """The width of the controls: across the whole screen their places end with those beside a board."""
    column = plan.halves[1].w + plan.gap
    is_across = bool(view.places) and view.phase in _OF_A_GAME and width + plan.gap > 2 * column
    return 2 * column - plan.gap if is_across else width


def _lines(
    plan: Plan, choices: Sequence[Choice], places: Sequence[Choice], phase: Phase, width: int
) -> list[Line]:
    """The controls in lines: the screen's `places` nearest to the edge, and the others above them. Only upper
    lines without any control are left out."""
    if not places:
        return [*buttons.packed(plan, choices, width)]
    here = {choice.id: choice for choice in choices}
    here = {_place(choice, here): choice for choice in choices}
    others = [here.pop(place) for place in list(here) if place not in {one.id for one in places}]
    if phase in _OF_A_GAME:
        lines = _in_columns(plan, here, others, places, width)
    else:
        packed = buttons.packed(plan, places, width)
        lines = [*_wide(others), *([here.get(place.id) for place in line] for line in packed)]
    return [*dropwhile(lambda line: not any(line), lines)]


def _place(choice: Choice, here: Mapping[str, Choice]) -> str:
    """The place of a control: another one's, unless that is there itself."""
    return choice.id if not choice.place or choice.place in here else choice.place


def _in_columns(
    plan: Plan, here: dict[str, Choice], others: Sequence[Choice], places: Sequence[Choice], width: int
) -> list[Line]:
    """Lines of equal places, filled from the last one on. A control whose label is too long for its place has
    a line of its own above the others, and so has one that is left over."""
    columns = _columns(plan, width)
    long = [one for one in (*others, *here.values()) if not buttons.fit_in(plan, one, width, columns)]
    short = [one for one in others if one not in long]
    placed = [None if (one := here.get(place.id)) in long else one for place in places]
    odd = (len(short) + len(placed)) % columns
    left_over = short[:odd] if len(short) > columns else []
    gaps = [None] * (-odd % columns) if not left_over else []
    flat: list[Choice | None] = [*gaps, *short[len(left_over) :], *placed]
    above = buttons.packed(plan, [*long, *left_over], width)
    return [*above, *(flat[start : start + columns] for start in range(0, len(flat), columns))]


def _columns(plan: Plan, width: int) -> int:
    """The places in a line of a column, or across the whole screen."""
    if width >= 2 * plan.halves[1].w:
        return 2 * _BESIDE_A_BOARD
    return _BELOW_A_BOARD if plan.is_upright else _BESIDE_A_BOARD


def _wide(choices: Sequence[Choice]) -> list[Line]:
    return [[choice] for choice in choices]
