"""The self-test as a state machine: events with a time in, a new state out; no clock, no device.

Lights first, since they ask for the magnet: if their colour order is not known, one colour after the other is
shown, and the person's answers determine it. Then the empty table, because sensors closed there are stuck;
then one magnet on each site in turn. Diodes come last, if they are wanted: one magnet alone shows no ghost.
For them a magnet lies in each row and each column of the wiring while one more goes from site to site, so
that each site is a corner of a rectangle whose fourth corner is empty. A second round tests the sites of the
first round's magnets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final

from controller.model.signs import WHITE, Rgb
from controller.referee.session import Pressed
from controller.self_test.diodes import ROUNDS, base_sensors, untested
from controller.self_test.findings import Findings, judge
from controller.self_test.steps import is_one_step
from engines.record import record, replace
from hardware.lights.colour_order import ORDERS, USUAL
from hardware.ports import Button, SensorFrame

SETTLE_MS: Final = 200
"""How long the sensors must be unchanged before they are read: longer than a magnet needs to pass a site."""
DEAF_MS: Final = 1_000
"""The shortest time after which a person can call a sensor dead: a second press of a key is not meant for the
next site."""
RUN_MS: Final = 40
"""How long the running light stays on a site; a refresh of 576 lights takes 17."""

COLOURS: Final[Mapping[str, Rgb]] = {
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "blue": (0, 0, 255),
    "white": WHITE,
}
"""The colours of all lights, in turn."""

SEVERAL: Final = "several"
"""The answer if the lights have different colours: their number of colours per light is wrong."""

LETTERS: Final[Mapping[str, str]] = {"red": "R", "green": "G", "blue": "B", "white": "W"}
"""The colours that can be seen, and their letters in an order (`hardware.lights.colour_order`)."""

BUTTONS: Final[Mapping[str, str]] = {"turn": "next", "undo": "back"}
"""The panel's buttons, for hands that are far from a keyboard."""


class CheckPhase(StrEnum):
    """The present part of the test."""

    ORDER = "order"
    COLOURS = "colours"
    RUN = "run"
    QUIET = "quiet"
    SENSORS = "sensors"
    LAY = "lay"
    DIODES = "diodes"
    OVER = "over"


@record
class Named:
    """A person names a site: its light is wrong, or is right after all."""

    at_ms: int
    site: int


Event = SensorFrame | Pressed | Button | Named


@record
class CheckPlan:
    """The scope of the test. `sites` in the order of asking; `wires` are the board's numbers of the sensors,
    if a calibration is in use: they define rows and columns. `order` is the lights' colour order, empty if
    unknown."""

    sites: tuple[int, ...]
    wires: tuple[int, ...]
    has_lights: bool = True
    has_diodes: bool = False
    order: str = USUAL


@record
class SelfTest:
    """A self-test in progress.

    `queue` are the sites of this phase and `step` how many of them are done, or which colour is shown;
    `since_ms` is the time of the question. `closed` is the board's state since `changed_ms`, `judged` the
    part of it that was read. `doubt` are sensors that answered in place of the right one, until a person
    confirms it. `base` are the sensors under the magnets that stay. `last` was asked before. `order` is the
    lights' present colour order, `seen` the letters of the colours seen when they were sent the first, the
    second...
    """

    plan: CheckPlan
    findings: Findings
    phase: CheckPhase = CheckPhase.COLOURS
    queue: tuple[int, ...] = ()
    step: int = 0
    since_ms: int = 0
    closed: int = 0
    changed_ms: int = 0
    judged: int = 0
    doubt: int = 0
    base: int = 0
    round: int = 0
    last: int | None = None
    order: str = USUAL
    seen: str = ""

    @property
    def sent(self) -> str:
        """The letter of the colour sent to all lights while their order is sought."""
        return self.order[len(self.seen)]

    @property
    def may_be_seen(self) -> tuple[str, ...]:
        """The colours that lights may show then."""
        return tuple(colour for colour, letter in LETTERS.items() if self.orders(letter))

    def orders(self, letter: str) -> list[str]:
        """The orders that are left when this colour is seen too."""
        return [
            order
            for order in ORDERS
            if len(order) == len(self.order) and order.startswith(self.seen + letter)
        ]

    @property
    def asked(self) -> int | None:
        """The site on which the magnet is wanted now, if one is."""
        return self.queue[self.step] if self.step < len(self.queue) else None

    @property
    def lying(self) -> int:
        """The sensors that the moving magnet closes."""
        return self.closed & ~self.findings.stuck & ~self.base

    @property
    def missing(self) -> int:
        """The sensors under magnets that should lie there and do not."""
        return self.base & ~self.closed


