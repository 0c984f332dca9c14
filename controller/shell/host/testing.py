"""The self-test on the touchscreen: `self_test/` over a paused game. Pure.

Frames arrive as sites of the calibration in use, which the findings correct.
"""

from __future__ import annotations

from typing import Final

from controller.model.view import Choice, LitSites, Phase, View
from controller.referee import touching
from controller.referee.session import Pressed, Session
from controller.self_test import machine
from controller.self_test.findings import WORKING, Conclusions, Findings, Verdict, judge
from controller.self_test.machine import CheckPhase, CheckPlan, SelfTest
from controller.self_test.showing import frame, lit_sites, names_of, words
from controller.self_test.steps import walk
from controller.shell.model import pages
from controller.shell.model.layers import HostPage, SelfTesting
from controller.shell.model.requests import Found, KeepPreferences, ReportWritten, Request, WriteReport
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from controller.view import light_picture
from engines.record import replace
from hardware.board.calibration import Calibration
from hardware.ports import Button, SensorFrame
from texts import Text, _, _n

MASK: Final = Choice("mask", _("Mask what is broken"), on=True)

REALLY: Final = Choice("mask-really", _("Yes, mask it"))

FRAME_MS: Final = machine.RUN_MS

LEFT_MS: Final = 600_000
"""How long a self-test waits untouched, while magnets are fetched, before it ends at a table that does not
invite."""

VERDICTS: Final = {
    Verdict.DEAD: _("dead"),
    Verdict.STUCK: _("stuck"),
    Verdict.SWAPPED: _("swapped"),
    Verdict.GHOSTING: _("ghosting"),
    Verdict.NEIGHBOURS: _("answer with their neighbours"),
    Verdict.NO_DIODE: _("without a diode"),
    Verdict.UNTESTED: _("not tested"),
}


def begun(shell: Shell, at_ms: int) -> Shell:
    """The shell at the start of a test of every light and sensor."""
    grid = shell.session.tracker.grid
    straight = Calibration.straight(grid.size)
    sites = walk(grid, set(range(grid.size)))
    plan = CheckPlan(sites, straight.sensors, shell.kiosk.has_lights, order=shell.preferences.order)
    test = machine.begin(plan, Findings(grid), at_ms)
    seen = machine.handle(test, SensorFrame(at_ms, shell.session.tracker.closed))
    return shell.under(SelfTesting(seen))


def heard(shell: Shell, layer: SelfTesting, event: SensorFrame | Button) -> Answer:
    """The test after an event of the sensors or the panel."""
    return _tested(shell, layer, machine.handle(layer.test, event))


def ticked(shell: Shell, layer: SelfTesting, now_ms: int) -> Answer:
    """The test when time has passed."""
    return _tested(shell, layer, machine.tick(layer.test, now_ms))


def _tested(shell: Shell, layer: SelfTesting, test: SelfTest) -> Answer:
    if test is layer.test:
        return Answer(shell)
    requests: tuple[Request, ...] = ()
    if test.phase is CheckPhase.OVER and layer.test.phase is not CheckPhase.OVER:
        requests = (WriteReport(test),)
    if test.findings.order != layer.test.findings.order:
        shell = replace(shell, preferences=shell.preferences.with_value("order", test.findings.order))
        requests = (*requests, KeepPreferences(shell.preferences))
    return Answer(shell.under(replace(layer, test=test)), requests=requests)


def pressed(shell: Shell, layer: SelfTesting, button_id: str, at_ms: int) -> Answer:
    """A touch on the test's screen."""
    if layer.test.phase is not CheckPhase.OVER:
        return _tested(shell, layer, machine.handle(layer.test, Pressed(at_ms, button_id)))
    if button_id == MASK.id and _is_change(shell, layer):
        return Answer(shell.under(replace(layer, is_asking=True)))
    if layer.is_asking:
        return _asked(shell, layer, button_id, at_ms)
    return Answer(shell.under(HostPage()) if button_id == pages.BACK.id else shell)


def _asked(shell: Shell, layer: SelfTesting, button_id: str, at_ms: int) -> Answer:
    layer = replace(layer, is_asking=False)
    if button_id == REALLY.id:
        session, effects = touching.masked(shell.session, _masks(shell.session, layer), 0, at_ms)
        return Answer(replace(shell, session=session, layer=replace(layer, is_masked=True)), effects)
    return Answer(shell.under(layer) if button_id == pages.BACK.id else shell)


def _is_change(shell: Shell, layer: SelfTesting) -> bool:
    """Whether the mask changes."""
    is_other = _masks(shell.session, layer) != shell.session.tracker.masked
    return is_other and not layer.is_masked and not layer.is_asking


