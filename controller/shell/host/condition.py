"""The table's condition, for its host: faults first, then the figures. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Choice, Phase, View
from controller.shell.model import pages
from controller.shell.model.layers import ConditionPage, HostPage
from controller.shell.model.requests import Found, HealthRead, ReadHealth
from controller.shell.model.screen import Screen, left_soon
from controller.shell.model.state import Answer, Shell
from engines.record import replace
from texts import _

CONDITION: Final = Choice("condition", _("Table status"))

AGAIN_MS: Final = 2_000
"""The interval of refreshes while the page is open."""


def begun(shell: Shell, at_ms: int) -> Answer:
    """The page, still empty."""
    return Answer(shell.under(ConditionPage(at_ms + AGAIN_MS)), requests=(ReadHealth(),))


def asked_again(shell: Shell, layer: ConditionPage, now_ms: int) -> Answer:
    """The page when a refresh is due."""
    return Answer(shell.under(ConditionPage(now_ms + AGAIN_MS, layer.lines)), requests=(ReadHealth(),))


def view(shell: Shell, layer: ConditionPage) -> View:
    """The page with every line that is known."""
    return pages.own(Phase.CONDITION, heading=CONDITION.label, ask=layer.lines)


def _answered(shell: Shell, layer: ConditionPage, found: Found) -> Answer:
    return Answer(shell.under(replace(layer, lines=found.lines)) if isinstance(found, HealthRead) else shell)


SCREEN: Final = Screen(
    ConditionPage,
    view,
    back=lambda shell, layer: Answer(shell.under(HostPage())),
    due_ms=lambda shell, layer: layer.next_ms,
    passed=asked_again,
    left_ms=left_soon,
    answered=_answered,
)