def begin(plan: CheckPlan, findings: Findings, at_ms: int) -> SelfTest:
    """A new self-test, or the continuation of one with these findings."""
    order = findings.order or plan.order
    test = SelfTest(plan, findings, order=order or USUAL)
    if not plan.has_lights or findings.has_seen_lights:
        return _enter(test, CheckPhase.QUIET, at_ms)
    return _enter(test, CheckPhase.COLOURS if order else CheckPhase.ORDER, at_ms)


def handle(test: SelfTest, event: Event) -> SelfTest:
    """Take an event up."""
    match event:
        case SensorFrame(at_ms, closed):
            return _seen(test, closed, at_ms)
        case Pressed(at_ms, pressed) if test.phase is CheckPhase.ORDER and pressed in (*LETTERS, SEVERAL):
            return _has_seen(test, pressed, at_ms)
        case Pressed(at_ms, pressed) if pressed in _ANSWERS and test.phase is not CheckPhase.OVER:
            return _ANSWERS[pressed](test, at_ms)
        case Button(at_ms, name) if name in BUTTONS:
            return handle(test, Pressed(at_ms, BUTTONS[name]))
        case Named(_, site) if test.phase in (CheckPhase.COLOURS, CheckPhase.RUN):
            return _knowing(test, dark=test.findings.dark ^ 1 << site)
    return test


def tick(test: SelfTest, now_ms: int) -> SelfTest:
    """Read the sensors, if they have been at rest long enough."""
    if now_ms - test.changed_ms < SETTLE_MS:
        return test
    match test.phase:
        case CheckPhase.SENSORS:
            return _read_sensor(test, now_ms)
        case CheckPhase.LAY if test.lying == test.missing == 0:
            return _enter(test, CheckPhase.DIODES, now_ms)
        case CheckPhase.DIODES:
            return _read_ghosts(test, now_ms)
    return test


# Events


def _seen(test: SelfTest, closed: int, at_ms: int) -> SelfTest:
    if closed == test.closed:
        return test
    judged = 0 if test.doubt else test.judged
    test = replace(test, closed=closed, changed_ms=at_ms, doubt=0, judged=judged)
    return test if test.lying else replace(test, judged=0)


def _go_on(test: SelfTest, at_ms: int) -> SelfTest:
    """The usual answer."""
    match test.phase:
        case CheckPhase.COLOURS:
            return _ask_next(test, at_ms)
        case CheckPhase.RUN:
            return _enter(_knowing(test, has_seen_lights=True), CheckPhase.QUIET, at_ms)
        case CheckPhase.QUIET:
            return _enter(_knowing(test, stuck=test.closed), CheckPhase.SENSORS, at_ms)
        case CheckPhase.SENSORS if test.doubt or at_ms - test.since_ms >= DEAF_MS:
            return _answered(test, test.doubt, at_ms)
        case CheckPhase.LAY:
            return _enter(replace(test, base=test.base & test.closed), CheckPhase.DIODES, at_ms)
    return test


def _has_seen(test: SelfTest, colour: str, at_ms: int) -> SelfTest:
    """The answers determine the order, or the next colour is shown."""
    if colour == SEVERAL:
        return test if test.seen else _with_order_seen(test, _with_white_or_without(test.order), "", at_ms)
    orders = test.orders(LETTERS[colour])
    if len(orders) > 1:
        return _with_order_seen(test, test.order, test.seen + LETTERS[colour], at_ms)
    if not orders:
        return test
    test = _with_order_seen(test, orders[0], "", at_ms)
    return _enter(_knowing(test, order=test.order), CheckPhase.COLOURS, at_ms)


def _with_order_seen(test: SelfTest, order: str, seen: str, at_ms: int) -> SelfTest:
    return replace(test, order=order, seen=seen, since_ms=at_ms)


def _with_white_or_without(order: str) -> str:
    return order.replace("W", "") if "W" in order else f"{order}W"


def _call_wrong(test: SelfTest, at_ms: int) -> SelfTest:
    """All lights show another colour, or run in another order, or the light of the site that is asked for is
    not there."""
    if test.phase is CheckPhase.COLOURS:
        return _enter(replace(test, seen=""), CheckPhase.ORDER, at_ms)
    if test.phase is CheckPhase.RUN:
        return _go_on(_knowing(test, is_disordered=True), at_ms)
    if test.phase is CheckPhase.SENSORS:
        return _knowing(test, dark=test.findings.dark | 1 << _asked(test))
    return test


def _skip(test: SelfTest, at_ms: int) -> SelfTest:
    if test.phase is CheckPhase.ORDER:
        order = test.findings.order or test.plan.order or USUAL
        return _enter(_with_order_seen(test, order, "", at_ms), CheckPhase.COLOURS, at_ms)
    return _ask_next(test, at_ms) if test.phase in (CheckPhase.SENSORS, CheckPhase.DIODES) else test


