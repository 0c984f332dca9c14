"""Views with none, one, many and too many of all that can be many: unfinished games, past games, broken
sensors, pieces to lift, tasks, ways to read a board, remarks, and what is wrong with a table."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice
from typing import Final

from msgspec import structs

from controller import shell
from controller.daemon.health import words
from controller.model.view import Choice, Phase, View
from controller.referee import step
from controller.referee.interpretation import Interpretation
from controller.referee.session_parts import Question
from controller.shell.host.settings import AT_THE_NEXT_GAME, AT_THE_NEXT_START, PAGES
from controller.shell.model.layers import ConditionPage, PinPad, SensorsPage, SettingsPage
from tests.controller.screens.samples import around_game as samples
from texts import _, joined

COUNTS: Final = (0, 1, 9, 40)
"""None, one, many, and far too many."""

_LONG: Final = _(
    "What was set on the screen cannot be read: {file}. It holds no more.",
    file="/var/lib/tablier/a-folder-with-quite-a-long-name/and-another-one/preferences.toml",
)
_AWAY: Final = _("The touchscreen is away. Look at its cable.")
_LONGER: Final = joined(" ", [_LONG] * 2)


def _with_interpretations(count: int) -> View:
    """A board with this many interpretations."""
    session = samples._on_table("masterplan", 20)
    legal = [action for action in session.current.position.legal() if str(action).startswith("house")]
    interpretations = tuple(Interpretation(0, (action,)) for action in islice(cycle(legal), count))
    choosing = replace(session, phase=Phase.CHOOSING, question=Question(interpretations), game_id=1)
    return samples._over(choosing, None)


def _with_tasks(count: int) -> View:
    """A game in which this many pieces must be lifted."""
    session = samples._on_table("masterplan", 20)
    closed = session.tracker.closed | samples._junk(session.current.closed, count)
    session, _effects = step.tick(replace(session, tracker=session.tracker.seen(closed, 1_000)), 10_000)
    return samples._over(replace(session, game_id=1), None)


def _with_broken(count: int, phase: Phase) -> View:
    session = replace(samples._on_table("masterplan", 20), game_id=1, tracker=samples._broken(count))
    session = session.paused(by_hand=True) if phase is Phase.PAUSED else session
    return samples._over(session, SensorsPage() if phase is Phase.SENSORS else None)


def _ailing(count: int) -> View:
    """The host's page with this many faults."""
    devices = dict.fromkeys((f"device {number}" for number in range(count)), _LONG)
    masked = tuple(f"{number},{number}" for number in range(10, 10 + count))
    return samples._over(
        samples._menu(),
        ConditionPage(
            0, words(structs.replace(samples._HEALTH, devices=devices, masked=masked, weak=masked))
        ),
    )


def _crowded() -> dict[str, View]:
    views: dict[str, View] = {}
    for count in COUNTS:
        views[f"menu-{count}"] = samples._over(samples._left(count, 0), None)
        views[f"menu-recent-{count}"] = samples._over(samples._left(count, count), None, samples._ADDRESS)
        views[f"unfinished-{count}"] = samples._waiting(count)
        views[f"past-{count}"] = samples._over(
            samples._menu(),
            samples._past(*samples._RECORDS[: min(count, 4)], total=count * 50_000),
        )
        for phase in (Phase.PLAYING, Phase.PAUSED, Phase.SENSORS):
            views[f"{phase}-broken-{count}"] = _with_broken(count, phase)
        views[f"to-clear-{count}"] = shell.view(samples._to_clear(count))
        views[f"misfits-{count}"] = samples._asked_about(20, count)
        views[f"tasks-{count}"] = _with_tasks(count)
        views[f"notices-{count}"] = replace(views[f"tasks-{count}"], notice=joined(" ", [_AWAY] * count))
        views[f"ailing-{count}"] = _ailing(count)
        if count > 1:
            views[f"readings-{count}"] = _with_interpretations(count)
    for name in ("menu-with-page", "setup-of-four", "past", "unfinished", "host"):
        views[f"{name}-long-remark"] = replace(samples.SHELL_SAMPLES[name], notice=_LONGER)
    for name in ("setup-masterplan", "setup-of-four", "setup-of-four-in-teams", "menu-with-page"):
        views[f"{name}-away"] = replace(samples.SHELL_SAMPLES[name], notice=_AWAY)
    views["menu-recent-away"] = samples._over(
        replace(samples._left(9, 9), notice=_AWAY), None, samples._ADDRESS
    )
    for page in range(len(PAGES)):
        for name, remark in (("game", AT_THE_NEXT_GAME), ("start", AT_THE_NEXT_START)):
            views[f"settings-{page}-{name}"] = samples._over(samples._menu(), SettingsPage(page, remark))
    views["setup-cites-of-four-away"] = replace(samples._set_up("cites", "option-players-4"), notice=_AWAY)
    playing = samples._over(samples._on_table("forma", 60), None)
    views["playing-long-remark"] = replace(playing, notice=_LONGER)
    correcting = samples._asked_about(20, 1)
    views["misfits-long-words"] = replace(
        correcting,
        notice=_LONG,
        choices=(Choice("confirm-0,21", _("site {column}, {row}", column=1, row=22)),),
        controls=tuple(replace(one, label=joined(" ", [one.label] * 2)) for one in correcting.controls),
    )
    views["pin-locked-long"] = samples._over(samples._menu(), PinPad(locked_s=300, is_wrong=True))
    return views


CROWDED: Final[dict[str, View]] = {name: view for view, name in {v: n for n, v in _crowded().items()}.items()}
"""Each once."""
