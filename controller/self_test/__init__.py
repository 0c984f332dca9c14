"""The self-test of a table: every light and every sensor, and the conclusions.

`machine.py` is the test itself, `showing.py` its view, `findings.py` its conclusions, `report.py` and
`picture.py` its reports. `commands/self_test_bench.py` runs it with a person at the terminal, or with
simulated hands.
"""

from controller.self_test.findings import Conclusions, Findings, Verdict, judge
from controller.self_test.machine import CheckPhase, CheckPlan, Event, Named, SelfTest, begin, handle, tick
from controller.self_test.showing import Words, frame, words

__all__ = [
    "CheckPhase",
    "CheckPlan",
    "Conclusions",
    "Event",
    "Findings",
    "Named",
    "SelfTest",
    "Verdict",
    "Words",
    "begin",
    "frame",
    "handle",
    "judge",
    "tick",
    "words",
]