def _stop(test: SelfTest, at_ms: int) -> SelfTest:
    return _enter(test, CheckPhase.OVER, at_ms)


def _read_sensor(test: SelfTest, now_ms: int) -> SelfTest:
    """The closed sensor is right, or follows from an earlier exchange, or is in doubt."""
    lying, site = test.lying, _asked(test)
    if lying in (0, test.judged):
        return test
    if lying == 1 << site or _goes_on(test, lying):
        return _answered(test, lying, now_ms)
    return replace(test, judged=lying, doubt=lying)


def _read_ghosts(test: SelfTest, now_ms: int) -> SelfTest:
    lying, site = test.lying, _asked(test)
    if test.missing or lying in (0, test.judged):
        return test
    own = 1 << judge(test.findings).sensors[site]
    if not lying & own:
        return replace(test, judged=lying)
    ghosts = {**test.findings.ghosts, site: lying & ~own}
    return _ask_next(_knowing(test, ghosts=ghosts), now_ms)


def _goes_on(test: SelfTest, lying: int) -> bool:
    """Whether the answer is wrong in the same way as the one before, which a person has confirmed."""
    if test.last is None:
        return False
    before = test.findings.answers.get(test.last, 0)
    is_wrong = before not in (0, 1 << test.last)
    return is_wrong and is_one_step(test.findings.grid, (test.last, _asked(test)), (before, lying))


# The next step


def _answered(test: SelfTest, closed: int, at_ms: int) -> SelfTest:
    answers = {**test.findings.answers, _asked(test): closed}
    return _ask_next(_knowing(test, answers=answers), at_ms)


def _ask_next(test: SelfTest, at_ms: int) -> SelfTest:
    last = test.asked
    test = replace(test, step=test.step + 1, since_ms=at_ms, judged=test.lying, doubt=0, last=last)
    steps = len(COLOURS) if test.phase is CheckPhase.COLOURS else len(test.queue)
    return test if test.step < steps else _enter(test, _after(test), at_ms)


def _back(test: SelfTest, at_ms: int) -> SelfTest:
    """Ask the previous question again."""
    if test.phase is CheckPhase.ORDER:
        return _with_order_seen(test, test.order, test.seen[:-1], at_ms)
    if not test.step or test.phase not in (CheckPhase.COLOURS, CheckPhase.SENSORS, CheckPhase.DIODES):
        return test
    test = replace(test, step=test.step - 1, since_ms=at_ms, judged=test.lying, doubt=0, last=None)
    answers, ghosts = dict(test.findings.answers), dict(test.findings.ghosts)
    if test.phase is CheckPhase.SENSORS:
        answers.pop(_asked(test), None)
    ghosts.pop(-1 if test.asked is None else test.asked, None)
    return _knowing(test, answers=answers, ghosts=ghosts)


def _after(test: SelfTest) -> CheckPhase:
    match test.phase:
        case CheckPhase.COLOURS:
            return CheckPhase.RUN
        case CheckPhase.SENSORS if test.plan.has_diodes:
            return CheckPhase.LAY
        case CheckPhase.LAY | CheckPhase.DIODES if test.round < ROUNDS:
            return CheckPhase.LAY
    return CheckPhase.OVER


def _enter(test: SelfTest, phase: CheckPhase, at_ms: int) -> SelfTest:
    """The beginning of a phase; of the one after it, if there is nothing to ask for."""
    test = replace(test, phase=phase, step=0, queue=(), since_ms=at_ms, doubt=0, last=None)
    if phase is CheckPhase.LAY:
        base = base_sensors(test.findings, test.plan.wires, test.round)
        test = replace(test, round=test.round + 1, base=base)
    if phase not in (CheckPhase.SENSORS, CheckPhase.LAY, CheckPhase.DIODES):
        return test
    queue = _unanswered(test) if phase is CheckPhase.SENSORS else _uncornered(test)
    test = replace(test, queue=() if phase is CheckPhase.LAY else queue, judged=test.lying)
    return test if queue else _enter(test, _after(test), at_ms)


def _unanswered(test: SelfTest) -> tuple[int, ...]:
    known, stuck = test.findings.answers, test.findings.stuck
    return tuple(site for site in test.plan.sites if site not in known and not stuck >> site & 1)


def _uncornered(test: SelfTest) -> tuple[int, ...]:
    return untested(test.findings, test.plan.wires, test.plan.sites, test.base)


def _asked(test: SelfTest) -> int:
    return test.queue[test.step]


def _knowing(test: SelfTest, **found: Any) -> SelfTest:
    return replace(test, findings=replace(test.findings, **found))


_ANSWERS: Final[Mapping[str, Callable[[SelfTest, int], SelfTest]]] = {
    "next": _go_on,
    "back": _back,
    "skip": _skip,
    "wrong": _call_wrong,
    "stop": _stop,
}
"""The available answers."""
