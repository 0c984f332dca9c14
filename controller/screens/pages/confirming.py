"""The confirmation page: dangerous buttons lie where the pages before had none, so that repeated taps hit
nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from controller.model.view import View
from controller.screens.layout.picture import Box, Item
from controller.screens.layout.plan import Plan
from controller.screens.pages import buttons, controls, parts
from controller.screens.pages.game import take

_SIDES: Final = (0.56, 0.42)
"""The shares of the width for choices beside the words: on the left, on the right."""

_LEAST_WORDS: Final = 120
"""The least height of the words' room."""

_HEADING: Final = 66

_CHOICE: Final = 64


def confirming(plan: Plan, view: View, taken: Sequence[Box]) -> list[Item]:
    """The question, the way back along the near edge, and the choices outside everything `taken`."""
    foot, box = take(plan.whole, controls.height(plan, view, plan.whole.w), plan.gap)
    words, place = _places(plan, view, box, taken)
    top, asked = words.top(min(plan.grown(_HEADING), words.h // 2), plan.gap)
    return [
        *parts.heading(plan, view.heading, parts.turn_colour(plan, view), top),
        *parts.ask(plan, view, asked),
        *buttons.answers(plan, view.choices, place),
        *controls.controls(plan, view, foot),
    ]


def _places(plan: Plan, view: View, box: Box, taken: Sequence[Box]) -> tuple[Box, Box]:
    """The rooms for the words and for the choices: the first that are large enough, or half and half."""
    height = len(view.choices) * (plan.grown(_CHOICE) + plan.gap) - plan.gap
    for words, place in (*_side_by_side(plan, box, taken), *_one_above_the_other(plan, box, taken, height)):
        choices = place.middle(place.w, min(height, place.h))
        if words.h >= plan.grown(_LEAST_WORDS) and _can_be_read(plan, view, choices):
            return words, choices
    return box.top(box.h // 2, plan.gap)


def _can_be_read(plan: Plan, view: View, place: Box) -> bool:
    if buttons.answers_height(plan, view.choices, place.w, place.h) > place.h:
        return False
    answers = buttons.answers(plan, view.choices, place)
    return not any(label.is_cut for button in answers for label in button.labels)


def _side_by_side(plan: Plan, box: Box, taken: Sequence[Box]) -> Iterator[tuple[Box, Box]]:
    """The choices on the left, or on the right, and the words beside them; not on a narrow screen."""
    if plan.is_upright:
        return
    left, words = box.left(round(box.w * _SIDES[0]), plan.gap)
    yield from ((words, place) for place in _free(plan, left, taken))
    words, right = box.left(round(box.w * (1 - _SIDES[1])), plan.gap)
    yield from ((words, place) for place in _free(plan, right, taken))


def _one_above_the_other(
    plan: Plan, box: Box, taken: Sequence[Box], height: int
) -> Iterator[tuple[Box, Box]]:
    """The choices below the words, or above them."""
    for band in _free(plan, box, taken):
        place = band.foot(min(height, band.h))[0]
        yield Box(box.x, box.y, box.w, place.y - box.y - plan.gap), place
        place = band.top(min(height, band.h))[0]
        yield Box(box.x, place.bottom + plan.gap, box.w, box.bottom - place.bottom - plan.gap), place


def _free(plan: Plan, strip: Box, taken: Sequence[Box]) -> list[Box]:
    """The bands of a strip that are free of everything `taken`, the highest first."""
    bands, top = [], strip.y
    for one in sorted((one for one in taken if one.meets(strip)), key=lambda one: one.y):
        bands.append(strip._replace(y=top, h=one.y - plan.gap - top))
        top = max(top, one.bottom + plan.gap)
    bands.append(strip._replace(y=top, h=strip.bottom - top))
    return sorted((band for band in bands if band.h > 0), key=lambda band: -band.h)