def left(shell: Shell, layer: SelfTesting, now_ms: int) -> Answer:
    """The host has left: the test ends, and its report is written."""
    answer = ticked(shell, layer, now_ms)
    is_told = layer.test.phase is CheckPhase.OVER or answer.requests
    requests = answer.requests if is_told else (WriteReport(layer.test),)
    return Answer(answer.shell.under(None), answer.effects, requests)


def _masks(session: Session, layer: SelfTesting) -> int:
    """The new mask: broken parts, and masked parts that are not known to work."""
    judged = judge(layer.test.findings)
    working = sum(1 << site for site, verdict in enumerate(judged.verdicts) if verdict in WORKING)
    return judged.broken | session.tracker.masked & ~working


def due_ms(shell: Shell, layer: SelfTesting) -> int | None:
    """When the sensors have been at rest long enough; `None` if they were read since."""
    settled_ms = layer.test.changed_ms + machine.SETTLE_MS
    return None if machine.tick(layer.test, settled_ms) is layer.test else settled_ms


def next_frame_ms(layer: SelfTesting, lit: LitSites, now_ms: int) -> int | None:
    """When a running light goes on, or a blinking one changes; `None` if there is none."""
    if layer.test.phase is not CheckPhase.RUN:
        return light_picture.next_frame_ms(lit, now_ms)
    return now_ms - (now_ms - layer.test.since_ms) % FRAME_MS + FRAME_MS


def lights(layer: SelfTesting) -> LitSites:
    """The meaning of single lights."""
    return tuple(lit_sites(layer.test))


def picture(layer: SelfTesting, now_ms: int) -> bytes:
    """All lights, three bytes each."""
    return frame(layer.test, now_ms)


def view(shell: Shell, layer: SelfTesting) -> View:
    """The current question, or the findings."""
    if layer.test.phase is CheckPhase.OVER:
        return _over(shell, layer)
    said = words(layer.test)
    usual, *others = said.choices
    return View(
        Phase.SELF_TEST,
        heading=said.heading,
        title=_("Self-test"),
        ask=said.ask,
        choices=said.answers,
        controls=(replace(usual, on=not said.answers), *others),
        lights=lights(layer),
    )


def _over(shell: Shell, layer: SelfTesting) -> View:
    judged = judge(layer.test.findings)
    if layer.is_asking:
        return _asking(shell, layer)
    return View(
        Phase.SELF_TEST,
        heading=_("What was found"),
        title=_("Self-test"),
        ask=_found(judged),
        notice=layer.report,
        controls=(*((MASK,) if _is_change(shell, layer) else ()), pages.BACK),
    )


def _asking(shell: Shell, layer: SelfTesting) -> View:
    masks = _masks(shell.session, layer).bit_count()
    asked = _n(
        "{number} sensor will not be looked at then.", "{number} sensors will not be looked at then.", masks
    )
    return View(
        Phase.SELF_TEST,
        heading=_("Mask what is broken?"),
        title=_("Self-test"),
        ask=(asked,),
        choices=(REALLY,),
        controls=(pages.BACK,),
        before=(_over(shell, replace(layer, is_asking=False)),),
    )


def _found(judged: Conclusions) -> tuple[Text, ...]:
    grid, findings = judged.findings.grid, judged.findings
    fine = len(judged.having(Verdict.FINE))
    lines = [_n("{number} sensor is fine", "{number} sensors are fine", fine)]
    if findings.dark:
        lines.append(_("Lights that are dark or wrong: {places}", places=names_of(grid, findings.dark)))
    for verdict, what in VERDICTS.items():
        sites = sum(1 << site for site in judged.having(verdict))
        if sites:
            lines.append(_("Sensors {what}: {places}", what=what, places=names_of(grid, sites)))
    return tuple(lines)


def _left_ms(shell: Shell, layer: SelfTesting) -> int:
    return shell.hands_ms + (shell.kiosk.idle_ms or LEFT_MS)


def _answered(shell: Shell, layer: SelfTesting, found: Found) -> Answer:
    return Answer(
        shell.under(replace(layer, report=found.words)) if isinstance(found, ReportWritten) else shell
    )


SCREEN: Final = Screen(
    SelfTesting,
    view,
    pressed,
    back=None,
    lights=lambda shell, layer: lights(layer),
    due_ms=due_ms,
    passed=ticked,
    left_ms=_left_ms,
    left=left,
    answered=_answered,
    frame=lambda layer, lit, now_ms: picture(layer, now_ms),
    next_frame_ms=next_frame_ms,
)
